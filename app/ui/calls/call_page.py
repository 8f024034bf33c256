"""The page of the guided queue of calls: one recipient at a time, worked through by keys."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QFrame,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.domain.calls.queue import CallGroup
from app.domain.calls.reasons import CallReason
from app.domain.calls.session import CallSession
from app.domain.phones import Phone
from app.domain.relay.handling import Holder
from app.ui.appearance.icons import TextTone, icon
from app.ui.appearance.pills import initials_icon
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import scaled
from app.ui.calls.call_list import CallList
from app.ui.calls.message_box import MessageBox, last_reason, values_of
from app.ui.calls.outcome_list import OutcomeList, ReminderField, on_key
from app.ui.calls.phone_line import PhoneLine
from app.ui.calls.recipient_view import CallWords, DetailOf, RecipientView
from app.ui.context.window_context import WindowContext
from app.ui.follow_up.follow_up_dialog import Choice, NoteField
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.fitted_dialog import Scrolled
from app.ui.widgets.flow_layout import FlowingPage, FlowLayout
from app.ui.widgets.labels import form_of, keyed, plain_label, restyle
from app.ui.widgets.layouts import in_column, in_row, order_keys

_LEAST_WITH_LIST = 1100
"""Pixels of the page from which the queue is listed."""
_OUTCOMES_WIDTH = 304
_MOST_OUTCOMES = 0.45  # share of the page's width
_MOST_NOTE_LINES = 4


class CallPage(FlowingPage):
    """Shows the recipient of a session, and reports what the user did.

    Enter presses the button that has the keyboard, which is the first number at first, so that it dials. In a field it
    leads on to that number. 1 to 9 are the outcomes, 0 is when to call again, W writes, C copies, the right and left
    arrow skip and return, F2 goes to the note. In a text they are characters like any other; Esc leaves it.
    """

    outcome_chosen = Signal(object)
    """The `CallReason` of the call that was made."""
    owner_chosen = Signal(str)
    """To whom the cases are assigned; empty: to nobody."""
    group_asked = Signal(object)
    """The `CallGroup` is to be shown."""
    skip_asked = Signal()
    back_asked = Signal()
    undo_asked = Signal()
    close_asked = Signal()
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

    def __init__(
        self, context: WindowContext, holder: Callable[[CallGroup], Holder | None], detail_of: DetailOf
    ) -> None:
        """Make it; `holder` returns who handles a recipient at another desk, `detail_of` reads the row of a case."""
        super().__init__()
        say, theme, reasons = context.say, context.theme, context.formats.reasons
        self._clock = context.clock
        self.setAccessibleName(self.tr("Calls"))
        self.words = CallWords(say, self)
        self.group: CallGroup | None = None
        """The recipient that is shown."""
        self.progress = plain_label(tone="dim")
        self.earlier = QCheckBox()
        self.list = CallList(context.clock, theme, holder)
        self.recipient = RecipientView(self.words, theme, detail_of)
        self.message = MessageBox(reasons, say)
        self.note = NoteField(self.tr("Note"))
        self.note.grow(_MOST_NOTE_LINES)
        self.empty = EmptyState(theme)
        self.outcomes = OutcomeList(reasons, say, self)
        self.reminder = ReminderField(lambda: context.clock.now().astimezone(context.clock.zone))
        self._is_opened = self._is_at_work = False
        self.owner = Choice(self.tr("Assigned to"), {}, nothing=self.tr("Unassigned"))
        self.owner.icon_of = partial(initials_icon, theme=theme)
        self._hints = with_system_keys(self.tr("1–9: outcome · 0: call again · → skips · F2: note · Ctrl+Z: undo"))
        self._said_of_recipient = ""
        self.status = plain_label(self._hints, tone="dim")
        self._right, self._note_part = QFrame(), QWidget()
        self.queue = QPushButton(icon("list", theme.text), "")
        """Shows the queue in place of the outcomes, where there is no room for both."""
        self.queue.setCheckable(True)
        self.back = QPushButton(icon("chevron-left", theme.text), self.tr("Previous"))
        self.skip = QPushButton(icon("chevron-right", theme.text), self.tr("Skip"))
        back = self.tr("Back")
        self.close_button = QPushButton(icon("arrow-left", theme.text), keyed(back, "Esc"))
        self.close_button.setAccessibleName(back)
        self._lay_out()
        self._add_keys()
        self._connect()

    def _lay_out(self) -> None:
        head, recipient, foot = self._head(), self._recipient_part(), QFrame()
        self._parts = head, self.list, recipient, self._right, foot
        body = in_row(self.list, (recipient, 1), self._right, spacing=0)
        self._fill_right()
        foot.setProperty("bar", "bottom")
        in_row(self.queue, self.back, self.skip, (self.status, 1), on=foot, margins=(12, 6, 12, 6), spacing=8)
        in_column(head, (body, 1), foot, on=self, margins=0, spacing=0)

    def _head(self) -> QWidget:
        title = plain_label(self.tr("Calls"), heading="title")
        reasons = QPushButton(self.tr("Reasons and messages…"), flat=True)
        reasons.clicked.connect(self.reasons_asked)
        for label in (title, self.progress):
            label.line_width = 0
        said = QWidget()
        FlowLayout(said, self.close_button, title, self.progress, self.earlier, margin=0, spacing=12)
        head = QFrame()
        head.setProperty("bar", "tabs")
        in_row((said, 1), reasons, on=head, margins=(12, 6, 12, 6))
        return head

    def _recipient_part(self) -> QWidget:
        """Return who is called, the message and the note, scrolled where the screen is small."""
        note_title = plain_label(self.tr("Note").upper(), heading="section")
        note_title.setBuddy(self.note)
        in_column(note_title, self.note, on=self._note_part, margins=0, spacing=6)
        content, parts = QWidget(), (self.recipient, self.message, self._note_part, self.recipient.history)
        in_column(*parts, (self.empty, 100), 1, on=content, margins=(24, 14, 24, 14), spacing=14)
        scrolled = Scrolled(content)
        scrolled.setAccessibleName(self.tr("Recipient"))
        policy = scrolled.sizePolicy()
        policy.setHeightForWidth(False)  # the page is as high as the window
        scrolled.setSizePolicy(policy)
        self.next_shown.connect(scrolled.show_top)
        return scrolled

    def _fill_right(self) -> None:
        self._right.setProperty("bar", "right")
        title = plain_label(self.tr("Outcome of the call").upper(), heading="section")
        form = form_of(self.reminder, self.owner)
        in_column(title, (self.outcomes, 1), form, on=self._right, margins=12, spacing=8)

    def _add_keys(self) -> None:
        for key, act in (
            (Qt.Key.Key_Return, self._go_forward),
            (Qt.Key.Key_Enter, self._go_forward),
            (Qt.Key.Key_W, lambda: self._press(lambda line: line.chat)),
            (Qt.Key.Key_C, lambda: self._press(lambda line: line.copy)),
            (Qt.Key.Key_Right, self.skip.click),
            (Qt.Key.Key_Left, self.back.click),
            (Qt.Key.Key_0, self.reminder.offer),
        ):
            on_key(key, self, act)
        for button, arrow in ((self.skip, "→"), (self.back, "←")):
            button.setToolTip(f"{button.text()} ({arrow})")

    def _connect(self) -> None:
        self.queue.toggled.connect(self._fold)
        self.list.chosen.connect(self.group_asked)
        self.recipient.call_asked.connect(self.call_asked)
        self.recipient.chat_asked.connect(self._write)
        self.recipient.row_asked.connect(self.row_asked)
        self.outcomes.chosen.connect(self._choose)
        self.reminder.changed.connect(self._follow_reminder)
        self.owner.activated.connect(lambda: self.owner_chosen.emit(self.owner.code))
        self.skip.clicked.connect(self.skip_asked)
        self.back.clicked.connect(self.back_asked)
        self.earlier.toggled.connect(self.earlier_toggled)
        self.close_button.clicked.connect(self.close_asked)
        self.note.entered.connect(self._end_note)

    def hasHeightForWidth(self) -> bool:
        """Return that it is as high as the window; what has no room is scrolled inside it."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the queue where there is little room."""
        super().resizeEvent(event)
        self._right.setFixedWidth(min(scaled(_OUTCOMES_WIDTH), int(self.width() * _MOST_OUTCOMES)))
        self._fold()

    @Slot()
    def _fold(self) -> None:
        has_room, is_asked_for = self.width() >= scaled(_LEAST_WITH_LIST), self.queue.isChecked()
        self.queue.setVisible(bool(self.list.entries) and not has_room)
        self.list.setVisible(bool(self.list.entries) and (has_room or is_asked_for))
        self._right.setVisible(self.group is not None and (has_room or not is_asked_for))

    def show_session(self, session: CallSession, closed: Sequence[str]) -> None:
        """Show where the user is in the queue; `closed` says what was closed elsewhere meanwhile."""
        before, group = self.group, session.current
        self.group = group
        focused = QApplication.focusWidget()
        self._is_at_work = not self._is_opened or focused is None or self.isAncestorOf(focused)
        self.list.show_session(session)
        waiting = self._clock.formats.number(session.left + len(session.later))
        self.queue.setText(f"{self.tr('Queue')} · {waiting}")
        self.progress.setText(self.words.progress(session, self._clock.formats))
        self.earlier.setText(self.tr("Of earlier days: %Ln", "", session.earlier_days))
        self.earlier.setVisible(bool(session.earlier_days))
        self.earlier.setChecked(session.with_earlier_days)
        for part in (self.recipient, self.message, self._note_part, self.recipient.history):
            part.setVisible(group is not None)
        self._fold()
        self.empty.setVisible(group is None)
        self.progress.setVisible(group is not None or session.done > 0)
        self.skip.setEnabled(group is not None)
        self.back.setEnabled(session.can_go_back)
        self._follow_reminder()
        if group is None:
            self.empty.show_emptiness(self.words.nobody_left(session, self._clock.formats))
            self.recipient.clear()
            if not session.done:
                self.status.clear()  # there is nothing to press
            if self._is_at_work and (before is not None or not session.done):
                self.close_button.setFocus()
            return
        has_focus = focused is not None and any(one.isAncestorOf(focused) for one in (self.recipient, self.outcomes))
        self.message.setVisible(bool(group.phones))
        self.outcomes.enable(is_possible=not session.is_closed)
        owners = {one.follow_up.assigned_to if one.follow_up is not None else "" for one in group.cases}
        self.owner.show_code(next(iter(owners)))
        if len(owners) > 1:
            self.owner.setCurrentIndex(-1)  # neither one of them nor nobody
        if self.recipient.show_group(group, closed, self._clock.formats):
            order_keys(self, self._parts)
            if has_focus:
                self._leave_text()  # the control that had the keyboard is another one now, or cannot be used any more

    def start_with(self, session: CallSession, typed: str | None = None) -> None:
        """Clear what was typed for the recipient before, and give the keyboard to the first number.

        `typed` is a note of the new one that is not saved.
        """
        group, self._is_opened = session.current, True
        self._arm(None)
        self.queue.setChecked(False)
        self.reminder.clear()
        self.next_shown.emit()
        if group is None:
            return
        self.note.accept_text()
        self.show_note(group)
        if typed is not None:
            self.note.setPlainText(typed)
            self.note.document().setModified(True)
        self.message.show_values(values_of(group, self._clock.formats), last_reason(group))
        if self._is_at_work:
            self._leave_text()

    def show_note(self, group: CallGroup) -> None:
        """Show what is noted about the cases of the recipient, unless another note was typed."""
        first, *others = {one.follow_up.note if one.follow_up is not None else "" for one in group.cases}
        shown = "" if others else first
        usual = self.tr("As it is") if others else self.tr("What was said and agreed")
        self.note.setPlaceholderText(self.outcomes.wanted or usual)
        if not self.note.is_changed or self.note.text == shown:
            self.note.show_text(shown)

    @Slot(object)
    def _choose(self, reason: CallReason) -> None:
        """Report an outcome; one that asks for a note waits for it."""
        is_again = reason is self.outcomes.armed
        has_note = bool(self.note.text) and (is_again or self.note.is_changed)
        if has_note or not self.outcomes.asks(reason, has_time=self.reminder.minutes != 0):
            self.outcome_chosen.emit(reason)
            return
        self._arm(reason)
        self._go_to_note()
        text = with_system_keys(self.tr("{what}: Ctrl+Enter saves, Esc cancels.")).format(what=self.outcomes.wanted)
        self.say_of_recipient(text, tone=TextTone.WARN if is_again else TextTone.DIM)

    def _arm(self, reason: CallReason | None) -> None:
        """Have an outcome wait for its note, and say so there; None: none does."""
        self.outcomes.arm(reason)
        self._follow_reminder()
        if self.group is not None:
            self.show_note(self.group)
        if reason is None and self.status.text() == self._said_of_recipient:
            self.say(self._hints)

    @Slot()
    def _end_note(self) -> None:
        if self.outcomes.armed is not None:
            self._choose(self.outcomes.armed)
        else:
            self._leave_text()

    def _disarm(self) -> None:
        """Leave a field, and the outcome that waited for it."""
        self._arm(None)
        self._leave_text()

    @Slot()
    def _follow_reminder(self) -> None:
        now = self._clock.now()
        self.outcomes.show_effects(self.reminder.moment(now, self._clock.zone), now, self._clock.formats)

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

    @Slot()
    def _go_forward(self) -> None:
        at, line = self.focusWidget(), self._first_line()
        if isinstance(at, QAbstractButton):
            at.click()
        elif at is self.list:
            self.list.choose()
        elif isinstance(at, QComboBox | QAbstractSpinBox):
            self._leave_text()
        elif line is not None:
            line.call.click()

    def _press(self, button: Callable[[PhoneLine], QAbstractButton]) -> None:
        """Press a button of the first number."""
        if (line := self._first_line()) is not None:
            button(line).click()

    def _first_line(self) -> PhoneLine | None:
        """Return the number to call, unless there is none or nothing is left to call about."""
        can_call = self.recipient.phones and self.outcomes.buttons[0].isEnabled()
        return self.recipient.phones[0] if can_call else None

    @Slot(object)
    def _write(self, phone: Phone) -> None:
        if self.group is not None:
            self.message.use_values(values_of(self.group, self._clock.formats, phone))
        self.chat_asked.emit(phone, self.message.message)

    def _go_to_note(self) -> None:
        self.note.setFocus()
        self.note.moveCursor(QTextCursor.MoveOperation.End)

    @Slot()
    def _leave_text(self) -> None:
        line = self._first_line()
        (line.call if line is not None else self.skip).setFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Give the keyboard to the first number."""
        super().focusInEvent(event)
        self._leave_text()

    def event(self, event: QEvent) -> bool:
        """Claim the keys of the page that are shortcuts of the window too."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._act_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the note, take a call back, or leave a text."""
        act = self._act_of(event)
        if act is not None:
            act()
        else:
            super().keyPressEvent(event)

    def _act_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.matches(QKeySequence.StandardKey.Undo):
            return self.undo_asked.emit
        if event.key() == Qt.Key.Key_F2:
            return self._go_to_note
        if event.keyCombination() == QKeyCombination(Qt.Modifier.CTRL, Qt.Key.Key_Return):  # the window acknowledges
            return self._end_note
        is_in_field = isinstance(QApplication.focusWidget(), QPlainTextEdit | QComboBox | QAbstractSpinBox)
        is_left = is_in_field or self.outcomes.armed is not None
        return self._disarm if event.key() == Qt.Key.Key_Escape and is_left else None
