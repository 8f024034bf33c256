"""Opens the photos that are asked for in the pane beside the tables."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.ui.details.photo_link import PhotoLink
from app.ui.photos.photo_dialog import PhotoDialog
from app.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class Photos(QObject):
    """One at a time: the dialog holds the window until it is closed, so that no picture stays about."""

    def __init__(self, window: "MainWindow", theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        window.detail.photo_asked.connect(self.open)

    @Slot(object)
    def open(self, link: PhotoLink) -> None:
        """Show a photo."""
        dialog = PhotoDialog(link, self._window.ports, self._window.workers, self._theme, self._window)
        dialog.open()
        dialog.fetch()
