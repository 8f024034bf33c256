"""The day as it truly is: parcels, visits, what the sender notifies of them, and all that breaks."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

from app.domain.statuses import State

TODAY = date(2026, 11, 20)
YESTERDAY = TODAY - timedelta(days=1)
TRIES = (0.0, 5.0, 30.0)  # seconds after the first one, by the contract
LISTED_AT_ONCE = -1.0
LOUD = 20.0  # seconds without ears from which on there must be a gap
MEANT = {"completada": State.DELIVERED, "falso_flete": State.EXCEPTION}
STATUS_IDS = {State.ON_ITS_WAY: "2", State.DELIVERED: "3", State.EXCEPTION: "4", State.PICKUP: "24"}
ZONES = ("America/Bogota", "America/Santiago", "America/Asuncion", "America/Havana")


class Away(Enum):
    """Why the desk does not hear."""

    CLOSED = "closed"
    KILLED = "killed"
    ASLEEP = "asleep"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Absence:
    """The desk does not hear from one moment to another, in seconds after the start."""

    begins: float
    ends: float
    why: Away

    def holds(self, at: float) -> bool:
        return self.begins <= at < self.ends


@dataclass(frozen=True)
class Break:
    """The way from the sender to the desk is broken, or (`takes_answers`) only the way back."""

    begins: float
    ends: float
    takes_answers: bool

    def holds(self, at: float) -> bool:
        return self.begins <= at < self.ends


@dataclass
class Parcel:
    """A shipment with what the carrier knows of it. Times are seconds after the start."""

    number: str
    identifiers: dict[str, str]
    manifest: int
    listed_from: float = LISTED_AT_ONCE
    listed_until: float = float("inf")
    moves_at: float = float("inf")
    was_listed_yesterday: bool = False
    follows_after: float | None = 0.0
    """How long the carrier's status takes to follow the truth; None: it never does."""
    changes: list[tuple[float, State]] = field(default_factory=list)

    def truth(self, day: date) -> State:
        """Return how it stands when all is over, as the row of a day has to tell it."""
        found = [state for at, state in self.changes if day == YESTERDAY or at >= 0]
        return found[-1] if found else State.ON_ITS_WAY

    def said(self, at: float) -> State:
        """Return what the carrier says at a moment. Yesterday's try is over for it: the parcel is out again."""
        state = State.ON_ITS_WAY
        if self.follows_after is not None:
            for changed_at, changed in self.changes:
                if changed_at >= 0 and changed_at + self.follows_after <= at:
                    state = changed
        return state


@dataclass(frozen=True)
class Notification:
    """One change of a visit, and how its envelope travels.

    Args:
        at: when the visit changed, in seconds after the start.
        sent_at: when the sender first tries.
        copies: when it sends the same once more, whatever came of the tries.
        by_door: whether it goes through HTTP, or straight to what the door hands it to.
    """

    visit: int
    parcels: tuple[Parcel, ...]
    names: tuple[str, ...]
    tracking_id: str
    status: str
    at: float
    timestamp: str
    sent_at: float
    copies: tuple[float, ...]
    by_door: bool

    @property
    def key(self) -> tuple[int, str]:
        return self.visit, self.timestamp

    @property
    def body(self) -> bytes:
        data = {
            "visita_id": self.visit,
            "tracking_id": self.tracking_id,
            "estado_anterior": "pendiente",
            "estado_nuevo": self.status,
            "numero_seguimientos": list(self.names),
            "conductor": {"id": self.visit % 40, "nombre": f"Conductor {self.visit % 40}"},
        }
        return json.dumps({"event": "visita_estado_cambio", "timestamp": self.timestamp, "data": data}).encode()


