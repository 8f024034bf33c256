"""Which day has which manifests, and how far today has come.

Every well-formed carrier code has days of its own, from 2020-01-01 until today, but for these:

- `VACIA` and whatever begins with it has days without a manifest: 200 with an empty list.
- `SIN-PLANILLA` and whatever begins with it has none: 404.
- `MUESTRA` has `resources/samples/manifests.json`, every day.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from app.demo.answer import answer
from app.demo.day import DayPlan, assemble, plan_routes
from app.demo.numbering import FIRST_DATE
from app.demo.options import DayOptions
from app.domain.days import Day
from app.domain.resources import resource

_EMPTY, _NO_MANIFEST, _SAMPLE = "VACIA", "SIN-PLANILLA", "MUESTRA"

_KEPT_SHIPMENTS = 100_000  # some 250 MB
_KEPT_DAYS = 32


class Almanac:
    """The days of all carriers. To be asked from one event loop.

    Args:
        options: how the days look.
        clock: seconds that only go forward; today's visits close by it, beginning now.
        now: the site's time, which tells what day it is.
    """

    def __init__(self, options: DayOptions, clock: Callable[[], float], now: Callable[[], datetime]) -> None:
        self._options = options
        self._clock, self._now = clock, now
        self._opened_at = clock()
        self._plans: OrderedDict[Day, DayPlan] = OrderedDict()
        self._planning = asyncio.Lock()

    async def answer(self, day: Day) -> Iterable[bytes] | None:
        """Return the pieces of the answer for a day as it stands now; None where there is no manifest."""
        now = self._now()
        if not FIRST_DATE <= day.date <= now.date() or day.carrier.startswith(_NO_MANIFEST):
            return None
        if day.carrier.startswith(_EMPTY):
            return [b"[]"]
        if day.carrier == _SAMPLE:
            return [resource("samples", "manifests.json").read_bytes()]
        plan = await self._plan(day)
        return answer(plan, plan.closed_when_over if day.date < now.date() else self._closed_today(plan, now))

    def _closed_today(self, plan: DayPlan, now: datetime) -> int:
        """Return how many visits are closed by now; a day that began after the start begins at midnight."""
        since_midnight = timedelta(hours=now.hour, minutes=now.minute, seconds=now.second)
        seconds = min(self._clock() - self._opened_at, since_midnight.total_seconds())
        return plan.closed_after(seconds, self._options.per_minute)

    async def _plan(self, day: Day) -> DayPlan:
        async with self._planning:  # two who ask for the same big day at once have it made up once
            if day in self._plans:
                self._plans.move_to_end(day)
            else:
                while len(self._plans) >= max(1, min(_KEPT_DAYS, _KEPT_SHIPMENTS // self._options.shipments)):
                    self._plans.popitem(last=False)
                self._plans[day] = await self._made_up(day)
            return self._plans[day]

    async def _made_up(self, day: Day) -> DayPlan:
        routes = []
        for route in plan_routes(day.carrier, day.date, self._options):
            routes.append(route)
            await asyncio.sleep(0)  # a big day takes seconds, and others are waiting
        return assemble(routes)
