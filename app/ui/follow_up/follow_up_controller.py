"""Saves the user's follow-ups of deliveries, and undoes them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.domain.calls.queue import CallGroup
from app.domain.errors import AppError
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import FOLLOW_UP_COLUMNS, FOLLOWED_TABLES, Table
from app.domain.views.details import Subject
from app.domain.views.queries import EARLIER_VIEWS, RowQuery, View
from app.qt_threads.worker_pool import SerialTaskQueue
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.context.window_context import Feature, WindowContext
from app.ui.follow_up.follow_up_card import FollowUpCard
from app.ui.follow_up.follow_up_dialog import FollowUpDialog
from app.ui.follow_up.follow_up_words import VisitSummaries
from app.ui.follow_up.handling_watch import HandlingWatch
from app.ui.tables.row_menu import RowAct
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs

_WORKLISTS = (View.TO_ATTEND, View.MINE, View.TO_ATTEND_VISITS, *EARLIER_VIEWS)
_REPAINTED_MS = 2000  # the table says who handles a case at another desk
_PATIENCE_MS = 3000
"""How long a closing window waits for edits that are being saved; after that it says so and stays open."""
_KEYS = frozenset(column.key for column in FOLLOW_UP_COLUMNS)


@dataclass(eq=False)
class _Saving:
    """An edit that is being saved."""

    subjects: tuple[Subject, ...]
    edit: FollowUpEdit
    answer: Callable[[str, bool], object]
    """Called at the end with the problem in words, empty if there was none, and whether it is on the undo stack."""
    at: datetime
    """When the user asked for it: an acknowledgement does not cover what arrives while it waits to be saved."""
    number: int = 0
    problem: AppError | None = None
    is_undone: bool = False
    name: str = ""
    """What undo calls it; empty: by what it changes."""
    answer_undo: Callable[[str, bool], object] = lambda _problem, _is_on_stack: None
    """Called after each undo with why it took nothing back, empty if it did, and whether it can be tried again."""


class FollowUpController(Feature):
    """Saves follow-ups in the order in which they were made, and puts each on the undo stack.

    Cells, counts and the detail follow by the store's notifications; rows that leave or join a worklist are asked for.
    """

    settled = Signal()
    """No edit is being saved any more."""
    note_asked = Signal()
    """The user wants to write a note about the row under the cursor."""

    def __init__(
        self,
        context: WindowContext,
        card: FollowUpCard,
        tabs: TableTabs,
    ) -> None:
        super().__init__(context)
        self.others = context.sharing if context.settings.read().relay_url else None
        self._card = card
        self._tabs = tabs
        self.own_name = context.follow_ups.user
        self._turns = SerialTaskQueue(context.workers, self)
        self._turns.idle.connect(self.settled)
        self._reported_unsaved: object = None
        self._summaries = VisitSummaries(context.say, self)
        self._left: tuple[TablePage, int] | None = None
        """The table whose row under the cursor may leave it, and the position of that row."""
        self._pages = [tabs.pages[table] for table in FOLLOWED_TABLES]
        for page in self._pages:
            page.act_asked.connect(self._act)
            page.rows_shown.connect(self._stay)
        card.edited.connect(self._save_card)
        card.people = self.people

    @property
    def is_busy(self) -> bool:
        """Whether an edit is being saved; `settled` is emitted at the end."""
        return self._turns.is_busy

    def watch_handling(self, called: Callable[[], CallGroup | None], show_handler: Callable[[str], None]) -> None:
        """Begin to tell the other desks what is handled here, if facts are shared; see `HandlingWatch`."""
        if self.others is not None:
            HandlingWatch(self._card, called, show_handler, self.others, self)
            shipments = self._tabs.pages[Table.SHIPMENTS]
            shipments.model.handled_by = self.others.handled_by
            repainting = QTimer(self, interval=_REPAINTED_MS)
            repainting.timeout.connect(lambda: shipments.isVisible() and shipments.view.viewport().update())
            repainting.start()

    def save_all(self) -> None:
        """Start to save what was typed and not yet saved."""
        self._card.save_all()

    def finish(self) -> bool:
        """Save everything before the window closes, and wait for that up to 3 s.

        Returns:
            Whether the window may close. It may not if something is not saved, unless the user was already warned.
        """
        self._card.save_all()
        is_settled = self._turns.finish(_PATIENCE_MS)
        unsaved = self._card.unsaved(), is_settled
        if unsaved in (({}, True), self._reported_unsaved):
            return True
        self._reported_unsaved = unsaved
        self._context.signals.failed.emit(self._why_not_closed(is_settled=is_settled))
        return False

    def _why_not_closed(self, *, is_settled: bool) -> str:
        if not is_settled:
            return self.tr("What you noted is still being saved. Close once more to leave without waiting for that.")
        return f"{self._what_is_unsaved()} {self.tr('Close once more to leave without it.')}"

    def _what_is_unsaved(self) -> str:
        rows = self.tr("What you noted of %Ln row(s) is not saved.", "", len(self._card.unsaved()))
        return " ".join([rows, *self._card.problems()])

    def hand_over(self) -> dict[Subject, tuple[FollowUpEdit, str]]:
        """Return what is not saved, for the window that replaces this one."""
        return self._card.hand_over()

    def take_over(self, other: "FollowUpController") -> None:
        """Take over what the replaced window did not save; report it, since its rows may not be on the screen."""
        self._card.take_over(other.hand_over())
        if self._card.problems():
            self._context.signals.failed.emit(self._what_is_unsaved())

    @Slot(object)
    def _act(self, act: RowAct) -> None:
        acts: dict[RowAct, Callable[[], object]] = {
            RowAct.ACKNOWLEDGE: self.acknowledge,
            RowAct.NOTE: self.write_note,
            RowAct.SUMMARY: self.copy_summary,
            RowAct.TAKE: partial(self.assign, self.own_name),
            RowAct.RELEASE: partial(self.assign, str),
        }
        if act in acts:
            acts[act]()

    @Slot()
    def acknowledge(self) -> None:
        """Acknowledge the row whose card is shown, or open the dialog for the selected rows that failed."""
        selected = self._selected()
        if not selected or (len(selected) == 1 and self._card.press(selected[0])):
            return
        table = selected[0].table
        failed = set(self._context.rows.failed(table, [one.row_id for one in selected]))
        chosen = tuple(one for one in selected if one.row_id in failed)
        if not chosen:
            self._context.report(self.tr("None of the selected rows failed: there is nothing to acknowledge."))
            return
        of_shipments = (
            self.tr("%Ln shipment(s)", "", len(chosen)),
            self.tr("Acknowledge %Ln shipment(s)", "", len(chosen)),
        )
        of_visits = self.tr("%Ln visit(s)", "", len(chosen)), self.tr("Acknowledge %Ln visit(s)", "", len(chosen))
        about, action = of_shipments if table is Table.SHIPMENTS else of_visits
        dialog = FollowUpDialog(about, action, self._context.formats.reasons, self._context.say, self._context.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.edited.connect(lambda edit: self.save(chosen, edit, "", partial(self._answer_dialog, dialog)))
        dialog.open()

    def assign(self, to: Callable[[], str]) -> None:
        """Assign the selected rows to somebody; an empty name: to nobody."""
        if selected := self._selected():
            self.save(selected, FollowUpEdit(assigned_to=to()), "", self._answer_assigned)

    def _selected(self) -> tuple[Subject, ...]:
        """Return the selected rows of the table in front; say so if there are none."""
        page = self._page()
        selected = page.view.selected_ids() if page else ()
        if page is None or not selected:
            self._context.report(self.tr("Select shipments or visits first."))
            return ()
        carriers = self._context.day.shown_day.carriers if page.table is Table.VISITS else ()
        return tuple(Subject(page.table, one, carriers) for one in selected)

    def _answer_assigned(self, problem: str, _is_on_stack: bool) -> None:
        if problem:
            self._context.signals.failed.emit(problem)

    def people(self) -> dict[str, str]:
        """Return to whom a case can be assigned, each name with how it is shown."""
        own = self.own_name()
        named = {own: self.tr("You")} if own else {}
        return named | {one: one for one in self._context.rows.people() if one != own}

    @Slot()
    def write_note(self) -> None:
        """Let the user write a note about the row under the cursor."""
        if self._page() is not None:
            self.note_asked.emit()

    @Slot()
    def copy_summary(self) -> None:
        """Copy the summary of the row under the cursor to the clipboard."""
        page = self._page()
        row_id = page.view.current_id() if page else None
        text = self._story(page.table, row_id) if page and row_id is not None else ""
        if text:
            QGuiApplication.clipboard().setText(text)
            self._context.report(self.tr("The summary is on the clipboard."))

    def _story(self, table: Table, row_id: int) -> str:
        rows, formats = self._context.rows, self._context.formats
        visit_id: object = row_id
        shipment = None
        if table is Table.SHIPMENTS:
            shipment = rows.shipment(row_id)
            if shipment is None:
                return ""
            visit_id = shipment.cells["visit_id"]
            if visit_id is None:
                return self._summaries.of_shipment(shipment, formats)
        visit = rows.visit(int(str(visit_id)), self._context.day.shown_day.carriers)
        return self._summaries.of_visit(visit, formats, shipment) if visit else ""

    def _page(self) -> TablePage | None:
        """Return the table in front, if its rows can be followed up, unless another page has its place."""
        front = self._tabs.currentWidget()
        return next((page for page in self._pages if page is front and page.isVisibleTo(page.window())), None)

    @Slot(object, object)
    def _save_card(self, subject: Subject, edit: FollowUpEdit) -> None:
        page = self._page()
        if edit.is_acknowledged is True and page is not None:
            page.view.setFocus()  # the button disappears, and the next row is what comes next
        self.save((subject,), edit, "", partial(self._answer_card, subject, edit))

    def _answer_card(self, subject: Subject, edit: FollowUpEdit, problem: str, _is_on_stack: bool) -> None:
        if not problem:
            self._card.confirm(subject, edit)
        elif not self._card.keep(subject, edit, problem):
            self._context.signals.failed.emit(problem)

    def _answer_dialog(self, dialog: FollowUpDialog, problem: str, _is_on_stack: bool) -> None:
        if problem:
            dialog.show_problem(problem)
        else:
            dialog.accept()

    def _answer_redo(self, saving: _Saving, problem: str, _is_on_stack: bool) -> None:
        if problem:
            saving.number = 0  # so that an undo has nothing to take back, and a redo tries again
            text = self.tr("Not done again: {what}. {why}")
            self._context.signals.failed.emit(text.format(what=self._named(saving), why=problem))
        elif saving.number:
            self._context.undo.report_redone(self._named(saving))

    def save(
        self,
        subjects: tuple[Subject, ...],
        edit: FollowUpEdit,
        name: str,
        answer: Callable[[str, bool], object],
        answer_undo: Callable[[str, bool], object] = lambda _problem, _is_on_stack: None,
    ) -> None:
        """Save an edit of these rows, and put it on the undo stack under a name.

        `answer` is called at the end, and not after an undo, with the problem in words, empty if there was none, and
        whether the edit is on the undo stack. `answer_undo` is called after each undo with the reason why it took
        nothing back, empty if it did, and whether the edit is still on the undo stack.
        """
        saving = _Saving(subjects, edit, answer, self._context.clock.now(), name=name, answer_undo=answer_undo)
        self._start(saving, self._end)

    def _start(self, saving: _Saving, end: Callable[[_Saving], object]) -> None:
        save = self._context.follow_ups.save

        def work() -> _Saving:
            try:
                saving.number, saving.problem = save(saving.subjects, saving.edit, saving.at), None
            except AppError as error:
                saving.problem = error
            return saving

        self._turns.start(work, end)

    @Slot(object)
    def _end(self, saving: _Saving) -> None:
        if saving.problem is None and saving.number:
            self._push(saving)
            if saving.edit.is_acknowledged is True or isinstance(saving.edit.assigned_to, str) or saving.name:
                said = with_system_keys(self.tr("{what} · Ctrl+Z undoes"))
                self._context.report(said.format(what=self._named(saving)))
        self._report_end(saving)

    def _push(self, saving: _Saving) -> None:
        self._context.undo.push_task(self._named(saving), partial(self._redo, saving), partial(self._undo, saving))

    def _named(self, saving: _Saving) -> str:
        if saving.name:
            return saving.name
        if saving.edit.is_acknowledged is True:
            return self.tr("%Ln row(s) acknowledged", "", len(saving.subjects))
        if saving.edit.is_acknowledged is False:
            return self.tr("acknowledgement taken back")
        if isinstance(who := saving.edit.assigned_to, str) and saving.edit == FollowUpEdit(assigned_to=who):
            return self.tr("assigned to {who}").format(who=who) if who else self.tr("assigned to nobody")
        return self.tr("note") if isinstance(saving.edit.note, str) else self.tr("follow-up")

    def _redo(self, saving: _Saving) -> None:
        saving.answer, saving.at = partial(self._answer_redo, saving), self._context.clock.now()
        self._start(saving, self._report_end)

    def _undo(self, saving: _Saving) -> None:
        undo = self._context.follow_ups.undo_edit

        def work() -> _Saving:
            try:
                saving.is_undone, saving.problem = not saving.number or undo(saving.number) > 0, None
            except AppError as error:
                saving.problem = error
            return saving

        self._turns.start(work, self._return)

    @Slot(object)
    def _report_end(self, saving: _Saving) -> None:
        problem = self._problem(saving)
        if not problem:
            self._ask_anew(saving.subjects)
        saving.answer(problem, not problem and saving.number > 0)

    def _problem(self, saving: _Saving) -> str:
        return self._context.say(saving.problem.user_message) if saving.problem else ""

    @Slot(object)
    def _return(self, saving: _Saving) -> None:
        """Show the rows as they were before the edit, with the cursor on the first of them."""
        failure, what, problem = self._problem(saving), self._named(saving), ""
        if failure:
            problem = self.tr("Not undone: {what}. {why}").format(what=what, why=failure)
            self._context.signals.failed.emit(problem)
            self._push(saving)  # to be tried again
        elif not saving.is_undone:
            problem = self.tr("This could not be taken back, because somebody changed it since: {what}")
            problem = problem.format(what=what)
            self._context.report(problem)
        else:
            self._context.undo.report_undone(what)
        saving.answer_undo(problem, bool(failure))
        if failure:
            return
        self._ask_anew(saving.subjects)
        if problem:
            return
        page, first = self._page(), saving.subjects[0]
        if page is not None and page.table is first.table:
            self._left = None
            if page.view.current_id() != first.row_id:
                page.pick(first.row_id)

    def _ask_anew(self, subjects: Sequence[Subject]) -> None:
        """Read tables again that are filtered by follow-ups; if the row under the cursor leaves, select the next."""
        page = self._page()
        rows = {(one.table, one.row_id) for one in subjects}
        if page is not None and (page.table, page.view.current_id()) in rows:
            self._left = page, page.view.currentIndex().row()
        for one in self._pages:
            if one.query is not None and _is_filtered_by_follow_ups(one.query):
                one.ask()

    @Slot()
    def _stay(self) -> None:
        """Put the cursor where the row was that left."""
        if self._left is None or not self._left[0].is_answered:
            return
        (page, row), self._left = self._left, None
        if page.view.current_id() is None and page.model.ids:
            page.view.stay(min(row, len(page.model.ids) - 1))


def _is_filtered_by_follow_ups(query: RowQuery) -> bool:
    return query.view in _WORKLISTS or any(one.key in _KEYS for one in query.filters)
