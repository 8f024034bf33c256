"""The fields of a shipment, each declared once: wire name, how it is read and checked, column, search and privacy.

A field that the program only shows, searches or matches by is a `SentColumn`, which is all of its declaration. A plain
`Column` is computed: its value is an attribute of `Shipment`.
"""

from dataclasses import dataclass

from app.domain.column import Column, Kind
from app.domain.texts import Text

NAME_STRETCH, ADDRESS_STRETCH = 2.0, 3.1
"""The shares of a name and an address in the free width of a table."""


@dataclass(frozen=True, kw_only=True)
class SentColumn(Column):
    """A field as it was sent; its kind decides how it is read and checked.

    Attributes:
        is_personal: its value is never the example of a deviation.
        is_inside: it is sent in `dinamicouno`.
    """

    is_personal: bool = False
    is_inside: bool = False


CONTRACT_FIELDS = (
    Column("number", "numero", Text("Column", "Number"), Kind.ID, 14, searched=True),
    SentColumn("external_number", "numeroExterno", Text("Column", "External number"), Kind.ID, 14, searched=True),
    Column("status_id", "idEstadoEnvio", Text("Column", "Carrier's status id"), Kind.ID, 8),
    Column("status", "estadoEnvio", Text("Column", "Carrier's status"), width=16),
    SentColumn("locality_code", "idPoblacionDestino", Text("Column", "Locality code"), Kind.ID, 10),
    SentColumn("locality", "nombrePoblacionDestino", Text("Column", "Locality"), width=10, searched=True),
    SentColumn("sender", "remitente", Text("Column", "Sender"), width=22, is_personal=True),
    SentColumn(
        "sender_document_type", "idTipoDocumentoRem", Text("Column", "Sender's document type"), Kind.DOCUMENT_TYPE, 6
    ),
    SentColumn("sender_document", "documentoRem", Text("Column", "Sender's document"), Kind.ID, 13, is_personal=True),
    SentColumn("sender_phone", "telefonoRem", Text("Column", "Sender's phone"), Kind.ID, 14, is_personal=True),
    SentColumn(
        "sender_address", "direccionRem", Text("Column", "Sender's address"), width=24, is_personal=True,
        followed_by="sender_complement",
    ),
    SentColumn("sender_email", "emailRem", Text("Column", "Sender's e-mail"), width=24, is_personal=True),
    SentColumn(
        "recipient", "destinatario", Text("Column", "Recipient"), width=18, searched=True, is_personal=True,
        stretch=NAME_STRETCH,
    ),
    SentColumn(
        "recipient_document_type", "idTipoDocumentoDest", Text("Column", "Document type"), Kind.DOCUMENT_TYPE, 6
    ),
    SentColumn(
        "recipient_document", "documentoDest", Text("Column", "Document"), Kind.ID, 13, searched=True, is_personal=True
    ),
    SentColumn(
        "recipient_phone", "telefonoDest", Text("Column", "Phone"), Kind.ID, 13, searched=True, is_personal=True
    ),
    SentColumn(
        "recipient_address", "direccionDest", Text("Column", "Address"), width=23, searched=True, is_personal=True,
        followed_by="complement", stretch=ADDRESS_STRETCH,
    ),
    SentColumn("recipient_email", "emailDest", Text("Column", "E-mail"), width=24, is_personal=True),
    Column("declared_value", "valorDeclarado", Text("Column", "Value"), Kind.MONEY, 9),
    Column("provider", "proveedor", Text("Column", "Provider"), width=12),
    SentColumn("promised_date", "promesaEntrega", Text("Column", "Promised"), Kind.DATE, 8, is_inside=True),
    SentColumn("order_number", "numeroPedido", Text("Column", "Order"), Kind.ID, 14, searched=True, is_inside=True),
    Column("seller_id", "SellerId", Text("Column", "Seller"), Kind.ID, 12),
    SentColumn(
        "parcel_number", "parcelNumber", Text("Column", "Parcel number"), Kind.ID, 14, searched=True, is_inside=True
    ),
    SentColumn("parcel_id", "parcelId", Text("Column", "Parcel id"), Kind.ID, 14, searched=True, is_inside=True),
    Column("skus", "skus", Text("Column", "SKUs"), Kind.NUMBER, 6),
    Column("weight", "peso", Text("Column", "Weight"), Kind.NUMBER, 8),
    Column("height", "alto", Text("Column", "Height"), Kind.NUMBER, 8),
    Column("width", "ancho", Text("Column", "Width"), Kind.NUMBER, 8),
    Column("length", "largo", Text("Column", "Length"), Kind.NUMBER, 8),
)  # fmt: skip
"""What the contract lists, in the order of the exports."""

FURTHER_FIELDS = (
    SentColumn(
        "complement", "complementoDirDest", Text("Column", "Complement"), width=28, searched=True, is_personal=True
    ),
    SentColumn(
        "sender_complement", "complementoDirRem", Text("Column", "Sender's complement"), width=24, is_personal=True
    ),
    SentColumn("delivery_form", "nombreFormaEntrega", Text("Column", "Delivery"), width=14),
    SentColumn("pieces", "totalPiezas", Text("Column", "Pieces"), Kind.NUMBER, 7),
    SentColumn("content", "diceContener", Text("Column", "Content"), width=20, searched=True),
    SentColumn("registered_at", "fechaRegistroEnvio", Text("Column", "Registered"), Kind.MOMENT, 16),
)  # fmt: skip
"""What carriers send beside the contract: any of it may be missing. In the order of the exports."""

WINDOW_FIELDS = (
    SentColumn(
        "purchase_order", "ordenCompra", Text("Column", "Purchase order"), Kind.ID, 14, searched=True,
        is_exported=False, is_inside=True,
    ),
    SentColumn(
        "district", "distritoDest", Text("Column", "District"), width=14, searched=True, is_exported=False,
        is_inside=True,
    ),
)  # fmt: skip
"""Of a third flow: columns of the window alone."""

DETAIL_FIELDS = (
    SentColumn("origin_code", "idPoblacionOrigen", Text("Column", "Origin"), Kind.ID),
    SentColumn("delivery_form_id", "idFormaEntrega", Text("Column", "Delivery id"), Kind.ID),
    SentColumn("product_code", "codigoProducto", Text("Column", "Product code"), Kind.ID),
    SentColumn("own_weight", "pesoLiquidado", Text("Column", "Weight that counts"), Kind.NUMBER),
    SentColumn("volume_weight", "pesoVolumen", Text("Column", "Volumetric weight"), Kind.NUMBER),
    SentColumn("own_height", "alto", Text("Column", "Height"), Kind.NUMBER),
    SentColumn("own_width", "ancho", Text("Column", "Width"), Kind.NUMBER),
    SentColumn("own_length", "largo", Text("Column", "Length"), Kind.NUMBER),
)
"""Read and shown in the details alone: they have no column on the board."""

STORED_FIELDS: tuple[Column, ...] = (*CONTRACT_FIELDS, *FURTHER_FIELDS, *WINDOW_FIELDS)
"""The fields with a column on the board."""
SENT_FIELDS = tuple(one for one in (*STORED_FIELDS, *DETAIL_FIELDS) if isinstance(one, SentColumn))
