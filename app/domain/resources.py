"""Where the files that come with the program are."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """Return the path of a file below `resources/`, in a checkout as in an installed program."""
    installed = _PACKAGE / "resources"
    return (installed if installed.is_dir() else _PACKAGE.parent / "resources").joinpath(*parts)
