"""The texts of the window, and Qt's own, in the language that is chosen."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from app.i18n.catalog import Catalog
from app.qt_threads.qt_translator import CatalogTranslator


class Translations(QObject):
    """Has the application speak one language at a time.

    A translator is nobody's child, and goes as soon as it is removed. If it were left to whoever collects garbage, that
    could be while Qt asks another one, and then each would wait for the other for ever.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._installed: list[QTranslator] = []

    def speak(self, catalog: Catalog) -> QLocale:
        """Have everything said by this catalogue from now on; return the locale that writes dates and numbers."""
        self.fall_silent()
        qt = QTranslator()
        qt.load(f"qtbase_{catalog.language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._installed = [qt, CatalogTranslator(catalog.lookup)]
        for new in self._installed:
            QCoreApplication.installTranslator(new)
        locale = _locale(catalog.language)
        QLocale.setDefault(locale)  # Qt's own fields write dates and numbers by it
        return locale

    def fall_silent(self) -> None:
        """Have everything said as it was written."""
        for old in self._installed:
            QCoreApplication.removeTranslator(old)
        self._installed = []


def _locale(language: str) -> QLocale:
    """Return the system's locale where it speaks the language, else the one of the region."""
    system = QLocale.system()
    if system.name()[:2] == language:
        return system
    return QLocale("es_CO" if language == "es" else language)
