"""Generates a driver's route of a day: its visits, and the parcels of its manifest."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from app.demo.day.quirks import PICKUP_POINT, Fields, Quirk, Resting
from app.demo.world.goods import Order, Product, order_for
from app.demo.world.numbering import Numbering, RandomSource, random_source_for, scrambled
from app.demo.world.people import Party, full_name, recipient
from app.demo.world.places import ZONES, Address, Coordinates, Zone, address_in

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_STATUS_NAMES = {
    "1": "Admitido",  # before the carrier has it; like the next two not listed in the contract
    "2": "En Reparto",
    "3": "Entregado",
    "4": "Excepción",
    "11": "En Bodega",
    "24": "Listo para Retirar",
    "50": "Recibido por Transportadora",
}
_STATUSES = {
    status_id: _json({"idEstadoEnvio": status_id, "estadoEnvio": name})[1:-1].encode()
    for status_id, name in _STATUS_NAMES.items()
}
_DEPARTMENTS = {"05": "Antioquia", "11": "Bogotá D.C.", "25": "Cundinamarca"}
_DECLARED: tuple[Callable[[int], object] | None, ...] = (int,) * 13 + (str,) * 3 + (None,) * 4
_DELIVERED = 0.92
_FAR_AWAY = 0.04
_TO_A_PICKUP_POINT = 0.015
_PARCELS = (1,) * 17 + (2, 2, 3)  # per visit


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
        **_beside_the_contract(serial, day, address, order),
        **_declared_value(order, rng),
        "dinamicouno": _provider_data(serial, day, address, order),
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


def _declared_value(order: Order, rng: RandomSource) -> Fields:
    """Return the value as a number, as text, or not at all: before v2.1 it was only inside `dinamicouno`."""
    form = rng.choice(_DECLARED) or (None if order.sender.has_value_inside else int)
    return {"valorDeclarado": form(order.value)} if form else {}


def _beside_the_contract(serial: int, day: date, address: Address, order: Order) -> Fields:
    registered = day - timedelta(days=1 + serial % 3)
    return {
        "complementoDirDest": address.complement or None,
        "complementoDirRem": "Muelle 2" if serial % 2 else None,
        "idFormaEntrega": "1",
        "nombreFormaEntrega": "Home Delivery",
        "totalPiezas": str(len(order.products)),
        "diceContener": ", ".join(dict.fromkeys(product.description for product in order.products)),
        "fechaRegistroEnvio": f"{registered}T{8 + serial % 10:02d}:{serial % 60:02d}:00",
        "idPoblacionOrigen": "11001000",
        "pesoLiquidado": round(sum(float(product.weight) for product in order.products), 2),
        "pesoVolumen": "0",
    }


def _provider_data(serial: int, day: date, address: Address, order: Order) -> Fields:
    if order.sender.seller_id:
        return _marketplace(serial, order)
    return _operator(serial, day, order) if order.sender.channel else _warehouse(serial, address, order)


def _warehouse(serial: int, address: Address, order: Order) -> Fields:
    """Return the data of the third flow, whose SKUs have no weight."""
    first = order.products[0]
    return {
        "carrier": "ANDINA",
        "skuDesc": first.description,
        "codigoProducto": f"PRD-{scrambled(serial, 7873)}",
        "unidades": str(len(order.products)),
        "unidadMedida": "UND",
        "ordenCompra": f"PO-{scrambled(serial, 7867)}",
        "numeroPedido": f"PE-{scrambled(serial, 7853)}",
        "promesaEntrega": order.promised.isoformat(),
        "fulFillmentType": "Warehouse",
        **_place("Rem", "Fontibón", "Bogotá", "11"),
        **_place("Dest", address.neighbourhood, address.locality.name, address.locality.code),
        "skus": [
            {"unidad": "1", "skuDesc": product.description, "codigoProducto": f"SKU-{number}"}
            for number, product in enumerate(order.products, 1)
        ],
    }


def _place(suffix: str, district: str, province: str, code: str) -> Fields:
    department = _DEPARTMENTS[code[:2]]
    return {f"distrito{suffix}": district, f"provincia{suffix}": province, f"departamento{suffix}": department}


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


@dataclass(frozen=True, slots=True)
class Driver:
    """The driver of a route, the same every day."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Route:
    """A driver's route."""

    id: int
    name: str
    driver: Driver


