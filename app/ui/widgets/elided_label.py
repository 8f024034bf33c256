"""A label of one line that may be narrower than its text."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.ui.widgets.labels import tool_tip


class ElidedLabel(QLabel):
    """Shows as much of a plain text as fits; the tool tip holds the whole.

    A plain label would keep its window as wide as its text, such as the path of an exported file.
    """

    def __init__(self, *, tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if tone:
            self.setProperty("tone", tone)

    def show_text(self, text: str) -> None:
        """Show a text; an empty one shows nothing."""
        self.setText(text)
        self.setToolTip(tool_tip(text))

    def minimumSizeHint(self) -> QSize:
        """Return the size of an empty line."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        content = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, content.width())
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(content, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), shown)
