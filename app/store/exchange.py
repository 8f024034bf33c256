"""Which of this store's facts other desks do not have yet, and how those of others are taken."""

import logging
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, NamedTuple

from app.domain.days import Day
from app.domain.handover.saved_follow_up import Case
from app.domain.relay.shared_fact import FactKind, SharedFact, Taken
from app.facts.file.database import identity
from app.facts.file.failures import in_savepoint, raise_if_store_error
from app.facts.journal import ChangedRows, Kind, append_entries
from app.facts.sharing.forms import NewerFormError
from app.facts.sharing.receiver_times import own_gaps, own_times, take_receiver_time
from app.facts.sharing.relay_state import Author, OlderCopyError, note_set_aside, published
from app.facts.sharing.shared_loads import own_loads, take_load
from app.facts.sharing.shared_notifications import note_first_heard, own_notifications, take_notification
from app.follow_ups.merge_cases import Edits, merge_again
from app.follow_ups.shared_follow_ups import own_follow_ups, take_follow_up
from app.follow_ups.take_over import EntrySaver

_log = logging.getLogger(__name__)

_COLUMNS = "identity, kind, origin, made_at, desk, latest, body"
_MOST_NEWER, _MOST_NEWER_BYTES = 10_000, 16 * 1024 * 1024
"""Facts of one desk that are kept for a newer version, and bytes of them, compressed."""
_MOST_BYTES: Final = 1024 * 1024 * 1024
"""Of facts of one desk that the relay stored on one day: for a large site, what it has of all days, sent again."""
_OF_DESK = "SELECT count(*), coalesce(sum(length(body)), 0) FROM newer_fact WHERE desk = ?"
_NOTE_BYTES = """
    INSERT INTO other_desk (desk, day, bytes) VALUES (?1, ?2, ?3) ON CONFLICT (desk) DO UPDATE
    SET bytes = CASE WHEN day = ?2 THEN bytes ELSE 0 END + ?3, day = ?2 RETURNING bytes
"""
_MOST_PARTS: Final = 250
"""Parts of loads at a time, 3 MB: what waits longer for its acknowledgement fails."""

_Own = Callable[[sqlite3.Connection, int, int, Author], Iterator[tuple[int, SharedFact]]]
_OWN: Final[dict[FactKind, _Own]] = {
    FactKind.NOTIFICATION: own_notifications,
    FactKind.FOLLOW_UP: own_follow_ups,
    FactKind.GAP: own_gaps,
    FactKind.LISTENING: own_times,
    FactKind.LOAD: own_loads,
}


class NotTakenError(ValueError):
    """What a desk sends is more than is taken of one."""


