"""Visits that a driver closed at one spot, far from their addresses: doors that nobody stood at."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.domain.geography import Place, distance_m

SPOT_M = 50.0
"""Within so many metres of each other visits are at one spot."""

_CELL_M = SPOT_M / math.sqrt(2)  # whoever shares a cell is at one spot; who is at one spot is two cells apart at most
_METRES_A_DEGREE = 111_195.0  # of latitude
_ROW = 2**24  # cells; more than there are around the globe, so that a cell is one number: it is looked up often
_STEPS = sorted((up * _ROW + across for up in range(-2, 3) for across in range(-2, 3)), key=bool)
"""From a cell to those that may be at a spot with it; first to itself, where company is found at once."""


class Closing(NamedTuple):
    """Where a driver closed a visit that was far from its address."""

    visit_id: int
    driver: str
    place: Place


def closed_at_one_spot(closings: Iterable[Closing]) -> set[int]:
    """Return the ids of those visits that are one of three or more which their driver closed at one spot."""
    of_driver: defaultdict[str, list[Closing]] = defaultdict(list)
    for one in closings:
        of_driver[one.driver].append(one)
    return {one.visit_id for some in of_driver.values() for one in _in_company(some)}


def _in_company(closings: list[Closing]) -> Iterator[Closing]:
    """Go through the closings that have two others at their spot; the time it takes grows as their number does."""
    if len(closings) < 3:  # noqa: PLR2004 - it takes three
        return
    narrowing = math.cos(math.radians(closings[0].place.latitude))  # a driver's day is short beside the globe
    cells: defaultdict[int, list[Closing]] = defaultdict(list)
    for one in closings:
        cells[_cell(one.place, narrowing)].append(one)
    for cell, own in cells.items():
        around = [one for step in _STEPS if cell + step in cells for one in cells[cell + step]]
        yield from (one for one in own if _has_two(one, around))


def _cell(place: Place, narrowing: float) -> int:
    scale = _METRES_A_DEGREE / _CELL_M
    return math.floor(place.latitude * scale) * _ROW + math.floor(place.longitude * scale * narrowing)


def _has_two(one: Closing, around: list[Closing]) -> bool:
    """Whether two others are at a spot with it and with each other.

    Not more than five can be so near to it and still so far from each other that they are none: this ends soon.
    """
    alone: list[Closing] = []
    for other in around:
        if other is one or distance_m(one.place, other.place) > SPOT_M:
            continue
        if any(distance_m(other.place, before.place) <= SPOT_M for before in alone):
            return True
        alone.append(other)
    return False
