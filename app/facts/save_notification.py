"""Save notifications exactly as they arrived, in the caller's transaction."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from app.domain.contract.json_text.storable_text import storable
from app.domain.contract.notifications import Received, StatusChange, content_of
from app.domain.contract.outcomes import Outcome, QuarantineReason, Shortened
from app.facts.file.database import utc_text
from app.facts.file.failures import in_savepoint, raise_if_store_error
from app.facts.journal import ChangedRows, Kind, append_entries
from app.facts.quarantine_quota import QuarantineQuota
from app.facts.site_rules import site_rules

_COLUMNS = (
    "received_at", "outcome", "reason", "visit_id", "timestamp", "at", "date", "event", "status", "previous_status",
    "moment", "path", "headers", "body", "size", "digest", "origin",
)  # fmt: skip
_INSERT = f"INSERT INTO notification ({', '.join(_COLUMNS)}) VALUES "
_ROW = f"({', '.join('?' * len(_COLUMNS))})"
_ROWS_PER_STATEMENT = 64
"""Rows of one INSERT at most. The interpreter is released three times for each statement, and while another thread
computes it takes longer to get it back than to insert a row; statements of 64 lengths stay in SQLite's cache."""
_MOST_CONTENTS = 20
"""With one key that a further one is compared with: as many as count for a visit."""
_OF_KEY = "visit_id = ? AND (at = ? OR at IS NULL AND reason = ? AND moment = ?) AND size IS NULL"
_LATEST = f"SELECT id, body FROM notification WHERE {_OF_KEY} ORDER BY at IS NULL, id DESC LIMIT {_MOST_CONTENTS + 1}"
_ARRIVALS = f"SELECT id, received_at, date FROM notification WHERE {_OF_KEY}"
"""Only the notification itself has a date; the other contents of its key have none."""
_MARK_UNREAD = """
    INSERT INTO seen (visit_id, received_at) VALUES (?, '') ON CONFLICT (visit_id) DO UPDATE SET received_at = ''
"""
"""An empty time marks a visit as unseen although its notification is older than `site.all_seen_at`."""


def save_batch(
    db: sqlite3.Connection, batch: Sequence[Received], changed: ChangedRows, quota: QuarantineQuota
) -> list[Outcome | Exception]:
    """Save a batch, and return the outcome of each; an exception caused by one notification fails only that one.

    `changed` receives the visits and deviations of the batch; `quota` limits what is kept of quarantined bodies.

    Raises:
        sqlite3.DatabaseError: full, locked or damaged; nothing of the batch can be saved.
    """
    try:
        in_savepoint(db, lambda: _insert(db, batch, quota))
    except Exception as error:  # noqa: BLE001 - one of them is a copy, or causes a bug
        quota.forget()
        raise_if_store_error(error)
        return [save_one(db, received, changed, quota) for received in batch]
    for received in batch:
        _add_change(received, changed)
    return [received.outcome for received in batch]


def save_one(
    db: sqlite3.Connection,
    received: Received,
    changed: ChangedRows,
    quota: QuarantineQuota | None = None,
    origin: str | None = None,
) -> Outcome | Exception:
    """Save one notification; return its outcome, or the exception that it causes. Parameters as of `save_batch`.

    Without a quota, what was kept elsewhere is kept. `origin`: the identity of the store where it was heard, if that is
    another one.

    Raises:
        sqlite3.DatabaseError: full, locked or damaged; nothing of the transaction can be saved.
    """
    try:
        return in_savepoint(db, lambda: _save(db, received, changed, quota, origin))
    except Exception as error:  # noqa: BLE001 - any bug
        if quota is not None:
            quota.forget()
        raise_if_store_error(error)
        return error


def _save(
    db: sqlite3.Connection,
    received: Received,
    changed: ChangedRows,
    quota: QuarantineQuota | None,
    origin: str | None,
) -> Outcome:
    change = received.change
    existing = _same_key(db, change) if change is not None else None
    if change is None or existing is None:
        _insert(db, [received], quota, origin)
        _add_change(received, changed)
        return received.outcome
    contents = {content_of(received.body), Shortened.of(received.body).digest}
    if contents.isdisjoint({content_of(existing[1]), *_other_contents(db, change)}):
        _insert(db, [replace(received, reason=QuarantineReason.OTHER_CONTENT)], quota, origin)
        decide_by_arrival(db, change)
    if origin is None:
        _count_repeat(db, existing[0])
    changed.visits.add(change.visit_id)
    return Outcome.DUPLICATE


def _add_change(received: Received, changed: ChangedRows) -> None:
    """Add a new notification's visit and deviations to the changes."""
    if received.change is not None:
        changed.visits.add(received.change.visit_id)
        changed.deviations.add(received.deviations)


def apply_again(db: sqlite3.Connection, notification_id: int, at: datetime, changed: ChangedRows) -> Outcome:
    """Read a quarantined body again; see `NotificationIngest.apply_again`."""
    row = db.execute(
        "SELECT body, size FROM notification WHERE id = ? AND outcome = ?", (notification_id, Outcome.QUARANTINED)
    ).fetchone()
    if row is None:
        return Outcome.DUPLICATE  # another process applied it
    body, size = row
    if size is not None:
        return Outcome.QUARANTINED  # the beginning of a shortened body may read as something else than the whole
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
    """Save when the first applied notification arrived, once; it decides which rows may lack one."""
    applied = f"FROM notification WHERE outcome = '{Outcome.STORED}'"
    noted = db.execute(
        f"UPDATE site SET first_kept_at = (SELECT min(received_at) {applied})"
        f" WHERE first_kept_at IS NULL AND EXISTS (SELECT 1 {applied})"
    )
    if noted.rowcount > 0:
        append_entries(db, Kind.UNHEARD)


