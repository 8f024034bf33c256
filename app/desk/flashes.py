"""Rows that changed just now shine for a moment, where they stand."""

from collections.abc import Iterable
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QTableView

from app.desk.table_model import RowsModel

_SECONDS = 3.0
_FRAME_MS = 66


class Flashes(QObject):
    """Lets rows of one table shine and fade."""

    def __init__(self, model: RowsModel, view: QTableView) -> None:
        super().__init__(view)
        self._model = model
        self._view = view
        self._started: dict[int, float] = {}
        self._frames = QTimer(self, interval=_FRAME_MS)
        self._frames.timeout.connect(self._fade)

    def start(self, ids: Iterable[int]) -> None:
        """Let these rows shine."""
        now = monotonic()
        self._started |= dict.fromkeys(ids, now)
        self._frames.start()
        self._fade()

    @Slot()
    def _fade(self) -> None:
        now = monotonic()
        self._started = {one: at for one, at in self._started.items() if now - at < _SECONDS}
        self._model.flash({one: 1 - (now - at) / _SECONDS for one, at in self._started.items()})
        self._view.viewport().update()
        if not self._started:
            self._frames.stop()
