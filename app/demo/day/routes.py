"""Generates a driver's route of a day: its visits, and the parcels of its manifest."""

from dataclasses import dataclass
from datetime import date

from app.demo.day.quirks import PICKUP_POINT, Quirk, Resting
from app.demo.day.shipments import ShipmentText, write_shipment
from app.demo.world.goods import order_for
from app.demo.world.localities import ZONES, Zone
from app.demo.world.numbering import Numbering
from app.demo.world.people import Party, full_name, recipient
from app.demo.world.places import Address, Coordinates, address_in
from app.demo.world.random_source import random_source_for

_DELIVERED = 0.92
_FAR_AWAY = 0.04
_TO_A_PICKUP_POINT = 0.015
_PARCELS = (1,) * 17 + (2, 2, 3)  # per visit


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
    driver = Driver(4100 + order.position, full_name(random_source_for(order.seed, order.carrier, order.position)))
    return Route(300 + order.position, f"{zone.name} {order.position // len(ZONES) + 1}", driver)
