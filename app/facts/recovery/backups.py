"""Copies of the file: whole ones, taken while others write, of which two are kept, or one where the file is large.

They are the newest of their days as far as there are two days; so many copies of one day push no other day out.
A copy that is named in the future was taken while the clock was wrong: nobody knows when, and every other one is newer.
"""

import re
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, date, datetime
from pathlib import Path

from app.domain.errors import StoreUnusableError
from app.domain.texts import Text
from app.facts.file.corruption import is_damage
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest
from app.files.atomic_files import in_place
from app.files.private_folder import private_folder

KEPT = 2
LARGE = 5_000_000_000
"""Bytes; of a larger file one copy is kept."""
_NAME = re.compile(r"-(\d{8}T\d{12})(?:-before-\w+)?\.sqlite", re.ASCII)
_NO_ROOM = Text(
    "Error",
    "A copy of the data needs {needed} MB of free space for {path}, and the disk has less. Free some space.",
)
_NOT_WHOLE = Text(
    "Error",
    "The copy of {path} was not whole ({problem}) and was not kept. Check the disk that it is on: despacho doctor",
)


def back_up(path: Path, now: datetime, before: str = "") -> Path:
    """Copy the file as it stands at this moment, and let the oldest copies go.

    Needs no write lock, and nobody who writes waits for it. The copy is checked and on disk before it has its name.

    Args:
        path: of the database.
        now: UTC; it is in the copy's name.
        before: the migration that it is taken before, if it is.

    Returns:
        The copy.

    Raises:
        StoreError: disk full, damaged, or not permitted. No half copy is left behind.
    """
    folder = _folder(path)
    moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S%f")
    copy = folder / f"{path.stem}-{moment}{before and f'-before-{before}'}.sqlite"
    with store_failures(path):
        private_folder(folder)
        needed = 2 * newest(path).stat().st_size  # the door needs some of it, too
        if shutil.disk_usage(folder).free < needed:
            raise StoreUnusableError(_NO_ROOM.filled(path=folder, needed=needed // 1_000_000 + 1))
        with in_place(copy) as unfinished:
            source = f"{newest(path).absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(source, uri=True, isolation_level=None)) as connection:
                connection.execute("PRAGMA busy_timeout = 5000")
                connection.execute("PRAGMA temp_store = FILE")
                connection.execute("VACUUM INTO ?", [str(unfinished)])
            problem = problem_of(unfinished)
            if problem is not None:
                raise StoreUnusableError(_NOT_WHOLE.filled(path=path, problem=problem))
        for old in _spare(path, now, [copy, *(one for one in backups(path, now) if one != copy)]):
            with suppress(OSError):  # whoever has it open keeps it a little longer
                old.unlink()
    return copy


def backups(path: Path, now: datetime | None = None) -> list[Path]:
    """Return the copies of a database, the newest first; behind them those of the future, UTC."""
    folder, now = _folder(path), now or datetime.now(UTC)
    taken = ((taken_at(path, one), one) for one in folder.glob(f"{path.stem}-*.sqlite")) if folder.is_dir() else ()
    found = [(at <= now, one.name, one) for at, one in taken if at is not None]
    return [one for _, _, one in sorted(found, reverse=True)]


def _spare(path: Path, now: datetime, copies: Sequence[Path]) -> list[Path]:
    """Return which of the copies, given the newest first, are too many."""
    days: dict[date, Path] = {}
    for copy in copies:
        at = taken_at(path, copy)
        if at is not None and at <= now:
            days.setdefault(at.date(), copy)
    most = KEPT if newest(path).stat().st_size <= LARGE else 1
    kept = list(days.values())[:most]
    kept += [one for one in copies if one not in kept][: most - len(kept)]
    return [one for one in copies if one not in kept]


def taken_at(path: Path, copy: Path) -> datetime | None:
    """Return when a copy was taken, UTC; None where the name is not that of a copy."""
    found = _NAME.fullmatch(copy.name.removeprefix(path.stem))
    return datetime.strptime(found[1], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC) if found else None


def problem_of(copy: Path) -> str | None:
    """Return what SQLite finds wrong with a file that nobody writes; None where it is whole.

    Raises:
        sqlite3.DatabaseError: it could not be looked at, which says nothing about the file.
    """
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error):
            return str(error)
        raise
    return None if found == "ok" else found


def is_whole(copy: Path) -> bool:
    """Return whether a copy is whole; it takes time.

    Raises:
        StoreError: it could not be looked at.
    """
    with store_failures(copy):
        return problem_of(copy) is None


def _folder(path: Path) -> Path:
    return path.parent / "backups"
