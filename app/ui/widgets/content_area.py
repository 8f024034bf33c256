"""A scrolled area that is as high as its content where there is room."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_LEAST = 96


class ContentArea(QScrollArea):
    """Scrolls its content up and down alone, and takes no focus."""

    def __init__(self, parent: QWidget | None = None, *, least: int = _LEAST) -> None:
        """Make it; `least` is the least height in which it scrolls a higher content, in pixels."""
        super().__init__(parent)
        self._least = least
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        """Return the size of the content at the present width."""
        content = self.widget()
        layout = content.layout() if content is not None else None
        if layout is None:
            return super().sizeHint()
        least = layout.minimumSize().width()
        return QSize(least, layout.totalHeightForWidth(max(self.width(), least)))

    def minimumSizeHint(self) -> QSize:
        """Return the width of the content, and a height in which one can scroll."""
        return QSize(self.sizeHint().width(), min(self._least, self.sizeHint().height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another height when the content, which Qt lets it watch, needs one."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height in another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
