"""Shows why a table, or the day's figures, are empty."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.reception.listening import ReceiverStatus, ReceptionState
from app.domain.settings import Settings
from app.domain.views.columns import Table
from app.domain.views.queries import EARLIER_VIEWS, VIEW_TITLES, View
from app.ui.appearance.formats import Formats
from app.ui.ports.view_ports import ViewPorts
from app.ui.receiver.receiver_state import ReceiverState
from app.ui.state.current_day import CurrentDay
from app.ui.tables.filter_bar import quoted
from app.ui.tables.narrowing import Narrowing
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.views.empty_reasons import EmptyReasons, Situation
from app.ui.widgets.empty_state import Emptiness


class EmptySituations(QObject):
    """Has each table without rows say why, whenever the rows or the reasons may have changed."""

    changed = Signal()
    """Rows or reasons may have changed."""

    def __init__(
        self,
        tabs: TableTabs,
        current_day: CurrentDay,
        ports: ViewPorts,
        formats: Callable[[], Formats],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._tabs = tabs
        self._current_day = current_day
        self._ports = ports
        self._formats = formats
        self._is_set_up = True
        """Assumed until the keyring has answered."""
        self._receiver = ReceiverState(ReceiverStatus(ReceptionState.STARTING), Settings(), {})
        self._reasons = EmptyReasons(self)
        current_day.load_started.connect(self.refresh)
        for page in tabs.pages.values():
            page.rows_shown.connect(partial(self._refresh_page, page))

    @Slot(bool)
    def note_set_up(self, is_set_up: bool) -> None:
        """Record whether the carrier can be asked: address and credentials are there."""
        self._is_set_up = is_set_up
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Have all tables without rows say why."""
        for page in self._tabs.pages.values():
            self._refresh_page(page)

    def _refresh_page(self, page: TablePage) -> None:
        if page.is_answered and not page.model.ids:
            page.show_emptiness(self._of_table(page))
        self.changed.emit()

    @Slot(object)
    def note_receiver(self, receiver: ReceiverState) -> None:
        """Record the state of the receiver, as its chip shows it."""
        before, self._receiver = self._receiver, receiver
        if _of_emptiness(receiver) != _of_emptiness(before):
            self.refresh()

    def _of_table(self, page: TablePage) -> Emptiness:
        named = self.named(page)
        if page.narrowing.numbers:
            named.append(self.tr("a list of %Ln number(s)", "", len(page.narrowing.numbers)))
        return self._reasons.why(self._now(page.table, page.narrowing, page.total, ", ".join(named)))

    def named(self, page: TablePage) -> list[str]:
        """Return the filters of a table in words, but for a pasted list."""
        say, shown = self._ports.say, page.narrowing
        named = [say(VIEW_TITLES[shown.view])] if shown.view is not View.ALL else []
        named += [quoted(shown.search, say)] if shown.search.strip() else []
        return named + [page.filters.describe(one) for one in shown.filters]

    def of_day(self) -> Emptiness:
        """Return why there are no figures of the day."""
        return self._reasons.why(self._now(Table.SHIPMENTS, Narrowing(), 0, ""))

    def _now(self, table: Table, narrowing: Narrowing, total: int, filter_text: str) -> Situation:
        current_day, ports, problem = self._current_day, self._ports, self._current_day.problem
        shown_date = current_day.shown_day.date
        return Situation(
            table=table,
            is_set_up=self._is_set_up,
            can_start_demo=ports.can_start_demo,
            day=current_day.day,
            date_text=self._formats().weekday_date(shown_date),
            is_over=shown_date < ports.today(),
            state=current_day.state,
            problem=problem,
            problem_text=ports.say(problem.user_message) if problem else "",
            is_loading=current_day.is_loading_this,
            is_narrowed=narrowing.is_narrowed,
            filter_text=filter_text,
            total=total,
            view_alone=narrowing.view if narrowing.is_of_a_view_alone else None,
            spans_days=narrowing.view in EARLIER_VIEWS,
            has_search=bool(narrowing.search.strip()),
            receiver=self._receiver,
        )


def _of_emptiness(receiver: ReceiverState) -> tuple[ReceptionState, bool, bool]:
    """Return what of the receiver's state the reasons depend on."""
    return receiver.listening.reception, receiver.is_down, receiver.is_unused
