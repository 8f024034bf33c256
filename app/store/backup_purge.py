"""Remove old facts from the backups too, so that none outlives the retention time."""

import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from app.domain.errors import StoreUnusableError
from app.domain.texts import Text
from app.facts.file.corruption import DamagedError, is_damage
from app.facts.file.database import address, connect
from app.facts.file.failures import store_failures
from app.facts.recovery.backups import backups, find_problem
from app.files.atomic_files import atomic_database, remove_file
from app.files.file_names import matching_names
from app.store.retention import has_old_rows, remove_old, tables

_ALL_ROWS = 2**62
_NOT_WHOLE = Text(
    "Error",
    "The copy {path} was not whole once its old days were removed ({problem}), and stays as it was. Check the disk: "
    "despacho doctor",
)


def purge_backups(path: Path, before: datetime, oldest_damaged: datetime) -> None:
    """Remove old facts from all backups of a store; delete old damaged files.

    Args:
        path: of the store.
        before: facts received earlier are removed, UTC.
        oldest_damaged: files last written earlier are deleted, UTC.

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
