"""Reads out of a damaged file what its last backup lacks: loads, notifications and follow-ups since then."""

import errno
import json
import logging
import shutil
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from app.domain.days import Answer, Day
from app.domain.listening import Gap, GapCause
from app.domain.notifications import Received, content_of
from app.domain.outcomes import Outcome
from app.domain.site import KeptRules, SiteRules
from app.store.contents import keep_contents
from app.store.damaged_rows import Old, Row, UnreadableError, telling_damage
from app.store.deviations import COLUMNS as DEVIATION_COLUMNS
from app.store.deviations import merge_deviations
from app.store.durably import private_folder
from app.store.gaps import keep_gap
from app.store.isolating import in_savepoint
from app.store.journal import Kind, day_key, enter
from app.store.keeping import keep_one, note_first
from app.store.kept import Kept
from app.store.kept_day import IncompleteDayError, KeptDay
from app.store.loads import keep_load
from app.store.site import keep_rules
from app.store.times import written

_HEADER = 100  # bytes
_MOST_BEYOND = 20_000  # ids that are tried where nothing says which is the last
_MOST_SECONDS = 30.0  # for ids that are tried one by one, while others wait to write
_FOLLOW_UP = (
    "id", "edit", "carrier", "date", "number", "visit_id", "saved_at", "saved_by", "failure", "note", "called_at",
    "next_step", "acknowledged_at", "acknowledged_by", "failures",
)  # fmt: skip
_LOADS = "SELECT asked_at, answer, changes, skipped FROM load WHERE carrier = ? AND date = ? ORDER BY id"

_log = logging.getLogger(__name__)


@dataclass
class Rescued:
    """How much was read out of the damaged file that the restored one did not have.

    `knows_days`: whether all of the days could be read that had been loaded.
    """

    notifications: int = 0
    follow_ups: int = 0
    knows_days: bool = False
    kept: Kept = field(default_factory=Kept)


def rescue(db: sqlite3.Connection, damaged: Path, held: sqlite3.Connection | None = None) -> Rescued:
    """Bring into a restored database what the damaged file has beside it, as far as it can be read.

    Whatever the damaged file does, the restored one is whole, with as much as was read by then.

    Args:
        db: of the restored one, not in a transaction.
        damaged: the file; nobody writes to it.
        held: a connection that has it open, and is asked instead of opening it.

    Raises:
        OSError, sqlite3.DatabaseError: the restored one cannot be written, or something other than its damage keeps
            the damaged one from being read. It is to be tried again from the beginning.
    """
    rescued = Rescued()
    steps: Sequence[Callable[[Old, sqlite3.Connection, Rescued], None]] = (
        _site,
        _gaps,
        _days,
        _notifications,
        _follow_ups,
        _deviations,
    )
    if held is None and not damaged.exists():
        return rescued
    try:
        with _opened(damaged, db) if held is None else _borrowed(held) as old:
            for step in steps:
                db.execute("BEGIN IMMEDIATE")
                with _noting(step.__name__):
                    step(old, db, rescued)
                db.execute("COMMIT")
    except UnreadableError as error:
        _log.warning("Nothing could be read of the damaged file: %s", error)
    return rescued


@contextmanager
def _noting(step: str) -> Iterator[None]:
    """Go on with the next step whatever the damaged file held; what is of ours and fails is another matter."""
    try:
        yield
    except (
        UnreadableError, sqlite3.IntegrityError, ValueError, TypeError, LookupError, OverflowError,
    ) as error:  # fmt: skip
        _log.warning("Reading %s of the damaged file ended with: %s", step.strip("_"), error)


@contextmanager
def _borrowed(held: sqlite3.Connection) -> Iterator[Old]:
    before = held.text_factory
    held.text_factory = _text
    try:
        yield Old(held)
    finally:
        held.text_factory = before


@contextmanager
def _opened(damaged: Path, db: sqlite3.Connection) -> Iterator[Old]:
    """Open the damaged file, or a copy of it with the header of the restored one where it has none of its own."""
    folder = damaged.with_suffix(".rescue")  # one name, so that what a killed process left is found
    if folder.exists():
        shutil.rmtree(folder)
    if _has_header(damaged):
        with closing(_connection(damaged)) as connection:
            yield Old(connection)
        return
    try:
        private_folder(folder)
        copy = folder / damaged.name
        _copy(damaged, copy)
        wal = damaged.with_name(damaged.name + "-wal")
        if wal.exists():
            _copy(wal, copy.with_name(copy.name + "-wal"))
        with copy.open("r+b") as file:
            file.write(_header(db, copy.stat().st_size))
        with closing(_connection(copy)) as connection:
            yield Old(connection)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(file: Path, copy: Path) -> None:
    try:
        shutil.copyfile(file, copy)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise UnreadableError(str(error)) from error


