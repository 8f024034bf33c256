"""Random histories in which few parcels collide: loads, visits, moves, corrections, wrong stamps, late arrivals."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from tests.truth.events import Arrival, Event, Listed, Load, Site

NUMBERS = ("A1", "A2", "A3")
MANIFESTS = ("1", "2")
CARRIERS = ("ANDINA", "RAPIDA")
_SHARED = ("P1", "P2", "A1")
"""Identifiers beside the number; one of them is another parcel's number."""
_ANA, _LUIS = ("1001", "Ana", "Calle 1"), ("2002", "Luis", "Calle 2")
_STATUSES = (
    ("2", "En Reparto"),
    ("3", "Entregado"),
    ("4", "Excepción"),
    ("24", "Listo para Retirar"),
    ("99", "Devuelto"),
    ("2", "EN REPARTO"),
    ("3", "En Reparto"),
    ("77", "Entregado"),
)
_LIKELY = (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7)
_PLACES = (
    ("America/Bogota", date(2026, 11, 20)),
    ("America/Bogota", date(2026, 11, 20)),
    ("America/Santiago", date(2026, 9, 5)),  # midnight into the 6th is skipped
    ("America/Santiago", date(2026, 4, 3)),  # the hour before midnight of the 4th comes twice
    ("America/Havana", date(2026, 10, 31)),  # the first hour of 1 November comes twice
)
_STEP = timedelta(minutes=5)
_LONG = 5 * 24 * 12  # steps in which something happens: the day before the first one to the day after the last


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


