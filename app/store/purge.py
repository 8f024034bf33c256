"""Old days leave the file for good: rows, search index, free pages and the log beside it, a short piece at a time."""

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from zoneinfo import ZoneInfo

from app.domain.days import Day
from app.store.board_writer import BoardWriter
from app.store.care import Care, Noted, note, noted
from app.store.journal import Kind, day_key, enter, shorten
from app.store.rows import site_day
from app.store.times import written
from app.store.writer import Writer

_SLICE_SECONDS = 0.04
"""How long a transaction of a purge should take; the next one has as many rows as fit."""
_REST_SECONDS = 0.06  # between two of them: other processes look for the lock every 0.05 s
_FEWEST, _FIRST, _MOST = 4, 32, 1000
ALL = 2**62
_MERGED_AT_ONCE = 32  # pages of the index, at first
TEXTS = "shipment_text_fts"

Wait = Callable[[float], bool]
"""Waits some seconds, and returns whether to stop."""


@dataclass(frozen=True)
class Cutoff:
    """What goes: what belongs to a day before the first that is kept, by the site's clock.

    What came later than `came_before` stays for now, however old its day: somebody has just asked for that.
    """

    first_kept: date
    zone: ZoneInfo
    came_before: datetime

    def values(self, limit: int) -> dict[str, object]:
        """Return what the statements ask for; what has no date goes by the site's day on which it came."""
        return {
            "first": self.first_kept.isoformat(),
            "begins": site_day(self.first_kept, self.zone)[0],
            "came": written(self.came_before),
            "loaded": self.came_before.isoformat(),
            "limit": limit,
        }


_OLD_LOAD = "date < :first AND (carrier, date) NOT IN (SELECT carrier, date FROM load WHERE asked_at >= :loaded)"
_OLD_CONTENT = "date < :first AND (carrier, date) NOT IN (SELECT carrier, date FROM load)"
_OLD_VISIT = "date < :first AND received_at < :came"
_OLD_NOTIFICATIONS = f"""
    SELECT id, visit_id FROM notification WHERE {_OLD_VISIT} {{and_no_visit}}
    UNION ALL
    SELECT id, NULL FROM notification WHERE date IS NULL AND received_at < :begins LIMIT :limit
"""  # noqa: S608 - our own expression
_AND_NO_VISIT = f"""
    AND NOT EXISTS (SELECT 1 FROM visit WHERE visit.notification_id = notification.id AND NOT ({_OLD_VISIT}))
"""  # noqa: S608 - our own expression
"""What a visit that stays says last stays with it."""
_LEFT = """
    DELETE FROM {table} WHERE rowid IN (
        SELECT rowid FROM {table} WHERE visit_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM notification WHERE notification.visit_id = {table}.visit_id) LIMIT :limit
    )
"""

_OLD = {
    "load": _OLD_LOAD,
    "content": _OLD_CONTENT,
    "notification": f"({_OLD_VISIT}) OR (date IS NULL AND received_at < :begins)",
    "follow_up": "date < :first",
    "gap": "until < :begins",
    "deviation": "last_at < :begins",
}

Step = Callable[[sqlite3.Connection, dict[str, object]], int]
"""Removes at most `:limit` rows with all that hangs on them; returns how many rows that were, 0 when it is done."""


def _run(sql: str, db: sqlite3.Connection, values: dict[str, object]) -> int:
    return db.execute(sql, values).rowcount


def _has_board(db: sqlite3.Connection) -> bool:
    """Whether the board is attached; to a copy of the facts it is not."""
    return any(row[1] == "board" for row in db.execute("PRAGMA database_list").fetchall())


def _forget_day(db: sqlite3.Connection, values: dict[str, object]) -> int:
    """Remove all that is kept of a day at once: what is left of half of it would be another day."""
    old = db.execute(f"SELECT carrier, date FROM load WHERE {_OLD_LOAD} LIMIT 1", values).fetchone()  # noqa: S608 - ours
    if old is None:
        return 0
    gone = db.execute("DELETE FROM load WHERE carrier = ? AND date = ?", old).rowcount
    db.execute("DELETE FROM content WHERE carrier = ? AND date = ?", old)
    enter(db, Kind.DAY, [day_key(Day(old[0], date.fromisoformat(old[1])))])
    return gone


