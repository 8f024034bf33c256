"""The page of the Map tab: the drivers, the map beside them, and what is under it."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QFrame, QPushButton, QStackedWidget, QWidget

from app.domain.contract.statuses import State
from app.domain.views.report import KnownPlaces
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.drivers.driver_list import DriverList
from app.ui.drivers.driver_model import DriverModel
from app.ui.map.map_edges import MapEdges
from app.ui.map.map_ground import MapGround
from app.ui.map.map_marks import STACKED, Cluster, Other, Sample
from app.ui.map.map_scene import Scene, Spot
from app.ui.map.map_view import MapView
from app.ui.map.visit_card import VisitCard
from app.ui.tables.filter_bar import FilterBar
from app.ui.widgets.empty_state import Action, Emptiness, EmptyState, ScrolledEmptyState
from app.ui.widgets.flow_layout import FlowingPage
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_LIST = 264
_NARROW = 1040
"""Pixels below which the list of drivers is folded."""
_NAMED, _TOOL, _MOST = 1220, 34, 16777215
"""Pixels from which on the buttons that zoom say so, and how wide they are, with an icon alone and at most."""
_LEAST = 180
"""The least height of the map, in pixels: a low window is scrolled."""


class MapFoot(QFrame):
    """Says it always. One switch puts streets under the map; what that would send is said before."""

    streets_asked = Signal(bool)

    def __init__(self, ground: MapGround) -> None:
        super().__init__()
        self._ground = ground
        self._known = ""
        self.setProperty("bar", "bottom")
        self.said, self.leaves = plain_label(), plain_label(tone="dim")
        self.streets = QCheckBox(self.tr("Street map"))
        self.ask = QPushButton(self.tr("What would leave?"), flat=True)
        self.ask.setCheckable(True)
        self.leaves.hide()
        row = in_row((self.said, 1), self.streets, self.ask, spacing=12)
        in_column(self.leaves, row, on=self, margins=(12, 4, 12, 4), spacing=4)
        self.streets.clicked.connect(self.streets_asked)
        self.ask.toggled.connect(self.leaves.setVisible)
        ground.changed.connect(self.refresh)

    def show_known(self, known: KnownPlaces, formats: Formats) -> None:
        """Say how many known visits the ground is made of."""
        self._known = self.tr("Background without internet: %Ln visit(s) that are kept here.", "", len(known.points))
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Say what is so now."""
        ground = self._ground
        self.streets.setChecked(ground.is_wanted)
        self.streets.setEnabled(bool(ground.host))
        self.streets.setToolTip(
            "" if ground.host else tool_tip(self.tr("No server of street maps is set in Settings."))
        )
        if ground.is_wanted and ground.host:
            notes = [
                self.tr("{host} is asked for the area that you look at.").format(host=ground.host),
                *ground.notes(),
            ]
            self.said.setText(" ".join(notes))
        else:
            self.said.setText(f"{self._known} {self.tr('Nothing leaves this computer.')}".strip())
        leaves = self.tr(
            "This computer would ask {host} for the pictures of the area that you look at: the area, the zoom and your"
            " internet address leave. No shipments, names or phones do."
        )
        self.leaves.setText(leaves.format(host=ground.host or self.tr("the server that you enter in Settings")))


class Kind(Enum):
    """Which visits the map shows."""

    ALL = auto()
    FAILED = auto()
    FAR = auto()

    def held(self, scene: Scene) -> Scene:
        """Return the visits that are of this kind."""
        if self is Kind.FAR:
            return replace(scene, spots=tuple(one for one in scene.spots if one.is_far), unplaced=())
        if self is Kind.ALL:
            return scene
        spots = tuple(one for one in scene.spots if one.visit.state is State.EXCEPTION)
        return replace(
            scene, spots=spots, unplaced=tuple(one for one in scene.unplaced if one.state is State.EXCEPTION)
        )