@st.composite
def histories(draw: st.DrawFn, most_loads: int = 10, most_arrivals: int = 8) -> History:
    """Return three days of one or two carriers."""
    zone_name, first = draw(st.sampled_from(_PLACES))
    zone = ZoneInfo(zone_name)
    begins = datetime(first.year, first.month, first.day, tzinfo=zone).astimezone(UTC) - timedelta(days=1)
    anywhere = st.integers(0, _LONG).map(lambda step: begins + step * _STEP)
    in_a_day = st.integers(30 * 12, 50 * 12).map(lambda step: begins + step * _STEP)  # of the first day, past midnight
    moments = draw(st.sampled_from((in_a_day, in_a_day | anywhere, anywhere)))
    long_ago = begins - timedelta(days=9)
    listening_since = draw(st.sampled_from((long_ago, long_ago, None)) | anywhere)
    set_back = st.tuples(moments, st.integers(2, 100)).map(lambda one: ((one[0] + timedelta(minutes=one[1]), one[0]),))
    site = Site(zone, zone, listening_since=listening_since, set_backs=draw(st.sampled_from(((), ())) | set_back))
    days = [first + timedelta(days=number) for number in range(3)]
    asked = draw(st.sets(moments, min_size=draw(st.integers(1, most_loads // 2)), max_size=most_loads))
    loads = [draw(_load(days, at)) for at in sorted(asked)]
    visits = [draw(_visit(zone, moments)) for _ in range(draw(st.sampled_from((0, 1, 2, 2, 3, 4))))]
    sent = [one for visit in visits for one in visit][:most_arrivals]
    arrivals = [replace(one, received_at=at) for one, at in zip(sent, _apart(sent), strict=True)]
    events: list[Event] = [*loads, *arrivals]
    return History((site, tuple(sorted(events, key=_moment))))


def _moment(event: Event) -> datetime:
    return event.asked_at if isinstance(event, Load) else event.received_at


def _apart(sent: list[Arrival]) -> list[datetime]:
    """Return arrivals, each a little apart from the others, so that their order is plain."""
    return [one.received_at + timedelta(milliseconds=number) for number, one in enumerate(sent)]


@st.composite
def _load(draw: st.DrawFn, days: list[date], at: datetime) -> Load:
    carrier, day = (
        draw(st.sampled_from((*CARRIERS[:1] * 7, CARRIERS[1]))),
        draw(st.sampled_from((*days[:1] * 5, *days))),
    )
    kind = draw(st.sampled_from(("list",) * 10 + ("nothing", "404")))
    if kind != "list":
        return Load(carrier, day, at, () if kind == "nothing" else None)
    listed: list[Listed] = []
    for manifest in MANIFESTS:
        in_force = draw(st.sampled_from((True,) * 9 + (False,)))
        often = NUMBERS if manifest == MANIFESTS[0] else ()
        numbers = [one for one in NUMBERS if draw(st.integers(0, 9)) < (8 if one in often else 1)]
        listed += [draw(_listed(manifest, number, in_force=in_force)) for number in numbers]
    rest = f"Z-{carrier}-{day}"  # so that no answer is empty by chance; it collides with nothing
    listed.append(Listed("9", in_force=True, number=rest, status_id="2", status="En Reparto"))
    return Load(carrier, day, at, tuple(listed))


@st.composite
def _listed(draw: st.DrawFn, manifest: str, number: str, *, in_force: bool) -> Listed:
    status_id, status = _STATUSES[draw(st.sampled_from(_LIKELY))]
    identifiers = draw(st.sampled_from(((), (), _SHARED[:1], _SHARED[1:2], ("X", _SHARED[2]))))
    recipient = _ANA if number == NUMBERS[0] else draw(st.sampled_from((_ANA, _ANA, _LUIS)))
    return Listed(manifest, in_force, number, status_id, status, identifiers, recipient)


@st.composite
def _visit(draw: st.DrawFn, zone: ZoneInfo, moments: st.SearchStrategy[datetime]) -> list[Arrival]:
    """Return the notifications of one visit: one, or corrections of it, in time or late, with honest stamps or not."""
    visit_id = draw(st.integers(1, 4))
    at = draw(moments)
    previous: str | None = "pendiente"
    found: list[Arrival] = []
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 2, 3)))):
        status = draw(st.sampled_from(("completada", "falso_flete") * 4 + ("en_camino",)))
        numbers, tracking_id = draw(_named())
        one = Arrival(
            received_at=at + draw(_delay()),
            visit_id=visit_id,
            timestamp=_stamped(at + draw(_error()), zone),
            status=status,
            previous=draw(st.sampled_from((previous, previous, previous, None, "pendiente"))),
            numbers=numbers,
            tracking_id=tracking_id,
            event=draw(st.sampled_from(("visita_estado_cambio",) * 9 + ("visita_creada",))),
        )
        found.append(replace(one, timestamp=draw(st.sampled_from((one.timestamp,) * 19 + ("2099-01-01T00:00:00",)))))
        if draw(st.integers(0, 9)) == 0:  # the same id and stamp with other content
            other = "falso_flete" if one.status == "completada" else "completada"
            found.append(replace(found[-1], status=other, received_at=one.received_at + timedelta(seconds=20)))
        if draw(st.integers(0, 9)) == 0:  # a copy
            found.append(replace(found[-1], received_at=found[-1].received_at + timedelta(seconds=5)))
        previous = status
        at += draw(st.sampled_from((1, 6, 50, 300))) * _STEP
    return found


def _stamped(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).replace(tzinfo=None).isoformat(timespec="microseconds")


def _delay() -> st.SearchStrategy[timedelta]:
    return st.sampled_from((1, 1, 1, 1, 30, 90, 1200, 7200, 30_000)).map(lambda seconds: timedelta(seconds=seconds))


def _error() -> st.SearchStrategy[timedelta]:
    return st.sampled_from((0,) * 8 + (-300, 300, 5, -1, 1440)).map(lambda minutes: timedelta(minutes=minutes))


@st.composite
def _named(draw: st.DrawFn) -> tuple[tuple[str, ...] | None, str | None]:
    kind = draw(st.integers(0, 11))
    if kind < 7:
        return (draw(st.sampled_from(NUMBERS)),), None
    if kind == 7:
        return tuple(draw(st.lists(st.sampled_from(NUMBERS), min_size=2, max_size=3))), None
    if kind == 8:
        return (draw(st.sampled_from((*_SHARED, " A2 ", "nowhere"))),), None
    if kind == 9:
        return (draw(st.sampled_from(_SHARED)), draw(st.sampled_from(NUMBERS))), "A3"
    return (None if kind == 10 else ()), draw(st.sampled_from((None, *NUMBERS, *_SHARED)))


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
