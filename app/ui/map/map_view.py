"""The view of the map: drawn from the visits' coordinates alone, without tiles or network.

QtLocation and browser maps need tiles, which would send the visits' places to a server.
"""

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.ui.map.map_camera import Camera
from app.ui.map.map_marks import MARK
from app.ui.map.map_picture import MapPicture
from app.ui.map.map_plates import MapPlates
from app.ui.map.map_scene import Scene, Spot, near_each_other
from app.ui.widgets.labels import tool_tip
from app.ui.widgets.theme import Theme

_STEP = 1.25
_NOTCH = 120.0
"""A step of the wheel, in eighths of a degree."""
_ARROW = 60
_REACH = 12
"""Distance in pixels within which the pointer is on a visit."""
_DRAG = 4
"""Distance in pixels beyond which a click becomes a drag."""
_EDGE = 40
_NEAR = 0.2
"""The scale at which a single visit is shown, with some blocks around it."""
_SHARPEN_MS = 90
_BESIDE = 10
_ARROWS = {
    Qt.Key.Key_Left: QPointF(_ARROW, 0),
    Qt.Key.Key_Right: QPointF(-_ARROW, 0),
    Qt.Key.Key_Up: QPointF(0, _ARROW),
    Qt.Key.Key_Down: QPointF(0, -_ARROW),
}


