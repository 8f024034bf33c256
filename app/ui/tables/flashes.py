"""Makes rows that just changed flash for a moment, and counts what is above and below the rows that are shown."""

from collections.abc import Callable, Collection
from math import ceil
from time import monotonic

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QPushButton

from app.ui.appearance.theme import row_height, scaled
from app.ui.cells.table_model import RowsModel
from app.ui.tables.table_view import RowsView

_SECONDS = 3.0
_STEPS = 12  # steps in which a row fades; each repaints it
_FRAME_MS = 66
_ABOVE = 6


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


class _OverRows(QPushButton):
    """Lies over the rows of a table, and finds its place again when that gets another size; keys do the same as it."""

    def __init__(self, view: RowsView) -> None:
        super().__init__(view)
        self._view = view
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        view.viewport().installEventFilter(self)  # the view hears of its size before its viewport has another one

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the rows."""
        if event.type() == QEvent.Type.Resize:
            self.follow()
        return super().eventFilter(watched, event)

    @Slot()
    def follow(self) -> None:
        """Show it at its place beside the present rows, or hide it."""


class NewAbove(QPushButton):
    """Says how many new rows are above the first that is shown, and leads to them; hidden while there are none."""

    def __init__(self, view: RowsView) -> None:
        super().__init__()
        self._view, self._count = view, 0
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self.setProperty("chip", True)
        self.setProperty("tone", "new")
        self.clicked.connect(view.scrollToTop)
        view.verticalScrollBar().valueChanged.connect(self.follow)

    def add(self, count: int) -> None:
        """Count rows that were put above the others."""
        self._count += count
        self.follow()

    def forget(self) -> None:
        """Other rows are shown."""
        self._count = 0
        self.follow()

    @Slot()
    def follow(self) -> None:
        """Count those that are still above."""
        self._count = min(self._count, self._view.verticalScrollBar().value())  # whose unit is rows
        self.setText(self.tr("%Ln new ↑", "", self._count))
        self.setVisible(self._count > 0)


class HiddenBelow(_OverRows):
    """Says below the last row how many rows the filters hide, and shows them; hidden where the rows leave no room."""

    def __init__(self, view: RowsView, count: Callable[[], int]) -> None:
        super().__init__(view)
        self._count = count
        self.setFlat(True)
        view.verticalScrollBar().rangeChanged.connect(self.follow)

    @Slot()
    def follow(self) -> None:
        """Say it of the rows that are shown now."""
        rows, shown, count = self._view.viewport().geometry(), len(self._view.rows.ids), self._count()
        self.setText(self.tr("%Ln hidden · Clear all", "", count))
        self.adjustSize()
        self.move(rows.left(), rows.top() + shown * row_height() + scaled(_ABOVE))
        self.setVisible(count > 0 and shown > 0 and self.geometry().bottom() <= rows.bottom())
