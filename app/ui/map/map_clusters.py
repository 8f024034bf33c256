"""Groups the visits that lie too close to be told apart at a scale; a nearer look splits them."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.domain.contract.statuses import State
from app.ui.map.map_scene import Point, Spot

_CELL = 44.0
"""The side of a cell in pixels, at the scale of its level."""
_FEWEST = 4
"""From this number on, the visits of a cell are one cluster; fewer are if they cover each other."""
_COVERED = 6.0
"""Within so many pixels marks cover each other."""
_JOINED = 30.0
"""Cells whose visits are at most so many pixels apart, in the middle, are one cluster."""
_NEIGHBOURS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]

_Cell = tuple[int, int]


@dataclass(frozen=True)
class Cluster:
    """Visits that are painted as one, at the middle of their places."""

    at: Point
    spots: tuple[Spot, ...]

    @cached_property
    def states(self) -> Counter[State]:
        """The number of its visits of each state."""
        return Counter(one.visit.state for one in self.spots)

    @property
    def radius(self) -> float:
        """The radius of its mark in pixels: a longer number needs a larger one."""
        return 9.0 + 3.0 * len(str(len(self.spots)))

    @property
    def extent(self) -> float:
        """The larger side of the area that it covers, in metres."""
        return _extent(self.spots)


@dataclass(frozen=True)
class Clusters:
    """Visits at one level: those in clusters, and those that stand alone."""

    level: int = 0
    groups: tuple[Cluster, ...] = ()
    singles: tuple[Spot, ...] = ()

    def at(self, here: Point, scale: float) -> Cluster | None:
        """Return the cluster whose mark covers a point of the plane; the nearest of several."""
        found = [(math.dist(one.at, here), one) for one in self.groups]
        away, nearest = min(found, key=lambda one: one[0], default=(math.inf, None))
        return nearest if nearest is not None and away * scale <= nearest.radius else None

    def of(self, spot: Spot) -> Cluster | None:
        """Return the cluster that holds a visit; None if it stands alone."""
        return next((one for one in self.groups if any(member is spot for member in one.spots)), None)


def level_of(scale: float) -> int:
    """Return the level of a scale in pixels per metre: a level is twice as near as the one before."""
    return round(math.log2(scale))


def clustered(spots: Sequence[Spot], level: int) -> Clusters:
    """Return the clusters of visits at a level. The cells stand still on the plane, so that moving changes none."""
    scale = 2.0**level
    side = _CELL / scale
    cells: defaultdict[_Cell, list[Spot]] = defaultdict(list)
    for spot in spots:
        cells[math.floor(spot.at[0] / side), math.floor(spot.at[1] / side)].append(spot)
    groups, singles = [], []
    for members in _joined(cells, _JOINED / scale):
        if len(members) >= _FEWEST or (len(members) > 1 and _extent(members) * scale < _COVERED):
            groups.append(Cluster(_middle(members), tuple(members)))
        else:
            singles += members
    return Clusters(level, tuple(groups), tuple(singles))


def _joined(cells: dict[_Cell, list[Spot]], near: float) -> Iterable[list[Spot]]:
    """Yield the visits of each cell, with those of the cells beside it whose middle is near; the fullest first."""
    middles = {cell: _middle(members) for cell, members in cells.items()}
    left = set(cells)
    for cell in sorted(cells, key=lambda one: (-len(cells[one]), one)):
        if cell not in left:
            continue
        left.discard(cell)
        members = list(cells[cell])
        for across, down in _NEIGHBOURS:
            beside = cell[0] + across, cell[1] + down
            if beside in left and math.dist(middles[cell], middles[beside]) < near:
                left.discard(beside)
                members += cells[beside]
        yield members


def _middle(spots: Sequence[Spot]) -> Point:
    return sum(one.at[0] for one in spots) / len(spots), sum(one.at[1] for one in spots) / len(spots)


def _extent(spots: Sequence[Spot]) -> float:
    xs, ys = [one.at[0] for one in spots], [one.at[1] for one in spots]
    return max(max(xs) - min(xs), max(ys) - min(ys))
