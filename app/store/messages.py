"""The messages of visits, as their notifications keep them."""

import json
import sqlite3
from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from app.domain.board.facts import Message, Visit
from app.domain.board.visit_time import sender_moment
from app.domain.outcomes import Outcome, QuarantineReason
from app.domain.statuses import plain_visit_status, visit_state

EVENT = "visita_estado_cambio"
"""The event of the contract; another one says nothing of a visit's status."""

_MESSAGES = f"""
    SELECT n.visit_id, n.id, n.timestamp, coalesce(n.at, n.timestamp), n.moment, n.received_at, n.status,
           n.previous_status, n.reason IS NOT NULL
    FROM json_each(:visits) AS given CROSS JOIN notification AS n ON n.visit_id = given.value
    WHERE (n.outcome = '{Outcome.STORED}' OR n.reason = '{QuarantineReason.OTHER_CONTENT}')
      AND coalesce(n.event, '{EVENT}') = '{EVENT}'
    ORDER BY n.visit_id, n.received_at, n.id
"""  # noqa: S608 - names of enumerations


def messages_of(
    db: sqlite3.Connection, visits: Iterable[int], sender_zone: ZoneInfo
) -> dict[int, tuple[Visit, list[int]]]:
    """Return these visits with their messages, and the notification of each message, in the order of arrival.

    A visit that no message speaks of is left out.
    """
    found: dict[int, tuple[list[Message], list[int], list[bool]]] = {}
    for visit, row_id, timestamp, at, moment, received, status, previous, is_other in db.execute(
        _MESSAGES, {"visits": json.dumps(list(visits))}
    ):
        arrival = datetime.fromisoformat(received)
        stamp = datetime.fromisoformat(moment or at)
        message = Message(
            f"{visit}_{timestamp}",
            sender_moment(stamp, sender_zone, arrival),
            arrival,
            plain_visit_status(status),
            None if previous is None else plain_visit_status(previous),
            visit_state(status),
        )
        messages, ids, are_other = found.setdefault(visit, ([], [], []))
        messages.append(message)
        ids.append(row_id)
        are_other.append(bool(is_other))
    return {visit: (Visit(visit, messages, any(are_other)), ids) for visit, (messages, ids, are_other) in found.items()}
