"""When the file was last cared for, and what is to be done for it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from filelock import FileLock, Timeout

from app.facts.file.timestamps import utc_text


class MaintenanceTask(StrEnum):
    """What is done for the file from time to time."""

    CHECK = "check"
    PURGE = "purge"
    REWRITE = "rewrite"  # noted from when it is needed until it is done
    LEAP = "leap"  # when the clock was first seen far ahead of the last purge


@dataclass(frozen=True)
class LastRun:
    """When something was done, or came to be needed, UTC; of a purge also the first day that it kept."""

    at: datetime
    result: str = ""


def last_run(db: sqlite3.Connection, task: MaintenanceTask) -> LastRun | None:
    """Return what was last noted; None: nothing."""
    row = db.execute("SELECT at, result FROM care WHERE kind = ?", (task,)).fetchone()
    return LastRun(datetime.fromisoformat(row[0]), row[1]) if row else None


def save_last_run(db: sqlite3.Connection, task: MaintenanceTask, last_run: LastRun | None) -> None:
    """Note it in the place of what was noted before; None: nothing is to stand there."""
    db.execute("DELETE FROM care WHERE kind = ?", (task,))
    if last_run is not None:
        db.execute(
            "INSERT INTO care (kind, at, result) VALUES (?, ?, ?)", (task, utc_text(last_run.at), last_run.result)
        )


@contextmanager
def maintenance_lock(path: Path) -> Iterator[bool]:
    """Keep other processes from caring for the same file meanwhile; gives False where one is at it, or none may."""
    lock = FileLock(path.with_suffix(".caring"), timeout=0, mode=0o600)
    try:
        lock.acquire()
    except (Timeout, OSError):
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
