"""The versions of the program's components, for crash reports."""

import platform
import sqlite3

from app import __version__

Versions = tuple[tuple[str, str], ...]
"""Names and versions."""


def own_versions() -> Versions:
    """Return the versions of the program, its platform and the system."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - a crash report alone asks

    try:
        pyside = version("PySide6-Essentials")  # without an import, as most commands show no window
    except PackageNotFoundError:
        pyside = "?"
    return (
        ("Despacho", __version__),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("PySide6", pyside),
        ("SQLite", sqlite3.sqlite_version),
        ("System", platform.platform()),
    )
