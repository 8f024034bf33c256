"""The fields of the two contracts, and how a JSON object differs from them.

Models keep the meaning of a value; this module checks how it was written, on the object as sent.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from app.domain.column import Kind
from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.manifests import Shipment
from app.domain.contract.object_contract import Field, ObjectContract
from app.domain.contract.shipment_fields import SENT_FIELDS
from app.domain.contract.stamps import is_plain_stamp, plain_date, read_stamp
from app.domain.contract.statuses import (
    EVENT,
    IN_FORCE,
    STATUS_IDS,
    STATUS_NAMES,
    VISIT_STATES,
    contradicts,
    is_in_force,
    plain_status_id,
    plain_status_name,
    plain_visit_status,
)
from app.domain.contract.wire_types import (
    identifier,
    identifiers_of,
    is_plain_number,
    listed,
    measured_number,
    objects_of,
    opened_json,
    plain_number,
    stamp_text,
    text_or_nothing,
    with_point,
)
from app.domain.folding import plain_identifier
from app.domain.places.coordinates import is_plain_degrees, is_plain_position, read_degrees

_DATA = "dinamicouno"
_SHIPMENT_PLACE = "envios."
_ABSENT = ("", "None", "null")
_PRIOR_STATUSES = (*VISIT_STATES, "pendiente")


def _number_type(value: object) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def _any(_value: object) -> None:
    return None


def _text(value: object) -> What | None:
    if isinstance(value, str):
        return None
    return What.OTHER_TYPE if _number_type(value) else What.ODD_VALUE


def _identifier(value: object) -> What | None:
    if isinstance(value, str):
        plain = plain_identifier(value)
        return What.OTHER_SPELLING if value != plain and plain not in _ABSENT else None
    return _text(value)


def _integer(value: object) -> What | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return None
    return What.ODD_VALUE if identifier(value) is None else What.OTHER_TYPE


def _amount(value: object) -> What | None:
    if _number_type(value):
        return None
    if not isinstance(value, str):
        return What.ODD_VALUE
    is_read = is_plain_number(value) or value.strip() in _ABSENT or _is_number(value)
    return None if is_read else What.OTHER_SPELLING


def _measure(value: object) -> What | None:
    """Check a weight or a length, a number carried as a string."""
    if not isinstance(value, str):
        return _text(value)
    if is_plain_number(value) or value.strip() in _ABSENT or plain_number(value) is not None:
        return None
    return What.ODD_VALUE if measured_number(value) is None else What.OTHER_SPELLING


def _is_number(value: str) -> bool:
    return with_point(value) is None and isinstance(plain_number(value), (int, float))


def _date(value: object) -> What | None:
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value.strip() in _ABSENT:
        return None
    day = plain_date(value)
    return What.ODD_VALUE if day is None else None if day == value else What.OTHER_SPELLING


def _stamp(value: object) -> What | None:
    if not isinstance(value, str):
        return What.ODD_VALUE if read_stamp(stamp_text(value) or "") is None else What.OTHER_TYPE
    if is_plain_stamp(value) or value.strip() in _ABSENT:
        return None
    return What.ODD_VALUE if read_stamp(value) is None else What.OTHER_SPELLING


def _status_id(value: object) -> What | None:
    if isinstance(value, str):
        if value in STATUS_IDS or value.strip() in _ABSENT:
            return None
        return What.OTHER_SPELLING if plain_status_id(value) in STATUS_IDS else What.UNKNOWN_STATUS
    read = identifier(value)
    if read is None:
        return What.ODD_VALUE
    return What.OTHER_TYPE if plain_status_id(read) in STATUS_IDS else What.UNKNOWN_STATUS


_STATUS_NAMES = frozenset(STATUS_NAMES.values())


def _status_name(value: object) -> What | None:
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value in _STATUS_NAMES or value.strip() in _ABSENT:
        return None
    return What.OTHER_SPELLING if plain_status_name(value) in _STATUS_NAMES else What.UNKNOWN_STATUS


def _visit_status(value: object) -> What | None:
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value in VISIT_STATES:
        return None
    return What.OTHER_SPELLING if plain_visit_status(value) in VISIT_STATES else What.UNKNOWN_STATUS


def _previous_status(value: object) -> What | None:
    """Check the previous status: the contract allows any, and names three."""
    if not isinstance(value, str):
        return What.ODD_VALUE
    plain = plain_visit_status(value)
    return What.OTHER_SPELLING if plain != value and plain in _PRIOR_STATUSES else None


def _manifest_state(value: object) -> What | None:
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value == IN_FORCE or value.strip() in _ABSENT:
        return None
    return What.OTHER_SPELLING if is_in_force(value) else What.UNKNOWN_MANIFEST_STATE


def _event(value: object) -> What | None:
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value == EVENT:
        return None
    return What.OTHER_SPELLING if value.strip().casefold() == EVENT else What.UNKNOWN_EVENT


def _numbers(value: object) -> What | None:
    if not isinstance(value, list):
        is_read = isinstance(listed(value), list) and None not in identifiers_of(value)
        return What.OTHER_TYPE if is_read else What.ODD_VALUE
    found = {_number(one) for one in value if one is not None}
    return next((what for what in (What.ODD_VALUE, What.OTHER_TYPE, What.OTHER_SPELLING) if what in found), None)


def _number(item: object) -> What | None:
    if isinstance(item, dict):
        return What.ODD_VALUE if None in identifiers_of([item]) else What.OTHER_TYPE
    return What.OTHER_SPELLING if isinstance(item, str) and "," in item else _identifier(item)


def _list(value: object) -> What | None:
    if isinstance(value, list):
        return None
    return What.OTHER_TYPE if isinstance(value, dict) else What.ODD_VALUE


def _object(value: object) -> What | None:
    return None if isinstance(value, dict) else What.ODD_VALUE


_PRIVATE = Field(_text, is_shown=False, by_type=True)
_PLAIN = Field(_text, by_type=True)
_PRIVATE_ID = Field(_identifier, is_shown=False)
_ANYTHING = Field(_any, by_type=True)
_ID = Field(_identifier)
_NESTED = Field(_object, is_shown=False, by_type=True)
_LISTED = Field(_list, is_shown=False, by_type=True)

_BY_KIND = {
    (Kind.TEXT, False): _PLAIN,
    (Kind.TEXT, True): _PRIVATE,
    (Kind.ID, False): _ID,
    (Kind.ID, True): _PRIVATE_ID,
    (Kind.DOCUMENT_TYPE, False): _PLAIN,
    (Kind.DATE, False): Field(_date),
    (Kind.MOMENT, False): Field(_stamp),
    (Kind.NUMBER, False): Field(_amount),
}
_SENT = (
    {one.api: _BY_KIND[one.kind, one.is_personal] for one in SENT_FIELDS if one.is_inside is inside}
    for inside in (False, True)
)
_SENT_IN_SHIPMENT, _SENT_IN_DATA = _SENT
_UNDECIDING = frozenset(one.api for one in SENT_FIELDS if one.kind in (Kind.MOMENT, Kind.NUMBER))
"""Fields of a shipment that no row depends on: one that cannot be read makes no row doubtful."""

_MANIFEST: Mapping[str, Field] = {
    "idPlanillaReparto": Field(_integer),
    "estado": Field(_manifest_state),
    "codigoCarrier": _ID,
    "fechaCreacion": Field(_stamp),
}
_SHIPMENT: Mapping[str, Field] = {
    **_SENT_IN_SHIPMENT,
    "numero": _ID,
    "idEstadoEnvio": Field(_status_id),
    "estadoEnvio": Field(_status_name),
    "valorDeclarado": Field(_amount),
    "dinamicouno": _ANYTHING,  # see `shipment_deviations`
    "dinamicodos": _ANYTHING,
    "dinamicotres": _ANYTHING,
}
_OF_PLACES = ("distrito", "provincia", "departamento")
_PROVIDER_DATA: Mapping[str, Field] = {
    **_SENT_IN_DATA,
    **dict.fromkeys(("SellerId", "flujo", "carrier", "codigoProducto"), _ID),
    **dict.fromkeys(("partners", "Canalventa", "fechaCargaOpl", "skuDesc", "unidadMedida", "fulFillmentType"), _PLAIN),
    **dict.fromkeys((f"{name}{whose}" for name in _OF_PLACES for whose in ("Rem", "Dest")), _PLAIN),
    **dict.fromkeys(("Valor", "valorDeclarado", "unidades"), Field(_amount)),
    "skus": _LISTED,
}
_SKU: Mapping[str, Field] = {
    "skuDesc": _PLAIN,
    "codigoProducto": _ID,
    **dict.fromkeys(("weight", "width", "height", "length", "unidad"), Field(_measure)),
    "valorDeclarado": Field(_amount),
}
_ENVELOPE: Mapping[str, Field] = {"event": Field(_event), "timestamp": Field(_stamp), "data": _NESTED}
_PERSON: Mapping[str, Field] = {"id": Field(_integer), "nombre": _PRIVATE}
_POSITION: Mapping[str, Field] = {"latitud": _PRIVATE, "longitud": _PRIVATE}
_VISIT: Mapping[str, Field] = {
    "visita_id": Field(_integer),
    "tracking_id": _ID,
    "titulo": _PRIVATE,
    "direccion": _PRIVATE,
    "estado_anterior": Field(_previous_status),
    "estado_nuevo": Field(_visit_status),
    "numero_seguimientos": Field(_numbers),
    **dict.fromkeys(("conductor", "ruta", "contacto", "ubicacion", "check_in", "check_out", "fotos"), _NESTED),
}
_WITHIN_VISIT: Mapping[str, Mapping[str, Field]] = {
    "conductor": _PERSON,
    "ruta": _PERSON,
    "contacto": {"nombre": _PRIVATE, "telefono": _PRIVATE_ID, "email": _PRIVATE},
    "ubicacion": _POSITION,
    "check_in": {**_POSITION, "fecha_hora": Field(_stamp)},
    "check_out": {**_POSITION, "fecha_hora": Field(_stamp)},
    "fotos": {"dni": _PRIVATE, "evidencia": _PRIVATE},
}
_UNSHOWN_OF_SHIPMENT = (
    "codigoproducto", "latitud", "longitud", "coordenada", "peso", "alto", "ancho", "largo", "dimension", "volumen",
    "weight", "width", "height", "length",
)  # fmt: skip
"""Name prefixes of fields that the contract mentions without showing them."""


def _is_unshown(name: str) -> bool:
    return name.casefold().startswith(_UNSHOWN_OF_SHIPMENT)


MANIFESTS = ObjectContract(Source.MANIFEST, "", _MANIFEST)
_SHIPMENTS = ObjectContract(Source.MANIFEST, _SHIPMENT_PLACE, _SHIPMENT, _is_unshown)
_PROVIDERS_DATA = ObjectContract(Source.MANIFEST, "envios.dinamicouno.", _PROVIDER_DATA)
_SKUS = ObjectContract(Source.MANIFEST, "envios.dinamicouno.skus.", _SKU)
_ENVELOPES = ObjectContract(Source.NOTIFICATION, "", _ENVELOPE)
_VISITS = ObjectContract(Source.NOTIFICATION, "data.", _VISIT)
_PARTS_OF_VISIT = {
    name: ObjectContract(Source.NOTIFICATION, f"data.{name}.", fields) for name, fields in _WITHIN_VISIT.items()
}


def manifest_deviations(head: Mapping[str, Any], carrier: str) -> Iterator[Deviation]:
    """Yield how a manifest without its shipments differs from the contract; `carrier` is the requested one."""
    yield from MANIFESTS.deviations(head)
    code = identifier(head.get("codigoCarrier"))
    if code is not None and code.casefold() != carrier.strip().casefold():
        yield deviation(Source.MANIFEST, "codigoCarrier", What.OTHER_CARRIER, code, is_shown=True)


def read_shipment(fields: dict[str, Any]) -> tuple[Shipment, list[Deviation]]:
    """Read a shipment; return it, marked with its unreadable fields, and its deviations from the contract.

    Raises:
        ValidationError: it has no `numero`.
    """
    data = opened_json(fields.get(_DATA))
    shipment = Shipment.model_validate(fields if data is None else fields | {_DATA: data})
    found = list(_shipment_deviations(fields, shipment, data))
    if found:
        odd = dict.fromkeys(one.place.removeprefix(_SHIPMENT_PLACE) for one in found if one.what is What.ODD_VALUE)
        shipment.marked(tuple(name for name in odd if name not in _UNDECIDING))
    return shipment, found


def _shipment_deviations(
    fields: Mapping[str, Any], shipment: Shipment, data: Mapping[str, Any] | None
) -> Iterator[Deviation]:
    yield from _SHIPMENTS.deviations(fields)
    if contradicts(shipment.status_id, shipment.status_name):
        said = f"{shipment.status_id} {shipment.status_name}"
        yield _of_shipment("estadoEnvio", What.CONTRADICTION, said, is_shown=True)
    if not shipment.own_declared_value and shipment.own_declared_value is not None and shipment.declared_value:
        said = f"{shipment.own_declared_value} / {shipment.declared_value}"
        yield _of_shipment("valorDeclarado", What.ZERO_VALUE, said, is_shown=True)
    sent = fields.get(_DATA)
    if isinstance(sent, str) and data is not None and sent.lstrip().startswith('"'):
        yield _of_shipment(_DATA, What.OTHER_ENCODING, "JSON in JSON", is_shown=True)
    if data is None:
        if not (sent is None or sent == [] or (isinstance(sent, str) and sent.strip() in _ABSENT)):
            yield _of_shipment(_DATA, What.ODD_VALUE, sent)
        return
    for note in getattr(data, "notes", ()):
        yield _of_shipment(_DATA, What.OTHER_SYNTAX, note, is_shown=True)
    yield from _PROVIDERS_DATA.deviations(data)
    skus = data.get("skus")
    for sku in objects_of(skus):
        yield from _SKUS.deviations(sku)
    for other in skus if isinstance(skus, list) else ():
        if other is not None and not isinstance(other, dict):
            yield _of_shipment(f"{_DATA}.skus", What.ODD_VALUE, other)


def _of_shipment(name: str, what: What, value: object, *, is_shown: bool = False) -> Deviation:
    return deviation(Source.MANIFEST, f"{_SHIPMENT_PLACE}{name}", what, value, is_shown=is_shown)


def notification_deviations(document: Mapping[str, Any]) -> list[Deviation]:
    """Return how a readable notification differs from the contract."""
    visit = document["data"]
    found = [*_ENVELOPES.deviations(document), *_VISITS.deviations(visit)]
    for name, contract in _PARTS_OF_VISIT.items():
        part = visit.get(name)
        if isinstance(part, dict):
            found += contract.deviations(part)
            if "latitud" in part or "longitud" in part:
                found += _position_deviations(f"data.{name}.", part)
    return found


def _position_deviations(place: str, part: Mapping[str, Any]) -> Iterator[Deviation]:
    """Yield how the coordinates of a part of a visit are written in another way, or cannot be read."""
    if is_plain_position(*map(part.get, _POSITION)):
        return
    sent = {name: text_or_nothing(part.get(name)) for name in _POSITION}
    texts = [text for text in sent.values() if text is not None]
    if not texts:
        return
    what = What.ODD_VALUE if read_degrees(*sent.values()) is None else What.OTHER_SPELLING
    for name, text in sent.items():
        if text is not None and not (what is What.OTHER_SPELLING and is_plain_degrees(text)):
            yield deviation(Source.NOTIFICATION, f"{place}{name}", what, text)