def _forget_notifications(db: sqlite3.Connection, values: dict[str, object]) -> int:
    """Remove notifications; visits that stay say what their later messages say."""
    old = _OLD_NOTIFICATIONS.format(and_no_visit=_AND_NO_VISIT if _has_board(db) else "")
    rows = db.execute(old, values).fetchall()
    db.executemany("DELETE FROM notification WHERE id = ?", [(row_id,) for row_id, _ in rows])
    enter(db, Kind.VISIT, {visit for _, visit in rows if visit is not None})
    return len(rows)


STEPS: tuple[tuple[str, Step], ...] = (
    ("load", _forget_day),
    (
        "content",
        partial(
            _run,
            f"DELETE FROM content WHERE rowid IN (SELECT rowid FROM content WHERE {_OLD_CONTENT} LIMIT :limit)",  # noqa: S608
        ),
    ),
    ("notification", _forget_notifications),
    (
        "follow_up",
        partial(_run, "DELETE FROM follow_up WHERE id IN (SELECT id FROM follow_up WHERE date < :first LIMIT :limit)"),
    ),
    ("follow_up", partial(_run, _LEFT.format(table="follow_up"))),
    ("seen", partial(_run, _LEFT.format(table="seen"))),
    ("gap", partial(_run, "DELETE FROM gap WHERE id IN (SELECT id FROM gap WHERE until < :begins LIMIT :limit)")),
    (
        "deviation",
        partial(
            _run, "DELETE FROM deviation WHERE id IN (SELECT id FROM deviation WHERE last_at < :begins LIMIT :limit)"
        ),
    ),
)
"""In this order: what hangs on a notification goes once that is gone. The board follows."""


def purge(writer: Writer, cutoff: Cutoff, wait: Wait) -> int | None:
    """Remove all days before the first that is kept, and what else is older than that day.

    That is visits, notifications, follow-ups, gaps, and deviations last seen before.

    It works in many short transactions, so that others write in between. One that was broken off, by a kill too, is
    taken up again by the next. In the end nothing of these days is to be found in the file; `rewrite` sees to the bytes
    that SQLite leaves in its pages.

    Args:
        writer: of the file.
        cutoff: what is kept.
        wait: between two transactions; once it returns true the purge breaks off.

    Returns:
        How many rows went, not counting what hung on them; None where it broke off.

    Raises:
        StoreError: the last transaction changed nothing; the ones before it hold.
    """
    writer.followed().result()  # which notification says what a visit says is asked of the board
    writer.write(lambda db: _begin(db, cutoff))
    gone = 0
    for _, step in STEPS:
        removed = _remove(writer, step, cutoff, wait)
        if removed is None:
            return None
        gone += removed
    writer.followed().result()
    return gone if _forget_texts(writer.board, wait) else None


def _remove(writer: Writer, step: Step, cutoff: Cutoff, wait: Wait) -> int | None:
    """Go one step as often as there is something to remove; return how many rows that were, None: broken off."""
    pace, gone = Pace(_FIRST), 0
    write = partial(writer.write, with_board=True)
    while removed := pace.timed(write, lambda db: step(db, cutoff.values(pace.size))):
        gone += removed
        if wait(_REST_SECONDS):
            return None
    return gone


def _begin(db: sqlite3.Connection, cutoff: Cutoff) -> None:
    if is_anything_old(db, cutoff) and noted(db, Care.REWRITE) is None:
        note(db, Care.REWRITE, Noted(cutoff.came_before))


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
        shorten(db)  # the board is on the disk with all that it holds
        note(db, Care.REWRITE, None)

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


def is_anything_old(db: sqlite3.Connection, cutoff: Cutoff) -> bool:
    """Return whether there is something to remove; the file may be of an older version."""
    found = (
        f"SELECT EXISTS (SELECT 1 FROM {table} WHERE {old})"  # noqa: S608 - our own names
        for table, old in _OLD.items()
        if has_table(db, table)
    )
    return any(db.execute(one, cutoff.values(ALL)).fetchone()[0] for one in found)


def has_table(db: sqlite3.Connection, table: str) -> bool:
    """Return whether the file has this table."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone() is not None
