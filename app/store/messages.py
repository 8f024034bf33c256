"""The messages of visits, as their notifications keep them."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from app.domain.board.facts import Message, Visit
from app.domain.board.visit_time import sender_moment
from app.domain.outcomes import Outcome, QuarantineReason
from app.domain.statuses import plain_visit_status, visit_state

if TYPE_CHECKING:  # the window opens without what reads notifications: its import takes long
    from app.domain.notifications import Notification

EVENT = "visita_estado_cambio"
"""The event of the contract; another one says nothing of a visit's status."""

_MOST_WEIGHED = 20
"""Messages of one visit, the newest by their stamps: no driver closes a visit so often, and each one takes time."""

_SMALL = 4096
"""Bytes of a body that is remembered: all that are, together, take 8 MB at most."""

_MESSAGES = f"""
    SELECT visit_id, id, timestamp, stamp, received_at, status, previous_status, is_other, rank FROM (
        SELECT n.visit_id, n.id, n.timestamp, coalesce(n.moment, n.at) AS stamp, n.received_at, n.status,
               n.previous_status, n.reason IS NOT NULL AS is_other,
               row_number() OVER (PARTITION BY n.visit_id ORDER BY coalesce(n.moment, n.at) DESC, n.id DESC) AS rank
        FROM json_each(:visits) AS given CROSS JOIN notification AS n ON n.visit_id = given.value
        WHERE (n.outcome = '{Outcome.STORED}' OR n.reason = '{QuarantineReason.OTHER_CONTENT}')
          AND coalesce(n.event, '{EVENT}') = '{EVENT}' AND length(coalesce(n.moment, n.at)) > 0
    ) WHERE rank <= {_MOST_WEIGHED + 1} ORDER BY visit_id, received_at, id
"""  # noqa: S608 - names of enumerations


_BODIES = "SELECT id, body FROM notification WHERE id IN (SELECT value FROM json_each(?))"


def messages_of(
    db: sqlite3.Connection,
    visits: Iterable[int],
    sender_zone: ZoneInfo,
    read: "Mapping[int, Notification] | None" = None,
) -> dict[int, tuple[Visit, list[int]]]:
    """Return visits with their messages, and the notification of each message, in the order of arrival.

    Of a visit with more messages than any real one has, the newest count, and the visit is odd.

    Args:
        db: to read.
        visits: their ids; one that no message speaks of is left out.
        sender_zone: in which stamps are read.
        read: what was read of notifications already, by their id.
    """
    found: dict[int, tuple[list[Message], list[int], list[bool]]] = {}
    for visit, row_id, timestamp, moment, received, status, previous, is_other, rank in db.execute(
        _MESSAGES, {"visits": json.dumps(list(visits))}
    ):
        messages, ids, are_other = found.setdefault(visit, ([], [], []))
        are_other.append(bool(is_other) or rank > _MOST_WEIGHED)
        if rank > _MOST_WEIGHED:
            continue
        message = Message(
            f"{visit}_{timestamp}",
            *moment_and_arrival(moment, received, sender_zone),
            plain_visit_status(status),
            None if previous is None else plain_visit_status(previous),
            visit_state(status),
            nth=row_id,
        )
        messages.append(message)
        ids.append(row_id)
    for messages, ids, _ in found.values():
        if len(messages) > 1:  # which of them names which parcel is asked of several messages alone
            bodies = dict(db.execute(_BODIES, (json.dumps(ids),)).fetchall())
            for place, one in enumerate(ids):
                numbers, reference = _names_of(read[one]) if read and one in read else _names_in(bodies[one])
                messages[place] = messages[place]._replace(numbers=numbers, reference=reference)
    return {visit: (Visit(visit, messages, any(are_other)), ids) for visit, (messages, ids, are_other) in found.items()}


def moment_and_arrival(stamp: str, received: str, sender_zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the moment of a stamp as it is kept, and the arrival, UTC; the stamp itself where none is kept."""
    at = datetime.fromisoformat(stamp)
    arrival = datetime.fromisoformat(received) if received else at.replace(tzinfo=at.tzinfo or UTC)
    return sender_moment(at, sender_zone, arrival), arrival


def _names_in(body: bytes) -> tuple[tuple[str, ...], str | None]:
    """Return by which numbers and reference a body names its parcels.

    Small bodies are remembered: each further message of a visit asks for them again.
    """
    return _remembered_names_in(body) if len(body) <= _SMALL else _read_names_in(body)


def _read_names_in(body: bytes) -> tuple[tuple[str, ...], str | None]:
    from app.domain.notifications import read_notification  # noqa: PLC0415 - see above

    return _names_of(read_notification(body))


_remembered_names_in = lru_cache(maxsize=2048)(_read_names_in)


def _names_of(notification: "Notification") -> tuple[tuple[str, ...], str | None]:
    """Return the numbers and the reference by which a notification names its parcels."""
    return notification.visit.tracking_numbers, notification.visit.tracking_id


def kept_notification(db: sqlite3.Connection, row_id: int, read: "Mapping[int, Notification]") -> "Notification":
    """Return a notification that is kept, out of what was read already or out of the store."""
    if row_id in read:
        return read[row_id]
    from app.domain.notifications import read_notification  # noqa: PLC0415 - see above

    return read_notification(db.execute("SELECT body FROM notification WHERE id = ?", (row_id,)).fetchone()[0])
