"""Labels and buttons that break a word which is too wide, such as a long number, where Qt's own would cut it."""

from math import ceil

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from app.ui.appearance.broken_text import broken, lay_out

_LAYOUTS_KEPT = 2
_LEAST = "0" * 14
"""What is always in one line, as long as it is no longer than this; so are nearly all words."""


class WrappingLabel(QLabel):
    """A plain text; where it wraps, a word that is too wide is broken, after a dot or the like, if there is one.

    Selecting and copying gives the text itself, without characters to break it.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of: tuple[object, ...] = ()
        self._widest = 0
        self._layouts: dict[int, QTextLayout] = {}
        self.line_width: int | None = None
        """If it asks for one line, the least width of that; otherwise it asks for the lines that Qt likes."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:
        """Return the size that it asks for; it may get a smaller width and a larger height."""
        hint = super().sizeHint()
        if self.line_width is not None:
            hint.setWidth(max(self.fontMetrics().size(0, self.text()).width(), self.line_width))
        return hint

    def minimumSizeHint(self) -> QSize:
        """Return a width that a longer word does not widen."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), _least(self)), hint.height()) if self.wordWrap() else hint

    def heightForWidth(self, width: int) -> int:
        """Return the height of the whole text at a width."""
        margins = self.contentsMargins()
        room = width - margins.left() - margins.right()
        if self._fits(room):
            return super().heightForWidth(width)
        return _height(self._laid_out(room)) + margins.top() + margins.bottom()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the broken text with its selection."""
        content = self.contentsRect()
        if self._fits(content.width()):
            super().paintEvent(event)
            return
        layout = self._laid_out(content.width())
        size = QSize(content.width(), _height(layout))
        place = QStyle.alignedRect(self.layoutDirection(), self.alignment(), size, content)
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
            layout.draw(painter, QPointF(place.topLeft()), chosen)

    def _fits(self, width: int) -> bool:
        """Return whether no word has to be broken."""
        self._look()
        return not self.wordWrap() or self._widest <= width

    def _look(self) -> None:
        """Forget what was laid out of another text, or in another font."""
        of = self.text(), self.font().key(), self.devicePixelRatio(), self.logicalDpiY()
        if self._of != of:
            self._of, self._layouts = of, {}
            self._widest = max(map(self.fontMetrics().horizontalAdvance, self.text().split()), default=0)

    def _laid_out(self, width: int) -> QTextLayout:
        """Return the text laid out at a width; cached, since Qt asks for the height many times before it paints.

        Two widths are cached: Qt asks alternately for the present and the next one.
        """
        self._look()
        layout = self._layouts.pop(width, None) or lay_out(self.text(), self.font(), width, self, self.alignment())
        self._layouts = dict([*self._layouts.items(), (width, layout)][-_LAYOUTS_KEPT:])
        return layout


class WrappingButton(QPushButton):
    """A button whose text takes several lines where it has no room in one."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text.replace("&", "&&"), parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:
        """Return a width that a longer text does not widen."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._around() + _least(self)), hint.height())

    def heightForWidth(self, width: int) -> int:
        """Return the height of the whole text at a width."""
        return self.sizeHint().height() + (len(self._lines(width)) - 1) * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with its lines."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self._lines(self.width())).replace("&", "&&")
        with QPainter(self) as painter:
            self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)

    def _around(self) -> int:
        """Return the width of what is beside the text."""
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, self.text())
        return self.sizeHint().width() - text.width()

    def _lines(self, width: int) -> list[str]:
        text = self.text().replace("&&", "&")
        if width >= self.sizeHint().width():
            return [text]
        return broken(text, self.font(), max(width - self._around(), 1), self)


def _least(widget: QWidget) -> int:
    return widget.fontMetrics().horizontalAdvance(_LEAST)


def _height(layout: QTextLayout) -> int:
    return ceil(layout.boundingRect().height())
