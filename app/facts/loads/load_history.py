"""Save each load with its changes, and compute the state of a day from its loads.

The changes are compressed JSON lines. A listing without a line in a load is unchanged.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from app.domain.days import CarrierAnswer, Day, HistoryKind, Skipped, SkipReason

_LINES_AT_ONCE = 500
COMPRESSION = 1  # of zlib: 6 leaves a fifth less, and takes three times as long


class Change(StrEnum):
    """The kind of a line."""

    MANIFEST = "manifest"
    """It is listed, with its position and, if there are any, the listings of it that could not be read this time.

    A manifest without a line is not listed.
    """
    LISTED = "listed"  # for the first time
    LISTED_AGAIN = "listed_again"
    STATUS = "status"
    WORDS = "words"  # other words, and the same status
    PLACE = "place"  # another position alone
    GONE = "gone"


ListingKey = tuple[str, str, int]
"""A listing of a day: manifest key, number, and occurrence of that number in the manifest."""

_LOADS = "SELECT id, asked_at, answer, changes, skipped FROM load WHERE carrier = ? AND date = ? ORDER BY id"


def packed(lines: Iterable[str]) -> bytes:
    """Compress JSON texts, joined by line ends, which they do not contain."""
    return zlib.compress("\n".join(lines).encode(), COMPRESSION)


def read_lines(packed: bytes) -> Iterator[list[Any]]:
    """Yield the parsed lines of `load.changes`, some hundreds at a time: parsing JSON blocks the other threads."""
    lines = zlib.decompress(packed).decode().split("\n")
    for first in range(0, len(lines), _LINES_AT_ONCE):
        yield from json.loads(f"[{','.join(lines[first : first + _LINES_AT_ONCE])}]")


def save_load(
    db: sqlite3.Connection,
    day: Day,
    at: str,
    answer: CarrierAnswer,
    changes: bytes | None = None,
    skipped: Sequence[Skipped] = (),
    shared: tuple[str, int] | None = None,
) -> int:
    """Save a load in the caller's transaction, and return its id.

    Args:
        db: of the facts.
        day: carrier and date.
        at: when the carrier was asked, as stored.
        answer: the kind of answer.
        changes: packed; None: the rows of the day stay unchanged.
        skipped: what could not be read.
        shared: the desk and number of the shared load that it comes from.
    """
    inserted = db.execute(
        "INSERT INTO load (carrier, date, asked_at, answer, changes, skipped, origin, origin_id)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(day.carrier, day.date.isoformat(), at, answer, changes),
            json.dumps(list(skipped)) if skipped else None,
            *(shared or (None, None)),
        ),
    )
    return inserted.lastrowid or 0


def last_load(db: sqlite3.Connection, day: Day) -> int:
    """Return the id of a day's last load; 0: none."""
    sql = "SELECT coalesce(max(id), 0) FROM load WHERE carrier = ? AND date = ?"
    return int(db.execute(sql, (day.carrier, day.date.isoformat())).fetchone()[0])


def is_replaced(db: sqlite3.Connection, load_id: int) -> bool:
    """Whether a load was written anew since: that of another desk came between those before it."""
    return not db.execute("SELECT 1 FROM load WHERE id = ?", (load_id,)).fetchone()


def delete_loads(db: sqlite3.Connection, day: Day) -> None:
    """Delete the damaged loads of a day in the caller's transaction; the next load counts as its first."""
    key = (day.carrier, day.date.isoformat())
    db.execute("DELETE FROM load WHERE carrier = ? AND date = ? AND changes IS NOT NULL", key)
    db.execute("DELETE FROM content WHERE carrier = ? AND date = ?", key)


class HistoryRow(NamedTuple):
    """What a load showed of a listing: a row of `shipment_history`. Times as stored."""

    at: str
    kind: HistoryKind
    status_id: str | None
    status: str | None
    manifest: str | None
    not_yet_at: str | None


@dataclass(slots=True)
class ListingState:
    """The state of a listing after all loads, without its JSON. Times as stored."""

    position: int
    first_seen_at: str
    changed_at: str
    status: tuple[str | None, str | None]
    history: list[HistoryRow]
    gone_at: str | None = None


