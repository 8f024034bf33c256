"""The columns of each table: the window, the exports and the column chooser read the same tuples."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from app.domain.column import Column, Kind
from app.domain.contract.deviations import SOURCE_TEXTS, WHAT_TEXTS
from app.domain.contract.outcomes import OUTCOME_TEXTS, REASON_TEXTS
from app.domain.contract.shipment_fields import (
    ADDRESS_STRETCH,
    CONTRACT_FIELDS,
    FURTHER_FIELDS,
    NAME_STRETCH,
    WINDOW_FIELDS,
)
from app.domain.contract.statuses import DAY_OUTCOMES, State
from app.domain.follow_ups import NEXT_STEP_TEXTS
from app.domain.reception.gaps import GAP_TEXTS
from app.domain.texts import Text

DAY_OUTCOME_TEXTS = {
    State.DELIVERED: Text("Outcome of the day", "Delivered"),
    State.EXCEPTION: Text("Outcome of the day", "Failed"),
    State.PICKUP: Text("Outcome of the day", "Ready for pickup"),
    State.ON_ITS_WAY: Text("Outcome of the day", "Out for delivery"),
    State.OTHER: Text("Outcome of the day", "Other"),
}
"""Names of a day's outcomes in figures and cells."""


class Table(StrEnum):
    """The tables of the window and of `export`."""

    SHIPMENTS = "shipments"
    VISITS = "visits"
    MANIFESTS = "manifests"
    NOTIFICATIONS = "notifications"
    REJECTED = "rejected"
    GAPS = "gaps"
    FOLLOW_UPS = "follow-ups"
    DEVIATIONS = "deviations"


DESK_TABLES = (Table.SHIPMENTS, Table.VISITS, Table.MANIFESTS, Table.NOTIFICATIONS)
"""The tables that the window shows, in the order of its tabs."""
FOLLOWED_TABLES = (Table.SHIPMENTS, Table.VISITS)
"""The tables whose rows have follow-ups and read marks."""
EXPORTED_TABLES = (
    Table.SHIPMENTS, Table.VISITS, Table.NOTIFICATIONS, Table.REJECTED, Table.GAPS, Table.FOLLOW_UPS,
    Table.DEVIATIONS,
)  # fmt: skip
"""The tables that `export` writes."""

FOLLOW_UP_COLUMNS = (
    Column("failure", "motivo_falla", Text("Column", "Reason"), Kind.FAILURE, 9, is_exported=False),
    Column("note", "nota", Text("Column", "Note"), width=24, is_exported=False, stretch=NAME_STRETCH),
    Column("called_at", "llamada", Text("Column", "Called"), Kind.INSTANT, 10, is_exported=False),
    Column("next_step", "proximo_paso", Text("Column", "Next step"), Kind.NEXT_STEP, 14, is_exported=False),
    Column("acknowledged_at", "atendido", Text("Column", "Acknowledged"), Kind.INSTANT, 10, is_exported=False),
    Column("acknowledged_by", "atendido_por", Text("Column", "Acknowledged by"), width=12, is_exported=False),
    Column("remind_at", "volver_a_llamar", Text("Column", "Call again at"), Kind.INSTANT, 12, is_exported=False),
    Column("assigned_to", "a_cargo", Text("Column", "Assigned to"), width=10, is_exported=False),
)
"""The follow-up of a failed delivery: the last columns of shipments and of visits."""

CARRIER = Column("day_carrier", "transportadora", Text("Column", "Carr."), Kind.ID, 9, is_exported=False)
"""The code by which the carrier was asked; it is offered only where the rows of several are shown."""

