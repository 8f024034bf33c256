"""Copy the readable rows of another file, such as a damaged one, into the facts.

Existing rows stay unchanged, so it may be repeated.
"""

import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from app.domain.contract.notifications import Received, content_of
from app.domain.contract.outcomes import Outcome
from app.domain.days import CarrierAnswer, Day
from app.domain.reception.gaps import Gap, GapCause
from app.facts.deviations import COLUMNS as DEVIATION_COLUMNS
from app.facts.deviations import merge_deviations
from app.facts.file.database import address, connect, utc_text
from app.facts.file.failures import in_savepoint, in_transaction
from app.facts.gaps import save_gap
from app.facts.journal import ChangedRows, Kind, append_entries, day_key
from app.facts.loads.day_facts import DAMAGE_ERRORS, IncompleteDayError, StoredDay, save_contents
from app.facts.loads.load_history import save_load
from app.facts.recovery.readable_rows import ReadableFile, UnreadableError
from app.facts.save_notification import save_first_received, save_one

_OF_SHORTENED = (
    "reason", "size", "digest", "visit_id", "timestamp", "event", "status", "previous_status", "moment",
)  # fmt: skip
_NOTIFICATION = "received_at", "path", "headers", "body", "repeats", "applied_at", "origin", *_OF_SHORTENED
_SITE = "zone", "sender_zone", "lag_minutes", "day_ends_at", "far_metres", "all_seen_at", "heard_since", "first_kept_at"
_ROWS: Mapping[str, tuple[str, ...]] = {
    "follow_up": ("edit", "saved_at", "carrier", "date", "number", "visit_id"),
    "heartbeat": ("port",),
    "call_reason": ("key",),
    "seen": ("visit_id",),
    "clock_set_back": ("before", "after"),
    "shared_load": ("origin", "number", "part"),
    "receiver_time": ("origin", "since", "cause"),
}
"""Tables whose rows are copied one by one, and the columns that identify a row."""
_TIMES = (
    "at",
    "saved_at",
    "called_at",
    "acknowledged_at",
    "remind_at",
    "date",
    "wrong_tokens",
    "refused_since",
    "before",
    "after",
)
_LAST = datetime(2100, 1, 1, tzinfo=UTC)
"""A follow-up that decides later than that is damaged: no other one could come after it."""
_LOAD = "asked_at", "answer", "changes", "skipped", "origin", "origin_id"
_LOADS = "SELECT asked_at, answer, changes, skipped FROM load WHERE carrier = ? AND date = ? ORDER BY id"

_log = logging.getLogger(__name__)


@dataclass
class Salvaged:
    """What was copied from the other file.

    Attributes:
        notifications: how many.
        follow_ups: how many.
        knows_days: whether the list of loaded days could be read completely.
    """

    notifications: int = 0
    follow_ups: int = 0
    knows_days: bool = False


def salvage(db: sqlite3.Connection, other: Path, open_connection: sqlite3.Connection | None = None) -> Salvaged:
    """Copy what another file holds and the facts do not, as far as it can be read.

    The facts are consistent whenever it ends, with the rows read by then.

    Args:
        db: of the facts, outside a transaction.
        other: the file; no process writes it.
        open_connection: a connection that has it open, to be used instead of opening it.

    Raises:
        OSError, sqlite3.DatabaseError: the facts cannot be written, or the other file cannot be read for another reason
            than damage. Try again from the beginning.
    """
    salvaged = Salvaged()
    if open_connection is None and not other.exists():
        return salvaged
    try:
        with _opened(other, open_connection) as old:
            for step in (_site, _gaps, _rows, _notifications, _deviations, _days):
                with in_transaction(db):
                    try:
                        step(old, db, salvaged)
                    except (UnreadableError, sqlite3.IntegrityError, OverflowError, *DAMAGE_ERRORS) as error:
                        _log.warning("Not all of %s could be read: %s", other.name, error)
    except UnreadableError as error:
        _log.warning("Nothing could be read of %s: %s", other.name, error)
    return salvaged


@contextmanager
def _opened(other: Path, open_connection: sqlite3.Connection | None) -> Iterator[ReadableFile]:
    with ExitStack() as stack:
        connection = open_connection
        if connection is None:
            connection = stack.enter_context(closing(connect(address(other, "ro"))))
            connection.execute("PRAGMA writable_schema = ON")  # read a damaged schema as far as possible
        stack.callback(setattr, connection, "text_factory", connection.text_factory)
        connection.text_factory = lambda stored: stored.decode("utf-8", "replace")
        old = ReadableFile(connection)
        old.row("SELECT 1 FROM sqlite_schema")
        yield old


