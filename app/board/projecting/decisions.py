"""Run the rule over parcels, and store its result with their shipments."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any, NamedTuple

from app.board.projecting.visit_rows import link_visits, save_visits
from app.domain.board.facts import Listing, Observation, Visit
from app.domain.board.parcel import Parcel
from app.domain.board.row import Bond, BoundVisit, Mention, Row
from app.domain.board.signs import Sign
from app.domain.contract.statuses import (
    STATUS_NAMES,
    State,
    carrier_state,
    contradicts,
    is_in_force,
    is_unknown_name,
    plain_status_id,
    spelled_status,
)
from app.domain.days import HistoryKind
from app.domain.errors import report_unhandled
from app.facts.column_names import DECIDED_COLUMNS, IDENTIFIER_COLUMNS
from app.facts.file.failures import run_all_or_each
from app.facts.messages import messages_of
from app.facts.site_rules import site_rules

_BATCH_SIZE = 500  # parcels
_IDENTIFIERS = len(IDENTIFIER_COLUMNS)

_LISTINGS = f"""
    SELECT s.id, s.number, s.day_id, s.manifest_id, s.position, s.gone_at, s.is_odd, m.status,
           {", ".join(f"s.{name}" for name in (*IDENTIFIER_COLUMNS, *DECIDED_COLUMNS))}
    FROM json_each(:numbers) AS given CROSS JOIN shipment AS s ON s.number = given.value
    CROSS JOIN day AS d ON d.id = s.day_id AND d.loaded_at IS NOT NULL
    LEFT JOIN manifest AS m ON m.id = s.manifest_id
    ORDER BY d.date, d.carrier, s.position, s.first_seen_at, s.id
"""
"""In an order that depends on the loads alone: of equal listings the rule takes the first."""
_HISTORY = f"""
    SELECT h.shipment_id, h.at, h.kind, h.status_id, h.status, h.not_yet_at FROM json_each(:ids) AS given
    CROSS JOIN shipment_history AS h ON h.shipment_id = given.value
    WHERE h.kind <> '{HistoryKind.MOVED}' ORDER BY h.shipment_id, h.id
"""
_UPDATE = f"UPDATE shipment SET {', '.join(f'{name} = ?' for name in DECIDED_COLUMNS)} WHERE id = ?"


Absence = tuple[datetime, datetime | None]
"""The last load that listed a shipment, and the next one that listed it again; None: none yet."""
ListingHistory = tuple[list[Observation], list[Absence]]
TimelineLink = tuple[int, int, Mention | None]
"""Ids of a shipment and a visit in its timeline, and why the visit does not belong to it; None: it does."""


class LoadedDay(NamedTuple):
    """A loaded day of a carrier, the request times of its good loads, in their order, and its `usual_names`."""

    carrier: str
    day: date
    loads: list[datetime]
    usual_names: frozenset[tuple[str, str]]


def decide_numbers(
    db: sqlite3.Connection, numbers: Iterable[str], read: Mapping[int, Visit] | None = None, visits: Iterable[int] = ()
) -> set[int]:
    """Decide all listings of these numbers, in the caller's transaction; return their ids.

    If a parcel causes an exception, its rows stay unchanged but for the sign of odd data, and the bug is reported.
    `read` are visits that are read already, by id; of `visits`, `is_unmatched` is computed too, in any case.
    """
    decider = _Decider(db, read or {})
    rest = iter(sorted(set(numbers)))
    found: set[int] = set()

    def handle_bug(number: str, bug: Exception) -> None:
        found.update(decider.mark_doubtful(number))
        report_unhandled(bug)

    while some := list(islice(rest, _BATCH_SIZE)):
        found |= run_all_or_each(db, some, decider.decide, handle_bug)
    db.execute(_UPDATE_UNMATCHED, (json.dumps([*decider.moved.union(visits)]),))
    return found


def derive_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[int]:
    """Derive these visits in the caller's transaction, match them, and decide their parcels; return the shipments' ids.

    A visit without a stored notification is deleted.
    """
    followed = list(visits)
    found = save_visits(db, followed)
    decided = match_visits(db, followed, found)
    db.executemany("DELETE FROM visit WHERE id = ?", [(visit,) for visit in followed if visit not in found])
    return decided


def match_visits(db: sqlite3.Connection, visits: Sequence[int], read: Mapping[int, Visit] | None = None) -> set[int]:
    """Match these visits and decide their parcels, as `decide_numbers` does; return the shipments' ids."""
    return decide_numbers(db, link_visits(db, visits), read, visits)  # one that matches nothing touches no listing


