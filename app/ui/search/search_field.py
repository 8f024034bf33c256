"""The field to search in: what is typed is searched for, and a list that is pasted or dropped is looked up as one."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from app.ui.search.pasted_list import pasted_numbers
from app.ui.widgets.icons import icon
from app.ui.widgets.theme import Theme

_MODEST = 140
_AROUND = 46  # what stands around the text: the icon and the edges


class SearchField(QLineEdit):
    """A line to type into. By itself Qt would make one long line of a list."""

    words_changed = Signal(str)
    """The user typed something else."""
    list_pasted = Signal(object)
    """The numbers of a list, a tuple of texts."""
    rows_asked = Signal()
    """The keyboard is to go on to the rows that were found."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hints: tuple[str, ...] = ()
        self._is_showing = False
        self.setClearButtonEnabled(True)
        self.addAction(QAction(icon("search", theme.faint), "", self), QLineEdit.ActionPosition.LeadingPosition)
        self.textChanged.connect(self._follow_text)

    def show_words(self, words: str) -> None:
        """Show what is searched for."""
        if words != self.text():
            self._is_showing = True  # blocked signals would leave the field's clear button as it was
            self.setText(words)
            self._is_showing = False

    @Slot(str)
    def _follow_text(self, words: str) -> None:
        if not self._is_showing:
            self.words_changed.emit(words)

    def offer_hints(self, *hints: str) -> None:
        """Say what can be searched for, in the first of these texts that there is room for, else in the last."""
        self._hints = hints
        self._show_hint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say it in other words where there is more room, or less."""
        super().resizeEvent(event)
        self._show_hint()

    def _show_hint(self) -> None:
        fits = (one for one in self._hints if self.fontMetrics().horizontalAdvance(one) <= self.width() - _AROUND)
        self.setPlaceholderText(next(fits, "".join(self._hints[-1:])))

    def sizeHint(self) -> QSize:
        """Return a modest width: it takes what is left, and gives way first."""
        return QSize(_MODEST, super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste a list as a list; go on to the rows with the arrow that leads down."""
        if event.key() == Qt.Key.Key_Down:
            self.rows_asked.emit()
        elif not (event.matches(QKeySequence.StandardKey.Paste) and self._take(QGuiApplication.clipboard().text())):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Paste a list that is selected elsewhere, where the middle button pastes."""
        clipboard = QGuiApplication.clipboard()
        is_paste = event.button() is Qt.MouseButton.MiddleButton and clipboard.supportsSelection()
        if not (is_paste and self._take(clipboard.text(clipboard.Mode.Selection))):
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what Qt does, and paste a list as a list."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.exec(event.globalPos())

    def menu(self) -> QMenu:
        """Return Qt's menu, in which a list is pasted as a list."""
        menu = self.createStandardContextMenu()
        paste = next((one for one in menu.actions() if one.objectName() == "edit-paste"), None)
        if paste is not None:
            paste.triggered.disconnect()
            paste.triggered.connect(self._paste)
        return menu

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take any text."""
        if event.mimeData().hasText():
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take any text, wherever it is let go."""
        if event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take a list as a list, and any other text in place of what was typed."""
        text = event.mimeData().text()
        if not self._take(text):
            self.selectAll()
            self.insert(" ".join(text.split()))
        event.setDropAction(Qt.DropAction.CopyAction)  # whoever gave it keeps it
        event.accept()
        self.setFocus()

    def _paste(self) -> None:
        if not self._take(QGuiApplication.clipboard().text()):
            self.paste()

    def _take(self, text: str) -> bool:
        numbers = pasted_numbers(text)
        if numbers:
            self.list_pasted.emit(numbers)
        return bool(numbers)
