"""How far the board has applied the journal of facts, and the futures of those that wait for that.

In each transaction the board saves the number of the last entry that it has applied (table `applied`), and older
entries still to be applied (table `pending`).
"""

import json
import logging
import sqlite3
from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import NamedTuple

from app.domain.days import Day
from app.facts.file.opening import MIGRATIONS, applied_migrations
from app.facts.journal import Kind, day_key, last_number

_log = logging.getLogger(__name__)

BATCH_SIZE = 100
"""Visits derived in one transaction; they take about 25 ms."""


class JournalEntry(NamedTuple):
    """One entry.

    Attributes:
        number: None: a pending one.
        kind: a `Kind`.
        key: which one.
        is_ahead: whether what it would derive was derived since, from all facts up to it.
    """

    number: int | None
    kind: str
    key: str
    is_ahead: bool = False


_NEW = "FROM journal WHERE number > (SELECT number FROM applied)"
_NEXT = f"""
    SELECT number, kind, key,
           kind = '{Kind.VISIT}' AND EXISTS (SELECT 1 FROM ahead WHERE visit_id = key AND up_to >= journal.number)
    {_NEW} ORDER BY number
"""


def last_applied(db: sqlite3.Connection) -> int:
    """Return the number of the last entry that the board has applied."""
    return int(db.execute("SELECT number FROM applied").fetchone()[0])


def has_unapplied(db: sqlite3.Connection) -> bool:
    """Whether there are entries that the board has not applied."""
    sql = f"SELECT EXISTS (SELECT 1 {_NEW}) OR EXISTS (SELECT 1 FROM pending)"
    return bool(db.execute(sql).fetchone()[0])


def has_new(db: sqlite3.Connection) -> bool:
    """Whether there are entries that no board writer has looked at."""
    return bool(db.execute(f"SELECT EXISTS (SELECT 1 {_NEW})").fetchone()[0])


def count_unapplied(db: sqlite3.Connection) -> int:
    """Count the entries that the board has not applied."""
    sql = f"SELECT (SELECT count(*) {_NEW}) + (SELECT count(*) FROM pending)"
    return int(db.execute(sql).fetchone()[0])


def count_pending_entries(db: sqlite3.Connection) -> int:
    """Count the pending entries of a board."""
    return int(db.execute("SELECT count(*) FROM pending").fetchone()[0])


def has_applied(db: sqlite3.Connection, number: int, day: str = "", *, is_all: bool) -> bool:
    """Whether the board has applied an entry and the day of this key; with `is_all`, all pending entries too."""
    sql = "SELECT number >= ? AND NOT EXISTS (SELECT 1 FROM pending WHERE ? OR key = ?) FROM applied"
    return bool(db.execute(sql, (number, is_all, day)).fetchone()[0])


def next_entries(db: sqlite3.Connection) -> list[JournalEntry]:
    """Return the next entries to apply: new ones for up to `BATCH_SIZE` different keys, then pending ones.

    At least one pending entry is included, so that a stream of new ones does not starve them. Those that are ahead
    count as none.
    """
    found: list[JournalEntry] = []
    seen: set[tuple[str, str]] = set()
    for number, kind, key, is_ahead in db.execute(_NEXT):
        if not is_ahead:
            if len(seen) == BATCH_SIZE and (kind, key) not in seen:
                break
            seen.add((kind, key))
        found.append(JournalEntry(number, kind, key, bool(is_ahead)))
    for entry in next_pending(db, max(BATCH_SIZE - len(seen), 1)):
        found.append(entry)
        if entry.kind == Kind.DAY:  # a day takes long
            break
    return found


def next_pending(db: sqlite3.Connection, limit: int) -> list[JournalEntry]:
    """Return the first pending entries, in the order in which they are to be applied."""
    sql = "SELECT kind, key FROM pending ORDER BY rank DESC, kind, key LIMIT ?"
    return [JournalEntry(None, kind, key) for kind, key in db.execute(sql, (limit,))]


def mark_applied(db: sqlite3.Connection, entries: Collection[JournalEntry]) -> None:
    """Record in the board that these entries are applied, in the transaction that applied them."""
    db.executemany("DELETE FROM pending WHERE kind = ? AND key = ?", {(one.kind, one.key) for one in entries})
    last = max((one.number for one in entries if one.number is not None), default=0)
    db.execute("UPDATE applied SET number = max(number, ?)", (last,))


def note_ahead(db: sqlite3.Connection, visits: Collection[int]) -> None:
    """Note visits that were derived from facts whose entries follow, so that these do not derive them again.

    Call it in the transaction that derived them, after `mark_applied`.
    """
    last = last_number(db, "facts")
    if last > last_applied(db):
        db.execute("INSERT OR REPLACE INTO ahead SELECT value, ? FROM json_each(?)", (last, json.dumps([*visits])))
    else:
        db.execute("DELETE FROM ahead")


def defer_day(db: sqlite3.Connection, day: Day) -> None:
    """Keep a day pending, in the transaction that marks its entry as applied."""
    db.execute("INSERT OR IGNORE INTO pending VALUES (?, ?, ? || ' 2')", (Kind.DAY, day_key(day), day.date.isoformat()))


def trim_journal(db: sqlite3.Connection) -> None:
    """Delete applied entries, in the caller's transaction. Call when the board has been written through to the disk.

    Where a newer version has migrated the facts meanwhile, all stay: its board may be behind this one.
    """
    if applied_migrations(db) <= set(MIGRATIONS):
        db.execute("DELETE FROM journal WHERE number <= (SELECT number FROM applied)")


@dataclass
class _Waiter:
    """A future and its condition.

    Attributes:
        number: of the journal entry; None: the last one, looked up before the next transaction.
        is_all: whether all pending entries must be applied too.
        day: key of a day that must be shown too; empty: none.
    """

    number: int | None
    is_all: bool
    day: str
    done: "Future[None]" = field(default_factory=Future)


class Waiters:
    """The futures of one `BoardWriter`, used in its thread."""

    def __init__(self) -> None:
        self._waiters: list[_Waiter] = []

    def add(self, done: "Future[None]", number: int | None, day: str = "", *, is_all: bool) -> None:
        """Complete `done` once the entry of this number is applied; parameters as of `_Waiter`."""
        self._waiters.append(_Waiter(number, is_all, day, done))

    def forget_numbers(self) -> None:
        """Wait for the last entry instead: the numbers of restored facts may begin lower."""
        for one in self._waiters:
            one.number = None

    def find_numbers(self, db: sqlite3.Connection) -> None:
        """Look up the last entry for those that wait for it; `db` is the board with the facts attached."""
        for one in self._waiters:
            if one.number is None:
                one.number = last_number(db, "facts")

    def complete(self, db: sqlite3.Connection) -> None:
        """Complete the futures of applied entries."""
        rest: list[_Waiter] = []
        for one in self._waiters:
            if one.number is not None and has_applied(db, one.number, one.day, is_all=one.is_all):
                one.done.set_result(None)
            else:
                rest.append(one)
        self._waiters = rest

    def fail(self, error: Exception) -> bool:
        """Fail all futures; return whether there were any."""
        waiters, self._waiters = self._waiters, []
        for one in waiters:
            fail(one.done, error)
        return bool(waiters)

    def cancel(self) -> None:
        """Cancel all futures."""
        for one in self._waiters:
            one.done.cancel()


def fail(done: "Future[None]", error: BaseException | None) -> None:
    """Fail a future that is not done; no error: leave it as it is."""
    if error is not None and not done.done():
        done.set_exception(error)
