"""One notification becomes a row and its visit, exactly as it came; all within somebody's transaction."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from app.domain.notifications import Notification, Received, content_of
from app.domain.outcomes import Outcome, QuarantineReason
from app.domain.storable import storable
from app.store.isolating import in_savepoint, raise_if_of_store
from app.store.journal import Kind, enter
from app.store.kept import Kept
from app.store.site_rules import stamp_zone
from app.store.times import written

_IS_AMONG_NEWS = """
    INSERT INTO seen (visit_id, received_at) VALUES (?, '') ON CONFLICT (visit_id) DO UPDATE SET received_at = ''
"""
"""Has a visit among those whose news are newer than its notification: what looks for them goes by notifications."""


def keep_one(db: sqlite3.Connection, received: Received, kept: Kept) -> Outcome | Exception:
    """Keep one of a batch; a bug that it meets fails it alone.

    Raises:
        sqlite3.DatabaseError: full, locked, damaged: nothing of the batch can be kept.
    """
    try:
        return in_savepoint(db, lambda: _keep(db, received, kept))
    except Exception as error:  # noqa: BLE001 - any bug
        raise_if_of_store(error)
        return error


def _keep(db: sqlite3.Connection, received: Received, kept: Kept) -> Outcome:
    notification = received.notification
    if notification is None:
        _insert(db, received, Outcome.QUARANTINED)
        return Outcome.QUARANTINED
    before = _same_key(db, notification)
    if before is not None:
        if content_of(received.body) not in {content_of(before[1]), *_other_contents(db, notification)}:
            other = replace(received, reason=QuarantineReason.OTHER_CONTENT)
            kept.read[_insert(db, other, Outcome.QUARANTINED)] = notification
        _count_repeat(db, before[0])
        kept.visits.add(notification.visit.id)
        return Outcome.DUPLICATE
    kept.read[_insert(db, received, Outcome.STORED)] = notification
    kept.visits.add(notification.visit.id)
    kept.deviations.add(received.deviations)
    return Outcome.STORED


def apply_again(db: sqlite3.Connection, notification_id: int, at: datetime, kept: Kept) -> Outcome:
    """Read a quarantined body once more; see `Intake.apply_again`."""
    row = db.execute(
        "SELECT body FROM notification WHERE id = ? AND outcome = ?", (notification_id, Outcome.QUARANTINED)
    ).fetchone()
    if row is None:
        return Outcome.DUPLICATE  # somebody else applied it
    body = row[0]
    received = Received.read(body, at)
    notification = received.notification
    if notification is None:
        db.execute("UPDATE notification SET reason = ? WHERE id = ?", (received.reason, notification_id))
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
        " status = ?, previous_status = ?, moment = ?, applied_at = ? WHERE id = ?",
        (Outcome.STORED, *_key_values(db, notification), written(at), notification_id),
    )
    kept.visits.add(notification.visit.id)
    kept.read[notification_id] = notification
    kept.deviations.add(received.deviations)
    return Outcome.STORED


def note_first(db: sqlite3.Connection) -> None:
    """Keep when the first notification came that was applied: rows of which one may be missing are decided by it."""
    applied = f"FROM notification WHERE outcome = '{Outcome.STORED}'"
    noted = db.execute(
        f"UPDATE site SET first_kept_at = (SELECT min(received_at) {applied})"  # noqa: S608 - a name of an enumeration
        f" WHERE first_kept_at IS NULL AND EXISTS (SELECT 1 {applied})"
    )
    if noted.rowcount > 0:
        enter(db, Kind.UNHEARD)


def note_as_news(db: sqlite3.Connection, visits: Iterable[int]) -> None:
    """Have what was applied again be looked for among the news."""
    db.executemany(_IS_AMONG_NEWS, [(visit,) for visit in visits])


def _same_key(db: sqlite3.Connection, notification: Notification) -> tuple[int, bytes] | None:
    row: tuple[int, bytes] | None = db.execute(
        "SELECT id, body FROM notification WHERE visit_id = ? AND at = ?",
        (notification.visit.id, notification.key_time),
    ).fetchone()
    return row


def _other_contents(db: sqlite3.Connection, notification: Notification) -> set[str]:
    """Return what was set aside because it has the same key and says something else."""
    rows = db.execute(
        "SELECT body FROM notification WHERE visit_id = ? AND reason = ? AND moment = ?",
        (notification.visit.id, QuarantineReason.OTHER_CONTENT, _moment(notification)),
    )
    return {content_of(body) for (body,) in rows}


def _count_repeat(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("UPDATE notification SET repeats = repeats + 1 WHERE id = ?", (row_id,))


def _insert(db: sqlite3.Connection, received: Received, outcome: Outcome) -> int:
    """Insert a row, and return its id. What is set aside has no place among what was applied, and so no key."""
    visit, timestamp, *key, event, status, previous, moment = (
        _key_values(db, received.notification) if received.notification else (None,) * 8
    )
    key = [None, None] if outcome is Outcome.QUARANTINED else key
    row_id: int | None = db.execute(
        "INSERT INTO notification (received_at, outcome, reason, visit_id, timestamp, at, date, event, status,"
        " previous_status, moment, path, headers, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
            moment,
            None if received.path is None else storable(received.path),
            json.dumps(received.headers),
            received.body,
        ),
    ).lastrowid
    if row_id is None:
        raise AssertionError
    return row_id


def _key_values(db: sqlite3.Connection, notification: Notification) -> tuple[object, ...]:
    visit = notification.visit
    date = (notification.at if notification.moment_utc is None else notification.at_in(stamp_zone(db)))[:10]
    return (
        *(visit.id, notification.timestamp, notification.key_time, date),
        *(notification.event, visit.status, visit.previous_status, _moment(notification)),
    )


def _moment(notification: Notification) -> str:
    """Return the stamp as the rule reads it: with its own offset, or by the clock of the sender's zone."""
    moment = notification.moment_utc
    return notification.at if moment is None else moment.isoformat()
