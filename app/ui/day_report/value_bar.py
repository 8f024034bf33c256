"""The declared value of a day: a bar of how its parcels ended, with the amounts under it."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.domain.views.report import Tally
from app.ui.appearance.theme import Theme, line_height, scaled
from app.ui.day_report.part_bars import Parts, paint_mark, paint_parts
from app.ui.widgets.labels import tool_tip

_BAR = 12
_BELOW = 8
_MARK = 10
_MARK_GAP = 6
_LINE = 22
_GAP = 20


class ValueBar(QWidget):
    """Shows the bar and its amounts; it does not take the keyboard."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
