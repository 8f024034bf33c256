"""How it stands with a store, for whoever looks after it."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.domain.contract.deviations import DeviationRow
from app.domain.contract.outcomes import Outcome
from app.domain.reception.recovery import Recovery
from app.facts.deviations import deviations
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest
from app.facts.file.opening import is_current, opened_for_reading
from app.facts.gaps import last_heartbeat, refused_since
from app.facts.maintenance import MaintenanceTask, noted
from app.facts.recovery.recovery_log import last_recovery


@dataclass(frozen=True)
class StoreHealth:
    """Times are UTC; None: never.

    Args:
        made_at: when the store was made.
        checked_at: when all of it was last checked.
        recovery: the last one.
        heard_at: when somebody last listened.
        kept_at: when a notification was last kept.
        quarantined: how many are set aside and not applied since.
        refused_since: since when notifications are refused for their token.
        deviations: what came beside the contract, the latest first.
    """

    made_at: datetime | None
    checked_at: datetime | None
    recovery: Recovery | None
    heard_at: datetime | None
    kept_at: datetime | None
    quarantined: int
    refused_since: datetime | None
    deviations: tuple[DeviationRow, ...] = ()


def store_health(path: Path) -> StoreHealth | None:
    """Return how it stands with a store; None with one that an older version left.

    Raises:
        StoreError: it cannot be read.
    """
    with store_failures(path):
        if not is_current(path):
            return None
    with store_failures(path), opened_for_reading(newest(path)) as db:
        made = db.execute("SELECT min(applied_at) FROM _sqlite_migrations").fetchone()[0]
        checked, heard = noted(db, MaintenanceTask.CHECK), last_heartbeat(db)
        kept = db.execute("SELECT max(received_at) FROM notification").fetchone()[0]
        aside = db.execute("SELECT count(*) FROM notification WHERE outcome = ?", (Outcome.QUARANTINED,)).fetchone()[0]
        return StoreHealth(
            datetime.fromisoformat(made) if made else None,
            checked.at if checked is not None else None,
            last_recovery(db),
            heard.at if heard is not None else None,
            datetime.fromisoformat(kept) if kept else None,
            aside,
            refused_since(db),
            tuple(deviations(db)),
        )
