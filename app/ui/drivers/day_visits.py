"""The day's visits as the map and the lanes of the drivers show them."""

from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.board.reading.reader import Reader
from app.domain.days import Day, Scope
from app.domain.pace.lanes import DRIVER_COLUMNS, Lane, lanes_of
from app.domain.reception.gaps import Gap
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, ValueFilter
from app.domain.views.report import VisitPlace
from app.ui.context.window_context import Feature, WindowContext
from app.ui.tables.filter_bar import FilterBar
from app.ui.tables.phone_search import PhoneSearch
from app.ui.tables.table_tabs import TableTabs

_PAUSE_MS = 600
_AGE_MS = 20_000
"""How often what has the present in it is written again."""


@dataclass(frozen=True)
class ReadVisits:
    """What was read of a day: visits, lanes of drivers, reception gaps, and when the last notification came (UTC)."""

    day: Day | Scope | None = None
    visits: tuple[VisitPlace, ...] = ()
    lanes: tuple[Lane, ...] = ()
    gaps: tuple[Gap, ...] = ()
    heard_at: datetime | None = None


class DayVisits(Feature):
    """Reads them while a tab that shows them is in front, and as they change with a pause in between.

    They are the rows of the table of visits, but of every driver: the driver that the table is filtered by is `lane`.
    """

    changed = Signal()
    driver_changed = Signal()
    aged = Signal()
    """The present has moved on."""

    def __init__(self, context: WindowContext, tabs: TableTabs) -> None:
        super().__init__(context)
        self._tabs = tabs
        self.page = page = tabs.pages[Table.VISITS]
        self.read = ReadVisits()
        self.is_read = False
        """Whether anything was read yet."""
        self._watchers: set[QWidget] = set()
        self._is_outdated = True
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self._age = QTimer(self, interval=_AGE_MS)
        self._age.timeout.connect(self.aged)
        page.rows_shown.connect(self.follow)
        page.query_changed.connect(self._follow_query)
        tabs.currentChanged.connect(self._follow_tab)

    def watch(self, tab: QWidget) -> None:
        """Read while this tab is in front."""
        self._watchers.add(tab)

    @property
    def is_watched(self) -> bool:
        """Whether a tab that shows them is in front."""
        return self._tabs.currentWidget() in self._watchers

    @property
    def lane(self) -> Lane | None:
        """The lane of the driver that the table is filtered by; None: of none, or of several."""
        filters = self._driver_filters()
        kept = [one for one in self.read.lanes if one.is_kept_by(filters)] if filters else []
        return kept[0] if len(kept) == 1 else None

    @property
    def is_narrowed(self) -> bool:
        """Whether a search, a view or filters leave visits out, apart from those of other drivers."""
        return self.page.query is not None and _of_every_driver(self.page.query).is_narrowed

    def toggle(self, lane: Lane) -> None:
        """Filter the table by a driver, or no longer by the one that it is filtered by."""
        self.choose(None if self.lane is not None and self.lane.key == lane.key else lane)

    def choose(self, lane: Lane | None) -> None:
        """Filter the table by a driver; None: by none."""
        others = [one for one in self.page.narrowing.filters if one.key not in DRIVER_COLUMNS]
        if lane is not None and lane.name:
            self.page.filters.names[lane.filters] = f"{self.page.model.title('driver')}: {lane.name}"
        self.page.narrow(replace(self.page.narrowing, filters=(*others, *(lane.filters if lane is not None else ()))))

    @Slot(object)
    def pick(self, visit_id: int) -> None:
        """Put the table's cursor on a visit; for one of another driver, show the visits of all again."""
        lane = next((one for one in self.read.lanes if any(visit_id == at.visit_id for at in one.visits)), None)
        if lane is not None and not lane.is_kept_by(self._driver_filters()):
            self.choose(None)
        self.page.pick(visit_id)

    def new_bar(self, parent: QWidget) -> FilterBar:
        """Return a bar that shows the table's filters, and removes them, as the table's own does."""
        bar, own = FilterBar(self.page.model, self._context.say, self._context.theme, parent), self.page.filters
        bar.columns.hide()  # there are none beside map and lanes
        bar.keys, bar.names = own.keys, own.names
        for signal, same in (
            (bar.removed, own.removed),
            (bar.cleared, own.cleared),
            (bar.save_asked, own.save_asked),
            (bar.number_asked, own.number_asked),
            (bar.values_asked, own.values_asked),
        ):
            signal.connect(same)
        for changed in (self.page.rows_shown, self.page.query_changed):
            changed.connect(lambda: bar.show_query(self.page.query, None))
        bar.show_query(self.page.query, None)
        return bar

    @Slot()
    def follow(self) -> None:
        """Read again, since rows may have changed."""
        self._is_outdated = True
        if not self._pause.isActive():
            self._ask()

    @Slot()
    def _follow_query(self) -> None:
        self.driver_changed.emit()
        self.follow()

    @Slot()
    def _follow_tab(self) -> None:
        if self.is_watched:
            self._age.start()
            self.aged.emit()
            self._ask()
        else:
            self._age.stop()

    def _driver_filters(self) -> list[ValueFilter]:
        return [one for one in self.page.narrowing.filters if one.key in DRIVER_COLUMNS]

    @Slot()
    def _ask(self) -> None:
        if not (self._is_outdated and self.is_watched):
            return
        self._is_outdated = False
        self._pause.start()
        if self.page.query is None:
            self._show(ReadVisits())
            return
        query = _of_every_driver(self.page.query)
        today, read_phone = self._context.clock.today(), self._context.read_phone

        def read(rows: Reader) -> ReadVisits:
            visits = tuple(rows.places(query.day))
            if query.is_narrowed:
                shown = frozenset(PhoneSearch(rows, read_phone).row_ids(query, today, -1))
                visits = tuple(one for one in visits if one.visit_id in shown)
            course = rows.course(query.day)
            return ReadVisits(query.day, visits, tuple(lanes_of(visits)), course.gaps, course.heard_at)

        self._context.queries.ask("places", read).succeeded.connect(self._show)

    @Slot(object)
    def _show(self, read: ReadVisits) -> None:
        before, self.read, self.is_read = self.read, read, True
        self.changed.emit()
        if before.lanes != read.lanes:
            self.driver_changed.emit()


def _of_every_driver(query: RowQuery) -> RowQuery:
    return query._replace(filters=tuple(one for one in query.filters if one.key not in DRIVER_COLUMNS))
