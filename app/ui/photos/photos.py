"""Opens the photos of a visit."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.qt_threads.worker_pool import WorkerPool
from app.ui.appearance.theme import Theme
from app.ui.details.photo_link import PhotoLink
from app.ui.photos.photo_dialog import PhotoDialog
from app.ui.ports.photo_ports import PhotoPorts


class Photos(QObject):
    """Opens one photo at a time in a modal dialog, so that no picture stays on the screen unnoticed."""

    def __init__(self, ports: PhotoPorts, workers: WorkerPool, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._ports = ports
        self._workers = workers
        self._theme = theme

    @Slot(object)
    def open(self, link: PhotoLink) -> None:
        """Fetch a photo and show it."""
        dialog = PhotoDialog(link, self._ports, self._workers, self._theme, self._parent)
        dialog.open()
        dialog.fetch()

    def close(self) -> None:
        """Close the photo, and end what fetches and decodes it."""
        for dialog in self._parent.findChildren(PhotoDialog):
            dialog.reject()
