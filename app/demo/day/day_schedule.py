"""The days of all demo carriers, and the progress of today.

Every well-formed carrier code has its own days, from 2020-01-01 until today, with these exceptions:

- Codes that begin with `VACIA` have days without a manifest: 200 with an empty list.
- Codes that begin with `SIN-PLANILLA`, and `DESPACHO`, which connection tests use, have no days: 404.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from app.demo.day.day import DayPlan, PlannedManifest, assemble, plan_routes
from app.demo.day.routes import Parcel, Visit
from app.demo.world.numbering import FIRST_DATE
from app.demo.world.options import DayOptions
from app.domain.days import NO_CARRIER, Day
from app.domain.errors import SettingsError
from app.domain.texts import Text

_EMPTY, _NO_MANIFEST = "VACIA", "SIN-PLANILLA"

_KEPT_SHIPMENTS = 100_000  # some 250 MB
_KEPT_DAYS = 32
_MOST_FOLLOWED = 32


def answer(plan: DayPlan, closed: int) -> Iterator[bytes]:
    """Yield the JSON array of a day after `closed` visits have closed, one manifest per piece."""
    separator = b"["
    for manifest, parcels in plan.listed(closed):
        yield separator + _manifest(plan.carrier, manifest, parcels)
        separator = b",\n"
    yield b"]"


def _manifest(carrier: str, manifest: PlannedManifest, parcels: Sequence[tuple[Parcel, str]]) -> bytes:
    fields = {
        "idPlanillaReparto": manifest.number,
        "estado": manifest.status,
        "codigoCarrier": carrier,
        "fechaCreacion": manifest.created_at.isoformat(timespec="seconds"),
    }
    shipments = b",".join(parcel.text.with_status(status_id) for parcel, status_id in parcels)
    return json.dumps(fields)[:-1].encode() + b',"envios":[' + shipments + b"]}"


@dataclass(frozen=True)
class Closing:
    """A closed visit.

    Args:
        turn: number of visits of that day that closed before it.
        at: time of the closing, in the site's time.
    """

    visit: Visit
    turn: int
    at: datetime


@dataclass
class _Followed:
    """A carrier's day whose closings are reported; `reported_until` is in seconds since the day's visits began."""

    day: Day
    reported_until: float
    plan: DayPlan | None = None


class DaySchedule:
    """The days of all carriers. To be used from one event loop.

    Today's visits close by `clock`, monotonic, in seconds, starting now.
    """

    def __init__(self, options: DayOptions, clock: Callable[[], float], now: Callable[[], datetime]) -> None:
        self._options = options
        self._clock, self._now = clock, now
        self._opened_at = clock()
        self._plans: OrderedDict[Day, DayPlan] = OrderedDict()
        self._planning = asyncio.Lock()
        self._followed: dict[str, _Followed] = {}

    async def answer(self, day: Day) -> Iterable[bytes] | None:
        """Return the pieces of the answer for a day in its present state; None if there is no manifest."""
        now = self._now()
        if _has_none(day.carrier) or not FIRST_DATE <= day.date <= now.date():
            return None
        if day.carrier.startswith(_EMPTY):
            return [b"[]"]
        plan = await self._plan(day)
        if day.date < now.date():
            return answer(plan, plan.closed_when_over)
        seconds = self._seconds_of(now)
        self._follow(day, seconds)  # the answer contains what is closed by now; later closings are notified
        return answer(plan, plan.closed_after(seconds, self._options.per_minute))

    def follow(self, carrier: str) -> None:
        """Include a carrier in `closings` from now on, before a request for its day.

        Raises:
            SettingsError: the carrier has no visits.
        """
        if carrier.startswith(_EMPTY) or _has_none(carrier):
            text = Text("Error", "The demo carrier {carrier} has no visits to notify. Choose another code.")
            raise SettingsError(text.filled(carrier=carrier))
        now = self._now()
        self._follow(Day(carrier, now.date()), self._seconds_of(now))

    def forget_closings(self) -> None:
        """Exclude everything closed by now from the next `closings`."""
        now = self._now()
        for carrier in self._followed:
            self._followed[carrier] = _Followed(Day(carrier, now.date()), self._seconds_of(now))

    async def closings(self) -> list[Closing]:
        """Return what closed since the last call, for each carrier whose today was requested or is followed.

        `answer` shows exactly these visits as closed from now on.
        """
        found: list[Closing] = []
        for followed in list(self._followed.values()):
            plan = followed.plan = followed.plan or await self._plan(followed.day)
            now = self._now()
            if followed.day.date < now.date():
                found += self._closed_at_midnight(followed, plan)
                followed.day, followed.reported_until, followed.plan = Day(followed.day.carrier, now.date()), 0.0, None
            else:
                begin = followed.reported_until
                seconds = max(self._seconds_of(now), begin)  # the site's clock may have been set back
                found += self._closed_between(begin, seconds, plan, now)
                followed.reported_until = seconds
        return found

    def _closed_between(self, begin: float, seconds: float, plan: DayPlan, now: datetime) -> Iterator[Closing]:
        per_minute = self._options.per_minute
        for turn in range(plan.closed_after(begin, per_minute), plan.closed_after(seconds, per_minute)):
            ago = seconds - plan.closes_after(turn, per_minute)
            yield Closing(plan.closings[turn], turn, now - timedelta(seconds=ago))

    def _closed_at_midnight(self, followed: _Followed, plan: DayPlan) -> Iterator[Closing]:
        midnight = datetime.combine(followed.day.date, time.max)
        first = plan.closed_after(followed.reported_until, self._options.per_minute)
        for turn in range(first, plan.closed_when_over):
            yield Closing(plan.closings[turn], turn, midnight)

    def _follow(self, day: Day, seconds: float) -> None:
        if len(self._followed) < _MOST_FOLLOWED:
            self._followed.setdefault(day.carrier, _Followed(day, seconds))

    def _seconds_of(self, now: datetime) -> float:
        """Return the seconds since today's visits began to close: at the start, or at midnight on a later day."""
        since_midnight = timedelta(hours=now.hour, minutes=now.minute, seconds=now.second, microseconds=now.microsecond)
        return min(self._clock() - self._opened_at, since_midnight.total_seconds())

    async def _plan(self, day: Day) -> DayPlan:
        async with self._planning:  # two requests for the same day generate it once
            if day in self._plans:
                self._plans.move_to_end(day)
            else:
                while len(self._plans) >= max(1, min(_KEPT_DAYS, _KEPT_SHIPMENTS // self._options.shipments)):
                    self._plans.popitem(last=False)
                self._plans[day] = await self._generate(day)
            return self._plans[day]

    async def _generate(self, day: Day) -> DayPlan:
        routes = []
        for route in plan_routes(day.carrier, day.date, self._options):
            routes.append(route)
            await asyncio.sleep(0)  # a big day takes seconds; let other requests run
        return assemble(routes)


def _has_none(carrier: str) -> bool:
    return carrier == NO_CARRIER or carrier.startswith(_NO_MANIFEST)
