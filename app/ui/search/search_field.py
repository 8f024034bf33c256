"""The search field: words are searched as they are typed, a pasted or dropped list of numbers is looked up."""

import re

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
from PySide6.QtWidgets import QLineEdit, QMenu

from app.domain.folding import plain_identifier
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled

MOST_NUMBERS = 5000
"""The most numbers that can be searched at once."""

_BETWEEN = re.compile(r"[\t,;\r\n\v\f\x85\u2028\u2029]+")
_TYPED = re.compile(r"(?<=\d{6}) +(?=\d{6})|(?<=\d{10}) +(?=\d)")
"""Between two numbers, and not within a telephone number."""
_BULLET = re.compile(r"(?:[•‣◦▪●·–—]\s*|[*-]\s+)+")
_QUOTES = "\"'`“”„«»\u2018\u2019"
_IDENTIFIER = re.compile(r"(?=\S*\d)\S+")
_MODEST = 140
_AROUND = 46  # width around the text: the icon and the margins


def pasted_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers of a list, each once; empty if the text is no list but words to search for.

    Several lines or cells are always a list; what is no number is reported as not found. On one line, commas and
    semicolons make a list only of what looks like numbers, since addresses have commas too. Quotes around a number,
    the apostrophe that makes a cell a text, and bullets do not count.
    """
    parts = map(_number, _BETWEEN.split(text.replace("\0", "")))
    numbers: dict[str, str] = {}
    for part in filter(None, parts):
        numbers.setdefault(part.lower(), part)
    found = tuple(numbers.values())
    is_cells = "\t" in text.strip() or len(text.strip().splitlines()) > 1
    is_list = len(found) > 1 and (is_cells or all(_IDENTIFIER.fullmatch(one) for one in found))
    return found if is_list else ()


def _number(part: str) -> str:
    plain = plain_identifier(part)
    bullet = _BULLET.match(plain)
    bare = plain[bullet.end() if bullet else 0 :].strip(_QUOTES)
    return " ".join(plain_identifier(bare).split())


class SearchField(QLineEdit):
    """A line edit that recognizes lists of numbers; Qt would join them to one long line."""

    words_changed = Signal(str)
    """The user typed something else."""
    list_pasted = Signal(object)
    """The numbers of a list, a tuple of texts."""
    rows_asked = Signal()
    """The user wants the keyboard in the rows that were found."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._hints: tuple[str, ...] = ()
        self._is_showing = False
        self.setClearButtonEnabled(True)
        self._picture = QAction(icon("search", theme.faint), "", self)
        self.addAction(self._picture, QLineEdit.ActionPosition.LeadingPosition)
        self.textChanged.connect(self._follow_text)

    def show_words(self, words: str) -> None:
        """Show the words that are searched for."""
        if words != self.text():
            self._is_showing = True  # blocked signals would leave the field's clear button as it was
            self.setText(words)
            self._is_showing = False

    @Slot(str)
    def _follow_text(self, words: str) -> None:
        if not self._is_showing:
            self.words_changed.emit(words)

    def use_hints(self, *hints: str) -> None:
        """Use the first of these placeholder texts that fits, else the last."""
        self._hints = hints
        self._show_hint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the placeholder that fits; a narrow field leaves the room of the icon to the words."""
        super().resizeEvent(event)
        self._picture.setVisible(event.size().width() >= scaled(_MODEST))
        self._show_hint()

    def _show_hint(self) -> None:
        fits = (one for one in self._hints if self.fontMetrics().horizontalAdvance(one) <= self.width() - _AROUND)
        self.setPlaceholderText(next(fits, "".join(self._hints[-1:])))

    def sizeHint(self) -> QSize:
        """Return a small width; the layout gives it what is left."""
        return QSize(scaled(_MODEST), super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste a list as a list, take one that was typed on Enter; go to the rows on the down arrow."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Down:
            self.rows_asked.emit()
        elif is_enter and self._take(_TYPED.sub(",", self.text())):
            event.accept()
        elif not (event.matches(QKeySequence.StandardKey.Paste) and self._take(QGuiApplication.clipboard().text())):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Paste a list as a list by the middle button."""
        clipboard = QGuiApplication.clipboard()
        is_paste = event.button() is Qt.MouseButton.MiddleButton and clipboard.supportsSelection()
        if not (is_paste and self._take(clipboard.text(clipboard.Mode.Selection))):
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.exec(event.globalPos())

    def menu(self) -> QMenu:
        """Return Qt's menu, whose Paste recognizes lists."""
        menu = self.createStandardContextMenu()
        paste = next((one for one in menu.actions() if one.objectName() == "edit-paste"), None)
        if paste is not None:
            paste.triggered.disconnect()
            paste.triggered.connect(self._paste)
        return menu

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept any text."""
        if event.mimeData().hasText():
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept any text."""
        if event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Look up a list; any other text replaces what was typed."""
        text = event.mimeData().text()
        if not self._take(text):
            self.selectAll()
            self.insert(" ".join(text.split()))
        event.setDropAction(Qt.DropAction.CopyAction)  # the source keeps the text
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
