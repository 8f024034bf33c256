"""What runs here, as a crash report names it."""

import platform
import sqlite3

from app import __version__

Versions = tuple[tuple[str, str], ...]
"""Names and versions."""


def own_versions() -> Versions:
    """Return the versions of the program, of what it stands on, and of the system."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - a crash report alone asks

    try:
        pyside = version("PySide6-Essentials")  # not asked itself: most commands draw no window
    except PackageNotFoundError:
        pyside = "?"
    return (
        ("Despacho", __version__),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("PySide6", pyside),
        ("SQLite", sqlite3.sqlite_version),
        ("System", platform.platform()),
    )
