"""Paths of the files that are installed with the program."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """Return the path of a file below `resources/`, in a checkout and in an installed program."""
    installed = _PACKAGE / "resources"
    return (installed if installed.is_dir() else _PACKAGE.parent / "resources").joinpath(*parts)
