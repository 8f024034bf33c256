"""The map under the table of visits, and the bar that opens it."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.domain.contract.statuses import State
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import icon
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import Theme, scaled
from app.ui.map.map_ground import MapGround
from app.ui.map.map_marks import STACKED, Cluster
from app.ui.map.map_scene import Scene, Spot, looks_swapped
from app.ui.map.map_view import MapView
from app.ui.widgets.empty_state import Action, Emptiness, EmptyState, ScrolledEmptyState
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import name_field, shortened, tool_tip
from app.ui.widgets.wheel_guard import keep_from_wheel

_LEAST = 180
"""The least height of the map, in pixels: a low window is scrolled."""
_UNLIMITED = 16_777_215
"""The greatest height of a Qt widget."""


class MapPane(QWidget):
    """A bar, and the map under it once that is opened."""

    toggled = Signal(bool)
    """Whether the map was opened or closed."""
    browser_asked = Signal(object)
    """The `Spot` to open in a map in the browser."""
    empty_asked = Signal(object)
    """The `Action` that was chosen where there is nothing to put on the map."""
    copy_asked = Signal()
    """The rows of the selected area are to be copied."""

    def __init__(self, formats: Callable[[], Formats], theme: Theme, ground: MapGround | None = None) -> None:
        super().__init__()
        self._formats = formats
        self._ground = ground
        self.view = MapView(theme)
        self.view.ground = ground
        self.view.words = self.words
        self.view.cluster_words = self.cluster_words
        self.view.plates.length = self._length
        self.view.setAccessibleName(self.tr("Map of the visits"))
        self.view.visit_picked.connect(self._enable_browser)
        self.empty = EmptyState(theme)
        self.button = QPushButton(icon("map", theme.dim), self.tr("Map"))
        self.button.setCheckable(True)
        self.button.setToolTip(tool_tip(self._without_visit()))
        self.drivers = QComboBox()
        self.drivers.setMaximumWidth(scaled(220))
        keep_from_wheel(self.drivers)
        self.drivers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        name_field(self.drivers, self.tr("Driver on the map"))
        self.browser = QPushButton(icon("globe", theme.dim), "")
        self.browser.setAccessibleName(self.tr("Open a map in the browser"))
        self.browser.setToolTip(
            tool_tip(self.tr("Open a map in the browser"))
            + tool_tip(self.tr("Opens openstreetmap.org, and sends the selected visit's position to that site."))
        )
        self.far = QPushButton(icon("map-pin", theme.warning.foreground), "")
        self.far_menu = QMenu(self)
        self.far.setMenu(self.far_menu)
        self.area = QPushButton(icon("area", theme.dim), "")
        self.area.setCheckable(True)
        self.copy = QPushButton(icon("copy", theme.dim), "")
        self.smaller, self.larger, self.whole = (QPushButton(icon(name, theme.dim), "") for name in _TOOLS)
        self._tools = QWidget()
        self._bar = self._new_bar()
        self._stack = QStackedWidget()
        self._stack.setMinimumHeight(scaled(_LEAST))
        self._stack.addWidget(self.view)
        self._empty_area = ScrolledEmptyState(self.empty)
        self._stack.addWidget(self._empty_area)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._stack, 1)
        self._connect()
        self._open(wanted=False)
        self.show_scene(Scene(), is_new=True)

    def _new_bar(self) -> QFrame:
        bar = QFrame()
        bar.setProperty("bar", "bottom")
        titles = (self.tr("Zoom out"), self.tr("Zoom in"), self.tr("Fit"))
        keys = ("-", "+", "0")
        content_layout = FlowLayout(self._tools, margin=0, spacing=8)  # a narrow window has them in several lines
        content_layout.addWidget(self.drivers)
        content_layout.addWidget(self.far)
        content_layout.addWidget(self.copy)
        content_layout.addWidget(self.area)
        self.area.setAccessibleName(self.tr("Select an area"))
        self.area.setToolTip(
            tool_tip(self.tr("Select an area"))
            + tool_tip(
                with_system_keys(
                    self.tr(
                        "Draw a rectangle around visits to select their rows in the table; with Shift at any time. On"
                        " the map, A selects all that is visible, Ctrl+C copies the rows, and Esc ends it."
                    )
                )
            )
        )
        self.far.setToolTip(
            tool_tip(
                self.tr("Visits far from all others, which the map leaves outside at first. Choose one to go to it.")
            )
        )
        self.copy.hide()
        content_layout.addWidget(self.browser)
        for button, title, key in zip((self.smaller, self.larger, self.whole), titles, keys, strict=True):
            button.setAccessibleName(title)
            button.setToolTip(tool_tip(f"{title} ({key})"))
            content_layout.addWidget(button)
        row = QHBoxLayout(bar)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self._tools, 1)
        row.addStretch()
        return bar

    def _connect(self) -> None:
        self.button.toggled.connect(self._toggle)
        self.drivers.currentIndexChanged.connect(self._show_driver)
        self.smaller.clicked.connect(self.view.zoom_out)
        self.larger.clicked.connect(self.view.zoom_in)
        self.whole.clicked.connect(self.view.fit)
        self.browser.clicked.connect(self._ask_browser)
        self.area.toggled.connect(self._use_area)
        self.copy.clicked.connect(self.copy_asked)
        self.empty.asked.connect(self.empty_asked)
        self.view.copy_asked.connect(self.copy_asked)
        self.view.area_picked.connect(self._show_area)
        if self._ground is not None:
            self._ground.changed.connect(self._show_ground)

    @property
    def is_open(self) -> bool:
        """Whether the map is open."""
        return self.button.isChecked()

    @property
    def is_seen(self) -> bool:
        """Whether the map, or the text in its place, is visible."""
        return self._stack.isVisible()

    def open(self, *, wanted: bool) -> None:
        """Open or close the map."""
        self.button.setChecked(wanted)

    def minimumSizeHint(self) -> QSize:
        """Return the size of the bar, of as many lines as it has in the present width, and of the least map."""
        least = self._bar.minimumSizeHint()
        height = max(self._bar.heightForWidth(max(self.width(), least.width())), least.height())
        return QSize(least.width(), height + scaled(_LEAST) if self.is_open else height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height in another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @Slot(bool)
    def _toggle(self, wanted: bool) -> None:
        self._open(wanted=wanted)
        self.toggled.emit(wanted)

    def _open(self, *, wanted: bool) -> None:
        self._stack.setVisible(wanted)
        self._tools.setVisible(wanted)
        self.setMaximumHeight(_UNLIMITED if wanted else self._bar.sizeHint().height())

    def show_scene(self, scene: Scene, *, is_new: bool) -> None:
        """Show the visits of a day; `is_new` if it is another day than before."""
        self._offer_drivers(scene)
        self._offer_far(scene)
        if is_new:
            self.copy.hide()
        notes = self._notes(scene)
        self._lay_plates(notes)
        self.view.show_scene(scene, is_new=is_new)
        self._show_counts()
        self._enable_browser()
        for button in (self.smaller, self.larger, self.whole, self.area):
            button.setEnabled(bool(scene.spots))
        if scene.spots:
            self._stack.setCurrentWidget(self.view)
            return
        self.explain(is_narrowed=False)
        self._stack.setCurrentWidget(self._empty_area)

    def explain(self, *, is_narrowed: bool) -> None:
        """Say why nothing is on the map; `is_narrowed` if a search, a view or filters decide what the table shows."""
        title, notes = self.tr("Nothing to put on the map"), self._notes(self.view.scene_shown)
        text = " ".join(notes) or self.tr("The visits in the table appear here as soon as there are any.")
        emptiness = Emptiness("map-pin", title, text)
        if is_narrowed and not notes:
            clear = (Action.CLEAR, self.tr("Show all rows"))
            text = self.tr("The map shows the visits in the table, and no visit matches its search and filters.")
            emptiness = Emptiness("filter-x", title, text, (clear,))
        self.empty.show_emptiness(emptiness)

    def choose(self, visit_id: int | None) -> None:
        """Mark the visit that is selected in the table."""
        self.view.choose(visit_id)
        self._enable_browser()

    def words(self, spot: Spot) -> list[str]:
        """Return the tooltip of a visit."""
        visit, formats = spot.visit, self._formats()
        who = self.tr("Visit {number}").format(number=visit.visit_id)
        lines = [f"{who} · {visit.title}" if visit.title else who]
        lines.append(f"{self._title(visit.state)} · {formats.moment(visit.at)}")
        if visit.driver is not None:
            lines.append(visit.driver)
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
            f"{self._title(state)}  {cluster.states[state]}" for state in reversed(STACKED) if cluster.states[state]
        ]
        return [self.tr("%Ln visit(s) here", "", len(cluster.spots)), *states, self.tr("Click to see them apart")]

    def _length(self, metres: float) -> str:
        number = self._formats().number
        return f"{number(metres)} m" if metres < 1000 else f"{number(metres / 1000)} km"

    def _title(self, state: State) -> str:
        return {
            State.DELIVERED: self.tr("Delivered"),
            State.EXCEPTION: self.tr("Failed"),
            State.PICKUP: self.tr("Ready for pickup"),
            State.ON_ITS_WAY: self.tr("Out for delivery"),
            State.OTHER: self.tr("Other statuses"),
        }[state]

    def _notes(self, scene: Scene) -> list[str]:
        notes = []
        if scene.unplaced:
            notes.append(self.tr("%Ln visit(s) have nothing to place them by", "", scene.unplaced))
        if scene.astray:
            notes.append(self.tr("%Ln visit(s) lie far from all others", "", len(scene.astray)))
        return notes

    def _lay_plates(self, notes: list[str]) -> None:
        ground = self._ground.notes() if self._ground is not None else []
        self.view.plates.notes = [*notes, self._without_visit(), *ground]

    @Slot()
    def _show_ground(self) -> None:
        """Show the tiles that there are now, and who made them."""
        self._lay_plates(self._notes(self.view.scene_shown))
        self.view.show_ground()

    def _without_visit(self) -> str:
        """Return why parcels without a visit are not on the map: the contract names no field for their coordinates."""
        return self.tr("Parcels without a visit are not here: their manifest gives no place")

    def _offer_far(self, scene: Scene) -> None:
        """Offer to go to each of the visits far from all others, the farthest first."""
        self.far.setVisible(bool(scene.astray))
        self.far.setText(self.tr("%Ln far away", "", len(scene.astray)))
        self.far_menu.clear()
        for spot, away in scene.astray[:_MOST_FAR]:
            text = self.tr("Visit {number} · {title} · {distance} from the others").format(
                number=spot.visit.visit_id, title=shortened(spot.visit.title, 40), distance=self._formats().metres(away)
            )
            if scene.plane is not None and looks_swapped(spot, scene.plane):
                text += " · " + self.tr("latitude and longitude seem swapped")
            action = self.far_menu.addAction(text.replace("&", "&&"))
            action.triggered.connect(partial(self._go_to_far, spot.visit.visit_id))

    @Slot()
    def _go_to_far(self, visit_id: int, _checked: bool = False) -> None:
        self.view.go_to(visit_id)
        self.view.visit_picked.emit(visit_id)
        self.view.setFocus()

    @Slot(bool)
    def _use_area(self, wanted: bool) -> None:
        self.view.selects_area = wanted
        self.view.setFocus()

    @Slot(object)
    def _show_area(self, ids: Sequence[int]) -> None:
        """Offer to copy the rows of the visits in the area."""
        self.copy.setVisible(bool(ids))
        self.copy.setText(self.tr("Copy %Ln row(s)", "", len(ids)))

    def _offer_drivers(self, scene: Scene) -> None:
        """Offer the drivers of the scene; the chosen one stays if they still have visits."""
        chosen = self.drivers.currentData()
        with QSignalBlocker(self.drivers):
            self.drivers.clear()
            drivers = scene.drivers()
            self.drivers.addItem(self.tr("All drivers (%Ln)", "", len(drivers)), None)
            for driver, name, count in drivers:
                self.drivers.addItem(f"{name} ({count})", driver)
            self.drivers.setCurrentIndex(max(self.drivers.findData(chosen), 0))
        if self.drivers.currentData() != chosen:
            self._show_driver()

    @Slot()
    def _show_driver(self) -> None:
        self.view.show_driver(self.drivers.currentData())
        self._show_counts()

    def _show_counts(self) -> None:
        counts = self.view.scene_shown.states(self.drivers.currentData())
        said = [(state, f"{self._title(state)}  {counts[state]}") for state in reversed(STACKED) if counts[state]]
        self.view.plates.legend = said
        self.view.summarise(", ".join([text for _, text in said] + self._notes(self.view.scene_shown)))

    @Slot()
    def _enable_browser(self) -> None:
        self.browser.setEnabled(self.view.chosen_spot() is not None)

    @Slot()
    def _ask_browser(self) -> None:
        spot = self.view.chosen_spot()
        if spot is not None:
            self.browser_asked.emit(spot)


_TOOLS = ("minus", "plus", "fit")
_MOST_FAR = 20
"""How many visits far from all others are offered."""
