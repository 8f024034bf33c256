"""Find, create, open and check the board, the file of derived data beside the facts.

It may be deleted at any time. A board that is damaged, or derived from other facts, is never repaired: a new one with
the next number replaces it, and everything is derived again.
"""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app.board.applied import count_pending_entries, has_unapplied
from app.board.schema import BOARD, VERSION
from app.domain.board.acknowledged_elsewhere import is_covered
from app.domain.contract.identity_photos import shown_body
from app.domain.contract.json_text.storable_text import body_text
from app.facts.file.corruption import DamagedError, is_damage
from app.facts.file.database import address, connect
from app.facts.file.opening import READING_CACHE, fold_cell
from app.facts.journal import Kind
from app.facts.recovery.replaced_file import identity
from app.files.atomic_files import atomic_database, remove_file
from app.files.file_names import matching_names

_NAME = r"board-(\d+)-(\d+)\.sqlite"
_WITH_LOGS = ("", "-wal", "-shm")
_ABANDONED_SECONDS = 24 * 3600
_LAST = "(SELECT coalesce(max(seq), 0) FROM facts.sqlite_sequence WHERE name = 'journal')"
_IS_CONSISTENT = f"""
    SELECT identity = (SELECT identity FROM store) AND number <= {_LAST}
       AND (number = {_LAST} OR EXISTS (SELECT 1 FROM journal WHERE number = applied.number + 1))
       AND NOT EXISTS (SELECT 1 FROM ahead WHERE up_to > {_LAST})
    FROM applied
"""
_ALL_PENDING = (
    f"INSERT INTO pending SELECT DISTINCT '{Kind.DAY}', carrier || char(9) || date, date || ' 2' FROM load",
    f"""
    INSERT INTO pending SELECT '{Kind.VISIT}', visit_id, coalesce(max(date), '') || ' 1' FROM notification
    WHERE visit_id IS NOT NULL GROUP BY visit_id
    """,
)
_VISITS_TO_DERIVE = f"""
    CREATE TEMP VIEW visit_to_derive AS
    SELECT CAST(key AS INTEGER) AS visit_id FROM journal
    WHERE kind = '{Kind.VISIT}' AND number > (SELECT number FROM applied)
    UNION SELECT CAST(key AS INTEGER) FROM pending WHERE kind = '{Kind.VISIT}'
"""
_SHOWN_NOTIFICATIONS = "CREATE TEMP VIEW notification AS SELECT {columns} FROM facts.notification"
_SHOWN_COLUMNS = "shown_body(body) AS body", "shown_body(coalesce(substr(body, 1, 4000), x'')) AS body_start"
"""What readers have as `notification`. `body_start` is for cells: it takes as long for a large body as for a small one.

Only the exports that may have the address of an identity photo name `facts.notification`.
"""

_log = logging.getLogger(__name__)


class Board(NamedTuple):
    """A board's path with device and inode, since another file may take its name."""

    file: Path
    identity: tuple[int, int] | None


def newest_board(path: Path) -> Board | None:
    """Return the newest board of a store in this version's schema; None: none."""
    _, file = max((one for one in _boards(path) if one[0][0] == VERSION), default=(None, None))
    return None if file is None else Board(file, identity(file))


def open_board(path: Path, facts: Path, replace_reason: str | None = None) -> tuple[sqlite3.Connection, Board]:
    """Open the board for writing with the facts attached; create a new one where needed. It applies no facts yet.

    Call with the board's lock held. A `replace_reason` has a new one created in any case.

    Returns:
        The connection, in autocommit mode, and the board.

    Raises:
        OSError, sqlite3.DatabaseError: disk full, or not permitted.
    """
    board = newest_board(path)
    db: sqlite3.Connection | None = None
    problem = replace_reason or "there is none"
    if board is not None and not replace_reason:
        db, problem = _open_existing(board.file, facts)
    if board is None or db is None:
        _log.log(logging.INFO if board is None else logging.WARNING, "The board is derived anew: %s", problem)
        file = _create_board(path, facts)
        db, problem = _open_existing(file, facts)
        if db is None:
            raise sqlite3.DatabaseError(problem)
        board = Board(file, identity(file))
    return db, board


def remove_other_boards(path: Path, kept: Path) -> None:
    """Delete obsolete boards; a process that has one open keeps it, and Windows keeps the file.

    A board of another version may be in use, so it is deleted a day after its last write.
    """
    for (version, _), file in _boards(path):
        with suppress(OSError):
            logs = [one for tail in _WITH_LOGS if (one := file.with_name(file.name + tail)).exists()]
            is_abandoned = time.time() - max(one.stat().st_mtime for one in logs) > _ABANDONED_SECONDS
            if file != kept and (version == VERSION or is_abandoned):
                for tail in _WITH_LOGS:
                    file.with_name(file.name + tail).unlink(missing_ok=True)


def attach_board(db: sqlite3.Connection, board: Board) -> None:
    """Attach a board to a connection of the facts, for reading.

    Raises:
        sqlite3.DatabaseError: it cannot be opened.
    """
    db.execute("ATTACH DATABASE ? AS board", (address(board.file, "ro"),))


@contextmanager
def board_for_reading(path: Path, facts: Path) -> Iterator[sqlite3.Connection]:
    """Open the board read-only with the facts attached, whose tables have other names; an empty board if there is none.

    A statement starts its snapshot of the board first, so the facts behind every row of it are visible. The bodies of
    notifications are those of `shown_body`.

    Raises:
        sqlite3.DatabaseError: either file cannot be opened.
    """
    board = newest_board(path)
    with closing(_connect(":memory:" if board is None else address(board.file, "ro"), facts)) as db:
        if board is None:
            db.executescript(BOARD)
        db.execute(READING_CACHE)
        db.execute(_VISITS_TO_DERIVE)
        db.create_function("body_text", 1, body_text, deterministic=True)
        db.create_function("is_covered", 4, is_covered, deterministic=True)
        db.create_function("shown_body", 1, shown_body, deterministic=True)
        names = db.execute("SELECT name FROM pragma_table_info('notification', 'facts') WHERE name <> 'body'")
        db.execute(_SHOWN_NOTIFICATIONS.format(columns=", ".join([*(name for (name,) in names), *_SHOWN_COLUMNS])))
        yield db


