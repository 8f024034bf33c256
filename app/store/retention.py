"""Old facts leave the file for good: rows, search index, free pages and the log beside it, a short piece at a time.

A fact is as old as its arrival here, whatever its own times say.
"""

import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial

from app.board.writer import BoardWriter
from app.domain.days import CarrierAnswer, Day
from app.facts.file.timestamps import utc_text
from app.facts.journal import Kind, append_entries, day_key, trim_journal
from app.facts.maintenance import LastRun, MaintenanceTask, last_run, save_last_run
from app.store.writer import Writer

_SLICE_SECONDS = 0.04
"""How long a transaction of a purge should take; the next one has as many rows as fit."""
_REST_SECONDS = 0.06  # between two of them: other processes look for the lock every 0.05 s
_FEWEST, _FIRST, _MOST = 4, 32, 1000
_MERGED_AT_ONCE = 32  # pages of the index, at first
TEXTS = "shipment_text_fts"

Wait = Callable[[float], bool]
"""Waits some seconds, and returns whether to stop."""

_OLD = {
    "load": f"""
        SELECT carrier, date FROM load GROUP BY carrier, date
        HAVING coalesce(max(asked_at) FILTER (WHERE answer = '{CarrierAnswer.MANIFESTS}' OR changes IS NOT NULL),
                        max(asked_at)) < :before
    """,  # noqa: S608 - a name of an enumeration
    "content": "SELECT rowid FROM content WHERE (carrier, date) NOT IN (SELECT carrier, date FROM load)",
    "notification": "SELECT id FROM notification WHERE received_at < :before",
    "follow_up": """
        SELECT id FROM follow_up AS f WHERE saved_at < :before
        AND NOT EXISTS (SELECT 1 FROM load WHERE load.carrier = f.carrier AND load.date = f.date)
        AND NOT EXISTS (SELECT 1 FROM notification WHERE notification.visit_id = f.visit_id)
    """,
    "seen": """
        SELECT visit_id FROM seen
        WHERE NOT EXISTS (SELECT 1 FROM notification WHERE notification.visit_id = seen.visit_id)
    """,
    "gap": "SELECT id FROM gap WHERE until < :before",
    "deviation": "SELECT id FROM deviation WHERE last_at < :before",
}
"""What is old of each table, in the order in which it goes: a day by its last load that listed something; of what was
noted of a row nothing while the row is kept."""


