"""Which of this store's facts other desks do not have yet.

The facts themselves are the outbox: of each kind the id up to which they are published is kept.
"""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from app.domain.relay.shared_fact import FactKind, SharedFact
from app.facts.handover.hand_over import identity
from app.facts.sharing.receiver_times import own_gaps, own_times
from app.facts.sharing.relay_state import forget_published, published, save_published
from app.facts.sharing.shared_follow_ups import own_follow_ups
from app.facts.sharing.shared_loads import own_loads
from app.facts.sharing.shared_notifications import own_notifications

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
