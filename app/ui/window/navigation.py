"""Brings days, rows and views to the screen."""

from collections.abc import Sequence

from PySide6.QtCore import Slot

from app.domain.days import Day, Scope
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.context.window_context import Feature, WindowContext
from app.ui.tables.table_tabs import TableTabs
from app.ui.top_bar.top_bar import TopBar
from app.ui.views.filter_controller import FilterController
from app.ui.widgets.detail_parts import RowLink

_OFFERED_CARRIERS = 10
ALL = "*"
"""Kept in place of the codes if all of the desk were chosen, so that a new one is shown too."""


class Navigation(Feature):
    """Shows what features ask for."""

    def __init__(self, context: WindowContext, top: TopBar, tabs: TableTabs, filtering: FilterController) -> None:
        super().__init__(context)
        self._top = top
        self._tabs = tabs
        self._filtering = filtering
        signals = context.signals
        signals.day_asked.connect(self.show_day)
        signals.row_asked.connect(self.show_row)
        signals.view_asked.connect(self.show_view)
        signals.rows_asked.connect(self.show_rows)
        top.day_chosen.connect(self._choose_day)
        context.day.load_ended.connect(self._offer_again)
        tabs.pages[Table.MANIFESTS].detail_asked.connect(self._show_shipments_of_manifest)

    def carriers(self) -> Sequence[str]:
        """Return the carriers that were used, the latest first."""
        used = dict.fromkeys([*self._context.state.carriers(), *self._context.rows.carriers()])
        return list(used)[:_OFFERED_CARRIERS]

    def desk_carriers(self) -> tuple[str, ...]:
        """Return the carriers of the desk, by name where no setting orders them."""
        settings = self._context.settings.read()
        desk = self._context.rows.carriers_of_desk(settings, self._context.clock.now())
        return tuple(desk if settings.carriers else sorted(desk))

    def first_day(self) -> Scope:
        """Return today with the carriers chosen last, as far as the desk still has them."""
        context, desk = self._context, self.desk_carriers()
        kept = context.state.shown_carriers
        alone = context.settings.read().carrier or next(iter(self.carriers()), "")
        is_all = kept == [ALL] or not (kept or alone)
        several = desk if is_all else tuple(one for one in kept if one in desk)
        return Scope(several if len(several) > 1 or not alone else (alone,), context.clock.today())

    @Slot(object)
    def _choose_day(self, day: Scope) -> None:
        is_all = set(day.carriers) == set(self.desk_carriers())
        kept = [ALL] if is_all else list(day.carriers)
        self._context.state.shown_carriers = kept if len(day.carriers) > 1 else []
        self.show_day(day)

    @Slot(object)
    def show_day(self, day: Day | Scope) -> None:
        """Show a day from the stored data."""
        scope = Scope(day.carriers, day.date)
        self._context.report("")
        self._offer(scope)
        self._context.day.show_day(scope)

    def _offer(self, day: Scope) -> None:
        """Show the day in the fields, and which carriers can be chosen now."""
        desk = self.desk_carriers()
        self._top.show_day(day, list(dict.fromkeys([*(desk if len(desk) > 1 else ()), *self.carriers()])), desk)

    @Slot()
    def _offer_again(self) -> None:
        """Offer a carrier that was just loaded for the first time, unless another one is being typed or chosen."""
        if not (self._top.carrier.is_typed_in or self._top.carrier.view().isVisible()):
            self._offer(self._context.day.shown_day)

    @Slot(object)
    def show_row(self, link: RowLink) -> None:
        """Select a row of any table and day, with its detail; filters that hide it are cleared."""
        page, shown = self._tabs.pages[link.table], self._context.day.shown_day
        elsewhere = link.carrier if link.carrier not in (None, *shown.carriers) else None
        day = Scope((elsewhere,) if elsewhere else shown.carriers, link.date)
        if day != shown:
            self.show_day(day)
        if day != shown or not page.model.rows_of([link.row_id]):
            self._filtering.clear()
            page.ask()  # the row may have come just now
        self._tabs.show_table(link.table)
        page.pick(link.row_id)
        page.view.setFocus()
        page.clicked.emit()

    @Slot(object)
    def show_view(self, view: View) -> None:
        """Show all rows of a view; all other filters are cleared."""
        self._filtering.clear()
        self._filtering.show_view(view)

    @Slot(object, object)
    def show_rows(self, table: Table, filters: Sequence[ValueFilter]) -> None:
        """Show the rows of a table that have these values, with the cursor in it; all other filters are cleared.

        Of several values of one column, each row has one.
        """
        page = self._tabs.pages[table]
        self._filtering.clear()
        for one in filters:
            alike = [other.value for other in filters if other.key == one.key and not other.exclude]
            if len(alike) > 1:
                page.choose_values(one.key, alike)
            else:
                page.add_filter(one)
        self._tabs.show_table(table)
        page.view.setFocus()

    @Slot()
    def _show_shipments_of_manifest(self) -> None:
        """Show the shipments of the manifest under the cursor; a chip tells so, and removes the filter."""
        view = self._tabs.pages[Table.MANIFESTS].view
        number = view.rows.value(view.currentIndex().row(), "number") if view.currentIndex().isValid() else None
        if number is not None:
            self.show_rows(Table.SHIPMENTS, [ValueFilter("manifest_number", number)])

    def show_bodies(self) -> None:
        """Show the notifications with their bodies as they were sent."""
        self._tabs.show_table(Table.NOTIFICATIONS)
        page = self._tabs.page
        page.view.columns_header.show_column(page.model.position("raw"), shown=True)
        page.view.setFocus()
