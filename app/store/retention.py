"""Remove old facts completely: rows, search index, free pages and log, in short transactions.

The age of a fact goes by its arrival, not by its timestamps.
"""

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from app.board.applied import trim_journal
from app.board.writer import BoardWriter
from app.domain.days import CarrierAnswer, Day
from app.domain.errors import StoreUnusableError
from app.domain.relay.shared_fact import FactKind
from app.domain.texts import Text
from app.facts.file.corruption import DamagedError, is_damage
from app.facts.file.database import address, connect, utc_text
from app.facts.file.failures import store_failures
from app.facts.journal import Kind, append_entries, day_key
from app.facts.maintenance import LastRun, MaintenanceTask, last_run, save_last_run
from app.facts.recovery.backups import backups, find_problem
from app.facts.sharing.relay_state import lower_published
from app.files.atomic_files import atomic_database, remove_file
from app.files.file_names import matching_names
from app.store.writer import Writer

_TARGET_SECONDS = 0.04
"""How long a transaction of a purge should take; the number of rows adapts to it."""
_PAUSE_SECONDS = 0.06  # between transactions: other processes poll the lock every 0.05 s
_MIN_ROWS, _FIRST_ROWS, _MAX_ROWS = 4, 32, 1000
_FIRST_PAGES = 32  # of the search index in the first merge
SEARCH_INDEX = "shipment_text_fts"

Wait = Callable[[float], bool]
"""Waits the given seconds, and returns whether to stop."""

_OLD_ROWS = {
    "load": f"""
        SELECT carrier, date FROM load GROUP BY carrier, date
        HAVING coalesce(max(asked_at) FILTER (WHERE answer = '{CarrierAnswer.MANIFESTS}' OR changes IS NOT NULL),
                        max(asked_at)) < :before
    """,
    "content": "SELECT rowid FROM content WHERE (carrier, date) NOT IN (SELECT carrier, date FROM load)",
    "notification": "SELECT id FROM notification WHERE received_at < :before",
    "follow_up": """
        SELECT id FROM follow_up AS f WHERE saved_at < :before
        AND NOT EXISTS (SELECT 1 FROM load WHERE load.carrier = f.carrier AND load.date = f.date)
        AND NOT EXISTS (SELECT 1 FROM notification WHERE notification.visit_id = f.visit_id)
    """,
    "shared_load": """
        SELECT id FROM shared_load AS s
        WHERE asked_at < :before AND (carrier, date) NOT IN (SELECT carrier, date FROM load)
    """,
    "receiver_time": "SELECT id FROM receiver_time WHERE until < :before",
    "newer_fact": "SELECT rowid FROM newer_fact WHERE made_at < :before",
    "seen": """
        SELECT visit_id FROM seen
        WHERE NOT EXISTS (SELECT 1 FROM notification WHERE notification.visit_id = seen.visit_id)
    """,
    "gap": "SELECT id FROM gap WHERE until < :before",
    "deviation": "SELECT id FROM deviation WHERE last_at < :before",
}
"""Selects the old rows of each table, in the order of removal. A day is as old as its last good load; follow-ups and
read marks stay as long as their row."""
_ALL_ROWS = 2**62
_NOT_WHOLE = Text(
    "Error",
    "The copy {path} was not whole once its old days were removed ({problem}), and stays as it was. Check the disk: "
    "despacho doctor",
)


