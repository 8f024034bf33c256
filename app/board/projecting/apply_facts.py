"""Apply journal entries to the board: derive visits, days, matches and the decided rows."""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from app.board.applied import (
    JournalEntry,
    defer_day,
    mark_applied,
    next_entries,
    next_pending,
    note_ahead,
)
from app.board.projecting.day_rows import DayProjection, ParsedShipments, is_unshown_large_day, remove_hidden
from app.board.projecting.decisions import (
    decide_unheard,
    decide_unsettled,
    derive_all,
    derive_visits,
    settle_look_alikes,
)
from app.board.projecting.visit_rows import look_alikes_of_visits
from app.domain.days import Day
from app.domain.errors import report_unhandled
from app.facts.file.failures import in_savepoint, raise_if_store_error, run_all_or_each
from app.facts.journal import ChangedRows, Kind, day_key, day_of
from app.facts.loads.day_facts import DAMAGE_ERRORS

_LAST_RECEIVED = "SELECT max(received_at) FROM notification WHERE visit_id IN (SELECT value FROM json_each(?))"

_SHIPMENTS_OF = "SELECT shipment_id FROM visit_shipment WHERE visit_id IN (SELECT value FROM json_each(?))"

_log = logging.getLogger(__name__)


def apply_next(
    db: sqlite3.Connection,
    visits: Iterable[int] = (),
    parsed: Mapping[str, ParsedShipments] | None = None,
    leaves_days: Callable[[], bool] = lambda: False,
) -> ChangedRows:
    """Apply the next entries in the caller's transaction; a bug in one visit or day affects that one alone.

    A large day that the board does not show yet stays pending, for `show_large_day`; so does any day that is left to
    another process.

    Args:
        db: of the board.
        visits: with new notifications of this process; another one may have derived them already.
        parsed: shipments of the days that this process loads, by the days' keys.
        leaves_days: whether another process loads a day, and is about to show it.

    Returns:
        The rows derived; empty if there were no entries.
    """
    entries = next_entries(db)
    some = {int(one.key) for one in entries if one.kind == Kind.VISIT and not one.is_ahead}
    changed, deferred = ChangedRows(), set[Day]()
    for entry in dict.fromkeys(one._replace(number=None) for one in entries if one.kind != Kind.VISIT):
        if entry.kind == Kind.DAY:
            day = day_of(entry.key)
            if is_unshown_large_day(db, day) or leaves_days():
                deferred.add(day)
                continue
            changed.affects_all_rows = True
            _apply_day(db, DayProjection(day, (parsed or {}).get(entry.key, {})), changed)
        else:
            changed.affects_all_rows |= entry.kind == Kind.RULES
            changed.shipments |= _apply_other(db, entry.kind)
    derived = set(visits) - some
    changed.visits |= some | derived
    if derived:
        changed.shipments |= {row[0] for row in db.execute(_SHIPMENTS_OF, (json.dumps(list(derived)),))}
    changed.shipments |= run_all_or_each(
        db, some, lambda few: derive_visits(db, few), lambda _visit, bug: report_unhandled(bug)
    )
    changed.shipments |= settle_look_alikes(db)
    mark_applied(db, entries)
    note_ahead(db, some)
    for day in deferred:
        defer_day(db, day)
    last_received = db.execute(_LAST_RECEIVED, (json.dumps(list(some)),)).fetchone()[0]
    if last_received and any(entry.number is not None for entry in entries):  # a rebuild must not count them again
        changed.seen_deviations.append((look_alikes_of_visits(db, some), datetime.fromisoformat(last_received)))
    return changed


def next_day(db: sqlite3.Connection) -> Day | None:
    """Return the day that is pending next; None: another kind of entry, or nothing, is."""
    first = next(iter(next_pending(db, 1)), None)
    return day_of(first.key) if first is not None and first.kind == Kind.DAY else None


def show_large_day(db: sqlite3.Connection, showing: DayProjection) -> ChangedRows:
    """Show a large day in the caller's transaction, written in parts before or not; delete the parts of a given-up one.

    Returns:
        The rows derived; empty if the day was given up and stays pending.
    """
    changed = ChangedRows()
    if not showing.has_parts:
        remove_hidden(db)
    if not showing.is_dropped and showing.is_current(db):
        changed.affects_all_rows = True
        _apply_day(db, showing, changed)
        settle_look_alikes(db)
        mark_applied(db, [JournalEntry(None, Kind.DAY, day_key(showing.day))])
    remove_hidden(db)
    return changed


def _apply_day(db: sqlite3.Connection, showing: DayProjection, changed: ChangedRows) -> None:
    day = showing.day
    try:
        alike = in_savepoint(db, lambda: showing.show(db))
    except DAMAGE_ERRORS as error:
        _log.warning("The stored data of the day %s of %s is damaged: %r", day.date, day.carrier, error)
    except Exception as bug:  # noqa: BLE001 - reported; the day stays unchanged
        raise_if_store_error(bug)
        report_unhandled(bug)
    else:
        key = day.carrier, day.date.isoformat()
        last = db.execute("SELECT max(asked_at) FROM load WHERE carrier = ? AND date = ?", key).fetchone()[0]
        if last:
            changed.seen_deviations.append((alike, datetime.fromisoformat(last)))


def _apply_other(db: sqlite3.Connection, kind: str) -> set[int]:
    """Apply an entry that is neither a visit nor a day; return the ids of the shipments derived.

    One of another kind is of a newer version that runs beside this one: it has a board of its own.
    """
    match kind:
        case Kind.RULES:
            derive_all(db)
        case Kind.UNHEARD:
            return decide_unheard(db)
        case Kind.UNSETTLED:
            return decide_unsettled(db)
    return set()
