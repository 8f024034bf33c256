"""Installs the translations of the program's and Qt's own texts."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from app.i18n.catalog import Catalog
from app.qt_threads.qt_translator import CatalogTranslator


class Translations(QObject):
    """Installs one language at a time.

    A translator has no parent, and is deleted as soon as it is removed. If the garbage collector deleted it while Qt
    asks another one, both would deadlock.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._installed: list[QTranslator] = []

    def install(self, catalog: Catalog) -> QLocale:
        """Use this catalogue from now on; return the locale of dates and numbers."""
        self.remove()
        qt = QTranslator()
        qt.load(f"qtbase_{catalog.language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._installed = [qt, CatalogTranslator(catalog.lookup)]
        for new in self._installed:
            QCoreApplication.installTranslator(new)
        locale = _locale(catalog.language)
        QLocale.setDefault(locale)  # Qt's own fields write dates and numbers by it
        return locale

    def remove(self) -> None:
        """Remove the translations."""
        for old in self._installed:
            QCoreApplication.removeTranslator(old)
        self._installed = []


def _locale(language: str) -> QLocale:
    """Return the system's locale if it has the language, else that of the region."""
    system = QLocale.system()
    if system.name()[:2] == language:
        return system
    return QLocale("es_CO" if language == "es" else language)
