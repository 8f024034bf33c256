"""Read the messages of visits from their stored notifications."""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from app.domain.board.facts import Message, Visit
from app.domain.board.visit_time import nearest_moment, sender_moment, sender_moments
from app.domain.caching import cached_if_short
from app.domain.contract.notifications import Notification, read_notification
from app.domain.contract.outcomes import Outcome, QuarantinedError, QuarantineReason
from app.domain.contract.statuses import EVENT, plain_visit_status, visit_state
from app.facts.sharing.relay_state import is_shared

_MAX_MESSAGES = 20
"""The newest messages of a visit, by timestamp, that count; no driver closes a visit so often, and each takes time."""

_SMALL = 4096
"""Bytes of a body whose reading is cached; the cache takes some 10 MB at most."""

_MESSAGES = f"""
    SELECT json_group_array(json_array(n.visit_id, n.id, n.timestamp, coalesce(n.moment, n.at), n.received_at, n.status,
                                       n.previous_status, n.applied_at))
    FROM json_each(:visits) AS given CROSS JOIN notification AS n ON n.id IN (
        SELECT id FROM notification AS one WHERE one.visit_id = given.value
          AND (one.outcome = '{Outcome.STORED}' OR one.reason = '{QuarantineReason.OTHER_CONTENT}')
          AND coalesce(one.event, '{EVENT}') = '{EVENT}' AND length(coalesce(one.moment, one.at)) > 0
        ORDER BY coalesce(one.moment, one.at) DESC, one.received_at DESC, one.id DESC LIMIT {_MAX_MESSAGES + 1}
    )
"""
"""As one row: fetching a row takes the interpreter from the other threads."""
_BODIES = f"""
    SELECT json_group_array(json_array(id, iif(length(body) <= {_SMALL}, hex(body), NULL))) FROM notification
    WHERE id IN (SELECT value FROM json_each(?))
"""


_COLUMNS = "SELECT visit_id, timestamp, event, status, previous_status FROM notification WHERE id = ?"
"""The columns beside a body that repeat a part of it."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_log = logging.getLogger(__name__)


class StoredVisit(NamedTuple):
    """A visit with its stored messages.

    Attributes:
        facts: the input of the rule.
        ids: the notification of each message.
        applied_at: when a notification left quarantine, by its id.
    """

    facts: Visit
    ids: list[int]
    applied_at: dict[int, str]


def messages_of(
    db: sqlite3.Connection,
    visits: Iterable[int],
    sender_zone: ZoneInfo,
) -> dict[int, StoredVisit]:
    """Return visits with their messages in the order of arrival, by id; those without messages are left out.

    Of a visit with too many messages the newest count, and it is marked as odd. So is one with a message whose body is
    damaged: that counts by the columns beside its body, and names no parcel.
    """
    rows: dict[int, list[list[Any]]] = {}
    stored = json.loads(db.execute(_MESSAGES, {"visits": json.dumps(list(visits))}).fetchone()[0])
    rank = _rank_by_arrival if is_shared(db) else _rank_by_number
    for row in sorted(stored, key=lambda row: (row[0], row[4], *rank(row))):
        rows.setdefault(row[0], []).append(row)
    found = {visit: _stored_visit(visit, of_visit, sender_zone, rank) for visit, of_visit in rows.items()}
    several = {visit: stored for visit, stored in found.items() if len(stored.ids) > 1}
    if several:  # which of them names which parcel is asked of several messages alone
        read = _notifications(db, [one for stored in several.values() for one in stored.ids])
        for visit, (facts, ids, applied_at) in several.items():
            given = [read[row_id] for row_id in ids]
            named = [
                one
                if its is None
                else one._replace(numbers=its.visit.tracking_numbers, reference=its.visit.tracking_id)
                for one, its in zip(facts.messages, given, strict=True)
            ]
            is_odd = facts.is_odd or None in given
            found[visit] = StoredVisit(facts._replace(messages=named, is_odd=is_odd), ids, applied_at)
    return found


def _rank_by_number(row: Sequence[Any]) -> tuple[Any, ...]:
    """Return the rank of a message among those that this store alone received, whatever its clock showed."""
    return (row[1],)


def _rank_by_arrival(row: Sequence[Any]) -> tuple[Any, ...]:
    """Return the rank of a message among those of several receivers, the same in each store; its number tells nothing.

    The first part is the time of arrival in microseconds.
    """
    _, row_id, timestamp, _, received, status, previous, _ = row
    nth = (datetime.fromisoformat(received) - _EPOCH) // _MICROSECOND if received else 0
    return nth, timestamp, status, previous or "", row_id


def _stored_visit(
    visit: int, rows: Sequence[Sequence[Any]], sender_zone: ZoneInfo, rank: Callable[[Sequence[Any]], tuple[Any, ...]]
) -> StoredVisit:
    """Return a visit from the rows of its messages, given in the order of arrival."""
    is_odd = len(rows) > _MAX_MESSAGES
    if is_odd:
        newest = sorted(rows, key=lambda row: (row[3], *rank(row)))[-_MAX_MESSAGES:]
        rows = sorted(newest, key=lambda row: (row[4], *rank(row)))
    messages = [_message(sender_zone, rank(row)[0], row[0], *row[2:7]) for row in rows]
    applied_at = {row_id: at for _, row_id, *_, at in rows if at is not None}
    return StoredVisit(Visit(visit, messages, is_odd), [row[1] for row in rows], applied_at)


@cached_if_short(1024)
def _message(
    sender_zone: ZoneInfo, nth: int, visit: int, timestamp: str, stamp: str, received: str, status: str,
    previous: str | None,
) -> Message:  # fmt: skip
    """Return a message without its numbers; cached, since each later message of the visit reads it again."""
    at, arrival = _stamp_and_arrival(stamp, received)
    moments = sender_moments(at, sender_zone)
    before = None if previous is None else plain_visit_status(previous)
    key, state = f"{visit}_{timestamp}", visit_state(status)
    moment, status = nearest_moment(moments, arrival), plain_visit_status(status)
    return Message(key, moment, arrival, status, before, state, nth=nth, moments=moments)


def moment_and_arrival(stamp: str, received: str, sender_zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the moment of a stored timestamp, and the arrival (UTC); without an arrival, the timestamp itself."""
    at, arrival = _stamp_and_arrival(stamp, received)
    return sender_moment(at, sender_zone, arrival), arrival


