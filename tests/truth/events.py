"""The events of a history, and what a row must say after it. Plain values that know nothing of the product."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import TypeAlias
from zoneinfo import ZoneInfo

VISIT_EVENT = "visita_estado_cambio"


@dataclass(frozen=True)
class Listed:
    """One shipment as one manifest of one answer lists it."""

    manifest: str
    """`idPlanillaReparto` as text."""
    in_force: bool
    number: str
    status_id: str | None
    status: str | None
    identifiers: tuple[str, ...] = ()
    """`numeroExterno`, `parcelNumber`, `parcelId`, `numeroPedido`, as far as they are present."""
    recipient: tuple[str | None, str | None, str | None] = (None, None, None)
    """Document, name, address."""
    entry: int = 0
    """Which of the answer's entries with this `idPlanillaReparto`."""


@dataclass(frozen=True)
class Load:
    """An answer for a carrier's day, at the time (UTC) that its request was sent."""

    carrier: str
    day: date
    asked_at: datetime
    listed: tuple[Listed, ...] | None
    """None: 404; (): an empty list."""


@dataclass(frozen=True)
class Arrival:
    """One notification with the right token, as it arrived (UTC)."""

    received_at: datetime
    visit_id: int
    timestamp: str
    """As sent, without an offset."""
    status: str
    previous: str | None
    numbers: tuple[str, ...] | None
    """None: the field was absent."""
    tracking_id: str | None = None
    event: str = VISIT_EVENT


@dataclass(frozen=True)
class Site:
    """What the site has settled, and when its receiver first received a notification (UTC; None: never)."""

    zone: ZoneInfo
    sender_zone: ZoneInfo
    lag_minutes: int = 15
    listening_since: datetime | None = None
    set_backs: tuple[tuple[datetime, datetime], ...] = ()
    """When its clock was set back: what it would have shown, and what it showed (UTC)."""
    day_ends_at: time = time()
    """Local time at which its days begin and end."""


@dataclass(frozen=True)
class Expected:
    """What a row must say."""

    estado: str
    senales: frozenset[str]
    visita_id: int | None
    vigente: bool
    resultado_dia: str
    counts: bool
    """Whether it counts in the figures of its day."""


Event: TypeAlias = Load | Arrival
Key: TypeAlias = tuple[str, date, str, str]
"""Carrier, day, manifest, number."""
