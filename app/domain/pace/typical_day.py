"""What days of one kind have in common, for a day of that kind to be compared with."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from app.domain.pace.forecast import FEWEST_DAYS, PastDay


@dataclass(frozen=True)
class TypicalDay:
    """The medians of past days of a kind.

    Args:
        delivered: the share that was delivered by some minute, 0 to 1, of the parcels whose time is known or open.
        visits: visits closed in each hour of a day, 0 to 23.
    """

    delivered: float
    visits: tuple[float, ...]


def typical_day(past: Iterable[PastDay], minute: int) -> TypicalDay | None:
    """Return what the known days of a kind have in common up to a minute of the site's day; None: too few are known."""
    days = [day for day in past if day.is_known and day.parcels > day.untimed]
    if len(days) < FEWEST_DAYS:
        return None
    shares = [sum(count for at, count in day.delivered if at <= minute) / (day.parcels - day.untimed) for day in days]
    return TypicalDay(median(shares), tuple(median(day.visits[hour] for day in days) for hour in range(24)))


def missing_days(past: Iterable[PastDay]) -> int:
    """Return how many more days of a kind must be known to say what is typical."""
    return max(FEWEST_DAYS - sum(day.is_known for day in past), 0)