def settle_look_alikes(db: sqlite3.Connection) -> set[int]:
    """Decide the rows with look-alike visits of dates on which most visits match nothing now, or did before.

    Then the identifiers are wrong, which the window says, and not some numbers; call it after a batch of changes.

    Returns:
        The ids of the listings decided.
    """
    before = {day for (day,) in db.execute("SELECT date FROM mismatched")}
    now = {day for (day,) in db.execute(_MISMATCHED)}
    if now == before:
        return set()
    db.execute("DELETE FROM mismatched")
    db.executemany("INSERT INTO mismatched (date) VALUES (?)", [(day,) for day in now])
    rows = db.execute(
        f"SELECT DISTINCT l.number FROM visit_link AS l JOIN visit AS v ON v.id = l.visit_id"
        f" WHERE l.bond = '{Bond.LOOK_ALIKE}' AND v.date IN (SELECT value FROM json_each(?))",
        (json.dumps([*(now ^ before)]),),
    )
    return decide_numbers(db, [row[0] for row in rows])


def decide_unheard(db: sqlite3.Connection) -> set[int]:
    """Decide the rows that may lack a notification, after the first one ever arrived; return their ids."""
    rows = db.execute(
        "SELECT DISTINCT number FROM shipment WHERE visit_id IS NULL AND state IN (?, ?)",
        (State.DELIVERED, State.EXCEPTION),
    )
    return decide_numbers(db, [row[0] for row in rows])


def decide_unsettled(db: sqlite3.Connection) -> set[int]:
    """Decide the rows that a load has still to settle; return their ids."""
    rows = db.execute("SELECT DISTINCT number FROM shipment WHERE NOT is_settled")
    return decide_numbers(db, [row[0] for row in rows])


def derive_all(db: sqlite3.Connection) -> None:
    """Derive all visits, matches and rows again, in the caller's transaction."""
    visits = [row[0] for row in db.execute("SELECT DISTINCT visit_id FROM notification WHERE visit_id IS NOT NULL")]

    def link(some: Collection[int]) -> set[str]:
        save_visits(db, some)
        return link_visits(db, some)

    for first in range(0, len(visits), _BATCH_SIZE):
        run_all_or_each(db, visits[first : first + _BATCH_SIZE], link)
    for (status,) in db.execute("SELECT DISTINCT status FROM manifest").fetchall():
        is_now = is_in_force(status) is not False
        db.execute("UPDATE manifest SET is_in_force = ? WHERE status IS ?", (is_now, status))
    decide_numbers(db, [row[0] for row in db.execute("SELECT DISTINCT number FROM shipment")], visits=visits)


def shown_name(status_id: str | None, status: str | None) -> str | None:
    """Return the name of a carrier's status; where name and id contradict each other, the contract's name of the id."""
    by_id = STATUS_NAMES.get(plain_status_id(status_id)) if status_id is not None else None
    return by_id if status is None or contradicts(status_id, status) else status


def read_history(entries: Iterable[tuple[Any, ...]], usual: Collection[tuple[str, str]]) -> "ListingHistory":
    """Return the observations and absences in a listing's history.

    Args:
        entries: (time, kind, status id, status name, `not_yet_at`) as stored.
        usual: the `usual_names` of the day.
    """
    observations: list[Observation] = []
    absences: list[Absence] = []
    for at_text, kind, status_id, status, not_yet_at in entries:
        at = datetime.fromisoformat(at_text)
        until = datetime.fromisoformat(not_yet_at) if not_yet_at else None
        if kind == HistoryKind.GONE:
            absences.append((until or observations[-1].seen_at, None))
        elif kind == HistoryKind.LISTED_AGAIN:
            absences[-1:] = [(last, at) for last, _ in absences[-1:]]
        else:
            is_odd = contradicts(status_id, status) or (
                is_unknown_name(status_id, status) and spelled_status(status_id, status) not in usual
            )
            name = shown_name(status_id, status)
            observations.append(Observation(at, until, carrier_state(status_id, status), name, is_odd))
    return observations, absences