def _site(old: ReadableFile, db: sqlite3.Connection, _salvaged: Salvaged) -> None:
    found = old.row(f"SELECT {old.select_list('site', _SITE)} FROM site")
    if found is None:
        return
    new = db.execute(
        "INSERT OR IGNORE INTO site (id, zone, sender_zone, lag_minutes, day_ends_at, far_metres)"
        " VALUES (1, ?, ?, ?, ?, ?)",
        (*found[:4], 100 if found[4] is None else found[4]),
    )
    if new.rowcount > 0:
        append_entries(db, Kind.RULES)
    for column, text in zip(_SITE[5:], found[5:], strict=True):
        if text:
            at, which = utc_text(datetime.fromisoformat(text)), "max" if column == "all_seen_at" else "min"
            db.execute(f"UPDATE site SET {column} = {which}(coalesce({column}, :at), :at)", {"at": at})
    append_entries(db, Kind.UNHEARD)


def _gaps(old: ReadableFile, db: sqlite3.Connection, _salvaged: Salvaged) -> None:
    for _, since, until, cause in old.each_row("gap", ("since", "until", "cause")):
        with suppress(ValueError, TypeError):  # of this row, which is damaged
            save_gap(db, Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause)))


def _deviations(old: ReadableFile, db: sqlite3.Connection, _salvaged: Salvaged) -> None:
    for _, *row in old.each_row("deviation", DEVIATION_COLUMNS.split(", ")):
        with suppress(ValueError, TypeError):  # of this row, which is damaged
            merge_deviations(db, [row])


def _rows(old: ReadableFile, db: sqlite3.Connection, salvaged: Salvaged) -> None:
    for table, key in _ROWS.items():
        with suppress(UnreadableError):
            added = _copy_rows(old, db, table, key)
            salvaged.follow_ups += added if table == "follow_up" else 0


def _copy_rows(old: ReadableFile, db: sqlite3.Connection, table: str, key: Sequence[str]) -> int:
    """Copy the missing rows of a table, each with its id where that is free; return how many."""
    known = old.columns(table)
    ours = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?) WHERE NOT pk", (table,))]
    columns = [name for name in ours if name in known]
    values = ", ".join(f":{name}" for name in columns)
    is_there = " AND ".join(f"{name} IS :{name}" if name in columns else "rowid = :id" for name in key)
    insert = (
        f"INSERT INTO {table} (rowid, {', '.join(columns)})"
        f" SELECT (SELECT :id WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE rowid = :id)), {values}"
        f" WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE {is_there})"
    )
    added = 0
    for row in old.each_row(table, columns):
        one = dict(zip(("id", *columns), row, strict=True))
        with suppress(sqlite3.IntegrityError, ValueError, TypeError):  # of this row, which is damaged
            if not _is_time(one.get("decides_at")):
                one["decides_at"] = None  # what was written is whole, and has its own time
            for time in _TIMES:
                for text in (one.get(time) or "").split():
                    datetime.fromisoformat(text)
            added += db.execute(insert, one).rowcount
    return added


def _is_time(cell: object) -> bool:
    try:
        return cell is None or datetime.fromisoformat(str(cell)) <= _LAST
    except (ValueError, TypeError):
        return False


def _notifications(old: ReadableFile, db: sqlite3.Connection, salvaged: Salvaged) -> None:
    updates: list[tuple[int, str | None, int, str]] = []  # repeats and applied_at, by key
    for _id, received_at, path, headers, body, repeats, applied_at, origin, *shortened in old.each_row(
        "notification", _NOTIFICATION, _last_common(old, db)
    ):
        with suppress(ValueError, TypeError, OverflowError, sqlite3.IntegrityError):  # of this row, which is damaged
            if shortened[1] is not None:
                salvaged.notifications += _copy_shortened(db, received_at, body, repeats, *shortened)
                continue
            received = _missing(db, received_at, path, headers, body)
            changed = ChangedRows()
            outcome = None if received is None else save_one(db, received, changed, origin=origin)
            if received is None or not isinstance(outcome, Outcome):
                continue
            salvaged.notifications += 1
            append_entries(db, Kind.VISIT, changed.visits)
            if received.change is not None and outcome is Outcome.STORED and (repeats or applied_at):
                key = received.change.visit_id, received.change.key_time
                updates.append((repeats or 0, applied_at and utc_text(_moment(applied_at)), *key))
    db.executemany("UPDATE notification SET repeats = ?, applied_at = ? WHERE visit_id = ? AND at = ?", updates)
    save_first_received(db)


