"""Random histories in which few parcels collide, over days and weeks, of all that the page speaks of.

Days may be up to two months apart; lists are made the evening before; rows move, vanish, come back and are
listed twice; visits are corrected, late, stamped wrongly, named by look-alikes, and their ids and numbers used again.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from tests.truth.clocks import day_start
from tests.truth.events import Arrival, Event, Load, Site
from tests.truth.history_loads import loads_of
from tests.truth.history_stories import story_of
from tests.truth.history_visits import STEP, visits_of

_PLACES = (
    ("America/Bogota", date(2026, 11, 20), None),
    ("America/Bogota", date(2026, 11, 20), None),
    ("America/Santiago", date(2026, 9, 5), datetime(2026, 9, 6, 4, tzinfo=UTC)),  # midnight is skipped
    ("America/Santiago", date(2026, 4, 4), datetime(2026, 4, 5, 3, tzinfo=UTC)),  # the last hour of a day comes twice
    ("America/Havana", date(2026, 10, 31), datetime(2026, 11, 1, 5, tzinfo=UTC)),  # the first hour of a day does
    ("Europe/Madrid", date(2026, 10, 24), datetime(2026, 10, 25, 1, tzinfo=UTC)),  # an hour of the night does
    ("Europe/Madrid", date(2026, 3, 28), datetime(2026, 3, 29, 1, tzinfo=UTC)),  # an hour of the night is skipped
)
"""Zones, the first day, and when their clocks change."""
_ENDS = (time(), time(), time(), time(8), time(12), time(2, 30), time(0, 30), time(6))
_APART = (
    *((0,),) * 2,
    *((0, 1),) * 3,
    *((0, 1, 2),) * 2,
    (0, 2),
    (0, 1, 30),
    (0, 30),
    (0, 31),
    (0, 30, 60),
    (0, 1, 32),
    (0, 31, 62),
    (0, 5, 29, 36),
    tuple(range(30)),
)
"""Days that are listed, counted from the first one: within the reach of a visit, at its end, and beyond."""
_DAY = 24 * 12  # steps


class History(tuple[Site, tuple[Event, ...]]):
    """A site and what happened there, in the order of request and arrival."""

    __slots__ = ()

    def __repr__(self) -> str:
        site, events = self
        return "\n".join(map(repr, (site, *events)))

    @property
    def site(self) -> Site:
        return self[0]

    @property
    def events(self) -> tuple[Event, ...]:
        return self[1]


_place = st.sampled_from(_PLACES)
_ends = st.sampled_from(_ENDS)
_lag = st.sampled_from((15, 15, 15, 0, 60))
_stamps_utc = st.sampled_from((False,) * 7 + (True,))
_apart = st.sampled_from(_APART)
_few_apart = st.sampled_from((*((0,),) * 4, (0, 1), (0, 1), (0, 1, 2), (0, 33)))
_back_by = st.sampled_from((2, 20, 40, 60, 100)).map(lambda minutes: timedelta(minutes=minutes))
_rarely = st.sampled_from((False, False, False, True))
_is_focused = st.booleans()
_long_before = st.sampled_from((timedelta(), timedelta(), timedelta(8)))


@st.composite
def histories(draw: st.DrawFn, most_loads: int = 12, most_arrivals: int = 9) -> History:
    """Return some days of one or two carriers, or the story of one parcel in few days."""
    zone_name, first, change = draw(_place)
    zone = ZoneInfo(zone_name)
    plain = Site(zone, ZoneInfo("UTC") if draw(_stamps_utc) else zone, lag_minutes=draw(_lag), day_ends_at=draw(_ends))
    is_focused = draw(_is_focused)
    days = [first + timedelta(days=number) for number in draw(_few_apart if is_focused else _apart)]
    moments = _moments(plain, days, change)
    begins = day_start(plain, days[0])
    listening_since: datetime | None = begins - timedelta(days=9)
    if draw(_rarely):
        listening_since = draw(moments) if draw(_is_focused) else None
    set_backs: tuple[tuple[datetime, datetime], ...] = ()
    if draw(_rarely):
        behind = draw(moments) - draw(_long_before)
        set_backs = ((behind + draw(_back_by), behind),)
        if draw(_rarely):
            again = behind + draw(_back_by)
            set_backs = (*set_backs, (again + draw(_back_by), again))
    site = replace(plain, listening_since=listening_since, set_backs=set_backs)
    if is_focused:
        events = draw(story_of(site, days, change))
    else:
        asked = draw(st.sets(moments, min_size=draw(st.integers(1, most_loads // 2)), max_size=most_loads))
        loads = draw(loads_of(days, sorted(asked)))
        visits = draw(visits_of(site, moments, [one.asked_at for one in loads]))
        events = [*loads, *visits[:most_arrivals]]
    asked_once = {(one.carrier, one.day, one.asked_at): one for one in events if isinstance(one, Load)}
    others = [one for one in events if not isinstance(one, Load)]
    return History((site, tuple(sorted(apart([*asked_once.values(), *others]), key=moment_of))))


def apart(events: Sequence[Event]) -> list[Event]:
    """Return events with arrivals each a little apart from the others, so that their order is plain."""
    return [
        one if isinstance(one, Load) else replace(one, received_at=one.received_at + timedelta(milliseconds=nth))
        for nth, one in enumerate(events)
    ]


def moment_of(event: Event) -> datetime:
    """Return when a load was asked for, or a notification arrived."""
    return event.asked_at if isinstance(event, Load) else event.received_at


def _moments(site: Site, days: Sequence[date], change: datetime | None) -> st.SearchStrategy[datetime]:
    """Return moments around the days: mostly while drivers are under way, on the evening before, and just after the
    end; or around a change of the clocks."""
    starts = [day_start(site, one) for one in days]
    steps = (
        st.integers(_DAY // 3, _DAY - 1)
        | st.integers(_DAY // 3, _DAY - 1)
        | st.integers(_DAY * 3 // 4, _DAY + 12)
        | st.integers(-36, 12)
        | st.sampled_from((0, _DAY, _DAY - 1, _DAY + 1))
        | st.integers(_DAY, 2 * _DAY)
        | st.integers(-_DAY, 5 * _DAY)
    )
    usual = st.tuples(st.sampled_from(starts), steps).map(lambda one: (one[0] + one[1] * STEP).astimezone(UTC))
    if change is None:
        return usual
    return usual | usual | usual | st.integers(-18, 18).map(lambda step: change + step * STEP)


def shuffled(history: History, random: Random) -> tuple[Event, ...]:
    """Return the events with the notifications between two loads handed over in another order.

    What arrived when stays the same, and of one visit's messages with one stamp the order too, which arrival decides.
    """
    found: list[Event] = []
    waiting: list[Arrival] = []
    for event in history.events:
        if isinstance(event, Arrival):
            waiting.append(event)
        else:
            found += [*_mixed(waiting, random), event]
            waiting = []
    return (*found, *_mixed(waiting, random))


def _mixed(waiting: list[Arrival], random: Random) -> list[Arrival]:
    keys = [(one.visit_id, one.timestamp) for one in waiting]
    mixed = random.sample(waiting, len(waiting))
    of_key = {key: iter([one for one in waiting if (one.visit_id, one.timestamp) == key]) for key in keys}
    return [next(of_key[one.visit_id, one.timestamp]) for one in mixed]
