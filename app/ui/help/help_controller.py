"""Opens Help and the palette."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.qt_threads.worker_pool import WorkerPool
from app.ui.help.palette_commands import PaletteCommands
from app.ui.ports.help_ports import About, HelpPage, HelpPlace

if TYPE_CHECKING:
    from app.ui.help.help_dialog import HelpDialog


class HelpController(QObject):
    """Holds the dialog while it is open."""

    def __init__(
        self, about: About, commands: PaletteCommands, workers: WorkerPool, language: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._language = language
        self._about = about
        self._commands = commands
        self._workers = workers
        self._dialog: HelpDialog | None = None

    @Slot()
    def open_palette(self) -> None:
        """Open the palette."""
        self._commands.open_palette()

    def open_page(self, page: HelpPage) -> None:
        """Open a page of Help."""
        self._shown().show_page(page)

    @Slot(object)
    def open_place(self, place: HelpPlace) -> None:
        """Open a place in the manual."""
        self._shown().show_place(place)

    def _shown(self) -> "HelpDialog":
        if self._dialog is None:
            from app.ui.help.help_dialog import HelpDialog  # noqa: PLC0415 - 40 ms of a start, which Help is no part of

            shortcuts = self._commands.shortcuts()
            self._dialog = HelpDialog(self._about, shortcuts, self._workers, self._language, self._parent)
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._dialog.finished.connect(self._forget)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

    @Slot()
    def _forget(self) -> None:
        self._dialog = None
