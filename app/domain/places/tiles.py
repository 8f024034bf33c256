"""Map tiles: squares of a Web Mercator map, and the template of their addresses."""

import math
import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from app.domain.access.addresses import origin_of
from app.domain.places.geography import Place

MOST_TILES: Final = 60
"""How many tiles one view asks for at most; a view that needs more is shown without."""
MOST_TILE_PIXELS: Final = 1024 * 1024
"""A tile of more pixels is refused: usual ones have 256 × 256 or 512 × 512."""
LEAST_ZOOM, LARGEST_ZOOM = 3, 19

_PLACES = ("{z}", "{x}", "{y}")
_NUMERIC_LABEL = re.compile(r"\d+|0x[0-9a-f]*")
"""As the last part of a host it makes the host an IP address, however it is written (WHATWG URL, 3.5)."""
_EQUATOR_M = 156_543.034  # a pixel of the whole world's tile of 256 pixels at the equator, in metres
_NORTHERNMOST = 85.0511  # the square map ends there


class Tile(NamedTuple):
    """A tile: zoom, and its column and row from the northwest."""

    zoom: int
    x: int
    y: int

    def corners(self) -> tuple[Place, Place]:
        """Return its northwestern and its southeastern corner."""
        return _corner(self.zoom, self.x, self.y), _corner(self.zoom, self.x + 1, self.y + 1)

    def address(self, template: str) -> str:
        """Return its address by a template that `checked_template` accepted."""
        return template.replace("{z}", str(self.zoom)).replace("{x}", str(self.x)).replace("{y}", str(self.y))


def checked_template(value: str) -> str:
    """Return a template of tile addresses, such as `https://tiles.example/{z}/{x}/{y}.png`; empty means none.

    Raises:
        ValueError: it is no https address, names a user, a fragment, an IP address or this computer, or `{z}`, `{x}`
            and `{y}` are not each once behind the host.
    """
    template = value.strip()
    if not template:
        return ""
    parts = urlsplit(template)
    behind = f"{parts.path}?{parts.query}"
    is_service = parts.scheme == "https" and bool(origin_of(template)) and _is_name(parts.hostname or "")
    bare = behind
    for one in _PLACES:
        bare = bare.replace(one, "", 1)
    is_whole = all(behind.count(one) == 1 for one in _PLACES)
    is_clean = not (parts.fragment or set("{}") & set(bare + parts.netloc) or any(map(str.isspace, template)))
    if not (is_service and is_whole and is_clean):
        raise ValueError(value)
    return template


def _is_name(host: str) -> bool:
    """Tell whether a host is a name of another computer, and no IP address."""
    last = host.rstrip(".").rpartition(".")[2].lower()
    return ":" not in host and last not in ("", "localhost") and not _NUMERIC_LABEL.fullmatch(last)


def zoom_for(pixels_per_metre: float, latitude: float) -> int:
    """Return the zoom whose tiles are nearest to their own size at a scale."""
    metres = _EQUATOR_M * math.cos(math.radians(latitude))
    return min(max(round(math.log2(metres * pixels_per_metre)), 0), LARGEST_ZOOM)


def tiles_over(northwest: Place, southeast: Place, zoom: int) -> list[Tile]:
    """Return the tiles over an area, from the middle outwards; none if the zoom is too small or they are too many."""
    if zoom < LEAST_ZOOM:
        return []
    last = 2**zoom - 1
    left, top = (min(max(one, 0), last) for one in _cell(northwest, zoom))
    right, bottom = (min(max(one, 0), last) for one in _cell(southeast, zoom))
    if (right - left + 1) * (bottom - top + 1) > MOST_TILES:
        return []
    tiles = [Tile(zoom, x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
    middle = (left + right) / 2, (top + bottom) / 2
    return sorted(tiles, key=lambda one: (math.dist((one.x, one.y), middle), one))


def _cell(place: Place, zoom: int) -> tuple[int, int]:
    latitude = math.radians(min(max(place.latitude, -_NORTHERNMOST), _NORTHERNMOST))
    across = (place.longitude + 180) / 360
    down = (1 - math.asinh(math.tan(latitude)) / math.pi) / 2
    return math.floor(across * 2**zoom), math.floor(down * 2**zoom)


def _corner(zoom: int, x: int, y: int) -> Place:
    longitude = x / 2**zoom * 360 - 180
    return Place(math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / 2**zoom)))), longitude)
