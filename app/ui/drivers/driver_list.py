"""The list of the day's drivers beside the map."""

from PySide6.QtCore import QModelIndex, QObject, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.contract.statuses import State
from app.domain.pace.lanes import Lane
from app.ui.appearance.theme import Theme
from app.ui.drivers.driver_model import DriverModel, Index
from app.ui.widgets.two_lines import paint_ground, row_height, write


class LineDelegate(QStyledItemDelegate):
    """Paints what lies behind a driver's row."""

    def __init__(self, model: DriverModel, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.model, self.theme = model, theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_height())

    def paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the background of a cell, as that of the chosen driver if it is of his row."""
        is_chosen = index.row() == self.model.row_of(self.model.visits.lane)
        paint_ground(painter, option, self.theme, is_chosen=is_chosen, begins=index.column() == 0)


def keep_current(view: QAbstractItemView, model: DriverModel) -> None:
    """Have the cursor of a view stay on its driver where the lines change."""
    kept: dict[str, Lane | None] = {}

    def keep() -> None:
        row = view.currentIndex().row()
        kept["lane"] = model.lines[row].lane if 0 <= row < len(model.lines) else None

    def restore() -> None:
        row = model.row_of(kept.get("lane"))
        if row >= 0:
            view.setCurrentIndex(model.index(row, 0))

    model.views.append(view)
    model.modelAboutToBeReset.connect(keep)
    model.modelReset.connect(restore)


class _ListDelegate(LineDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one driver."""
        self.paint_ground(painter, option, index)
        line, theme = self.model.lines[index.row()], self.theme
        rect = option.rect
        beside = line.state or line.route
        color = theme.warning.foreground if line.is_silent else theme.dim
        failed = theme.states[State.EXCEPTION].foreground
        closed = line.closed.partition(" · ")[0]
        write(painter, rect, 0, (line.name, theme.text, True), (closed, theme.text, False))
        below = " · ".join(filter(None, (line.ago or line.at, beside)))
        write(painter, rect, 1, (below, color, False), (line.failed, failed, False))


class DriverList(QListView):
    """Lists the drivers; a click or Enter chooses one, and again ends that."""

    def __init__(self, model: DriverModel, theme: Theme) -> None:
        super().__init__()
        self.drivers = model
        self.setModel(model)
        self.setItemDelegate(_ListDelegate(model, theme, self))
        self.setAccessibleName(self.tr("Drivers"))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("lines", True)
        self.clicked.connect(self._choose)
        model.visits.driver_changed.connect(self.viewport().update)
        keep_current(self, model)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the driver under the cursor on Enter or the space bar."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.drivers.visits.toggle(self.drivers.lines[index.row()].lane)
