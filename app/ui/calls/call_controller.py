"""Opens the queue of calls, keeps it up to date, and saves what the calls led to."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.board.reading.reader import Reader
from app.domain.calls.queue import CallCase, CallGroup, edit_of_call, grouped
from app.domain.calls.reasons import CallReason, unknown_placeholders
from app.domain.calls.session import CallSession
from app.domain.days import Scope
from app.domain.follow_ups import FollowUpEdit
from app.domain.pace.lanes import lanes_of
from app.domain.phones import Phone
from app.domain.relay.handling import Holder, cases_of
from app.domain.views.columns import Table
from app.domain.views.details import ShipmentDetail, Subject, VisitDetail
from app.domain.views.queries import EARLIER_VIEWS, View
from app.ui.appearance.icons import TextTone
from app.ui.calls.call_page import CallPage
from app.ui.calls.phone_line import Contacts
from app.ui.context.places import SettingsPlace
from app.ui.context.window_context import WindowContext
from app.ui.follow_up.follow_up_controller import FollowUpController
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.detail_parts import RowLink

_MOST_CLOSED = 5
"""Of how many cases that were closed meanwhile the window says how."""
_VIEWS = (View.TO_ATTEND, View.TO_ATTEND_VISITS, *EARLIER_VIEWS)


_Queue = tuple[Scope, list[CallGroup], dict[tuple[Subject, ...], str]]
"""The groups as they were read, and the notes that had been saved before."""


class CallController(QObject):
    """Guides through the calls of the shown day and of the days before it."""

    def __init__(
        self,
        context: WindowContext,
        follow_up: FollowUpController,
        contacts: Contacts,
        tabs: TableTabs,
        show_page: Callable[[QWidget | None], None],
    ) -> None:
        """Begin; `show_page` puts a page in the place of the tabs, or None in that of the page."""
        super().__init__(context.window)
        self._show_page = show_page
        self._context = context
        self._follow_up = follow_up
        self._contacts = contacts
        self._day = Scope((), context.clock.today())
        self.session = CallSession(context.clock.now())
        """The calls of the day whose queue was opened last."""
        self._shown: CallGroup | None = None
        self._made: dict[tuple[Subject, ...], str | None] = {}
        """The cases of each call of this session that is saved, for undo, with the note that was typed."""
        self._typed: dict[tuple[Subject, ...], str] = {}
        """Notes that the queue as it was read does not have yet, by their cases; they are shown again with them."""
        self._saved_notes: dict[tuple[Subject, ...], str] = {}
        """Those of them that are saved."""
        self._warned_of: dict[tuple[Subject, ...], str] = {}
        """The unsaved notes for which the window stayed open."""
        self._returning: tuple[Subject, ...] = ()
        """The cases of a call that was taken back and is not in the queue yet."""
        self._handler = ""
        """Who handles the shown cases at another desk."""
        self._held: list[tuple[Subject, ...]] = []
        """The recipients that other desks handled when this was last looked at."""
        self.page: CallPage | None = None
        contacts.reported.connect(self._report)
        contacts.failed.connect(partial(self._report, tone=TextTone.BAD))
        context.clock.ticked.connect(self.tick)
        context.day.day_shown.connect(self._follow_day)
        tabs.asked_for.connect(self.close)
        follow_up.watch_handling(lambda: self._shown if self.page is not None else None, self._show_handler)

    @Slot()
    def open(self) -> None:
        """Open the queue of the shown day."""
        if self.page is None:
            self._start(self._open_page)

    def _start(self, take: Callable[[_Queue], None]) -> None:
        self._day = self._context.day.shown_day
        before = self.session
        self.session = CallSession(self._context.clock.now(), lambda group: self._holder(group) is not None)
        self.session.day, self.session.done = self._day, before.done if self._day == before.day else 0
        self.session.with_earlier_days = before.with_earlier_days
        self._shown, self._made, self._returning = None, {}, ()
        self._ask(take)

    def take_over(self, other: "CallController") -> None:
        """Open the queue as the window had it that this one replaces."""
        self._typed, self.session = other.unsaved_notes, other.session
        if other.page is not None:
            self.open()
            self._returning = other.page.group.subjects if other.page.group is not None else ()

    @Slot()
    def _follow_day(self) -> None:
        """Show the queue of another day, if it is open."""
        if self.page is not None and self._day != self._context.day.shown_day:
            self.save_note()
            self._start(self._take)

    def _holder(self, group: CallGroup) -> Holder | None:
        """Return who handles a case of this recipient at another desk; None: nobody."""
        others = self._follow_up.others
        return others.handled_by(cases_of(group)) if others is not None else None

    @Slot(str)
    def open_for(self, carrier: str) -> None:
        """Open today's queue with a carrier's reminders: of those that are shown, if it is one of them, or empty."""
        shown = self._context.day.shown_day.carriers
        day = Scope(shown if not carrier or carrier in shown else (carrier,), self._context.clock.today())
        if day != self._context.day.shown_day:
            self._context.signals.day_asked.emit(day)
        self.open()

    @Slot()
    def refresh(self) -> None:
        """Read the queue again, if it is open."""
        if self.page is not None:
            self._ask(self._take)

    @Slot()
    def tick(self) -> None:
        """Let reminders become due as time passes."""
        if self.page is not None:
            self.session.sort(self._context.clock.now())
            self._show()

    def _ask(self, take: Callable[[_Queue], None]) -> None:
        day, today, read_phones = self._day, self._context.clock.today(), self._context.read_phones
        noted = self._saved_notes.copy()
        asked = self._context.queries.ask(
            "calls", lambda rows: (day, grouped(_cases(rows, day, today), read_phones), noted)
        )
        asked.succeeded.connect(take)
        asked.failed.connect(self._context.signals.fail)

    @Slot(object)
    def _open_page(self, queue: _Queue) -> None:
        if self.page is not None or queue[0] != self._day:
            return
        page = CallPage(self._context, self._holder, self._detail_of)
        page.outcome_chosen.connect(self._finish)
        page.owner_chosen.connect(self._assign)
        page.group_asked.connect(self._go_to)
        page.skip_asked.connect(self._skip)
        page.back_asked.connect(self._go_back)
        page.undo_asked.connect(self._undo)
        page.call_asked.connect(self._contacts.call)
        page.chat_asked.connect(self._write)
        page.row_asked.connect(self._show_row)
        page.reasons_asked.connect(partial(self._context.signals.asked.emit, SettingsPlace.CALLS))
        page.earlier_toggled.connect(self._take_earlier)
        page.close_asked.connect(self.close)
        page.owner.offer(self._follow_up.people())
        self._show_page(page)
        self.page = page
        self._take(queue)

    @Slot(object)
    def _take(self, queue: _Queue) -> None:
        day, groups, noted = queue
        if day != self._day:  # another one was chosen meanwhile
            return
        for subjects, note in noted.items():
            for notes in (self._typed, self._saved_notes):
                if notes.get(subjects) == note:
                    del notes[subjects]
        self.session.take(groups, self._context.clock.today(), self._context.clock.now())
        if self._returning and self.session.reopen(self._returning):
            self._returning = ()
        self._show()

    def _show(self) -> None:
        page, session = self.page, self.session
        if page is None:
            return
        before, self._shown = self._shown, session.current
        is_same = (
            before is not None
            and session.current is not None
            and (bool(set(before.subjects) & set(session.current.subjects)))
        )
        closed, formats = session.closed_elsewhere[:_MOST_CLOSED], self._context.formats
        said = [page.words.closed(one, self._detail_of(one), formats) for one in closed]
        if self._handler:
            said.insert(0, self.tr("Being handled by {who}").format(who=self._handler))
        page.show_session(session, said)
        if not is_same:
            page.start_with(session, self._typed.get(session.current.subjects) if session.current else None)
        elif session.current is not None:
            page.show_note(session.current)

    def _show_handler(self, name: str) -> None:
        held = [one.subjects for one in self.session.held] if self.page is not None else []
        if (name, held) != (self._handler, self._held):
            self._handler, self._held = name, held
            self._show()

    def _detail_of(self, case: CallCase) -> ShipmentDetail | VisitDetail | None:
        rows, subject = self._context.rows, case.subject
        is_shipment = subject.table is Table.SHIPMENTS
        return rows.shipment(subject.row_id) if is_shipment else rows.visit(subject.row_id, subject.carriers)

    @Slot(object)
    def _finish(self, reason: CallReason) -> None:
        page, group = self.page, self.session.current
        if page is None or group is None or self.session.is_closed:
            return
        subjects, note = group.subjects, page.changed_note
        if note is not None:
            self._typed[subjects] = note
        now, formats = self._context.clock.now(), self._context.formats
        again = page.reminder.moment(now, self._context.clock.zone)
        edit = edit_of_call(group, reason, again, note, now, self._follow_up.own_name())
        name = page.words.call_name(formats.reason(reason.key), group, edit, formats)
        self.session.finish()
        self._follow_up.save(subjects, edit, name, partial(self._end, subjects), partial(self._end_undo, subjects))
        self._show()

    def _end(self, subjects: tuple[Subject, ...], problem: str, is_saved: bool) -> None:
        """Return to a call that could not be saved."""
        note = None if problem else self._typed.pop(subjects, None)
        if is_saved:
            self._made[subjects] = note
        if problem:
            self._take_back(subjects)
        self.refresh()
        if problem:
            self._say_problem(problem)

    def _say_problem(self, problem: str) -> None:
        if self.page is not None:
            self.page.say(problem, tone=TextTone.BAD)
        else:
            self._context.signals.failed.emit(problem)

    def _report(self, text: str, *, tone: TextTone = TextTone.DIM) -> None:
        """Say what happened with a number: beside the recipient who is shown, or in the status line."""
        if self.page is not None:
            self.page.say_of_recipient(text, tone=tone)
        else:
            self._context.signals.reported.emit(text)

    @property
    def unsaved_notes(self) -> dict[tuple[Subject, ...], str]:
        """Notes that could not be saved, or are being saved."""
        return {one: note for one, note in self._typed.items() if self._saved_notes.get(one) != note}

    def finish(self) -> bool:
        """Save what was typed before the window closes, once its follow-ups are; return whether it may, as they do."""
        self.save_note()
        is_saved = self._follow_up.finish()
        before, self._warned_of = self._warned_of, self.unsaved_notes
        return is_saved and self._warned_of == (before if self._warned_of else {})

    def save_note(self) -> None:
        """Save the note that was typed, before the recipient is left without a reason."""
        note = self.page.changed_note if self.page is not None else None
        if note is None or self._shown is None:
            return
        subjects = self._shown.subjects
        self._typed[subjects] = note
        name, end = self.tr("note of a call"), partial(self._end_note, subjects, note)
        self._follow_up.save(subjects, FollowUpEdit(note=note), name, end)

    def _end_note(self, subjects: tuple[Subject, ...], note: str | None, problem: str, _is_saved: bool) -> None:
        """Say why a note, or an owner, could not be saved; it is shown with its recipient as long as that is so."""
        if not problem and note is not None:
            self._saved_notes[subjects] = note
        if problem:
            self._say_problem(problem)
        self.refresh()

    def _take_back(self, subjects: tuple[Subject, ...]) -> None:
        """Return to a recipient, at once or when his cases are read again."""
        self.save_note()
        self.session.undo()
        self._returning = () if self.session.reopen(subjects) else subjects
        self._show()

    @Slot()
    def _undo(self) -> None:
        """Undo the last call of this session; what was done before the queue opened stays."""
        if self._made and not self._follow_up.is_busy:
            self._context.undo.undo()

    def _end_undo(self, subjects: tuple[Subject, ...], problem: str, is_on_stack: bool) -> None:
        """Return to a call that was taken back, or say why it could not be."""
        if self.page is None or subjects not in self._made:
            return
        note = self._made[subjects] if is_on_stack else self._made.pop(subjects)
        if not problem:  # it is said already, whatever page is shown
            if note is not None:
                self._typed[subjects] = note
            self._take_back(subjects)
            self.page.say_of_recipient(self.tr("The last call was taken back."))

    @Slot(str)
    def _assign(self, name: str) -> None:
        """Assign the cases of the recipient that is shown."""
        if self._shown is not None:
            subjects, end = self._shown.subjects, partial(self._end_note, self._shown.subjects, None)
            self._follow_up.save(subjects, FollowUpEdit(assigned_to=name), "", end)

    @Slot(object)
    def _go_to(self, group: CallGroup) -> None:
        """Show a recipient of the queue."""
        self.save_note()
        self.session.reopen(group.subjects)
        self._shown = None
        self._show()

    @Slot()
    def _skip(self) -> None:
        self.save_note()
        self.session.skip()
        self._shown = None
        self._show()

    @Slot()
    def _go_back(self) -> None:
        self.save_note()
        self.session.go_back()
        self._show()

    @Slot(bool)
    def _take_earlier(self, is_wanted: bool) -> None:
        self.session.with_earlier_days = is_wanted
        self.session.sort(self._context.clock.now())
        self._show()

    @Slot(object, str)
    def _write(self, phone: Phone, message: str) -> None:
        left = unknown_placeholders(message)
        if left and self.page is not None:
            said = self.tr("Complete the message first: {what}").format(what=", ".join(left))
            self.page.say_of_recipient(said, tone=TextTone.WARN)
            self.page.message.text.setFocus()
        else:
            self._contacts.write(phone, message)

    @Slot(object)
    def _show_row(self, case: CallCase) -> None:
        self.close()
        self._context.signals.row_asked.emit(
            RowLink(case.subject.table, case.subject.row_id, case.day, case.carrier or None)
        )

    @Slot()
    def close(self) -> bool:
        """Return to where the user was; return whether the queue was open."""
        page = self.page
        if page is None:
            return False
        self.save_note()
        self.page = None
        self._show_page(None)
        page.deleteLater()
        return True


def _cases(rows: Reader, day: Scope, today: date) -> list[CallCase]:
    """Return whom to call, with when their drivers closed their last visits of that day."""
    last = {lane.name: lane.last for lane in lanes_of(rows.places(day)) if not lane.shares_name}
    return [
        replace(one, last_visit=last.get(one.driver) if one.driver else None)
        for one in rows.call_cases(day, today, _VIEWS)
    ]
