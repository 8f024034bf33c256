"""The columns of each table: the window, the exports and the column chooser read the same tuples."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.texts import Text


class Kind(StrEnum):
    """What a column's cells are, and so how they are shown, sorted and aligned."""

    TEXT = "text"
    ID = "id"  # digits or not, a text: zeros in front of it stay
    NUMBER = "number"
    MONEY = "money"
    DATE = "date"  # a day, `YYYY-MM-DD`
    MOMENT = "moment"  # a time without zone, as the service wrote it
    FLAG = "flag"
    STATUS = "status"

    @property
    def is_number(self) -> bool:
        """Whether cells stand at the right and sort by value."""
        return self in (Kind.NUMBER, Kind.MONEY)


@dataclass(frozen=True)
class Column:
    """One column: `key` in the store and in code, `api` on the wire and in exports, `title` for people.

    `width` is a first width in characters; `searched` marks what the search looks through.
    """

    key: str
    api: str
    title: Text
    kind: Kind = Kind.TEXT
    width: int = 14
    searched: bool = False


class Table(StrEnum):
    """The tables one can look at and export."""

    SHIPMENTS = "shipments"
    MANIFESTS = "manifests"


SHIPMENT_COLUMNS = (
    Column("date", "fecha", Text("Column", "Date"), Kind.DATE, 10),
    Column("manifest_number", "idPlanillaReparto", Text("Column", "Manifest"), Kind.ID, 10),
    Column("manifest_status", "estadoPlanilla", Text("Column", "Manifest status"), width=10),
    Column("carrier_code", "codigoCarrier", Text("Column", "Carrier"), Kind.ID, 12),
    Column("manifest_created_at", "fechaCreacion", Text("Column", "Manifest created"), Kind.MOMENT, 16),
    Column("number", "numero", Text("Column", "Number"), Kind.ID, 14, searched=True),
    Column("external_number", "numeroExterno", Text("Column", "External number"), Kind.ID, 14, searched=True),
    Column("status_id", "idEstadoEnvio", Text("Column", "Carrier's status id"), Kind.ID, 8),
    Column("status", "estadoEnvio", Text("Column", "Carrier's status"), width=16),
    Column("locality_code", "idPoblacionDestino", Text("Column", "Locality code"), Kind.ID, 10),
    Column("locality", "nombrePoblacionDestino", Text("Column", "Locality"), width=14, searched=True),
    Column("sender", "remitente", Text("Column", "Sender"), width=22),
    Column("sender_document_type", "idTipoDocumentoRem", Text("Column", "Sender's document type"), Kind.ID, 6),
    Column("sender_document", "documentoRem", Text("Column", "Sender's document"), Kind.ID, 13),
    Column("sender_phone", "telefonoRem", Text("Column", "Sender's phone"), Kind.ID, 14),
    Column("sender_address", "direccionRem", Text("Column", "Sender's address"), width=24),
    Column("sender_email", "emailRem", Text("Column", "Sender's e-mail"), width=24),
    Column("recipient", "destinatario", Text("Column", "Recipient"), width=20, searched=True),
    Column("recipient_document_type", "idTipoDocumentoDest", Text("Column", "Document type"), Kind.ID, 6),
    Column("recipient_document", "documentoDest", Text("Column", "Document"), Kind.ID, 13, searched=True),
    Column("recipient_phone", "telefonoDest", Text("Column", "Phone"), Kind.ID, 16, searched=True),
    Column("recipient_address", "direccionDest", Text("Column", "Address"), width=24, searched=True),
    Column("recipient_email", "emailDest", Text("Column", "E-mail"), width=24),
    Column("declared_value", "valorDeclarado", Text("Column", "Value"), Kind.MONEY, 9),
    Column("provider", "proveedor", Text("Column", "Provider"), width=12),
    Column("promised_date", "promesaEntrega", Text("Column", "Promised"), Kind.DATE, 8),
    Column("order_number", "numeroPedido", Text("Column", "Order"), Kind.ID, 14, searched=True),
    Column("seller_id", "SellerId", Text("Column", "Seller"), Kind.ID, 12),
    Column("parcel_number", "parcelNumber", Text("Column", "Parcel number"), Kind.ID, 14, searched=True),
    Column("parcel_id", "parcelId", Text("Column", "Parcel id"), Kind.ID, 14, searched=True),
    Column("skus", "skus", Text("Column", "SKUs"), Kind.NUMBER, 6),
    Column("weight", "peso", Text("Column", "Weight"), Kind.NUMBER, 8),
    Column("height", "alto", Text("Column", "Height"), Kind.NUMBER, 8),
    Column("width", "ancho", Text("Column", "Width"), Kind.NUMBER, 8),
    Column("length", "largo", Text("Column", "Length"), Kind.NUMBER, 8),
    Column("shown_status", "estado", Text("Column", "Status"), Kind.STATUS, 15),
    Column("conflict", "conflicto", Text("Column", "Contradiction"), Kind.FLAG, 10),
    Column("current", "vigente", Text("Column", "Still listed"), Kind.FLAG, 10),
    Column("visit_id", "visita_id", Text("Column", "Visit"), Kind.ID, 10),
    Column("visit_status", "estado_nuevo", Text("Column", "Visit's status"), width=12),
    Column("visit_timestamp", "visita_timestamp", Text("Column", "Visit closed"), Kind.MOMENT, 16),
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
)
"""What the window shows of a shipment until somebody chooses otherwise, in this order."""

MANIFEST_COLUMNS = (
    Column("number", "idPlanillaReparto", Text("Column", "Manifest"), Kind.ID, 12, searched=True),
    Column("status", "estado", Text("Column", "Status"), width=10, searched=True),
    Column("carrier_code", "codigoCarrier", Text("Column", "Carrier"), Kind.ID, 14, searched=True),
    Column("created_at", "fechaCreacion", Text("Column", "Created"), Kind.MOMENT, 18),
    Column("shipments", "envios", Text("Column", "Shipments"), Kind.NUMBER, 10),
    Column("on_its_way", "en_reparto", Text("Column", "Out for delivery"), Kind.NUMBER, 10),
    Column("delivered", "entregados", Text("Column", "Delivered"), Kind.NUMBER, 10),
    Column("exceptions", "excepciones", Text("Column", "Exceptions"), Kind.NUMBER, 10),
    Column("pickup", "para_retirar", Text("Column", "Ready for pickup"), Kind.NUMBER, 10),
    Column("declared_value", "valorDeclarado", Text("Column", "Declared value"), Kind.MONEY, 14),
    Column("current", "vigente", Text("Column", "Still listed"), Kind.FLAG, 10),
)
MANIFEST_VIEW = tuple(column.key for column in MANIFEST_COLUMNS if column.key not in ("current", "carrier_code"))

COLUMNS = {Table.SHIPMENTS: SHIPMENT_COLUMNS, Table.MANIFESTS: MANIFEST_COLUMNS}
FIRST_VIEW = {Table.SHIPMENTS: SHIPMENT_VIEW, Table.MANIFESTS: MANIFEST_VIEW}
