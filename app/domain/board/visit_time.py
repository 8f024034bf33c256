"""When a visit took place: its stamp read in the sender's zone, and how far the stamp can be trusted.

All moments are aware and in UTC; a stamp is naive, as the notification writes it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

FEWEST: Final = 20
"""How many fresh notifications have to agree before they say anything about the sender's zone."""

MOST: Final = 25
"""How many of the last notifications are looked at: those above `FEWEST` may have come late."""

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
    """Return the moment that a stamp means, read in the sender's zone.

    A time that a clock change repeats is the reading nearest to the arrival, the earlier one of two equally near. A
    time that a clock change skips moves forward by the gap. A moment outside the years 1 to 9999 becomes the first
    or the last one within them.

    Args:
        stamp: naive; one that carries its own offset means just that moment.
        zone: the sender's.
        arrival: when the receiver had the notification.
    """
    own = stamp.utcoffset()
    if own is not None:
        return _shifted(stamp.replace(tzinfo=None), own)
    local = stamp.replace(tzinfo=zone, fold=0)
    offset = local.utcoffset() or timedelta()
    second = local.replace(fold=1).utcoffset() or timedelta()
    moment = _shifted(stamp, offset)  # where the time is skipped, `fold=0` has the offset before the gap
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
    """Return the time of a visit (T): the moment of its stamp, but never later than the arrival."""
    return min(moment, arrival)


def if_site_was_behind(moment: datetime, arrival: datetime, by: timedelta) -> datetime:
    """Return the moment of a stamp by the site's clock if that was behind by so much; one that can be trusted stays."""
    if not is_suspicious(moment, arrival):
        return moment
    try:
        return moment - by
    except OverflowError:
        return _EARLIEST


def is_suspicious(moment: datetime, arrival: datetime) -> bool:
    """Return whether stamp and arrival lie more than 60 s apart, either way."""
    return abs(arrival - moment) > _SUSPICIOUS


def arrived_late(moment: datetime, arrival: datetime) -> bool:
    """Return whether a notification arrived more than an hour after its stamp."""
    return arrival - moment > _LATE


def zone_evidence(pairs: Sequence[tuple[datetime, datetime]]) -> timedelta | None:
    """Return by how much the sender's clock seems to be ahead of the zone in which its stamps are read.

    The last notifications have to agree on a whole number of quarter hours, of at least one hour and at most what two
    zones can differ by: at least `FEWEST` of the last `MOST`, each within five minutes of it. These are the fresh
    ones. The others among the last `MOST` must have arrived later after their stamp than that, as a retry does that
    was held up; one that arrived sooner proves that the majority is what is late, as does one with a sound stamp. A
    stamp that is ahead by more than two zones can differ says nothing, so it refutes nothing.

    A backlog that is delivered at once can look like a clock that is behind, where it is of a few minutes; its
    arrivals follow each other faster than its stamps. So a clock that is behind is only believed where the arrivals
    take at least half the time that the stamps do. A clock that is ahead needs no such proof: nothing that is
    delivered late arrives before its stamp.

    Args:
        pairs: moment of the stamp (`sender_moment` in the present sender zone, not limited by the arrival) and
            arrival of the last notifications, the oldest arrival first. More than `MOST` are not looked at.

    Returns:
        The difference, above zero where the stamps are ahead of their arrivals; None where there is none, or too few.
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
    """Return whether notifications arrived in much less time than they were stamped in."""
    stamps, arrivals = [moment for moment, _ in fresh], [arrival for _, arrival in fresh]
    stamped = max(stamps) - min(stamps)
    return stamped > _SHORT and max(arrivals) - min(arrivals) < stamped / 2
