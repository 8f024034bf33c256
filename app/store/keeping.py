"""One notification becomes a row and its visit, exactly as it came; all within somebody's transaction."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from app.domain.notifications import Notification, QuarantinedError, Received, content_of, read_notification
from app.domain.outcomes import Outcome, QuarantineReason
from app.domain.storable import storable
from app.store.damage import is_damage
from app.store.kept import Kept
from app.store.times import written
from app.store.visits import save_visits

_NEWS_AS_OF_NOW = (
    "UPDATE visit SET received_at = :at WHERE id = :visit AND notification_id = :notification",
    """
    INSERT INTO seen (visit_id, received_at) SELECT id, '' FROM visit WHERE id = :visit
    ON CONFLICT (visit_id) DO UPDATE SET received_at = ''
    """,
)
"""Has a visit among those whose news are newer than its notification: what looks for them goes by notifications."""


def keep_all(db: sqlite3.Connection, batch: Sequence[Received], kept: Kept) -> list[Outcome | Exception]:
    """Keep a batch and write the rows of its visits; return what became of each, as `keep_one`.

    Raises:
        sqlite3.DatabaseError: full, locked, damaged: nothing of the batch can be kept.
    """
    outcomes = [keep_one(db, received, kept) for received in batch]
    save_visits(db, kept.visits, kept.read)
    return outcomes


def keep_one(db: sqlite3.Connection, received: Received, kept: Kept) -> Outcome | Exception:
    """Keep one of a batch; a bug that it meets fails it alone.

    Raises:
        sqlite3.DatabaseError: full, locked, damaged: nothing of the batch can be kept.
    """
    db.execute("SAVEPOINT one")
    try:
        outcome = _keep(db, received, kept)
    except Exception as error:
        if isinstance(error, sqlite3.OperationalError) or is_damage(error):
            raise
        db.execute("ROLLBACK TO one")
        db.execute("RELEASE one")
        return error
    db.execute("RELEASE one")
    return outcome


def _keep(db: sqlite3.Connection, received: Received, kept: Kept) -> Outcome:
    notification = received.notification
    if notification is None:
        _insert(db, received, Outcome.QUARANTINED)
        return Outcome.QUARANTINED
    before = _same_key(db, notification)
    if before is not None:
        if content_of(before[1]) != content_of(received.body):
            other = replace(received, reason=QuarantineReason.OTHER_CONTENT)
            kept.read[_insert(db, other, Outcome.QUARANTINED)] = notification
        _count_repeat(db, before[0])
        kept.visits.add(notification.visit.id)
        return Outcome.DUPLICATE
    kept.read[_insert(db, received, Outcome.STORED)] = notification
    kept.visits.add(notification.visit.id)
    return Outcome.STORED


def apply_again(db: sqlite3.Connection, notification_id: int, at: datetime, kept: Kept) -> Outcome:
    """Read a quarantined body once more; see `Intake.apply_again`."""
    row = db.execute(
        "SELECT body FROM notification WHERE id = ? AND outcome = ?", (notification_id, Outcome.QUARANTINED)
    ).fetchone()
    if row is None:
        return Outcome.DUPLICATE  # somebody else applied it
    body = row[0]
    try:
        notification = read_notification(body)
    except QuarantinedError as error:
        db.execute("UPDATE notification SET reason = ? WHERE id = ?", (error.reason, notification_id))
        return Outcome.QUARANTINED
    before = _same_key(db, notification)
    if before is not None:
        if content_of(before[1]) != content_of(body):
            return Outcome.QUARANTINED
        _count_repeat(db, before[0])
        db.execute(
            "UPDATE notification SET outcome = ?, reason = NULL WHERE id = ?", (Outcome.DUPLICATE, notification_id)
        )
        return Outcome.DUPLICATE
    db.execute(
        "UPDATE notification SET outcome = ?, reason = NULL, visit_id = ?, timestamp = ?, at = ?, date = ?, event = ?,"
        " status = ?, previous_status = ? WHERE id = ?",
        (Outcome.STORED, *_key_values(notification), notification_id),
    )
    visit = notification.visit.id
    kept.visits.add(visit)
    kept.read[notification_id] = notification
    save_visits(db, [visit], kept.read)
    for statement in _NEWS_AS_OF_NOW:
        db.execute(statement, {"at": written(at), "visit": visit, "notification": notification_id})
    return Outcome.STORED


def _same_key(db: sqlite3.Connection, notification: Notification) -> tuple[int, bytes] | None:
    row: tuple[int, bytes] | None = db.execute(
        "SELECT id, body FROM notification WHERE visit_id = ? AND at = ?", (notification.visit.id, notification.at)
    ).fetchone()
    return row


def _count_repeat(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("UPDATE notification SET repeats = repeats + 1 WHERE id = ?", (row_id,))


def _insert(db: sqlite3.Connection, received: Received, outcome: Outcome) -> int:
    """Insert a row, and return its id. What is set aside has no place among what was applied, and so no key."""
    visit, timestamp, *key, event, status, previous = (
        _key_values(received.notification) if received.notification else (None,) * 7
    )
    key = [None, None] if outcome is Outcome.QUARANTINED else key
    row_id: int | None = db.execute(
        "INSERT INTO notification (received_at, outcome, reason, visit_id, timestamp, at, date, event, status,"
        " previous_status, path, headers, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            written(received.received_at),
            outcome,
            received.reason,
            visit,
            timestamp,
            *key,
            event,
            status,
            previous,
            None if received.path is None else storable(received.path),
            json.dumps(received.headers),
            received.body,
        ),
    ).lastrowid
    if row_id is None:
        raise AssertionError
    return row_id


def _key_values(notification: Notification) -> tuple[object, ...]:
    visit = notification.visit
    return (
        visit.id,
        notification.timestamp,
        notification.at,
        notification.at[:10],
        notification.event,
        visit.status,
        visit.previous_status,
    )