class MapPage(FlowingPage):
    """Shows a `Scene`, all of it or a kind of its visits."""

    empty_asked = Signal(object)
    """The `Action` that was chosen where there is nothing to put on the map."""
    counted = Signal(str)
    """How many visits are in view, in words."""

    def __init__(
        self, formats: Callable[[], Formats], theme: Theme, ground: MapGround, drivers: DriverModel, filters: FilterBar
    ) -> None:
        """Make it; `formats` returns those of the present day, `filters` shows those of the table of visits."""
        super().__init__()
        self._formats, self._ground, self._words = formats, ground, drivers.words
        self._scene = Scene()
        self.kind = Kind.ALL
        self.view = MapView(theme)
        self.view.ground = ground
        self.view.words = self.words
        self.view.cluster_words = self.cluster_words
        self.view.metres = lambda metres: formats().metres(metres)
        self.view.plates.length = self._length
        self.view.setAccessibleName(self.tr("Map of the visits"))
        self.view.setMinimumHeight(scaled(_LEAST))
        self.empty = EmptyState(theme)
        self.list = DriverList(drivers, theme)
        self.list_title = plain_label(heading="section")
        self.everyone = QPushButton(self.tr("All drivers"), flat=True)
        self.everyone.setAccessibleName(self.tr("Show all drivers"))
        self.edges = MapEdges(self.view, self._away)
        self.card = VisitCard(self.view, theme)
        self.foot = MapFoot(ground)
        self._kinds = QButtonGroup(self)
        self.kinds = {kind: self._kind_button(kind) for kind in Kind}
        self.densest, self.whole, self.smaller, self.larger = (QPushButton(icon(one, theme.dim), "") for one in _TOOLS)
        self._side = self._new_side()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._empty_area = ScrolledEmptyState(self.empty)
        self._stack.addWidget(self._empty_area)
        filters.begin_with(*self._new_tools(), has_button=False)
        column = in_column(filters, (self._stack, 1), self.foot, spacing=0)
        in_row(self._side, (column, 1), on=self, margins=0, spacing=0)
        self._connect(drivers)
        self.show_scene(Scene(), is_new=True)

    def _kind_button(self, kind: Kind) -> QPushButton:
        button = QPushButton()
        button.setCheckable(True)
        button.setChecked(kind is self.kind)
        button.clicked.connect(lambda: self.show_kind(kind))
        self._kinds.addButton(button)
        return button

    def _new_side(self) -> QFrame:
        side = QFrame()
        side.setProperty("bar", "side")
        side.setFixedWidth(scaled(_LIST))
        head = in_row((self.list_title, 1), self.everyone, margins=(12, 4, 4, 4))
        note = plain_label(
            self.tr(
                "Only closed visits are here: a parcel out for delivery has no coordinates, and is not on the map."
            ),
            tone="dim",
        )
        note.setContentsMargins(12, 8, 12, 8)
        in_column(head, (self.list, 1), note, on=side, margins=(0, 0, 1, 0), spacing=0)
        return side

    def _new_tools(self) -> tuple[QWidget, QWidget]:
        kinds = QWidget()
        for button, segment in zip(self.kinds.values(), ("first", "middle", "last"), strict=True):
            button.setProperty("segment", segment)
        in_row(*self.kinds.values(), on=kinds, margins=0, spacing=0)
        kinds.setFocusProxy(self.kinds[self.kind])
        titles = (
            (self.densest, self.tr("Densest area"), "Home"),
            (self.whole, self.tr("Show all visits"), "End"),
            (self.smaller, self.tr("Zoom out"), "-"),
            (self.larger, self.tr("Zoom in"), "+"),
        )
        looks = QWidget()
        both = in_row(on=looks, margins=0, spacing=4)
        for button, title, key in titles:
            button.setAccessibleName(title)
            button.setToolTip(tool_tip(f"{title} ({key})"))
            both.addWidget(button)
        self.densest.setText(titles[0][1])
        self.whole.setText(self.tr("Show all"))
        return kinds, looks

    def _connect(self, drivers: DriverModel) -> None:
        self.densest.clicked.connect(self.view.fit)
        self.whole.clicked.connect(self.view.fit_all)
        self.smaller.clicked.connect(self.view.zoom_out)
        self.larger.clicked.connect(self.view.zoom_in)
        self.empty.asked.connect(self.empty_asked)
        self.everyone.clicked.connect(lambda: drivers.visits.choose(None))
        drivers.lines_shown.connect(self._count_drivers)
        drivers.visits.driver_changed.connect(self._count_drivers)
        self.drivers = drivers
        self._count_drivers()
        self._ground.changed.connect(self.view.paint_anew)
        self.view.moved.connect(self._show_card)
        self.edges.placed.connect(self._count)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the list of drivers, and what the buttons are called, where there is little room."""
        super().resizeEvent(event)
        self._side.setVisible(event.size().width() >= scaled(_NARROW))
        is_wide = event.size().width() >= scaled(_NAMED)
        for button, text in ((self.smaller, self.tr("Zoom out")), (self.larger, self.tr("Zoom in"))):
            button.setText(text if is_wide else "")
            button.setMaximumWidth(_MOST if is_wide else scaled(_TOOL))

    def main_focus(self) -> QWidget:
        """Return what takes the keyboard when the tab is shown."""
        return self.view if self._stack.currentWidget() is self.view else self.empty.main_button()

    def show_scene(self, scene: Scene, *, is_new: bool) -> None:
        """Show the visits of a day; `is_new` if it is another day than before."""
        self._scene = scene
        held = {kind: kind.held(scene) for kind in Kind}
        names = {Kind.ALL: self.tr("All"), Kind.FAILED: self.tr("Failed"), Kind.FAR: self.tr("Far away")}
        for kind, button in self.kinds.items():
            button.setText(
                f"{names[kind]} · {self._formats().number(len(held[kind].spots) + len(held[kind].unplaced))}"
            )
        shown = held[self.kind]
        self.view.plates.legend = self._legend(shown)
        self.view.show_scene(shown, is_new=is_new)
        self._summarise(shown)
        for button in (self.smaller, self.larger, self.densest, self.whole):
            button.setEnabled(bool(shown.spots))
        if not shown.spots:
            self.explain(is_narrowed=False)
        self._stack.setCurrentWidget(self.view if shown.spots else self._empty_area)

    def show_kind(self, kind: Kind) -> None:
        """Show the visits of a kind."""
        self.kind = kind
        self.kinds[kind].setChecked(True)
        self.show_scene(self._scene, is_new=False)

    def show_driver(self, driver: str | None) -> None:
        """Highlight a driver's visits."""
        self.view.show_driver(driver)
        self.view.plates.legend = self._legend(self.view.scene)
        self.view.update()

    def explain(self, *, is_narrowed: bool) -> None:
        """Say why nothing is on the map; `is_narrowed` if a search, a view or filters decide what the table shows."""
        title, note = self.tr("Nothing to put on the map"), self._unplaced()
        text = note or self.tr("The visits in the table appear here as soon as there are any.")
        emptiness = Emptiness("map-pin", title, text)
        if self.kind is not Kind.ALL and self._scene.spots:
            text = note or self.tr("No visit is of this kind. The first button shows all.")
            emptiness = Emptiness("map-pin", title, text)
        elif is_narrowed and not note:
            clear = (Action.CLEAR, self.tr("Show all rows"))
            text = self.tr("The map shows the visits in the table, and no visit matches its search and filters.")
            emptiness = Emptiness("filter-x", title, text, (clear,))
        self.empty.show_emptiness(emptiness)

    def choose(self, visit_id: int | None) -> None:
        """Mark the visit that is selected in the table."""
        self.view.choose(visit_id)
        self._show_card()

    @Slot()
    def _show_card(self) -> None:
        spot = self.view.chosen_spot()
        if spot is None:
            self.card.show_spot(None, [])
            return
        own = self.view.scene.of_driver(spot.driver)
        place = self.tr("{place} of {all}").format(place=own.index(spot) + 1, all=len(own))
        _, *others = self._words.visit(spot.visit)
        far = ""
        if spot.distance_m is not None:
            far = self.tr("Closed {distance} from the address").format(distance=self._away(spot.distance_m))
        self.card.pill.show_status(spot.visit.state, self._words.state(spot.visit.state))
        self.card.show_spot(spot, [f"{spot.visit.closed_at:%H:%M} · {place}", *others], far)

    def words(self, spot: Spot) -> list[str]:
        """Return the tooltip of a visit."""
        visit, formats = spot.visit, self._formats()
        lines = [*self._words.visit(visit), *filter(None, (visit.driver,))]
        if spot.distance_m is not None:
            text = self.tr("Check-in {distance} from the address")
            lines.append(text.format(distance=formats.metres(spot.distance_m)))
        elif visit.address is None:
            lines.append(self.tr("Where the driver checked in; the address has no place"))
        else:
            lines.append(self.tr("No check-in to measure by"))
        return lines

    def cluster_words(self, cluster: Cluster) -> list[str]:
        """Return the tooltip of a cluster."""
        states = [
            f"{self._words.state(one)}  {cluster.states[one]}" for one in reversed(STACKED) if cluster.states[one]
        ]
        return [self.tr("%Ln visit(s) here", "", len(cluster.spots)), *states, self.tr("Click to see them apart")]

    def _length(self, metres: float) -> str:
        number = self._formats().number
        return f"{number(metres)} m" if metres < 1000 else f"{number(metres / 1000)} km"

    def _away(self, metres: float) -> str:
        return self._formats().metres(metres)

    def _unplaced(self) -> str:
        unplaced = self.view.scene.unplaced
        return self.tr("%Ln visit(s) have nothing to place them by", "", len(unplaced)) if unplaced else ""

    def _legend(self, scene: Scene) -> list[tuple[Sample, str]]:
        """Return what is to be explained of what is there."""
        states = scene.states()
        legend: list[tuple[Sample, str]] = [
            (one, self.tr("Failed (never grouped)") if one is State.EXCEPTION else self._words.state(one))
            for one in reversed(STACKED)
            if states[one]
        ]
        legend.append((Other.GROUP, self.tr("Group of visits")))
        legend.append((Other.ADDRESS, self.tr("Address of the selected visit")))
        if self.view.driver is not None:
            legend.append((Other.ORDER, self.tr("Order of closing, not the way driven")))
        return legend if scene.spots else []

    def _summarise(self, scene: Scene) -> None:
        counts = scene.states()
        said = [f"{self._words.state(one)}  {counts[one]}" for one in reversed(STACKED) if counts[one]]
        self.view.summarise(", ".join(filter(None, [*said, self._unplaced()])))

    @Slot()
    def _count(self) -> None:
        """Say how many visits are in view, outside and without coordinates."""
        number = self._formats().number
        scene, driver, outside = self.view.scene, self.view.driver, self.edges.outside
        placed = len(scene.of_driver(driver))
        unplaced = sum(driver is None or (one.driver_key or "") == driver for one in scene.unplaced)
        seen = number(placed - outside)
        said = [self.tr("{seen} of %Ln visit(s) in view", "", placed + unplaced).format(seen=seen)]
        if outside:
            said.append(self.tr("%Ln outside", "", outside))
        if unplaced:
            said.append(self.tr("%Ln without coordinates", "", unplaced))
        self.counted.emit(" · ".join(said) if scene.spots else "")  # else the map is not there, and says why

    @Slot()
    def _count_drivers(self) -> None:
        self.list_title.setText(self.tr("Drivers · {count}").format(count=len(self.drivers.lines)).upper())
        self.everyone.setEnabled(self.drivers.visits.lane is not None)


_TOOLS = ("target", "fit", "minus", "plus")