SHIPMENT_COLUMNS = (
    Column("date", "fecha", Text("Column", "Date"), Kind.DATE, 10),
    Column("manifest_number", "idPlanillaReparto", Text("Column", "Manifest"), Kind.ID, 10),
    Column("manifest_status", "estadoPlanilla", Text("Column", "Manifest status"), Kind.CODED_STATUS, 10),
    Column("carrier_code", "codigoCarrier", Text("Column", "Carrier"), Kind.ID, 12),
    Column("manifest_created_at", "fechaCreacion", Text("Column", "Manifest created"), Kind.MOMENT, 16),
    *CONTRACT_FIELDS,
    Column("shown_status", "estado", Text("Column", "Status"), Kind.STATUS, 15),
    Column("conflict", "conflicto", Text("Column", "Differs"), Kind.FLAG, 10),
    Column("current", "vigente", Text("Column", "Still listed"), Kind.FLAG, 10),
    Column("visit_id", "visita_id", Text("Column", "Visit"), Kind.ID, 10),
    Column("visit_status", "estado_nuevo", Text("Column", "Visit's status"), Kind.CODED_STATUS, 12),
    Column("visit_timestamp", "visita_timestamp", Text("Column", "Closed"), Kind.SENT, 10),
    Column("signs", "senales", Text("Column", "Signs"), Kind.SIGNS, 16),
    Column("outcome", "resultado_dia", Text("Column", "Outcome of the day"), Kind.DAY_OUTCOME, 12),
    *FURTHER_FIELDS,
    Column("counts", "cuenta", Text("Column", "In the figures"), Kind.FLAG, 10, is_exported=False),
    Column("driver", "conductor.nombre", Text("Column", "Driver"), width=14, is_exported=False),  # of its visit
    Column("route", "ruta.nombre", Text("Column", "Route"), is_exported=False),
    *WINDOW_FIELDS,
    CARRIER,
    Column("age", "antiguedad_dias", Text("Column", "Age (days)"), Kind.NUMBER, 8, is_exported=False),
    *FOLLOW_UP_COLUMNS[:-1],
    replace(FOLLOW_UP_COLUMNS[-1], is_exported=True),
)
"""In the order of the exports."""

SHIPMENT_VIEW = (
    "number",
    "shown_status",
    "recipient",
    "recipient_address",
    "locality",
    "recipient_phone",
    "promised_date",
    "pieces",
    "visit_timestamp",
    "driver",
    "assigned_to",
    "declared_value",
)
"""The default columns of shipments in the window; some only where there is room (`view_columns`)."""

MANIFEST_COLUMNS = (
    Column("number", "idPlanillaReparto", Text("Column", "Manifest"), Kind.ID, 12, searched=True),
    Column("status", "estado", Text("Column", "Status"), Kind.CODED_STATUS, 10, searched=True),
    Column("carrier_code", "codigoCarrier", Text("Column", "Carrier"), Kind.ID, 14, searched=True),
    Column("created_at", "fechaCreacion", Text("Column", "Created"), Kind.MOMENT, 18),
    Column("progress", "avance", Text("Column", "Progress"), Kind.SHARE, 14, is_exported=False, stretch=1),
    Column("shipments", "envios", Text("Column", "Shipments"), Kind.NUMBER, 8),
    Column("on_its_way", "en_reparto", Text("Column", "Out for delivery"), Kind.NUMBER, 8),
    Column("delivered", "entregados", Text("Column", "Delivered"), Kind.NUMBER, 8),
    Column("exceptions", "excepciones", Text("Column", "Failed"), Kind.NUMBER, 8),
    Column("pickup", "para_retirar", Text("Column", "Ready for pickup"), Kind.NUMBER, 8),
    Column("declared_value", "valorDeclarado", Text("Column", "Declared value"), Kind.MONEY, 14),
    Column("current", "vigente", Text("Column", "Still listed"), Kind.FLAG, 10),
    CARRIER,
)
MANIFEST_VIEW = tuple(
    column.key for column in MANIFEST_COLUMNS if column.key not in ("current", "carrier_code", CARRIER.key)
)

