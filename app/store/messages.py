"""The messages of visits, as their notifications keep them."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
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

_MESSAGES = f"""
    SELECT n.visit_id, n.id, n.timestamp, coalesce(n.moment, n.at), n.received_at, n.status,
           n.previous_status, n.reason IS NOT NULL
    FROM json_each(:visits) AS given CROSS JOIN notification AS n ON n.visit_id = given.value
    WHERE (n.outcome = '{Outcome.STORED}' OR n.reason = '{QuarantineReason.OTHER_CONTENT}')
      AND coalesce(n.event, '{EVENT}') = '{EVENT}' AND length(coalesce(n.moment, n.at)) > 0
    ORDER BY n.visit_id, n.received_at, n.id
"""  # noqa: S608 - names of enumerations


def messages_of(
    db: sqlite3.Connection,
    visits: Iterable[int],
    sender_zone: ZoneInfo,
    read: "Mapping[int, Notification] | None" = None,
) -> dict[int, tuple[Visit, list[int]]]:
    """Return visits with their messages, and the notification of each message, in the order of arrival.

    Args:
        db: to read.
        visits: their ids; one that no message speaks of is left out.
        sender_zone: in which stamps are read.
        read: what was read of notifications already, by their id.
    """
    found: dict[int, tuple[list[Message], list[int], list[bool]]] = {}
    for visit, row_id, timestamp, moment, received, status, previous, is_other in db.execute(
        _MESSAGES, {"visits": json.dumps(list(visits))}
    ):
        message = Message(
            f"{visit}_{timestamp}",
            *moment_and_arrival(moment, received, sender_zone),
            plain_visit_status(status),
            None if previous is None else plain_visit_status(previous),
            visit_state(status),
            nth=row_id,
        )
        messages, ids, are_other = found.setdefault(visit, ([], [], []))
        messages.append(message)
        ids.append(row_id)
        are_other.append(bool(is_other))
    for messages, ids, _ in found.values():
        if len(messages) > 1:  # which of them names which parcel is asked of several messages alone
            said = [kept_notification(db, one, read or {}).visit for one in ids]
            messages[:] = [
                message._replace(numbers=data.tracking_numbers, reference=data.tracking_id)
                for message, data in zip(messages, said, strict=True)
            ]
    return {visit: (Visit(visit, messages, any(are_other)), ids) for visit, (messages, ids, are_other) in found.items()}


def moment_and_arrival(stamp: str, received: str, sender_zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the moment of a stamp as it is kept, and the arrival, UTC; the stamp itself where none is kept."""
    at = datetime.fromisoformat(stamp)
    arrival = datetime.fromisoformat(received) if received else at.replace(tzinfo=at.tzinfo or UTC)
    return sender_moment(at, sender_zone, arrival), arrival


def kept_notification(db: sqlite3.Connection, row_id: int, read: "Mapping[int, Notification]") -> "Notification":
    """Return a notification that is kept, out of what was read already or out of the store."""
    if row_id in read:
        return read[row_id]
    from app.domain.notifications import read_notification  # noqa: PLC0415 - see above

    return read_notification(db.execute("SELECT body FROM notification WHERE id = ?", (row_id,)).fetchone()[0])
