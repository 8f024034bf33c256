"""What the map is handed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.domain.days import Day
from app.domain.views.report import VisitPlace
from app.ui.ports.photo_ports import Photo


class MapRows(Protocol):
    """Reads places; for the query thread."""

    def places(self, day: Day) -> list[VisitPlace]:
        """Return the visits of a day as the map shows them, by driver and time."""


@dataclass(frozen=True)
class TilePorts:
    """What fetches the map tiles that a site names."""

    template: Callable[[], str]
    """Of their addresses; empty: none are wanted."""
    attribution: Callable[[], str]
    """Who made them; empty: not said."""
    tile: Callable[[str], Photo]
    """The picture at an address, of a tile's size at most, to be fetched under photos' limits and stored nowhere."""
