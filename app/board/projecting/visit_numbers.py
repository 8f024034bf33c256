"""Which parcels each visit names; what the numbers mean is decided by `app.domain.board.matching`."""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from app.domain.board.matching import links_of, recipient_key
from app.domain.board.row import Bond
from app.facts.column_names import IDENTIFIER_COLUMNS

NAMED, REFERENCE, FORMER = 0, 1, 2
"""The ranks of a visit's keys: the numbers that it names, a reference that only the search knows, earlier numbers."""

_IS_LISTED = "CROSS JOIN day ON day.id = shipment.day_id AND day.loaded_at IS NOT NULL"
_KEYS = f"""
    SELECT key.visit_id, key.rank, key.value, EXISTS (
        SELECT 1 FROM shipment {_IS_LISTED} WHERE shipment.number = key.value
    )
    FROM json_each(:visits) AS given CROSS JOIN visit_key AS key ON key.visit_id = given.value
    WHERE key.rank <> {REFERENCE}
"""  # noqa: S608 - our own names
_FOUND = " UNION ALL ".join(
    f"SELECT given.value, shipment.number FROM json_each(:values) AS given"  # noqa: S608
    f" CROSS JOIN shipment ON shipment.{identifier} = given.value {_IS_LISTED}"
    for identifier in IDENTIFIER_COLUMNS
)
"""Asked of what is no shipment's number alone."""
_RECIPIENTS = f"""
    SELECT shipment.number, shipment.recipient_document, shipment.recipient, shipment.recipient_address
    FROM json_each(:numbers) AS given CROSS JOIN shipment ON shipment.number = given.value
    {_IS_LISTED} ORDER BY day.date, shipment.gone_at IS NULL, shipment.gone_at, shipment.position DESC, day.carrier
"""  # noqa: S608 - our own names
"""Of a parcel's listings on its last day the last one here says who receives it; when it was loaded is no matter."""


def link_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[str]:
    """Find the parcels of these visits anew, in a transaction.

    Returns:
        The numbers of all parcels that belong to one of them now, or did before.
    """
    asked = {"visits": json.dumps(list(visits))}
    keys = db.execute(_KEYS, asked).fetchall()
    meant = _meant(db, {value for _, _, value, is_number in keys if not is_number})
    named: dict[tuple[int, int], dict[str, set[str]]] = {}
    for visit, rank, value, is_number in keys:
        if is_number or value in meant:
            named.setdefault((visit, rank), {})[value] = {value} if is_number else meant[value]
    recipients = _recipients(db, named.values())
    wanted: dict[tuple[int, str], tuple[str, str]] = {}
    for visit, rank in sorted(named, reverse=True):  # what a visit names goes before what it named earlier
        links = links_of(named[visit, rank], recipients)
        bonds = ((links.linked, Bond.FORMER),) if rank == FORMER else (
            (links.linked, Bond.LINKED), (links.ambiguous, Bond.AMBIGUOUS)
        )  # fmt: skip
        for found, bond in bonds:
            for number, names in found.items():
                earlier = wanted.get((visit, number), ("", ""))[1].split("\n") if bond is Bond.LINKED else []
                wanted[visit, number] = bond, "\n".join(sorted({*names, *filter(None, earlier)}))
    before = {
        (visit, number): (bond, names)
        for visit, number, bond, names in db.execute(
            "SELECT visit_id, number, bond, names FROM visit_link"
            " WHERE visit_id IN (SELECT value FROM json_each(:visits))",
            asked,
        )
    }
    lost = [key for key in before if key not in wanted]
    db.executemany("DELETE FROM visit_link WHERE visit_id = ? AND number = ?", lost)
    db.executemany(
        "INSERT INTO visit_link (visit_id, number, bond, names) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (visit_id, number) DO UPDATE SET bond = excluded.bond, names = excluded.names",
        [(*key, *bond) for key, bond in wanted.items() if before.get(key) != bond],
    )
    return {number for _, number in (*before, *wanted)}


def _meant(db: sqlite3.Connection, values: set[str]) -> dict[str, set[str]]:
    """Return the numbers of the parcels that have one of these values as another identifier."""
    found: dict[str, set[str]] = {}
    if values:
        for value, number in db.execute(_FOUND, {"values": json.dumps(list(values))}):
            found.setdefault(value, set()).add(number)
    return found


def _recipients(db: sqlite3.Connection, named: Iterable[Mapping[str, set[str]]]) -> dict[str, str | None]:
    """Return what identifies the recipients of the parcels that a name means together with others."""
    several = {one for found in named for name, numbers in found.items() if name not in numbers for one in numbers}
    if not several:
        return {}
    rows = db.execute(_RECIPIENTS, {"numbers": json.dumps(list(several))})
    return {number: recipient_key(document, name, address) for number, document, name, address in rows}


def visits_naming(db: sqlite3.Connection, shipments: str) -> set[int]:
    """Return the visits that name a shipment of a table with their `id`, or belong to one."""
    named = ", ".join(f"shipment.{one}" for one in ("number", *IDENTIFIER_COLUMNS))
    found = db.execute(
        f"SELECT key.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"  # noqa: S608
        f" CROSS JOIN visit_key AS key ON key.value IN ({named})"
        f" UNION SELECT link.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"
        " CROSS JOIN visit_link AS link ON link.number = shipment.number"
    )
    return {row[0] for row in found}
