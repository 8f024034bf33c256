"""The board, the file of what is derived, beside the facts: found, made where it is not there, and attached to them.

It may be deleted at any time. A board that is damaged, or that follows other facts than are kept, is never mended:
the next one takes its place, and everything is derived again.
"""

import logging
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from app.domain.storable import body_text
from app.store.board_schema import BOARD, VERSION
from app.store.damage import is_damage
from app.store.durably import in_place
from app.store.journal import Kind, is_anything_left
from app.store.opening import fold_cell

_NAME = re.compile(r"board-(\d+)-(\d+)\.sqlite", re.ASCII)
_WITH_LOGS = ("", "-wal", "-shm")
_LAST = "(SELECT coalesce(max(seq), 0) FROM main.sqlite_sequence WHERE name = 'journal')"
_FOLLOWS = f"""
    SELECT identity = (SELECT identity FROM store) AND known <= {_LAST}
       AND (number = {_LAST} OR EXISTS (SELECT 1 FROM journal WHERE number = applied.number + 1))
    FROM board.applied
"""  # noqa: S608 - our own expression
_PENDING = (
    f"INSERT INTO pending SELECT DISTINCT '{Kind.DAY}', carrier || char(9) || date, date || ' 2' FROM load",  # noqa: S608
    f"""
    INSERT INTO pending SELECT '{Kind.VISIT}', visit_id, coalesce(max(date), '') || ' 1' FROM notification
    WHERE visit_id IS NOT NULL GROUP BY visit_id
    """,  # noqa: S608 - a name of an enumeration
)
_VISITS_TO_DERIVE = f"""
    CREATE TEMP VIEW visit_to_derive AS
    SELECT CAST(key AS INTEGER) AS visit_id FROM journal
    WHERE kind = '{Kind.VISIT}' AND number > (SELECT number FROM applied)
    UNION SELECT CAST(key AS INTEGER) FROM pending WHERE kind = '{Kind.VISIT}'
"""  # noqa: S608 - names of an enumeration

_log = logging.getLogger(__name__)


def newest_board(path: Path) -> Path | None:
    """Return the board that goes with a store; None where there is none.

    Args:
        path: of the facts.
    """
    return max(_boards(path), default=(0, None))[1]


def attach_board(db: sqlite3.Connection, path: Path, doubt: str | None = None) -> Path:
    """Attach the board to a connection of the facts, to write; what it has to follow it follows later.

    Call with the write lock held.

    Args:
        db: the connection, in no transaction.
        path: of the facts.
        doubt: why the board is given up whatever it holds; None where it is not.

    Returns:
        The board's file.

    Raises:
        OSError, sqlite3.DatabaseError: no room, or not permitted.
    """
    file = newest_board(path)
    problem = doubt or ("there is none" if file is None else _attached(db, file))
    if file is None or problem is not None:
        _log.log(logging.INFO if file is None else logging.WARNING, "The board is derived anew: %s", problem)
        file = _make(db, path)
        problem = _attached(db, file)
        if problem is not None:
            raise sqlite3.DatabaseError(problem)
        _remove_others(path, file)
    return file


@contextmanager
def opened_board(path: Path, facts: Path) -> Iterator[sqlite3.Connection]:
    """Open the board read-only with the facts beside it, whose tables have other names.

    A statement takes its moment of the board first: so the facts of all that it finds there are there.

    Args:
        path: of the store.
        facts: the file that these live in now.

    Raises:
        sqlite3.DatabaseError: either cannot be opened.
    """
    file = newest_board(path) or path.with_name(f"board-{VERSION}-1.sqlite")
    with closing(sqlite3.connect(_read_only(file), uri=True, isolation_level=None)) as db:
        db.execute("PRAGMA busy_timeout = 5000")
        db.execute("PRAGMA cache_size = -8000")  # more finds nothing sooner, and each reader keeps it
        db.execute("ATTACH DATABASE ? AS facts", (_read_only(facts),))
        db.execute(_VISITS_TO_DERIVE)
        db.create_function("fold", 1, fold_cell, deterministic=True)
        db.create_function("body_text", 1, body_text, deterministic=True)
        yield db


def is_derived(path: Path, facts: Path) -> bool:
    """Whether the board of a store is there, and follows all of its facts."""
    if newest_board(path) is None:
        return False
    try:
        with opened_board(path, facts) as db:
            follows = db.execute("SELECT identity = (SELECT identity FROM store) FROM applied").fetchone()
            return bool(follows and follows[0]) and not is_anything_left(db)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


def data_versions(db: sqlite3.Connection) -> int:
    """Return a number that changes once another connection has written to the facts or the board."""
    versions = (db.execute(f"PRAGMA {file}.data_version").fetchone()[0] for file in ("main", "board"))
    return int(sum(versions))


def _read_only(file: Path) -> str:
    return f"{file.absolute().as_uri()}?mode=ro"


def _boards(path: Path) -> Iterator[tuple[int, Path]]:
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(path.parent) as entries:
        for entry in entries:
            found = _NAME.fullmatch(entry.name)
            if found and int(found[1]) == VERSION:
                yield int(found[2]), path.with_name(entry.name)


def _attached(db: sqlite3.Connection, file: Path) -> str | None:
    """Attach a board; where it cannot be used it is not attached, and what is wrong with it is returned."""
    try:
        db.execute("ATTACH DATABASE ? AS board", (str(file),))
        db.execute("PRAGMA board.journal_mode = WAL")
        db.execute("PRAGMA board.synchronous = NORMAL")  # a lost tail is derived again
        db.execute("PRAGMA board.secure_delete = ON")
        row = db.execute(_FOLLOWS).fetchone()
        problem = None if row and row[0] else "it follows other facts"
    except sqlite3.DatabaseError as error:
        if not (is_damage(error) or "no such" in str(error)):
            raise
        problem = str(error)
    if problem is not None:
        with suppress(sqlite3.DatabaseError):
            db.execute("DETACH DATABASE board")
    return problem


def _make(db: sqlite3.Connection, path: Path) -> Path:
    """Make the next board, which has everything still to derive, and return its file."""
    nth = max((one for one, _ in _boards(path)), default=0) + 1
    file = path.with_name(f"board-{VERSION}-{nth}.sqlite")
    for tail in _WITH_LOGS[1:]:  # what is left of one that somebody removed
        file.with_name(file.name + tail).unlink(missing_ok=True)
    with in_place(file) as unfinished, closing(sqlite3.connect(unfinished, isolation_level=None)) as new:
        new.executescript(BOARD)
        new.execute("ATTACH DATABASE ? AS facts", (_file_of(db),))
        new.execute("BEGIN")
        last = "(SELECT coalesce(max(seq), 0) FROM facts.sqlite_sequence WHERE name = 'journal')"
        new.execute(f"INSERT INTO applied SELECT 1, {last}, {last}, identity FROM store")  # noqa: S608 - our own
        for statement in _PENDING:
            new.execute(statement)
        new.execute("COMMIT")
    return file


def _file_of(db: sqlite3.Connection) -> str:
    return str(db.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()[0])


def _remove_others(path: Path, kept: Path) -> None:
    """Remove boards that are out of use; one that somebody still has open stays where the system keeps it for him."""
    for _, file in _boards(path):
        if file != kept:
            for tail in _WITH_LOGS:
                with suppress(OSError):
                    file.with_name(file.name + tail).unlink(missing_ok=True)