class MapView(QWidget):
    """Shows a `Scene`. It is dragged and zoomed; Page Up and Page Down move from visit to visit."""

    visit_picked = Signal(object)
    """The id of a visit that was clicked or chosen with Enter."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scene = Scene()
        self._camera = Camera(QSizeF(1, 1))
        self._picture: MapPicture | None = None
        self._driver: str | None = None
        self._is_fitted = True
        self._chosen: int | None = None
        """The visit that is selected in the table."""
        self._looked_at: Spot | None = None
        """The visit under the pointer, or the one that the keys moved to."""
        self._summary = ""
        self._held: QPointF | None = None
        self._is_dragged = False
        self._sharpening = QTimer(self, singleShot=True, interval=_SHARPEN_MS)
        """While the user zooms among thousands of visits, the old picture is stretched."""
        self._sharpening.timeout.connect(self._sharpen)
        self.plates = MapPlates(theme, self)
        self.words: Callable[[Spot], list[str]] = lambda _spot: []
        """Returns the tooltip of a visit."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumHeight(120)

    def sizeHint(self) -> QSize:
        """Return a useful size."""
        return QSize(600, 320)

    @property
    def scene_shown(self) -> Scene:
        """The scene that is shown."""
        return self._scene

    @property
    def camera(self) -> Camera:
        """The part of the scene that is shown, and its scale."""
        return self._camera

    @property
    def chosen(self) -> int | None:
        """The selected visit."""
        return self._chosen

    def show_scene(self, scene: Scene, *, is_new: bool) -> None:
        """Show a scene. The camera stays, unless the scene `is_new` or nothing that was visible is left."""
        is_gone = self._is_in_sight(self._scene) and not self._is_in_sight(scene)
        self._scene, self._picture = scene, None
        looked_at = self._looked_at.visit.visit_id if self._looked_at is not None else None
        self._looked_at = self._spot(looked_at)
        if is_new or self._is_fitted or is_gone:
            self.fit()
        self.update()

    def show_driver(self, driver: str | None) -> None:
        """Highlight the visits of one driver, and bring all of them into view; None: no driver."""
        self._driver = driver
        self.fit()

    def summarise(self, text: str) -> None:
        """Describe the map to screen readers while no visit is current."""
        self._summary = text
        if self._looked_at is None:
            self.setAccessibleDescription(text)

    def choose(self, visit_id: int | None) -> None:
        """Select a visit and bring it into view; nothing moves if it is selected already."""
        if visit_id == self._chosen:
            return
        self._chosen = visit_id
        spot = self._spot(visit_id)
        if spot is not None and not self._camera.shows(spot.at, _EDGE):
            self._look(self._camera.centred(spot.at))
        self.update()

    def go_to(self, visit_id: int) -> bool:
        """Select a visit and zoom in on it; return whether it is on the map."""
        self._chosen = visit_id
        spot = self._spot(visit_id)
        if spot is not None:
            self._look(self._camera.centred(spot.at).nearer_than(_NEAR))
        return spot is not None

    def spot_at(self, at: QPointF) -> Spot | None:
        """Return the visit nearest to a point of the view, if one is close enough."""
        here, reach = self._camera.point(at), _REACH / self._camera.scale
        nearest = None
        for spot in self._scene.of_driver(self._driver):
            if abs(spot.at[0] - here[0]) < reach and (away := math.dist(spot.at, here)) < reach:
                nearest, reach = spot, away
        return nearest

    def chosen_spot(self) -> Spot | None:
        """Return the selected visit, if it is on the map."""
        return self._spot(self._chosen)

    def fit(self) -> None:
        """Fit the visits into the view, without those far from all others; only the driver's if one is chosen.

        A second call includes those far away.
        """
        spots = self._scene.of_driver(self._driver) or self._scene.spots
        near = near_each_other(spots)
        fitted = Camera.fitting([one.at for one in near], QSizeF(self.size()))
        if fitted == self._camera and len(near) < len(spots):
            self._look(Camera.fitting([one.at for one in spots], QSizeF(self.size())))
        else:
            self._look(fitted)
            self._is_fitted = True

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom around a point of the view, or around its middle."""
        self._look(self._camera.zoomed(factor, at or QPointF(self.width() / 2, self.height() / 2)))

    def zoom_in(self) -> None:
        """Zoom in."""
        self.zoom(_STEP)

    def zoom_out(self) -> None:
        """Zoom out."""
        self.zoom(1 / _STEP)

    def _look(self, camera: Camera) -> None:
        """Show another part, and stop fitting the visits automatically."""
        self._camera, self._is_fitted = camera, False
        if self._picture is not None and not self._picture.covers(camera):
            if self._picture.is_slow:
                self._sharpening.start()
            else:
                self._picture = None
        self.update()

    @Slot()
    def _sharpen(self) -> None:
        self._picture = None
        self.update()

    def _is_in_sight(self, scene: Scene) -> bool:
        return any(self._camera.shows(one.at) for one in scene.spots)

    def _spot(self, visit_id: int | None) -> Spot | None:
        return next((one for one in self._scene.spots if one.visit.visit_id == visit_id), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cached picture, shifted, and over it what changes with every frame."""
        with QPainter(self) as painter:
            if self._picture is None:
                ratio = self.devicePixelRatioF()
                self._picture = MapPicture(self._scene, self._driver, self._camera, self._theme, ratio)
            place, pixmap = self._picture.place(self._camera), self._picture.pixmap
            painter.fillRect(self.rect(), QColor(self._theme.surface))
            painter.drawPixmap(place, pixmap, QRectF(pixmap.rect()))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._looked_at is not None:
                self._paint_ring(painter, self._looked_at, self._theme.dim, 2)
            chosen = self.chosen_spot()
            if chosen is not None:
                self._paint_ring(painter, chosen, self._theme.accent, 3)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            self.plates.paint(painter, QSizeF(self.size()), self._camera.scale)
            if self.hasFocus():
                painter.setPen(QColor(self._theme.accent))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint_ring(self, painter: QPainter, spot: Spot, color: str, width: int) -> None:
        painter.setPen(QPen(QColor(color), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(self._camera.seen(spot.at), MARK * 0.75, MARK * 0.75)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle in place; fit again if the visits were fitted."""
        super().resizeEvent(event)
        self._picture = None
        if self._is_fitted:
            self.fit()
        else:
            self._look(self._camera.resized(QSizeF(self.size())))

    def event(self, event: QEvent) -> bool:
        """Zoom by pinching."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer."""
        self.zoom(_STEP ** (event.angleDelta().y() / _NOTCH), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._held, self._is_dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the map, or show the tooltip under the pointer."""
        if self._held is None:
            self._look_at(self.spot_at(event.position()), event.position())
            return
        moved = event.position() - self._held
        if self._is_dragged or moved.manhattanLength() > _DRAG:
            self._is_dragged = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._look(self._camera.moved(moved))
            self._held = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag; if nothing moved, it was a click."""
        spot = self.spot_at(event.position()) if self._held is not None and not self._is_dragged else None
        self._held = None
        self.unsetCursor()
        if spot is not None:
            self.visit_picked.emit(spot.visit.visit_id)

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the tooltip when the pointer leaves."""
        super().leaveEvent(event)
        self._look_at(None, QPointF())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, zoom, go from visit to visit, and choose one by key."""
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self._look(self._camera.moved(_ARROWS[key]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif key is Qt.Key.Key_Minus:
            self.zoom_out()
        elif key is Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._step(1 if key is Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._looked_at is not None:
            self.visit_picked.emit(self._looked_at.visit.visit_id)
        else:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        spots = self._scene.of_driver(self._driver)
        if not spots:
            return
        here = self._looked_at or self.chosen_spot()
        nth = (spots.index(here) + step) % len(spots) if here in spots else 0
        spot = spots[nth]
        if not self._camera.shows(spot.at, _EDGE):
            self._look(self._camera.centred(spot.at))
        self._look_at(spot, self._camera.seen(spot.at))

    def _look_at(self, spot: Spot | None, at: QPointF) -> None:
        """Show the tooltip of a visit and give it to screen readers; None hides it."""
        if spot == self._looked_at:
            return
        self._looked_at = spot
        lines = self.words(spot) if spot is not None else []
        if lines:
            here = self.mapToGlobal(at.toPoint() + QPoint(_BESIDE, _BESIDE))
            QToolTip.showText(here, "".join(tool_tip(one) for one in lines), self)
        else:
            QToolTip.hideText()
        self.setAccessibleDescription(". ".join(lines) or self._summary)
        self.update()
