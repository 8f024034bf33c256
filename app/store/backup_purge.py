"""Old facts leave the copies of the file too, so that none of them outlives the time for which facts are kept."""

import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from app.domain.errors import StoreUnusableError
from app.domain.texts import Text
from app.facts.file.corruption import DamagedError, is_damage
from app.facts.file.failures import store_failures
from app.facts.file.generations import FIRST_LAYOUT
from app.facts.recovery.backups import backups, find_problem
from app.files.atomic_files import atomic_database
from app.store.retention import is_anything_old, remove_old, tables

_ALL = 2**62
_NOT_WHOLE = Text(
    "Error",
    "The copy {path} was not whole once its old days were removed ({problem}), and stays as it was. Check the disk: "
    "despacho doctor",
)


def purge_copies(path: Path, before: datetime, oldest_damaged: datetime) -> None:
    """Remove the same from all copies of a database; damaged files and those of the first layout go as a whole.

    Args:
        path: of the database.
        before: what arrived earlier goes, UTC.
        oldest_damaged: UTC; a damaged file that was last written before goes.

    Raises:
        StoreError: one of them cannot be read or written.
    """
    for copy in backups(path):
        try:
            purge_copy(copy, before)
        except (sqlite3.DatabaseError, OSError) as error:
            if not is_damage(error):
                with store_failures(copy):
                    raise
            _forget_since(copy, oldest_damaged)
    with store_failures(path):
        first = (path.parent / "backups").glob(f"{Path(FIRST_LAYOUT).stem}-*.sqlite")
        for file in (*(path.parent / "damaged").glob("*"), *first):
            _forget_since(file, oldest_damaged)


def _forget_since(file: Path, since: datetime) -> None:
    if file.is_file() and file.stat().st_mtime < since.timestamp():
        file.unlink(missing_ok=True)


def purge_copy(copy: Path, before: datetime) -> int:
    """Remove the same from a file that nobody has open, such as a backup, which may be of an older version.

    Returns:
        How many rows went; the file is not touched where there is nothing to remove.

    Raises:
        sqlite3.DatabaseError: it cannot be read or written, or is damaged.
        OSError: likewise.
        StoreUnusableError: what was left of it was not whole. The copy is as it was, whatever is raised.
    """
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as db:
        if not is_anything_old(db, before):
            return 0
    with atomic_database(copy) as unfinished:
        shutil.copyfile(copy, unfinished)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as db:
            db.execute("PRAGMA foreign_keys = ON")
            gone = 0
            for table in tables(db):
                while removed := remove_old(db, table, before, _ALL):
                    gone += removed
            db.execute("VACUUM")
        problem = find_problem(unfinished)
        if problem is not None:
            if find_problem(copy) is not None:
                raise DamagedError(problem)
            raise StoreUnusableError(_NOT_WHOLE.filled(path=copy, problem=problem))
    return gone
