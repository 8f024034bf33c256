"""Which of this store's facts other desks do not have yet, and how those of others are taken."""

import logging
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from app.domain.days import Day
from app.domain.handover.entry import Case
from app.domain.relay.shared_fact import FactKind, SharedFact, Taken
from app.facts.changed_rows import ChangedRows
from app.facts.file.failures import in_savepoint, raise_if_store_error
from app.facts.handover.hand_over import identity
from app.facts.handover.merge_cases import Edits, merge_again
from app.facts.handover.take_over import EntrySaver
from app.facts.journal import Kind, append_entries
from app.facts.sharing.forms import NewerFormError
from app.facts.sharing.receiver_times import own_gaps, own_times, take_receiver_time
from app.facts.sharing.relay_state import OlderCopyError, forget_published, published, save_published
from app.facts.sharing.shared_follow_ups import own_follow_ups, take_follow_up
from app.facts.sharing.shared_loads import own_loads, take_load
from app.facts.sharing.shared_notifications import note_first_heard, own_notifications, take_notification

_log = logging.getLogger(__name__)

_COLUMNS = "identity, kind, carrier, origin, made_at, body"
__all__ = ["Outgoing", "UpTo", "forget_published", "mark_published", "unpublished"]

_MOST_PARTS: Final = 8
"""Parts of loads at a time, each of some half a megabyte: what waits longer for its acknowledgement fails."""

_Own = Callable[[sqlite3.Connection, int, int, str, str], Iterator[tuple[int, SharedFact]]]
_OWN: Final[dict[FactKind, _Own]] = {
    FactKind.NOTIFICATION: lambda db, after, limit, origin, _desk: own_notifications(db, after, limit, origin),
    FactKind.FOLLOW_UP: lambda db, after, limit, _origin, desk: own_follow_ups(db, after, limit, desk),
    FactKind.GAP: own_gaps,
    FactKind.LISTENING: own_times,
    FactKind.LOAD: lambda db, after, limit, _origin, _desk: own_loads(db, after, limit),
}


class Inbox:
    """Takes facts in one transaction of the caller.

    Args:
        db: of the facts, with the board attached.

    Attributes:
        changed: the visits that are to be derived again.
        days: those of which loads came.
        entries: how many follow-ups were new.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self.changed = ChangedRows()
        self.days: set[Day] = set()
        self.entries = 0
        self._db = db
        self._identity = identity(db)
        self._edits = Edits()
        self._saver = EntrySaver(db, self._edits, names_failures=True)
        self._cases: dict[Case, None] = {}
        self._counts: Counter[str] = Counter()
        self._refused: list[tuple[str, str]] = []

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
        return Taken(counts["applied"], counts["known"], counts["newer"], tuple(self._refused))

    def _take(self, fact: SharedFact) -> str:
        try:
            return "applied" if in_savepoint(self._db, lambda: self._apply(fact)) else "known"
        except NewerFormError:
            self._db.execute(
                f"INSERT OR IGNORE INTO newer_fact ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
                (fact.identity, fact.kind, fact.carrier, fact.origin, fact.made_at, fact.body),
            )
            return "newer"
        except OlderCopyError:
            raise
        except Exception as error:  # noqa: BLE001 - what another desk sends must not stop what comes after it
            raise_if_store_error(error)
            _log.warning("A fact that another desk told is refused: %s: %r", fact.identity, error)
            self._refused.append((fact.identity, type(error).__name__ if not str(error) else str(error)))
            return "refused"

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
    rows = db.execute(f"SELECT {_COLUMNS} FROM newer_fact ORDER BY identity LIMIT ?", (limit,)).fetchall()
    db.executemany("DELETE FROM newer_fact WHERE identity = ?", [row[:1] for row in rows])
    return [SharedFact(*row) for row in rows]


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
        up_to: for `mark_published`, once the relay has acknowledged all of them; None: there are none.
    """

    facts: tuple[SharedFact, ...] = ()
    up_to: UpTo | None = None


def unpublished(db: sqlite3.Connection, limit: int, desk: str = "") -> Outgoing:
    """Return the next facts that are not published.

    Args:
        db: of the facts.
        limit: the most facts to return.
        desk: the name of this desk.
    """
    origin = identity(db)
    for kind in FactKind:  # what happened comes before what the carrier shows
        after = published(db, kind)
        most = min(limit, _MOST_PARTS) if kind is FactKind.LOAD else limit
        found = list(_OWN[kind](db, after, most, origin, desk))
        if found:
            return Outgoing(tuple(fact for _, fact in found), UpTo(kind, after, found[-1][0]))
    return Outgoing()


def mark_published(db: sqlite3.Connection, up_to: UpTo) -> None:
    """Note that facts are published, in the caller's transaction, unless all are to be published again meanwhile."""
    save_published(db, *up_to)
