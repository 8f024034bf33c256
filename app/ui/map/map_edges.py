"""Buttons at the edges of the map for the visits that lie outside: where to, how many, and how far."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, QTimer, Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from app.ui.map.map_marks import MARGIN
from app.ui.map.map_scene import Camera, Spot, densest, looks_swapped
from app.ui.map.map_view import MapView
from app.ui.widgets.labels import shortened, tool_tip

_ARROWS = "→↘↓↙←↖↑↗"
"""By direction on the screen, clockwise from the right."""
_SOON_MS = 60
_LONGEST = 24
_GAP = 6


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
        scene, camera = self._view.scene_shown, self._view.camera
        own = scene.of_driver(self._view.driver)
        self.edges = edges_of(own, camera)
        legend = self._view.plates.legend_room(camera.size)
        taken = [self._view.plates.scale_room(camera.size, camera.scale).toAlignedRect()]
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
            room = _at_edge(edge, button.size(), camera.size)
            if legend is not None and legend.intersects(QRectF(room)):
                room.moveLeft(legend.toAlignedRect().right() + _GAP)
            room = _free(room, taken, camera.size)
            taken.append(room)
            button.move(room.topLeft())
            button.show()
        self._view.update()  # of the names, which they would cut
        self.placed.emit()

    def _go(self, nth: int) -> None:
        self._view.show_spots(self.edges[nth].spots)
        self._view.setFocus()


def _at_edge(edge: Edge, size: QSize, view: QSizeF) -> QRect:
    """Return where a button of this size lies: on the way from the middle of the view to the visits, at its edge."""
    width, height = size.width(), size.height()
    middle = QPointF(view.width() / 2, view.height() / 2)
    way = edge.middle - middle
    reach = middle.x() - MARGIN - width / 2, middle.y() - MARGIN - height / 2
    shares = [room / abs(part) for room, part in zip(reach, (way.x(), way.y()), strict=True) if part and room > 0]
    at = middle + way * min(shares, default=0)
    return QRect(QPoint(round(at.x() - width / 2), round(at.y() - height / 2)), size)


def _free(room: QRect, taken: Sequence[QRect], view: QSizeF) -> QRect:
    """Return the room, moved towards the middle of the view from what it would lie on."""
    is_low = room.center().y() > view.height() / 2
    for other in sorted(taken, key=QRect.top, reverse=is_low):
        if room.intersects(other):
            top = other.top() - _GAP - room.height() if is_low else other.bottom() + _GAP
            room = QRect(QPoint(room.left(), top), room.size())
    return room
