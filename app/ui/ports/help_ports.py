"""What Help and the palette are handed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from pathlib import Path

from app.domain.announced_version import AnnouncedVersion


class HelpPage(IntEnum):
    """The pages of Help, in their order."""

    MANUAL = 0
    SHORTCUTS = 1
    VERSIONS = 2
    LICENCES = 3
    LOG = 4


class Page(StrEnum):
    """The pages of the manual in their order; each is the name of a file without its ending."""

    FIRST_DAY = "first-day"
    BOARD = "board"
    TO_ATTEND = "to-attend"
    EVIDENCE = "evidence"
    SEARCH = "search"
    EXPORTS = "exports"
    RECEIVING = "receiving"
    SHARING = "sharing"
    SCRIPTS = "scripts"
    PRIVACY = "privacy"
    NETWORK = "network"
    SECURITY = "security"
    INSTALL = "install"
    ADMINISTRATORS = "administrators"
    BACKUP = "backup"
    TROUBLESHOOTING = "troubleshooting"
    CHANGES = "changes"


@dataclass(frozen=True)
class HelpPlace:
    """A page, and the anchor of a heading of its English version; without one, its beginning."""

    page: Page
    heading: str = ""


@dataclass(frozen=True)
class Licence:
    """The licence of a part of the program; `text` is that of its licence files, empty if it has none."""

    name: str
    version: str
    licence: str
    text: str


@dataclass(frozen=True)
class About:
    """The program's versions, licences and logs."""

    versions: Callable[[], Sequence[tuple[str, str]]]
    """Names, which are not translated, and versions; looks for what is installed."""
    newer_version: Callable[[], AnnouncedVersion | None]
    """The newer version that is known; does not ask for it."""
    licences: Callable[[], Sequence[Licence]]
    """Worker."""
    data_folder: Path
    log_folder: Path
    latest_report: Callable[[], Path | None]
    """The latest crash report; looks into the folder."""
