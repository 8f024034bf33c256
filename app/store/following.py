"""What notifications say is derived once they are kept: their visits, the parcels of these, and what rows say."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from app.domain.outcomes import Outcome
from app.domain.unhandled import report_unhandled
from app.store.deciding import decide_unheard, follow_visits
from app.store.deviations import keep_look_alikes_of_visits
from app.store.isolating import all_or_each
from app.store.kept import Kept

if TYPE_CHECKING:  # the window opens without what reads notifications: its import takes long
    from app.domain.notifications import Notification

_CAME_LAST = "SELECT max(received_at) FROM notification WHERE visit_id IN (SELECT value FROM json_each(?))"

AT_ONCE = 100
"""Visits: they take some 25 ms, for which a notification that comes has to wait."""


def note_visits_to_derive(db: sqlite3.Connection, visits: Iterable[int]) -> None:
    """Mark visits as not derived yet, in the transaction that keeps their notifications."""
    db.executemany("INSERT OR IGNORE INTO visit_to_derive (visit_id) VALUES (?)", [(one,) for one in visits])


def follow_some(
    db: sqlite3.Connection,
    visits: Iterable[int] = (),
    read: "Mapping[int, Notification] | None" = None,
    on_bug: Callable[[BaseException], object] = report_unhandled,
) -> Kept:
    """Derive some of what is to be derived, in a transaction; a bug that one visit meets costs that one alone.

    Args:
        db: to write.
        visits: to be derived whether another process has done so or not; together with what is left, up to `AT_ONCE`.
        read: what was read of notifications already, by their id.
        on_bug: told of each bug.

    Returns:
        Which visits and shipments were looked at; none of either where nothing is left.
    """
    some = set(visits)
    left = db.execute("SELECT visit_id FROM visit_to_derive LIMIT ?", (max(AT_ONCE - len(some), 0),))
    some |= {row[0] for row in left}
    is_first = note_first(db)
    shipments = all_or_each(db, some, lambda few: follow_visits(db, few, read), lambda _visit, bug: on_bug(bug))
    if is_first:
        shipments |= decide_unheard(db)
    if some:
        given = json.dumps(list(some))
        came_last = db.execute(_CAME_LAST, (given,)).fetchone()[0]
        if came_last is not None:  # a restored file may lack the notifications themselves
            keep_look_alikes_of_visits(db, some, datetime.fromisoformat(came_last))
        db.execute("DELETE FROM visit_to_derive WHERE visit_id IN (SELECT value FROM json_each(?))", (given,))
    return Kept(some, shipments)


def note_first(db: sqlite3.Connection) -> bool:
    """Keep when the first notification came that was applied; return whether that became known just now."""
    applied = f"FROM notification WHERE outcome = '{Outcome.STORED}'"
    noted = db.execute(
        f"UPDATE site SET first_kept_at = (SELECT min(received_at) {applied})"  # noqa: S608 - a name of an enumeration
        f" WHERE first_kept_at IS NULL AND EXISTS (SELECT 1 {applied})"
    )
    return noted.rowcount > 0
