"""Recovery of data that was damaged or missing."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.texts import Text

MISSING = "the file is missing"
"""`Recovery.reason` if the file was removed while no process had it open, or before one started."""

_RESTORED = Text("Recovery", "The data was damaged and was restored from the copy of {time}. {rescued} {days} {aside}")
_ANEW = Text(
    "Recovery",
    "The data was damaged and there was no copy of it, so Despacho starts with empty data. {rescued} {days} {aside}",
)
_GONE = Text("Recovery", "The data was missing and was restored from the copy of {time}. {days}")
_GONE_ANEW = Text(
    "Recovery", "The data was missing and there is no copy of it, so Despacho starts with empty data. {days}"
)
_WHOLE = Text(
    "Recovery",
    "The data file was moved, replaced or truncated while Despacho was running. All data was saved in a new file, "
    "and nothing is missing. If another file replaced it, that file is in the folder “damaged”.",
)
_RESCUED = Text("Recovery", "Also recovered from the damaged file: notifications {notifications}, notes {follow_ups}.")
_DAYS_LOAD = Text("Recovery", "The days are loaded again automatically.")
_DAYS_UNKNOWN = Text("Recovery", "It is not known which days had been loaded: load the missing ones again.")
_ASIDE = Text("Recovery", "The damaged file is in the folder “damaged”.")


@dataclass(frozen=True)
class Recovery:
    """A damaged or missing file was replaced by a backup, or by an empty one if there was none.

    Args:
        at: time of the recovery, UTC.
        reason: the damage, in SQLite's words.
        damaged: name of the damaged file.
        backup_at: time of the backup, UTC; None if the store began empty.
        notifications: number of newer notifications read from the damaged file.
        follow_ups: number of newer follow-ups, likewise.
        since: since when something may be missing, UTC; equal to `at` if nothing is.
        knows_days: whether the loaded days could be read from the file; they are then loaded again.
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
    def is_whole(self) -> bool:
        """Whether nothing is missing: the file was removed while a process had it open and could save all of it."""
        return self.since == self.at

    @property
    def was_gone(self) -> bool:
        """Whether the file was removed, not damaged: a process that still has it open may hold newer content."""
        return self.is_whole or self.reason == MISSING

    @property
    def text(self) -> Text:
        """What happened and what to do; times are in UTC."""
        if self.is_whole:
            return _WHOLE
        if self.reason == MISSING:
            sentence = _GONE if self.backup_at is not None else _GONE_ANEW
        else:
            sentence = _RESTORED if self.backup_at is not None else _ANEW
        return sentence.filled(
            time=f"{self.backup_at:%Y-%m-%d %H:%M} UTC" if self.backup_at is not None else "",
            rescued=_RESCUED.filled(notifications=self.notifications, follow_ups=self.follow_ups),
            days=_DAYS_LOAD if self.knows_days else _DAYS_UNKNOWN,
            aside=_ASIDE,
        )
