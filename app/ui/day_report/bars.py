"""Bars of the parts of a whole, and the bar of the day, whose parts lead to their rows."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.domain.contract.statuses import State
from app.domain.views.report import OUTCOMES, Tally
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import Theme, line_height, scaled
from app.ui.day_report.day_words import DayWords
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.layouts import in_column

_ROUNDING = 5
_LEAST = 3.0
"""The least width in pixels of a part that is not 0."""
_BETWEEN = 1.0
_BAR = 28
_MARK = 10
_GAP = 6
_LINE = 24


def part_color(theme: Theme, outcome: State) -> str:
    """Return the colour of a part; what is out for delivery has an outline as well."""
    return {
        State.DELIVERED: theme.good_fill,
        State.EXCEPTION: theme.bad_fill,
        State.PICKUP: theme.warn_fill,
        State.ON_ITS_WAY: theme.accent_bg,
        State.OTHER: theme.control,
    }[outcome]


def part_rooms(room: QRectF, parts: Sequence[float]) -> list[QRectF]:
    """Return the rectangles of the parts of a bar that fills a room, which have the order of `OUTCOMES`."""
    whole = sum(parts)
    widths = [max(room.width() * part / whole, _LEAST) if part > 0 else 0.0 for part in parts] if whole > 0 else []
    scale, left, rooms = room.width() / max(sum(widths), 1.0), room.left(), []
    for width in widths:
        rooms.append(QRectF(left, room.top(), width * scale, room.height()))
        left = rooms[-1].right()
    return rooms


def paint_parts(painter: QPainter, room: QRectF, parts: Sequence[float], theme: Theme) -> None:
    """Paint a bar that fills a room."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for outcome, place in zip(OUTCOMES, part_rooms(room, parts), strict=False):
        if place.width():
            paint_mark(painter, place.adjusted(0, 0, -_BETWEEN, 0), outcome, theme)
    painter.restore()


def paint_mark(painter: QPainter, room: QRectF, outcome: State, theme: Theme) -> None:
    """Paint a part: its colour, the hatching if it failed, the outline if it is out for delivery."""
    rounding = min(room.height() / 4, room.width() / 4, _ROUNDING)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(part_color(theme, outcome)))
    if outcome is State.ON_ITS_WAY:
        painter.setPen(QPen(QColor(theme.way_edge), 1))
        room = room.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(room, rounding, rounding)
    if outcome is State.EXCEPTION:
        paint_hatching(painter, room, theme)


def paint_hatching(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Paint what tells failures from the rest without their colour."""
    hatch = QColor(theme.surface)
    hatch.setAlpha(110)
    painter.fillRect(room, QBrush(hatch, Qt.BrushStyle.BDiagPattern))


class _Part(QAbstractButton):
    """An entry of the legend: a click, Enter or the space bar leads to the rows of its outcome."""

    def __init__(self, outcome: State, theme: Theme) -> None:
        super().__init__()
        self.outcome, self._theme = outcome, theme
        self._words = ("", "", "")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._bold = QFont(self.font())
        self._bold.setWeight(QFont.Weight.DemiBold)

    def show_count(self, name: str, count: str, share: str) -> None:
        """Show how many parcels ended so."""
        self._words = (name, count, share)
        self.setText(f"{name}: {count} ({share})" if share else f"{name}: {count}")
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of all words."""
        width = sum(QFontMetricsF(font).horizontalAdvance(text) + _GAP for text, font in self._texts())
        return QSize(int(width) + scaled(_MARK) + 2 * _GAP, line_height(_LINE))

    def _texts(self) -> list[tuple[str, QFont]]:
        return list(zip(self._words, (self.font(), self._bold, self.font()), strict=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mark and the words, framed under the pointer."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.hasFocus() or self.underMouse():
                painter.setPen(QPen(QColor(self._theme.accent if self.hasFocus() else self._theme.edge), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), _ROUNDING, _ROUNDING)
            side = scaled(_MARK)
            paint_mark(painter, QRectF(_GAP, (self.height() - side) / 2, side, side), self.outcome, self._theme)
            left = float(_GAP + side + _GAP)
            colors = (self._theme.text, self._theme.text, self._theme.dim)
            for (text, font), color in zip(self._texts(), colors, strict=True):
                painter.setFont(font)
                painter.setPen(QColor(color))
                metrics = QFontMetricsF(font)
                painter.drawText(QPointF(left, (self.height() + metrics.capHeight()) / 2), text)
                left += metrics.horizontalAdvance(text) + _GAP


class _Bar(QWidget):
    """The bar itself; the keyboard has the legend."""

    clicked = Signal(object)
    """The `State` of a part."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counts: Sequence[int] = ()
        self.setFixedHeight(scaled(_BAR))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_parts(self, counts: Sequence[int], words: str) -> None:
        """Show the parts, of which screen readers get the words."""
        self._counts = counts
        self.setAccessibleName(words)
        self.update()

    def part_at(self, at: QPointF) -> int | None:
        """Return which part is at a point."""
        rooms = part_rooms(QRectF(self.rect()), self._counts)
        return next((nth for nth, room in enumerate(rooms) if room.width() and room.contains(at)), None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the rows of the part that was clicked."""
        nth = self.part_at(event.position())
        if nth is not None and event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit(OUTCOMES[nth])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts."""
        with QPainter(self) as painter:
            paint_parts(painter, QRectF(self.rect()), self._counts, self._theme)


class DayBar(QWidget):
    """All parcels of the day by outcome, with a legend; each part leads to its rows."""

    outcome_asked = Signal(object)
    """A `State`."""

    def __init__(self, words: DayWords, theme: Theme) -> None:
        super().__init__()
        self._words = words
        self.bar = _Bar(theme)
        self.parts = {outcome: _Part(outcome, theme) for outcome in OUTCOMES}
        legend = QWidget()
        flow = FlowLayout(legend, margin=0, spacing=8)
        in_column(self.bar, legend, on=self, margins=0, spacing=4)
        self.bar.clicked.connect(self.outcome_asked)
        for outcome, part in self.parts.items():
            part.clicked.connect(lambda _checked=False, outcome=outcome: self.outcome_asked.emit(outcome))
            flow.addWidget(part)

    def show_tally(self, tally: Tally, formats: Formats, *, is_known: bool) -> None:
        """Show the parts; a 0 is unknown where the day was never loaded."""
        for (outcome, part), count in zip(self.parts.items(), tally.counts, strict=True):
            text = formats.count(count, is_known=is_known)
            part.show_count(self._words.outcome(outcome), text, formats.percent(count, tally.total))
        self.bar.show_parts(tally.counts, ", ".join(part.text() for part in self.parts.values()))
