"""Opens the list of what the provider sends outside the contract."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.domain.texts import Say
from app.qt_threads.query_thread import QueryThread
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme
from app.ui.help.deviations_dialog import DeviationsDialog
from app.ui.ports.help_ports import DeviationRows


class Deviations(QObject):
    """Holds the dialog while it is open."""

    def __init__(
        self,
        say: Say,
        formats: Callable[[], Formats],
        query_thread: QueryThread[DeviationRows],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._say = say
        self._formats = formats
        self._query_thread = query_thread
        self._theme = theme
        self.dialog: DeviationsDialog | None = None

    @Slot()
    def open(self) -> None:
        """Open the list as it is stored now."""
        if self.dialog is None:
            formats = self._formats()
            self.dialog = DeviationsDialog(self._say, self._query_thread, formats, self._theme, self._parent)
            self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.dialog.finished.connect(self._forget)
        self.dialog.refresh()
        self.dialog.open()

    @Slot()
    def _forget(self) -> None:
        self.dialog = None
