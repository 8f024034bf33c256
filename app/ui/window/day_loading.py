"""Loads the shown day."""

from datetime import timedelta

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QApplication

from app.domain.days import LoadProgress, LoadSummary
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, View
from app.ui.context.window_context import Feature, WindowContext
from app.ui.notices.banner import Banner
from app.ui.tables.table_page import TablePage
from app.ui.top_bar.top_bar import TopBar
from app.ui.widgets.labels import begun

_TIME_TO_LOAD = timedelta(minutes=1)


class DayLoading(Feature):
    """Connects the Load and Cancel buttons with the day that is shown."""

    def __init__(self, context: WindowContext, top: TopBar, banner: Banner, shipments: TablePage) -> None:
        super().__init__(context)
        self._top = top
        self._banner = banner
        self._shipments = shipments
        day = context.day
        top.load_asked.connect(day.load)
        top.cancel_asked.connect(day.cancel)
        day.load_started.connect(self._start)
        day.load_progressed.connect(self._show_progress)
        day.load_ended.connect(self._end)
        day.load_ended.connect(context.clock.tick)
        context.clock.ticked.connect(self._show_age)

    def age(self) -> str:
        """Return in words how long ago the day that is shown was loaded, first of all; empty if it never was."""
        age = self._age()
        return self.tr("loaded {age}").format(age=age) if age else ""

    def _age(self) -> str:
        context, state = self._context, self._context.day.state
        if state is None or state.loaded_at is None:
            return ""
        return context.formats.age(state.loaded_at, context.clock.now())

    @Slot()
    def _show_age(self) -> None:
        """Show the age in the top bar, or that the load failed; while one is under way its progress stands there."""
        context, failed_at = self._context, self._context.day.failed_at
        if context.day.is_loading:
            return
        failed, days = context.day.failed, context.day.shown_day.days
        loaded = len([one for one in context.day.states if one.day not in failed])
        if 0 < loaded < len(days):
            text = self.tr("Loaded {loaded} of {all}").format(loaded=loaded, all=len(days))
            self._top.show_age(text, is_old=True)
        elif failed_at is not None and failed:
            text = self.tr("failed at {time}").format(time=context.formats.since(failed_at))
            self._top.show_age(text, is_old=True, has_failed=True)
        else:
            self._top.show_age(begun(self.age()), self._age(), is_old=self._is_old())

    def _is_old(self) -> bool:
        """Return whether today's data is older than the automatic refresh should let it become."""
        state, every = self._context.day.state, self._context.settings.read().refresh_minutes
        if state is None or state.loaded_at is None or not every:
            return False
        is_today = self._context.day.shown_day.date == self._context.clock.today()
        return is_today and self._context.clock.now() - state.loaded_at > timedelta(minutes=every) + _TIME_TO_LOAD

    @Slot()
    def _start(self) -> None:
        self._top.show_loading(loading=True)

    @Slot(object)
    def _show_progress(self, progress: LoadProgress) -> None:
        self._top.show_progress(progress, self._context.day.loading_carrier)

    @Slot(object)
    def _end(self, summary: LoadSummary | None) -> None:
        self._top.show_loading(loading=False)
        day = self._context.day
        had_keyboard = self._top.load.hasFocus() or self._top.carrier.hasFocus()
        if day.failed_at is not None and (had_keyboard or QApplication.focusWidget() is None):
            self._banner.focus_remedy()
        if summary is None:
            return
        if len(day.shown_day.carriers) == 1:
            self._keep_carrier(summary.day.carrier)
        self._context.report(self._described(summary))
        if summary.day in day.shown_day.days and summary.changed + summary.new < summary.shipments:
            query, today = RowQuery(Table.SHIPMENTS, day.shown_day, view=View.CHANGED), self._context.clock.today()
            asked = self._context.queries.ask("changed", lambda rows: rows.row_ids(query, today))
            asked.succeeded.connect(self._shipments.flash)

    def _keep_carrier(self, carrier: str) -> None:
        self._context.state.keep_carrier(carrier)
        if self._context.settings.read().carrier != carrier and "carrier" not in self._context.settings.fixed():
            self._context.settings.save({"carrier": carrier})

    def _described(self, summary: LoadSummary) -> str:
        if not summary.shipments and not summary.gone:
            return self.tr("No shipments")
        counts = (
            (self.tr("new: {count}"), summary.new),
            (self.tr("changed: {count}"), summary.changed),
            (self.tr("no longer listed: {count}"), summary.gone),
        )
        said = [text.format(count=self._context.formats.number(count)) for text, count in counts if count]
        return "; ".join(filter(None, [self.tr("Loaded: %Ln shipment(s)", "", summary.shipments), ", ".join(said)]))