VISIT_COLUMNS = (
    Column("id", "visita_id", Text("Column", "Visit"), Kind.ID, 14, searched=True),
    Column("tracking_id", "tracking_id", Text("Column", "Reference"), Kind.ID, 14, searched=True),
    Column("title", "titulo", Text("Column", "Title"), width=20, searched=True),
    Column(
        "address",
        "direccion",
        Text("Column", "Address"),
        width=23,
        searched=True,
        followed_by="complement",
        stretch=ADDRESS_STRETCH,
    ),
    Column("previous_status", "estado_anterior", Text("Column", "Status before"), Kind.CODED_STATUS, 12),
    Column("status", "estado_nuevo", Text("Column", "Status"), Kind.STATUS, 15),
    Column("numbers", "numero_seguimientos", Text("Column", "Tracking numbers"), Kind.ID, 16, searched=True),
    Column("driver_id", "conductor.id", Text("Column", "Driver id"), Kind.ID, 8),
    Column("driver", "conductor.nombre", Text("Column", "Driver"), width=14, searched=True),
    Column("route_id", "ruta.id", Text("Column", "Route id"), Kind.ID, 8),
    Column("route", "ruta.nombre", Text("Column", "Route"), width=9, searched=True),
    Column("contact", "contacto.nombre", Text("Column", "Recipient"), width=16, searched=True, stretch=NAME_STRETCH),
    Column("contact_phone", "contacto.telefono", Text("Column", "Phone"), Kind.ID, 15, searched=True),
    Column("contact_email", "contacto.email", Text("Column", "E-mail"), width=24),
    Column("latitude", "ubicacion.latitud", Text("Column", "Latitude"), Kind.ID, 11),
    Column("longitude", "ubicacion.longitud", Text("Column", "Longitude"), Kind.ID, 11),
    Column("check_in_at", "check_in.fecha_hora", Text("Column", "Check-in"), Kind.SENT, 10),
    Column("check_in_latitude", "check_in.latitud", Text("Column", "Check-in latitude"), Kind.ID, 11),
    Column("check_in_longitude", "check_in.longitud", Text("Column", "Check-in longitude"), Kind.ID, 11),
    Column("check_out_at", "check_out.fecha_hora", Text("Column", "Check-out"), Kind.SENT, 10),
    Column("check_out_latitude", "check_out.latitud", Text("Column", "Check-out latitude"), Kind.ID, 11),
    Column("check_out_longitude", "check_out.longitud", Text("Column", "Check-out longitude"), Kind.ID, 11),
    Column("photo_identity", "fotos.dni", Text("Column", "Photo of the document"), width=12, is_private=True),
    Column("photo_evidence", "fotos.evidencia", Text("Column", "Photo of the delivery"), width=12),
    Column("timestamp", "timestamp", Text("Column", "Closed"), Kind.SENT, 10),
    Column("received_at", "recibida", Text("Column", "Received"), Kind.INSTANT, 10),
    Column("shipments", "envios", Text("Column", "Shipments"), Kind.ID, 14, searched=True),
    Column("check_in_distance", "distancia_check_in_m", Text("Column", "Distance"), Kind.METRES, 9),
    Column("dwell", "permanencia_s", Text("Column", "Dwell time"), Kind.SECONDS, 11),
    Column("complement", "complementoDirDest", Text("Column", "Complement"), width=28, is_exported=False),
    Column("hour", "hora", Text("Column", "Hour"), Kind.ID, 8, is_exported=False),  # of the site, for filters
    *FOLLOW_UP_COLUMNS,
)
"""In the order of the exports."""
VISIT_VIEW = (
    "timestamp", "status", "contact", "address", "driver", "route", "check_in_distance", "shipments", "dwell",
)  # fmt: skip

NOTIFICATION_COLUMNS = (
    Column("visit_id", "visita_id", Text("Column", "Visit"), Kind.ID, 14, searched=True),
    Column("timestamp", "timestamp", Text("Column", "Closed"), Kind.SENT, 10, is_exact=True),
    Column("event", "event", Text("Column", "Event"), width=18),
    Column("status", "estado_nuevo", Text("Column", "Status"), Kind.STATUS, 15),
    Column("received_at", "recibida", Text("Column", "Received"), Kind.INSTANT, 10),
    Column("repeats", "repetidas", Text("Column", "Repeated"), Kind.NUMBER, 8),
    Column("outcome", "resultado", Text("Column", "Outcome"), Kind.OUTCOME, 14),
    Column("reason", "motivo", Text("Column", "Reason"), Kind.REASON, width=24, is_exported=False),
    Column("raw", "cuerpo", Text("Column", "As sent"), width=30, searched=True),
    Column("driver", "conductor.nombre", Text("Column", "Driver"), width=14, is_exported=False),  # of its visit
    Column("contact", "contacto.nombre", Text("Column", "Recipient"), is_exported=False, stretch=NAME_STRETCH),
)
NOTIFICATION_VIEW = ("received_at", "status", "visit_id", "driver", "contact", "repeats", "outcome")
"""Without the body as it was sent, which the menu shows for diagnostics."""

REJECTED_COLUMNS = (
    Column("received_at", "recibida", Text("Column", "Received"), Kind.INSTANT),
    Column("reason", "motivo", Text("Column", "Reason"), Kind.REASON),
    Column("raw", "cuerpo", Text("Column", "As sent")),
)
GAP_COLUMNS = (
    Column("since", "desde", Text("Column", "Since"), Kind.INSTANT),
    Column("until", "hasta", Text("Column", "Until"), Kind.INSTANT),
    Column("cause", "causa", Text("Column", "Cause"), Kind.CAUSE),
)
FOLLOW_UP_ENTRY_COLUMNS = (
    Column("date", "fecha", Text("Column", "Date"), Kind.DATE, 10),
    Column("carrier", "codigoCarrier", Text("Column", "Carrier"), Kind.ID, 14),
    Column("number", "numero", Text("Column", "Number"), Kind.ID, 16),
    Column("failure", "motivo", Text("Column", "Reason"), Kind.FAILURE, 14),
    Column("next_step", "proximo_paso", Text("Column", "Next step"), Kind.NEXT_STEP, 14),
    Column("note", "nota", Text("Column", "Note"), width=24),
    Column("called_at", "llamada", Text("Column", "Called"), Kind.INSTANT, 26),
    Column("acknowledged_at", "atendido", Text("Column", "Acknowledged"), Kind.INSTANT, 26),
    Column("saved_by", "por", Text("Column", "Saved by"), width=14),
    Column("saved_at", "en", Text("Column", "Saved"), Kind.INSTANT, 26),
    Column("assigned_to", "a_cargo", Text("Column", "Assigned to"), width=13),
)
"""A saved edit of a follow-up: of a shipment of a day, or of a visit without a shipment."""
DEVIATION_COLUMNS = (
    Column("source", "fuente", Text("Column", "Source"), Kind.SOURCE),
    Column("place", "donde", Text("Column", "Where"), width=24),
    Column("what", "que", Text("Column", "What"), Kind.WHAT, 36),
    Column("example", "ejemplo", Text("Column", "Example"), width=24),
    Column("first_at", "desde", Text("Column", "Since"), Kind.INSTANT),
    Column("last_at", "hasta", Text("Column", "Last"), Kind.INSTANT),
    Column("times", "veces", Text("Column", "Times"), Kind.NUMBER, 8),
)

