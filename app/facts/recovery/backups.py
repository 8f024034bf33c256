"""Take backups of the facts while other processes write, and delete old ones.

Two are kept, or one of a large file: the newest of each of the last two days, so that many backups of one day do not
displace those of another. A backup with a future date was taken while the clock was wrong and counts as the oldest.
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
from app.facts.file.database import address, connect
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.files.atomic_files import atomic_database
from app.files.file_names import matching_names, name_match
from app.files.private_files import private_folder

MAX_COPIES = 2
LARGE_BYTES = 5_000_000_000
"""Of a larger file one backup is kept."""
_NO_ROOM = Text(
    "Error",
    "A copy of the data needs {needed} MB of free space for {path}, and the disk has less. Free some space.",
)
_NOT_WHOLE = Text(
    "Error",
    "The copy of {path} was not whole ({problem}) and was not kept. Check the disk that it is on: despacho doctor",
)


def back_up(path: Path, now: datetime, before: str = "") -> Path:
    """Back up the file, and delete surplus backups; return the backup.

    Takes no write lock and delays no writer. The backup gets its name once it is checked and on the disk. `now` (UTC),
    and the migration that follows it, if any, are parts of its name.

    Raises:
        StoreError: disk full, damaged, or not permitted. No incomplete backup is left.
    """
    folder = _folder(path)
    moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S%f")
    copy = folder / f"{path.stem}-{moment}{before and f'-before-{before}'}.sqlite"
    with store_failures(path):
        private_folder(folder)
        needed = 2 * newest_file(path).stat().st_size  # the receiver needs some space, too
        if shutil.disk_usage(folder).free < needed:
            raise StoreUnusableError(_NO_ROOM.filled(path=folder, needed=needed // 1_000_000 + 1))
        with atomic_database(copy) as unfinished:
            with closing(connect(address(newest_file(path), "ro"))) as connection:
                connection.execute("PRAGMA temp_store = FILE")
                connection.execute("VACUUM INTO ?", [str(unfinished)])
            problem = find_problem(unfinished)
            if problem is not None:
                raise StoreUnusableError(_NOT_WHOLE.filled(path=path, problem=problem))
        for old in _surplus(path, now, [copy, *(one for one in backups(path, now) if one != copy)]):
            with suppress(OSError):  # Windows: open in another process
                old.unlink()
    return copy


def backups(path: Path, now: datetime | None = None) -> list[Path]:
    """Return the backups of a store, the newest first, then those with a date after `now` (UTC)."""
    folder, now = _folder(path), now or datetime.now(UTC)
    found = [(_time(one) <= now, one[0]) for one in matching_names(folder, _pattern(path))]
    return [folder / name for _, name in sorted(found, reverse=True)]


def _surplus(path: Path, now: datetime, copies: Sequence[Path]) -> list[Path]:
    """Return the backups to delete; `copies` are all, the newest first."""
    days: dict[date, Path] = {}
    for copy in copies:
        at = taken_at(path, copy)
        if at is not None and at <= now:
            days.setdefault(at.date(), copy)
    limit = MAX_COPIES if newest_file(path).stat().st_size <= LARGE_BYTES else 1
    kept = list(days.values())[:limit]
    kept += [one for one in copies if one not in kept][: limit - len(kept)]
    return [one for one in copies if one not in kept]


def taken_at(path: Path, copy: Path) -> datetime | None:
    """Return when a backup was taken (UTC); None: the name is not that of a backup."""
    found = name_match(_pattern(path), copy.name)
    return _time(found) if found else None


def find_problem(copy: Path) -> str | None:
    """Check a file that no process writes, and return what is damaged; None: nothing.

    Raises:
        sqlite3.DatabaseError: the check could not be made.
    """
    try:
        with closing(connect(address(copy, "ro"))) as connection:
            found: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error):
            return str(error)
        raise
    return None if found == "ok" else found


def had_facts(path: Path) -> bool:
    """Return whether a folder holds what is only made beside facts, so that facts which are missing were removed.

    Settings, the log and the lock may be there before the first facts.
    """
    beside = rf"board-\d+-\d+\.sqlite(-wal|-shm)?|board\.lock|load\.lock|window\.ini|{re.escape(path.stem)}\.caring"
    logs = rf"{re.escape(path.stem)}(\.generation-\d+)?{re.escape(path.suffix)}-wal"
    return bool(backups(path)) or any(matching_names(path.parent, f"{beside}|{logs}"))


def is_whole(copy: Path) -> bool:
    """Return whether a backup is undamaged. Slow.

    Raises:
        StoreError: the check could not be made.
    """
    with store_failures(copy):
        return find_problem(copy) is None


def _folder(path: Path) -> Path:
    return path.parent / "backups"


def _pattern(path: Path) -> str:
    return rf"{re.escape(path.stem)}-(\d{{8}}T\d{{12}})(?:-before-\w+)?\.sqlite"


def _time(found: re.Match[str]) -> datetime:
    return datetime.strptime(found[1], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)
