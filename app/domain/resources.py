"""Paths of the files that are installed with the program."""

from pathlib import Path
from typing import Final

_PACKAGE = Path(__file__).resolve().parent.parent
PROGRAM_FOLDER: Final = _PACKAGE.parent
"""The working directory in which `python -m app` runs this program: in another one, what is called `app` there."""


def resource(*parts: str) -> Path:
    """Return the path of a file below `resources/`, in a checkout and in an installed program."""
    installed = _PACKAGE / "resources"
    return (installed if installed.is_dir() else PROGRAM_FOLDER / "resources").joinpath(*parts)