COLUMNS = {
    Table.SHIPMENTS: SHIPMENT_COLUMNS,
    Table.VISITS: VISIT_COLUMNS,
    Table.MANIFESTS: MANIFEST_COLUMNS,
    Table.NOTIFICATIONS: NOTIFICATION_COLUMNS,
    Table.REJECTED: REJECTED_COLUMNS,
    Table.GAPS: GAP_COLUMNS,
    Table.FOLLOW_UPS: FOLLOW_UP_ENTRY_COLUMNS,
    Table.DEVIATIONS: DEVIATION_COLUMNS,
}


def with_followers(columns: Sequence[Column], shown: Sequence[Column]) -> list[Column]:
    """Return the shown ones of these columns, and behind each the one that belongs there, if it is not shown itself."""
    by_key, keys = {column.key: column for column in columns}, {column.key for column in shown}
    return [
        column
        for one in shown
        for column in (one, by_key.get(one.followed_by))
        if column is not None and (column is one or column.key not in keys)
    ]


def is_offered(column: Column, carriers: Sequence[str]) -> bool:
    """Return whether users can show, copy and export a column of the rows of these carriers."""
    return not column.is_private and (column is not CARRIER or len(carriers) > 1)


CLOSED_AT = {Table.SHIPMENTS: "visit_timestamp", Table.VISITS: "timestamp"}
"""The columns of when a visit was closed, whose time by the site's clock the board keeps."""


def is_ranged(table: Table, column: Column) -> bool:
    """Return whether rows can be filtered by limits: of a number, or of the time of day."""
    return column.kind.is_number or column.kind is Kind.INSTANT or CLOSED_AT.get(table) == column.key


FIRST_VIEW = {
    Table.SHIPMENTS: SHIPMENT_VIEW,
    Table.VISITS: VISIT_VIEW,
    Table.MANIFESTS: MANIFEST_VIEW,
    Table.NOTIFICATIONS: NOTIFICATION_VIEW,
}

WORDS: Mapping[Kind, Mapping[str, Text]] = {
    Kind.OUTCOME: {outcome.value: text for outcome, text in OUTCOME_TEXTS.items()},
    Kind.REASON: {reason.value: text for reason, text in REASON_TEXTS.items()},
    Kind.CAUSE: {cause.value: text for cause, text in GAP_TEXTS.items()},
    Kind.SOURCE: {source.value: text for source, text in SOURCE_TEXTS.items()},
    Kind.WHAT: {what.value: text for what, text in WHAT_TEXTS.items()},
    Kind.NEXT_STEP: {step.value: text for step, text in NEXT_STEP_TEXTS.items()},
    Kind.DAY_OUTCOME: {DAY_OUTCOMES[state]: text for state, text in DAY_OUTCOME_TEXTS.items()},
}
"""Texts of the codes in some kinds of columns; reasons of failures are the site's (`Reasons`)."""


_LONGEST = 200
"""Characters of a complement behind an address; the details show all of it."""


def address_parts(address: object, complement: object) -> tuple[str, str]:
    """Return an address as it was sent, and what follows it for its complement, on one line. Either may be None."""
    first, rest = str(address or ""), " ".join(str(complement or "").split())
    if len(rest) > _LONGEST:
        rest = f"{rest[: _LONGEST - 1]}…"
    return first, f", {rest}" if first and rest else rest


def whole_address(address: object, complement: object) -> str:
    """Return an address with its complement; empty: neither was sent."""
    return "".join(address_parts(address, complement))