def _copy_shortened(
    db: sqlite3.Connection, received_at: object, body: object, repeats: object, *shortened: object
) -> int:
    """Copy a shortened body if it is missing, and return how many were; its beginning is never read as a whole."""
    at = utc_text(_moment(received_at))
    return db.execute(
        f"INSERT INTO notification (received_at, outcome, headers, body, repeats, {', '.join(_OF_SHORTENED)})"
        f" SELECT :at, :outcome, '[]', :body, :repeats, :{', :'.join(_OF_SHORTENED)}"
        " WHERE NOT EXISTS (SELECT 1 FROM notification"
        " WHERE received_at = :at AND reason IS :reason AND digest IS :digest)",
        {"at": at, "outcome": Outcome.QUARANTINED, "body": body, "repeats": repeats}
        | dict(zip(_OF_SHORTENED, shortened, strict=True)),
    ).rowcount


def _last_common(old: ReadableFile, db: sqlite3.Connection) -> int:
    """Return the last id of the facts if the other file has the same row there, or is unreadable there; else 0."""
    row = db.execute("SELECT id, received_at FROM notification ORDER BY id DESC LIMIT 1").fetchone() or (0, "")
    try:
        is_same = old.row("SELECT id, received_at FROM notification WHERE id = ?", row[:1]) == row
    except UnreadableError:
        is_same = True
    return int(row[0]) if is_same else 0


def _missing(
    db: sqlite3.Connection, received_at: object, path: object, headers: object, body: object
) -> Received | None:
    """Return a notification of the other file; None: the facts have it, or its body is lost."""
    if not isinstance(body, bytes):
        return None
    received = Received.read(body, _moment(received_at), _headers(headers), path if isinstance(path, str) else None)
    if received.change is not None:
        key = received.change.visit_id, received.change.key_time
        known = db.execute("SELECT body FROM notification WHERE visit_id = ? AND at = ?", key).fetchone()
        if known is None:
            return received
        if content_of(known[0]) == content_of(body):
            return None
    same = db.execute("SELECT 1 FROM notification WHERE received_at = ? AND body = ?", (received_at, body))
    return received if same.fetchone() is None else None


def _moment(text: object) -> datetime:
    """Parse a time; return the present one if it is damaged."""
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return datetime.now(UTC)


def _headers(text: object) -> tuple[tuple[str, str], ...]:
    try:
        return tuple((str(name), str(value)) for name, value in json.loads(str(text)))
    except (ValueError, TypeError):
        return ()


def _days(old: ReadableFile, db: sqlite3.Connection, salvaged: Salvaged) -> None:
    """Copy the missing loads with the JSON of their manifests.

    For a day that cannot be read completely, a load without content is saved, so that `Reader.lost_days` lists it until
    it is loaded again.
    """
    for carrier, date_text in old.rows("SELECT DISTINCT carrier, date FROM load"):
        with suppress(ValueError, TypeError):  # an invalid date
            day = Day(carrier, date.fromisoformat(date_text))
            try:
                in_savepoint(db, partial(_copy_day, old, db, day))
            except (UnreadableError, sqlite3.IntegrityError, *DAMAGE_ERRORS) as error:
                _log.warning("A day of the other file must be loaded again: %r", error)
                save_load(db, day, datetime.now(UTC).isoformat(), CarrierAnswer.MANIFESTS)
            append_entries(db, Kind.DAY, [day_key(day)])
    salvaged.knows_days = True


def _copy_day(old: ReadableFile, db: sqlite3.Connection, day: Day) -> None:
    key = (day.carrier, day.date.isoformat())
    known = db.execute(_LOADS, key).fetchall()
    columns = old.select_list("load", _LOAD)
    loads = list(old.rows(f"SELECT {columns} FROM load WHERE carrier = ? AND date = ? ORDER BY id", key))
    said = [load[:4] for load in loads]
    if known[: len(said)] == said:
        return
    if said[: len(known)] != known:
        raise IncompleteDayError(*key)
    db.executemany(
        f"INSERT INTO load (carrier, date, {', '.join(_LOAD)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(*key, datetime.fromisoformat(at).isoformat(), *rest) for at, *rest in loads[len(known) :]],
    )
    save_contents(db, day, old.rows("SELECT key, words FROM content WHERE carrier = ? AND date = ?", key))
    StoredDay.read(db, day).check()
