"""All that a file holds that follows from facts, in an order and by names that a rebuild does not change."""

from pathlib import Path

from app.facts.column_names import DECIDED_COLUMNS, HEAD_COLUMNS, STORED_COLUMNS
from tests.database import connected

_LISTING = """
    (SELECT day.carrier || ' ' || day.date || ' ' || manifest.key || ' ' || of.number || ' ' || of.occurrence
     FROM shipment AS of JOIN day ON day.id = of.day_id JOIN manifest ON manifest.id = of.manifest_id
     WHERE of.id = {})
"""
_DAY = "(SELECT carrier || ' ' || date FROM day WHERE day.id = day_id)"
_DECIDED = [one if one != "leads_to" else _LISTING.format("shipment.leads_to") for one in DECIDED_COLUMNS]
_TABLES = {
    "day": "SELECT carrier, date, answer, answered_at, loaded_at, first_loaded_at FROM day ORDER BY 1, 2",
    "good_load": f"SELECT {_DAY}, at FROM good_load ORDER BY 1, id",
    "skipped": f"SELECT {_DAY}, number, manifest, reason, fields FROM skipped ORDER BY 1, id",
    "manifest": f"SELECT {_DAY}, key, position, {', '.join(HEAD_COLUMNS)}, raw, gone_at FROM manifest ORDER BY 1, 2",
    "shipment": f"SELECT {_LISTING.format('shipment.id')}, position, digest, first_seen_at, changed_at, gone_at,"
    f" {', '.join((*STORED_COLUMNS, *_DECIDED))} FROM shipment ORDER BY 1",
    "shipment_history": f"SELECT {_LISTING.format('shipment_id')}, at, kind, status_id, status, manifest, not_yet_at"
    " FROM shipment_history ORDER BY 1, id",
    "shipment_text": f"SELECT {_LISTING.format('shipment_text.id')}, folded FROM shipment_text ORDER BY 1",
    "visit_shipment": f"SELECT visit_id, {_LISTING.format('shipment_id')} FROM visit_shipment ORDER BY 1, 2",
    "visit_mention": f"SELECT visit_id, {_LISTING.format('shipment_id')}, mention FROM visit_mention ORDER BY 1, 2",
    "visit_link": "SELECT visit_id, number, bond, names FROM visit_link ORDER BY 1, 2",
    "visit": "SELECT * FROM visit ORDER BY id",
}


def board_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of each derived table of a store, whose search index is that of its texts."""
    with connected(path) as db:
        db.execute("INSERT INTO shipment_text_fts (shipment_text_fts, rank) VALUES ('integrity-check', 1)")
        db.rollback()
        return {table: db.execute(sql).fetchall() for table, sql in _TABLES.items()}
