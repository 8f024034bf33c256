"""The title of the first column, which stays in sight while the others are scrolled."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.tables.columns_header import ColumnsHeader


class FrozenTitle(QWidget):
    """Lies over the header; it is of the header, since Qt would scroll what lies on the viewport."""

    def __init__(self, header: ColumnsHeader) -> None:
        super().__init__(header)
        self._header = header
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()
        header.arranged.connect(self.follow)
        header.model().headerDataChanged.connect(self.update)

    @Slot()
    def follow(self) -> None:
        """Take the place of the title if it is scrolled away."""
        width = self._header.frozen_width()
        self.setVisible(width > 0)
        self.setGeometry(0, 0, width, self._header.height())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the title as the header does."""
        with QPainter(self) as painter:
            self._header.paintSection(painter, self.rect(), self._header.shown_places()[0])
            painter.setPen(self.palette().color(self.palette().ColorRole.Mid))
            painter.drawLine(self.rect().topRight(), self.rect().bottomRight())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Sort by the column; with Ctrl by this one as well."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            further = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._header.sort_by(self._header.shown_places()[0], further=further)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the column."""
        self._header.menu(self._header.shown_places()[0]).exec(event.globalPos())
