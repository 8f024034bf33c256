"""Opens the page of what the provider sends beside the contract."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from app.qt_threads.query_thread import QueryThread
from app.ui.help.deviations_dialog import DeviationsDialog
from app.ui.ports.ports import Rows
from app.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class Deviations(QObject):
    """Holds the dialog while it is open."""

    def __init__(self, window: "MainWindow", query_thread: QueryThread[Rows], theme: Theme) -> None:
        super().__init__(window)
        self._window, self._query_thread, self._theme = window, query_thread, theme
        self.dialog: DeviationsDialog | None = None

    @Slot()
    def open(self) -> None:
        """Open it, and read what is kept by now."""
        if self.dialog is None:
            window = self._window
            formats = window.detail.formats
            self.dialog = DeviationsDialog(window.ports.say, self._query_thread, formats, self._theme, window)
            self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.dialog.finished.connect(self._forget)
        self.dialog.refresh()
        self.dialog.open()

    @Slot()
    def _forget(self) -> None:
        self.dialog = None