class ParcelReader:
    """Reads the listings and visits of parcels."""

    def __init__(self, db: sqlite3.Connection, read: Mapping[int, Visit] | None = None) -> None:
        self._db = db
        self._read = read or {}
        self.site = site_rules(db)
        self._days: dict[int, LoadedDay] = {}

    def parcels(self, numbers: Collection[str]) -> Iterator[tuple[list[tuple[Listing, Row]], list[BoundVisit]]]:
        """Yield the listings of each parcel, each with its stored row, and the parcel's visits."""
        asked = {"numbers": json.dumps(list(numbers))}
        rows = self._db.execute(_LISTINGS, asked).fetchall()
        seen = self._observations([(row[0], row[2]) for row in rows])
        found: dict[str, list[tuple[Listing, Row]]] = {}
        for row_id, number, day_id, manifest, position, gone_at, is_odd, manifest_status, *rest in rows:
            loaded = self._day(day_id)
            listing = Listing(
                row_id, loaded.carrier, loaded.day, manifest or 0, position, is_in_force(manifest_status) is not False,
                None if gone_at is None else datetime.fromisoformat(gone_at), bool(is_odd), loaded.loads, *seen[row_id],
                (number, *rest[:_IDENTIFIERS]),
            )  # fmt: skip
            found.setdefault(number, []).append((listing, Row(*rest[_IDENTIFIERS:])))
        visits = self._visits(asked)
        for number, listings in found.items():
            yield listings, visits.get(number, [])

    def _observations(self, shipments: Sequence[tuple[int, int]]) -> dict[int, ListingHistory]:
        """Return the observations and absences of shipments, given by their ids and days, by id."""
        days = dict(shipments)
        entries: dict[int, list[tuple[Any, ...]]] = {row_id: [] for row_id in days}
        for row_id, *entry in self._db.execute(_HISTORY, {"ids": json.dumps(list(days))}):
            entries[row_id].append(tuple(entry))
        return {row_id: read_history(found, self._day(days[row_id]).usual_names) for row_id, found in entries.items()}

    def _day(self, day_id: int) -> LoadedDay:
        if day_id not in self._days:
            carrier, day, usual = self._db.execute(
                "SELECT carrier, date, usual_names FROM day WHERE id = ?", (day_id,)
            ).fetchone()
            loads = self._db.execute("SELECT at FROM good_load WHERE day_id = ? ORDER BY id", (day_id,))
            self._days[day_id] = LoadedDay(
                carrier,
                date.fromisoformat(day),
                [datetime.fromisoformat(one) for (one,) in loads],
                frozenset((status_id, name) for status_id, name in json.loads(usual)),
            )
        return self._days[day_id]

    def _visits(self, asked: dict[str, str]) -> dict[str, list[BoundVisit]]:
        links = self._db.execute(
            "SELECT l.number, l.visit_id, l.bond, l.names FROM json_each(:numbers) AS given"
            " CROSS JOIN visit_link AS l ON l.number = given.value"
            f" WHERE l.bond <> '{Bond.LOOK_ALIKE}' OR NOT EXISTS ("
            " SELECT 1 FROM visit CROSS JOIN mismatched USING (date) WHERE visit.id = l.visit_id)",
            asked,
        ).fetchall()
        if not links:
            return {}
        unread = {link[1] for link in links} - self._read.keys()
        known = dict(self._read)
        if unread:
            kept = messages_of(self._db, unread, self.site.sender_zone)
            known |= {visit: one.facts for visit, one in kept.items()}
        found: dict[str, list[BoundVisit]] = {}
        for number, visit, bond, names in links:
            if visit in known:
                bound = BoundVisit(known[visit], Bond(bond), frozenset(names.splitlines()))
                found.setdefault(number, []).append(bound)
        return found


