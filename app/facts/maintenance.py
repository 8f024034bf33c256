"""When each maintenance task last ran, and the lock of those who run them."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from filelock import Timeout

from app.facts.file.database import utc_text
from app.files.process_lock import file_lock


class MaintenanceTask(StrEnum):
    """A maintenance task with a stored time."""

    CHECK = "check"
    PURGE = "purge"
    REWRITE = "rewrite"  # stored while the rewrite is due
    LEAP = "leap"  # when the clock was first seen far ahead of the last purge


@dataclass(frozen=True)
class LastRun:
    """When a task ran, or became due (UTC). `result` of a purge: the first day that it kept."""

    at: datetime
    result: str = ""


def last_run(db: sqlite3.Connection, task: MaintenanceTask) -> LastRun | None:
    """Return the stored run of a task; None: none."""
    row = db.execute("SELECT at, result FROM care WHERE kind = ?", (task,)).fetchone()
    return LastRun(datetime.fromisoformat(row[0]), row[1]) if row else None


def save_last_run(db: sqlite3.Connection, task: MaintenanceTask, last_run: LastRun | None) -> None:
    """Replace the stored run of a task; None: remove it."""
    db.execute("DELETE FROM care WHERE kind = ?", (task,))
    if last_run is not None:
        db.execute(
            "INSERT INTO care (kind, at, result) VALUES (?, ?, ?)", (task, utc_text(last_run.at), last_run.result)
        )


@contextmanager
def maintenance_lock(path: Path) -> Iterator[bool]:
    """Lock out other processes' maintenance for a block; yields False where one runs, or the lock is not permitted."""
    lock = file_lock(path.with_suffix(".caring"), timeout=0)
    try:
        lock.acquire()
    except (Timeout, OSError):
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
