"""What somebody must be told of at once: failed visits, and trouble with the reception or the credentials."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import NamedTuple

from app.domain.reception.listening import Gap
from app.domain.reception.recovery import Recovery
from app.domain.texts import Text

TOGETHER = timedelta(minutes=5)
"""What comes within this time of the first of its kind is one line."""


class AlertKind(Enum):
    """What an alert is about."""

    FAILED = "failed"  # a visit was closed with a status that means an exception
    QUARANTINED = "quarantined"  # a notification with the right token could not be read
    REFUSED = "refused"  # somebody sent without the right token, for the first time since the receiver was started
    TOKEN_REFUSED = "token_refused"  # noqa: S105 - all notifications are refused: the sender bears another token
    GAP = "gap"  # nobody listened for a while
    DEAF = "deaf"  # nobody listens
    UNREACHABLE = "unreachable"  # the public address does not lead here
    RESTORED = "restored"  # the data was damaged, and restored
    CREDENTIALS = "credentials"  # a load that came by itself was refused, or had no credentials
    BUG = "bug"  # something inside the program went wrong, in whatever thread


_GATHERED = (AlertKind.FAILED, AlertKind.QUARANTINED, AlertKind.BUG)


class Arrival(NamedTuple):
    """A notification that alerts: a failed visit, or one that was quarantined (`visit_id` None)."""

    notification_id: int
    visit_id: int | None
    date: date | None
    driver: str | None
    contact: str | None
    status: str | None
    received_at: datetime


@dataclass(frozen=True)
class Alert:
    """One thing that happened.

    Args:
        at: when it came to be known, UTC.
        on: on which day's desk it is to be found; None where it belongs to no day.
        notification_id: by which notification it came; 0 where by none.
        visit_id: of a failed visit.
        problem: what is wrong and what to do, where something is said of that.
        gap: of a time without ears.
        refused_since: of notifications that are refused for their token.
        recovery: of damaged data.
        bug: the name of the class of a bug.
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


Together = tuple[Alert, ...]
"""Alerts of one kind and day that are told as one, oldest first; never empty."""


def told_together(alerts: Sequence[Alert]) -> list[Together]:
    """Put alerts of a kind and day that came within a short time together; the latest ones first.

    The time counts from the first of them, so that more that come never tear apart what stood together.
    """
    groups: list[list[Alert]] = []
    open_ones: dict[tuple[AlertKind, date | None], list[Alert]] = {}
    for alert in sorted(alerts, key=lambda one: one.at):
        key = (alert.kind, alert.on)
        group = open_ones.get(key) if alert.kind in _GATHERED else None
        if group is not None and alert.at - group[0].at < TOGETHER:
            group.append(alert)
        else:
            open_ones[key] = [alert]
            groups.append(open_ones[key])
    return [tuple(group) for group in sorted(groups, key=lambda one: one[-1].at, reverse=True)]


def is_quiet(at: time, since: str, until: str) -> bool:
    """Return whether a time of day lies in the quiet time, which may span midnight.

    Args:
        at: by the site's clock.
        since: such as `22:00`; empty where there is no quiet time.
        until: the same.
    """
    if not since or not until or since == until:
        return False
    first, last = time.fromisoformat(since), time.fromisoformat(until)
    return first <= at < last if first < last else at >= first or at < last
