"""Bars of values and of parts of a whole."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.domain.contract.statuses import State
from app.domain.views.report import OUTCOMES, Tally
from app.ui.appearance.theme import Theme, line_height, scaled
from app.ui.widgets.labels import tool_tip

Parts = Sequence[float]
"""The amount of each outcome, in the order of `OUTCOMES`."""
_FAILED = 1
_ROUNDING = 4
_LEAST = 2.0
"""The least width in pixels of a part that is not 0."""
_BAR = 12
_BELOW = 8
_MARK = 10
_MARK_GAP = 6
_LINE = 22
_GAP = 20


def part_colors(theme: Theme) -> list[str]:
    """Return the colours of the parts, in their order; what is still open is pale."""
    return [theme.thumb if one is State.ON_ITS_WAY else theme.states[one].foreground for one in OUTCOMES]


def paint_parts(painter: QPainter, room: QRectF, parts: Parts, theme: Theme) -> list[QRectF]:
    """Paint a bar that fills `room`, and return the rectangle of each part."""
    whole = sum(parts)
    widths = [max(room.width() * part / whole, _LEAST) if part > 0 else 0.0 for part in parts] if whole > 0 else [0.0]
    scale = room.width() / max(sum(widths), 1.0)
    outline = QPainterPath()
    outline.addRoundedRect(room, min(room.height() / 2, _ROUNDING), min(room.height() / 2, _ROUNDING))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(outline)
    painter.fillRect(room, QColor(theme.line))
    places: list[QRectF] = []
    left = room.left()
    for nth, width in enumerate(widths):
        place = QRectF(left, room.top(), width * scale, room.height())
        paint_mark(painter, place, nth, theme)
        if width and left > room.left():
            painter.fillRect(QRectF(left, room.top(), 1, room.height()), QColor(theme.surface))
        left = place.right()
        places.append(place)
    painter.restore()
    return places


def paint_mark(painter: QPainter, room: QRectF, nth: int, theme: Theme) -> None:
    """Paint a part: its colour, and the hatching if it failed."""
    painter.fillRect(room, QColor(part_colors(theme)[nth]))
    if nth == _FAILED:
        hatch = QColor(theme.surface)
        hatch.setAlpha(110)
        painter.fillRect(room, QBrush(hatch, Qt.BrushStyle.BDiagPattern))


class ValueBar(QWidget):
    """Shows the bar and its amounts; it does not take the keyboard."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._parts: Parts = Tally().values
        self._words: list[str] = []
        self._places: list[QRectF] = []
        self._bar, self._mark, self._line = scaled(_BAR), scaled(_MARK), line_height(_LINE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Declared value"))

    @property
    def words(self) -> list[str]:
        """The text of each part."""
        return self._words

    def show_value(self, tally: Tally, words: list[str]) -> None:
        """Show the amounts, with a text for each part and for the total."""
        self._parts = tally.values
        self._words = words
        self.setAccessibleDescription(", ".join(words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the bar and of the lines under it."""
        lines = max((line for line, _ in self._placed(self.width())), default=0) + 1
        return QSize(400, self._bar + _BELOW + self._line * lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use more lines if it is narrow."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Show a tooltip for the part under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = QPointF(event.pos())
            texts = [text for place, text in zip(self._places, self._words, strict=False) if place.contains(at)]
            if texts:
                QToolTip.showText(event.globalPos(), tool_tip(texts[0]), self)
                return True
            QToolTip.hideText()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar and the amounts."""
        with QPainter(self) as painter:
            self._places = paint_parts(painter, QRectF(0, 0, self.width(), self._bar), self._parts, self._theme)
            baseline = (self._line + QFontMetricsF(self.font()).capHeight()) / 2
            painter.setPen(QColor(self._theme.text))
            for nth, (line, left) in enumerate(self._placed(self.width())):
                top = self._bar + _BELOW + line * self._line
                has_mark = nth < len(self._parts)
                if has_mark:
                    side = self._mark
                    paint_mark(painter, QRectF(left, top + (self._line - side) / 2, side, side), nth, self._theme)
                at = left + self._mark + _MARK_GAP if has_mark else left
                painter.drawText(QPointF(at, top + baseline), self._words[nth])

    def _placed(self, width: int) -> list[tuple[int, float]]:
        """Return the line number and the left edge of each text."""
        metrics = QFontMetricsF(self.font())
        line, left, placed = 0, 0.0, []
        for text in self._words:
            needed = metrics.horizontalAdvance(text) + self._mark + _MARK_GAP
            if left and left + needed > width:
                line, left = line + 1, 0.0
            placed.append((line, left))
            left += needed + _GAP
        return placed
