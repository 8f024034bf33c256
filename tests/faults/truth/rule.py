"""What interface.md makes of what a desk was told: a second, naive implementation to weigh the real one by."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from app.domain.outcomes import Outcome
from app.domain.statuses import State
from tests.faults.truth.desk import Clock
from tests.faults.truth.plan import MEANT, TODAY, Notification, Parcel, Plan

NAMES = {
    State.ON_ITS_WAY: "En Reparto",
    State.DELIVERED: "Entregado",
    State.EXCEPTION: "Excepción",
    State.PICKUP: "Listo para Retirar",
}
STATES = {name: state for state, name in NAMES.items()}


@dataclass
class Line:
    """A shipment of a day, as the loads showed it."""

    parcel: Parcel
    day: date
    said: State
    manifest: int
    changed_at: datetime | None = None
    """When the desk's clock showed the load that had another status than the one before it."""
    is_listed: bool = True


@dataclass(frozen=True)
class Expected:
    """What a row has to hold."""

    estado: str
    conflicto: bool
    visita_id: int | None
    estado_nuevo: str | None
    visita_timestamp: str | None


@dataclass
class Seen:
    """What a desk's loads showed, each as the carrier had it at that moment."""

    plan: Plan
    lines: dict[tuple[date, str], Line] = field(default_factory=dict)

    @property
    def listed_now(self) -> set[str]:
        return {number for (day, number), line in self.lines.items() if day == TODAY and line.is_listed}

    def load(self, day: date, clock: Clock) -> None:
        """Take note of a load that ended well."""
        listed = set()
        for manifest, parcel in self.plan.listed(day, clock.elapsed):
            said, listed_as = parcel.said(clock.elapsed), (day, parcel.number)
            listed.add(listed_as)
            line = self.lines.setdefault(listed_as, Line(parcel, day, said, manifest))
            if line.said is not said:
                line.said, line.changed_at = said, clock.now()
            line.manifest, line.is_listed = manifest, True
        for listed_as, line in self.lines.items():
            line.is_listed &= line.day != day or listed_as in listed


def expected_rows(seen: Seen, kept: Iterable[Notification]) -> dict[tuple[date, str], Expected]:
    """Return what each row has to hold after these notifications were kept, in whatever order."""
    newest: dict[int, Notification] = {}
    for one in kept:
        known = newest.get(one.visit)
        if known is None or one.timestamp > known.timestamp:
            newest[one.visit] = one
    found: dict[str, list[Line]] = {}
    for line in seen.lines.values():
        for value in line.parcel.identifiers.values():
            found.setdefault(value, []).append(line)
    visits: dict[tuple[date, str], list[Notification]] = {}
    for one in newest.values():
        for line in _lines_of(one, found):
            visits.setdefault((line.day, line.parcel.number), []).append(one)
    return {key: _row(line, visits.get(key, []), seen.plan) for key, line in seen.lines.items()}


def expected_notifications(kept: Iterable[Notification]) -> dict[tuple[int, str], tuple[int, Outcome]]:
    """Return how often each key came again and what became of it, given all arrivals in their order."""
    times = Counter[tuple[int, str]]()
    outcomes: dict[tuple[int, str], Outcome] = {}
    newest: dict[int, str] = {}
    for one in kept:
        times[one.key] += 1
        if one.key not in outcomes:
            is_stale = newest.get(one.visit, "") > one.timestamp
            outcomes[one.key] = Outcome.STALE if is_stale else Outcome.STORED
            newest[one.visit] = max(newest.get(one.visit, ""), one.timestamp)
    return {key: (count - 1, outcomes[key]) for key, count in times.items()}


def _lines_of(one: Notification, found: dict[str, list[Line]]) -> list[Line]:
    """Return the lines that a visit is of: found by a number, else by the tracking id; of later days only the first."""
    day = date.fromisoformat(one.timestamp[:10])
    for values in (one.names, (one.tracking_id,)):
        lines = []
        for value in values:
            of_value = found.get(value, [])
            until_then = [line for line in of_value if line.day <= day]
            lines += until_then or [line for line in of_value if line.day == min(other.day for other in of_value)]
        if lines:
            return lines
    return []


def _row(line: Line, visits: list[Notification], plan: Plan) -> Expected:
    if not visits:
        return Expected(NAMES[line.said], conflicto=False, visita_id=None, estado_nuevo=None, visita_timestamp=None)
    visit = max(visits, key=lambda one: (one.timestamp, one.visit))
    is_of_day = date.fromisoformat(visit.timestamp[:10]) >= line.day
    closed_at = datetime.fromisoformat(visit.timestamp).replace(tzinfo=plan.zone).astimezone(UTC)
    leads = is_of_day if line.changed_at is None else closed_at >= line.changed_at
    meant = MEANT[visit.status]
    return Expected(
        NAMES[meant if leads else line.said],
        is_of_day and meant is not line.said,
        visit.visit,
        visit.status,
        visit.timestamp,
    )


def wall(plan: Plan, at: float, offset: float) -> datetime:
    """Return what the desk's clock showed at a moment."""
    return plan.start + timedelta(seconds=at + offset)
