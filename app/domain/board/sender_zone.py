"""Detects the time zone of the sender's timestamps, and words the finding."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.domain.board.visit_time import MOST, sender_moment, zone_evidence
from app.domain.site import SiteRules
from app.domain.texts import Text

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


@dataclass(frozen=True)
class SenderClock:
    """Finding that the sender's timestamps seem to be in another zone than they are read in.

    Args:
        ahead: how far the timestamps are ahead of the zone in which they are read; negative: behind.
        read_in: name of that zone.
        zone: name of the zone that the sender seems to use; empty if none has this difference all year.
        finding: the finding as a sentence.
    """

    ahead: timedelta
    read_in: str
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
        return SenderClock(ahead, zone.key, "UTC", _UTC.filled(zone=zone.key))
    if offset == _offset(rules.zone, arrival):
        return SenderClock(ahead, zone.key, rules.zone.key, _SITE.filled(zone=zone.key))
    text = _AHEAD if ahead > timedelta() else _BEHIND
    return SenderClock(ahead, zone.key, _fixed(offset), text.filled(zone=zone.key, hours=_in_hours(abs(ahead))))


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
