"""Notifications become rows, exactly as they came; all within somebody's transaction."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from app.domain.contract.notifications import Received, StatusChange, content_of
from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.contract.storable_text import storable
from app.facts.changed_rows import ChangedRows
from app.facts.file.savepoints import in_savepoint, raise_if_store_error
from app.facts.file.timestamps import utc_text
from app.facts.journal import Kind, append_entries
from app.facts.site_rules import stamp_zone

_COLUMNS = (
    "received_at", "outcome", "reason", "visit_id", "timestamp", "at", "date", "event", "status", "previous_status",
    "moment", "path", "headers", "body",
)  # fmt: skip
_INSERT = f"INSERT INTO notification ({', '.join(_COLUMNS)}) VALUES "  # noqa: S608 - our own names
_ROW = f"({', '.join('?' * len(_COLUMNS))})"
_ROWS_PER_STATEMENT = (64, 8, 1)
"""Rows of one statement. While SQLite runs a statement other threads have the interpreter, and each change of threads
takes longer than a row; of few different statements none is compiled twice."""
_MARK_UNREAD = """
    INSERT INTO seen (visit_id, received_at) VALUES (?, '') ON CONFLICT (visit_id) DO UPDATE SET received_at = ''
"""
"""Has a visit among those whose news are newer than its notification: what looks for them goes by notifications."""


def save_batch(db: sqlite3.Connection, batch: Sequence[Received], changed: ChangedRows) -> list[Outcome | Exception]:
    """Keep a batch, and return what became of each; a bug that one of them meets fails it alone.

    Raises:
        sqlite3.DatabaseError: full, locked, damaged: nothing of the batch can be kept.
    """
    try:
        in_savepoint(db, lambda: _insert(db, batch))
    except Exception as error:  # noqa: BLE001 - one of them is a copy, or meets a bug
        raise_if_store_error(error)
        return [save_one(db, received, changed) for received in batch]
    for received in batch:
        _add_change(received, changed)
    return [_outcome_of(received) for received in batch]


def save_one(db: sqlite3.Connection, received: Received, changed: ChangedRows) -> Outcome | Exception:
    """Keep one of a batch; a bug that it meets fails it alone.

    Raises:
        sqlite3.DatabaseError: full, locked, damaged: nothing of the batch can be kept.
    """
    try:
        return in_savepoint(db, lambda: _save(db, received, changed))
    except Exception as error:  # noqa: BLE001 - any bug
        raise_if_store_error(error)
        return error


def _save(db: sqlite3.Connection, received: Received, changed: ChangedRows) -> Outcome:
    change = received.change
    existing = _same_key(db, change) if change is not None else None
    if change is None or existing is None:
        _insert(db, [received])
        _add_change(received, changed)
        return _outcome_of(received)
    if content_of(received.body) not in {content_of(existing[1]), *_other_contents(db, change)}:
        _insert(db, [replace(received, reason=QuarantineReason.OTHER_CONTENT)])
    _count_repeat(db, existing[0])
    changed.visits.add(change.visit.id)
    return Outcome.DUPLICATE


def _outcome_of(received: Received) -> Outcome:
    """Return what becomes of a body that is no copy."""
    return Outcome.STORED if received.change is not None and received.reason is None else Outcome.QUARANTINED


def _add_change(received: Received, changed: ChangedRows) -> None:
    """Have what is new derived, and how it differs from the contract counted."""
    if received.change is not None:
        changed.visits.add(received.change.visit.id)
        changed.deviations.add(received.deviations)


def apply_again(db: sqlite3.Connection, notification_id: int, at: datetime, changed: ChangedRows) -> Outcome:
    """Read a quarantined body once more; see `Intake.apply_again`."""
    row = db.execute(
        "SELECT body FROM notification WHERE id = ? AND outcome = ?", (notification_id, Outcome.QUARANTINED)
    ).fetchone()
    if row is None:
        return Outcome.DUPLICATE  # somebody else applied it
    body = row[0]
    received = Received.read(body, at)
    change = received.change
    if change is None:
        db.execute("UPDATE notification SET reason = ? WHERE id = ?", (received.reason, notification_id))
        return Outcome.QUARANTINED
    existing = _same_key(db, change)
    if existing is not None:
        if content_of(existing[1]) != content_of(body):
            return Outcome.QUARANTINED
        _count_repeat(db, existing[0])
        db.execute(
            "UPDATE notification SET outcome = ?, reason = NULL WHERE id = ?", (Outcome.DUPLICATE, notification_id)
        )
        return Outcome.DUPLICATE
    db.execute(
        "UPDATE notification SET outcome = ?, reason = NULL, visit_id = ?, timestamp = ?, at = ?, date = ?, event = ?,"
        " status = ?, previous_status = ?, moment = ?, applied_at = ? WHERE id = ?",
        (Outcome.STORED, *_key_values(db, change), utc_text(at), notification_id),
    )
    _add_change(received, changed)
    return Outcome.STORED


def save_first_received(db: sqlite3.Connection) -> None:
    """Keep when the first notification came that was applied: rows of which one may be missing are decided by it."""
    applied = f"FROM notification WHERE outcome = '{Outcome.STORED}'"
    noted = db.execute(
        f"UPDATE site SET first_kept_at = (SELECT min(received_at) {applied})"  # noqa: S608 - a name of an enumeration
        f" WHERE first_kept_at IS NULL AND EXISTS (SELECT 1 {applied})"
    )
    if noted.rowcount > 0:
        append_entries(db, Kind.UNHEARD)


def mark_unread(db: sqlite3.Connection, visits: Iterable[int]) -> None:
    """Have what was applied again be looked for among the news."""
    db.executemany(_MARK_UNREAD, [(visit,) for visit in visits])


def _same_key(db: sqlite3.Connection, change: StatusChange) -> tuple[int, bytes] | None:
    row: tuple[int, bytes] | None = db.execute(
        "SELECT id, body FROM notification WHERE visit_id = ? AND at = ?", (change.visit.id, change.key_time)
    ).fetchone()
    return row


def _other_contents(db: sqlite3.Connection, change: StatusChange) -> set[str]:
    """Return what was set aside because it has the same key and says something else."""
    rows = db.execute(
        "SELECT body FROM notification WHERE visit_id = ? AND reason = ? AND moment = ?",
        (change.visit.id, QuarantineReason.OTHER_CONTENT, _moment(change)),
    )
    return {content_of(body) for (body,) in rows}


def _count_repeat(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("UPDATE notification SET repeats = repeats + 1 WHERE id = ?", (row_id,))


def _insert(db: sqlite3.Connection, batch: Sequence[Received]) -> None:
    """Insert rows. What is set aside has no place among what was applied, and so no key."""
    rows = [_values(db, one) for one in batch]
    for most in _ROWS_PER_STATEMENT:
        while len(rows) >= most:
            db.execute(_INSERT + ", ".join([_ROW] * most), [value for row in rows[:most] for value in row])
            del rows[:most]


def _values(db: sqlite3.Connection, received: Received) -> tuple[object, ...]:
    visit, timestamp, *key, event, status, previous, moment = (
        _key_values(db, received.change) if received.change else (None,) * 8
    )
    outcome = _outcome_of(received)
    return (
        *(utc_text(received.received_at), outcome, received.reason, visit, timestamp),
        *(*(key if outcome is Outcome.STORED else (None, None)), event, status, previous, moment),
        None if received.path is None else storable(received.path),
        _written_headers(received.headers),
        received.body,
    )


@lru_cache(256)
def _written_headers(headers: tuple[tuple[str, str], ...]) -> str:
    """Return headers as the file has them; remembered, as one sender's are alike."""
    return json.dumps(headers)


def _key_values(db: sqlite3.Connection, change: StatusChange) -> tuple[object, ...]:
    visit = change.visit
    date = (change.at if change.moment_utc is None else change.at_in(stamp_zone(db)))[:10]
    return (
        *(visit.id, change.timestamp, change.key_time, date),
        *(change.event, visit.status, visit.previous_status, _moment(change)),
    )


def _moment(change: StatusChange) -> str:
    """Return the stamp as the rule reads it: with its own offset, or by the clock of the sender's zone."""
    moment = change.moment_utc
    return change.at if moment is None else moment.isoformat()
