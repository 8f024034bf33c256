"""Random histories of a parcel that was truly handed over once, whatever lists and visits say of it.

The carriers call it delivered only after that, at once, late or never; one visit delivers it, heard or not, and others
fail before and after. Lists are made the evening before, drop it, move it, and are loaded late.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from tests.truth.clocks import day_start
from tests.truth.events import Arrival, Event, Listed, Load, Site
from tests.truth.histories import History, apart, moment_of
from tests.truth.history_visits import STEP, stamped

NUMBER = "A1"
_ANA = ("10012", "Ana", "Calle 1")
_BOGOTA = ZoneInfo("America/Bogota")
_FIRST = date(2026, 11, 20)
_DAY = 288  # steps
_days = st.sampled_from(((0,), (0, 1), (0, 1), (0, 2), (0, 1, 2), (0, 1, 2, 4), (0, 30), (0, 15, 30), (0, 7, 14)))
_ends = st.sampled_from((0, 0, 8, 12))
_step = st.integers(-40, _DAY + 60)
_count = st.integers(2, 10)
_failures = st.integers(0, 3)
_follows = st.sampled_from((0, 1, 3, 12, 200, 400, 10**6))  # steps after the handover
_carrier = st.sampled_from((*("ANDINA",) * 5, "RAPIDA"))
_where = st.sampled_from((*("1",) * 8, "2", "2", "off", "12", "", ""))
_before = st.sampled_from((*(("2", "En Reparto"),) * 4, *(("4", "Excepción"),) * 3, ("24", "Listo para Retirar")))
_delay = st.sampled_from((1,) * 8 + (600, 5000, 90_000))  # seconds
_is_heard = st.sampled_from((True, True, True, False))
_is_first_wrong = st.sampled_from((True, False, False, False))
_DELIVERED = ("3", "Entregado")


@st.composite
def handed_over_once(draw: st.DrawFn) -> History:
    """Return days that list a parcel, which was handed over once."""
    site = Site(
        _BOGOTA,
        _BOGOTA,
        listening_since=datetime.combine(_FIRST - timedelta(9), datetime.min.time(), _BOGOTA),
        day_ends_at=datetime.min.time().replace(hour=draw(_ends)),
    )
    days = [_FIRST + timedelta(one) for one in draw(_days)]
    moment = st.tuples(st.sampled_from(days), _step).map(lambda one: day_start(site, one[0]) + one[1] * STEP)
    handed_over = draw(moment)
    events: list[Event] = []
    if draw(_is_heard):
        events += draw(_delivery(site, handed_over))
    for nth in range(draw(_failures)):
        at = draw(moment)
        events.append(_sent(site, at, 20 + nth, "falso_flete", "pendiente", draw(_delay)))
    follows = {one: handed_over + draw(_follows) * STEP for one in ("ANDINA", "RAPIDA")}
    for at in sorted({draw(moment) for _ in range(draw(_count))}):
        carrier = draw(_carrier)
        status = _DELIVERED if at >= follows[carrier] else draw(_before)
        near = [one for one in days if abs(day_start(site, one) + timedelta(hours=12) - at) < timedelta(days=2)]
        events.append(_load(carrier, draw(st.sampled_from(near or days)), at, status, draw(_where)))
    return History((site, tuple(sorted(apart(events), key=moment_of))))


@st.composite
def _delivery(draw: st.DrawFn, site: Site, at: datetime) -> list[Arrival]:
    """Return the visit that handed it over; at times it said before that it had failed."""
    found = []
    before = "pendiente"
    if draw(_is_first_wrong):
        before = "falso_flete"
        found.append(_sent(site, at - 6 * STEP, 7, before, "pendiente", draw(_delay)))
    return [*found, _sent(site, at, 7, "completada", before, draw(_delay))]


def _sent(site: Site, at: datetime, visit_id: int, status: str, before: str, delay: int) -> Arrival:
    return Arrival(at + timedelta(seconds=delay), visit_id, stamped(at, site.sender_zone), status, before, (NUMBER,))


def _load(carrier: str, day: date, at: datetime, status: tuple[str, str], where: str) -> Load:
    manifests: Sequence[str] = ("1",) if where == "off" else where
    listed = [Listed(one, where != "off", NUMBER, *status, recipient=_ANA) for one in manifests]
    return Load(carrier, day, at, (*listed, replace(Listed("9", True, "B2", "2", "En Reparto"), recipient=_ANA)))
