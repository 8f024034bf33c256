"""Report the state of a store, for `doctor`."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.domain.contract.deviations import DeviationRow
from app.domain.contract.outcomes import Outcome
from app.domain.reception.recovery import Recovery
from app.facts.deviations import deviations
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import is_current, opened_for_reading
from app.facts.gaps import last_heartbeat, refused_since
from app.facts.maintenance import MaintenanceTask, last_run
from app.facts.recovery.recovery_log import last_recovery


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
