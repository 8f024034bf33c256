"""Which visit belongs to which shipments, and who says what a shipment's status is: the newest visit or the carrier."""

import sqlite3
from collections.abc import Iterable, Sequence

_IDENTIFIERS = ("number", "external_number", "parcel_number", "parcel_id", "order_number")

_FOUND = " UNION ALL ".join(
    "SELECT key.visit_id, key.value, key.rank, shipment.id AS shipment_id, day.date FROM touched_visit AS touched"  # noqa: S608
    " CROSS JOIN visit_key AS key ON key.visit_id = touched.id"
    f" CROSS JOIN shipment ON shipment.{identifier} = key.value"
    " CROSS JOIN day ON day.id = shipment.day_id AND day.loaded_at IS NOT NULL"
    for identifier in _IDENTIFIERS
)
_LINK = f"""
    WITH found AS ({_FOUND}),
    ranked AS (
        SELECT found.visit_id, found.shipment_id,
               dense_rank() OVER (PARTITION BY found.visit_id ORDER BY found.rank) AS by_identifier,
               dense_rank() OVER (PARTITION BY found.visit_id, found.value
                                  ORDER BY CASE WHEN found.date > visit.date THEN found.date ELSE '' END) AS by_day
        FROM found CROSS JOIN visit ON visit.id = found.visit_id
    )
    INSERT OR IGNORE INTO visit_shipment (visit_id, shipment_id)
    SELECT visit_id, shipment_id FROM ranked WHERE by_identifier = 1 AND by_day = 1
    RETURNING shipment_id
"""  # noqa: S608 - our own expressions

_IS_ALONE = "NOT EXISTS (SELECT 1 FROM visit_shipment WHERE visit_id = visit.id)"
_WEIGH_ALONE = f"""
    UPDATE visit SET is_alone = {_IS_ALONE}
    WHERE id IN (SELECT id FROM touched_visit) AND is_alone <> {_IS_ALONE}
"""  # noqa: S608 - our own expressions


def match_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[int]:
    """Find the shipments of these visits anew. Return the ids of those that belong to one now, or did before.

    A visit belongs to the shipments of which one identifier equals one of its numbers, else its tracking id. The same
    parcel is listed on each day of its way: a visit is news for its own day and those before it, and for a later one
    only where no earlier one lists the parcel.
    """
    _choose(db, "touched_visit", visits)
    before = db.execute(
        "DELETE FROM visit_shipment WHERE visit_id IN (SELECT id FROM touched_visit) RETURNING shipment_id"
    ).fetchall()
    now = db.execute(_LINK).fetchall()
    db.execute(_WEIGH_ALONE)
    concerned = {row[0] for row in before + now}
    decide(db, concerned)
    return concerned


def match_shipments(db: sqlite3.Connection, shipments: str) -> None:
    """Find the visits of shipments anew that a load brought or changed; `shipments` is a table with their `id`."""
    found = (
        f"SELECT key.visit_id FROM {shipments} AS chosen CROSS JOIN shipment ON shipment.id = chosen.id"  # noqa: S608
        f" CROSS JOIN visit_key AS key ON key.value IN ({', '.join(f'shipment.{one}' for one in _IDENTIFIERS)})"
    )
    linked = f"SELECT visit_id FROM {shipments} AS chosen JOIN visit_shipment ON shipment_id = chosen.id"  # noqa: S608
    match_visits(db, [row[0] for row in db.execute(f"{found} UNION {linked}")])


def decide(db: sqlite3.Connection, shipments: Iterable[int]) -> None:
    """Keep with each of these shipments its newest visit, and whether that one leads.

    The visit leads where it closed after the carrier's status last changed. A first load shows no change: a visit
    leads then, unless it is of a day before the one that the shipment is listed for.
    """
    _choose(db, "touched_shipment", shipments)
    db.execute(
        """
        WITH newest AS (
            SELECT touched.id AS shipment_id, visit.id AS visit_id, visit.date, visit.closed_at,
                   row_number() OVER (PARTITION BY touched.id ORDER BY visit.at DESC, visit.id DESC) AS place
            FROM touched_shipment AS touched
            LEFT JOIN visit_shipment AS link ON link.shipment_id = touched.id
            LEFT JOIN visit ON visit.id = link.visit_id
        ),
        weighed AS (
            SELECT newest.*, day.date AS listed_for,
                   (SELECT at FROM shipment_history  -- the latest one: the clock may have been set back since another
                    WHERE shipment_id = newest.shipment_id AND kind = 'status' ORDER BY id DESC LIMIT 1) AS changed_at
            FROM newest CROSS JOIN shipment ON shipment.id = newest.shipment_id
            CROSS JOIN day ON day.id = shipment.day_id
            WHERE place = 1
        )
        UPDATE shipment SET visit_id = weighed.visit_id,
               visit_leads = coalesce(CASE
                   WHEN weighed.changed_at IS NULL THEN weighed.date >= weighed.listed_for
                   ELSE weighed.closed_at >= weighed.changed_at END, false)
        FROM weighed WHERE shipment.id = weighed.shipment_id
        """
    )


def _choose(db: sqlite3.Connection, name: str, ids: Iterable[int]) -> None:
    db.execute(f"CREATE TEMP TABLE IF NOT EXISTS {name} (id INTEGER PRIMARY KEY)")
    db.execute(f"DELETE FROM temp.{name}")  # noqa: S608 - our own name
    rows: Sequence[tuple[int]] = [(one,) for one in ids]
    db.executemany(f"INSERT OR IGNORE INTO temp.{name} VALUES (?)", rows)  # noqa: S608 - our own name