@dataclass(frozen=True, slots=True)
class Visit:
    """One stop of a route, which closes all shipments for its address.

    Args:
        numbers: `numero` of each shipment.
        delivered: whether the shipments are delivered.
        stood_at: position of check-in and check-out; mostly near the address.
        minutes: time from check-in to check-out.
    """

    id: int
    route: Route
    recipient: Party
    address: Address
    numbers: tuple[str, ...]
    delivered: bool
    stood_at: Coordinates
    minutes: int


@dataclass(frozen=True, slots=True)
class Parcel:
    """A shipment of a day, with its visit, or resting without one."""

    serial: int
    text: ShipmentText
    visit: Visit | None
    resting: Resting | None = None


@dataclass(frozen=True)
class RouteOrder:
    """Parameters of a route.

    Args:
        first: position in the day of its first parcel.
        size: number of parcels.
        names: names for its first recipients.
        quirks: quirks for its first parcels.
        resting: parcels without a visit; at most `size`.
        late: whether its manifest is created in the course of the day.
    """

    carrier: str
    day: date
    seed: int
    position: int
    first: int
    size: int
    names: tuple[str, ...] = ()
    quirks: tuple[Quirk, ...] = ()
    resting: tuple[Resting, ...] = ()
    late: bool = False


@dataclass(frozen=True)
class PlannedRoute:
    """A route's visits in driving order, and its parcels in the order of their numbers."""

    order: RouteOrder
    visits: tuple[Visit, ...]
    parcels: tuple[Parcel, ...]


def plan_route(order: RouteOrder) -> PlannedRoute:
    """Generate a route; equal parameters always give the same route."""
    loading = _Loading(order)
    visits = []
    parcels = [loading.rest(kind) for kind in order.resting]
    while loading.is_open:
        if loading.rng.chance(_TO_A_PICKUP_POINT):
            parcels.append(loading.rest(PICKUP_POINT))
        else:
            visit, closed = loading.visit()
            visits.append(visit)
            parcels += closed
    return PlannedRoute(order, tuple(visits), tuple(sorted(parcels, key=lambda parcel: parcel.serial)))


class _Loading:
    """State of a route during generation: the numbers, names and quirks that are left."""

    def __init__(self, order: RouteOrder) -> None:
        self.rng = random_source_for(order.seed, order.carrier, order.day, order.position)
        self._order = order
        self._zone = ZONES[order.position % len(ZONES)]
        self._route = _route(order, self._zone)
        self._numbering = Numbering(order.carrier, order.day)
        self._positions = list(range(order.first, order.first + order.size))
        self.rng.shuffle(self._positions)
        self._names, self._quirks = iter(order.names), iter(order.quirks)

    @property
    def is_open(self) -> bool:
        """Whether the route needs another parcel."""
        return bool(self._positions)

    def rest(self, kind: Resting) -> Parcel:
        """Return a new parcel without a visit."""
        serial = self._numbering.serial(self._positions.pop())
        to, address = recipient(self.rng), address_in(self._zone, self.rng)
        return Parcel(serial, self._text(serial, to, address, kind.quirk), None, kind)

    def visit(self) -> tuple[Visit, list[Parcel]]:
        """Return a new visit and its parcels."""
        positions = [self._positions.pop() for _ in range(min(self.rng.choice(_PARCELS), len(self._positions)))]
        serials = [self._numbering.serial(position) for position in positions]
        address = address_in(self._zone, self.rng)
        visit = Visit(
            id=self._numbering.visit(positions[0]),
            route=self._route,
            recipient=recipient(self.rng, next(self._names, "")),
            address=address,
            numbers=tuple(map(str, serials)),
            delivered=self.rng.chance(_DELIVERED),
            stood_at=address.place.moved(self.rng, 900 if self.rng.chance(_FAR_AWAY) else 35),
            minutes=self.rng.randrange(2, 12),
        )
        return visit, [
            Parcel(serial, self._text(serial, visit.recipient, address, next(self._quirks, None)), visit)
            for serial in serials
        ]

    def _text(self, serial: int, to: Party, address: Address, quirk: Quirk | None) -> ShipmentText:
        day = self._order.day
        return write_shipment(
            serial,
            day=day,
            recipient=to,
            address=address,
            order=order_for(day, self.rng),
            rng=self.rng,
            quirk=quirk,
        )


def _route(order: RouteOrder, zone: Zone) -> Route:
    number = Numbering(order.carrier, order.day).driver(order.position)
    driver = Driver(number, full_name(random_source_for(order.seed, order.carrier, order.position)))
    return Route(number, f"{zone.name} {order.position // len(ZONES) + 1}", driver)
