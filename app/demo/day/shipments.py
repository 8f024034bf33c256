"""JSON of one shipment: the contract's fields, and further ones that real answers contain."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from app.demo.day.quirks import Fields, Quirk
from app.demo.world.goods import Order, Product
from app.demo.world.numbering import scrambled
from app.demo.world.people import Party
from app.demo.world.places import Address
from app.demo.world.random_source import RandomSource

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_STATUS_NAMES = {
    "2": "En Reparto",
    "3": "Entregado",
    "4": "Excepción",
    "11": "En Bodega",  # not listed in the contract
    "24": "Listo para Retirar",
}
_STATUSES = {
    status_id: _json({"idEstadoEnvio": status_id, "estadoEnvio": name})[1:-1].encode()
    for status_id, name in _STATUS_NAMES.items()
}
_DECLARED: tuple[Callable[[int], object] | None, ...] = (int,) * 13 + (str,) * 3 + (None,) * 4


@dataclass(frozen=True, slots=True)
class ShipmentText:
    """A shipment's JSON before and after its status, the only part that changes during a day."""

    before: bytes
    after: bytes

    def with_status(self, status_id: str) -> bytes:
        """Return the JSON object with this status."""
        return self.before + _STATUSES[status_id] + self.after


def write_shipment(
    serial: int, *, day: date, recipient: Party, address: Address, order: Order, rng: RandomSource, quirk: Quirk | None
) -> ShipmentText:
    """Return the JSON of a shipment of that day, with its quirk if it has one."""
    sender = order.sender
    number = {"numero": str(serial), "numeroExterno": _external_number(serial, order)}
    fields: Fields = number | {
        "idPoblacionDestino": address.locality.code,
        "nombrePoblacionDestino": address.locality.name,
        **_contact("Rem", "remitente", sender.party, sender.address),
        **_contact("Dest", "destinatario", recipient, address.text),
        **_declared_value(order.value, rng),
        "dinamicouno": _marketplace(serial, order) if sender.seller_id else _operator(serial, day, order),
        "dinamicodos": {"franja": rng.choice(("AM", "PM"))} if rng.chance(0.1) else None,
        "dinamicotres": None,
        **_not_in_the_contract(address, rng),
    }
    if quirk:
        quirk(fields)
    provider_data = fields["dinamicouno"]
    if isinstance(provider_data, dict) and rng.chance(0.88):  # text by the contract, an object in some of its examples
        fields["dinamicouno"] = _json(provider_data)
    first = {key: fields.pop(key) for key in number if key in fields}
    return ShipmentText(_json(first)[:-1].encode() + b",", b"," + _json(fields)[1:].encode())


def _external_number(serial: int, order: Order) -> str:
    return f"MKP-{scrambled(serial, 7919)}" if order.sender.seller_id else scrambled(serial, 7907)


def _contact(suffix: str, name_field: str, party: Party, address: str) -> Fields:
    return {
        name_field: party.name,
        f"idTipoDocumento{suffix}": party.document_type,
        f"documento{suffix}": party.document,
        f"telefono{suffix}": party.phone,
        f"direccion{suffix}": address,
        f"email{suffix}": party.email or "None",
    }


def _declared_value(value: int, rng: RandomSource) -> Fields:
    """Return the value as a number, as text, or not at all: before v2.1 it was only inside `dinamicouno`."""
    form = rng.choice(_DECLARED)
    return {"valorDeclarado": form(value)} if form else {}


def _marketplace(serial: int, order: Order) -> Fields:
    return {
        "SellerId": order.sender.seller_id,
        "parcelNumber": f"PN{scrambled(serial, 7901)}",
        "parcelId": f"{scrambled(serial, 7883)}-1",
        "skus": [_sku(product) for product in order.products],
        "Valor": order.value,
        "valorDeclarado": order.value,
        "promesaEntrega": order.promised.isoformat(),
    }


def _operator(serial: int, day: date, order: Order) -> Fields:
    return {
        "flujo": "OPL",
        "partners": order.sender.channel,
        "Canalventa": order.sender.channel,
        "numeroPedido": f"OC-{scrambled(serial, 7879)}",
        "fechaCargaOpl": f"{day - timedelta(days=1)} 2{serial % 3}:{serial % 60:02d}:{serial % 59:02d}",
        "skus": [_sku(product) | {"valorDeclarado": str(product.price)} for product in order.products],
        "valorDeclarado": str(order.value),
        "promesaEntrega": order.promised.isoformat(),
    }


def _sku(product: Product) -> Fields:
    return {
        "skuDesc": product.description,
        "weight": product.weight,
        "width": product.width,
        "height": product.height,
        "length": product.length,
    }


def _not_in_the_contract(address: Address, rng: RandomSource) -> Fields:
    """Return fields that the contract mentions without listing them: weight and dimensions of 0, null as text."""
    located = not rng.chance(0.06)
    return {
        "codigoProducto": "None" if rng.chance(0.3) else f"PRD-{rng.randrange(1000, 9999)}",
        "latitud": f"{address.place.latitude:.6f}" if located else "null",
        "longitud": f"{address.place.longitude:.6f}" if located else "null",
        "peso": 0,
        "alto": 0,
        "ancho": 0,
        "largo": 0,
        "unidades": 1,
    }
