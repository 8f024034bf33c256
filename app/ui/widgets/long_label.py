"""A label for values without spaces, such as e-mail addresses and long ids."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_LAYOUTS_KEPT = 2
_BREAKS_AFTER = "@./_-"
"""Where a long word is broken if it can be: an e-mail address after its @ or a dot, an id after a hyphen."""


class LongLabel(QLabel):
    """Breaks a word that is too wide, where a plain label would cut it; after a dot or the like, if there is one.

    Selecting and copying gives the text itself, without characters to break it.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of: tuple[object, ...] = ()
        self._layouts: dict[int, QTextLayout] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """Return the size for the present width."""
        width = max(self.width(), 1)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the size of one line."""
        return QSize(1, self.fontMetrics().lineSpacing())

    def heightForWidth(self, width: int) -> int:
        """Return the height of the whole text at a width."""
        return round(self._laid_out(width).boundingRect().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the broken text with its selection."""
        if self._fits():
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            chosen = []
            if self.hasSelectedText():
                part = QTextLayout.FormatRange()
                part.start, part.length = self.selectionStart(), len(self.selectedText())
                part.format = QTextCharFormat()
                part.format.setBackground(self.palette().brush(QPalette.ColorRole.Highlight))
                part.format.setForeground(self.palette().brush(QPalette.ColorRole.HighlightedText))
                chosen = [part]
            self._laid_out(self.width()).draw(painter, QPointF(0, 0), chosen)

    def _fits(self) -> bool:
        words = self.text().split()
        return max(map(self.fontMetrics().horizontalAdvance, words), default=0) <= self.width()

    def _laid_out(self, width: int) -> QTextLayout:
        """Return the text laid out at a width; cached, since Qt asks for the height many times before it paints.

        Two widths are cached: Qt asks alternately for the present and the next one.
        """
        of = self.text(), self.font().key(), self.devicePixelRatio(), self.logicalDpiY()
        if self._of != of:
            self._of, self._layouts = of, {}
        layout = self._layouts.pop(width, None) or self._lay_out(width)
        self._layouts = dict([*self._layouts.items(), (width, layout)][-_LAYOUTS_KEPT:])
        return layout

    def _lay_out(self, width: int) -> QTextLayout:
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(self.text().replace("\n", "\u2028"), self.font(), self)
        layout.setTextOption(option)
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            columns = _columns_to_break(layout.text(), line.textStart(), line.textLength())
            if columns < line.textLength():
                line.setNumColumns(columns)
            line.setPosition(QPointF(0, height))
            height += line.height()
        layout.endLayout()
        return layout


def _columns_to_break(text: str, start: int, length: int) -> int:
    """Return how many characters a line should hold; fewer than fit if it would end in a word with a better place."""
    end = start + length
    if end >= len(text) or text[end - 1].isspace() or text[end].isspace():
        return length
    word = next((place + 1 for place in range(end - 1, start - 1, -1) if text[place].isspace()), start)
    best = next((place + 1 for place in range(end - 1, word, -1) if text[place] in _BREAKS_AFTER), end)
    return best - start
