"""Version of Qt for error reports."""

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication


def qt_versions() -> tuple[tuple[str, str], ...]:
    """Return the version of Qt with its platform plugin, as pairs of name and version."""
    return (("Qt", f"{qVersion()} ({QGuiApplication.platformName()})"),)
