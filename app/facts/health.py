"""The state of a store for `doctor`: what it holds, and when each maintenance task last ran."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from filelock import Timeout

from app.domain.contract.deviations import DeviationRow
from app.domain.contract.outcomes import Outcome
from app.domain.reception.recovery import Recovery
from app.facts.deviations import deviations
from app.facts.file.database import utc_text
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import is_current, opened_for_reading
from app.facts.gaps import last_heartbeat, refused_since
from app.facts.recovery.recovery_log import last_recovery
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


@dataclass(frozen=True)
class StoreHealth:
    """The state of a store. Times are UTC; None: never.

    Attributes:
        created_at: when the store was created.
        checked_at: when its integrity was last checked.
        recovery: the last one.
        listened_at: the last heartbeat of a receiver.
        received_at: when the last stored notification arrived.
        quarantined: the number of notifications still in quarantine.
        shortened_at: when the last of those arrived whose body is not kept whole.
        refused_since: since when notifications are refused for their token.
        deviations: from the contract, the latest first.
    """

    created_at: datetime | None
    checked_at: datetime | None
    recovery: Recovery | None
    listened_at: datetime | None
    received_at: datetime | None
    quarantined: int
    refused_since: datetime | None
    deviations: tuple[DeviationRow, ...] = ()
    shortened_at: datetime | None = None


def store_health(path: Path) -> StoreHealth | None:
    """Return the state of a store; None: an older version wrote it, or it does not exist.

    Raises:
        StoreError: it cannot be read.
    """
    with store_failures(path):
        if not is_current(path):
            return None
    with store_failures(path), opened_for_reading(newest_file(path)) as db:
        created = db.execute("SELECT min(applied_at) FROM _sqlite_migrations").fetchone()[0]
        check, heartbeat = last_run(db, MaintenanceTask.CHECK), last_heartbeat(db)
        received = db.execute("SELECT max(received_at) FROM notification").fetchone()[0]
        quarantined = db.execute(
            "SELECT count(*) FROM notification WHERE outcome = ?", (Outcome.QUARANTINED,)
        ).fetchone()[0]
        shortened = db.execute(
            f"SELECT max(received_at) FROM notification WHERE outcome = '{Outcome.QUARANTINED}' AND size IS NOT NULL"
        ).fetchone()[0]
        return StoreHealth(
            datetime.fromisoformat(created) if created else None,
            check.at if check is not None else None,
            last_recovery(db),
            heartbeat.at if heartbeat is not None else None,
            datetime.fromisoformat(received) if received else None,
            quarantined,
            refused_since(db),
            tuple(deviations(db)),
            datetime.fromisoformat(shortened) if shortened else None,
        )
