"""The fields of the manifest contract, and how a manifest or a shipment as sent differs from it."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.domain.column import Kind
from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.field_checks import (
    ABSENT,
    ANYTHING,
    ID,
    LISTED,
    PLAIN,
    PRIVATE,
    PRIVATE_ID,
    Field,
    ObjectContract,
    check_amount,
    check_date,
    check_integer,
    check_manifest_state,
    check_measure,
    check_stamp,
    check_status_id,
    check_status_name,
)
from app.domain.contract.manifests import Shipment
from app.domain.contract.shipment_fields import SENT_FIELDS
from app.domain.contract.statuses import contradicts
from app.domain.contract.wire_values import identifier, objects_of, opened_json

_DATA = "dinamicouno"
_SHIPMENT_PLACE = "envios."

_BY_KIND = {
    (Kind.TEXT, False): PLAIN,
    (Kind.TEXT, True): PRIVATE,
    (Kind.ID, False): ID,
    (Kind.ID, True): PRIVATE_ID,
    (Kind.DOCUMENT_TYPE, False): PLAIN,
    (Kind.DATE, False): Field(check_date),
    (Kind.MOMENT, False): Field(check_stamp),
    (Kind.NUMBER, False): Field(check_amount),
}
_SENT = (
    {one.api: _BY_KIND[one.kind, one.is_personal] for one in SENT_FIELDS if one.is_inside is inside}
    for inside in (False, True)
)
_SENT_IN_SHIPMENT, _SENT_IN_DATA = _SENT
_UNDECIDING = frozenset(one.api for one in SENT_FIELDS if one.kind in (Kind.MOMENT, Kind.NUMBER))
"""Fields of a shipment that no row depends on: one that cannot be read makes no row doubtful."""

_MANIFEST: Mapping[str, Field] = {
    "idPlanillaReparto": Field(check_integer),
    "estado": Field(check_manifest_state),
    "codigoCarrier": ID,
    "fechaCreacion": Field(check_stamp),
}
_SHIPMENT: Mapping[str, Field] = {
    **_SENT_IN_SHIPMENT,
    "numero": ID,
    "idEstadoEnvio": Field(check_status_id),
    "estadoEnvio": Field(check_status_name),
    "valorDeclarado": Field(check_amount),
    "dinamicouno": ANYTHING,  # see `shipment_deviations`
    "dinamicodos": ANYTHING,
    "dinamicotres": ANYTHING,
}
_OF_PLACES = ("distrito", "provincia", "departamento")
_PROVIDER_DATA: Mapping[str, Field] = {
    **_SENT_IN_DATA,
    **dict.fromkeys(("SellerId", "flujo", "carrier", "codigoProducto"), ID),
    **dict.fromkeys(("partners", "Canalventa", "fechaCargaOpl", "skuDesc", "unidadMedida", "fulFillmentType"), PLAIN),
    **dict.fromkeys((f"{name}{whose}" for name in _OF_PLACES for whose in ("Rem", "Dest")), PLAIN),
    **dict.fromkeys(("Valor", "valorDeclarado", "unidades"), Field(check_amount)),
    "skus": LISTED,
}
_SKU: Mapping[str, Field] = {
    "skuDesc": PLAIN,
    "codigoProducto": ID,
    **dict.fromkeys(("weight", "width", "height", "length", "unidad"), Field(check_measure)),
    "valorDeclarado": Field(check_amount),
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
        shipment.marked(_names(found, What.ODD_VALUE))
    return shipment, found


def doubtful_fields(found: list[Deviation]) -> tuple[str, ...]:
    """Return the names of the fields that cannot be read, or contradict each other, as in a shipment's JSON."""
    return _names(found, What.ODD_VALUE, What.CONTRADICTION)


def _names(found: list[Deviation], *kinds: What) -> tuple[str, ...]:
    """Return the names of the fields with such deviations, without those that no row depends on."""
    names = dict.fromkeys(one.place.removeprefix(_SHIPMENT_PLACE) for one in found if one.what in kinds)
    return tuple(name for name in names if name not in _UNDECIDING)


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
        if not (sent is None or sent == [] or (isinstance(sent, str) and sent.strip() in ABSENT)):
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