class Plan:
    """Everything that happens in the day of a seed.

    Args:
        seed: of all that is left to chance.
        visits: how many parcels' doors are knocked at.
        by_door: the share of the notifications that go through HTTP.
    """

    def __init__(self, seed: int, visits: int, by_door: float) -> None:
        self.dice = random.Random(seed)
        self.seconds = 36_000.0 if visits > 1000 else 7200.0
        self.zone = ZoneInfo(ZONES[seed % len(ZONES)])
        self.start = datetime(TODAY.year, TODAY.month, TODAY.day, 8, tzinfo=self.zone).astimezone(UTC)
        self._by_door = by_door
        self._last_visit = 5000
        self.parcels: list[Parcel] = []
        self.notifications: list[Notification] = []
        self.absences = self._absences()
        self.breaks = self._breaks()
        for _ in range(visits):
            self._add_stop()
        for _ in range(visits // 20):
            self._add_parcel()
        for one in self.notifications:
            if not self.leaves_a_trace(one):
                for parcel in one.parcels:
                    parcel.follows_after = parcel.follows_after or 0.0
        self.loads = [
            (0.01 * self.seconds, False),
            (self._moment(0.2, 0.5), self._chance(0.7)),
            (self._moment(0.5, 0.9), True),
        ]
        """When the user loads the day, and whether the carrier fails then."""
        self.shifts = sorted(
            (self._moment(0.1, 0.9), self.dice.choice((-1, 1)) * self.dice.uniform(10, 5400)) for _ in range(3)
        )
        self.follow_ups = sorted((self._moment(0.3, 0.95), self.dice.choice(self.parcels)) for _ in range(5))

    def leaves_a_trace(self, notification: Notification) -> bool:
        """Tell whether the desk can know of it: it came and names its parcels, or came when the desk did not hear."""
        tries = [notification.sent_at + pause for pause in TRIES] + list(notification.copies)
        if any(self.is_heard(at) for at in tries):
            known = {value for one in notification.parcels for value in one.identifiers.values()}
            return not notification.parcels or not known.isdisjoint((*notification.names, notification.tracking_id))
        return any(one.holds(notification.at) and one.ends - one.begins >= LOUD for one in self.absences)

    def is_heard(self, at: float) -> bool:
        """Tell whether what is sent then reaches the desk."""
        broken = any(one.holds(at) and not one.takes_answers for one in self.breaks)
        return not broken and not any(one.holds(at) for one in self.absences)

    def is_answered(self, at: float) -> bool:
        """Tell whether the sender gets to see the answer to what is sent then."""
        return self.is_heard(at) and not any(one.holds(at) for one in self.breaks)

    def site_time(self, at: float) -> str:
        """Return a moment as the sender writes it."""
        local = (self.start + timedelta(seconds=at)).astimezone(self.zone)
        return local.replace(tzinfo=None).isoformat(timespec="microseconds")

    def listed(self, day: date, at: float) -> Iterator[tuple[int, Parcel]]:
        """Go through the parcels that the carrier lists for a day at a moment, with their manifests."""
        for one in self.parcels:
            if day == YESTERDAY:
                if one.was_listed_yesterday:
                    yield 7000, one
            elif one.listed_from <= at < one.listed_until:
                yield one.manifest + (100 if at >= one.moves_at else 0), one

    def _moment(self, first: float, last: float) -> float:
        return self.dice.uniform(first * self.seconds, last * self.seconds)

    def _chance(self, share: float) -> bool:
        return self.dice.random() < share

    def _absences(self) -> list[Absence]:
        found = []
        for place, why in enumerate(self.dice.sample([*Away, *Away], 4)):
            begins = (0.08 + 0.2 * place) * self.seconds + self.dice.uniform(0, 0.06 * self.seconds)
            long = self.dice.uniform(2, 18) if place == 0 else self.dice.uniform(LOUD + 20, 0.08 * self.seconds)
            found.append(Absence(begins, begins + long, why))
        return found

    def _breaks(self) -> list[Break]:
        begins = [self._moment(0.02, 0.96) for _ in range(8)]
        return [Break(one, one + self.dice.uniform(8, 0.02 * self.seconds), self._chance(0.3)) for one in begins]

    def _add_parcel(self) -> Parcel:
        serial = len(self.parcels) + 1
        identifiers = {"numero": f"0500{serial:06d}", "numeroExterno": f"EXT-{serial}"}
        if serial % 2:
            identifiers |= {"parcelNumber": f"PN{serial}", "parcelId": f"{serial}-1"}
        else:
            identifiers |= {"numeroPedido": f"OC-{serial}"}
        parcel = Parcel(identifiers["numero"], identifiers, 9000 + serial % 12)
        parcel.follows_after = (
            None if self._chance(0.15) else min(self.dice.expovariate(1 / (0.03 * self.seconds)), 0.25 * self.seconds)
        )
        if self._chance(0.05):
            parcel.was_listed_yesterday = True
        elif self._chance(0.04):
            parcel.listed_from = self._moment(0.1, 0.8)
        elif self._chance(0.03):
            parcel.listed_until = self._moment(0.2, 0.9)
        if self._chance(0.03):
            parcel.moves_at = self._moment(0.2, 0.9)
        self.parcels.append(parcel)
        return parcel

    def _add_stop(self) -> None:
        if self._chance(0.01):  # a visit of something that no manifest lists
            self._add_visit((), ("otro",), self._moment(0.0, 0.97))
            return
        parcels = tuple(self._add_parcel() for _ in range(self.dice.choices((1, 2, 3), (85, 10, 5))[0]))
        names = tuple(self.dice.choice(list(one.identifiers.values())) for one in parcels)
        if parcels[0].was_listed_yesterday and len(parcels) == 1 and self._chance(0.5):
            self._add_visit(parcels, names, self.dice.uniform(-54_000, -50_000), "falso_flete")
        if self._chance(0.03):
            return  # nobody came there today
        last = self._add_visit(parcels, names, self._moment(0.0, 0.95))
        if last is not None and MEANT[last.status] is State.EXCEPTION:
            later = last.at + self.dice.uniform(300, 0.2 * self.seconds)
            if later < 0.98 * self.seconds and self._chance(0.2):
                self._add_visit(parcels, names, later)
            elif self._chance(0.1):  # it waits at a pickup point
                for parcel in parcels:
                    parcel.changes.append((last.at + 60, State.PICKUP))
                    parcel.follows_after = parcel.follows_after or 0.0

    def _add_visit(
        self, parcels: tuple[Parcel, ...], names: tuple[str, ...], at: float, status: str = ""
    ) -> Notification | None:
        self._last_visit += self.dice.randrange(1, 4)
        visit, tracking_id = self._last_visit, f"VIS-{self._last_visit}"
        if len(names) == 1 and self._chance(0.1):
            names, tracking_id = self.dice.choice(((), ("ajeno",))), names[0]
        elif self._chance(0.015) and at >= 0:  # the carrier has done with yesterday's tries: it would not follow
            names = ("sin-nada-en-comun",)
        status = status or ("completada" if self._chance(0.8) else "falso_flete")
        if at < 0 or self._chance(0.88):
            return self._notify(visit, parcels, names, tracking_id, status, at)
        later = at + self.dice.uniform(1, 0.1 * self.seconds)  # corrected, or the same told anew
        other = "falso_flete" if status == "completada" else "completada"
        overtaken = later + self.dice.uniform(1, 300) if self._chance(0.4) else None
        self._notify(visit, parcels, names, tracking_id, status, at, overtaken)
        return self._notify(visit, parcels, names, tracking_id, other if self._chance(0.8) else status, later)

    def _notify(
        self, visit: int, parcels: tuple[Parcel, ...], names: tuple[str, ...], tracking_id: str, status: str, at: float,
        sent_at: float | None = None,
    ) -> Notification:  # fmt: skip
        if sent_at is None:
            late = self.dice.uniform(30, 0.15 * self.seconds) if self._chance(0.03) else 0.0
            sent_at = at + late if at >= 0 else self.dice.uniform(1, 60)
        copies = [sent_at + self.dice.uniform(0, 0.1 * self.seconds) for _ in range(self.dice.randrange(1, 4))]
        one = Notification(
            visit, parcels, names, tracking_id, status, at, self.site_time(at), sent_at,
            tuple(copies) if self._chance(0.08) else (), self._chance(self._by_door),
        )  # fmt: skip
        self.notifications.append(one)
        for parcel in parcels:
            parcel.changes.append((at, MEANT[status]))
            parcel.changes.sort(key=lambda change: change[0])
        return one
