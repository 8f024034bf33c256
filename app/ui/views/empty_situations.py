"""What the window knows that decides why there is nothing to see."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.domain.reception.listening import ReceptionState
from app.domain.views.columns import Table
from app.domain.views.queries import VIEW_TITLES, View
from app.qt_threads.change_notifier import ChangeNotifier
from app.ui.tables.filter_bar import quoted
from app.ui.tables.narrowing import Narrowing
from app.ui.tables.table_page import TablePage
from app.ui.views.empty_reasons import EmptyReasons, Situation
from app.ui.widgets.empty_state import Emptiness

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class EmptySituations(QObject):
    """Tells why a table, or the day's figures, are empty."""

    def __init__(self, window: "MainWindow", notifier: ChangeNotifier) -> None:
        super().__init__(window)
        self._window = window
        self._reception: ReceptionState | None = None
        notifier.listening_changed.connect(self._follow_reception)
        self._reasons = EmptyReasons(self)

    @Slot()
    def _follow_reception(self) -> None:
        """Say anew why tables are empty, where the receiver has begun or ceased to hear."""
        before, self._reception = self._reception, self._window.ports.reception()
        if self._reception is not before:
            self._window.show_rows()

    def of_table(self, page: TablePage) -> Emptiness:
        """Return why a table shows no row."""
        named = self.named(page)
        if page.narrowing.numbers:
            named.append(self.tr("a list of %Ln number(s)", "", len(page.narrowing.numbers)))
        return self._reasons.why(self._now(page.table, page.narrowing, page.total, ", ".join(named)))

    def named(self, page: TablePage) -> list[str]:
        """Return what a table is narrowed to, in words, but for a pasted list."""
        say, shown = self._window.ports.say, page.narrowing
        named = [say(VIEW_TITLES[shown.view])] if shown.view is not View.ALL else []
        named += [quoted(shown.search)] if shown.search.strip() else []
        return named + [page.filters.describe(one) for one in shown.filters]

    def of_day(self) -> Emptiness:
        """Return why there is nothing of the whole day."""
        return self._reasons.why(self._now(Table.SHIPMENTS, Narrowing(), 0, ""))

    def _now(self, table: Table, narrowing: Narrowing, total: int, filter_text: str) -> Situation:
        window = self._window
        current_day, ports, problem = window.current_day, window.ports, window.current_day.problem
        return Situation(
            table=table,
            is_set_up=window.settings_controller.is_complete,
            can_start_demo=ports.start_demo is not None,
            day=current_day.day,
            date_text=window.detail.formats.long_date(window.current_day.shown_day.date),
            is_over=window.current_day.shown_day.date < ports.today(),
            state=current_day.state,
            problem=problem,
            problem_text=ports.say(problem.user_message) if problem else "",
            is_loading=current_day.is_loading_this,
            is_narrowed=narrowing.is_narrowed,
            filter_text=filter_text,
            total=total,
            view_alone=narrowing.view if narrowing.is_of_a_view_alone else None,
            spans_days=narrowing.view is View.EARLIER,
            has_search=bool(narrowing.search.strip()),
            reception=ports.reception(),
        )
