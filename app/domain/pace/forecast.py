"""How many parcels of today will stay open, by today's pace and by how past days went on from the same time of day.

Open parcels have no driver in the contract, so this is known for the whole day alone.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import accumulate
from statistics import median
from typing import Final

from app.domain.texts import Text

FEWEST_DAYS: Final = 5
"""Fewest past days to learn from: the largest error of five holds the next one on five days of six."""
FEWEST_CLOSED: Final = 10
"""Fewest parcels closed today that say anything about today's pace."""
MOST_DAYS: Final = 20
"""How many past days are learnt from."""
OLDEST_DAYS: Final = 70
"""How many days back a past day may lie: ten Saturdays."""
MOST_UNHEARD: Final = timedelta(minutes=10)
"""How much time without reception since the last load still leaves the counts good enough."""

_HELD = 0.9
"""The share of past days whose error the range holds."""
_MOST_UNTIMED = 0.1
"""The share of a day's closed parcels that may lack a visit, so that its course is known."""
_SATURDAY = 5


class NoForecast(StrEnum):
    """Why it is not known how many parcels will stay open."""

    NO_LOAD = "no_load"
    OUT_OF_DATE = "out_of_date"
    GAP = "gap"
    FEW_CLOSED = "few_closed"
    FEW_DAYS = "few_days"


NO_FORECAST_TEXTS: Final = {
    NoForecast.NO_LOAD: Text("Pace", "The day is not loaded yet."),
    NoForecast.OUT_OF_DATE: Text("Pace", "Nothing was received or loaded for an hour or more."),
    NoForecast.GAP: Text("Pace", "Notifications may have been missed since the last load. Load the day again."),
    NoForecast.FEW_CLOSED: Text("Pace", "Too few parcels are closed yet to know today's pace."),
    NoForecast.FEW_DAYS: Text(
        "Pace",
        "It takes at least five past days of this kind (working day, Saturday or Sunday) whose visits were notified.",
    ),
}


@dataclass(frozen=True)
class PastDay:
    """The course of a day that has ended.

    Args:
        closed: number of parcels closed by a visit in each minute of the site's day, ascending: (minute, parcels).
        left_open: parcels still open at its end.
        untimed: parcels that only the carrier called closed, so that the time is not known.
        unheard: time without reception after the day's last load, in which parcels may have been closed unnoticed.
        parcels: all that counted, however they ended.
        delivered: those of `closed` that were delivered.
        visits: number of visits closed in each hour of the day by the clock, 0 to 23.
    """

    date: date
    closed: tuple[tuple[int, int], ...]
    left_open: int
    untimed: int = 0
    unheard: timedelta = timedelta()
    parcels: int = 0
    delivered: tuple[tuple[int, int], ...] = ()
    visits: tuple[int, ...] = (0,) * 24

    @property
    def total(self) -> int:
        """Parcels closed by a visit."""
        return sum(parcels for _, parcels in self.closed)

    @property
    def is_known(self) -> bool:
        """Whether its visits tell how it went."""
        is_timed = self.untimed <= _MOST_UNTIMED * (self.total + self.untimed)
        return self.total > 0 and is_timed and self.unheard <= MOST_UNHEARD


@dataclass(frozen=True)
class Forecast:
    """What will stay open.

    Args:
        expected: parcels.
        least, most: the range by which it was off at most on nine of ten past days, in parcels of today.
        days: the number of past days.
    """

    expected: int
    least: int
    most: int
    days: int


def days_to_learn_from(day: date, loaded: Iterable[date]) -> list[date]:
    """Return the last of the loaded dates before a day that are of its kind: working day, Saturday or Sunday."""
    first = day.toordinal() - OLDEST_DAYS
    alike = {one for one in loaded if first <= one.toordinal() < day.toordinal() and kind_of(one) == kind_of(day)}
    return sorted(alike, reverse=True)[:MOST_DAYS]


def forecast(open_now: int, closed_now: int, minute: int, past: Iterable[PastDay]) -> Forecast | NoForecast:
    """Return how many of the parcels open now will be open at the end of the working day.

    It expects that today goes on from here as past days of its kind did from the same time of day. The same is done for
    each of the past days with the others, and how far that was off gives the range.

    Args:
        open_now: parcels.
        closed_now: parcels closed today.
        minute: the present minute of the site's day.
        past: days of its kind before it; those whose course is not known are left out.
    """
    days = [_At.of(one, minute) for one in past if one.is_known]
    if len(days) < FEWEST_DAYS:
        return NoForecast.FEW_DAYS
    if closed_now < FEWEST_CLOSED:
        return NoForecast.FEW_CLOSED
    expected = _left(open_now, closed_now, days)
    errors = sorted(
        abs(one.left_open - _left(one.open, one.closed, days[:nth] + days[nth + 1 :])) / max(one.open, 1)
        for nth, one in enumerate(days)
    )
    rank = min(-int(-_HELD * (len(errors) + 1) // 1), len(errors))
    off_by = errors[rank - 1] * open_now
    return Forecast(
        round(expected),
        max(round(expected - off_by), 0),
        min(round(expected + off_by), open_now),
        len(days),
    )


@dataclass(frozen=True)
class _At:
    """A past day at some minute: parcels closed by then, open then, and open at its end."""

    closed: int
    open: int
    left_open: int

    @classmethod
    def of(cls, day: PastDay, minute: int) -> "_At":
        minutes = [at for at, _ in day.closed]
        sums = [0, *accumulate(parcels for _, parcels in day.closed)]
        closed = sums[bisect_right(minutes, minute)]
        return cls(closed, sums[-1] - closed + day.left_open, day.left_open)


def _left(still_open: int, closed: int, days: Sequence[_At]) -> float:
    """Return what stays open, in the middle between two estimates: each errs where the other does not.

    By today's pace: for each parcel closed so far, as many are closed later as on these days; too high where those days
    ran out of parcels. By the share of the open parcels that stayed open on these days; blind to today's pace.
    """
    more = median((one.open - one.left_open) / max(one.closed, 1) for one in days)
    share = median(one.left_open / max(one.open, 1) for one in days)
    return (max(still_open - closed * more, 0.0) + still_open * share) / 2


def kind_of(day: date) -> int:
    """Return the kind of a day: 0 a working day, 1 a Saturday, 2 a Sunday."""
    return max(day.weekday() - _SATURDAY + 1, 0)
