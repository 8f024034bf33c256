"""Random stories of one parcel: loads that show it and visits to it, one soon after the other."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from hypothesis import strategies as st

from tests.truth.clocks import day_start
from tests.truth.events import Arrival, Event, Listed, Load, Site
from tests.truth.history_visits import STEP, stamped

_NUMBER, _OTHER_NAME = "A1", "PO-7"
_ANA = ("10012", "Ana", "Calle 1")
_STATUSES = (
    ("2", "En Reparto"),
    ("3", "Entregado"),
    ("4", "Excepción"),
    ("24", "Listo para Retirar"),
)
_pause = st.sampled_from((0, 1, 2, 3, 4, 4, 12, 12, 40, 100))
_begins = st.sampled_from((-36, -12, -12, 96, 120, 150, 240, 280))
_near = st.integers(-15, 3)
_steps = st.integers(3, 9)
_what = st.sampled_from(
    (
        *("load",) * 6,
        *("visit",) * 3,
        *("correction",) * 2,
        "next day",
        "look",
        "out again",
        "two drivers",
        "moved on",
        "used again",
    )
)
_status = st.sampled_from((*_STATUSES, *_STATUSES[:3], *_STATUSES[:3], ("99", "Devuelto")))
_keeps = st.sampled_from((True, True, False))
_where = st.sampled_from((*("1",) * 10, *("2",) * 3, *("",) * 2, "12", "off"))
_carrier = st.sampled_from((*("ANDINA",) * 9, "RAPIDA"))
_said = st.sampled_from(("completada", "falso_flete", "falso_flete"))
_delay = st.sampled_from((1,) * 10 + (70, 1000, 5000, 90_000)).map(lambda seconds: timedelta(seconds=seconds))
_names = st.sampled_from((*((_NUMBER,),) * 7, (_NUMBER, "B2"), ("B2",), (_OTHER_NAME,), None))
_looks = st.sampled_from(("00B2", "b-2", "B2", "B2", "nowhere"))
_day = st.sampled_from(("now",) * 6 + ("before", "after"))


@st.composite
def story_of(draw: st.DrawFn, site: Site, days: Sequence[date], change: datetime | None) -> list[Event]:
    """Return what happens to a parcel in some days; another one, B2, is listed beside it all the time."""
    found: list[Event] = []
    nth, at = 0, day_start(site, days[0]) + draw(_begins) * STEP
    if change is not None and draw(_keeps):
        at = change + draw(_near) * STEP
    status, manifest = _STATUSES[0], "1"
    last: Arrival | None = None
    visit_id = 0
    for _ in range(draw(_steps)):
        at += draw(_pause) * STEP
        what = draw(_what)
        if what == "next day":
            nth = min(nth + 1, len(days) - 1)
            at = max(at, day_start(site, days[nth]) + draw(_begins) * STEP)
        elif what == "load":
            status = status if draw(_keeps) else draw(_status)
            manifest = manifest if draw(_keeps) else draw(_where)
            other = {"now": nth, "before": max(0, nth - 1), "after": min(nth + 1, len(days) - 1)}[draw(_day)]
            found.append(_load(draw(_carrier), days[other], at, status, manifest))
        elif what in _SEVERAL:
            visit_id += 2
            at = max(at, day_start(site, days[0]))
            found += _SEVERAL[what](site, days, nth, at, visit_id)
            at += len(found) * STEP
        elif what == "look":
            visit_id += 1
            found.append(_sent(site, at, visit_id, "completada", "pendiente", (draw(_looks),), timedelta(seconds=1)))
        else:
            is_new = what == "visit" or last is None
            visit_id += is_new
            before = "pendiente" if is_new or last is None else last.status
            last = _sent(site, at, visit_id, draw(_said), before, draw(_names), draw(_delay))
            found.append(last)
    return found


def _moved_on(site: Site, days: Sequence[date], _: int, at: datetime, visit_id: int) -> list[Event]:
    """Return a visit of before the first day, whose list drops the parcel that the last day lists."""
    before = day_start(site, days[0]) - STEP
    return [
        _sent(site, before, visit_id, "completada", "pendiente", (_NUMBER,), timedelta(seconds=1)),
        _load("ANDINA", days[0], at, _STATUSES[0], "1"),
        _load("ANDINA", days[0], at + STEP, _STATUSES[0], ""),
        _load("ANDINA", days[-1], at + 2 * STEP, _STATUSES[0], "1"),
    ]


def _out_again(_site: Site, days: Sequence[date], nth: int, at: datetime, _: int) -> list[Event]:
    """Return lists that show the parcel failed, and then open."""
    return [_load("ANDINA", days[nth], at + step * STEP, _STATUSES[2 - 2 * step], "1") for step in (0, 1)]


def _two_drivers(site: Site, _days: Sequence[date], _: int, at: datetime, visit_id: int) -> list[Event]:
    """Return a delivery, and the failure of another visit after it."""
    said = ("completada", "falso_flete")
    return [
        _sent(site, at + step * STEP, visit_id - 1 + step, said[step], "pendiente", (_NUMBER,), timedelta(seconds=1))
        for step in (0, 1)
    ]


def _used_again(site: Site, days: Sequence[date], _: int, at: datetime, visit_id: int) -> list[Event]:
    """Return a visit near the first day and the last one, by an identifier that the number bears on the last alone."""
    visited = day_start(site, days[0]) + timedelta(4)
    return [
        _load("ANDINA", days[0], at, _STATUSES[0], "1"),
        _sent(site, visited, visit_id - 1, "falso_flete", "pendiente", (_OTHER_NAME,), timedelta(seconds=1)),
        _sent(site, visited + STEP, visit_id, "completada", "falso_flete", (_NUMBER,), timedelta(seconds=1)),
        _load("ANDINA", days[-1], visited + 2 * STEP, _STATUSES[0], "1", (_OTHER_NAME,)),
    ]


_SEVERAL = {"moved on": _moved_on, "out again": _out_again, "two drivers": _two_drivers, "used again": _used_again}


def _load(
    carrier: str, day: date, at: datetime, status: tuple[str, str], where: str, names: tuple[str, ...] = ()
) -> Load:
    """Return a list with the parcel in the manifests of `where`, or in one that is not in force (`off`)."""
    manifests = ("1",) if where == "off" else tuple(where)
    listed = [Listed(one, where != "off", _NUMBER, *status, names, recipient=_ANA) for one in manifests]
    return Load(carrier, day, at, (*listed, Listed("9", True, "B2", "2", "En Reparto", recipient=_ANA)))


def _sent(
    site: Site, at: datetime, visit_id: int, status: str, before: str, names: tuple[str, ...] | None, delay: timedelta
) -> Arrival:
    return Arrival(at + delay, visit_id, stamped(at, site.sender_zone), status, before, names)
