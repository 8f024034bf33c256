"""Errors of SQLite and the file system as `StoreError`; items of a batch isolated from each other's bugs."""

import errno
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from app.domain.errors import StoreBusyError, StoreDamagedError, StoreUnusableError, report_unhandled
from app.domain.texts import Text
from app.facts.file.corruption import DamageMark, is_damage, is_environment, primary_code
from app.facts.file.generations import newest_file
from app.files.file_names import matching_names
from app.files.folder_risks import is_on_network
from app.files.process_lock import BUSY

_FULL = Text("Error", "The disk is full: nothing could be saved in {path}. Free some space and try again.")
_DAMAGED = Text(
    "Error",
    "The file {path} is damaged. The receiver or the window restores it from the newest copy in the folder "
    "“backups” beside it; if neither is running, start Despacho. Then try again.",
)
_DAMAGED_UNCOPIED = Text(
    "Error",
    "The file {path} is damaged, and there is no copy of it yet. The receiver or the window starts a new file "
    "with what can be read out of it; if neither is running, start Despacho. Then try again.",
)
_UNUSABLE = Text(
    "Error",
    "The data in {path} cannot be read or written ({reason}). Check the folder and its permissions.",
)
_UNUSABLE_ON_NETWORK = Text(
    "Error",
    "The data in {path} cannot be read or written ({reason}). It is on a network drive, where SQLite's write-ahead log "
    "does not work: move the data folder to a disk of this computer, and name it in DESPACHO_DATA_DIR.",
)
T = TypeVar("T")
U = TypeVar("U")


@contextmanager
def store_failures(path: Path, file: Callable[[], Path] | None = None) -> Iterator[None]:
    """Raise failures of the environment as `StoreError` within a block; a bug in our SQL keeps its exception.

    Damage is reported beside the file, so that the next process that writes restores it.

    Args:
        path: of the store.
        file: returns the file that failed; None: the newest one on entering.

    Raises:
        StoreBusyError: another process kept the file locked.
        StoreDamagedError: the file is damaged, or no database.
        StoreUnusableError: disk full, or not permitted.
    """
    try:
        newest = newest_file(path) if file is None else path  # the folder is not listed for each query
        yield
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            damaged = file() if file is not None else newest
            with suppress(OSError):
                DamageMark(path).set(str(error), damaged)
            sentence = _DAMAGED if has_copies(path) else _DAMAGED_UNCOPIED
            raise StoreDamagedError(sentence.filled(path=damaged), damaged) from error
        if primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreBusyError(BUSY) from error
        if (
            primary_code(error) == sqlite3.SQLITE_FULL
            or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE
        ):
            raise StoreUnusableError(_FULL.filled(path=path)) from error
        if is_environment(error):
            raise StoreUnusableError(_unusable(path).filled(reason=error)) from error
        raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StoreUnusableError(_FULL.filled(path=path)) from error
        named = _unusable(path).filled(path=error.filename or path, reason=error.strerror or error)
        raise StoreUnusableError(named) from error


def has_copies(path: Path) -> bool:
    """Return whether a store has backups, without checking them."""
    return any(matching_names(path.parent / "backups", rf"{re.escape(path.stem)}-.*\.sqlite"))


def _unusable(path: Path) -> Text:
    return (_UNUSABLE_ON_NETWORK if is_on_network(path.parent) else _UNUSABLE).filled(path=path)


@contextmanager
def in_transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run a block in a transaction that writes; an exception undoes its changes and is raised."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.DatabaseError):  # the file is damaged; the caller raises the first error
            if db.in_transaction:
                db.execute("ROLLBACK")
        raise


def in_savepoint(db: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Run `work` in a savepoint and return its result; an exception undoes its changes and is raised."""
    db.execute("SAVEPOINT isolated")
    try:
        result = work()
    except Exception as error:
        if not isinstance(error, MemoryError):
            raise_if_store_error(error)
        db.execute("ROLLBACK TO isolated")
        db.execute("RELEASE isolated")
        raise
    db.execute("RELEASE isolated")
    return result


def run_all_or_each(
    db: sqlite3.Connection,
    items: Collection[T],
    work: Callable[[Collection[T]], set[U]],
    on_bug: Callable[[T, Exception], object] = lambda _item, bug: report_unhandled(bug),
) -> set[U]:
    """Run `work` for all items at once; if that raises, for each item alone.

    Args:
        db: to write.
        items: the batch.
        work: returns a set of results for the given items.
        on_bug: called with an item that fails alone, and its exception; the changes of that item are undone.

    Returns:
        The union of the results.

    Raises:
        sqlite3.DatabaseError: full, locked or damaged; nothing of the transaction can be saved.
        MemoryError: likewise.
    """
    try:
        return in_savepoint(db, partial(work, items))
    except Exception as error:  # noqa: BLE001 - any bug
        if not isinstance(error, MemoryError):  # one by one they may have enough of it
            raise_if_store_error(error)
    found: set[U] = set()
    for one in items:
        try:
            found |= in_savepoint(db, partial(work, [one]))
        except Exception as error:  # noqa: BLE001 - as above
            raise_if_store_error(error)
            on_bug(one, error)
    return found


def raise_if_store_error(error: Exception) -> None:
    """Raise the error if it concerns more than one item: the file is full or damaged, or there is no memory."""
    if isinstance(error, (sqlite3.OperationalError, MemoryError)) or is_damage(error):
        raise error