class _Decider:
    """Decides parcels, and stores the rows that changed.

    Attributes:
        moved: the visits whose listings changed.
    """

    def __init__(self, db: sqlite3.Connection, read: Mapping[int, Visit]) -> None:
        self._db = db
        self._reader = ParcelReader(db, read)
        self.moved: set[int] = set()

    def mark_doubtful(self, number: str) -> set[int]:
        """Mark the rows of a parcel that could not be decided, so that a load retries it; return their ids."""
        rows = self._db.execute("SELECT id, signs FROM shipment WHERE number = ?", (number,)).fetchall()
        self._db.executemany(
            "UPDATE shipment SET signs = ?, is_settled = 0 WHERE id = ?",
            [(" ".join(sorted({*signs.split(), Sign.ODD_DATA})), row_id) for row_id, signs in rows],
        )
        return {row_id for row_id, _ in rows}

    def decide(self, numbers: Collection[str]) -> set[int]:
        """Decide these parcels; return the ids of their listings."""
        changed: list[tuple[object, ...]] = []
        ids: set[int] = set()
        visits_of: set[TimelineLink] = set()
        for listings, visits in self._reader.parcels(numbers):
            decided = Parcel([listing for listing, _ in listings], visits, self._reader.site.board).rows()
            changed += [(*decided.rows[one.id], one.id) for one, kept in listings if decided.rows[one.id] != kept]
            ids |= decided.rows.keys()
            visits_of |= {(shipment, visit, None) for shipment, visit in decided.belonging}
            visits_of |= {(shipment, visit, why) for (shipment, visit), why in decided.mentions.items()}
        self._db.executemany(_UPDATE, changed)
        self._save_visits(ids, visits_of)
        return ids

    def _save_visits(self, ids: Iterable[int], wanted: set[TimelineLink]) -> None:
        """Store exactly these visits of the given shipments."""
        before = {
            (shipment, visit, mention and Mention(mention))
            for shipment, visit, mention in self._db.execute(_VISITS_OF, {"ids": json.dumps(list(ids))})
        }
        if before == wanted:
            return
        for shipment, visit, mention in before - wanted:
            table = "visit_shipment" if mention is None else "visit_mention"
            self._db.execute(f"DELETE FROM {table} WHERE shipment_id = ? AND visit_id = ?", (shipment, visit))
        fresh = wanted - before
        self._db.executemany(
            "INSERT INTO visit_shipment (shipment_id, visit_id) VALUES (?, ?)", [one[:2] for one in fresh if not one[2]]
        )
        self._db.executemany(
            "INSERT INTO visit_mention (shipment_id, visit_id, mention) VALUES (?, ?, ?)",
            [one for one in fresh if one[2]],
        )
        self.moved |= {visit for _, visit, _ in before ^ wanted}


_MISMATCHED = f"""
    SELECT visit.date FROM visit
    WHERE date IN (SELECT v.date FROM visit_link AS l JOIN visit AS v ON v.id = l.visit_id
                   WHERE l.bond = '{Bond.LOOK_ALIKE}')
      AND EXISTS (SELECT 1 FROM day CROSS JOIN shipment ON shipment.day_id = day.id
                  WHERE day.date = visit.date AND day.loaded_at IS NOT NULL)
    GROUP BY visit.date HAVING 2 * sum(visit.is_unmatched) > count(*)
"""
_VISITS_OF = """
    WITH given AS (SELECT value AS id FROM json_each(:ids))
    SELECT l.shipment_id, l.visit_id, NULL FROM given CROSS JOIN visit_shipment AS l ON l.shipment_id = given.id
    UNION ALL
    SELECT l.shipment_id, l.visit_id, l.mention FROM given CROSS JOIN visit_mention AS l ON l.shipment_id = given.id
"""
_IS_UNMATCHED = (
    "NOT EXISTS (SELECT 1 FROM visit_shipment WHERE visit_id = visit.id)"
    f" AND NOT EXISTS (SELECT 1 FROM visit_mention WHERE visit_id = visit.id AND mention <> '{Mention.LOOK_ALIKE}')"
)
_UPDATE_UNMATCHED = f"""
    UPDATE visit SET is_unmatched = {_IS_UNMATCHED}
    WHERE id IN (SELECT value FROM json_each(?)) AND is_unmatched <> ({_IS_UNMATCHED})
"""
