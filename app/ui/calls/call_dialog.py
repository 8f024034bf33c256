"""The guided queue of calls: one recipient at a time, worked through by keys."""

from collections.abc import Sequence

from PySide6.QtCore import QKeyCombination, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.calls.queue import CallGroup
from app.domain.calls.reasons import Reasons
from app.domain.calls.session import CallSession
from app.domain.phones import Phone
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import TextTone
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import Theme, scaled
from app.ui.calls.message_box import MessageBox, last_reason, values_of
from app.ui.calls.outcome_list import OutcomeList, ReminderField
from app.ui.calls.phone_line import PhoneLine
from app.ui.calls.recipient_view import CallWords, RecipientView
from app.ui.follow_up.follow_up_dialog import NoteField
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fitted_dialog import Scrolled
from app.ui.widgets.labels import plain_label, restyle

_WIDTH, _HEIGHT = 980, 640
_OUTCOMES_WIDTH = 268
_MOST_OUTCOMES = 0.4  # share of the dialog's width
_MARGIN = 48
"""Free pixels around the dialog on a small screen."""


class CallDialog(QDialog):
    """Shows the recipient of a session, and reports what the user did.

    Enter presses the button that has the keyboard, which is the first number at first, so that it dials. In a field it
    leads on to that number. 1 to 9 are the outcomes, W writes, the arrows to the right and left skip and return, F2
    goes to the note. In a text they are characters like any other; Esc leaves it.
    """

    outcome_chosen = Signal(object)
    """The `CallReason` of the call that was made."""
    skip_asked = Signal()
    back_asked = Signal()
    undo_asked = Signal()
    call_asked = Signal(object)
    """The `Phone` is to be dialled."""
    chat_asked = Signal(object, str)
    """The `Phone` is to get this message."""
    row_asked = Signal(object)
    """The `CallCase` is to be shown in its table."""
    reasons_asked = Signal()
    """The user wants to change reasons and messages."""
    earlier_toggled = Signal(bool)
    next_shown = Signal()
    """Another recipient is shown."""

    def __init__(self, reasons: Reasons, say: Say, formats: Formats, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Calls"))
        self.words = CallWords(say, self)
        self._formats = formats
        self._group: CallGroup | None = None
        self.progress = plain_label(heading="title")
        self.progress.setWordWrap(False)
        self.earlier = QCheckBox()
        self.recipient = RecipientView(self.words, theme)
        self.message = MessageBox(reasons, say)
        self.note = NoteField(self.tr("Note"))
        self.empty = EmptyState(theme)
        self.outcomes = OutcomeList(reasons, say, formats, self)
        self.reminder = ReminderField()
        self._hints = with_system_keys(
            self.tr("Enter calls · W writes · 1 to 9: the reason · → skips · F2: note · Ctrl+Z takes the last one back")
        )
        self._said_of_recipient = ""
        self.status = plain_label(self._hints, tone="dim")
        self._right, self._note_part = QFrame(), QWidget()
        self.back = QPushButton(self.tr("Previous"), autoDefault=False)
        self.skip = QPushButton(self.tr("Skip"), autoDefault=False)
        self.close_button = QPushButton(self.tr("Close"), autoDefault=False)
        room = self.screen().availableGeometry()
        self.resize(min(scaled(_WIDTH), room.width() - _MARGIN), min(scaled(_HEIGHT), room.height() - _MARGIN))
        self._lay_out()
        self._add_keys()
        self._connect()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.progress, 1)
        head.addWidget(self.earlier)
        middle = QHBoxLayout()
        middle.setSpacing(16)
        middle.addWidget(self._recipient_part(), 1)
        middle.addWidget(self._right)
        self._fill_right()
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.back)
        foot.addWidget(self.skip)
        foot.addWidget(self.status, 1)
        foot.addWidget(self.close_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 16, 20, 16)
        whole.setSpacing(14)
        whole.addLayout(head)
        whole.addLayout(middle, 1)
        whole.addLayout(foot)

    def _recipient_part(self) -> QWidget:
        """Return who is called, the message and the note, scrolled where the screen is small."""
        note_title = plain_label(self.tr("Note").upper(), heading="section")
        note_title.setBuddy(self.note)
        self.note.setMaximumHeight(self.maximumHeight())  # it takes what is left
        note_column = QVBoxLayout(self._note_part)
        note_column.setContentsMargins(0, 0, 0, 0)
        note_column.setSpacing(6)
        note_column.addWidget(note_title)
        note_column.addWidget(self.note)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(16)
        column.addWidget(self.empty, 100)
        for part in (self.recipient, self.message):
            column.addWidget(part)
        column.addWidget(self._note_part, 1)
        scrolled = Scrolled(content)
        scrolled.setAccessibleName(self.tr("Recipient"))
        self.next_shown.connect(scrolled.show_top)
        return scrolled

    def _fill_right(self) -> None:
        self.outcomes.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._right.setProperty("card", True)
        self._right.setFixedWidth(min(scaled(_OUTCOMES_WIDTH), int(self.width() * _MOST_OUTCOMES)))
        right = QVBoxLayout(self._right)
        right.setContentsMargins(14, 12, 14, 12)
        right.setSpacing(8)
        right.addWidget(plain_label(self.tr("Call again").upper(), heading="section"))
        right.addWidget(self.reminder)
        right.addWidget(plain_label(self.tr("Reason").upper(), heading="section"))
        right.addWidget(self.outcomes, 1)

    def _add_keys(self) -> None:
        for keys, act in (
            (QKeyCombination(Qt.Key.Key_Return), self._go_forward),
            (QKeyCombination(Qt.Key.Key_Enter), self._go_forward),
            (QKeyCombination(Qt.Key.Key_W), self._write_to_first),
            (QKeyCombination(Qt.Key.Key_Right), self.skip.click),
            (QKeyCombination(Qt.Key.Key_Left), self.back.click),
            (QKeyCombination(Qt.Key.Key_F2), self._go_to_note),
            (QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Z), self.undo_asked.emit),
        ):
            QShortcut(QKeySequence(keys), self, autoRepeat=False).activated.connect(act)
        for button, key in ((self.skip, "→"), (self.back, "←")):
            button.setToolTip(f"{button.text()} ({key})")

    def _connect(self) -> None:
        self.recipient.call_asked.connect(self.call_asked)
        self.recipient.chat_asked.connect(self._write)
        self.recipient.row_asked.connect(self.row_asked)
        self.message.edit_asked.connect(self.reasons_asked)
        self.outcomes.chosen.connect(self.outcome_chosen)
        self.reminder.changed.connect(self._follow_reminder)
        self.skip.clicked.connect(self.skip_asked)
        self.back.clicked.connect(self.back_asked)
        self.earlier.toggled.connect(self.earlier_toggled)
        self.close_button.clicked.connect(self.reject)
        self.note.entered.connect(self._leave_text)

    def show_session(self, session: CallSession, closed: Sequence[str]) -> None:
        """Show where the user is in the queue; `closed` says what was closed elsewhere meanwhile."""
        group = self._group = session.current
        self.progress.setText(self.words.progress(session, self._formats))
        self.earlier.setText(self.tr("Of earlier days: %Ln", "", session.earlier_days))
        self.earlier.setVisible(bool(session.earlier_days))
        self.earlier.setChecked(session.with_earlier_days)
        for part in (self.recipient, self.message, self._note_part, self._right):
            part.setVisible(group is not None)
        self.empty.setVisible(group is None)
        self.progress.setVisible(group is not None or session.done > 0)
        self.skip.setEnabled(group is not None)
        self.back.setEnabled(session.can_go_back)
        if group is None:
            self.empty.show_emptiness(self.words.nobody_left(session, self._formats))
            self.recipient.forget()
            if not session.done:
                self.status.clear()  # there is nothing to press
            self.close_button.setFocus()
            return
        focused = QApplication.focusWidget()
        changing = self.recipient, self.outcomes
        has_focus = focused is not None and any(one.isAncestorOf(focused) for one in changing)
        self.message.setVisible(bool(group.phones))
        self.outcomes.enable(is_possible=not session.is_closed)
        if self.recipient.show_group(group, closed, self._formats) and has_focus:
            self._leave_text()  # the control that had the keyboard is another one now, or cannot be used any more

    def start_with(self, session: CallSession, typed: str | None = None) -> None:
        """Clear what was typed for the recipient before, and give the keyboard to the first number.

        `typed` is a note of the new one that is not saved.
        """
        group = session.current
        if self.status.text() == self._said_of_recipient:
            self.say(self._hints)
        self.reminder.clear()
        self.next_shown.emit()
        if group is None:
            return
        self.note.accept_text()
        self.show_note(group)
        if typed is not None:
            self.note.setPlainText(typed)
            self.note.document().setModified(True)
        self.message.show_values(values_of(group, self._formats), last_reason(group))
        self._leave_text()

    def show_note(self, group: CallGroup) -> None:
        """Show what is noted about the cases of the recipient, unless another note was typed."""
        first, *others = {one.follow_up.note if one.follow_up is not None else "" for one in group.cases}
        shown = "" if others else first
        if self.note.is_changed and self.note.text != shown:
            return
        self.note.show_text(shown)
        self.note.setPlaceholderText(self.tr("As it is") if others else "")

    @Slot()
    def _follow_reminder(self) -> None:
        self.outcomes.show_reminder(self.reminder.minutes, self.reminder.clock.text())

    @property
    def changed_note(self) -> str | None:
        """The note that was typed; None: it is as it was."""
        return self.note.text if self.note.is_changed else None

    def say(self, text: str, *, tone: TextTone = TextTone.DIM) -> None:
        """Show what happened."""
        self.status.setText(text)
        restyle(self.status, "tone", tone)

    @Slot(str)
    def say_of_recipient(self, text: str, *, tone: TextTone = TextTone.DIM) -> None:
        """Show what happened with this recipient, until the next one comes."""
        self._said_of_recipient = text
        self.say(text, tone=tone)

    @Slot(str)
    def say_problem_of_recipient(self, text: str) -> None:
        """Show what did not work with this recipient, until the next one comes."""
        self.say_of_recipient(text, tone=TextTone.BAD)

    @Slot()
    def _go_forward(self) -> None:
        at, line = self.focusWidget(), self._first_line()
        if isinstance(at, QAbstractButton):
            at.click()
        elif isinstance(at, QComboBox | QAbstractSpinBox):
            self._leave_text()
        elif line is not None:
            line.call.click()

    @Slot()
    def _write_to_first(self) -> None:
        line = self._first_line()
        if line is not None:
            line.chat.click()

    def _first_line(self) -> PhoneLine | None:
        """Return the number to call, unless there is none or nothing is left to call about."""
        can_call = self.recipient.phones and self.outcomes.buttons[0].isEnabled()
        return self.recipient.phones[0] if can_call else None

    @Slot(object)
    def _write(self, phone: Phone) -> None:
        if self._group is not None:
            self.message.use_values(values_of(self._group, self._formats, phone))
        self.chat_asked.emit(phone, self.message.message)

    @Slot()
    def _go_to_note(self) -> None:
        self.note.setFocus()
        self.note.moveCursor(QTextCursor.MoveOperation.End)

    @Slot()
    def _leave_text(self) -> None:
        line = self._first_line()
        (line.call if line is not None else self.skip).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Have Esc leave a text before it closes the queue."""
        is_in_text = isinstance(QApplication.focusWidget(), QPlainTextEdit)
        if event.key() == Qt.Key.Key_Escape and is_in_text:
            self._leave_text()
        else:
            super().keyPressEvent(event)
