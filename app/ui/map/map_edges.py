"""Buttons at the edges of the map for the visits that lie outside: where to, how many, and how far."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMargins, QPoint, QPointF, QRect, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.contract.statuses import State
from app.ui.map.map_marks import MARGIN
from app.ui.map.map_scene import Camera, Spot, densest, looks_swapped
from app.ui.map.map_view import MapView
from app.ui.widgets.labels import shortened, tool_tip

_ARROWS = "→↘↓↙←↖↑↗"
"""By direction on the screen, clockwise from the right."""
_SOON_MS = 60
_LONGEST = 24
_GAP = 6
_AROUND = QMargins(_GAP, _GAP, _GAP, _GAP)


@dataclass(frozen=True)
class Edge:
    """The visits of a town that lie outside in one of eight directions: 0 to the right, and on clockwise."""

    direction: int
    spots: tuple[Spot, ...]
    middle: QPointF
    """In the view."""
    metres: float
    """From the middle of the view to that of the visits."""

    @property
    def locality(self) -> str:
        """The locality of most of them; empty if none is known."""
        names = Counter(one.visit.locality for one in self.spots if one.visit.locality)
        return names.most_common(1)[0][0] if names else ""


def edges_of(spots: Sequence[Spot], camera: Camera) -> list[Edge]:
    """Return the towns whose visits lie outside of what a camera shows, and in which directions; the largest first."""
    outside: defaultdict[int, list[Spot]] = defaultdict(list)
    for spot in spots:
        if not camera.shows(spot.at):
            angle = math.atan2(spot.at[1] - camera.y, spot.at[0] - camera.x)
            outside[round(angle / (math.pi / 4)) % len(_ARROWS)].append(spot)
    edges = []
    while outside:
        direction, all_ = outside.popitem()
        town = set(map(id, some := densest(all_)))
        if rest := [one for one in all_ if id(one) not in town]:
            outside[direction] = rest
        middle = sum(one.at[0] for one in some) / len(some), sum(one.at[1] for one in some) / len(some)
        metres = math.dist(middle, (camera.x, camera.y))
        edges.append(Edge(direction, tuple(some), camera.seen(middle), metres))
    return sorted(edges, key=lambda one: (-len(one.spots), one.direction))


class MapEdges(QWidget):
    """Owns the buttons, which lie on the map; they follow it once it stands still."""

    placed = Signal()

    def __init__(self, view: MapView, metres: Callable[[float], str]) -> None:
        """Make the buttons; `metres` returns a distance as text."""
        super().__init__(view)
        self.hide()
        self._view, self._metres = view, metres
        self.edges: list[Edge] = []
        self.buttons: list[QPushButton] = []
        for nth in range(len(_ARROWS)):
            button = QPushButton(view)
            button.hide()
            button.clicked.connect(lambda _checked=False, nth=nth: self._go(nth))
            self.buttons.append(button)
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self.place)
        view.moved.connect(self._soon.start)

    @property
    def outside(self) -> int:
        """How many visits lie outside."""
        return sum(len(one.spots) for one in self.edges)

    @Slot()
    def place(self) -> None:
        """Show a button for each town, as far as there are some."""
        scene, camera = self._view.scene, self._view.camera
        own = scene.of_driver(self._view.driver)
        self.edges = edges_of(own, camera)
        taken, room = QRegion(), QRect(0, 0, 2 * _GAP, 2 * _GAP)
        for one in self._view.plate_rooms(besides=self.buttons):
            taken += one.toAlignedRect().marginsAdded(_AROUND)
        for spot in scene.spots if self.edges else ():
            if spot.visit.state is State.EXCEPTION and camera.shows(spot.at):
                room.moveCenter(camera.seen(spot.at).toPoint())
                taken += room.marginsAdded(_AROUND)
        for nth, button in enumerate(self.buttons):
            if nth >= len(self.edges):
                button.hide()
                continue
            edge = self.edges[nth]
            count = self.tr("%Ln visit(s)", "", len(edge.spots))
            place = shortened(edge.locality.partition(" (")[0], _LONGEST)
            named = f"{place} · {len(edge.spots)}" if place else count
            text = f"{_ARROWS[edge.direction]} {named}  {self._metres(edge.metres)}"
            button.setText(text.replace("&", "&&"))
            button.setAccessibleName(
                self.tr("{count} outside, {place}, {distance} away").format(
                    count=count, place=edge.locality or _ARROWS[edge.direction], distance=self._metres(edge.metres)
                )
            )
            is_swapped = scene.plane is not None and any(looks_swapped(one, scene.plane) for one in edge.spots)
            button.setToolTip(tool_tip(self.tr("latitude and longitude seem swapped")) if is_swapped else "")
            button.adjustSize()
            at = _free_place(edge.middle, button.size(), camera.size.toSize(), taken)
            button.setVisible(at is not None)
            if at is not None:
                button.move(at)
                taken += button.geometry().marginsAdded(_AROUND)
        self._view.update()  # of the names, which they would cut
        self.placed.emit()

    def _go(self, nth: int) -> None:
        self._view.show_spots(self.edges[nth].spots)
        self._view.setFocus()


def _free_place(middle: QPointF, size: QSize, view: QSize, taken: QRegion) -> QPoint | None:
    """Return where a button lies at the edge of the view and on nothing: as near as can be to the way to its visits."""
    right, bottom = view.width() - MARGIN - size.width(), view.height() - MARGIN - size.height()
    across, down = range(MARGIN, right + 1, _GAP), range(MARGIN, bottom + 1, _GAP)
    places = [QPoint(x, y) for x in across for y in (MARGIN, bottom)]
    places += [QPoint(x, y) for x in (MARGIN, right) for y in down]

    def aside(place: QPoint) -> float:
        return abs(math.remainder(_angle(place - QPoint(right + MARGIN, bottom + MARGIN) / 2) - angle, math.tau))

    angle = _angle(middle - QPointF(view.width(), view.height()) / 2)
    return min((one for one in places if not taken.intersects(QRect(one, size))), key=aside, default=None)


def _angle(way: QPoint | QPointF) -> float:
    return math.atan2(way.y(), way.x())
