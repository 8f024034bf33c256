"""One notification becomes a row and its visit, exactly as it came; all within somebody's transaction."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from app.domain.folding import fold
from app.domain.notifications import Notification, Received, content_of
from app.domain.outcomes import Outcome, QuarantineReason
from app.domain.storable import storable
from app.store.damage import is_damage
from app.store.kept import Kept
from app.store.site import in_utc, site_zone
from app.store.stored import BETWEEN_DIGITS, SEARCHED_OF_VISIT
from app.store.times import written

_MOST_NUMBERS = 1000  # of one visit that are matched; no driver hands over as many at one door

_VISIT_COLUMNS = (
    "id", "notification_id", "timestamp", "at", "date", "closed_at", "received_at", "status", "previous_status",
    "tracking_id", "title", "address", "numbers", "driver_id", "driver", "route_id", "route",
    "contact", "contact_phone", "contact_email", "latitude", "longitude",
    "check_in_at", "check_in_latitude", "check_in_longitude",
    "check_out_at", "check_out_latitude", "check_out_longitude",
    "photo_identity", "photo_evidence", "check_in_distance", "check_out_distance", "dwell", "folded",
)  # fmt: skip
_SAVE_VISIT = (
    f"INSERT INTO visit ({', '.join(_VISIT_COLUMNS)}) VALUES ({', '.join('?' * len(_VISIT_COLUMNS))})"  # noqa: S608
    f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _VISIT_COLUMNS[1:])}"
)

_BARE = str.maketrans("", "", BETWEEN_DIGITS)

_UNSEEN_AGAIN = (
    "INSERT INTO seen (visit_id, received_at) VALUES (?, '') ON CONFLICT (visit_id) DO UPDATE SET received_at = ''"
)
"""Has a visit among those whose news are newer than its notification: what looks for them goes by notifications."""


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
            quarantined = replace(received, notification=None, reason=QuarantineReason.OTHER_CONTENT)
            _insert(db, quarantined, Outcome.QUARANTINED)
        _count_repeat(db, before[0])
        kept.visits.add(notification.visit.id)
        return Outcome.DUPLICATE
    outcome = _outcome(db, notification)
    row_id = _insert(db, received, outcome)
    if outcome is Outcome.STORED:
        _save_visit(db, row_id, notification, received.received_at)
    kept.visits.add(notification.visit.id)
    kept.deviations.add(received.deviations)
    return outcome


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
    outcome = _outcome(db, notification)
    db.execute(
        "UPDATE notification SET outcome = ?, reason = NULL, visit_id = ?, timestamp = ?, at = ?, date = ?, event = ?,"
        " status = ? WHERE id = ?",
        (outcome, *_key_values(notification, _zone(db)), notification_id),
    )
    if outcome is Outcome.STORED:
        _save_visit(db, notification_id, notification, at)
        db.execute(_UNSEEN_AGAIN, (notification.visit.id,))
    kept.visits.add(notification.visit.id)
    kept.deviations.add(received.deviations)
    return outcome


def _same_key(db: sqlite3.Connection, notification: Notification) -> tuple[int, bytes] | None:
    row: tuple[int, bytes] | None = db.execute(
        "SELECT id, body FROM notification WHERE visit_id = ? AND at = ?",
        (notification.visit.id, notification.at_in(_zone(db))),
    ).fetchone()
    return row


def _count_repeat(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("UPDATE notification SET repeats = repeats + 1 WHERE id = ?", (row_id,))


def _outcome(db: sqlite3.Connection, notification: Notification) -> Outcome:
    shown = db.execute("SELECT at FROM visit WHERE id = ?", (notification.visit.id,)).fetchone()
    return Outcome.STALE if shown is not None and shown[0] > notification.at_in(_zone(db)) else Outcome.STORED


def _insert(db: sqlite3.Connection, received: Received, outcome: Outcome) -> int:
    """Insert a row that its key allows, and return its id."""
    key = _key_values(received.notification, _zone(db)) if received.notification else (None,) * 6
    row_id: int | None = db.execute(
        "INSERT INTO notification (received_at, outcome, reason, visit_id, timestamp, at, date, event, status, path,"
        " headers, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            written(received.received_at),
            outcome,
            received.reason,
            *key,
            None if received.path is None else storable(received.path),
            json.dumps(received.headers),
            received.body,
        ),
    ).lastrowid
    if row_id is None:
        raise AssertionError
    return row_id


def _key_values(notification: Notification, zone: ZoneInfo) -> tuple[object, ...]:
    visit, at = notification.visit, notification.at_in(zone)
    return (visit.id, notification.timestamp, at, at[:10], notification.event, visit.status)


def _zone(db: sqlite3.Connection) -> ZoneInfo:
    """Return the zone of the sender's clock."""
    return ZoneInfo(site_zone(db) or "UTC")


def _save_visit(db: sqlite3.Connection, row_id: int, notification: Notification, received_at: datetime) -> None:
    visit, zone = notification.visit, _zone(db)
    at = notification.at_in(zone)
    values = (
        visit.id, row_id, notification.timestamp, at, at[:10],
        in_utc(notification.timestamp, zone), written(received_at), visit.status, visit.previous_status,
        visit.tracking_id, visit.title, visit.address, _listed(visit.tracking_numbers),
        visit.driver.id, visit.driver.name, visit.route.id, visit.route.name,
        visit.contact.name, visit.contact.phone, visit.contact.email,
        visit.location.latitude, visit.location.longitude,
        visit.check_in.at, visit.check_in.latitude, visit.check_in.longitude,
        visit.check_out.at, visit.check_out.latitude, visit.check_out.longitude,
        visit.photos.identity, visit.photos.evidence,
        visit.check_in_distance_m, visit.check_out_distance_m, visit.dwell_s,
    )  # fmt: skip
    db.execute(_SAVE_VISIT, (*values, _searched(dict(zip(_VISIT_COLUMNS, values, strict=False)))))
    db.execute("DELETE FROM visit_key WHERE visit_id = ?", (visit.id,))
    keys = [(number, visit.id, 0) for number in visit.tracking_numbers[:_MOST_NUMBERS]]
    keys += [(visit.tracking_id, visit.id, 1)] if visit.tracking_id else []
    db.executemany("INSERT OR IGNORE INTO visit_key (value, visit_id, rank) VALUES (?, ?, ?)", keys)


def _searched(visit: Mapping[str, object]) -> str:
    """Return the folded text that the search looks through, of a row's columns."""
    told = [str(visit[name]) for name in SEARCHED_OF_VISIT if visit[name] is not None]
    return fold(" ".join([*told, str(visit["contact_phone"] or "").translate(_BARE)]))


def _listed(numbers: tuple[str, ...]) -> str | None:
    """Return the numbers as a cell shows them."""
    text = ", ".join(numbers[:_MOST_NUMBERS])
    return (text if len(numbers) <= _MOST_NUMBERS else f"{text}, …") or None
