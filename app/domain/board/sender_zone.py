"""Which zone the sender of the notifications seems to write its stamps in, in words and as a setting."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.domain.board.visit_time import MOST, sender_moment, zone_evidence
from app.domain.site_settings import SiteRules
from app.domain.texts import Text

LAST_STAMPS = MOST
"""How many of the last notifications `sender_clock` needs to see; more make no difference."""

_HOUR = timedelta(hours=1)
_UTC = Text("Sender", "The sender of the notifications seems to write UTC, and its times are read as {zone}.")
_SITE = Text("Sender", "The sender of the notifications seems to write the site's time, and it is read as {zone}.")
_AHEAD = Text("Sender", "The sender's clock seems to be {hours} ahead of {zone}, in which its times are read.")
_BEHIND = Text("Sender", "The sender's clock seems to be {hours} behind {zone}, in which its times are read.")
_COMMAND = Text("Sender", "{finding} Visits are therefore dated wrong. To set it right: {command}")
_NO_ZONE = Text(
    "Sender",
    "{finding} Visits are therefore dated wrong. Ask the provider which time zone it writes, and set it: {command}",
)


class SenderClock(NamedTuple):
    """What the last notifications say about the zone of their stamps.

    Args:
        ahead: by how much the stamps are ahead of the zone in which they are read; below zero: behind.
        read_in: name of that zone.
        zone: name of the zone that the sender seems to write; empty where no name follows from the difference.
        finding: the same in words.
    """

    ahead: timedelta
    read_in: str
    zone: str
    finding: Text

    @property
    def with_command(self) -> Text:
        """The finding with the command that sets it right, for those who read it in a terminal."""
        text = _COMMAND if self.zone else _NO_ZONE
        return text.filled(finding=self.finding, command=f"despacho settings set sender_time_zone {self.zone or '…'}")


def sender_clock(stamps: Sequence[tuple[datetime, datetime]], rules: SiteRules) -> SenderClock | None:
    """Return what the last notifications say; None where nothing is wrong with their zone, or they are too few.

    Args:
        stamps: stamp (naive, unless it says its offset) and arrival (UTC) of each, the oldest arrival first.
        rules: of the site.
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
    """Return the name of the zone with this offset all year; empty where there is none, as with half hours."""
    hours, rest = divmod(offset, _HOUR)
    name = f"Etc/GMT{-hours:+d}"  # the sign of these names is the other way round
    try:
        return "" if rest else ZoneInfo(name).key
    except ZoneInfoNotFoundError:
        return ""


def _in_hours(difference: timedelta) -> str:
    hours, rest = divmod(difference, _HOUR)
    minutes = rest // timedelta(minutes=1)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
