"""The fields of a follow-up, and a button for what is done once."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QPushButton, QSizePolicy, QWidget

from app.domain.calls.reasons import Reasons
from app.domain.follow_ups import LONGEST_NOTE, NEXT_STEP_TEXTS, NextStep
from app.domain.texts import Say
from app.ui.widgets.labels import name_field
from app.ui.widgets.wheel_guard import keep_from_wheel

_NOTHING = "\N{EM DASH}"
_LINES = 3
_PADDING = 14


class Choice(QComboBox):
    """A choice of one word or none. The wheel scrolls the pane, so that it changes no value unnoticed."""

    def __init__(self, name: str, words: Mapping[str, str], as_it_is: str = "", parent: QWidget | None = None) -> None:
        """Offer `words` by their codes, `—` for none, and first `as_it_is` for no change, if it is given."""
        super().__init__(parent)
        if as_it_is:
            self.addItem(as_it_is, None)
        self.addItem(_NOTHING, "")
        for code, word in words.items():
            self.addItem(word, code)
        self._offered = self.count()
        name_field(self, name)
        keep_from_wheel(self)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(1)  # it may be as narrow as its pane
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def code(self) -> str:
        """The chosen code; empty for none and for no change."""
        return str(self.currentData() or "")

    @property
    def is_as_it_is(self) -> bool:
        """Whether nothing is to be changed."""
        return self.currentData() is None

    def show_code(self, code: str | None, word: str = "") -> None:
        """Show a choice, unless the user has the list open; `word` is the text of one that is not offered any more."""
        if self.view().isVisible():
            return
        if self.count() > self._offered:
            self.removeItem(self._offered)
        if code and self.findData(code) < 0:
            self.addItem(word or code, code)
        self.setCurrentIndex(self.findData(code or ""))


def reason_choice(name: str, reasons: Reasons, say: Say, as_it_is: str = "") -> Choice:
    """Return a field for the reason of the failure."""
    return Choice(name, reasons.names(say), as_it_is)


def step_choice(name: str, say: Say, as_it_is: str = "") -> Choice:
    """Return a field for the next step."""
    return Choice(name, {step.value: say(NEXT_STEP_TEXTS[step]) for step in NextStep}, as_it_is)


class OneClickButton(QPushButton):
    """A button that ignores the second click of a double click: by then another row would be shown."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore a double click."""
        event.accept()


class NoteField(QPlainTextEdit):
    """A text of a few lines. Tab leaves it; Ctrl+Enter completes the text, as leaving the field does."""

    completed = Signal()
    entered = Signal()
    """The text was completed by the key."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + _PADDING)
        self.textChanged.connect(self._shorten)

    def sizeHint(self) -> QSize:
        """Return the height of its lines, also where it may be higher."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    @property
    def text(self) -> str:
        """The text without surrounding blanks."""
        return self.toPlainText().strip()

    @property
    def is_changed(self) -> bool:
        """Whether the text changed since it was shown or completed."""
        return self.document().isModified()

    def show_text(self, text: str) -> None:
        """Replace the text."""
        if text != self.text:
            self.setPlainText(text)
        self.accept_text()

    def accept_text(self) -> None:
        """Treat the text as unchanged."""
        self.document().setModified(False)

    @Slot()
    def _shorten(self) -> None:
        """Cut the text to the length that can be stored."""
        text = self.toPlainText()
        if len(text) > LONGEST_NOTE:
            cursor = self.textCursor()
            cursor.setPosition(len(text[:LONGEST_NOTE].encode("utf-16-le")) // 2)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def event(self, event: QEvent) -> bool:
        """Claim Ctrl+Enter, which is also a shortcut of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _completes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Complete the text on Ctrl+Enter."""
        if _completes(event):
            self.completed.emit()
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Complete the text when the focus goes to another field or window, but not to the field's own menu."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.completed.emit()


def _completes(event: QKeyEvent) -> bool:
    is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return is_enter and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
