"""Match visits with parcels by the numbers that they name; `app.domain.board.matching` decides."""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from app.domain.board.matching import links_of, recipient_key
from app.domain.board.row import Bond
from app.facts.column_names import IDENTIFIER_COLUMNS

NAMED, REFERENCE, FORMER = 0, 1, 2
"""Ranks of a visit's keys: numbers that it names, a reference for the search alone, numbers of earlier messages."""

_IS_LISTED = "CROSS JOIN day ON day.id = shipment.day_id AND day.loaded_at IS NOT NULL"
_KEYS = f"""
    SELECT key.visit_id, key.rank, key.value, EXISTS (
        SELECT 1 FROM shipment {_IS_LISTED} WHERE shipment.number = key.value
    )
    FROM json_each(:visits) AS given CROSS JOIN visit_key AS key ON key.visit_id = given.value
    WHERE key.rank <> {REFERENCE}
"""
_FOUND = " UNION ALL ".join(
    f"SELECT given.value, shipment.number FROM json_each(:values) AS given"
    f" CROSS JOIN shipment ON shipment.{identifier} = given.value {_IS_LISTED}"
    for identifier in IDENTIFIER_COLUMNS
)
"""Used only for values that are no shipment's number."""
_RECIPIENTS = f"""
    SELECT shipment.number, shipment.recipient_document, shipment.recipient, shipment.recipient_address
    FROM json_each(:numbers) AS given CROSS JOIN shipment ON shipment.number = given.value
    {_IS_LISTED} ORDER BY day.date, shipment.gone_at IS NULL, shipment.gone_at, shipment.position DESC, day.carrier
"""
"""The last listing in this order gives a parcel's recipient, independent of the order of loads."""


def link_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[str]:
    """Match these visits with parcels again, in the caller's transaction.

    Returns:
        The numbers of all parcels that match now, or did before.
    """
    asked = {"visits": json.dumps(list(visits))}
    keys = db.execute(_KEYS, asked).fetchall()
    by_value = _numbers_by_value(db, {value for _, _, value, is_number in keys if not is_number})
    named: dict[tuple[int, int], dict[str, set[str]]] = {}
    for visit, rank, value, is_number in keys:
        if is_number or value in by_value:
            named.setdefault((visit, rank), {})[value] = {value} if is_number else by_value[value]
    recipients = _recipients(db, named.values())
    wanted: dict[tuple[int, str], tuple[str, str]] = {}
    for visit, rank in sorted(named, reverse=True):  # present numbers override earlier ones
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


def _numbers_by_value(db: sqlite3.Connection, values: set[str]) -> dict[str, set[str]]:
    """Return the numbers of the parcels that have one of these values as another identifier, by value."""
    found: dict[str, set[str]] = {}
    if values:
        for value, number in db.execute(_FOUND, {"values": json.dumps(list(values))}):
            found.setdefault(value, set()).add(number)
    return found


def _recipients(db: sqlite3.Connection, named: Iterable[Mapping[str, set[str]]]) -> dict[str, str | None]:
    """Return the recipient keys of the parcels that share an identifier with others, by number."""
    several = {one for found in named for name, numbers in found.items() if name not in numbers for one in numbers}
    if not several:
        return {}
    rows = db.execute(_RECIPIENTS, {"numbers": json.dumps(list(several))})
    return {number: recipient_key(document, name, address) for number, document, name, address in rows}


def visits_naming(db: sqlite3.Connection, shipments: str) -> set[int]:
    """Return the visits that name or match a shipment whose `id` is in this table."""
    named = ", ".join(f"shipment.{one}" for one in ("number", *IDENTIFIER_COLUMNS))
    found = db.execute(
        f"SELECT key.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"
        f" CROSS JOIN visit_key AS key ON key.value IN ({named})"
        f" UNION SELECT link.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"
        " CROSS JOIN visit_link AS link ON link.number = shipment.number"
    )
    return {row[0] for row in found}
