"""Elements of a simulated world: parcels with their placements and changes, and messages."""

import json
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

ALWAYS, NEVER = float("-inf"), float("inf")
NEVER_SENT = 10.0**9
"""When a message is sent that no try brings, in seconds after the start."""
CARRIERS = ("ANDINA-BOG", "SUR-EXPRESS")


class State(StrEnum):
    """How a parcel stands; the values are those of `resultado_dia`."""

    OPEN = "abierto"
    DELIVERED = "entregado"
    FAILED = "excepcion"
    PICKUP = "retiro"
    OTHER = "otro"


STATUSES = {
    State.OPEN: ("2", "En Reparto"),
    State.DELIVERED: ("3", "Entregado"),
    State.FAILED: ("4", "Excepción"),
    State.PICKUP: ("24", "Listo para Retirar"),
    State.OTHER: ("9", "Devuelto"),
}
STATES = {text: state for state, (_, text) in STATUSES.items()}
MEANT = {"completada": State.DELIVERED, "falso_flete": State.FAILED}
CORRECTED = {"completada": "falso_flete", "falso_flete": "completada"}


@dataclass(frozen=True)
class Calendar:
    """The three days of a world: the one before, the main one, the one after. Seconds count from `start`."""

    zone: ZoneInfo
    day: date
    opens: float = 17.0
    """The hour of the day before at which the world begins."""
    shift: int = 0
    """Hours by which a depot's day, with all that happens in it, is later than the calendar's: `day_ends_at`."""
    past: int | None = None
    """Another day that the world has, some weeks before."""

    @property
    def start(self) -> datetime:
        return self._utc(-1 if self.past is None else self.past, self.opens)

    @property
    def day_ends_at(self) -> time:
        return time(self.shift)

    @property
    def days(self) -> list[date]:
        """The days that the world lists parcels for."""
        return [self.days_from(one) for one in ([] if self.past is None else [self.past]) + [-1, 0, 1]]

    def at(self, days: int, hour: float) -> float:
        """Return a local time of a day as seconds after the start."""
        return (self._utc(days, hour) - self.start).total_seconds()

    def days_from(self, offset: int) -> date:
        return self.day + timedelta(days=offset)

    def begins(self, day: date) -> float:
        """Return when a day of the site begins."""
        return self.at((day - self.day).days, 0)

    def day_of(self, at: float) -> date:
        """Return the day of the site at a moment."""
        return (self.utc(at).astimezone(self.zone) - timedelta(hours=self.shift)).date()

    def utc(self, at: float) -> datetime:
        return self.start + timedelta(seconds=at)

    def stamp(self, at: float, zone: ZoneInfo) -> str:
        """Return a moment as a sender writes it who writes in a zone."""
        local = self.utc(at).astimezone(zone)
        return local.replace(tzinfo=None).isoformat(timespec="microseconds")

    def _utc(self, days: int, hour: float) -> datetime:
        local = datetime.combine(self.day + timedelta(days=days), time(), self.zone) + timedelta(
            hours=hour + self.shift
        )
        return local.astimezone(UTC)


@dataclass(frozen=True)
class Placement:
    """A time in which a manifest of one carrier's day lists a parcel."""

    carrier: str
    day: date
    manifest: int
    begins: float = ALWAYS
    ends: float = NEVER

    def holds(self, at: float) -> bool:
        return self.begins <= at < self.ends


@dataclass(frozen=True)
class Entry:
    """A parcel in one of the entries of an answer; several may have the number of one manifest."""

    manifest: int
    parcel: "Parcel"
    nth: int = 0
    in_force: bool = True
    is_stale: bool = False
    """Whether its status is that of the morning."""

    def said(self, at: float) -> State:
        return State.OPEN if self.is_stale else self.parcel.said(at)


@dataclass(frozen=True, eq=False)
class Message:
    """One change of a visit, and how its envelope travels.

    Args:
        numbers: `numero_seguimientos`; None where the field is absent.
        at: when the visit changed, in seconds after the start.
        timestamp: as sent; where a clock is wrong, not the time of `at`.
        sent_at: when the sender first tries.
        copies: when it sends the same once more, whatever came of the tries.
        by_http: whether it goes through HTTP, or straight to what the receiver hands it to.
    """

    visit: int
    parcels: tuple["Parcel", ...]
    numbers: tuple[str, ...] | None
    tracking_id: str
    status: str
    previous: str
    at: float
    timestamp: str
    sent_at: float
    copies: tuple[float, ...]
    by_http: bool

    @property
    def key(self) -> tuple[int, str]:
        return self.visit, self.timestamp

    @property
    def body(self) -> bytes:
        data = {
            "visita_id": self.visit,
            "tracking_id": self.tracking_id,
            "estado_anterior": self.previous,
            "estado_nuevo": self.status,
            "conductor": {"id": self.visit % 40, "nombre": f"Conductor {self.visit % 40}"},
        }
        if self.numbers is not None:
            data["numero_seguimientos"] = list(self.numbers)
        return json.dumps({"event": "visita_estado_cambio", "timestamp": self.timestamp, "data": data}).encode()


@dataclass(eq=False)
class Change:
    """A parcel stands otherwise from a moment on.

    Args:
        message: what tells of it; None: no visit does.
        is_restart: the carrier sends it out again.
        shown_at: when the carrier's status follows; NEVER: it does not.
    """

    at: float
    state: State
    message: Message | None = None
    is_restart: bool = False
    shown_at: float = NEVER


@dataclass(eq=False)
class Parcel:
    """A shipment with what the carrier knows of it."""

    number: str
    identifiers: dict[str, str]
    recipient: tuple[str | None, str, str]
    """Document, name, address."""
    names: tuple[str, ...]
    """By which of its identifiers a sender names it."""
    placements: list[Placement] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def is_of(self, day: date) -> bool:
        """Tell whether it is listed for a day, of all parcels that have its number."""
        return any(one.day == day for one in self.placements)

    def last_change(self, at: float, *, with_restarts: bool = True) -> Change | None:
        """Return the change by which it stands as it does at a moment; None: it is on its way from the first."""
        found = [one for one in self.changes if one.at <= at and (with_restarts or not one.is_restart)]
        return found[-1] if found else None

    def shown(self, at: float) -> Change | None:
        """Return the change that the carrier shows. One that it follows late never hides what happened after it."""
        found = [one for one in self.changes if one.shown_at <= at]
        return found[-1] if found else None

    def said(self, at: float) -> State:
        """Return what the carrier says at a moment."""
        shown = self.shown(at)
        return State.OPEN if shown is None else shown.state
