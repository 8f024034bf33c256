"""What became of data that was damaged."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.texts import Text

_RESTORED = Text(
    "Recovery",
    "The data was damaged, and the copy of {time} took its place, with {notifications} notifications and {follow_ups} "
    "notes that came later. The days load again by themselves. The damaged file is in the folder “damaged”.",
)
_ANEW = Text(
    "Recovery",
    "The data was damaged and there was no copy of it: it begins anew, with {notifications} notifications and "
    "{follow_ups} notes that could be read. Load the days again. The damaged file is in the folder “damaged”.",
)


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
    """

    at: datetime
    reason: str
    damaged: str
    backup_at: datetime | None
    notifications: int
    follow_ups: int
    since: datetime

    @property
    def text(self) -> Text:
        """What happened and what to do, with UTC as `time`."""
        sentence = _RESTORED if self.backup_at is not None else _ANEW
        time = f"{self.backup_at:%Y-%m-%d %H:%M} UTC" if self.backup_at is not None else ""
        return sentence.filled(time=time, notifications=self.notifications, follow_ups=self.follow_ups)
