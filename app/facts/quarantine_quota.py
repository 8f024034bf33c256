"""Limits how much is kept of the bodies that are quarantined within an hour.

Up to a limit they are kept whole, beyond it shortened, and beyond another one only counted; of another content under a
known key the status stays, which is part of the visit's history. Valid notifications are facts and always kept.
"""

import sqlite3
from collections import deque
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import KEPT_BYTES, Outcome, QuarantineReason, Shortened
from app.facts.file.database import utc_text

_HOUR = timedelta(hours=1)
_PAGE = 4096  # bytes of a page of the file, which is SQLite's default
_MAX_LOCAL = _PAGE - 35  # of a row in its page; of a longer one, a part is in pages of its own
_MIN_LOCAL = (_PAGE - 12) * 32 // 255 - 23
_COLUMNS = 75  # bytes of a row besides its headers, path and body
_INDEXES = 95  # bytes of a row's entries in the indexes
_SECOND = len("2026-11-20T12:00:00")
_COUNTED = f"outcome = '{Outcome.QUARANTINED}' AND reason = '{QuarantineReason.TOO_MUCH}' AND received_at >= ?"
_RECENT = f"""
    SELECT received_at, length(body), length(CAST(headers || coalesce(path, '') AS BLOB)), reason FROM notification
    WHERE outcome = '{Outcome.QUARANTINED}' AND received_at >= ? AND received_at <= ? ORDER BY received_at
"""


@dataclass(frozen=True)
class QuarantineLimits:
    """Bytes within an hour; tests use smaller values.

    Args:
        whole: of the bodies that are kept whole.
        disk: that these take on the disk. SQLite leaves parts of pages empty: between a tenth and half of the file for
            bodies of some KB.
        shortened_disk: that they take together with shortened ones.
    """

    whole: int = 50_000_000
    disk: int = 50_500_000
    shortened_disk: int = 52_000_000


@dataclass
class _LastHour:
    """The bytes of the bodies quarantined in the last hour, and what they take on the disk, by second."""

    seconds: deque[tuple[str, int, int]] = field(default_factory=deque)
    bodies: int = 0
    disk: int = 0

    def add(self, second: str, bodies: int, disk: int) -> None:
        if self.seconds and self.seconds[-1][0] == second:
            _, others, their_disk = self.seconds.pop()
            self.seconds.append((second, others + bodies, their_disk + disk))
        else:
            self.seconds.append((second, bodies, disk))
        self.bodies, self.disk = self.bodies + bodies, self.disk + disk

    def forget_before(self, second: str) -> None:
        while self.seconds and self.seconds[0][0] < second:
            _, bodies, disk = self.seconds.popleft()
            self.bodies, self.disk = self.bodies - bodies, self.disk - disk


class QuarantineQuota:
    """Decides how much of each quarantined body is kept; in the writer's thread only, except `forget`.

    The sums come from the facts, so that a restart changes nothing, and are cached. Another process that receives for
    the same data has sums of its own.
    """

    def __init__(self, limits: QuarantineLimits | None = None) -> None:
        self._limits = limits or QuarantineLimits()
        self._last_hour: _LastHour | None = None
        self._counted: int | None = None  # the row that counts, if there is one

    def forget(self) -> None:
        """Read the sums from the facts again, since a transaction was rolled back."""
        self._last_hour = self._counted = None

    def limited(self, db: sqlite3.Connection, received: Received) -> "Received | None":
        """Return a notification as it is to be inserted; None: it is only counted, in this transaction."""
        if received.outcome is Outcome.STORED:
            return received
        second = utc_text(received.received_at)[:_SECOND]
        sums = self._sums(db, received.received_at)
        around = sum(len(name) + len(value) + 8 for name, value in received.headers) + len(received.path or "")
        disk = space_taken(around + len(received.body))
        if sums.bodies + len(received.body) <= self._limits.whole and sums.disk + disk <= self._limits.disk:
            sums.add(second, len(received.body), disk)
            return received
        kept = replace(received, body=received.body[:KEPT_BYTES], headers=(), path=None)
        disk = space_taken(len(kept.body))
        if sums.disk + disk <= self._limits.shortened_disk:
            sums.add(second, len(kept.body), disk)
            is_whole = len(received.body) <= KEPT_BYTES
            return kept if is_whole else replace(kept, shortened=Shortened.of(received.body))
        if received.change is not None:
            return replace(kept, body=b"", shortened=Shortened.of(received.body))
        self._count(db, received)
        return None

    def _sums(self, db: sqlite3.Connection, at: datetime) -> _LastHour:
        """Return the sums of the hour before a time."""
        since, second = utc_text(at - _HOUR)[:_SECOND], utc_text(at)[:_SECOND]
        found = self._last_hour
        if found is None or (found.seconds and found.seconds[-1][0] > second):  # the clock was set back
            found = self._last_hour = _LastHour()
            for received_at, body, around, reason in db.execute(_RECENT, (since, second + "~")):
                if reason != QuarantineReason.TOO_MUCH:
                    found.add(received_at[:_SECOND], body, space_taken(body + around))
        found.forget_before(since)
        return found

    def _count(self, db: sqlite3.Connection, received: Received) -> None:
        """Count a body on the row of the last hour that does, or on a new one."""
        at, since, size = received.received_at, utc_text(received.received_at - _HOUR), len(received.body)
        if self._counted is None:
            (self._counted,) = db.execute(f"SELECT max(id) FROM notification WHERE {_COUNTED}", (since,)).fetchone()
        counted = db.execute(
            f"UPDATE notification SET repeats = repeats + 1, size = size + ? WHERE id = ? AND {_COUNTED}",
            (size, self._counted, since),
        )
        if not counted.rowcount:
            self._counted = db.execute(
                "INSERT INTO notification (received_at, outcome, reason, headers, body, size)"
                " VALUES (?, ?, ?, '[]', x'', ?)",
                (utc_text(at), Outcome.QUARANTINED, QuarantineReason.TOO_MUCH, size),
            ).lastrowid


def space_taken(content: int) -> int:
    """Return the bytes of the file that a row takes, as SQLite lays it out.

    Args:
        content: bytes of body, headers and path.
    """
    row = _COLUMNS + content
    local, overflow_pages = row, 0
    if row > _MAX_LOCAL:
        in_overflow, on_overflow_page = row - _MIN_LOCAL, _PAGE - 4
        local = _MIN_LOCAL + in_overflow % on_overflow_page
        local = local if local <= _MAX_LOCAL else _MIN_LOCAL
        overflow_pages = -(-(row - local) // on_overflow_page)
    return _PAGE // (_PAGE // (local + 12)) + overflow_pages * _PAGE + _INDEXES
