"""Restore a damaged store from its newest undamaged backup, and set the damaged file aside."""

import errno
import logging
import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.domain.reception.recovery import Recovery
from app.facts.file.connect import open_for_writing
from app.facts.file.corruption import DamageMark, find_damage, is_damage, is_environment
from app.facts.file.generations import newest_file, next_file, older_files
from app.facts.recovery.backups import backups, find_problem, taken_at
from app.facts.recovery.recovery_log import save_recovery
from app.files.atomic_files import atomic_database, remove_file
from app.files.file_names import matching_names
from app.files.private_files import private_folder

_MAX_DAMAGED = 3
"""Damaged files to keep: the oldest, which may hold what no later one does, and the newest."""
_UNKNOWN_PERIOD = timedelta(days=7)
"""How far back data may be missing if there was no backup; the carrier knows older deliveries."""
_WITH_LOGS = ("", "-wal", "-shm")

_log = logging.getLogger(__name__)


def recover(
    path: Path,
    reason: str,
    damaged: Path | None = None,
    open_connection: sqlite3.Connection | None = None,
    *,
    is_complete: bool = False,
) -> Recovery:
    """Create the next generation from the newest backup and the readable rows of the damaged file.

    Call with the write lock held.

    Args:
        path: of the store.
        reason: what is damaged, for the log and the user.
        damaged: the file; None: the newest one.
        open_connection: a connection that has the file open and may read more than its path still holds.
        is_complete: whether that connection is expected to read the whole file.

    Raises:
        StoreNewerError: the backups are those of a newer version.
        OSError, sqlite3.DatabaseError: disk full, not permitted, or the damaged file is temporarily unreadable. Nothing
            was changed; the caller may try again.
    """
    from app.facts.recovery.salvage import Salvaged, salvage  # noqa: PLC0415 - pydantic loads slowly

    damaged, now, salvaged = damaged or newest_file(path), datetime.now(UTC), Salvaged(knows_days=True)
    _log.error("The file %s is damaged (%s); restoring", damaged, reason)
    with atomic_database(next_file(path, damaged)) as file:
        is_whole = open_connection is not None and is_complete and _copy_open_database(file, open_connection)
        backup_at = now if is_whole else _copy_newest_backup(path, file)
        with closing(open_for_writing(file)) as db:
            if not is_whole:
                for other in older_files(path):
                    if other != damaged:  # a stray file got a name that made it the newest
                        salvage(db, other)
                salvaged = salvage(db, damaged, open_connection)
            since = backup_at if backup_at is not None and backup_at <= now else now - _UNKNOWN_PERIOD
            found = salvaged.notifications, salvaged.follow_ups
            recovery = Recovery(now, reason, damaged.name, backup_at, *found, since, salvaged.knows_days)
            save_recovery(db, recovery)
            if db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchone()[0]:  # the rename leaves the log behind
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
    DamageMark(path).clear()
    _log.warning("Restored the backup of %s, and salvaged %d notifications and %d follow-ups", backup_at, *found)
    return recovery


def set_aside_old_files(path: Path) -> bool:
    """Move earlier generations into the folder “damaged”, and delete surplus files there.

    Returns:
        Whether none is left. Windows moves no file that is open; it stays until a later call.
    """
    folder = _folder(path)
    for file in older_files(path):
        _set_aside_file(path, file)
    names = matching_names(folder, rf"{re.escape(path.stem)}.*{re.escape(path.suffix)}")
    kept = sorted((folder / one[0] for one in names), key=lambda one: one.stat().st_mtime)
    for old in kept[1 : 1 - _MAX_DAMAGED]:
        for tail in _WITH_LOGS:
            with suppress(OSError):
                old.with_name(old.name + tail).unlink(missing_ok=True)
    return not older_files(path)


def _set_aside_file(path: Path, file: Path) -> None:
    """Move a file with its logs, as far as they exist, into the folder “damaged”, if the system permits.

    SQLite would apply a log that stayed to a later file of the same name.
    """
    name = f"{file.stem}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}{file.suffix}"
    with suppress(OSError):
        for tail in _WITH_LOGS:
            part = file.with_name(file.name + tail)
            if part.exists():
                private_folder(_folder(path))
                part.rename(_folder(path) / (name + tail))


def _folder(path: Path) -> Path:
    return path.parent / "damaged"


def _copy_open_database(file: Path, open_connection: sqlite3.Connection) -> bool:
    """Copy the database of a connection into the file; return False if parts of it could not be read."""
    try:
        open_connection.execute("VACUUM INTO ?", [str(file)])
    except sqlite3.DatabaseError as error:
        if not (is_damage(error) or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ):
            raise
        found: str | None = str(error)
    else:
        found = _find_problem(file)
    if found is not None:
        _log.warning("The open connection no longer reads all of the file: %s", found)
    return found is None


def _copy_newest_backup(path: Path, file: Path) -> datetime | None:
    """Copy the newest usable backup to the file; return when it was taken. None: there is none, the file is empty."""
    for copy in backups(path):
        found = find_problem(copy)
        if found is None:
            shutil.copyfile(copy, file)
            found = _find_problem(file)
        if found is None:
            return taken_at(path, copy)
        _log.warning("%s cannot be used: %s", copy.name, found)
        with suppress(OSError):  # so that it does not count as a backup
            private_folder(_folder(path))
            copy.rename(_folder(path) / f"copy-{copy.name}")
    with file.open("wb"):
        pass
    return None


def _find_problem(file: Path) -> str | None:
    """Migrate and check a copy; return why it cannot be used, or None."""
    try:
        with closing(open_for_writing(file)) as db:
            found = find_damage(db)
    except sqlite3.DatabaseError as error:
        if is_environment(error):
            raise
        found = str(error)
    if found is not None:
        _delete_logs(file)
    return found


def _delete_logs(file: Path) -> None:
    for tail in _WITH_LOGS[1:]:
        remove_file(file.with_name(file.name + tail))
