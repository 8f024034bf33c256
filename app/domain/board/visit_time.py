"""The time of a visit: its timestamp, read in the sender's zone, and whether the timestamp is plausible.

All moments are aware and in UTC; a timestamp is naive, as the notification writes it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

FEWEST: Final = 20
"""Fewest fresh notifications that must agree on a difference to the sender's zone."""

MOST: Final = 25
"""How many of the last notifications are examined; those above `FEWEST` may have been late."""

_SUSPICIOUS = timedelta(seconds=60)
_LATE = timedelta(hours=1)
_QUARTER = timedelta(minutes=15)
_TOLERANCE = timedelta(minutes=5)
_SMALLEST = timedelta(hours=1)
_LARGEST = timedelta(hours=26)  # from the westernmost zone (UTC-12) to the easternmost (UTC+14)
_SHORT = timedelta(minutes=1)
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_LATEST = datetime.max.replace(tzinfo=UTC)


def sender_moment(stamp: datetime, zone: tzinfo, arrival: datetime) -> datetime:
    """Return the moment of a timestamp, read in the sender's zone.

    A time that a clock change repeats is read as the one nearest to the arrival, the earlier of two equally near. A
    time that a clock change skips moves forward by the skipped period. A moment outside the years 1 to 9999 becomes
    the first or the last moment within them.

    Args:
        stamp: naive, or with its own offset, which then decides.
        zone: the sender's zone.
        arrival: when the receiver received the notification.
    """
    own = stamp.utcoffset()
    if own is not None:
        return _shifted(stamp.replace(tzinfo=None), own)
    local = stamp.replace(tzinfo=zone, fold=0)
    offset = local.utcoffset() or timedelta()
    second = local.replace(fold=1).utcoffset() or timedelta()
    moment = _shifted(stamp, offset)  # for a skipped time, `fold=0` has the offset before the change
    if second < offset:  # the time is repeated
        later = _shifted(stamp, second)
        if abs(arrival - later) < abs(arrival - moment):
            return later
    return moment


def _shifted(stamp: datetime, offset: timedelta) -> datetime:
    try:
        return (stamp - offset).replace(tzinfo=UTC, fold=0)
    except OverflowError:
        return _EARLIEST if offset > timedelta() else _LATEST


def visit_time(moment: datetime, arrival: datetime) -> datetime:
    """Return the time of a visit (T): the moment of its timestamp, but not later than the arrival."""
    return min(moment, arrival)


def is_suspicious(moment: datetime, arrival: datetime) -> bool:
    """Return whether timestamp and arrival are more than 60 s apart, in either direction."""
    return abs(arrival - moment) > _SUSPICIOUS


def arrived_late(moment: datetime, arrival: datetime) -> bool:
    """Return whether a notification arrived more than an hour after its timestamp."""
    return arrival - moment > _LATE


def zone_evidence(pairs: Sequence[tuple[datetime, datetime]]) -> timedelta | None:
    """Return how far the sender's clock seems to be ahead of the zone in which its timestamps are read.

    The last notifications must agree on a whole number of quarter hours, at least one hour and at most the largest
    difference between two zones: at least `FEWEST` of the last `MOST`, each within five minutes of it. These are the
    fresh ones. The others among the last `MOST` must have arrived with a longer delay, as a late retry does. One with
    a shorter delay, or none, proves that the majority is late. A timestamp ahead by more than two zones can differ is
    ignored.

    A backlog of a few minutes that is delivered at once can look like a clock that is behind; its arrivals follow each
    other faster than its timestamps. So a clock that is behind is accepted only if the arrivals span at least half the
    time of the timestamps. A clock that is ahead needs no such proof: nothing arrives before it was sent.

    Args:
        pairs: moment of the timestamp (`sender_moment` in the present sender zone, not limited by the arrival) and
            arrival of the last notifications, oldest arrival first. Only the last `MOST` are used.

    Returns:
        The difference, positive if the timestamps are ahead of their arrivals; None if there is none, or too few.
    """
    recent = pairs[-MOST:]
    if len(recent) < FEWEST:
        return None
    ahead = [moment - arrival for moment, arrival in recent]
    found = round(sorted(ahead)[len(ahead) // 2] / _QUARTER) * _QUARTER
    if not _SMALLEST <= abs(found) <= _LARGEST:
        return None
    fresh = [pair for pair, difference in zip(recent, ahead, strict=True) if abs(difference - found) <= _TOLERANCE]
    if len(fresh) < FEWEST or any(found + _TOLERANCE < difference <= _LARGEST for difference in ahead):
        return None
    return None if found < timedelta() and _is_backlog(fresh) else found


def _is_backlog(fresh: Sequence[tuple[datetime, datetime]]) -> bool:
    """Return whether the arrivals span much less time than the timestamps."""
    stamps, arrivals = [moment for moment, _ in fresh], [arrival for _, arrival in fresh]
    stamped = max(stamps) - min(stamps)
    return stamped > _SHORT and max(arrivals) - min(arrivals) < stamped / 2