def is_board_complete(path: Path, facts: Path) -> bool:
    """Whether the board of a store exists and has applied all of its facts."""
    if newest_board(path) is None:
        return False
    try:
        with board_for_reading(path, facts) as db:
            row = db.execute(_IS_CONSISTENT).fetchone()
            return bool(row and row[0]) and not has_unapplied(db)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error) or "no such" in str(error):
            return False
        raise


def count_pending(path: Path) -> int:
    """Return how many days and visits a newly created board still lacks, without facts that arrived after it.

    Raises:
        sqlite3.DatabaseError: it cannot be read.
    """
    board = newest_board(path)
    if board is None:
        return 0
    with closing(connect(address(board.file, "ro"))) as db:
        return count_pending_entries(db)


def board_damage(db: sqlite3.Connection, *, thorough: bool = False) -> str | None:
    """Return what is damaged in a board, the main file of `db`; None: nothing. Slow; `thorough`: with its indexes."""
    try:
        found = str(db.execute(f"PRAGMA main.{'integrity_check' if thorough else 'quick_check'}(1)").fetchone()[0])
        if found == "ok" and _schema(db) != _expected_schema():
            return "its schema differs"
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error):
            return str(error)
        raise
    return None if found == "ok" else found


def board_problem(path: Path) -> str | None:
    """Return what is damaged in the newest board of a store, indexes included; None: nothing, or there is none. Slow.

    A disk that keeps no syncs leaves an index without rows of its table after a power cut, and the board misses them in
    silence.

    Raises:
        sqlite3.DatabaseError: it cannot be read.
    """
    board = newest_board(path)
    if board is None:
        return None
    try:
        with closing(connect(address(board.file, "ro"))) as db:
            return board_damage(db, thorough=True)
    except sqlite3.OperationalError:
        if newest_board(path) == board:
            raise
        return None  # another one took its place meanwhile


def _schema(db: sqlite3.Connection) -> list[tuple[str, str, str | None]]:
    return db.execute("SELECT type, name, sql FROM main.sqlite_schema ORDER BY type, name").fetchall()


@cache
def _expected_schema() -> list[tuple[str, str, str | None]]:
    with closing(connect(":memory:")) as db:
        db.executescript(BOARD)
        return _schema(db)


def data_version(db: sqlite3.Connection) -> int:
    """Return a number that changes when another connection has written to the main file of this one."""
    return int(db.execute("PRAGMA main.data_version").fetchone()[0])


def _boards(path: Path) -> Iterator[tuple[tuple[int, int], Path]]:
    """Yield all boards beside a store, each as (version, number), path."""
    for found in matching_names(path.parent, _NAME):
        yield (int(found[1]), int(found[2])), path.with_name(found[0])


def _connect(board: str, facts: Path) -> sqlite3.Connection:
    """Open a board, given by its address, with the facts attached for reading."""
    db = connect(board, check_same_thread=False)
    try:
        db.execute("ATTACH DATABASE ? AS facts", (address(facts, "ro"),))
        db.create_function("fold", 1, fold_cell, deterministic=True)
    except BaseException:
        db.close()
        raise
    return db


def _open_existing(file: Path, facts: Path) -> tuple[sqlite3.Connection | None, str]:
    """Open a board for writing; if it cannot be used, return None and the reason."""
    db: sqlite3.Connection | None = None
    try:
        db = _connect(address(file, "rw"), facts)
        db.execute("PRAGMA main.journal_mode = WAL")
        db.execute("PRAGMA main.synchronous = NORMAL")  # lost transactions are derived again
        db.execute("PRAGMA main.secure_delete = ON")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA temp_store = FILE")
        db.execute("CREATE TEMP TABLE to_match (id INTEGER PRIMARY KEY)")
        db.execute("DELETE FROM day WHERE carrier = ''")  # parts of a large day, left by a killed process
        row = db.execute(_IS_CONSISTENT).fetchone()
        problem = None if row and row[0] else "it is derived from other facts"
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not (is_damage(error) or "no such" in str(error)):
            if db is not None:
                db.close()
            raise
        problem = str(error)
    if problem is None:
        return db, ""
    if db is not None:
        db.close()
    return None, problem


def _create_board(path: Path, facts: Path) -> Path:
    """Create a board; damage that is found meanwhile is in the facts."""
    try:
        return _create(path, facts)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error) or "no such" in str(error):
            raise DamagedError(str(error)) from error
        raise


def _create(path: Path, facts: Path) -> Path:
    """Create the next board with all facts pending, and return its file."""
    nth = max((number for (version, number), _ in _boards(path) if version == VERSION), default=0) + 1
    file = path.with_name(f"board-{VERSION}-{nth}.sqlite")
    for tail in _WITH_LOGS[1:]:  # left of a deleted board
        remove_file(file.with_name(file.name + tail))
    with (
        atomic_database(file) as unfinished,
        closing(_connect(address(unfinished, "rw"), facts)) as new,
    ):
        new.executescript(f"BEGIN;{BOARD}")  # one transaction, not one for each table
        new.execute(f"INSERT INTO applied SELECT 1, {_LAST}, identity FROM store")
        for statement in _ALL_PENDING:
            new.execute(statement)
        new.execute("COMMIT")
    return file
