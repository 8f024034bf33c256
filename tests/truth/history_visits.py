"""Random notifications of drivers: visits that are corrected, contradict each other, come late or have wrong stamps."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from tests.truth.events import Arrival, Site
from tests.truth.history_loads import NUMBERS, SHARED

_STATUSES = ("completada", "falso_flete") * 5 + ("en_camino",)
_LATER = (1, 2, 6, 50, 300, 288 * 29, 288 * 31)  # steps of five minutes between the messages of a visit
STEP = timedelta(minutes=5)
_DELAYS = (1,) * 8 + (30, 60, 90, 1200, 4000, 7200, 30_000, 100_000)  # seconds
_ERRORS = (0,) * 10 + (-300, 300, 5, -1, -10, 1440, -1440, 60)  # minutes
_LOOKS = ("45", "00045", " 0045 ", "0 0-45", "a1", "Á1", "A\u200b1", "A.2", "nowhere")
_FAR = ("2099-01-01T00:00:00", "0001-01-01T00:00:00")

_one_in = {number: st.integers(1, number).map(lambda drawn: drawn == 1) for number in (3, 6, 10, 25)}
_favourite = st.sampled_from(NUMBERS)
_around = st.integers(-24, 4)
_visits = st.sampled_from((0, 1, 1, 2, 2, 3, 4))
_ids = st.integers(1, 5)
_error = st.sampled_from(_ERRORS).map(lambda minutes: timedelta(minutes=minutes))
_messages = st.sampled_from((1, 1, 1, 2, 2, 3, 4))
_status = st.sampled_from(_STATUSES)
_delay = st.sampled_from(_DELAYS).map(lambda seconds: timedelta(seconds=seconds))
_kind = st.integers(0, 15)
_event = st.sampled_from(("visita_estado_cambio",) * 14 + ("visita_creada",))
_far = st.sampled_from(_FAR)
_later = st.sampled_from(_LATER)
_several = st.lists(_favourite, min_size=2, max_size=3).map(tuple)
_shared = st.sampled_from(SHARED)
_look = st.sampled_from(_LOOKS)
_reference = st.sampled_from((None, *NUMBERS, *SHARED, "V-1"))
_before = st.sampled_from(("it", "it", "it", None, "pendiente", "falso_flete"))


@st.composite
def visits_of(
    draw: st.DrawFn, site: Site, moments: st.SearchStrategy[datetime], asked: Sequence[datetime]
) -> list[Arrival]:
    """Return the notifications of some visits, many of them of one parcel, and some at the moment of a load."""
    favourite = draw(_favourite)
    anywhere = moments | st.sampled_from(asked)
    near = st.tuples(st.sampled_from(asked), _around).map(lambda one: one[0] + one[1] * STEP)
    found: list[Arrival] = []
    for _ in range(draw(_visits)):
        at = draw(near | near | anywhere)
        found += draw(_visit(site.sender_zone, at, favourite))
    return found


@st.composite
def _visit(draw: st.DrawFn, zone: ZoneInfo, at: datetime, favourite: str) -> list[Arrival]:
    """Return the notifications of one visit: one, or corrections of it, in time or late, with honest stamps or not."""
    visit_id = draw(_ids)
    previous: str | None = "pendiente"
    numbers, tracking_id = draw(_named(favourite))
    error = draw(_error)
    found: list[Arrival] = []
    for nth in range(draw(_messages)):
        status = draw(_status)
        if nth and draw(_one_in[3]):
            numbers, tracking_id = draw(_named(favourite))
        before = draw(_before)
        one = Arrival(
            received_at=at + draw(_delay),
            visit_id=visit_id,
            timestamp=stamped(at + error, zone),
            status=status,
            previous=previous if before == "it" else before,
            numbers=numbers,
            tracking_id=tracking_id,
            event=draw(_event),
        )
        if draw(_one_in[25]):
            one = replace(one, timestamp=draw(_far))
        found.append(one)
        if draw(_one_in[10]):  # the same id and stamp with other content
            other = "falso_flete" if one.status == "completada" else "completada"
            found.append(replace(one, status=other, received_at=one.received_at + timedelta(seconds=20)))
        if draw(_one_in[10]):  # a copy
            found.append(replace(found[-1], received_at=found[-1].received_at + timedelta(seconds=5)))
        previous = status
        at += draw(_later) * STEP
        if draw(_one_in[6]):
            error = draw(_error)
    return found


def stamped(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).replace(tzinfo=None).isoformat(timespec="microseconds")


@st.composite
def _named(  # noqa: PLR0911 - as many as there are kinds
    draw: st.DrawFn, favourite: str
) -> tuple[tuple[str, ...] | None, str | None]:
    """Return the numbers of a message, None where it lacks them, and its tracking id."""
    kind = draw(_kind)
    if kind < 7:
        return (favourite,), None
    if kind < 9:
        return (draw(_favourite),), None
    if kind < 11:
        return draw(_several), None
    if kind == 11:
        return (draw(_shared),), None
    if kind == 12:
        return (draw(_shared), draw(_favourite)), "A2"
    if kind == 13:
        return (draw(_look),), None
    return (None if kind == 14 else ()), draw(_reference)
