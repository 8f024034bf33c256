"""Which notifications the user has seen: all up to a time, and later ones of single visits."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from app.board.follow_up_sql import ALL_SEEN, UNSEEN
from app.domain.views.columns import Table
from app.facts.file.database import utc_text
from app.facts.journal import ChangedRows

if TYPE_CHECKING:
    from app.domain.views.details import Subject

_CHOSEN_VISITS = """
    SELECT value AS id FROM json_each(:visits)
    UNION
    SELECT s.visit_id FROM json_each(:shipments) AS given CROSS JOIN shipment s ON s.id = given.value
"""
_MARK_SEEN = f"""
    INSERT INTO seen (visit_id, received_at)
    SELECT v.id, v.received_at FROM ({_CHOSEN_VISITS}) AS given CROSS JOIN visit v ON v.id = given.id WHERE {UNSEEN}
    ON CONFLICT (visit_id) DO UPDATE SET received_at = excluded.received_at
    RETURNING visit_id
"""
_SINCE_ALL_SEEN = f"""
    SELECT v.id, v.received_at, {UNSEEN} FROM (
        SELECT visit_id AS id FROM notification WHERE received_at > {ALL_SEEN} AND visit_id IS NOT NULL
        UNION SELECT visit_id FROM seen
    ) AS given CROSS JOIN visit v ON v.id = given.id WHERE v.received_at <= :until
"""
_MARK_ALL_SEEN = """
    INSERT INTO site (id, zone, all_seen_at) VALUES (1, '', :last)
    ON CONFLICT (id) DO UPDATE SET all_seen_at = max(all_seen_at, excluded.all_seen_at)
"""
"""An empty zone stands for one that is not set yet."""


def mark_seen(db: sqlite3.Connection, subjects: Sequence["Subject"] | None, at: datetime) -> ChangedRows:
    """Mark the newest notifications of these rows as seen, in the caller's transaction.

    Shipments stand for their newest visits; no subjects: all that was received until `at` (UTC).

    Returns:
        The changed rows.
    """
    if subjects is None:
        news = db.execute(_SINCE_ALL_SEEN, {"until": utc_text(at)}).fetchall()
        visits = {row_id for row_id, _, is_unseen in news if is_unseen}
        db.execute(_MARK_ALL_SEEN, {"last": max((received for _, received, _ in news), default="")})
        db.executemany("DELETE FROM seen WHERE visit_id = ?", [(row_id,) for row_id, *_ in news])
    else:
        chosen = {
            name: json.dumps([one.row_id for one in subjects if one.table is table])
            for name, table in (("visits", Table.VISITS), ("shipments", Table.SHIPMENTS))
        }
        visits = {row[0] for row in db.execute(_MARK_SEEN, chosen).fetchall()}
    shipments = db.execute(
        "SELECT s.id FROM json_each(?) AS given CROSS JOIN shipment s ON s.visit_id = given.value",
        (json.dumps(list(visits)),),
    )
    return ChangedRows(visits, {row[0] for row in shipments})
