"""Alerts: failed visits, what the rules of a day find, and problems with the reception, the data or the credentials."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum

from app.domain.column import Cell
from app.domain.reception.gaps import Gap
from app.domain.reception.recovery import Recovery
from app.domain.texts import Text

GROUPED_WITHIN = timedelta(minutes=5)
"""Alerts of one kind within this time of the first are shown as one line."""


class AlertKind(Enum):
    """The subject of an alert."""

    FAILED = "failed"  # a visit was closed with a status that means an exception
    QUARANTINED = "quarantined"  # a notification with the right token could not be read
    SHORTENED = "shortened"  # too much was quarantined within an hour: bodies are not kept whole
    REFUSED = "refused"  # the first request without the right token since the receiver was started
    TOKEN_REFUSED = "token_refused"
    GAP = "gap"  # a reception gap ended
    NOT_RECEIVING = "not_receiving"  # no receiver listens
    UNREACHABLE = "unreachable"  # the public address does not lead here
    RESTORED = "restored"  # damaged data was restored
    CREDENTIALS = "credentials"  # an automatic load was refused, or had no credentials
    DISK = "disk"  # the disk is almost full, or the data takes much of it
    REMINDER = "reminder"  # a call that was promised is due
    SILENT = "silent"  # a driver has closed no visit for long
    PROMISE = "promise"  # at an hour of the day, parcels promised for today are not delivered
    ROUTE = "route"  # too many of a route's visits fail
    NOT_LOADED = "not_loaded"  # a carrier's day was not loaded for long
    BUG = "bug"  # an error in the program, in any thread


_GATHERED = (
    AlertKind.FAILED,
    AlertKind.SILENT,
    AlertKind.REMINDER,
    AlertKind.QUARANTINED,
    AlertKind.SHORTENED,
    AlertKind.BUG,
)


@dataclass(frozen=True)
class Arrival:
    """A notification that causes an alert: of a failed visit, or quarantined (`visit_id` None)."""

    notification_id: int
    visit_id: int | None
    date: date | None
    driver: str | None
    contact: str | None
    status: str | None
    received_at: datetime
    is_shortened: bool = False
    """Whether its body is not kept whole."""


@dataclass(frozen=True)
class Alert:
    """One alert.

    Args:
        at: when it was noticed, UTC.
        on: the day on which its row is shown; None if it belongs to no day.
        notification_id: the notification that caused it; 0 if none did.
        visit_id: the failed visit.
        problem: what is wrong and what to do.
        gap: the reception gap.
        refused_since: since when notifications are refused for their token.
        recovery: the recovery of damaged data.
        bug: class name of the error.
        number: of the shipment or visit of a promised call.
        carrier: of that shipment, or of the day that a rule is about.
        of_visits: column and value of the visits that a rule is about: those of a driver or a route.
    """

    kind: AlertKind
    at: datetime
    on: date | None = None
    notification_id: int = 0
    visit_id: int | None = None
    driver: str | None = None
    contact: str | None = None
    problem: Text | None = None
    gap: Gap | None = None
    refused_since: datetime | None = None
    recovery: Recovery | None = None
    bug: str = ""
    number: str = ""
    carrier: str = ""
    of_visits: tuple[str, Cell] | None = None


AlertGroup = tuple[Alert, ...]
"""Alerts of one kind and day that are shown as one, oldest first; never empty."""


def grouped_alerts(alerts: Sequence[Alert]) -> list[AlertGroup]:
    """Group alerts of one kind and day that came within `GROUPED_WITHIN`; the latest group first.

    The time counts from the first alert of a group, so that later alerts never split it.
    """
    groups: list[list[Alert]] = []
    open_ones: dict[tuple[AlertKind, date | None], list[Alert]] = {}
    for alert in sorted(alerts, key=lambda one: one.at):
        key = (alert.kind, alert.on)
        group = open_ones.get(key) if alert.kind in _GATHERED else None
        if group is not None and alert.at - group[0].at < GROUPED_WITHIN:
            group.append(alert)
        else:
            open_ones[key] = [alert]
            groups.append(open_ones[key])
    return [tuple(group) for group in sorted(groups, key=lambda one: one[-1].at, reverse=True)]


def is_quiet(at: time, since: str, until: str) -> bool:
    """Return whether a time of day lies in the quiet hours, which may span midnight.

    Args:
        at: local time at the site.
        since: such as `22:00`; empty without quiet hours.
        until: likewise.
    """
    if not since or not until or since == until:
        return False
    first, last = time.fromisoformat(since), time.fromisoformat(until)
    return first <= at < last if first < last else at >= first or at < last
