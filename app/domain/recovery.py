"""What became of data that was damaged."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.listening import Gap


@dataclass(frozen=True)
class Recovery:
    """A damaged file was set aside, and the store goes on from a backup, or empty where there was none.

    Args:
        at: when, UTC.
        reason: what was found to be damaged, as SQLite says it.
        damaged: the file's name in the folder “damaged”, or in the data folder where it could not be moved yet.
        backup_at: of which moment the backup is, UTC; None where the store began anew.
        notifications: how many newer ones were read out of the damaged file.
        follow_ups: likewise.
        gap: in which something may be missing.
    """

    at: datetime
    reason: str
    damaged: str
    backup_at: datetime | None
    notifications: int
    follow_ups: int
    gap: Gap
