"""A scrolled area that is as high as its content where there is room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_LEAST = 96


class ContentArea(QScrollArea):
    """Scrolls its content up and down alone, and takes no focus; call `updateGeometry` when the content changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        return QSize(self.sizeHint().width(), min(_LEAST, self.sizeHint().height()))
