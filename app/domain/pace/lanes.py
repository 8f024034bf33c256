"""The visits of a day by driver: what each one closed and when, and how long each has closed none."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from itertools import groupby, pairwise
from typing import Final

from app.domain.contract.statuses import State
from app.domain.reception.gaps import Gap
from app.domain.views.queries import ValueFilter, by_column
from app.domain.views.report import VisitPlace

THRESHOLDS: Final = (30, 45, 60, 90)
"""The pauses to choose from, in minutes: a shorter one is not marked."""
FEWEST_FOR_SHARE: Final = 5
"""Fewest closed visits whose share of deliveries says anything."""
DRIVER_COLUMNS: Final = ("driver", "driver_id")
"""The columns of visits that name a driver."""

CLOSED: Final = (State.DELIVERED, State.EXCEPTION)
"""What a visit was closed with."""
_CLOCK_ERROR = timedelta(minutes=1)


class Silence(Enum):
    """What is known of the time since a driver's last visit."""

    USUAL = auto()
    LONG = auto()
    GAP = auto()  # a visit may have been closed while nothing could be received
    NOTHING_HEARD = auto()  # nothing arrived from anyone since
    CLOCK = auto()  # the last visit lies in the future


@dataclass(frozen=True)
class Lane:
    """A driver's closed visits of a day, by time.

    Args:
        name: of the driver, else the id; empty for visits that name none.
        visits: at least one.
        filters: those of the table of visits that keep only these.
        shares_name: whether another id has the same name.
    """

    name: str
    visits: tuple[VisitPlace, ...]
    filters: tuple[ValueFilter, ...]
    shares_name: bool = False

    @property
    def key(self) -> str | None:
        """Identifies the driver; None if the visits name none."""
        return self.visits[-1].driver_key

    @property
    def last(self) -> datetime:
        """When the last visit was closed, by the site's clock."""
        return self.visits[-1].closed_at

    @property
    def delivered(self) -> int:
        """How many of the visits were deliveries."""
        return sum(one.state is State.DELIVERED for one in self.visits)

    @property
    def failed(self) -> int:
        """How many were not."""
        return len(self.visits) - self.delivered

    @property
    def share(self) -> float:
        """The share of deliveries."""
        return self.delivered / len(self.visits)

    def pauses(self, least: timedelta) -> list[tuple[datetime, datetime]]:
        """Return the times between two visits that are at least so long."""
        moments = [one.closed_at for one in self.visits]
        return [(one, other) for one, other in pairwise(moments) if other - one >= least]

    def is_kept_by(self, filters: Sequence[ValueFilter]) -> bool:
        """Return whether filters of the columns that name a driver keep its visits."""
        visit = self.visits[-1]
        values = {"driver": visit.driver, "driver_id": visit.driver_id}
        return all(
            any((values[one.key] == one.value) is not one.exclude for one in some) for some in by_column(filters)
        )


def lanes_of(visits: Iterable[VisitPlace]) -> list[Lane]:
    """Return a lane for each driver, ordered by the time of the last visit; that of unnamed drivers comes last."""
    closed = sorted((one for one in visits if one.state in CLOSED), key=_order)
    grouped = [tuple(some) for _, some in groupby(closed, key=lambda one: one.driver_key)]
    ids_of = Counter(name for some in grouped for name in {one.driver for one in some})
    lanes = [_lane(some, ids_of) for some in grouped]
    return sorted(lanes, key=lambda lane: (lane.key is None, lane.last, lane.name))


def _order(visit: VisitPlace) -> tuple[str, str, int]:
    return visit.driver_key or "", visit.at, visit.visit_id


def _lane(visits: tuple[VisitPlace, ...], ids_of: Counter[str | None]) -> Lane:
    last = visits[-1]
    if last.driver_key is None:
        return Lane("", visits, tuple(ValueFilter(key, None) for key in DRIVER_COLUMNS))
    name = next((one.driver for one in reversed(visits) if one.driver is not None), None)
    shares_name = name is not None and ids_of[name] > 1
    by_name = name is not None and all(one.driver == name for one in visits) and not shares_name
    chosen = ValueFilter("driver", name) if by_name else ValueFilter("driver_id", last.driver_id)
    if last.driver_id is None:
        chosen = ValueFilter("driver", last.driver)
    return Lane(name or last.driver_key, visits, (chosen,), shares_name)


def silence_of(
    last: datetime, least: timedelta, gaps: Sequence[Gap], heard_at: datetime | None, now: datetime
) -> Silence:
    """Return what is known of the time since a driver's last visit. All moments are in UTC.

    Silence is what was listened to: a reception gap, or a time in which nothing arrived from anyone, shows nothing of a
    driver.

    Args:
        last: when the last visit was closed.
        least: a shorter silence is usual.
        gaps: reception gaps that overlap the day.
        heard_at: when the last notification of any driver arrived; None: never.
        now: the present.
    """
    if last - now > _CLOCK_ERROR:
        return Silence.CLOCK
    if now - last < least:
        return Silence.USUAL
    heard_until = min(heard_at or last, now)
    since = max([last, *(gap.until for gap in gaps if last < gap.until and gap.since < heard_until)])
    if heard_until - since >= least:
        return Silence.LONG
    has_gap = any(gap.until > last and gap.since < now for gap in gaps)
    return Silence.GAP if has_gap else Silence.NOTHING_HEARD
