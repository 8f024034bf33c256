"""Reads out of a damaged file what is nowhere else: the notifications and follow-ups since its last backup."""

import json
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from app.domain.listening import GapCause
from app.domain.notifications import Received
from app.store.keeping import Kept, keep_one
from app.store.site import settle
from app.store.visits import match_visits

_HEADER = 100  # bytes
_MOST_BEYOND = 20_000  # ids that are tried where nothing says which is the last
_FOLLOW_UP = (
    "id", "edit", "carrier", "date", "number", "visit_id", "saved_at", "saved_by", "failure", "note", "called_at",
    "next_step", "acknowledged_at", "acknowledged_by",
)  # fmt: skip

_Row = tuple[Any, ...]
_log = logging.getLogger(__name__)


@dataclass
class Rescued:
    """How much was read out of the damaged file that the restored one did not have."""

    notifications: int = 0
    follow_ups: int = 0
    kept: Kept = field(default_factory=Kept)


def rescue(db: sqlite3.Connection, damaged: Path) -> Rescued:
    """Bring into a restored database what the damaged file has beside it, as far as it can be read.

    Whatever the damaged file does, the restored one is whole, with as much as was read by then.

    Args:
        db: of the restored one, not in a transaction.
        damaged: the file; nobody writes to it.
    """
    rescued = Rescued()
    steps: Sequence[Callable[[sqlite3.Connection, sqlite3.Connection, Rescued], None]] = (
        _site,
        _gaps,
        _notifications,
        _follow_ups,
    )
    try:
        with _opened(damaged, db) as old:
            for step in steps:
                db.execute("BEGIN IMMEDIATE")
                with _noting(step.__name__):
                    step(old, db, rescued)
                db.execute("COMMIT")
    except (sqlite3.DatabaseError, OSError) as error:
        if db.in_transaction:
            raise  # it is the restored one that fails: no room for it
        _log.warning("Nothing more could be read of the damaged file: %s", error)
    return rescued


@contextmanager
def _noting(step: str) -> Iterator[None]:
    """Go on with the next step whatever the damaged file held; what is of ours and fails is another matter."""
    try:
        yield
    except (sqlite3.DatabaseError, ValueError, TypeError, LookupError, OverflowError) as error:
        if isinstance(error, sqlite3.OperationalError) and getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
            raise
        _log.warning("Reading %s of the damaged file ended with: %s", step.strip("_"), error)


