"""The map as it is drawn: from the coordinates of visits alone, unless tiles are to lie under it.

QtLocation and browser maps need tiles, which send the visits' places to a server.
"""

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.domain.views.report import KnownPlaces
from app.ui.appearance.theme import Theme, growth, scaled
from app.ui.map.map_ground import MapGround
from app.ui.map.map_marks import Cluster, Clusters, MapPlates, clustered, level_of, mark_side, new_mark, paint_address
from app.ui.map.map_picture import Ground, MapPicture
from app.ui.map.map_scene import Area, Camera, Scene, Spot, densest
from app.ui.widgets.labels import tool_tip

STEP = 1.25
_REACH = 12
"""Distance in pixels within which the pointer is on a visit."""
EDGE = 40
_NEAR = 0.2
"""The scale at which a single visit is shown, with some blocks around it."""
_SHARPEN_MS = 90
_BESIDE = 10


class MapCanvas(QWidget):
    """Shows a part of a `Scene`, and what is selected, pointed at and drawn over it."""

    moved = Signal()
    """Another part is shown, or other visits."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.scene = Scene()
        self._clusters = Clusters()
        self._area: Area | None = None
        self.camera = Camera(QSizeF(1, 1))
        self._picture: MapPicture | None = None
        self.driver: str | None = None
        """The driver whose visits are highlighted; empty: those of none; None: all visits are alike."""
        self._is_fitted = True
        self.chosen: int | None = None
        """The visit that is selected in the table."""
        self._looked_at: Spot | Cluster | None = None
        """The visit or cluster under the pointer, or the visit that the keys moved to."""
        self._summary = ""
        self._sharpening = QTimer(self, singleShot=True, interval=_SHARPEN_MS)
        """While the user zooms among thousands of visits, the old picture is stretched."""
        self._sharpening.timeout.connect(self.paint_anew)
        self.ground: MapGround | None = None
        """The tiles under the map; None: it can have none."""
        self._places, self._known = KnownPlaces(), Ground()
        self.metres: Callable[[float], str] = str
        """Returns a distance as text."""
        self.plates = MapPlates(theme, self)
        self.words: Callable[[Spot], list[str]] = lambda _spot: []
        """Returns the tooltip of a visit."""
        self.cluster_words: Callable[[Cluster], list[str]] = lambda _cluster: []
        """Returns the tooltip of a cluster."""

    def sizeHint(self) -> QSize:
        """Return a useful size."""
        return QSize(600, 320)

    @property
    def _usual_scale(self) -> float:
        """The scale at which marks of the usual size would be as close to each other as the large ones are now."""
        return self.camera.scale / growth()

    def show_scene(self, scene: Scene, *, is_new: bool) -> None:
        """Show a scene. The camera stays, unless the scene `is_new` or nothing that was visible is left."""
        is_gone = self._is_in_sight(self.scene) and not self._is_in_sight(scene)
        has_moved, self.scene = scene.plane != self.scene.plane, scene
        if has_moved:
            self._known = Ground.of(self._places, scene.plane)
        looked_at = self._looked_at.visit.visit_id if isinstance(self._looked_at, Spot) else None
        self._looked_at = self._spot(looked_at)
        self._regroup()
        if is_new or self._is_fitted or is_gone:
            self.fit()
        elif self.ground is not None:
            self.ground.follow(self.camera, scene.plane)
        self.moved.emit()
        self.update()

    def show_known(self, places: KnownPlaces) -> None:
        """Paint where visits of all days were under those of this day."""
        self._places, self._known = places, Ground.of(places, self.scene.plane)
        self._picture = None
        self.update()

    def show_driver(self, driver: str | None) -> None:
        """Highlight the visits of one driver, and bring them into view; None: of none, and the view stays."""
        if driver == self.driver:
            return
        self.driver = driver
        self._regroup()
        if driver is not None:
            self.fit()

    def summarise(self, text: str) -> None:
        """Describe the map to screen readers while no visit is current."""
        self._summary = text
        if self._looked_at is None:
            self.setAccessibleDescription(text)

    def choose(self, visit_id: int | None) -> None:
        """Select a visit and bring it into view; nothing moves if it is selected already."""
        if visit_id == self.chosen:
            return
        self.chosen = visit_id
        spot = self._spot(visit_id)
        if spot is not None and not self.camera.shows(spot.at, EDGE):
            self._look(self.camera.centred(spot.at))
        self.moved.emit()
        self.update()

    def go_to(self, visit_id: int) -> bool:
        """Select a visit and zoom in on it; return whether it is on the map."""
        self.chosen = visit_id
        spot = self._spot(visit_id)
        if spot is not None:
            self._look(self.camera.centred(spot.at).nearer_than(_NEAR))
        return spot is not None

    def spot_at(self, at: QPointF) -> Spot | None:
        """Return the visit nearest to a point of the view, if one that is in no cluster is close enough."""
        here, reach = self.camera.point(at), scaled(_REACH) / self.camera.scale
        nearest = None
        own = self.scene.of_driver(self.driver) if self.driver is not None else ()
        for spot in (*self._clusters.singles, *own):
            if abs(spot.at[0] - here[0]) < reach and (away := math.dist(spot.at, here)) < reach:
                nearest, reach = spot, away
        return nearest

    def cluster_at(self, at: QPointF) -> Cluster | None:
        """Return the cluster whose mark covers a point of the view."""
        return self._clusters.at(self.camera.point(at), self._usual_scale)

    def chosen_spot(self) -> Spot | None:
        """Return the selected visit, if it is on the map."""
        return self._spot(self.chosen)

    def fit(self) -> None:
        """Fit the densest area into the view, or the visits of the chosen driver."""
        spots = self.scene.of_driver(self.driver) if self.driver is not None else []
        self.show_spots(spots or densest(self.scene.spots))
        self._is_fitted = True

    def fit_all(self) -> None:
        """Fit all visits into the view."""
        self.show_spots(self.scene.spots)

    def show_spots(self, spots: Sequence[Spot]) -> None:
        """Fit these visits into the view, beside the legend."""
        legend = self.plates.legend_room(size := QSizeF(self.size()))
        side = legend.right() if legend is not None else 0.0
        fitted = Camera.fitting([one.at for one in spots], QSizeF(size.width() - side, size.height()))
        self._look(fitted.resized(size).moved(QPointF(side / 2, 0)))

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom around a point of the view, or around its middle."""
        self._look(self.camera.zoomed(factor, at or QPointF(self.width() / 2, self.height() / 2)))

    def zoom_in(self) -> None:
        """Zoom in."""
        self.zoom(STEP)

    def zoom_out(self) -> None:
        """Zoom out."""
        self.zoom(1 / STEP)

    def _look(self, camera: Camera) -> None:
        """Show another part, and stop fitting the visits automatically."""
        self.camera, self._is_fitted = camera, False
        if self.ground is not None:
            self.ground.follow(camera, self.scene.plane)
        if level_of(self._usual_scale) != self._clusters.level:
            stretched = self._picture if self._picture is not None and self._picture.is_slow else None
            self._regroup()
            self._picture = stretched
        if self._picture is not None and not self._picture.covers(camera):
            if self._picture.is_slow:
                self._sharpening.start()
            else:
                self._picture = None
        self.moved.emit()
        self.update()

    def _regroup(self) -> None:
        """Form the clusters again, here and not while painting."""
        others = [one for one in self.scene.spots if one.driver != self.driver]
        own = self.scene.of_driver(self.driver) if self.driver is not None else ()
        self._clusters = clustered(others, level_of(self._usual_scale), own)
        if isinstance(self._looked_at, Cluster):
            self._look_at(None, QPointF())
        self._picture = None

    @Slot()
    def paint_anew(self) -> None:
        """Paint the picture again, at the present scale and with the tiles that there are now."""
        self._picture = None
        self.update()

    def _is_in_sight(self, scene: Scene) -> bool:
        return any(self.camera.shows(one.at) for one in scene.spots)

    def _spot(self, visit_id: int | None) -> Spot | None:
        return next((one for one in self.scene.spots if one.visit.visit_id == visit_id), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cached picture, shifted, and over it what changes with every frame."""
        ground = self.ground if self.ground is not None and self.ground.is_on else None
        with QPainter(self) as painter:
            if self._picture is None:
                ratio = self.devicePixelRatioF()
                self._picture = MapPicture(
                    self.scene,
                    self._clusters,
                    self.driver,
                    self.camera,
                    self._theme,
                    ratio,
                    self._known if ground is None else None,
                )
            place, pixmap = self._picture.place(self.camera), self._picture.pixmap
            painter.fillRect(self.rect(), QColor(self._theme.surface))
            if ground is not None:
                ground.paint(painter, self.camera, self.scene.plane)
            painter.drawPixmap(place, pixmap, QRectF(pixmap.rect()))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._picture.paint_names(painter, self.camera, self.plate_rooms())
            if self._area is not None:
                self._area.paint(painter, self.camera, self._theme)
            if self._looked_at is not None:
                self._paint_ring(painter, self._looked_at, self._theme.dim, 2)
            chosen = self.chosen_spot()
            if chosen is not None:
                self._paint_chosen(painter, chosen)
            self.plates.paint(painter, QSizeF(self.size()), self.camera.scale)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            if self.hasFocus():
                painter.setPen(QColor(self._theme.accent))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def plate_rooms(self, besides: Sequence[QWidget] = ()) -> list[QRectF]:
        """Return where plates, and the buttons and cards that others put on the map, lie over it, besides some."""
        legend = self.plates.legend_room(self.camera.size)
        plates = [self.plates.scale_room(self.camera.size, self.camera.scale), *([legend] if legend else [])]
        on_it = self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [*plates, *(QRectF(one.geometry()) for one in on_it if one.isVisible() and one not in besides)]

    def _paint_chosen(self, painter: QPainter, chosen: Spot) -> None:
        """Mark the selected visit; one in a cluster by the cluster, whose number it would cover."""
        self._paint_way(painter, chosen)
        cluster = self._clusters.of(chosen)
        if cluster is None:
            mark = new_mark(chosen.visit.state, self._theme, self.devicePixelRatioF())
            half = mark_side() / 2
            painter.drawPixmap(self.camera.seen(chosen.at) - QPointF(half, half), mark)
        self._paint_ring(painter, cluster or chosen, self._theme.accent, 3)

    def _paint_way(self, painter: QPainter, chosen: Spot) -> None:
        """Paint the way from where a visit was closed to its address, and its length."""
        if chosen.address is None or chosen.distance_m is None:
            return
        theme, at, text = self._theme, self.camera.seen(chosen.address), self.metres(chosen.distance_m)
        if (at - self.camera.seen(chosen.at)).manhattanLength() < mark_side():
            return
        pen = QPen(QColor(theme.warning.foreground), 1.5, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(self.camera.seen(chosen.at), at)
        paint_address(painter, at, theme)
        metrics = QFontMetricsF(self.font())
        room = QRectF(0, 0, metrics.horizontalAdvance(text) + 14, metrics.height() + 4)
        room.moveCenter(at + QPointF(0, mark_side() / 2 + room.height() / 2 + 2))
        painter.setFont(self.font())
        painter.setBrush(QColor(theme.warning.background))
        painter.setPen(QPen(QColor(theme.warning.foreground), 1))
        painter.drawRoundedRect(room, room.height() / 2, room.height() / 2)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_ring(self, painter: QPainter, one: Spot | Cluster, color: str, width: int) -> None:
        radius = one.radius * growth() + 3 if isinstance(one, Cluster) else mark_side() * 0.75
        painter.setPen(QPen(QColor(color), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(self.camera.seen(one.at), radius, radius)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle in place; fit again if the visits were fitted."""
        super().resizeEvent(event)
        self._picture = None
        if self._is_fitted:
            self.fit()
        else:
            self._look(self.camera.resized(QSizeF(self.size())))

    def _look_at(self, one: Spot | Cluster | None, at: QPointF) -> None:
        """Show the tooltip of a visit or cluster and give it to screen readers; None hides it."""
        if one == self._looked_at:
            return
        self._looked_at = one
        lines = self.words(one) if isinstance(one, Spot) else self.cluster_words(one) if one is not None else []
        if lines:
            here = self.mapToGlobal(at.toPoint() + QPoint(_BESIDE, _BESIDE))
            QToolTip.showText(here, "".join(tool_tip(one) for one in lines), self)
        else:
            QToolTip.hideText()
        self.setAccessibleDescription(". ".join(lines) or self._summary)
        self.update()