def mark_unread(db: sqlite3.Connection, visits: Iterable[int]) -> None:
    """Mark visits as unseen."""
    db.executemany(_MARK_UNREAD, [(visit,) for visit in visits])


def _same_key(db: sqlite3.Connection, change: StatusChange) -> tuple[int, bytes] | None:
    row: tuple[int, bytes] | None = db.execute(
        "SELECT id, body FROM notification WHERE visit_id = ? AND at = ?", (change.visit_id, change.key_time)
    ).fetchone()
    return row


def _other_contents(db: sqlite3.Connection, change: StatusChange) -> set[str]:
    """Return the latest quarantined contents that have the same key; of a shortened one its digest.

    An older one that comes again is saved again: each comparison takes time, and a holder of the token can send many.
    """
    rows = db.execute(
        "SELECT body, digest FROM notification WHERE visit_id = ? AND at IS NULL AND reason = ? AND moment = ?"
        f" ORDER BY id DESC LIMIT {_MOST_CONTENTS}",
        (change.visit_id, QuarantineReason.OTHER_CONTENT, _moment(change)),
    )
    return {digest or content_of(body) for body, digest in rows}


def _count_repeat(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("UPDATE notification SET repeats = repeats + 1 WHERE id = ?", (row_id,))


def known_copy(db: sqlite3.Connection, received: Received) -> int | None:
    """Return the id of a saved notification that says the same; None: there is none."""
    change = received.change
    if change is None:
        same = utc_text(received.received_at), received.body
        found = db.execute("SELECT id FROM notification WHERE received_at = ? AND body = ?", same).fetchone()
        return None if found is None else int(found[0])
    rows = db.execute(_LATEST, _key_of(change)).fetchall()
    if not rows:  # as of nearly all: reading a content takes long
        return None
    content = content_of(received.body)
    return next((row_id for row_id, body in rows if body == received.body or content_of(body) == content), None)


def decide_by_arrival(db: sqlite3.Connection, change: StatusChange) -> None:
    """Of several contents with one key have the first that arrived be the notification, wherever it was heard.

    At one time, as a coarse clock may say of two, the first saved stays.
    """
    rows = db.execute(_ARRIVALS, _key_of(change)).fetchall()
    first, *_ = min(rows, key=lambda row: (row[1], row[2] is None))
    for row_id, _, date in rows:
        if date is not None and row_id != first:
            sql = "UPDATE notification SET outcome = ?, reason = ?, at = ?, date = ? WHERE id = ?"
            db.execute(sql, (Outcome.QUARANTINED, QuarantineReason.OTHER_CONTENT, None, None, row_id))
            db.execute(sql, (Outcome.STORED, None, change.key_time, date, first))


def _key_of(change: StatusChange) -> tuple[object, ...]:
    """Return the values of `_OF_KEY`."""
    return change.visit_id, change.key_time, QuarantineReason.OTHER_CONTENT, _moment(change)


def heard_earlier(db: sqlite3.Connection, row_id: int, copy: Received, origin: str) -> bool:
    """Keep of a notification the copy of another receiver if that one heard it earlier; return whether it did."""
    at = utc_text(copy.received_at)
    values = at, copy.path, _written_headers(copy.headers), copy.body, origin, row_id, at
    sql = "UPDATE notification SET received_at = ?, path = ?, headers = ?, body = ?, origin = ?"
    return db.execute(f"{sql} WHERE id = ? AND received_at > ?", values).rowcount > 0


def _insert(
    db: sqlite3.Connection, batch: Sequence[Received], quota: QuarantineQuota | None, origin: str | None = None
) -> None:
    """Insert rows. Quarantined ones have no key (`at` is NULL), so that they do not block an applied one."""
    limited = batch if quota is None else [quota.limited(db, one) for one in batch]
    rows = [(*_values(db, one), origin) for one in limited if one is not None]
    for begin in range(0, len(rows), _ROWS_PER_STATEMENT):
        some = rows[begin : begin + _ROWS_PER_STATEMENT]
        db.execute(_INSERT + ", ".join([_ROW] * len(some)), [value for row in some for value in row])


def _values(db: sqlite3.Connection, received: Received) -> tuple[object, ...]:
    visit, timestamp, *key, event, status, previous, moment = (
        _key_values(db, received.change) if received.change else (None,) * 8
    )
    outcome = received.outcome
    return (
        *(utc_text(received.received_at), outcome, received.reason, visit, timestamp),
        *(*(key if outcome is Outcome.STORED else (None, None)), event, status, previous, moment),
        None if received.path is None else storable(received.path),
        _written_headers(received.headers),
        received.body,
        *((None, None) if received.shortened is None else (received.shortened.size, received.shortened.digest)),
    )


@lru_cache(256)
def _written_headers(headers: tuple[tuple[str, str], ...]) -> str:
    """Return headers as stored; cached, since the headers of one sender rarely differ."""
    return json.dumps(headers)


def _key_values(db: sqlite3.Connection, change: StatusChange) -> tuple[object, ...]:
    at = change.at
    key_time, local, moment = at, at, at
    if change.moment_utc is not None:
        key_time, local, moment = change.key_time, change.at_in(site_rules(db).sender_zone), _moment(change)
    return (
        *(change.visit_id, change.timestamp, key_time, local[:10]),
        *(change.event, change.status, change.previous_status, moment),
    )


def _moment(change: StatusChange) -> str:
    """Return the timestamp as the rule reads it: with its own offset, or naive in the sender's zone."""
    moment = change.moment_utc
    return change.at if moment is None else moment.isoformat()
