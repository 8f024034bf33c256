"""What facts say is derived once they are kept: visits, days, the parcels of these, and what rows say."""

import json
import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING

from app.domain.days import Day
from app.domain.outcomes import Outcome
from app.domain.unhandled import report_unhandled
from app.store.deciding import decide_unheard, decide_unsettled, derive_all, follow_visits
from app.store.deviations import keep_look_alikes_of_visits
from app.store.isolating import all_or_each, in_savepoint
from app.store.journal import Entry, Kind, enter, left, note_applied
from app.store.kept import Kept
from app.store.rebuilding import rebuild_day
from app.store.swapping import shows_last_load

if TYPE_CHECKING:  # the window opens without what reads notifications: its import takes long
    from app.domain.notifications import Notification

_CAME_LAST = "SELECT max(received_at) FROM notification WHERE visit_id IN (SELECT value FROM json_each(?))"

AT_ONCE = 100
"""Visits: they take some 25 ms, for which a notification that comes has to wait."""

_log = logging.getLogger(__name__)


def follow_some(
    db: sqlite3.Connection,
    visits: Iterable[int] = (),
    read: "Mapping[int, Notification] | None" = None,
    on_bug: Callable[[BaseException], object] = report_unhandled,
) -> Kept:
    """Derive some of what is to be derived, in a transaction; a bug that one visit or day meets costs that one alone.

    Args:
        db: to write.
        visits: to be derived whether another process has done so or not.
        read: what was read of notifications already, by their id.
        on_bug: told of each bug.

    Returns:
        Which visits and shipments were looked at; none of either where nothing is left.
    """
    entries = left(db, AT_ONCE)
    some = {int(one.key) for one in entries if one.kind is Kind.VISIT}.union(visits)
    is_first = note_first(db)
    shipments: set[int] = set()
    for entry in dict.fromkeys(one._replace(number=None) for one in entries if one.kind is not Kind.VISIT):
        shipments |= _follow_other(db, entry, on_bug)
    shipments |= all_or_each(db, some, lambda few: follow_visits(db, few, read), lambda _visit, bug: on_bug(bug))
    if is_first:
        shipments |= decide_unheard(db)
    note_applied(db, entries)
    if is_first:
        enter(db, Kind.UNHEARD, is_applied=True)
    if some:
        came_last = db.execute(_CAME_LAST, (json.dumps(list(some)),)).fetchone()[0]
        if came_last:  # a restored file may lack the notifications themselves
            keep_look_alikes_of_visits(db, some, datetime.fromisoformat(came_last))
    return Kept(some, shipments)


def _follow_other(db: sqlite3.Connection, entry: Entry, on_bug: Callable[[BaseException], object]) -> set[int]:
    """Derive what a fact says that is no notification; return the shipments that were looked at."""
    match entry.kind:
        case Kind.DAY:
            try:
                in_savepoint(db, lambda: _follow_day(db, entry.key))
            except (ValueError, LookupError, TypeError, zlib.error) as error:
                _log.warning("What is kept of the day %r is not whole: %r", entry.key, error)
            except Exception as bug:  # noqa: BLE001 - it is told, and the day stays as it is
                on_bug(bug)
        case Kind.RULES:
            derive_all(db)
        case Kind.UNHEARD:
            return decide_unheard(db)
        case _:
            return decide_unsettled(db)
    return set()


def _follow_day(db: sqlite3.Connection, key: str) -> None:
    carrier, day = key.split("\t")
    follow_day(db, Day(carrier, date.fromisoformat(day)))


def follow_day(db: sqlite3.Connection, day: Day) -> None:
    """Make a day anew where the board does not show its last load, in a transaction.

    Raises:
        ValueError, LookupError, TypeError, zlib.error: as `rebuild_day`.
    """
    if not shows_last_load(db, day):
        rebuild_day(db, day)


def note_first(db: sqlite3.Connection) -> bool:
    """Keep when the first notification came that was applied; return whether that became known just now."""
    applied = f"FROM notification WHERE outcome = '{Outcome.STORED}'"
    noted = db.execute(
        f"UPDATE site SET first_kept_at = (SELECT min(received_at) {applied})"  # noqa: S608 - a name of an enumeration
        f" WHERE first_kept_at IS NULL AND EXISTS (SELECT 1 {applied})"
    )
    return noted.rowcount > 0