def tables(db: sqlite3.Connection) -> list[str]:
    """Return the tables of which old rows go, in the order in which they do; a file of an older version lacks some."""
    there = {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return [table for table in _OLD if table in there]


def is_anything_old(db: sqlite3.Connection, before: datetime) -> bool:
    """Return whether there is something to remove."""
    return any(db.execute(f"SELECT EXISTS ({_OLD[one]})", _values(before)).fetchone()[0] for one in tables(db))


def remove_old(db: sqlite3.Connection, table: str, before: datetime, limit: int) -> int:
    """Remove old rows of a table, in a transaction, and have the board derive again what hung on them.

    Args:
        db: to write.
        table: one of `tables`.
        before: what arrived earlier is old.
        limit: how many rows at most; of loads a whole day goes, since what is left of half of it is another day.

    Returns:
        How many rows went; 0: there were none.
    """
    if table == "load":
        day = db.execute(f"{_OLD[table]} LIMIT 1", _values(before)).fetchone()
        if day is None:
            return 0
        append_entries(db, Kind.DAY, [day_key(Day(day[0], date.fromisoformat(day[1])))])
        db.execute("DELETE FROM content WHERE carrier = ? AND date = ?", day)
        return db.execute("DELETE FROM load WHERE carrier = ? AND date = ?", day).rowcount
    visit = "visit_id" if table == "notification" else "NULL"
    sql = f"DELETE FROM {table} WHERE rowid IN ({_OLD[table]} LIMIT :limit) RETURNING {visit}"  # noqa: S608 - our names
    rows = db.execute(sql, {**_values(before), "limit": limit}).fetchall()
    append_entries(db, Kind.VISIT, {row[0] for row in rows} - {None})
    return len(rows)


def _values(before: datetime) -> dict[str, object]:
    """Return what the statements ask for, as the beginning of a time: those of loads are written in another way."""
    return {"before": utc_text(before)[:19]}


def purge(writer: Writer, before: datetime, wait: Wait) -> int | None:
    """Remove what arrived before a time: loads by days, notifications, follow-ups, gaps, and deviations last seen then.

    It works in many short transactions, so that others write in between. One that was broken off, by a kill too, is
    taken up again by the next. In the end nothing of it is to be found in the file; `rewrite` sees to the bytes that
    SQLite leaves in its pages.

    Args:
        writer: of the file.
        before: the time, to the second.
        wait: between two transactions; once it returns true the purge breaks off.

    Returns:
        How many rows went, not counting what hung on them; None where it broke off.

    Raises:
        StoreError: the last transaction changed nothing; the ones before it hold.
    """
    writer.write(lambda db: _begin(db, before))
    gone = 0
    for table in _OLD:
        pace = Pace(_FIRST)
        while removed := pace.timed(writer.write, lambda db: remove_old(db, table, before, pace.size)):  # noqa: B023
            gone += removed
            if wait(_REST_SECONDS):
                return None
    writer.followed().result()
    return gone if _forget_texts(writer.board, wait) else None


def _begin(db: sqlite3.Connection, before: datetime) -> None:
    if is_anything_old(db, before) and last_run(db, MaintenanceTask.REWRITE) is None:
        save_last_run(db, MaintenanceTask.REWRITE, LastRun(datetime.now(UTC)))


def _forget_texts(board: BoardWriter, wait: Wait) -> bool:
    """Have the search index written anew, piece by piece, without what was removed from it; return whether it was.

    Until then the words stay in it, under a note that they are gone.
    """
    pace = Pace(_MERGED_AT_ONCE)
    while pace.timed(board.write, lambda db: _merge(db, pace.size)):
        if wait(_REST_SECONDS):
            return False
    return True


def _merge(db: sqlite3.Connection, pages: int) -> bool:
    """Merge some pages of the search index; return whether there was something to merge."""
    before = db.total_changes
    db.execute(f"INSERT INTO {TEXTS} ({TEXTS}, rank) VALUES ('merge', ?)", (-pages,))  # noqa: S608 - our own name
    return db.total_changes - before > 1


def rewrite(writer: Writer, wait: Wait) -> bool:
    """Write both files anew, so that no byte of what was removed is left in it or the log beside it.

    `secure_delete` overwrites removed rows and free pages, but no copies of a row that stayed in a page when it was
    split. Nobody writes meanwhile (3 s with 200,000 shipments); whoever reads does so.

    Returns:
        Whether all is done: not where `wait` returned true before everybody had left what was there before.

    Raises:
        StoreError: another process held the write lock for 5 s, or the disk has no room for a second file as large.
    """
    for of in (writer, writer.board):
        of.locked(partial(_run_at_once, "VACUUM main"))
        while of.locked(partial(_run_at_once, "PRAGMA main.wal_checkpoint(TRUNCATE)")):
            if wait(_REST_SECONDS):
                return False

    def end(db: sqlite3.Connection) -> None:
        trim_journal(db)  # the board is on the disk with all that it holds
        save_last_run(db, MaintenanceTask.REWRITE, None)

    writer.write(end, with_board=True)
    return True


def _run_at_once(sql: str, db: sqlite3.Connection) -> int:
    """Run a statement that is no part of a transaction; return what it returns, or 0. A reader is not waited for."""
    patience = db.execute("PRAGMA busy_timeout").fetchone()[0]
    db.execute("PRAGMA busy_timeout = 0")  # not to keep the lock while a reader takes its time
    try:
        row = db.execute(sql).fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}")
    return int(row[0]) if row else 0


def last_arrival(db: sqlite3.Connection) -> datetime | None:
    """Return when the last notification came, UTC; None where none ever did."""
    row = db.execute("SELECT max(received_at) FROM notification").fetchone()
    return datetime.fromisoformat(row[0]) if row[0] else None


def last_kept(db: sqlite3.Connection) -> datetime | None:
    """Return when something last came from outside, by the clock of that time, UTC; None where nothing ever did."""
    sql = "SELECT max(at) FROM (SELECT max(received_at) AS at FROM notification UNION SELECT max(asked_at) FROM load)"
    (at,) = db.execute(sql).fetchone()
    return datetime.fromisoformat(at) if at else None


def has_anything(db: sqlite3.Connection) -> bool:
    """Return whether there is something in the file that somebody could miss."""
    tables = ("load", "notification", "follow_up", "gap")
    sql = " OR ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables)  # noqa: S608 - our own names
    return bool(db.execute(f"SELECT {sql}").fetchone()[0])


class Pace:
    """Finds out how much fits into one short transaction."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.longest = 0.0

    def timed(
        self, write: Callable[[Callable[[sqlite3.Connection], int]], int], work: Callable[[sqlite3.Connection], int]
    ) -> int:
        """Run `work` in a transaction, and let the next be as large as this one was quick."""
        began = 0.0

        def begin(db: sqlite3.Connection) -> int:
            nonlocal began
            began = time.perf_counter()
            return work(db)

        result = write(begin)
        took = time.perf_counter() - began
        self.longest = max(self.longest, took)
        self.size = max(_FEWEST, min(_MOST, self.size * 2, int(self.size * _SLICE_SECONDS / took)))
        return result
