"""A damaged file is set aside, and the store goes on from its newest whole backup."""

import errno
import logging
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.domain.reception.recovery import Recovery
from app.facts.file.connect import open_for_writing
from app.facts.file.corruption import Mark, damage_in, is_damage, is_environment
from app.facts.file.generations import after, newest, older
from app.facts.recovery.backups import backups, problem_of, taken_at
from app.facts.recovery.recovery_log import keep_recovery
from app.files.atomic_files import in_place
from app.files.private_folder import private_folder

_KEPT = 3
"""How many damaged files stay: the first, of which the restored one knows least, and the newest."""
_NOTHING_KNOWN = timedelta(days=7)
"""So far back something may be missing where there was no backup; what was delivered before, the carrier knows."""
_WITH_LOGS = ("", "-wal", "-shm")

_log = logging.getLogger(__name__)


def recover(
    path: Path,
    reason: str,
    damaged: Path | None = None,
    held: sqlite3.Connection | None = None,
    *,
    holds_all: bool = False,
) -> Recovery:
    """Put a whole file in the damaged one's place, with what of that can still be read. Call with the write lock held.

    Args:
        path: of the database.
        reason: what is damaged, for the log and the user.
        damaged: the file, where it is not the newest.
        held: a connection that has it open and may know more of it than is left at its path.
        holds_all: whether it is to be expected that this connection still reads all of it.

    Raises:
        StoreNewerError: the backups are those of a newer version.
        OSError, sqlite3.DatabaseError: no room, not permitted, or the damaged file cannot be read just now. Nothing
            was changed, and it may go well another time.
    """
    from app.facts.recovery.salvage import Salvaged, salvage  # noqa: PLC0415 - it reads notifications, which takes long to import

    damaged, now, rescued = damaged or newest(path), datetime.now(UTC), Salvaged(knows_days=True)
    _log.error("The file %s is damaged (%s) and is being restored", damaged, reason)
    with in_place(after(path, damaged)) as file:
        is_whole = held is not None and holds_all and _holds_what_is_held(file, held)
        backup_at = now if is_whole else _begin(path, file)
        with closing(open_for_writing(file)) as db:
            if not is_whole:
                for other in older(path):
                    if other != damaged:  # somebody gave a stray file a name that made it the newest
                        salvage(db, other)
                rescued = salvage(db, damaged, held)
            since = backup_at if backup_at is not None and backup_at <= now else now - _NOTHING_KNOWN
            found = rescued.notifications, rescued.follow_ups
            recovery = Recovery(now, reason, damaged.name, backup_at, *found, since, rescued.knows_days)
            keep_recovery(db, recovery)
            if db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchone()[0]:  # the log does not follow to its name
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
    Mark(path).clear()
    _log.warning("Restored as of %s, with %d notifications and %d follow-ups beside that", backup_at, *found)
    return recovery


def set_aside(path: Path) -> None:
    """Move files that the store lived in before into the folder “damaged”, and let others there go.

    One that somebody still has open stays where the system does not let it be moved, until the next time.
    """
    folder = _folder(path)
    for file in older(path):
        lay_aside(path, file)
    if folder.is_dir():
        kept = sorted(folder.glob(f"{path.stem}*{path.suffix}"), key=lambda one: one.stat().st_mtime)
        for old in kept[1 : 1 - _KEPT]:
            for tail in _WITH_LOGS:
                with suppress(OSError):
                    old.with_name(old.name + tail).unlink(missing_ok=True)


def lay_aside(path: Path, file: Path) -> None:
    """Move a file with its logs, or what there is of them, into the folder “damaged”, if the system lets it be moved.

    A log that stayed would be taken for that of another file which comes to have the name.
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


def _holds_what_is_held(file: Path, held: sqlite3.Connection) -> bool:
    """Have the file hold all that a connection reads; return False where that is not all any more."""
    try:
        held.execute("VACUUM INTO ?", [str(file)])
    except sqlite3.DatabaseError as error:
        if not (is_damage(error) or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ):
            raise
        found: str | None = str(error)
    else:
        found = _problem_with(file)
    if found is not None:
        _log.warning("Not all of it is held any more: %s", found)
    return found is None


def _begin(path: Path, file: Path) -> datetime | None:
    """Make the file a copy of the newest usable backup; return of when that is, None where there is none."""
    for copy in backups(path):
        found = problem_of(copy)
        if found is None:
            shutil.copyfile(copy, file)
            found = _problem_with(file)
        if found is None:
            return taken_at(path, copy)
        _log.warning("%s cannot be used: %s", copy.name, found)
        with suppress(OSError):  # as a backup it would be taken for a good one
            private_folder(_folder(path))
            copy.rename(_folder(path) / f"copy-{copy.name}")
    with file.open("wb"):
        pass
    return None


def _problem_with(file: Path) -> str | None:
    """Return why a copy cannot be brought up to date, or does not hold what Despacho wrote; None where all is well."""
    try:
        with closing(open_for_writing(file)) as db:
            found = damage_in(db)
    except sqlite3.DatabaseError as error:
        if is_environment(error):
            raise
        found = str(error)
    if found is not None:
        _forget_logs(file)
    return found


def _forget_logs(file: Path) -> None:
    for tail in _WITH_LOGS[1:]:
        file.with_name(file.name + tail).unlink(missing_ok=True)
