"""What the rule says of shipments is worked out from the facts of their parcels, and kept beside them."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import NamedTuple

from app.domain.board.facts import Listing, Observation
from app.domain.board.parcel import Parcel
from app.domain.board.row import Bond, BoundVisit, Row
from app.domain.days import Day, HistoryKind
from app.domain.statuses import STATUS_NAMES, carrier_state, contradicts, is_in_force, plain_status_id
from app.store.linking import link_visits
from app.store.messages import messages_of
from app.store.site_rules import site_rules
from app.store.stored import DECIDED
from app.store.visits import save_visits

_AT_ONCE = 500  # parcels

_LISTINGS = f"""
    SELECT s.id, s.number, s.day_id, s.manifest_id, s.position, s.gone_at IS NULL, s.is_odd, m.status,
           {", ".join(f"s.{name}" for name in DECIDED)}
    FROM json_each(:numbers) AS given CROSS JOIN shipment AS s ON s.number = given.value
    CROSS JOIN day AS d ON d.id = s.day_id AND d.loaded_at IS NOT NULL
    LEFT JOIN manifest AS m ON m.id = s.manifest_id
"""  # noqa: S608 - our own names
_HISTORY = f"""
    SELECT h.shipment_id, h.at, h.not_yet_at, h.status_id, h.status FROM json_each(:ids) AS given
    CROSS JOIN shipment_history AS h ON h.shipment_id = given.value
    WHERE h.kind IN ('{HistoryKind.LISTED}', '{HistoryKind.STATUS}') ORDER BY h.shipment_id, h.id
"""  # noqa: S608 - names of an enumeration
_UPDATE = f"UPDATE shipment SET {', '.join(f'{name} = ?' for name in DECIDED)} WHERE id = ?"  # noqa: S608 - our own names


class Told(NamedTuple):
    """A day that loads told of: whose, which, and when the good loads were asked for."""

    carrier: str
    day: date
    loads: list[datetime]


def decide_numbers(db: sqlite3.Connection, numbers: Iterable[str]) -> set[int]:
    """Decide all listings of these numbers anew, in a transaction; return the ids of those that were looked at."""
    deciding = _Deciding(db)
    rest = iter(sorted(set(numbers)))
    found: set[int] = set()
    while some := list(islice(rest, _AT_ONCE)):
        found |= deciding.decide(some)
    return found


def follow_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[int]:
    """Find the parcels of these visits anew and decide them; return the ids of the shipments that were looked at."""
    return decide_numbers(db, link_visits(db, visits))


def derive_all(db: sqlite3.Connection) -> None:
    """Work out everything anew from the facts: visits, their parcels, and what each row says; in a transaction."""
    visits = [row[0] for row in db.execute("SELECT DISTINCT visit_id FROM notification WHERE visit_id IS NOT NULL")]
    for first in range(0, len(visits), _AT_ONCE):
        some = visits[first : first + _AT_ONCE]
        save_visits(db, some)
        link_visits(db, some)
    decide_numbers(db, [row[0] for row in db.execute("SELECT DISTINCT number FROM shipment")])


def row_alone(
    db: sqlite3.Connection, day: Day, at: str, status_id: str | None, status: str | None, is_odd: int,
    manifest_status: str | None,
) -> Row:  # fmt: skip
    """Return what the rule says of a shipment that is new in a load, and of which nothing else is known.

    Args:
        db: to read what decides of the site.
        day: carrier and date.
        at: when the load was asked for.
        status_id: the carrier's.
        status: likewise.
        is_odd: whether something of it could not be read, or contradicts itself.
        manifest_status: `estado` of its manifest.
    """
    seen_at = datetime.fromisoformat(at)
    seen = Observation(seen_at, None, carrier_state(status_id, status), shown_name(status_id, status))
    listing = Listing(
        0, day.carrier, day.date, 0, 0, is_in_force(manifest_status) is not False, True, bool(is_odd), [seen_at], [seen]
    )  # fmt: skip
    return Parcel([listing], [], site_rules(db).board).rows().rows[0]


def shown_name(status_id: str | None, status: str | None) -> str | None:
    """Return how a carrier's status reads: the contract's name of its id where name and id contradict each other."""
    by_id = STATUS_NAMES.get(plain_status_id(status_id)) if status_id is not None else None
    return by_id if status is None or contradicts(status_id, status) else status


class Facts:
    """Reads the facts of parcels.

    Args:
        db: to read.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.site = site_rules(db)
        self._days: dict[int, Told] = {}

    def parcels(self, numbers: Sequence[str]) -> Iterator[tuple[list[tuple[Listing, Row]], list[BoundVisit]]]:
        """Go through these parcels: their listings, each with the row that is kept of it, and their visits."""
        asked = {"numbers": json.dumps(numbers)}
        rows = self._db.execute(_LISTINGS, asked).fetchall()
        seen = self._observations([row[0] for row in rows])
        found: dict[str, list[tuple[Listing, Row]]] = {}
        for row_id, number, day_id, manifest, position, stands, is_odd, manifest_status, *kept in rows:
            told = self._day(day_id)
            listing = Listing(
                row_id, told.carrier, told.day, manifest or 0, position, is_in_force(manifest_status) is not False,
                bool(stands), bool(is_odd), told.loads, seen[row_id],
            )  # fmt: skip
            found.setdefault(number, []).append((listing, Row(*kept)))
        visits = self._visits(asked)
        for number, listings in found.items():
            yield listings, visits.get(number, [])

    def _observations(self, ids: Sequence[int]) -> dict[int, list[Observation]]:
        """Return what loads showed of shipments: a change of the state, not of how it is written."""
        found: dict[int, list[Observation]] = {row_id: [] for row_id in ids}
        for row_id, at, not_yet_at, status_id, status in self._db.execute(_HISTORY, {"ids": json.dumps(ids)}):
            observations, state = found[row_id], carrier_state(status_id, status)
            if observations and observations[-1].state is state:
                observations[-1] = observations[-1]._replace(status=shown_name(status_id, status))
                continue
            until = datetime.fromisoformat(not_yet_at) if not_yet_at and observations else None
            observations.append(Observation(datetime.fromisoformat(at), until, state, shown_name(status_id, status)))
        return found

    def _day(self, day_id: int) -> Told:
        if day_id not in self._days:
            carrier, day = self._db.execute("SELECT carrier, date FROM day WHERE id = ?", (day_id,)).fetchone()
            loads = self._db.execute("SELECT at FROM good_load WHERE day_id = ?", (day_id,))
            self._days[day_id] = Told(
                carrier, date.fromisoformat(day), sorted(datetime.fromisoformat(one) for (one,) in loads)
            )
        return self._days[day_id]

    def _visits(self, asked: dict[str, str]) -> dict[str, list[BoundVisit]]:
        links = self._db.execute(
            "SELECT l.number, l.visit_id, l.bond FROM json_each(:numbers) AS given"
            " CROSS JOIN visit_link AS l ON l.number = given.value",
            asked,
        ).fetchall()
        if not links:
            return {}
        messages = messages_of(self._db, {visit for _, visit, _ in links}, self.site.sender_zone)
        found: dict[str, list[BoundVisit]] = {}
        for number, visit, bond in links:
            if visit in messages:
                found.setdefault(number, []).append(BoundVisit(messages[visit][0], Bond(bond)))
        return found


