"""The version of what draws the window."""

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication


def qt_versions() -> tuple[tuple[str, str], ...]:
    """Return the version of Qt, and on which kind of display it runs."""
    return (("Qt", f"{qVersion()} ({QGuiApplication.platformName()})"),)
