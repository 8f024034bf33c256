"""The dialog for the follow-up of several failed deliveries."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.domain.calls.reasons import Reasons
from app.domain.follow_ups import AS_IS, LONGEST_NOTE, NEXT_STEP_TEXTS, FollowUpEdit, NextStep
from app.domain.texts import Say
from app.ui.appearance.theme import scaled
from app.ui.widgets.fitted_dialog import KeepFitted, scaled_room
from app.ui.widgets.labels import name_field, plain_label
from app.ui.widgets.layouts import in_column
from app.ui.widgets.wheel_guard import keep_from_wheel

_NOTHING = "\N{EM DASH}"
_LINES = 3
_PADDING = 14
_BESIDE_WORD = 24
_AROUND = 23
"""Pixels above and below the lines of a field that shows all of them."""


class Choice(QComboBox):
    """A choice of one word or none. The wheel scrolls the pane, so that it changes no value unnoticed."""

    def __init__(self, name: str, words: Mapping[str, str], as_it_is: str = "", nothing: str = _NOTHING) -> None:
        """Offer `words` by their codes, `nothing` for none, and first `as_it_is` for no change, if it is given."""
        super().__init__()
        self.icon_of: Callable[[str], QIcon] = lambda _code: QIcon()
        """Returns what stands before a word, by its code."""
        if as_it_is:
            self.addItem(as_it_is, None)
        self.addItem(nothing, "")
        self._first = self._offered = self.count()
        self.offer(words)
        name_field(self, name)
        keep_from_wheel(self)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(1)  # it may be as narrow as its pane
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def offer(self, words: Mapping[str, str]) -> None:
        """Offer these words by their codes, unless the user has the list open."""
        if self.view().isVisible():
            return
        while self.count() > self._first:
            self.removeItem(self._first)
        for code, word in words.items():
            self.addItem(self.icon_of(code), word, code)
        self._offered = self.count()

    def showPopup(self) -> None:
        """Open the list, as wide as its longest word: the field itself may be narrower."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + scaled(_BESIDE_WORD))
        super().showPopup()

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
            self.addItem(self.icon_of(code), word or code, code)
        self.setCurrentIndex(self.findData(code or ""))


def reason_choice(name: str, reasons: Reasons, say: Say, as_it_is: str = "", nothing: str = _NOTHING) -> Choice:
    """Return a field for the reason of the failure."""
    return Choice(name, reasons.names(say), as_it_is, nothing)


def step_choice(name: str, say: Say, as_it_is: str = "", nothing: str = _NOTHING) -> Choice:
    """Return a field for the next step."""
    return Choice(name, {step.value: say(NEXT_STEP_TEXTS[step]) for step in NextStep}, as_it_is, nothing)


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

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + _PADDING)
        self.textChanged.connect(self._shorten)

    def grow(self, most: int) -> None:
        """Begin with one line, and grow with the text up to this many."""

        def fit(size: QSizeF) -> None:
            """Take as many lines; a document of plain text counts them as its height."""
            lines = min(max(round(size.height()), 1), most)
            self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + _AROUND)

        layout = self.document().documentLayout()
        layout.documentSizeChanged.connect(fit)
        fit(layout.documentSize())

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


class FollowUpDialog(QDialog):
    """Asks for one edit of all of them, and acknowledges them; it stays open until that is saved."""

    edited = Signal(object)
    """The `FollowUpEdit` to save; it is answered by `accept` or `show_problem`."""

    def __init__(self, about: str, action: str, reasons: Reasons, say: Say, parent: QWidget) -> None:
        """Ask about rows such as `12 shipments`; `action` is what the main button does with so many."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Acknowledge"))
        self.setMinimumWidth(scaled_room(self, 440).width())
        as_it_is = self.tr("As it is")
        self.reason: Choice = reason_choice(self.tr("Reason"), reasons, say, as_it_is)
        self.step: Choice = step_choice(self.tr("Next step"), say, as_it_is)
        self.called = QComboBox()
        for text, is_called in ((as_it_is, AS_IS), (self.tr("Yes"), True), (self.tr("No"), False)):
            self.called.addItem(text, is_called)
        keep_from_wheel(self.called)
        self.note = NoteField(self.tr("Note"))
        self.note.setPlaceholderText(as_it_is)
        self._problem = plain_label(tone="bad")
        self._problem.hide()
        self.acknowledge = QPushButton(action)
        self.acknowledge.setProperty("primary", True)
        self.acknowledge.setDefault(True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._buttons.addButton(self.acknowledge, QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self._ask)
        self._buttons.rejected.connect(self.reject)
        self.note.entered.connect(self._ask)
        KeepFitted(self)
        self._lay_out(about)

    def _lay_out(self, about: str) -> None:
        name_field(self.called, self.tr("Called"))
        form = QGridLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.setColumnStretch(1, 1)
        for row, field in enumerate((self.reason, self.step, self.called, self.note)):
            label = plain_label(field.accessibleName(), wraps=False)
            label.setBuddy(field)
            label.setMinimumHeight(self.reason.sizeHint().height())
            form.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            form.addWidget(field, row, 1)
        in_column(
            plain_label(about, heading="title"),
            form,
            self._problem,
            self._buttons,
            on=self,
            margins=(20, 16, 20, 16),
            spacing=16,
        )
        self.reason.setFocus()

    @Slot()
    def _ask(self) -> None:
        if not self.acknowledge.isEnabled():
            return
        self.acknowledge.setEnabled(False)
        self._problem.hide()
        reason, step = self.reason, self.step
        self.edited.emit(
            FollowUpEdit(
                reason=AS_IS if reason.is_as_it_is else reason.code or None,
                note=self.note.text or AS_IS,
                is_called=self.called.currentData(),
                next_step=AS_IS if step.is_as_it_is else NextStep(step.code) if step.code else None,
                is_acknowledged=True,
            )
        )

    def reject(self) -> None:
        """Close without saving, unless it is being saved."""
        if self.acknowledge.isEnabled():
            super().reject()

    def show_problem(self, problem: str) -> None:
        """Show why it could not be saved; the choice stays, and can be saved again."""
        self.acknowledge.setEnabled(True)
        self._problem.setText(problem)
        self._problem.show()
