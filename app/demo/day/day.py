"""Generates a carrier's day: its manifests, and the order in which its visits close.

A day depends only on carrier code, date and options, so that every machine and every run gives the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property

from app.demo.day.quirks import NAMES, QUIRKS, RESTING, UNREADABLE
from app.demo.day.routes import Parcel, PlannedRoute, RouteOrder, Visit, plan_route
from app.demo.world.numbering import Numbering, RandomSource, random_source_for
from app.demo.world.options import DayOptions

_PARCELS_A_ROUTE = 50
_FULL_DAY = 40  # a day with fewer shipments has neither a late nor an annulled manifest
_LATE_PARCELS = 6
_ANNULLED_PARCELS = 3
_CLOSED_AT_START = 0.3
_NEVER_CLOSED = 0.01
_CLOSINGS_TO_LATE_MANIFEST = 10
_CLOSINGS_TO_WITHDRAWAL = 20


@dataclass(frozen=True)
class PlannedManifest:
    """A manifest that is listed once `listed_after` visits of the day have closed. `status` is the wire's `estado`."""

    number: int
    status: str
    created_at: datetime
    parcels: tuple[Parcel, ...]
    listed_after: int = 0


@dataclass(frozen=True)
class DayPlan:
    """A whole day. Its state at any time is determined by the number of visits closed by then.

    Args:
        manifests: manifests in the order in which they are listed.
        closings: all visits in the order in which they close.
        closed_at_start: number of visits closed when the server started.
    """

    carrier: str
    manifests: tuple[PlannedManifest, ...]
    closings: tuple[Visit, ...]
    closed_at_start: int

    @property
    def closed_when_over(self) -> int:
        """Number of visits closed at the end of the day: not quite all."""
        return len(self.closings) - int(len(self.closings) * _NEVER_CLOSED)

    def closed_after(self, seconds: float, per_minute: float) -> int:
        """Return the number of visits closed this many seconds after the start."""
        return min(self.closed_at_start + int(seconds * per_minute / 60), self.closed_when_over)

    def closes_after(self, turn: int, per_minute: float) -> float:
        """Return how many seconds after the start a visit closes that was open at the start."""
        return (turn + 1 - self.closed_at_start) * 60 / per_minute

    def listed(self, closed: int) -> Iterator[tuple[PlannedManifest, list[tuple[Parcel, str]]]]:
        """Yield the manifests listed after `closed` closings, each with its parcels and their status ids."""
        withdrawn = closed >= self.closed_at_start + _CLOSINGS_TO_WITHDRAWAL
        for manifest in self.manifests:
            if closed >= manifest.listed_after:
                yield (
                    manifest,
                    [
                        (parcel, self._status_id(parcel, closed))
                        for parcel in manifest.parcels
                        if not (withdrawn and parcel.resting and parcel.resting.withdrawn)
                    ],
                )

    def _status_id(self, parcel: Parcel, closed: int) -> str:
        if parcel.visit is None or self._turns[parcel.visit.id] >= closed:
            return parcel.resting.status_id if parcel.resting else "2"
        return "3" if parcel.visit.delivered else "4"

    @cached_property
    def _turns(self) -> dict[int, int]:
        return {visit.id: turn for turn, visit in enumerate(self.closings)}


def generate(carrier: str, day: date, options: DayOptions) -> DayPlan:
    """Generate a carrier's day."""
    return assemble(list(plan_routes(carrier, day, options)))


def plan_routes(carrier: str, day: date, options: DayOptions) -> Iterator[PlannedRoute]:
    """Yield the day's routes one by one, so that a server can handle other requests in between."""
    is_full = options.shipments >= _FULL_DAY
    once = options.shipments - (_ANNULLED_PARCELS if is_full else 0)
    sizes = _sizes(once, random_source_for(options.seed, carrier, day, "sizes"))
    first = 0
    for position, size in enumerate(sizes):
        unreadable = (UNREADABLE,) if position == 0 else ()  # in addition to the requested shipments
        order = RouteOrder(
            carrier=carrier,
            day=day,
            seed=options.seed,
            position=position,
            first=first,
            size=size + len(unreadable),
            names=NAMES[position :: len(sizes)],  # each route gets some of the quirks
            quirks=QUIRKS[position :: len(sizes)],
            resting=unreadable + RESTING[position :: len(sizes)][: size // 10],
        )
        yield plan_route(order)
        first += order.size
    if is_full:
        yield plan_route(RouteOrder(carrier, day, options.seed, len(sizes), first, _LATE_PARCELS, late=True))


def assemble(routes: Sequence[PlannedRoute]) -> DayPlan:
    """Combine the routes of `plan_routes` into a day."""
    order = routes[0].order
    rng = random_source_for(order.seed, order.carrier, order.day, "closings")
    early = [route for route in routes if not route.order.late]
    late = [route for route in routes if route.order.late]
    closings = _taking_turns([route.visits for route in early], rng)
    closed_at_start = int(len(closings) * _CLOSED_AT_START)
    late_from = closed_at_start + _CLOSINGS_TO_LATE_MANIFEST
    afterwards = [closings[late_from:], *(route.visits for route in late)]
    return DayPlan(
        carrier=order.carrier,
        manifests=tuple(_manifests(early, late, late_from, rng)),
        closings=(*closings[:late_from], *_taking_turns(afterwards, rng)),
        closed_at_start=closed_at_start,
    )


def _manifests(
    early: Sequence[PlannedRoute], late: Sequence[PlannedRoute], late_from: int, rng: RandomSource
) -> Iterator[PlannedManifest]:
    order = early[0].order
    numbers = Numbering(order.carrier, order.day).manifests(len(early) + 2)
    for route in early:
        yield PlannedManifest(next(numbers), "VIG", _created_at(order.day, rng), route.parcels)
    for route in late:
        visited = [parcel for other in early for parcel in other.parcels if parcel.visit]
        moved = tuple(rng.sample(visited, _ANNULLED_PARCELS))
        yield PlannedManifest(next(numbers), "ANU", _created_at(order.day, rng), moved)
        created_at = datetime.combine(order.day, time(9, 15))
        yield PlannedManifest(next(numbers), "VIG", created_at, route.parcels, listed_after=late_from)


def _created_at(day: date, rng: RandomSource) -> datetime:
    """Return a time in the early morning, or in the evening before."""
    begin = datetime.combine(day, time(4, 50))
    if rng.chance(0.25):
        begin -= timedelta(hours=11)
    return begin + timedelta(seconds=rng.randrange(7200))


def _sizes(parcels: int, rng: RandomSource) -> list[int]:
    """Divide the parcels among routes of similar size."""
    routes = max(1, round(parcels / _PARCELS_A_ROUTE))
    sizes = [parcels // routes + (position < parcels % routes) for position in range(routes)]
    for position in range(0, routes - 1, 2):
        moved = rng.randrange(-10, 11)
        sizes[position] -= moved
        sizes[position + 1] += moved
    return sizes


def _taking_turns(rounds: Sequence[Sequence[Visit]], rng: RandomSource) -> list[Visit]:
    """Interleave several rounds at random, keeping the order within each."""
    turns = [position for position, visits in enumerate(rounds) for _ in visits]
    rng.shuffle(turns)
    upcoming = [iter(visits) for visits in rounds]
    return [next(upcoming[position]) for position in turns]
