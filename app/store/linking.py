"""Which parcels each visit names; what the numbers mean is decided by `app.domain.board.matching`."""

import json
import sqlite3
from collections.abc import Iterable

from app.domain.board.matching import Candidate, links_of, recipient_key
from app.domain.board.row import Bond
from app.store.stored import IDENTIFIERS

NAMED, REFERENCE, FORMER = 0, 1, 2
"""The ranks of a visit's keys: the numbers that it names, a reference that only the search knows, earlier numbers."""

_FOUND = " UNION ALL ".join(
    "SELECT key.visit_id, key.rank, key.value, shipment.number, shipment.recipient_document, shipment.recipient,"  # noqa: S608
    " shipment.recipient_address, day.date, day.loaded_at FROM json_each(:visits) AS given"
    f" CROSS JOIN visit_key AS key ON key.visit_id = given.value AND key.rank <> {REFERENCE}"
    f" CROSS JOIN shipment ON shipment.{identifier} = key.value"
    " CROSS JOIN day ON day.id = shipment.day_id AND day.loaded_at IS NOT NULL"
    for identifier in ("number", *IDENTIFIERS)
)


def link_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[str]:
    """Find the parcels of these visits anew, in a transaction.

    Returns:
        The numbers of all parcels that belong to one of them now, or did before.
    """
    asked = {"visits": json.dumps(list(visits))}
    candidates: dict[tuple[int, int], list[Candidate]] = {}
    for visit, rank, named, number, document, name, address, day, loaded_at in db.execute(_FOUND, asked):
        candidate = Candidate(named, number, recipient_key(document, name, address), (day, loaded_at))
        candidates.setdefault((visit, rank), []).append(candidate)
    wanted: dict[tuple[int, str], str] = {}
    for visit, rank in sorted(candidates, reverse=True):  # what a visit names goes before what it named earlier
        links = links_of(candidates[visit, rank])
        if rank == FORMER:
            wanted |= {(visit, number): Bond.FORMER for number in links.linked}
        else:
            wanted |= {(visit, number): Bond.LINKED for number in links.linked}
            wanted |= {(visit, number): Bond.AMBIGUOUS for number in links.ambiguous}
    before = {
        (visit, number): bond
        for visit, number, bond in db.execute(
            "SELECT visit_id, number, bond FROM visit_link WHERE visit_id IN (SELECT value FROM json_each(:visits))",
            asked,
        )
    }
    lost = [key for key in before if key not in wanted]
    db.executemany("DELETE FROM visit_link WHERE visit_id = ? AND number = ?", lost)
    db.executemany(
        "INSERT INTO visit_link (visit_id, number, bond) VALUES (?, ?, ?)"
        " ON CONFLICT (visit_id, number) DO UPDATE SET bond = excluded.bond",
        [(*key, bond) for key, bond in wanted.items() if before.get(key) != bond],
    )
    return {number for _, number in (*before, *wanted)}


def visits_naming(db: sqlite3.Connection, shipments: str) -> set[int]:
    """Return the visits that name a shipment of a table with their `id`, or belong to one."""
    named = ", ".join(f"shipment.{one}" for one in ("number", *IDENTIFIERS))
    found = db.execute(
        f"SELECT key.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"  # noqa: S608
        f" CROSS JOIN visit_key AS key ON key.value IN ({named})"
        f" UNION SELECT link.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"
        " CROSS JOIN visit_link AS link ON link.number = shipment.number"
    )
    return {row[0] for row in found}
