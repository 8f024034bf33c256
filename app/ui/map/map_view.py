"""The view of the map: what pointer, wheel and keys do."""

from PySide6.QtCore import QEvent, QPointF, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QNativeGestureEvent, QWheelEvent

from app.ui.appearance.theme import Theme
from app.ui.map.map_canvas import EDGE, STEP, MapCanvas
from app.ui.map.map_marks import Cluster
from app.ui.map.map_scene import Area, Camera, Scene, Spot

_NOTCH = 120.0
"""A step of the wheel, in eighths of a degree."""
_ARROW = 60
_DRAG = 4
"""Distance in pixels beyond which a click becomes a drag."""
_ONE_PLACE_M = 5.0
"""Visits within so many metres are at one place: no zoom splits them."""
_ARROWS = {
    Qt.Key.Key_Left: QPointF(_ARROW, 0),
    Qt.Key.Key_Right: QPointF(-_ARROW, 0),
    Qt.Key.Key_Up: QPointF(0, _ARROW),
    Qt.Key.Key_Down: QPointF(0, -_ARROW),
}


class MapView(MapCanvas):
    """Shows a `Scene`. It is dragged and zoomed; Page Up and Page Down move from visit to visit.

    A rectangle drawn with Shift selects the visits within; A selects all that is visible.
    """

    visit_picked = Signal(object)
    """The id of a visit that was clicked or chosen with Enter."""
    area_picked = Signal(object)
    """The ids of the visits in the area that was selected; none if the area was removed."""
    copy_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._held: QPointF | None = None
        self._is_dragged = self._is_drawn = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_scene(self, scene: Scene, *, is_new: bool) -> None:
        """Show a scene as the canvas does; another day has no area."""
        if is_new:
            self._remove_area()
        super().show_scene(scene, is_new=is_new)

    def open_cluster(self, cluster: Cluster) -> None:
        """Zoom in until a cluster splits; if its visits are all at one place, select them."""
        if cluster.extent < _ONE_PLACE_M:
            self.area_picked.emit([one.visit.visit_id for one in cluster.spots])
            return
        fitted = Camera.fitting([one.at for one in cluster.spots], QSizeF(self.size()), least=cluster.extent)
        self._look(fitted.nearer_than(self.camera.scale * STEP**2))

    def pick_visible(self) -> None:
        """Select all visits that are visible."""
        self._pick(Area.seen_by(self.camera))

    def _pick(self, area: Area) -> None:
        self._area = area
        self.area_picked.emit([one.visit.visit_id for one in area.picked(self.scene.of_driver(self.driver))])
        self.update()

    def _remove_area(self) -> None:
        if self._area is not None:
            self._area = None
            self.area_picked.emit([])
            self.update()

    def event(self, event: QEvent) -> bool:
        """Zoom by pinching, and take Esc before the window does while there is an area."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(event.key() == Qt.Key.Key_Escape and self._area is not None)
            return event.isAccepted()
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer."""
        self.zoom(STEP ** (event.angleDelta().y() / _NOTCH), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag, or to draw an area."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._held, self._is_dragged = event.position(), False
            self._is_drawn = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the map, draw an area, or show the tooltip under the pointer."""
        at = event.position()
        if self._held is None:
            self._look_at(self.spot_at(at) or self.cluster_at(at), at)
            return
        moved = at - self._held
        if not (self._is_dragged or moved.manhattanLength() > _DRAG):
            return
        self._is_dragged = True
        if self._is_drawn:
            self._area = Area(self.camera.point(self._held), self.camera.point(at))
            self.update()
            return
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._look(self.camera.moved(moved))
        self._held = at

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag or the area; if nothing moved, it was a click."""
        held, self._held = self._held, None
        self.unsetCursor()
        if held is None:
            return
        if self._is_dragged and self._is_drawn and self._area is not None:
            self._pick(self._area)
        elif not self._is_dragged:
            self._click(event.position())

    def _click(self, at: QPointF) -> None:
        spot, cluster = self.spot_at(at), self.cluster_at(at)
        if spot is not None:
            self.visit_picked.emit(spot.visit.visit_id)
        elif cluster is not None:
            self.open_cluster(cluster)
        else:
            self._remove_area()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the tooltip when the pointer leaves."""
        super().leaveEvent(event)
        self._look_at(None, QPointF())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, zoom, go from visit to visit, and choose one by key."""
        key = Qt.Key(event.key())
        looks = {
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Equal: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
            Qt.Key.Key_Home: self.fit,
            Qt.Key.Key_End: self.fit_all,
        }
        if key in _ARROWS:
            self._look(self.camera.moved(_ARROWS[key]))
        elif key in looks:
            looks[key]()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._step(1 if key is Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(self._looked_at, Spot):
            self.visit_picked.emit(self._looked_at.visit.visit_id)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        elif key is Qt.Key.Key_A and not event.modifiers():
            self.pick_visible()
        elif key is Qt.Key.Key_Escape and self._area is not None:
            self._remove_area()
        else:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        spots = self.scene.of_driver(self.driver)
        if not spots:
            return
        here = self._looked_at if isinstance(self._looked_at, Spot) else self.chosen_spot()
        nth = (spots.index(here) + step) % len(spots) if here in spots else 0
        spot = spots[nth]
        if not self.camera.shows(spot.at, EDGE):
            self._look(self.camera.centred(spot.at))
        self._look_at(spot, self.camera.seen(spot.at))