def tables(db: sqlite3.Connection) -> list[str]:
    """Return the tables to purge, in the order of removal; a file of an older version lacks some."""
    there = {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return [table for table in _OLD_ROWS if table in there]


def has_old_rows(db: sqlite3.Connection, before: datetime) -> bool:
    """Return whether there are rows to remove."""
    return any(db.execute(f"SELECT EXISTS ({_OLD_ROWS[one]})", _values(before)).fetchone()[0] for one in tables(db))


def _remove_batch(db: sqlite3.Connection, table: str, before: datetime, batch: "BatchSize") -> int:
    return remove_old(db, table, before, batch.size)


def remove_old(db: sqlite3.Connection, table: str, before: datetime, limit: int) -> int:
    """Remove old rows of a table in the caller's transaction, and have the board derive what depended on them.

    Args:
        db: of the facts.
        table: one of `tables`.
        before: rows received earlier are old.
        limit: the maximum number of rows; of loads, one whole day is removed, since half of one would change it.

    Returns:
        The number of rows removed.
    """
    if table == "load":
        day = db.execute(f"{_OLD_ROWS[table]} LIMIT 1", _values(before)).fetchone()
        if day is None:
            return 0
        append_entries(db, Kind.DAY, [day_key(Day(day[0], date.fromisoformat(day[1])))])
        db.execute("DELETE FROM content WHERE carrier = ? AND date = ?", day)
        db.execute("DELETE FROM shared_load WHERE carrier = ? AND date = ?", day)
        return db.execute("DELETE FROM load WHERE carrier = ? AND date = ?", day).rowcount
    visit = "visit_id" if table == "notification" else "NULL"
    sql = f"DELETE FROM {table} WHERE rowid IN ({_OLD_ROWS[table]} LIMIT :limit) RETURNING {visit}"
    rows = db.execute(sql, {**_values(before), "limit": limit}).fetchall()
    if table in (FactKind.NOTIFICATION, FactKind.GAP):
        lower_published(db, FactKind(table))
    append_entries(db, Kind.VISIT, {row[0] for row in rows} - {None})
    return len(rows)


def _values(before: datetime) -> dict[str, object]:
    """Return the parameters of the statements: a time without fraction, since loads store it in another format."""
    return {"before": utc_text(before)[:19]}


def purge(writer: Writer, before: datetime, wait: Wait) -> int | None:
    """Remove the facts received before a time, and the deviations last seen before it.

    Works in many short transactions, so that others can write in between. An interrupted purge is completed by the next
    one. Afterwards the rows are gone; `rewrite` removes the bytes that SQLite leaves in its pages. `before` is to the
    second; the purge stops when `wait`, called between transactions, returns true.

    Returns:
        The number of rows removed, without dependent ones; None: it was stopped.

    Raises:
        StoreError: the last transaction changed nothing; the earlier ones are committed.
    """
    writer.write(lambda db: _request_rewrite(db, before))
    removed = 0
    for table in _OLD_ROWS:
        batch = BatchSize(_FIRST_ROWS)
        work = partial(_remove_batch, table=table, before=before, batch=batch)
        while batch_removed := batch.run(writer.write, work):
            removed += batch_removed
            if wait(_PAUSE_SECONDS):
                return None
    writer.board.when_applied().result()
    return removed if _purge_search_index(writer.board, wait) else None


def _request_rewrite(db: sqlite3.Connection, before: datetime) -> None:
    if has_old_rows(db, before) and last_run(db, MaintenanceTask.REWRITE) is None:
        save_last_run(db, MaintenanceTask.REWRITE, LastRun(datetime.now(UTC)))


def _purge_search_index(board: BoardWriter, wait: Wait) -> bool:
    """Merge the search index completely, in steps; return False if stopped.

    Until then it still holds the removed words, marked as deleted.
    """
    batch = BatchSize(_FIRST_PAGES)
    while batch.run(board.write, lambda db: _merge(db, batch.size)):
        if wait(_PAUSE_SECONDS):
            return False
    return True


def _merge(db: sqlite3.Connection, pages: int) -> bool:
    """Merge some pages of the search index; return whether there was anything to merge."""
    before = db.total_changes
    db.execute(f"INSERT INTO {SEARCH_INDEX} ({SEARCH_INDEX}, rank) VALUES ('merge', ?)", (-pages,))
    return db.total_changes - before > 1


def rewrite(writer: Writer, wait: Wait) -> bool:
    """Vacuum both files and empty their logs, so that no byte of removed rows is left.

    `secure_delete` overwrites removed rows and free pages, but not the copies that a page split leaves. Writers wait
    meanwhile (3 s with 200,000 shipments); readers do not.

    Returns:
        False: `wait` returned true while readers still used the old log.

    Raises:
        StoreError: another process held the write lock for 5 s, or the disk has no space for a second file as large.
    """
    for of in (writer, writer.board):
        of.run_locked(partial(_run_without_waiting, "VACUUM main"))
        while of.run_locked(partial(_run_without_waiting, "PRAGMA main.wal_checkpoint(TRUNCATE)")):
            if wait(_PAUSE_SECONDS):
                return False

    def end(db: sqlite3.Connection) -> None:
        trim_journal(db)  # the checkpoint has written the board through to the disk
        save_last_run(db, MaintenanceTask.REWRITE, None)

    writer.write(end, with_board=True)
    return True


def _run_without_waiting(sql: str, db: sqlite3.Connection) -> int:
    """Run a statement outside a transaction, without waiting for readers; return its first value, or 0."""
    timeout = db.execute("PRAGMA busy_timeout").fetchone()[0]
    db.execute("PRAGMA busy_timeout = 0")  # so as not to hold the lock while a reader is busy
    try:
        row = db.execute(sql).fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {timeout}")
    return int(row[0]) if row else 0


def last_input_at(db: sqlite3.Connection) -> datetime | None:
    """Return when the last notification arrived or a day was last loaded, UTC; None: never."""
    sql = "SELECT max(at) FROM (SELECT max(received_at) AS at FROM notification UNION SELECT max(asked_at) FROM load)"
    (at,) = db.execute(sql).fetchone()
    return datetime.fromisoformat(at) if at else None


def has_data(db: sqlite3.Connection) -> bool:
    """Return whether the file holds facts worth a backup."""
    tables = ("load", "notification", "follow_up", "gap")
    sql = " OR ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables)
    return bool(db.execute(f"SELECT {sql}").fetchone()[0])


class BatchSize:
    """Adapts the size of a batch, the next one's, to the time of a short transaction."""

    def __init__(self, size: int) -> None:
        self.size = size

    def run(
        self, write: Callable[[Callable[[sqlite3.Connection], int]], int], work: Callable[[sqlite3.Connection], int]
    ) -> int:
        """Run `work` by `write`, return its result, and adapt the size to the time that it took."""
        began = 0.0

        def begin(db: sqlite3.Connection) -> int:
            nonlocal began
            began = time.perf_counter()
            return work(db)

        result = write(begin)
        took = time.perf_counter() - began
        self.size = max(_MIN_ROWS, min(_MAX_ROWS, self.size * 2, int(self.size * _TARGET_SECONDS / took)))
        return result


def purge_backups(path: Path, before: datetime, oldest_damaged: datetime) -> None:
    """Remove old facts from all backups of a store; delete old damaged files.

    Facts received before `before`, and damaged files last written before `oldest_damaged`, both UTC, are removed.

    Raises:
        StoreError: a backup cannot be read or written.
    """
    for copy in backups(path):
        try:
            purge_backup(copy, before)
        except (sqlite3.DatabaseError, OSError) as error:
            if not is_damage(error):
                with store_failures(copy):
                    raise
            _delete_older(copy, oldest_damaged)
    with store_failures(path):
        for found in [*matching_names(path.parent / "damaged", ".*")]:
            _delete_older(path.parent / "damaged" / found[0], oldest_damaged)


def _delete_older(file: Path, since: datetime) -> None:
    if file.is_file() and file.stat().st_mtime < since.timestamp():
        remove_file(file)


def purge_backup(copy: Path, before: datetime) -> int:
    """Remove old facts from a backup, which may be of an older version. No process may have it open.

    Returns:
        The number of rows removed; 0: the file was not written.

    Raises:
        sqlite3.DatabaseError, OSError: it cannot be read or written, or is damaged.
        StoreUnusableError: the result was damaged. The backup is unchanged after any error.
    """
    with closing(connect(address(copy, "ro"))) as db:
        if not has_old_rows(db, before):
            return 0
    with atomic_database(copy) as unfinished:
        shutil.copyfile(copy, unfinished)
        with closing(connect(address(unfinished, "rw"))) as db:
            db.execute("PRAGMA foreign_keys = ON")
            removed = 0
            for table in tables(db):
                while batch_removed := remove_old(db, table, before, _ALL_ROWS):
                    removed += batch_removed
            db.execute("VACUUM")
        problem = find_problem(unfinished)
        if problem is not None:
            if find_problem(copy) is not None:
                raise DamagedError(problem)
            raise StoreUnusableError(_NOT_WHOLE.filled(path=copy, problem=problem))
    return removed
