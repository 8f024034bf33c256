"""The time of a visit: its timestamp, read in the sender's zone, and whether the timestamp is plausible.

All moments are aware and in UTC; a timestamp is naive, as the notification writes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.domain.site import SiteRules
from app.domain.texts import Text

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
LAST_STAMPS = MOST
"""How many of the last notifications `sender_clock` looks at."""

_HOUR = timedelta(hours=1)
_UTC = Text("Sender", "The provider of the notifications seems to write UTC, and its times are read as {zone}.")
_SITE = Text("Sender", "The provider of the notifications seems to write the site's time, and it is read as {zone}.")
_AHEAD = Text("Sender", "The provider's clock seems to be {hours} ahead of {zone}, in which its times are read.")
_BEHIND = Text("Sender", "The provider's clock seems to be {hours} behind {zone}, in which its times are read.")
_COMMAND = Text("Sender", "{finding} Visits are therefore dated wrong. To set it right: {command}")
_NO_ZONE = Text(
    "Sender",
    "{finding} Visits are therefore dated wrong. Ask the provider which time zone it writes, and set it: {command}",
)


def sender_moment(stamp: datetime, zone: tzinfo, arrival: datetime) -> datetime:
    """Return the moment of a timestamp, read in the sender's zone; see `sender_moments` and `nearest_moment`.

    Args:
        stamp: naive, or with its own offset, which then decides.
        zone: the sender's zone.
        arrival: when the receiver received the notification.
    """
    return nearest_moment(sender_moments(stamp, zone), arrival)


def nearest_moment(moments: Sequence[datetime], arrival: datetime) -> datetime:
    """Return the one of a timestamp's moments that is nearest to its arrival, the earlier of two equally near."""
    return moments[0] if len(moments) == 1 else min(moments, key=lambda one: abs(arrival - one))


def sender_moments(stamp: datetime, zone: tzinfo) -> Sequence[datetime]:
    """Return the moments that a timestamp may mean, read in the sender's zone: two of a time that occurs twice.

    A time that a clock change skips moves forward by the skipped period. A moment outside the years 1 to 9999 becomes
    the first or the last moment within them.
    """
    own = stamp.utcoffset()
    if own is not None:
        return (_shifted(stamp.replace(tzinfo=None), own),)
    local = stamp.replace(tzinfo=zone, fold=0)
    offset = local.utcoffset() or timedelta()
    second = local.replace(fold=1).utcoffset() or timedelta()
    moment = _shifted(stamp, offset)  # for a skipped time, `fold=0` has the offset before the change
    return (moment, _shifted(stamp, second)) if second < offset else (moment,)  # two where the time is repeated


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


@dataclass(frozen=True)
class SenderClock:
    """Finding that the sender's timestamps seem to be in another zone than they are read in.

    Args:
        ahead: how far the timestamps are ahead of the zone in which they are read; negative: behind.
        zone: name of the zone that the sender seems to use; empty if none has this difference all year.
        finding: the finding as a sentence.
    """

    ahead: timedelta
    zone: str
    finding: Text

    @property
    def with_command(self) -> Text:
        """The finding with the command that corrects it, for a terminal."""
        text = _COMMAND if self.zone else _NO_ZONE
        return text.filled(finding=self.finding, command=f"despacho settings set sender_time_zone {self.zone or '…'}")


def sender_clock(stamps: Sequence[tuple[datetime, datetime]], rules: SiteRules) -> SenderClock | None:
    """Return the finding of the last notifications; None if their zone is right, or they are too few.

    Args:
        stamps: timestamp (naive, unless it has an offset) and arrival (UTC) of each, oldest arrival first.
        rules: settings of the site.
    """
    zone = rules.stamp_zone
    ahead = zone_evidence([(sender_moment(stamp, zone, arrival), arrival) for stamp, arrival in stamps[-LAST_STAMPS:]])
    if ahead is None:
        return None
    arrival = stamps[-1][1]
    offset = _offset(zone, arrival) + ahead
    if not offset:
        return SenderClock(ahead, "UTC", _UTC.filled(zone=zone.key))
    if offset == _offset(rules.zone, arrival):
        return SenderClock(ahead, rules.zone.key, _SITE.filled(zone=zone.key))
    text = _AHEAD if ahead > timedelta() else _BEHIND
    return SenderClock(ahead, _fixed(offset), text.filled(zone=zone.key, hours=_in_hours(abs(ahead))))


def _offset(zone: ZoneInfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _fixed(offset: timedelta) -> str:
    """Return the name of the zone with this offset all year; empty if there is none, as for half hours."""
    hours, rest = divmod(offset, _HOUR)
    name = f"Etc/GMT{-hours:+d}"  # these names have the opposite sign
    try:
        return "" if rest else ZoneInfo(name).key
    except ZoneInfoNotFoundError:
        return ""


def _in_hours(difference: timedelta) -> str:
    hours, rest = divmod(difference, _HOUR)
    minutes = rest // timedelta(minutes=1)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