def _has_header(file: Path) -> bool:
    try:
        with closing(_connection(file)) as connection:
            Old(connection).row("SELECT 1 FROM sqlite_schema")
    except UnreadableError:
        return False
    return True


def _connection(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.text_factory = _text
    try:
        with telling_damage():
            connection.execute("PRAGMA writable_schema = ON")  # what of the schema can be read is read
            connection.execute("PRAGMA temp_store = FILE")
    except BaseException:
        connection.close()
        raise
    return connection


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def _header(db: sqlite3.Connection, size: int) -> bytes:
    """Return what a file of that many bytes begins with, as a database of ours does."""
    (name,) = db.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()
    db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)")
    with Path(name).open("rb") as file:
        header = bytearray(file.read(_HEADER))
    page = int.from_bytes(header[16:18], "big") or 4096
    header[28:32] = (size // page).to_bytes(4, "big")
    header[32:40] = bytes(8)  # no free pages: what is not known to be free is not read as free
    return bytes(header)


def _site(old: Old, db: sqlite3.Connection, _rescued: Rescued) -> None:
    if db.execute("SELECT 1 FROM site").fetchone() is None:
        columns = _given(old, "site", ("zone", "sender_zone", "lag_minutes", "far_metres"))
        found = old.row(f"SELECT {columns} FROM site")  # noqa: S608 - our own columns
        if found is not None:
            zone, sender, lag, far = found
            lag = SiteRules(ZoneInfo(zone)).lag_minutes if lag is None else lag
            rules = SiteRules(ZoneInfo(zone), ZoneInfo(sender) if sender else None, lag, far)
            keep_rules(db, KeptRules.of(rules))
            enter(db, Kind.RULES)
    times = "heard_since", "first_kept_at"
    known = old.row(f"SELECT {_given(old, 'site', times)} FROM site") or (None, None)  # noqa: S608 - our own columns
    for column, text in zip(times, known, strict=True):
        if text is not None:
            at = written(datetime.fromisoformat(text))
            db.execute(f"UPDATE site SET {column} = min(coalesce({column}, :at), :at)", {"at": at})  # noqa: S608
            enter(db, Kind.UNHEARD)


def _gaps(old: Old, db: sqlite3.Connection, _rescued: Rescued) -> None:
    for since, until, cause in old.rows("SELECT since, until, cause FROM gap ORDER BY id"):
        with suppress(ValueError, TypeError):  # of this row, which is damaged
            keep_gap(db, Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause)))


def _deviations(old: Old, db: sqlite3.Connection, _rescued: Rescued) -> None:
    for row in old.rows(f"SELECT {DEVIATION_COLUMNS} FROM deviation ORDER BY id"):  # noqa: S608 - our own columns
        with suppress(ValueError, TypeError):  # of this row, which is damaged
            merge_deviations(db, [row])


def _days(old: Old, db: sqlite3.Connection, rescued: Rescued) -> None:
    """Bring over the loads since the copy, with the carrier's words.

    Of a day of which not all can be read, a load is noted of which nothing is known: so `Reader.lost_days` knows it
    until it is loaded again.
    """
    rescued.knows_days = False
    for carrier, date_text in old.rows("SELECT DISTINCT carrier, date FROM load"):
        try:
            in_savepoint(db, partial(_bring_day, old, db, Day(carrier, date.fromisoformat(date_text))))
        except (
            UnreadableError, sqlite3.IntegrityError, ValueError, TypeError, LookupError, zlib.error,
        ) as error:  # fmt: skip
            _log.warning("A day of the damaged file is to be loaded again: %r", error)
            with suppress(ValueError, TypeError):  # a date that is none
                day = Day(carrier, date.fromisoformat(date_text))
                keep_load(db, day, datetime.now(UTC).isoformat(), Answer.MANIFESTS)
    rescued.knows_days = True


def _bring_day(old: Old, db: sqlite3.Connection, day: Day) -> None:
    key = (day.carrier, day.date.isoformat())
    known = db.execute(_LOADS, key).fetchall()
    loads = list(old.rows(_LOADS, key))
    if known[: len(loads)] == loads:
        return
    if loads[: len(known)] != known:
        raise IncompleteDayError(*key)
    db.executemany(
        "INSERT INTO load (carrier, date, asked_at, answer, changes, skipped) VALUES (?, ?, ?, ?, ?, ?)",
        [(*key, datetime.fromisoformat(at).isoformat(), *rest) for at, *rest in loads[len(known) :]],
    )
    enter(db, Kind.DAY, [day_key(day)])
    keep_contents(db, day, old.rows("SELECT key, words FROM content WHERE carrier = ? AND date = ?", key))
    KeptDay.read(db, day).check()


