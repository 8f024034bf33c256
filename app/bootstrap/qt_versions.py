"""The version of Qt."""

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication


def qt_versions() -> tuple[tuple[str, str], ...]:
    """Return the version of Qt and the kind of its display."""
    return (("Qt", f"{qVersion()} ({QGuiApplication.platformName()})"),)
