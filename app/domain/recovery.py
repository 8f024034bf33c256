"""What became of data that was damaged, or gone."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.texts import Text

_RESTORED = Text("Recovery", "The data was damaged, and the copy of {time} took its place. {rescued} {days} {aside}")
_ANEW = Text(
    "Recovery", "The data was damaged and there was no copy of it, so it begins anew. {rescued} {days} {aside}"
)
_RESCUED = Text("Recovery", "Read out of the damaged file besides: notifications {notifications}, notes {follow_ups}.")
_DAYS_LOAD = Text("Recovery", "The days load again by themselves.")
_DAYS_UNKNOWN = Text("Recovery", "Which days had been loaded could not be read: load again those that are missing.")
_ASIDE = Text("Recovery", "The damaged file is in the folder “damaged”.")


@dataclass(frozen=True)
class Recovery:
    """A damaged file was set aside, and the store goes on from a backup, or empty where there was none.

    Args:
        at: when, UTC.
        reason: what was found to be damaged, as SQLite says it.
        damaged: the name that the file had.
        backup_at: of which moment the backup is, UTC; None where the store began anew.
        notifications: how many newer ones were read out of the damaged file.
        follow_ups: likewise.
        since: from when on something may be missing, UTC.
        knows_days: whether it could be read which days had been loaded; they are loaded again then.
    """

    at: datetime
    reason: str
    damaged: str
    backup_at: datetime | None
    notifications: int
    follow_ups: int
    since: datetime
    knows_days: bool = True

    @property
    def text(self) -> Text:
        """What happened and what to do, with UTC as `time`."""
        sentence = _RESTORED if self.backup_at is not None else _ANEW
        return sentence.filled(
            time=f"{self.backup_at:%Y-%m-%d %H:%M} UTC" if self.backup_at is not None else "",
            rescued=_RESCUED.filled(notifications=self.notifications, follow_ups=self.follow_ups),
            days=_DAYS_LOAD if self.knows_days else _DAYS_UNKNOWN,
            aside=_ASIDE,
        )
