"""Layouts that follow the room there is: lines that wrap, and a scrolled area."""

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLayout, QLayoutItem, QScrollArea, QWidget

_LEAST = 96


class FlowLayout(QLayout):
    """Places items from left to right, vertically centred in their line; its height follows from its width.

    An item that is wider than the layout gets the width of the layout.
    """

    def __init__(self, parent: QWidget, *widgets: QWidget, margin: int, spacing: int) -> None:
        """Lay out a widget, at first with these widgets."""
        super().__init__(parent)
        self.elides = False
        """Whether an item that can be narrower is so rather than in a line of its own."""
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # of widths, as Qt asks for the same ones over and over
        self.setContentsMargins(QMargins(margin, margin, margin, margin))
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

    def clear(self, kept: int = 0) -> None:
        """Remove and delete all widgets but the first few."""
        while len(self._items) > kept:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that it does not expand."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height for a width."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        """Forget what was measured; Qt calls it when an item's size, text or visibility changes."""
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        """Arrange the items."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the size of the widest item with its margins."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the widest item with its margins."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        content = rect.marginsRemoved(self.contentsMargins())
        x, y, line = content.x(), content.y(), 0
        beside: list[tuple[QLayoutItem, QRect]] = []
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), content.width()))
            room = content.right() + 1 - x
            if self.elides and item.minimumSize().width() <= room:
                size.setWidth(min(size.width(), room))
            if item.hasHeightForWidth():
                size.setHeight(item.heightForWidth(size.width()))
            if x > content.x() and size.width() > room:
                _centre(beside, line, move=move)
                x, y, line, beside = content.x(), y + line + self.spacing(), 0, []
            beside.append((item, QRect(QPoint(x, y), size)))
            x += size.width() + self.spacing()
            line = max(line, size.height())
        _centre(beside, line, move=move)
        return y + line - rect.y() + self.contentsMargins().bottom()


def _centre(beside: list[tuple[QLayoutItem, QRect]], height: int, *, move: bool) -> None:
    """Centre the items of a line vertically."""
    for item, rect in beside if move else ():
        item.setGeometry(rect.translated(0, (height - rect.height()) // 2))


class FlowingPage(QWidget):
    """A page whose bars take as many lines as they need in its present width."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height in another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return a height for all lines of the bars."""
        least, layout = super().minimumSizeHint(), self.layout()
        high = layout.totalMinimumHeightForWidth(self.width()) if layout is not None else 0
        return QSize(least.width(), max(least.height(), high))


class PlainArea(QScrollArea):
    """Scrolls its content up and down alone, without a frame, and takes no focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out the content in its present size: one that is resized within its own show event keeps its layout."""
        super().showEvent(event)
        content = self.widget()
        if (
            content is not None
            and (layout := content.layout()) is not None
            and layout.geometry() != content.contentsRect()
        ):
            layout.setGeometry(content.contentsRect())


class ContentArea(PlainArea):
    """Is as large as its content where there is room."""

    def __init__(self, parent: QWidget | None = None, *, least: int = _LEAST) -> None:
        """Make it; `least` is the least height in which it scrolls a higher content, in pixels."""
        super().__init__(parent)
        self._least = least

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
