"""Which visit belongs to which shipments, and who says what a shipment's status is: the newest visit or the carrier."""

import sqlite3
from collections.abc import Iterable, Sequence

_IDENTIFIERS = ("number", "external_number", "parcel_number", "parcel_id", "order_number")


def match_visits(db: sqlite3.Connection, visits: Iterable[int]) -> set[int]:
    """Find the shipments of these visits anew. Return the ids of those that belong to one now, or did before.

    A visit belongs to the shipments of which one identifier equals one of its numbers, else its tracking id. The same
    parcel is listed on each day of its way: the visit's own day comes first, else the last day before it, else the
    first one after it.
    """
    _choose(db, "touched_visit", visits)
    before = db.execute(
        "DELETE FROM visit_shipment WHERE visit_id IN (SELECT id FROM touched_visit) RETURNING shipment_id"
    ).fetchall()
    found = " UNION ALL ".join(
        "SELECT key.visit_id, key.rank, shipment.id AS shipment_id, day.date FROM touched_visit"  # noqa: S608 - our own
        " CROSS JOIN visit_key AS key ON key.visit_id = touched_visit.id"
        f" CROSS JOIN shipment ON shipment.{identifier} = key.value JOIN day ON day.id = shipment.day_id"
        for identifier in _IDENTIFIERS
    )
    now = db.execute(
        f"""
        WITH found AS ({found}),
        ranked AS (
            SELECT found.visit_id, found.shipment_id,
                   dense_rank() OVER (PARTITION BY found.visit_id ORDER BY found.rank, found.date > visit.date,
                       abs(julianday(found.date) - julianday(visit.date))) AS place
            FROM found JOIN visit ON visit.id = found.visit_id
        )
        INSERT OR IGNORE INTO visit_shipment (visit_id, shipment_id)
        SELECT visit_id, shipment_id FROM ranked WHERE place = 1
        RETURNING shipment_id
        """  # noqa: S608 - names of our own columns
    ).fetchall()
    concerned = {row[0] for row in before + now}
    decide(db, concerned)
    return concerned


def match_shipments(db: sqlite3.Connection, shipments: str) -> None:
    """Find the visits of shipments anew that a load brought or changed; `shipments` is a table with their `id`."""
    found = " UNION ".join(
        f"SELECT key.visit_id FROM {shipments} AS chosen JOIN shipment ON shipment.id = chosen.id"  # noqa: S608
        f" JOIN visit_key AS key ON key.value = shipment.{identifier}"
        for identifier in _IDENTIFIERS
    )
    concerned = match_visits(db, [row[0] for row in db.execute(found)])
    with_visit = db.execute(
        f"SELECT id FROM {shipments} JOIN shipment USING (id) WHERE visit_id IS NOT NULL"  # noqa: S608 - our own name
    )
    decide(db, {row[0] for row in with_visit} - concerned)


def decide(db: sqlite3.Connection, shipments: Iterable[int]) -> None:
    """Keep with each of these shipments its newest visit, and whether that one leads.

    The visit leads where it closed after the carrier's status last changed. A first load shows no change: a visit of
    the same day leads then, and one of another day if it closed after that load.
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
            SELECT newest.*, day.date AS listed_for, shipment.first_seen_at,
                   (SELECT max(at) FROM shipment_history
                    WHERE shipment_id = newest.shipment_id AND kind = 'status') AS changed_at
            FROM newest JOIN shipment ON shipment.id = newest.shipment_id JOIN day ON day.id = shipment.day_id
            WHERE place = 1
        )
        UPDATE shipment SET visit_id = weighed.visit_id,
               visit_leads = coalesce(CASE
                   WHEN weighed.changed_at IS NOT NULL THEN weighed.closed_at >= weighed.changed_at
                   WHEN weighed.date = weighed.listed_for THEN true
                   ELSE weighed.closed_at >= weighed.first_seen_at END, false)
        FROM weighed WHERE shipment.id = weighed.shipment_id
        """
    )


def _choose(db: sqlite3.Connection, name: str, ids: Iterable[int]) -> None:
    db.execute(f"CREATE TEMP TABLE IF NOT EXISTS {name} (id INTEGER PRIMARY KEY)")
    db.execute(f"DELETE FROM temp.{name}")  # noqa: S608 - our own name
    rows: Sequence[tuple[int]] = [(one,) for one in ids]
    db.executemany(f"INSERT OR IGNORE INTO temp.{name} VALUES (?)", rows)  # noqa: S608 - our own name
