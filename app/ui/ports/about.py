"""What Help tells of the program itself, as the composition root hands it over."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple


class HelpPage(IntEnum):
    """The pages of Help, in their order."""

    MANUAL = 0
    SHORTCUTS = 1
    VERSIONS = 2
    LICENCES = 3
    LOG = 4


class Licence(NamedTuple):
    """Under which terms a part of the program comes. `text` is that of its licence files, empty where it has none."""

    name: str
    version: str
    licence: str
    text: str


class About(NamedTuple):
    """What runs here, whose work it is, and where it writes down what went wrong."""

    versions: Callable[[], Sequence[tuple[str, str]]]
    """Names and versions; the names are nobody's to translate. Looks for what is installed."""
    licences: Callable[[], Sequence[Licence]]
    """Worker."""
    data_folder: Path
    log_folder: Path
    latest_report: Callable[[], Path | None]
    """The latest crash report; looks into the folder."""
