"""The tiles under the map, if the site names where they come from. They are kept in memory only."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QPainter

from app.domain.decoded_picture import DecodedPicture
from app.domain.errors import PhotoError, PhotoMissingError, PhotoUnreachableError
from app.domain.places.tiles import MOST_TILE_PIXELS, Tile, tiles_over, zoom_for
from app.qt_threads.worker_pool import Report
from app.ui.context.program import PhotoAt
from app.ui.context.window_context import WindowContext
from app.ui.map.map_scene import Camera
from app.ui.map.projection import Projection

if TYPE_CHECKING:
    from app.photos.photo import Photo

_PAUSE_MS = 250
"""How long the map must stand still until its tiles are asked for."""
_RETRY_MS = 60_000
_AT_ONCE = 2
"""How many tiles are fetched at once: others need workers too."""
_MOST_KEPT_BYTES = 64 * 2**20
"""256 tiles of the usual size; more only while more are visible, which are at most `MOST_TILES`."""
_MOST_MISSING = 5000
"""How many tiles that the server does not have are remembered."""
_MOST_FAILURES = 3
"""How many tiles fail in a row until no more are asked for."""
_LIGHT, _DARK = 0.8, 0.45
"""How strongly tiles are painted, so that the marks stand out."""


@dataclass(frozen=True)
class _Fetched:
    """A tile that was fetched under a template; without picture and problem it was cancelled."""

    template: str
    tile: Tile
    picture: DecodedPicture | None
    problem: PhotoError | None = None


class MapGround(QObject):
    """Fetches and paints tiles. While no template is set, or they are switched off, it asks nothing of any server."""

    changed = Signal()
    """A tile arrived, or tiles failed, or are wanted no longer."""

    def __init__(self, context: WindowContext, photo_at: PhotoAt, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings, self._photo_at, self._workers = context.settings.read, photo_at, context.workers
        self._strength = _DARK if context.theme.is_dark else _LIGHT
        self.is_wanted = False
        """Whether the user switched them on."""
        self._template = ""
        self._attribution = ""
        self._has_failed = False
        self._seen: tuple[Camera, Projection] | None = None
        self._wanted: list[Tile] = []
        self._running: dict[Tile, Photo] = {}
        self._kept: OrderedDict[Tile, QImage] = OrderedDict()
        self._missing: OrderedDict[Tile, None] = OrderedDict()
        self._put_off: set[Tile] = set()  # they failed, and are tried again later
        self._failures = 0  # in a row
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self.retry = QTimer(self, singleShot=True, interval=_RETRY_MS)
        self.retry.timeout.connect(self._try_again)

    @property
    def is_on(self) -> bool:
        """Whether tiles are wanted, and a server is named."""
        return bool(self._template)

    @property
    def host(self) -> str:
        """The server that would be asked; empty if none is named."""
        return urlsplit(self._settings().map_tiles).hostname or ""

    def switch(self, *, wanted: bool) -> None:
        """Put tiles under the map, or none."""
        self.is_wanted = wanted
        self._ask()
        self.changed.emit()

    def notes(self) -> list[str]:
        """Return who made the tiles, and that they failed."""
        if not self._template:
            return []
        host = urlsplit(self._template).hostname or ""
        if self._has_failed:
            text = self.tr("{host} sends no map now; the visits are right without it. Another try follows in a minute.")
            return [text.format(host=host)]
        if self._wanted and all(one in self._missing for one in self._wanted):
            return [self.tr("{host} has no map of this area").format(host=host)]
        return [self._attribution or self.tr("Map: {host}").format(host=host)]

    def follow(self, camera: Camera, plane: Projection | None) -> None:
        """Ask for the tiles of what a camera shows, as soon as it stands still."""
        self._seen = (camera, plane) if plane is not None else None
        self._pause.start()

    def paint(self, painter: QPainter, camera: Camera, plane: Projection | None) -> None:
        """Paint the tiles that have arrived."""
        if plane is None or not self._kept:
            return
        painter.save()
        painter.setOpacity(self._strength)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for tile in _tiles(camera, plane):
            image = self._kept.get(tile)
            if image is not None:
                northwest, southeast = (camera.seen(plane.point(corner)) for corner in tile.corners())
                painter.drawImage(QRectF(northwest, southeast), image)
        painter.restore()

    def close(self) -> None:
        """End what is being fetched, and ask for nothing more."""
        self._pause.stop()
        self.retry.stop()
        self._wanted = []
        for photo in self._running.values():
            photo.cancel()

    @Slot()
    def _ask(self) -> None:
        template = self._settings().map_tiles if self.is_wanted else ""
        if (template, self._settings().map_attribution) != (self._template, self._attribution):
            if template != self._template:
                self._kept.clear()
                self._missing.clear()
                self._forget_failures()
            self._template, self._attribution = template, self._settings().map_attribution
            self.changed.emit()
        is_wanted = template and self._seen is not None and not self._has_failed
        self._wanted = _tiles(*self._seen) if is_wanted and self._seen is not None else []
        for tile in self._wanted:
            if tile in self._kept:
                self._kept.move_to_end(tile)
        self._fetch_next()

    def _fetch_next(self) -> None:
        known = (self._kept, self._running, self._missing, self._put_off)
        lacking = [one for one in self._wanted if not any(one in tiles for tiles in known)]
        for tile in lacking[: max(_AT_ONCE - len(self._running), 0)]:
            self._fetch(tile)

    def _fetch(self, tile: Tile) -> None:
        template = self._template
        photo = self._running[tile] = self._photo_at(tile.address(template), MOST_TILE_PIXELS)

        def fetch(_report: Report) -> _Fetched:
            try:
                return _Fetched(template, tile, photo.read())
            except PhotoError as problem:
                return _Fetched(template, tile, None, problem)

        self._workers.start(fetch).succeeded.connect(self._take)

    @Slot(object)
    def _take(self, fetched: _Fetched) -> None:
        self._running.pop(fetched.tile, None)
        if fetched.template != self._template:
            self._fetch_next()
            return
        if isinstance(fetched.problem, PhotoMissingError):
            self._missing[fetched.tile] = None
            if len(self._missing) > _MOST_MISSING:
                self._missing.popitem(last=False)
        elif fetched.problem is not None:
            self._note_failure(fetched)
        elif fetched.picture is not None:
            self._failures = 0
            self._keep(fetched.tile, _image(fetched.picture))
        self.changed.emit()
        self._fetch_next()

    def _note_failure(self, fetched: _Fetched) -> None:
        """Go on without a tile that failed; ask for none where several fail, or the server cannot be reached."""
        self._put_off.add(fetched.tile)
        self._failures += 1
        most = min(_MOST_FAILURES, len(self._wanted))
        if isinstance(fetched.problem, PhotoUnreachableError) or self._failures >= most:
            self._has_failed, self._wanted = True, []
        if not self.retry.isActive():
            self.retry.start()

    def _keep(self, tile: Tile, image: QImage) -> None:
        """Keep a tile, and drop those that were not visible for longest; a visible one would be asked for again."""
        self._kept[tile] = image
        size = sum(one.sizeInBytes() for one in self._kept.values())
        for other in [one for one in self._kept if one not in self._wanted and one != tile]:
            if size <= _MOST_KEPT_BYTES:
                return
            size -= self._kept.pop(other).sizeInBytes()

    def _forget_failures(self) -> None:
        self._put_off.clear()
        self._has_failed, self._failures = False, 0

    @Slot()
    def _try_again(self) -> None:
        self._forget_failures()
        self._ask()


def _tiles(camera: Camera, plane: Projection) -> list[Tile]:
    """Return the tiles of what a camera shows."""
    northwest = plane.place(camera.point(QPointF()))
    southeast = plane.place(camera.point(QPointF(camera.size.width(), camera.size.height())))
    return tiles_over(northwest, southeast, zoom_for(camera.scale, plane.middle.latitude))


def _image(decoded: DecodedPicture) -> QImage:
    """Return a tile as an image of its own memory."""
    level = decoded.levels[0]
    form = QImage.Format.Format_RGB32 if decoded.is_opaque else QImage.Format.Format_ARGB32_Premultiplied
    return QImage(level.pixels, level.width, level.height, 4 * level.width, form).copy()
