"""The table of the drivers' lanes: what pointer and keys do in it."""

from datetime import datetime

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QHeaderView, QTableView, QToolTip, QWidget

from app.domain.views.report import VisitPlace
from app.ui.appearance.theme import CELL_PADDING, Theme, scaled
from app.ui.cells.row_table import list_rows, show_whole_rows
from app.ui.drivers.driver_list import keep_current
from app.ui.drivers.driver_model import FIGURES, HOURS, LAST, NAME, DriverModel, Index
from app.ui.drivers.lane_delegate import HoursScale, LaneDelegate
from app.ui.widgets.labels import tool_tip
from app.ui.widgets.two_lines import row_height

_WIDTHS = {NAME: 212, LAST: 148, FIGURES: 174}
_LEAST_HOURS, _FEW_HOURS = 200, 300
"""The least width of the hours, and that below which the success rate gives way to them."""
_BELOW = 14
"""Pixels between a visit and its card."""


class _HoursHeader(QHeaderView):
    """Writes the hours, and the present, over their places."""

    def __init__(self, theme: Theme, delegate: LaneDelegate, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme, self._delegate = theme, delegate

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803 - Qt's name
        """Paint a title; that of the hours is the hours."""
        if logicalIndex != HOURS:
            super().paintSection(painter, rect, logicalIndex)
            return
        theme, scale, metrics = self._theme, self._delegate.scale, QFontMetrics(self.font())
        painter.fillRect(rect, QColor(theme.surface))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(theme.line))
        painter.setFont(self.font())
        painter.setPen(QColor(theme.dim))
        taken = QRect()
        if scale.now is not None:
            taken = self._place(scale.at(scale.now, rect), _clock(scale.now), rect, metrics)
        step = next(
            one
            for one in (1, 2, 3, 6, 24)
            if one == 24 or (scale.x(one, rect) - scale.x(0, rect)) > metrics.horizontalAdvance("00:00") + CELL_PADDING
        )
        for hour in range(scale.first, scale.last + 1, step):
            text = f"{hour % 24}:00"
            place = self._place(scale.x(hour, rect), text, rect, metrics)
            if not place.intersects(taken.adjusted(-CELL_PADDING, 0, CELL_PADDING, 0)):
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        if scale.now is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.fill))
            painter.drawRoundedRect(taken.adjusted(-2, 0, 2, 0), taken.height() / 2, taken.height() / 2)
            painter.setPen(QColor(theme.on_fill))
            painter.drawText(taken, Qt.AlignmentFlag.AlignCenter, _clock(scale.now))

    @staticmethod
    def _place(x: float, text: str, rect: QRect, metrics: QFontMetrics) -> QRect:
        """Return where a text centred over a place stands, within the section."""
        width, height = metrics.horizontalAdvance(text) + 8, metrics.height() + 2
        left = min(max(round(x - width / 2), rect.left()), rect.right() - width)
        return QRect(left, rect.center().y() - height // 2, width, height)


def _clock(moment: datetime) -> str:
    return f"{moment:%H:%M}"


class LanesTable(QTableView):
    """A line for each driver. Left and right go from visit to visit; Enter opens one, or chooses the driver."""

    lane_asked = Signal(object)
    """The `Lane` that is chosen."""
    visit_asked = Signal(object)
    """The id of a visit."""

    def __init__(self, model: DriverModel, theme: Theme) -> None:
        super().__init__()
        self.drivers = model
        self.lanes = LaneDelegate(model, theme, self)
        self.setModel(model)
        self.setItemDelegate(self.lanes)
        header = _HoursHeader(theme, self.lanes, self)
        self.setHorizontalHeader(header)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        list_rows(self)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Drivers"))
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(row_height())
        self.verticalHeader().setMinimumSectionSize(row_height())
        keep_current(self, model)
        model.visits.driver_changed.connect(self.viewport().update)

    def use_scale(self, scale: HoursScale) -> None:
        """Show these hours."""
        self.lanes.scale = scale
        if (pointed := self.lanes.pointed) is not None:  # what arrives has closed its card
            visits = (one for line in self.drivers.lines for one in line.lane.visits)
            self.lanes.pointed = next((one for one in visits if one.visit_id == pointed.visit_id), None)
            self._show_card()
        self.horizontalHeader().viewport().update()
        self.viewport().update()

    def updateGeometries(self) -> None:
        """Show whole lanes."""
        super().updateGeometries()
        show_whole_rows(self, row_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Frame the whole lane that has the keyboard."""
        super().paintEvent(event)
        row = self.currentIndex().row()
        if self.hasFocus() and row >= 0:
            with QPainter(self.viewport()) as painter:
                painter.setPen(QPen(QColor(self.lanes.theme.accent), 2))
                painter.drawRect(1, self.rowViewportPosition(row) + 1, self.viewport().width() - 2, row_height() - 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the hours the rest of the width, and that of the success rate where it is too little."""
        super().resizeEvent(event)
        for column, width in _WIDTHS.items():
            self.horizontalHeader().resizeSection(column, scaled(width))
        rest = self.viewport().width() - sum(map(scaled, _WIDTHS.values()))
        is_narrow = rest < scaled(_FEW_HOURS)
        self.setColumnHidden(FIGURES, is_narrow)
        rest += scaled(_WIDTHS[FIGURES]) * is_narrow
        self.horizontalHeader().resizeSection(HOURS, max(rest, scaled(_LEAST_HOURS)))

    def visit_at(self, at: QPoint) -> VisitPlace | None:
        """Return the visit at a place of the viewport."""
        index = self.indexAt(at)
        if not index.isValid() or index.column() != HOURS:
            return None
        return self.lanes.scale.nearest(self.drivers.lines[index.row()].lane, at.x(), self.visualRect(index))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the card of the visit under the pointer."""
        super().mouseMoveEvent(event)
        visit = self.visit_at(event.position().toPoint())
        is_hand = visit is not None or self.indexAt(event.position().toPoint()).isValid()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_hand else Qt.CursorShape.ArrowCursor)
        self._hover(self.indexAt(event.position().toPoint()).row())
        self._point_at(visit)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._hover(-1)
        self._point_at(None)

    def hideEvent(self, event: QHideEvent) -> None:
        """Point at nothing."""
        super().hideEvent(event)
        self._point_at(None)

    def _hover(self, row: int) -> None:
        if row != self.lanes.hovered:
            self.lanes.hovered = row
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the visit that was clicked, or choose the driver."""
        super().mouseReleaseEvent(event)
        index, visit = self.indexAt(event.position().toPoint()), self.visit_at(event.position().toPoint())
        if event.button() is not Qt.MouseButton.LeftButton or not index.isValid():
            return
        if visit is not None:
            self.visit_asked.emit(visit.visit_id)
        else:
            self.lane_asked.emit(self.drivers.lines[index.row()].lane)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from visit to visit, open one, or choose the driver under the cursor."""
        row, key = self.currentIndex().row(), event.key()
        if row < 0:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(row, 1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            visit = self.lanes.pointed
            if visit in self.drivers.lines[row].lane.visits and visit is not None:
                self.visit_asked.emit(visit.visit_id)
            else:
                self.lane_asked.emit(self.drivers.lines[row].lane)
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Point at no visit of another driver."""
        super().currentChanged(current, previous)
        self.viewport().update()  # a lane is framed as a whole
        self._point_at(None)

    def _step(self, row: int, step: int) -> None:
        visits, pointed = self.drivers.lines[row].lane.visits, self.lanes.pointed
        here = visits.index(pointed) if pointed in visits else len(visits) if step < 0 else -1
        if 0 <= here + step < len(visits):
            self._point_at(visits[here + step])

    def _point_at(self, visit: VisitPlace | None) -> None:
        """Show the card of a visit, and read it to screen readers; None ends that."""
        if visit != self.lanes.pointed:
            self.lanes.pointed = visit
            self.viewport().update()
            self._show_card()

    def _show_card(self) -> None:
        visit = self.lanes.pointed
        lines = self.drivers.words.visit(visit) if visit is not None else []
        self.setAccessibleDescription(". ".join(lines))
        if visit is None or not (self.isVisible() and self.isActiveWindow()):
            QToolTip.hideText()
            return
        row = next(nth for nth, one in enumerate(self.drivers.lines) if visit in one.lane.visits)
        room = self.visualRect(self.drivers.index(row, HOURS))
        at = QPoint(round(self.lanes.scale.at(visit.closed_at, room)), room.center().y() + scaled(_BELOW))
        QToolTip.showText(self.viewport().mapToGlobal(at), "".join(map(tool_tip, lines)), self)