class _Deciding:
    """Decides parcels and keeps what differs from before."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._facts = Facts(db)

    def decide(self, numbers: Sequence[str]) -> set[int]:
        """Decide these parcels; return the ids of their listings."""
        changed: list[tuple[object, ...]] = []
        ids: set[int] = set()
        belonging: set[tuple[object, ...]] = set()
        mentions: set[tuple[object, ...]] = set()
        for listings, visits in self._facts.parcels(numbers):
            decided = Parcel([listing for listing, _ in listings], visits, self._facts.site.board).rows()
            changed += [(*decided.rows[one.id], one.id) for one, kept in listings if decided.rows[one.id] != kept]
            ids |= decided.rows.keys()
            belonging |= decided.belonging
            mentions |= {(shipment, visit, str(why)) for (shipment, visit), why in decided.mentions.items()}
        self._db.executemany(_UPDATE, changed)
        self._keep("visit_shipment", ("shipment_id", "visit_id"), ids, belonging)
        self._keep("visit_mention", ("shipment_id", "visit_id", "mention"), ids, mentions)
        return ids

    def _keep(self, table: str, columns: Sequence[str], ids: Iterable[int], wanted: set[tuple[object, ...]]) -> None:
        """Have a table hold just these rows of the given shipments."""
        names = ", ".join(columns)
        before = set(
            self._db.execute(
                f"SELECT {names} FROM json_each(?) AS given CROSS JOIN {table} ON shipment_id = given.value",  # noqa: S608
                (json.dumps(list(ids)),),
            )
        )
        is_it = " AND ".join(f"{name} = ?" for name in columns)
        self._db.executemany(f"DELETE FROM {table} WHERE {is_it}", before - wanted)  # noqa: S608 - our own names
        marks = ", ".join("?" * len(columns))
        self._db.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", wanted - before)  # noqa: S608
        visits = json.dumps([row[1] for row in before ^ wanted])
        self._db.execute(_WEIGH_ALONE, (visits,))


_IS_ALONE = (
    "NOT EXISTS (SELECT 1 FROM visit_shipment WHERE visit_id = visit.id)"
    " AND NOT EXISTS (SELECT 1 FROM visit_mention WHERE visit_id = visit.id AND mention <> 'former')"
)
_WEIGH_ALONE = f"""
    UPDATE visit SET is_alone = {_IS_ALONE}
    WHERE id IN (SELECT value FROM json_each(?)) AND is_alone <> ({_IS_ALONE})
"""  # noqa: S608 - our own expressions
