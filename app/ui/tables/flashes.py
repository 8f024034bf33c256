"""Makes rows that just changed flash for a moment."""

from collections.abc import Collection
from math import ceil
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Slot

from app.ui.cells.table_model import RowsModel
from app.ui.tables.table_view import RowsView

_SECONDS = 3.0
_STEPS = 12  # steps in which a row fades; each repaints it
_FRAME_MS = 66


class Flashes(QObject):
    """Lets rows of one table flash and fade; only the visible ones are repainted."""

    def __init__(self, model: RowsModel, view: RowsView) -> None:
        super().__init__(view)
        self._model = model
        self._view = view
        self._started: dict[int, float] = {}
        self._strengths: dict[int, float] = {}
        self._frames = QTimer(self, interval=_FRAME_MS)
        self._frames.timeout.connect(self._fade)

    def start(self, ids: Collection[int]) -> None:
        """Start the flash of these rows, which are about to be repainted."""
        if not ids:
            return
        self._started |= dict.fromkeys(ids, monotonic())
        self._strengths |= dict.fromkeys(ids, 1.0)
        self._model.flash(self._strengths)
        self._view.repaint_rows(row for row in self._view.visible_rows() if self._model.ids[row] in ids)
        if not self._frames.isActive():
            self._frames.start()

    @Slot()
    def _fade(self) -> None:
        now, before = monotonic(), self._strengths
        self._started = {one: at for one, at in self._started.items() if now - at < _SECONDS}
        after = self._strengths = {
            one: ceil(_STEPS * (1 - (now - at) / _SECONDS)) / _STEPS for one, at in self._started.items()
        }
        self._model.flash(after)
        shown = ((row, self._model.ids[row]) for row in self._view.visible_rows())
        self._view.repaint_rows(row for row, one in shown if before.get(one) != after.get(one))
        if not self._started:
            self._frames.stop()
