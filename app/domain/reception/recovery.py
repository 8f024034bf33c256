"""What became of data that was damaged, or gone."""

from datetime import datetime
from typing import NamedTuple

from app.domain.texts import Text

MISSING = "the file is missing"
"""The reason where it was taken away while nobody ran, or by the time that somebody started."""

_RESTORED = Text("Recovery", "The data was damaged, and the copy of {time} took its place. {rescued} {days} {aside}")
_ANEW = Text(
    "Recovery", "The data was damaged and there was no copy of it, so it begins anew. {rescued} {days} {aside}"
)
_GONE = Text("Recovery", "The data was gone, and the copy of {time} took its place. {days}")
_GONE_ANEW = Text("Recovery", "The data was gone and none of its copies could be used, so it begins anew. {days}")
_WHOLE = Text(
    "Recovery",
    "The file of the data was moved, replaced or cut short while Despacho was running. All of it was saved into a new "
    "file, and nothing is missing. If another file took its place, that is in the folder “damaged”.",
)
_RESCUED = Text("Recovery", "Read out of the damaged file besides: notifications {notifications}, notes {follow_ups}.")
_DAYS_LOAD = Text("Recovery", "The days load again by themselves.")
_DAYS_UNKNOWN = Text("Recovery", "Which days had been loaded could not be read: load again those that are missing.")
_ASIDE = Text("Recovery", "The damaged file is in the folder “damaged”.")


class Recovery(NamedTuple):
    """A damaged file was set aside, and the store goes on from a backup, or empty where there was none.

    Args:
        at: when, UTC.
        reason: what was found to be damaged, as SQLite says it.
        damaged: the name that the file had.
        backup_at: of which moment the backup is, UTC; None where the store began anew.
        notifications: how many newer ones were read out of the damaged file.
        follow_ups: likewise.
        since: from when on something may be missing, UTC; the moment itself where nothing is.
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
    def is_whole(self) -> bool:
        """Whether nothing is missing: the file was taken away, and whoever had it open still held all of it."""
        return self.since == self.at

    @property
    def was_gone(self) -> bool:
        """Whether the file was taken away, not damaged: whoever still has it open may hold more than was left."""
        return self.is_whole or self.reason == MISSING

    @property
    def text(self) -> Text:
        """What happened and what to do, with UTC as `time`."""
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
