"""Installs translations of the window's texts and of Qt's own."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from app.i18n import Catalog
from app.qt_threads.qt_translator import CatalogTranslator


class _QtTranslator(QTranslator):
    """Qt's own translation, with one word for a file: in Spanish Qt has two, and this program the other one."""

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        """Return the translation; without one None, which Qt takes as a null string."""
        said = super().translate(context, source, disambiguation, n) or ""
        return said.replace("fichero", "archivo").replace("Fichero", "Archivo") or None  # type: ignore[return-value]


class Translations(QObject):
    """The application's translators, of one language at a time.

    A translator has no parent, and is destroyed as soon as it is removed. If the garbage collector destroyed it while
    Qt calls another translator, both would wait for each other forever.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._installed: list[QTranslator] = []

    def install(self, catalog: Catalog) -> QLocale:
        """Translate with this catalogue from now on; return the locale for dates and numbers."""
        self.remove()
        qt = _QtTranslator()
        qt.load(f"qtbase_{catalog.language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._installed = [qt, CatalogTranslator(catalog.lookup)]
        for new in self._installed:
            QCoreApplication.installTranslator(new)
        locale = _locale(catalog.language)
        QLocale.setDefault(locale)  # Qt's own widgets format dates and numbers by it
        return locale

    def remove(self) -> None:
        """Remove the translators: texts are English again."""
        for old in self._installed:
            QCoreApplication.removeTranslator(old)
        self._installed = []


def _locale(language: str) -> QLocale:
    """Return the system's locale if it has the language, else Colombia's or the United States'."""
    system = QLocale.system()
    if system.name()[:2] == language:
        return system
    return QLocale("es_CO" if language == "es" else language)
