"""Build histories: loads of a carrier and notifications of drivers around one day at a site in Bogotá."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.truth.events import Arrival, Event, Expected, Key, Listed, Load, Site

BOGOTA = ZoneInfo("America/Bogota")  # five hours behind UTC all year
DAY = date(2026, 11, 20)
CARRIER = "ANDINA"
OTHER_CARRIER = "RAPIDA"
ANA = ("1001", "Ana", "Calle 1")
LUIS = ("2002", "Luis", "Calle 2")

OPEN = ("2", "En Reparto")
DELIVERED = ("3", "Entregado")
FAILED = ("4", "Excepción")
PICKUP = ("24", "Listo para Retirar")
RETURNED = ("99", "Devuelto")


def at(clock: str, day: int = 0, zone: ZoneInfo = BOGOTA) -> datetime:
    """Return a local time of the day, or of so many days after it, as UTC."""
    there = datetime.combine(DAY + timedelta(days=day), datetime.strptime(clock, "%H:%M").time(), zone)  # noqa: DTZ007
    return there.astimezone(UTC)


RECEIVING = Site(BOGOTA, BOGOTA, listening_since=at("00:00", day=-5))
"""A site whose receiver has received for days."""


@dataclass(frozen=True)
class Example:
    """A history and what it shows: the sentence of the page, and what its rows must say."""

    name: str
    sentence: str
    events: tuple[Event, ...]
    expected: Mapping[Key, Expected]
    site: Site = RECEIVING
    case: str = ""
    """Which row of the page's table decides the first row that is expected; empty: another sentence is shown."""
    figures: Mapping[str, int] = field(default_factory=dict)
    """Figures of `DAY` at `CARRIER`, as far as they are of interest."""


def listed(
    number: str = "A1",
    status: tuple[str | None, str | None] = OPEN,
    *,
    manifest: str = "1",
    in_force: bool = True,
    ids: tuple[str, ...] = (),
    to: tuple[str | None, str | None, str | None] = ANA,
) -> Listed:
    """List a shipment."""
    return Listed(manifest, in_force, number, *status, identifiers=ids, recipient=to)


def load(clock: str, *found: Listed, of: int = 0, day: int | None = None, carrier: str = CARRIER) -> Load:
    """Load a day (`of`) at a local time of a day (`day`, the same if it is not named)."""
    return Load(carrier, DAY + timedelta(days=of), at(clock, of if day is None else day), found)


def not_found(clock: str, *, day: int = 0) -> Load:
    """Ask for the day and be answered 404."""
    return Load(CARRIER, DAY, at(clock, day), None)


def sent(
    clock: str,
    status: str = "completada",
    *numbers: str,
    visit: int = 7,
    day: int = 0,
    arrives: datetime | None = None,
    stamp: str | None = None,
    previous: str | None = None,
    lacks_numbers: bool = False,
    tracking_id: str | None = None,
    event: str = "visita_estado_cambio",
) -> Arrival:
    """Have a notification of a local time arrive a second later, or at another time."""
    moment = at(clock, day)
    return Arrival(
        received_at=arrives or moment + timedelta(seconds=1),
        visit_id=visit,
        timestamp=stamp or f"{DAY + timedelta(days=day)}T{clock}:00.000000",
        status=status,
        previous=previous,
        numbers=None if lacks_numbers else numbers or ("A1",),
        tracking_id=tracking_id,
        event=event,
    )


ELSEWHERE = sent("07:00", "completada", "no-parcel", visit=900)
"""A notification about no parcel: notifications do arrive."""


def row(number: str = "A1", *, manifest: str = "1", day: int = 0, carrier: str = CARRIER) -> Key:
    """Name a row."""
    return carrier, DAY + timedelta(days=day), manifest, number


def says(
    estado: str, *signs: str, visit: int | None = None, outcome: str, stands: bool = True, counts: bool = True
) -> Expected:
    """Say what a row must say."""
    return Expected(estado, frozenset(signs), visit, stands, outcome, counts)