def _notifications(old: Old, db: sqlite3.Connection, rescued: Rescued) -> None:
    repeats: list[tuple[int, int, str]] = []
    for row in _rows(old, db, "notification", "received_at, visit_id, at, repeats, path, headers, body"):
        with suppress(ValueError, TypeError, OverflowError, sqlite3.IntegrityError):  # of this row, which is damaged
            received = _missing(db, row)
            outcome = keep_one(db, received, rescued.kept) if received is not None else None
            if received is None or not isinstance(outcome, Outcome):
                continue
            rescued.notifications += 1
            is_applied = received.change is not None and outcome is not Outcome.DUPLICATE  # one set aside is none
            if received.change is not None and is_applied and isinstance(row[4], int):
                repeats.append((row[4], received.change.visit.id, received.change.key_time))
    db.executemany("UPDATE notification SET repeats = ? WHERE visit_id = ? AND at = ?", repeats)
    enter(db, Kind.VISIT, rescued.kept.visits)
    note_first(db)


def _missing(db: sqlite3.Connection, row: Row) -> Received | None:
    """Return a notification that the restored database does not have; None where it has it, or nothing is left."""
    _id, received_at, _visit_id, _at, _repeats, path, headers, body = row
    if not isinstance(body, bytes):
        return None
    if db.execute("SELECT 1 FROM notification WHERE received_at = ? AND body = ?", (received_at, body)).fetchone():
        return None
    received = Received.read(body, _moment(received_at), _headers(headers), path if isinstance(path, str) else None)
    key = received.change
    if key is None:
        return received
    same_key = "SELECT body FROM notification WHERE visit_id = ? AND at = ?"
    known = db.execute(same_key, (key.visit.id, key.key_time)).fetchone()
    return None if known is not None and content_of(known[0]) == content_of(body) else received


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


def _follow_ups(old: Old, db: sqlite3.Connection, rescued: Rescued) -> None:
    known = (
        "SELECT 1 FROM follow_up WHERE edit = ? AND saved_at = ? AND carrier IS ? AND date IS ? AND number IS ?"
        " AND visit_id IS ?"
    )
    marks = ", ".join("?" * len(_FOLLOW_UP))
    insert = f"INSERT INTO follow_up ({', '.join(_FOLLOW_UP)}) VALUES ({marks})"  # noqa: S608 - our own columns
    for row in _rows(old, db, "follow_up", _given(old, "follow_up", _FOLLOW_UP[1:])):
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


def _given(old: Old, table: str, columns: Sequence[str], of: str = "") -> str:
    """Return the columns of a table to be selected; one that a file of an older version lacks is NULL."""
    known: set[str] = set()
    with suppress(UnreadableError):
        known = {row[0] for row in old.rows("SELECT name FROM pragma_table_info(?)", (table,))}
    return ", ".join(f"{of}{one}" if one in known or not known else f"NULL AS {one}" for one in columns)


def _rows(old: Old, db: sqlite3.Connection, table: str, columns: str) -> Iterator[Row]:
    """Give the rows of a table that can be read, by their ids, from the first that the restored one may not have."""
    select = f"SELECT id, {columns} FROM {table}"  # noqa: S608 - our own names
    last = _first_unknown(old, db, table, columns)
    try:
        for row in old.rows(f"{select} WHERE id > ? ORDER BY id", (last,)):
            yield row
            last = row[0]
    except UnreadableError:
        ids = range(last + 1, _last_id(old, table, last) + 1)
        until = time.monotonic() + _MOST_SECONDS
        for one in ids:
            if time.monotonic() > until:
                _log.warning("Of %s nothing was looked for behind row %d, up to %d", table, one, ids[-1])
                return
            with suppress(UnreadableError):
                found = old.row(f"{select} WHERE id = ?", (one,))
                if found is not None:
                    yield found


def _first_unknown(old: Old, db: sqlite3.Connection, table: str, columns: str) -> int:
    """Return the last id of the restored table, if the same row has it in the damaged one; else 0."""
    first = columns.partition(",")[0]
    row = db.execute(f"SELECT id, {first} FROM {table} ORDER BY id DESC LIMIT 1").fetchone()  # noqa: S608 - our own
    if row is None:
        return 0
    with suppress(UnreadableError):
        same = old.row(f"SELECT id, {first} FROM {table} WHERE id = ?", (row[0],))  # noqa: S608 - our own
        return int(row[0]) if same is None or same == row else 0
    return int(row[0])  # neither is known: a file is restored from its own backup


def _last_id(old: Old, table: str, last: int) -> int:
    """Return the last id that a table may have, by whatever still tells."""
    found = [last]
    hints = {
        "follow_up": ["SELECT seq FROM sqlite_sequence WHERE name = 'follow_up'"],
    }
    for sql in (f"SELECT max(id) FROM {table}", *hints.get(table, ())):  # noqa: S608 - our own names
        with suppress(UnreadableError):
            (value,) = old.row(sql) or (None,)
            found.append(value if isinstance(value, int) and value < last + 50 * _MOST_BEYOND else last)
    return max(found) if max(found) > last else last + _MOST_BEYOND