@dataclass
class DayLoads:
    """The result of a day's loads. Times as stored.

    Attributes:
        last: id of the last load; 0: none.
        answer: of the last load.
        answered_at: when the last load was requested; empty: never.
        doubted_at: when the last load was requested, if it lacks manifests that were there; one that agrees makes it a
            good load.
        good: request times of the good loads, in their order, each once.
        loaded_at: the last of these.
        positions: of the manifests, by key.
        gone_at: since when manifests are no longer listed, by key.
        listings: all listings ever shown.
        skipped: what could not be read in the last good load.
        unread: of the known listings that it could not read, the last load that showed each of them.
    """

    last: int = 0
    answer: CarrierAnswer = CarrierAnswer.MANIFESTS
    answered_at: str = ""
    doubted_at: str | None = None
    good: dict[str, None] = field(default_factory=dict)
    loaded_at: str | None = None
    positions: dict[str, int] = field(default_factory=dict)
    gone_at: dict[str, str] = field(default_factory=dict)
    listings: dict[ListingKey, ListingState] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    unread: dict[ListingKey, str | None] = field(default_factory=dict)

    @classmethod
    def read(cls, db: sqlite3.Connection, day: Day) -> "DayLoads":
        """Read the loads of a day.

        Raises:
            ValueError, LookupError, TypeError, zlib.error: they are damaged.
        """
        loads = cls()
        for load_id, at, answer, changes, skipped in db.execute(_LOADS, (day.carrier, day.date.isoformat())):
            lines = None if changes is None else read_lines(changes)
            loads.add(load_id, at, CarrierAnswer(answer), lines, json.loads(skipped or "[]"))
        return loads

    def add(
        self,
        load_id: int,
        at: str,
        answer: CarrierAnswer,
        lines: Iterable[list[Any]] | None,
        skipped: Iterable[Sequence[Any]] = (),
    ) -> None:
        """Add a load after the others.

        Args:
            load_id: its id.
            at: when the carrier was asked, as stored.
            answer: the kind of answer.
            lines: its changes; None: the rows of the day stay unchanged.
            skipped: what could not be read, as stored.
        """
        doubted_at = self.doubted_at if answer is not CarrierAnswer.MANIFESTS else None
        self.doubted_at = at if lines is None else None
        self.last, self.answer, self.answered_at = load_id, answer, at
        if lines is not None:
            self._apply(doubted_at or at, lines)
            self.good[at] = None
            self.loaded_at = at
            self.skipped = [
                Skipped(number, manifest, SkipReason(reason), fields) for number, manifest, reason, fields in skipped
            ]

    @property
    def is_second_without(self) -> bool:
        """Whether another answer without manifests would confirm that the day has none."""
        return self.loaded_at is not None and self.answer is not CarrierAnswer.MANIFESTS

    def _apply(self, at: str, lines: Iterable[list[Any]]) -> None:
        listed: set[str] = set()
        again: set[ListingKey] = set()
        before, self.unread = self.unread, {}
        for kind, key, *said in lines:
            if kind == Change.MANIFEST:
                listed.add(key)
                self.positions[key], *unread = said
                for number, nth in unread[0] if unread else ():
                    which = key, number, nth
                    self.unread[which] = before.get(which, self.loaded_at)
            else:
                which = key, said[0], said[1]
                shown_at = before.get(which, self.loaded_at)
                self._apply_to_listing(at, Change(kind), which, shown_at, again, *said[2:])
        for key in self.positions:
            if key in listed:
                self.gone_at.pop(key, None)
            else:
                self.gone_at.setdefault(key, at)
        self.good[at] = None

    def _apply_to_listing(
        self, at: str, kind: Change, which: ListingKey, shown_at: str | None, again: set[ListingKey],
        position: int | None = None, status_id: str | None = None, status: str | None = None,
    ) -> None:  # fmt: skip
        """Apply a line; a load last showed the listing at `shown_at`; `again` collects those that are listed again."""
        if kind is Change.LISTED:
            if position is None:
                raise ValueError(which)
            first = HistoryRow(at, HistoryKind.LISTED, status_id, status, which[0], None)
            self.listings[which] = ListingState(position, at, at, (status_id, status), [first])
            return
        listing = self.listings[which]
        if position is not None:
            listing.position = position
        if kind is Change.GONE:
            listing.gone_at = at
            listing.history.append(HistoryRow(at, HistoryKind.GONE, *listing.status, None, shown_at))
        elif kind is not Change.PLACE:
            listing.changed_at, listing.status = at, (status_id, status)
            if kind is Change.LISTED_AGAIN:
                listing.gone_at = None
                again.add(which)
            if kind is not Change.WORDS:
                last = next((one for one in reversed(listing.history) if one.kind is HistoryKind.GONE), None)
                until = last.not_yet_at if last is not None and which in again else shown_at
                what = HistoryKind.LISTED_AGAIN if kind is Change.LISTED_AGAIN else HistoryKind.STATUS
                listing.history.append(HistoryRow(at, what, status_id, status, which[0], until))
