"""SQL that says which follow-ups and which marks of what was seen belong to a row of the board."""

OF_SHIPMENT = "f.number = s.number AND f.date = d.date AND f.carrier = d.carrier"
"""SQL condition: follow-up `f` belongs to shipment `s` of day `d`."""

_ALSO_ITS_SHIPMENTS = "f.visit_id = v.id AND v.date >= d.date AND f.carrier IS NULL"
"""SQL condition: follow-up `f` of visit `v`, saved while it had no shipments, applies to its shipments of day `d`."""


def at_desk(carrier: str, carriers: str = ":carriers") -> str:
    """Return the SQL condition that a carrier is among those of a desk, a JSON list; an empty one stands for all."""
    return f"({carriers} = '[]' OR {carrier} IN (SELECT value FROM json_each({carriers})))"


def of_visit_itself(carriers: str = ":carriers") -> str:
    """Return the SQL condition that follow-up `f` belongs to visit `v`, and not to a desk of other carriers."""
    return (
        f"f.visit_id = v.id AND (f.carrier IS NULL OR f.carrier = '' OR {at_desk('f.carrier', carriers)}"
        " OR NOT EXISTS (SELECT 1 FROM visit_shipment WHERE visit_id = v.id))"
    )


def shipments_of_visit(carriers: str = ":carriers") -> str:
    """Return the SQL source of the shipments of visit `v` at a desk of these carriers; a condition may follow it."""
    return (
        "visit_shipment l CROSS JOIN shipment s ON s.id = l.shipment_id CROSS JOIN day d ON d.id = s.day_id"
        f" AND d.date <= v.date AND {at_desk('d.carrier', carriers)}"
    )


VISITS_OF_SHIPMENT = (
    "visit_shipment l CROSS JOIN visit v ON v.id = l.visit_id"
    f" CROSS JOIN follow_up f ON {_ALSO_ITS_SHIPMENTS} WHERE l.shipment_id = s.id"
)
"""SQL source of the follow-ups of visits that apply to shipment `s`."""

TIME = "coalesce(f.decides_at, f.saved_at)"
"""SQL: the time of follow-up `f` among those of its case."""

SAVED_ORDER = (
    f"{TIME} || coalesce(f.origin, (SELECT identity FROM store WHERE id = 1))"
    " || printf('%020d%020d', coalesce(f.origin_id, f.id), f.id)"
)
"""SQL: a text by which the follow-ups of a case are ordered; its last 20 digits are the id."""


def latest_id(order: str) -> str:
    """Return the SQL expression of the id in a `SAVED_ORDER`; 0: it is empty."""
    return f"CAST(substr({order}, -20) AS INTEGER)"


def order_of_shipment(condition: str = "") -> str:
    """Return SQL: the latest `SAVED_ORDER` of shipment `s` of day `d`, empty if none; a condition may narrow it."""
    return (
        f"max(coalesce((SELECT max({SAVED_ORDER}) FROM follow_up f WHERE {OF_SHIPMENT}{condition}), ''),"
        f" coalesce((SELECT max({SAVED_ORDER}) FROM {VISITS_OF_SHIPMENT}{condition}), ''))"
    )


LATEST_OF_SHIPMENT = latest_id(order_of_shipment())
"""SQL: the id of the latest follow-up of shipment `s` of day `d`; 0: none."""

LATEST_OF_VISIT = latest_id(
    f"max(coalesce((SELECT max({SAVED_ORDER}) FROM follow_up f WHERE {of_visit_itself()}), ''),"
    f" coalesce((SELECT max({SAVED_ORDER}) FROM {shipments_of_visit()}"
    f" CROSS JOIN follow_up f ON {OF_SHIPMENT} WHERE l.visit_id = v.id), ''))"
)
"""SQL: the id of the latest follow-up of visit `v` or of its shipments at a desk; 0: none."""

VISIT_FAILURE = "v.id || '_' || v.timestamp"
"""SQL: the name of the failure that visit `v` reports, the key of its newest notification."""

ALL_SEEN = "coalesce((SELECT all_seen_at FROM site), '')"

UNSEEN = (
    f"v.received_at > {ALL_SEEN} AND NOT EXISTS"
    " (SELECT 1 FROM seen WHERE seen.visit_id = v.id AND seen.received_at = v.received_at)"
)
"""SQL condition: the newest notification of visit `v` is unseen; NULL where there is no visit."""
