"""A damaged file is set aside, and the store goes on from its newest whole backup."""

import errno
import logging
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.domain.recovery import Recovery
from app.store.backups import backups, problem_of, taken_at
from app.store.damage import Mark, damage_in, is_environment
from app.store.durably import in_place, private_folder
from app.store.generations import after, newest, older
from app.store.making import open_for_writing
from app.store.recoveries import keep_recovery
from app.store.rescue import rescue

_KEPT = 3
"""How many damaged files stay: the first, of which the restored one knows least, and the newest."""
_NOTHING_KNOWN = timedelta(days=7)
"""So far back something may be missing where there was no backup; what was delivered before, the carrier knows."""
_WITH_LOGS = ("", "-wal", "-shm")

_log = logging.getLogger(__name__)


def recover(path: Path, reason: str, damaged: Path | None = None, held: sqlite3.Connection | None = None) -> Recovery:
    """Put a whole file in the damaged one's place, with what of that can still be read. Call with the write lock held.

    Args:
        path: of the database.
        reason: what is damaged, for the log and the user.
        damaged: the file, where it is not the newest.
        held: a connection that has it open and may know more of it than is left at its path.

    Raises:
        StoreNewerError: the backups are those of a newer version.
        OSError, sqlite3.DatabaseError: no room, not permitted, or the damaged file cannot be read just now. Nothing
            was changed, and it may go well another time.
    """
    damaged, now = damaged or newest(path), datetime.now(UTC)
    _log.error("The file %s is damaged (%s) and is being restored", damaged, reason)
    with in_place(after(path, damaged)) as file:
        backup = _begin(path, file)
        backup_at = taken_at(path, backup) if backup else None
        with closing(open_for_writing(file)) as db:
            rescued = rescue(db, damaged, held)
            since = backup_at if backup_at is not None and backup_at <= now else now - _NOTHING_KNOWN
            recovery = Recovery(
                now,
                reason,
                damaged.name,
                backup_at,
                rescued.notifications,
                rescued.follow_ups,
                since,
                rescued.knows_days,
            )
            keep_recovery(db, recovery)
            write_all_into(db)
    Mark(path).clear()
    _log.warning(
        "Restored from %s, with %d notifications and %d follow-ups out of the damaged file",
        backup.name if backup else "nothing",
        rescued.notifications,
        rescued.follow_ups,
    )
    return recovery


def write_all_into(db: sqlite3.Connection) -> None:
    """Leave nothing in the log, which does not follow the file to its name; to close it would not tell."""
    (is_busy, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


def set_aside(path: Path) -> None:
    """Move files that the store lived in before into the folder “damaged”, and let others there go.

    One that somebody still has open stays where the system does not let it be moved, until the next time.
    """
    folder = path.parent / "damaged"
    for file in older(path):
        with suppress(OSError):
            private_folder(folder)
            name = f"{file.stem}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}{file.suffix}"
            for tail in _WITH_LOGS:
                with suppress(FileNotFoundError):
                    file.with_name(file.name + tail).rename(folder / (name + tail))
    if folder.is_dir():
        kept = sorted(folder.glob(f"{path.stem}*{path.suffix}"), key=lambda one: one.stat().st_mtime)
        for old in kept[1 : 1 - _KEPT]:
            for tail in _WITH_LOGS:
                with suppress(OSError):
                    old.with_name(old.name + tail).unlink(missing_ok=True)


def _begin(path: Path, file: Path) -> Path | None:
    """Make the file a copy of the newest backup that can be used; return that, None where it begins empty."""
    for backup in backups(path):
        if problem_of(backup) is not None:
            _log.warning("The backup %s is damaged as well", backup.name)
            continue
        shutil.copyfile(backup, file)
        if _is_usable(file):
            return backup
    with file.open("wb"):
        pass
    return None


def _is_usable(file: Path) -> bool:
    """Whether a copy of a backup can be brought up to date, and holds what Despacho wrote."""
    try:
        with closing(open_for_writing(file)) as db:
            found = damage_in(db)
    except sqlite3.DatabaseError as error:
        if is_environment(error):
            raise
        found = str(error)
    if found is not None:
        _log.warning("A backup cannot be used: %s", found)
        _forget_logs(file)
    return found is None


def _forget_logs(file: Path) -> None:
    for tail in _WITH_LOGS[1:]:
        file.with_name(file.name + tail).unlink(missing_ok=True)