def _stamp_and_arrival(stamp: str, received: str) -> tuple[datetime, datetime]:
    at = datetime.fromisoformat(stamp)
    return at, datetime.fromisoformat(received) if received else at.replace(tzinfo=at.tzinfo or UTC)


def _notifications(db: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Notification | None]:
    """Return what notifications say, by id; None: the body is damaged.

    Small bodies are cached, since each later message of the visit reads them again.
    """
    bodies = _bodies(db, ids)
    return {one: (_read_small if len(body) <= _SMALL else _read)(body) for one, body in bodies.items()}


def stored_notifications(db: sqlite3.Connection, ids: Mapping[int, int]) -> dict[int, Notification]:
    """Return one notification of each visit, by the visit.

    For a damaged body, it is made of the columns beside it: the visit with its time and status.
    """
    said = _notifications(db, [*ids.values()])
    found: dict[int, Notification] = {}
    for visit, row_id in ids.items():
        read = said[row_id]
        found[visit] = _without_body(db, row_id) if read is None or read.change.visit_id != visit else read
    return found


def _without_body(db: sqlite3.Connection, row_id: int) -> Notification:
    """Return a notification with the stored columns alone, since its body is damaged."""
    visit, timestamp, event, status, previous = db.execute(_COLUMNS, (row_id,)).fetchone()
    _log.warning(
        "The body of notification %s of visit %s is damaged or not whole: only its status is shown", row_id, visit
    )
    data = {"visita_id": visit, "estado_nuevo": status, "estado_anterior": previous}
    return read_notification(json.dumps({"event": event, "timestamp": timestamp, "data": data}).encode())


def _bodies(db: sqlite3.Connection, ids: Sequence[int]) -> dict[int, bytes]:
    """Return bodies by id: small ones in one statement, large ones one by one."""
    found = dict(json.loads(db.execute(_BODIES, (json.dumps(ids),)).fetchone()[0]))
    small = {row_id: bytes.fromhex(body) for row_id, body in found.items() if body is not None}
    one_by_one = "SELECT body FROM notification WHERE id = ?"
    return small | {one: db.execute(one_by_one, (one,)).fetchone()[0] for one in found.keys() - small.keys()}


def _read(body: bytes) -> Notification | None:
    """Return the notification in a body; None: the body is damaged."""
    try:
        return read_notification(body)
    except QuarantinedError:
        return None


_read_small = lru_cache(maxsize=1024)(_read)
