"""The Map tab: it shows the visits of the table and the same selection."""

from collections.abc import Sequence
from functools import cached_property

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from app.domain.days import Scope
from app.domain.views.columns import Table
from app.domain.views.report import KnownPlaces
from app.ui.context.program import photo_at
from app.ui.context.window_context import Feature, WindowContext
from app.ui.drivers.driver_model import DriverModel
from app.ui.map.map_ground import MapGround
from app.ui.map.map_page import Kind, MapPage
from app.ui.map.map_scene import Placed
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.layouts import in_column

_POSITION = 3
_WEB_MAP = (
    "https://www.openstreetmap.org/?mlat={latitude:.6f}&mlon={longitude:.6f}#map=17/{latitude:.6f}/{longitude:.6f}"
)


class DayMap(Feature):
    """Adds the tab; its page is made when the tab is first shown."""

    def __init__(self, context: WindowContext, tabs: TableTabs, drivers: DriverModel) -> None:
        super().__init__(context)
        self._ground = MapGround(context, photo_at, self)
        self._tabs = tabs
        self._drivers, self._visits = drivers, drivers.visits
        self._table = self._visits.page
        self._placed = Placed()
        self._wanted: int | None = None
        """The visit to show as soon as it is read."""
        self._known_of: Scope | None = None
        """The day with which the ground was read."""
        self._has_page = False
        self.place = QWidget()
        """The tab, in which the page is, or will be."""
        self._layout = in_column(on=self.place, margins=0)
        tabs.add(_POSITION, self.place, self.tr("Map"), "map", Table.VISITS, lambda: self.page.main_focus())
        self._visits.watch(self.place)
        self._visits.changed.connect(self._show)
        self._visits.driver_changed.connect(self._show_driver)
        self._table.current_settled.connect(self._follow_cursor)
        tabs.currentChanged.connect(self._follow_tab)

    @cached_property
    def page(self) -> MapPage:
        """The map and what is around it."""
        context, table = self._context, self._table
        filters = self._visits.new_bar(self.place)
        page = MapPage(lambda: table.model.formats, context.theme, self._ground, self._drivers, filters)
        page.view.visit_picked.connect(self._visits.pick)
        page.view.area_picked.connect(self._select)
        page.view.copy_asked.connect(lambda: table.view.copy(with_titles=True))
        page.empty_asked.connect(context.signals.asked)
        page.card.detail_asked.connect(table.detail_asked)
        page.card.row_asked.connect(self._go_to_row)
        page.card.browser_asked.connect(self._open_in_browser)
        page.foot.streets_asked.connect(self._switch_streets)
        self._visits.aged.connect(page.foot.refresh)  # another server may be set by now
        page.counted.connect(lambda text: self._tabs.show_count(self.place, text))
        self._ground.switch(wanted=context.state.shows_streets)
        self._has_page = True
        self._layout.addWidget(page)
        return page

    def close(self) -> None:
        """Fetch no tiles any more."""
        self._ground.close()

    @Slot()
    def show_current(self) -> None:
        """Show the visit that is selected in the table, or the tab if none is."""
        visit = self._table.view.current_id() if self._tabs.rows is self._table else None
        if visit is not None:
            self.show_visit(visit)
        else:
            self._tabs.setCurrentWidget(self.place)
            self._tabs.main_focus().setFocus()

    @Slot(object)
    def show_visit(self, visit_id: int) -> None:
        """Select a visit in the table and on the map."""
        self._visits.pick(visit_id)
        self._tabs.setCurrentWidget(self.place)
        self.page.show_kind(Kind.ALL)
        self._wanted = None if self.page.view.go_to(visit_id) else visit_id
        self.page.view.setFocus()

    @Slot()
    def _follow_tab(self) -> None:
        if self._tabs.currentWidget() is not self.place:
            return
        self.page.show()  # Qt would do so later
        self._show()
        day = self._context.day.shown_day
        if day != self._known_of:
            self._known_of = day
            asked = self._context.queries.ask("known places", lambda rows: rows.known_places())
            asked.succeeded.connect(self._show_known)

    @Slot(object)
    def _show_known(self, known: KnownPlaces) -> None:
        self.page.view.show_known(known)
        self.page.foot.show_known(known, self._context.formats)

    @Slot()
    def _show(self) -> None:
        """Show what was read."""
        if not self._has_page or self._tabs.currentWidget() is not self.place:
            return
        read, formats, before = self._visits.read, self._table.model.formats, self._placed
        is_new = read.day != before.day
        self._placed = (Placed(read.day) if is_new else before).again(read.visits, formats)
        if self._placed is not before:
            self.page.show_scene(self._placed.scene, is_new=is_new)
        if not self._placed.scene.spots:
            self.page.explain(is_narrowed=self._visits.is_narrowed)
        self._show_driver()
        self._follow_cursor()
        if self._wanted is not None and self.page.view.go_to(self._wanted):
            self._wanted = None

    @Slot()
    def _show_driver(self) -> None:
        if self._has_page:
            lane = self._visits.lane
            self.page.show_driver(None if lane is None else lane.key or "")

    @Slot()
    def _follow_cursor(self) -> None:
        if self._has_page:
            self.page.choose(self._table.view.current_id())

    @Slot(object)
    def _select(self, ids: Sequence[int]) -> None:
        """Select the rows of the visits in an area."""
        if ids:
            self._table.view.pick_all(ids)
        else:
            self._table.view.clearSelection()

    @Slot()
    def _go_to_row(self) -> None:
        self._tabs.show_table(Table.VISITS)
        self._table.view.setFocus()

    @Slot(bool)
    def _switch_streets(self, wanted: bool) -> None:
        """Put streets under the map."""
        self._context.state.shows_streets = wanted
        self._ground.switch(wanted=wanted)

    @Slot()
    def _open_in_browser(self) -> None:
        spot = self.page.view.chosen_spot()
        if spot is None:
            return
        url = _WEB_MAP.format(latitude=spot.place.latitude, longitude=spot.place.longitude)
        if not QDesktopServices.openUrl(QUrl(url)):
            self._context.report(self.tr("No browser could be opened."))
