"""Repeated and skipped hours: notifications around them sort by their moment, and belong to one day."""

import logging
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.board.reading.column_sql import site_day
from app.domain.contract.notifications import Received
from app.domain.settings import Settings
from app.domain.site import SiteDays
from app.domain.views.columns import Table
from app.services.app_context import today_of
from tests.faults.figures import Figures, Length
from tests.faults.truth.receiving_store import ReceivingStore, opened
from tests.temporary_store import aviso

FAULT = "clock jumps, zones, DST"
ZONES = ("America/Santiago", "America/Asuncion", "America/Havana")

_log = logging.getLogger(__name__)


def changes_of(zone: ZoneInfo) -> Iterator[datetime]:
    """Go through the moments (UTC) in which a zone's offset changed or will, 2023 to 2027."""
    moments = [datetime(2023, 1, 1, tzinfo=UTC) + timedelta(hours=one) for one in range(5 * 8766)]
    offsets = [moment.astimezone(zone).utcoffset() for moment in moments]
    yield from (moments[nth] for nth in range(1, len(moments)) if offsets[nth] != offsets[nth - 1])


@pytest.mark.parametrize("name", ZONES)
def test_around_each_clock_change_notifications_sort_by_moment_and_belong_to_one_day(
    name: str, length: Length, figures: Figures, tmp_path: Path
) -> None:
    zone, wrong = ZoneInfo(name), list[object]()
    changes = list(changes_of(zone))[: length.of(2, 100)]
    with opened(tmp_path / "data", zone) as store:
        for nth, change in enumerate(changes):
            wrong += _wrong_order(store, change, zone, visits=1000 * nth)
            wrong += _wrong_days(store, change, zone)
    _log.error("Wrong: %s", wrong[:3])
    what = f"visits and moments around {len(changes)} changes of the clocks of {name} in the wrong order or day"
    figures.at_most(what, len(wrong), 0)
    assert len(changes) >= 2


def _wrong_order(store: ReceivingStore, change: datetime, zone: ZoneInfo, visits: int) -> list[object]:
    """Tell each pair of moments of the hours around a change, the later one first and last: it wins both times.

    The hour that comes twice and the one that never comes are among them, as texts: the first is read as the second
    time it comes, which is nearer to the arrival, the other as what the clock shows after the change.
    """
    middle = change.astimezone(zone).replace(tzinfo=None)
    texts = [(middle + timedelta(minutes=one)).isoformat(timespec="microseconds") for one in range(-125, 126, 25)]
    expected, waiting = {}, []
    since = change + timedelta(hours=6)  # a visit is never later than its arrival
    for nth, (one, later) in enumerate((one, later) for one in texts for later in texts if one < later):
        for place, order in enumerate(((one, later), (later, one))):
            visit = visits + 2 * nth + place + 1
            expected[visit] = max(order, key=lambda text: _moment(text, zone))
            waiting += [store.intake.save(Received.read(aviso(visit, at, "completada"), since)) for at in order]
    for done in waiting:
        done.result(30)
    rows = [row for day in {one[:10] for one in texts} for row in store.exported(Table.VISITS, date.fromisoformat(day))]
    shown = {row["visita_id"]: row["timestamp"] for row in rows if row["visita_id"] in expected}
    return list(shown.items() ^ expected.items())


def _moment(text: str, zone: ZoneInfo) -> datetime:
    local = datetime.fromisoformat(text).replace(tzinfo=zone)
    second = local.replace(fold=1)
    is_repeated = (second.utcoffset() or timedelta()) < (local.utcoffset() or timedelta())
    return (second if is_repeated else local).astimezone(UTC)


def _wrong_days(store: ReceivingStore, change: datetime, zone: ZoneInfo) -> list[object]:
    """Have odd bodies come every ten minutes of three days: each is exported on its day at the site alone."""
    moments = [change + timedelta(minutes=10 * one + 1) for one in range(-150, 150)]
    bodies = {f"odd {moment.isoformat()}": moment.astimezone(zone).date() for moment in moments}
    waiting = [
        store.intake.save(Received.read(body.encode(), moment)) for body, moment in zip(bodies, moments, strict=True)
    ]
    for done in waiting:
        done.result(30)
    days = sorted({day + timedelta(days=one) for day in bodies.values() for one in (-1, 0, 1)})
    shown = [(row["cuerpo"], day) for day in days for row in store.exported(Table.REJECTED, day)]
    found: list[object] = list(set(shown) ^ set(bodies.items()) if len(shown) == len(set(shown)) else shown)
    settings = Settings(time_zone=zone.key)
    found += [moment for moment in moments if today_of(settings, moment) != moment.astimezone(zone).date()]
    of_site = SiteDays(zone)
    found += [one for one, later in pairwise(days) if site_day(one, of_site)[1] != site_day(later, of_site)[0]]
    return [one for one in found if not _is_of_other_change(one, bodies)]


def _is_of_other_change(one: object, bodies: dict[str, date]) -> bool:
    """Tell whether a row was kept around another change: the changes of a zone are months apart."""
    return isinstance(one, tuple) and str(one[0]).startswith("odd ") and one[0] not in bodies
