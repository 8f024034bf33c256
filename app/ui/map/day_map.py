"""The map beside the table of visits: it shows the same visits and the same selection."""

from collections.abc import Sequence
from functools import cached_property

from PySide6.QtCore import QObject, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.domain.views.columns import Table
from app.ui.context.window_context import WindowContext
from app.ui.map.map_ground import MapGround
from app.ui.map.map_pane import MapPane
from app.ui.map.map_scene import Placed, Spot
from app.ui.ports.feature_ports import TilePorts
from app.ui.ports.rows import Rows
from app.ui.tables.table_tabs import TableTabs

_PAUSE_MS = 600
_SHARE = (55, 45)
_WEB_MAP = (
    "https://www.openstreetmap.org/?mlat={latitude:.6f}&mlon={longitude:.6f}#map=17/{latitude:.6f}/{longitude:.6f}"
)


class DayMap(QObject):
    """Reads the places of the visits while the map is visible; as they change, with a pause in between."""

    def __init__(self, context: WindowContext, ports: TilePorts, tabs: TableTabs) -> None:
        super().__init__(context.window)
        self._context = context
        self._ground = MapGround(ports, context.workers, context.theme, self)
        self._tabs = tabs
        self._page = page = tabs.pages[Table.VISITS]
        self._placed: Placed | None = None
        self._wanted: int | None = None
        """The visit to show as soon as it is read."""
        self._is_outdated = True
        self._has_pane = False
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._read)
        page.panes.splitterMoved.connect(self._keep)
        page.rows_shown.connect(self.follow)
        page.current_settled.connect(self._follow_cursor)
        tabs.currentChanged.connect(self._read)

    @cached_property
    def pane(self) -> MapPane:
        """The map, open if it was left open; made when the table is first shown."""
        page = self._page
        pane = MapPane(lambda: page.model.formats, self._context.theme, self._ground)
        page.panes.addWidget(pane)
        pane.open(wanted=self._context.state.shows_map)
        self._divide()
        pane.toggled.connect(self._keep_open)
        pane.view.visit_picked.connect(page.pick)
        pane.view.area_picked.connect(self._select)
        pane.copy_asked.connect(self._copy)
        pane.empty_asked.connect(self._context.signals.asked)
        pane.browser_asked.connect(self._open_in_browser)
        self._has_pane = True
        return pane

    def close(self) -> None:
        """Fetch no tiles any more."""
        self._ground.close()

    def _divide(self) -> None:
        """Divide the height as it was left."""
        layout, panes = self._context.state.layout("map"), self._page.panes
        if layout is None or not panes.restoreState(layout):
            panes.setSizes([max(panes.height(), 1000) * one // 100 for one in _SHARE])

    @Slot()
    def _keep(self) -> None:
        self._context.state.keep_layout("map", self._page.panes.saveState())

    @Slot(bool)
    def _keep_open(self, is_open: bool) -> None:
        self._context.state.shows_map = is_open
        if is_open:
            self._divide()
            self._read()

    @Slot()
    def toggle(self) -> None:
        """Open the map, or close it if it is visible."""
        is_seen = self.pane.is_open and self._tabs.currentWidget() is self._page
        self._tabs.setCurrentWidget(self._page)
        self.pane.open(wanted=not is_seen)
        (self._page.view if is_seen else self.pane.view).setFocus()

    @Slot(object)
    def show_visit(self, visit_id: int) -> None:
        """Select a visit in the table and on the map."""
        self._tabs.setCurrentWidget(self._page)
        self.pane.open(wanted=True)
        self._page.pick(visit_id)
        self._wanted = None if self.pane.view.go_to(visit_id) else visit_id
        self.pane.view.setFocus()

    @Slot()
    def follow(self) -> None:
        """Read the places again, since rows may have changed."""
        self._is_outdated = True
        if not self._pause.isActive():
            self._read()

    @Slot()
    def _read(self) -> None:
        """Read what the map shows, if it is visible and something changed; the query thread also places the marks."""
        is_in_front = self._tabs.currentWidget() is self._page
        if not (self._is_outdated and is_in_front and self.pane.is_seen):
            return

        self._is_outdated = False
        self._pause.start()
        query, shown = self._page.query, frozenset(self._page.model.ids)
        if query is None:
            self._show(Placed())
            return
        day, formats = query.day, self._page.model.formats
        before = self._placed if self._placed is not None and self._placed.day == day else Placed(day)

        def place(rows: Rows) -> Placed:
            return before.again(tuple(one for one in rows.places(day) if one.visit_id in shown), formats)

        self._context.queries.ask("places", place).succeeded.connect(self._show)

    @Slot(object)
    def _show(self, placed: Placed) -> None:
        """Show those of the day's visits that the table shows."""
        before, self._placed = self._placed, placed
        if placed is not before:
            self.pane.show_scene(placed.scene, is_new=placed.day != (before and before.day))
        if not placed.scene.spots:
            self.pane.explain(is_narrowed=self._page.narrowing.is_narrowed)
        self.pane.choose(self._page.view.current_id())
        if self._wanted is not None and self.pane.view.go_to(self._wanted):
            self._wanted = None

    @Slot()
    def _follow_cursor(self) -> None:
        if self._has_pane:
            self.pane.choose(self._page.view.current_id())

    @Slot(object)
    def _select(self, ids: Sequence[int]) -> None:
        """Select the rows of the visits in an area."""
        if ids:
            self._page.view.pick_all(ids)
        else:
            self._page.view.clearSelection()

    @Slot()
    def _copy(self) -> None:
        self._page.view.copy(with_titles=True)

    @Slot(object)
    def _open_in_browser(self, spot: Spot) -> None:
        url = _WEB_MAP.format(latitude=spot.place.latitude, longitude=spot.place.longitude)
        if not QDesktopServices.openUrl(QUrl(url)):
            self._context.report(self.tr("No browser could be opened."))
