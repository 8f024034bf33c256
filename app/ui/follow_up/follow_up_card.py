"""The card in which a dispatcher records the follow-up of a failed delivery."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.domain.contract.statuses import State
from app.domain.follow_ups import AS_IS, FollowUp, FollowUpEdit, NextStep, Unchanged
from app.domain.views.details import ShipmentDetail, Subject, VisitDetail
from app.ui.appearance.pills import initials_icon
from app.ui.appearance.theme import scaled
from app.ui.follow_up.follow_up_dialog import Choice, NoteField, OneClickButton, reason_choice, step_choice
from app.ui.widgets.detail_parts import DetailParts
from app.ui.widgets.labels import plain_label, restyle
from app.ui.widgets.layouts import in_column, in_row

T = TypeVar("T")
_OWNER_WIDTH = 140
_MOST_LINES = 4  # of a note that is seen at once
_GATHER_MS = 400  # choices made within this time are saved as one edit
_NO_CHANGE = FollowUpEdit()

Followed: TypeAlias = "ShipmentDetail | VisitDetail"
"""What a follow-up can be about."""


@dataclass
class _Draft:
    """What the user changed of one row compared to what was read of it."""

    waiting: FollowUpEdit = _NO_CHANGE  # still to be saved
    sent: list[FollowUpEdit] = field(default_factory=list)
    saved: list[FollowUpEdit] = field(default_factory=list)  # while the row was not read again since
    problem: str = ""

    @property
    def whole(self) -> FollowUpEdit:
        """All changes as one edit."""
        edit = _NO_CHANGE
        for one in (*self.saved, *self.sent, self.waiting):
            edit = edit.then(one)
        return edit

    @property
    def unsaved(self) -> FollowUpEdit:
        """The changes that are not known to be stored."""
        edit = _NO_CHANGE
        for one in (*self.sent, self.waiting):
            edit = edit.then(one)
        return edit

    @property
    def is_done(self) -> bool:
        """Whether everything is saved."""
        return not self.sent and self.waiting == _NO_CHANGE


class FollowUpCard(QFrame):
    """Shows the follow-up of one row, and reports what is to be saved.

    It stays the same widget while its row is read again. What is typed or chosen stays until it is stored; what could
    not be saved is kept even while other rows are shown. Its fields are made for the first row that needs it.
    """

    edited = Signal(object, object)
    """A `Subject`, and the `FollowUpEdit` to save; each is answered by `confirm` or `keep`."""

    def __init__(self, parts: DetailParts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)  # must be set before the first styling
        self.setAccessibleName(self.tr("Follow-up"))
        self._parts = parts
        self.people: Callable[[], Mapping[str, str]] = dict
        """Returns to whom a case can be assigned, each name with how it is shown."""
        self._detail: Followed | None = None
        self._opened: Subject | None = None
        self._drafts: dict[Subject, _Draft] = {}
        self._gathering = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._gathering.timeout.connect(self._send)

    def _fill(self) -> None:
        say = self._parts.say
        self.reason: Choice = reason_choice(
            self.tr("Reason"), self._parts.formats.reasons, say, nothing=self.tr("No reason")
        )
        self.step: Choice = step_choice(self.tr("Next step"), say, nothing=self.tr("No next step"))
        self.owner = Choice(self.tr("Assigned to"), {}, nothing=self.tr("Unassigned"))
        self.owner.icon_of = partial(initials_icon, theme=self._parts.theme)
        self.called = QCheckBox()
        self.note = NoteField(self.tr("Note"))
        self.note.grow(_MOST_LINES)
        self.note.setPlaceholderText(self.tr("Note: what was said, by whom, what was agreed…"))
        self.acknowledge = OneClickButton(self.tr("Acknowledge"))
        self.take_back = QPushButton(self.tr("Undo"), flat=True)
        self.try_again = QPushButton(self.tr("Try again"))
        self._again, self._done, self._problem = plain_label(tone="dim"), plain_label(), plain_label(tone="bad")
        self._handler = plain_label(tone="warn")
        self._lay_out()
        self.reason.activated.connect(self._choose_reason)
        self.step.activated.connect(
            lambda: self._change(FollowUpEdit(next_step=NextStep(self.step.code) if self.step.code else None))
        )
        self.owner.activated.connect(lambda: self._change(FollowUpEdit(assigned_to=self.owner.code)))
        self.called.clicked.connect(lambda: self._change(FollowUpEdit(is_called=self.called.isChecked())))
        self.note.completed.connect(self._take_note)
        self.note.entered.connect(self._enter)
        self.acknowledge.clicked.connect(self._acknowledge)
        self.take_back.clicked.connect(self._take_back)
        self.try_again.clicked.connect(self._send)

    def _lay_out(self) -> None:
        self.called.setAccessibleName(self.tr("Called"))
        self.acknowledge.setProperty("primary", True)
        self.take_back.setAccessibleName(self.tr("Undo the acknowledgement"))
        self._title = plain_label(self.tr("Follow-up").upper(), heading="section", wraps=False)
        whose = plain_label(self.owner.accessibleName(), tone="dim", wraps=False)
        whose.setBuddy(self.owner)
        self.owner.setMinimumWidth(scaled(_OWNER_WIDTH))
        self._handler.line_width = 0
        column = in_column(
            self._parts.buttons((self._title, self._handler, whose, self.owner)),
            in_row((self.reason, 1), (self.step, 1), spacing=8),
            self.note,
            self._again,
            _beside(self._problem, self.try_again),
            _beside(self._done, self.take_back),
            on=self,
            margins=(16, 12, 16, 12),
            spacing=8,
        )
        self._handler.hide()
        column.addWidget(self._parts.buttons((self.acknowledge, self.called)))

    def is_wanted(self, detail: Followed) -> bool:
        """Return whether a row has the card: it failed, has a follow-up, or the user wants to write one."""
        subject = detail.subject
        is_in_work = subject in self._drafts or self._opened == subject
        return detail.state is State.EXCEPTION or detail.follow_up is not None or is_in_work

    def open_for(self, detail: Followed) -> None:
        """Show the card for a row that did not fail, as long as that row is shown."""
        self._opened = detail.subject

    def show_detail(self, detail: Followed) -> None:
        """Show the follow-up of a row, with its unsaved changes."""
        is_another = self._detail is None or detail.subject != self._detail.subject
        if self._detail is not None and is_another:
            self.leave()
        if self.layout() is None:
            self._fill()
        if is_another:
            self.owner.offer(self.people())
        self._detail = detail
        self._forget_saved(detail.subject)
        self._show()

    @Slot()
    def leave(self) -> None:
        """Save what was typed and chosen, since another row will be shown."""
        if self._detail is None:
            return
        self._take_note()
        self._send()
        self._forget_saved(self._detail.subject)
        self._detail = self._opened = None

    def press(self, subject: Subject) -> bool:
        """Acknowledge a row if its card is in sight; return whether it is."""
        is_seen = self._shows(subject) and self.acknowledge.isVisible()
        if is_seen:
            self.acknowledge.click()
        return is_seen

    def save_all(self) -> None:
        """Save all unsaved changes of all rows, since the window closes."""
        self._take_note()
        self._gathering.stop()
        for subject in list(self._drafts):
            self._send_of(subject)

    @property
    def shown_detail(self) -> "Followed | None":
        """The row whose follow-up is shown."""
        return self._detail

    @property
    def is_in_hand(self) -> bool:
        """Whether the user works on the row that is shown: the keyboard is in the card, or something is not saved."""
        focused = QApplication.focusWidget()
        return self.is_in_work or (focused is not None and self.isAncestorOf(focused))

    def show_handler(self, name: str) -> None:
        """Say who handles this row at another desk; empty: nobody."""
        if self._detail is not None:
            self._handler.setText(self.tr("Being handled by {who}").format(who=name) if name else "")
            self._handler.setVisible(bool(name))
            self._title.setHidden(bool(name))  # what comes and goes there moves nothing below

    @property
    def is_in_work(self) -> bool:
        """Whether there are changes that are not saved yet."""
        return bool(self.unsaved()) or (self._detail is not None and self.note.is_changed)

    def unsaved(self) -> dict[Subject, FollowUpEdit]:
        """Return the unsaved changes by row: those being saved, and those that could not be."""
        return {subject: draft.unsaved for subject, draft in self._drafts.items() if not draft.is_done}

    def problems(self) -> list[str]:
        """Return why changes could not be saved, each reason once."""
        return list(dict.fromkeys(draft.problem for draft in self._drafts.values() if draft.problem))

    def hand_over(self) -> dict[Subject, tuple[FollowUpEdit, str]]:
        """Return the unsaved changes with their problems, for the card that replaces this one."""
        self._take_note()
        self._gathering.stop()
        given = {subject: (edit, self._drafts[subject].problem) for subject, edit in self.unsaved().items()}
        self._drafts.clear()
        return given

    def take_over(self, given: Mapping[Subject, tuple[FollowUpEdit, str]]) -> None:
        """Take over the unsaved changes of the replaced card, and save those that were not tried yet."""
        for subject, (edit, problem) in given.items():
            self._drafts[subject] = _Draft(edit, problem=problem)
            if not problem:
                self._send_of(subject)

    def confirm(self, subject: Subject, edit: FollowUpEdit) -> None:
        """Record that an edit was saved."""
        draft = self._drafts[subject]
        draft.sent.remove(edit)
        if self._shows(subject):
            draft.saved.append(edit)
            self._show()
        elif draft.is_done:
            del self._drafts[subject]

    def keep(self, subject: Subject, edit: FollowUpEdit, problem: str) -> bool:
        """Record why an edit could not be saved; return whether the card shows it now."""
        draft = self._drafts[subject]
        draft.sent.remove(edit)
        draft.waiting, draft.problem = edit.then(draft.waiting), problem
        is_seen = self._shows(subject)
        if is_seen:
            self._show()
        return is_seen

    def _shows(self, subject: Subject) -> bool:
        return self._detail is not None and self._detail.subject == subject

    def _forget_saved(self, subject: Subject) -> None:
        """Use what was just read of a row."""
        draft = self._drafts.get(subject)
        if draft is not None:
            draft.saved.clear()
            if draft.is_done:
                del self._drafts[subject]

    def _show(self) -> None:
        detail = self._detail
        if detail is None:
            return
        kept = detail.follow_up or FollowUp()
        draft = self._drafts.get(detail.subject, _Draft())
        edit = draft.whole
        reason = _changed(kept.reason, edit.reason)
        self.reason.show_code(reason, self._parts.formats.reason(reason) if reason else "")
        self.step.show_code(_changed(kept.next_step, edit.next_step))
        self.owner.show_code(_changed(kept.assigned_to, edit.assigned_to))
        if not self.note.is_changed:
            self.note.show_text(_changed(kept.note, edit.note))
        is_called = _changed(kept.called_at is not None, edit.is_called)
        self.called.setChecked(is_called)
        formats = self._parts.formats
        at = formats.instant(kept.called_at) if kept.called_at and is_called else ""
        called = self.tr("Called · {time}").format(time=at) if at else self.tr("Called")
        self.called.setText(called)
        again = self.tr("Call again {time}").format(time=formats.minute(kept.remind_at)) if kept.remind_at else ""
        self._again.setText(again)  # a check box would not wrap it
        self._again.setVisible(bool(again))
        self._show_acknowledged(
            kept, detail, is_sent=any(one.is_acknowledged is not AS_IS for one in (*draft.saved, *draft.sent))
        )
        self._problem.setText(draft.problem)
        self._problem.setVisible(bool(draft.problem))
        self.try_again.setVisible(bool(draft.problem))

    def _show_acknowledged(self, kept: FollowUp, detail: Followed, *, is_sent: bool) -> None:
        at, text = kept.acknowledged_at, ""
        is_done = at is not None and not detail.is_to_attend
        if at is not None:
            text = self.tr("Acknowledged: {who}") if is_done else self.tr("Failed again since acknowledged: {who}")
            text = text.format(who=" · ".join(filter(None, [kept.acknowledged_by, self._parts.formats.minute(at)])))
        self._done.setText(text)
        self._done.setVisible(bool(text))
        restyle(self._done, "tone", "good" if is_done else "warn")
        self.take_back.setVisible(is_done)
        self.acknowledge.setVisible(not is_done and (detail.is_to_attend or detail.state is State.EXCEPTION))
        for button in (self.acknowledge, self.take_back):
            button.setEnabled(not is_sent)

    def _change(self, edit: FollowUpEdit) -> None:
        if self._detail is None:
            return
        draft = self._drafts.setdefault(self._detail.subject, _Draft())
        draft.waiting = draft.waiting.then(edit)
        self._gathering.start()
        self._show()

    @Slot()
    def _choose_reason(self) -> None:
        """Take a reason; its own next step replaces none, and one that came from the reason before."""
        if self._detail is None:
            return
        kept, draft = self._detail.follow_up or FollowUp(), self._drafts.get(self._detail.subject, _Draft())
        reasons, edit = self._parts.formats.reasons, FollowUpEdit(reason=self.reason.code or None)
        before: str | None = _changed(kept.reason, draft.whole.reason)
        was, now = reasons.find(before), reasons.find(self.reason.code)
        own = now.next_step if now is not None else None
        step, is_called_again = self.step.code, was is not None and was.again_minutes
        given = {"", (was.next_step or "") if was is not None else "", NextStep.CALL if is_called_again else ""}
        if step in given and step != (own or ""):
            edit = replace(edit, next_step=own, remind_at=None if kept.remind_at else AS_IS)
        self._change(edit)

    @Slot()
    def _take_note(self) -> None:
        if self._detail is None or not self.note.is_changed:
            return
        self.note.accept_text()
        kept = self._detail.follow_up or FollowUp()
        draft = self._drafts.get(self._detail.subject, _Draft())
        if self.note.text != _changed(kept.note, draft.whole.note):
            self._change(FollowUpEdit(note=self.note.text))

    @Slot()
    def _acknowledge(self) -> None:
        self._take_note()
        self._send()  # a step of its own: undoing the acknowledgement leaves what was written
        self._change(FollowUpEdit(is_acknowledged=True))
        self._send()

    @Slot()
    def _enter(self) -> None:
        """Press the button, as the key does beside the card; without one, save."""
        if self.acknowledge.isVisible():
            self.acknowledge.click()
        else:
            self._send()

    @Slot()
    def _take_back(self) -> None:
        self._change(FollowUpEdit(is_acknowledged=False))
        self._send()

    @Slot()
    def _send(self) -> None:
        self._gathering.stop()
        if self._detail is not None:
            self._send_of(self._detail.subject)
            self._show()

    def _send_of(self, subject: Subject) -> None:
        draft = self._drafts.get(subject)
        if draft is not None and draft.waiting != _NO_CHANGE:
            edit, draft.waiting, draft.problem = draft.waiting, _NO_CHANGE, ""
            draft.sent.append(edit)
            self.edited.emit(subject, edit)


def _changed(kept: T, edited: T | Unchanged) -> T:
    return kept if isinstance(edited, Unchanged) else edited


def _beside(label: QLabel, button: QPushButton) -> QHBoxLayout:
    return in_row((label, 1), (button, 0, Qt.AlignmentFlag.AlignTop), spacing=8)