@contextmanager
def _opened(damaged: Path, db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Open the damaged file, or a copy of it with the header of the restored one where it has none of its own."""
    if _has_header(damaged):
        with closing(_connection(damaged)) as connection:
            yield connection
        return
    with tempfile.TemporaryDirectory(dir=damaged.parent, prefix="rescue-") as folder:
        copy = Path(folder) / damaged.name
        shutil.copyfile(damaged, copy)
        wal = damaged.with_name(damaged.name + "-wal")
        if wal.exists():
            shutil.copyfile(wal, copy.with_name(copy.name + "-wal"))
        with copy.open("r+b") as file:
            file.write(_header(db, copy.stat().st_size))
        with closing(_connection(copy)) as connection:
            yield connection


def _has_header(file: Path) -> bool:
    with suppress(sqlite3.DatabaseError), closing(_connection(file)) as connection:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        return True
    return False


def _connection(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    connection.execute("PRAGMA writable_schema = ON")  # what of the schema can be read is read
    connection.execute("PRAGMA temp_store = FILE")
    return connection


def _header(db: sqlite3.Connection, size: int) -> bytes:
    """Return what a file of that many bytes begins with, as a database of ours does."""
    (name,) = db.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with Path(name).open("rb") as file:
        header = bytearray(file.read(_HEADER))
    page = int.from_bytes(header[16:18], "big") or 4096
    header[28:32] = (size // page).to_bytes(4, "big")
    header[32:40] = bytes(8)  # no free pages: what is not known to be free is not read as free
    return bytes(header)


def _site(old: sqlite3.Connection, db: sqlite3.Connection, _rescued: Rescued) -> None:
    if db.execute("SELECT 1 FROM site").fetchone() is None:
        zone, far_metres = old.execute("SELECT zone, far_metres FROM site").fetchone()
        settle(db, ZoneInfo(zone), far_metres)


def _gaps(old: sqlite3.Connection, db: sqlite3.Connection, _rescued: Rescued) -> None:
    for since, until, cause in old.execute("SELECT since, until, cause FROM gap").fetchall():
        for moment in (since, until):
            datetime.fromisoformat(moment)
        GapCause(cause)
        known = "SELECT 1 FROM gap WHERE since = ? AND until = ?"
        if db.execute(known, (since, until)).fetchone() is None:
            db.execute("INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", (since, until, cause))


def _notifications(old: sqlite3.Connection, db: sqlite3.Connection, rescued: Rescued) -> None:
    repeats: list[tuple[int, int, str]] = []
    for row in _rows(old, db, "notification", "received_at, visit_id, at, repeats, path, headers, body"):
        with suppress(ValueError, TypeError, OverflowError, sqlite3.IntegrityError):  # of this row, which is damaged
            received = _missing(db, row)
            if received is None or isinstance(keep_one(db, received, rescued.kept), Exception):
                continue
            rescued.notifications += 1
            if received.notification is not None and isinstance(row[4], int):
                repeats.append((row[4], received.notification.visit.id, received.notification.at))
    db.executemany("UPDATE notification SET repeats = ? WHERE visit_id = ? AND at = ?", repeats)
    match_visits(db, rescued.kept.visits)


def _missing(db: sqlite3.Connection, row: _Row) -> Received | None:
    """Return a notification that the restored database does not have; None where it has it, or nothing is left."""
    _id, received_at, visit_id, at, _repeats, path, headers, body = row
    known = "SELECT 1 FROM notification WHERE visit_id = ? AND at = ?"
    if not isinstance(body, bytes) or (visit_id is not None and db.execute(known, (visit_id, at)).fetchone()):
        return None
    if db.execute("SELECT 1 FROM notification WHERE received_at = ? AND body = ?", (received_at, body)).fetchone():
        return None
    received = Received.read(body, _moment(received_at), _headers(headers), path if isinstance(path, str) else None)
    key = received.notification
    is_known = key is not None and db.execute(known, (key.visit.id, key.at)).fetchone() is not None
    return None if is_known else received


def _moment(text: object) -> datetime:
    """Return when it was received; now, where that cannot be read any more."""
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return datetime.now(UTC)


def _headers(text: str) -> tuple[tuple[str, str], ...]:
    try:
        return tuple((str(name), str(value)) for name, value in json.loads(text))
    except (ValueError, TypeError):
        return ()


def _follow_ups(old: sqlite3.Connection, db: sqlite3.Connection, rescued: Rescued) -> None:
    known = (
        "SELECT 1 FROM follow_up WHERE edit = ? AND saved_at = ? AND carrier IS ? AND date IS ? AND number IS ?"
        " AND visit_id IS ?"
    )
    marks = ", ".join("?" * len(_FOLLOW_UP))
    insert = f"INSERT INTO follow_up ({', '.join(_FOLLOW_UP)}) VALUES ({marks})"  # noqa: S608 - our own columns
    for row in _rows(old, db, "follow_up", ", ".join(_FOLLOW_UP[1:])):
        one = dict(zip(_FOLLOW_UP, row, strict=True))
        key = [one[name] for name in ("edit", "saved_at", "carrier", "date", "number", "visit_id")]
        if db.execute(known, key).fetchone():
            continue
        is_taken = db.execute("SELECT 1 FROM follow_up WHERE id = ?", (row[0],)).fetchone()
        with suppress(sqlite3.IntegrityError, ValueError):
            if one["saved_at"]:
                datetime.fromisoformat(one["saved_at"])
            db.execute(insert, (None if is_taken else row[0], *row[1:]))
            rescued.follow_ups += 1


def _rows(old: sqlite3.Connection, db: sqlite3.Connection, table: str, columns: str) -> Iterator[_Row]:
    """Give the rows of a table that can be read, by their ids, from the first that the restored one may not have."""
    select = f"SELECT id, {columns} FROM {table}"  # noqa: S608 - our own names
    last = _first_unknown(old, db, table, columns)
    try:
        for row in old.execute(f"{select} WHERE id > ? ORDER BY id", (last,)):
            yield row
            last = row[0]
    except sqlite3.DatabaseError:
        for one in range(last + 1, _last_id(old, table, last) + 1):
            with suppress(sqlite3.DatabaseError):
                row = old.execute(f"{select} WHERE id = ?", (one,)).fetchone()
                if row is not None:
                    yield row


def _first_unknown(old: sqlite3.Connection, db: sqlite3.Connection, table: str, columns: str) -> int:
    """Return the last id of the restored table, if the same row has it in the damaged one; else 0."""
    first = columns.partition(",")[0]
    row = db.execute(f"SELECT id, {first} FROM {table} ORDER BY id DESC LIMIT 1").fetchone()  # noqa: S608 - our own
    if row is None:
        return 0
    with suppress(sqlite3.DatabaseError):
        same = old.execute(f"SELECT id, {first} FROM {table} WHERE id = ?", (row[0],)).fetchone()  # noqa: S608 - our own
        return int(row[0]) if same is None or same == row else 0
    return int(row[0])  # neither is known: a file is restored from its own backup


def _last_id(old: sqlite3.Connection, table: str, last: int) -> int:
    """Return the last id that a table may have, by whatever still tells."""
    found = [last]
    hints = {
        "follow_up": "SELECT seq FROM sqlite_sequence WHERE name = 'follow_up'",
        "notification": "SELECT max(notification_id) FROM visit",
    }
    for sql in (f"SELECT max(id) FROM {table}", hints[table]):  # noqa: S608 - our own names
        with suppress(sqlite3.DatabaseError):
            (value,) = old.execute(sql).fetchone() or (None,)
            found.append(value if isinstance(value, int) and value < last + 50 * _MOST_BEYOND else last)
    return max(found) if max(found) > last else last + _MOST_BEYOND