class Inbox:
    """Takes facts in one transaction of the caller.

    Args:
        db: of the facts, with the board attached.
        may_begin_anew: whether this store may get another identity now; else what it never wrote counts as known.

    Attributes:
        changed: the visits that are to be derived again.
        days: those of which loads came.
        entries: how many follow-ups were new.
    """

    def __init__(self, db: sqlite3.Connection, *, may_begin_anew: bool = True) -> None:
        self._may_begin_anew = may_begin_anew
        self.changed = ChangedRows()
        self.days: set[Day] = set()
        self.entries = 0
        self._db = db
        self._identity = identity(db)
        self._edits = Edits()
        self._saver = EntrySaver(db, self._edits, names_failures=True)
        self._cases: dict[Case, None] = {}
        self._counts: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()

    def take(self, facts: Iterable[SharedFact]) -> Taken:
        """Save facts, and return what became of them.

        Raises:
            OlderCopyError: this store first needs another identity.
            sqlite3.DatabaseError: nothing of the transaction can be saved.
        """
        for fact in facts:
            self._counts[self._take(fact)] += 1
        append_entries(self._db, Kind.VISIT, self.changed.visits)
        note_first_heard(self._db)
        self.entries = len(self._cases)
        if self._cases:
            merge_again(self._db, self._cases, self._edits)
        counts = self._counts
        return Taken(counts["applied"], counts["known"], counts["newer"], dict(self._refused))

    def _take(self, fact: SharedFact) -> str:
        try:
            return "applied" if in_savepoint(self._db, lambda: self._apply_within_bounds(fact)) else "known"
        except NewerFormError:
            return self._keep(fact)
        except OlderCopyError:
            if self._may_begin_anew:
                raise
            return "known"
        except Exception as error:  # noqa: BLE001 - what another desk sends must not stop what comes after it
            raise_if_store_error(error)
            return self._refuse(fact, error)

    def _keep(self, fact: SharedFact) -> str:
        """Keep a fact for a newer version."""
        count, size = self._db.execute(_OF_DESK, (fact.desk,)).fetchone()
        if count >= _MOST_NEWER or size >= _MOST_NEWER_BYTES:
            return self._refuse(fact, NotTakenError(count))
        values = fact.identity, fact.kind, fact.origin, fact.made_at, fact.desk, fact.latest, zlib.compress(fact.body)
        self._db.execute(f"INSERT OR IGNORE INTO newer_fact ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        return "newer"

    def _refuse(self, fact: SharedFact, error: Exception) -> str:
        if not self._refused[fact.desk]:  # of each batch the first
            _log.warning("A fact that the desk %r sent is set aside: %s: %.200r", fact.desk, fact.identity, error)
        self._refused[fact.desk] += 1
        note_set_aside(self._db, fact.desk, 1, repr(error))
        return "refused"

    def _apply_within_bounds(self, fact: SharedFact) -> bool:
        is_new = self._apply(fact)
        if is_new:
            (size,) = self._db.execute(_NOTE_BYTES, (fact.desk, fact.latest[:10], len(fact.body))).fetchone()
            if size > _MOST_BYTES:
                raise NotTakenError(size)
        return is_new

    def _apply(self, fact: SharedFact) -> bool:
        match fact.kind:
            case FactKind.NOTIFICATION:
                return take_notification(self._db, fact, self.changed)
            case FactKind.FOLLOW_UP:
                entry, is_new = take_follow_up(self._db, fact, self._saver)
                if is_new:
                    self._cases[entry.case] = None
                return is_new
            case FactKind.GAP | FactKind.LISTENING:
                return fact.origin != self._identity and take_receiver_time(self._db, fact)
            case FactKind.LOAD:
                day = take_load(self._db, fact)
                self.days |= {day} if day is not None else set()
                return day is not None
            case _:
                raise NewerFormError


def newer_facts(db: sqlite3.Connection, limit: int) -> list[SharedFact]:
    """Remove and return facts that were kept for a newer version, in the transaction that takes them again."""
    rows = db.execute(f"SELECT rowid, {_COLUMNS} FROM newer_fact ORDER BY rowid LIMIT ?", (limit,)).fetchall()
    db.executemany("DELETE FROM newer_fact WHERE rowid = ?", [row[:1] for row in rows])
    return [
        SharedFact(identity, kind, origin, made_at, zlib.decompress(body), desk, latest=latest)
        for _, identity, kind, origin, made_at, desk, latest, body in rows
    ]


def count_newer(db: sqlite3.Connection) -> int:
    """Count the facts that are kept for a newer version."""
    return int(db.execute("SELECT count(*) FROM newer_fact").fetchone()[0])


class UpTo(NamedTuple):
    """Of a kind, which ids were published, and which now are too."""

    kind: FactKind
    after: int
    last: int


class Outgoing(NamedTuple):
    """Facts to publish.

    Attributes:
        facts: of one kind, in their order; empty if all facts are published.
        up_to: for `save_published`, once the relay has acknowledged all of them; None: there are none.
        is_again: whether these were published before, and nothing else is to be.
    """

    facts: tuple[SharedFact, ...] = ()
    up_to: UpTo | None = None
    is_again: bool = False


def unpublished(
    db: sqlite3.Connection, limit: int, desk: str = "", kinds: Collection[str] = tuple(FactKind), after_id: int = 0
) -> Outgoing:
    """Return the next facts that are not published."""
    author = Author.read(db, desk)
    for kind in (one for one in FactKind if one in kinds):  # what happened comes before what the carrier shows
        after = max(published(db, kind), after_id)
        most = min(limit, _MOST_PARTS) if kind is FactKind.LOAD else limit
        found = list(_OWN[kind](db, after, most, author))
        if found:
            return Outgoing(tuple(fact for _, fact in found), UpTo(kind, after, found[-1][0]))
    return Outgoing()
