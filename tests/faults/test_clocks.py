"""Clock jumps and zones: the sender's timestamps order as far as the arrivals allow, our own clocks measure."""

import json
import logging
import random
import shutil
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.domain.board.facts import SetBack
from app.domain.contract.notifications import Received
from app.domain.days import Day
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.facts.gaps import save_set_back
from app.facts.loads.day_answer import DayAnswer
from app.facts.site_rules import site_rules
from app.services.receiving.heartbeat import HeartbeatWriter
from app.store.save_day import save_day
from app.store.site_settings import save_site_rules
from tests.faults.figures import Figures, Length
from tests.faults.truth.paper import Clock
from tests.faults.truth.receiving_store import ReceivingStore, opened
from tests.store.loads import fill
from tests.temporary_store import Envio, aviso, envio
from tests.truth.oracle import Arrival, Event, Expected, Listed, Load, Site, rows

FAULT = "clock jumps, zones, DST"
ZONES = ("America/Santiago", "America/Asuncion", "America/Havana", "America/Bogota")
TODAY = date(2026, 11, 20)
DAY = Day("ANDINA-BOG", TODAY)
PARCELS = 6
_RECEIVED_BEFORE = timedelta(days=30)
"""Since when the receiver received before a day: no clock is set back so far."""
_SAID = {"2": "En Reparto", "3": "Entregado", "4": "Excepción"}
_MEANT = {"completada": "3", "falso_flete": "4"}

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Step:
    """What happens so many seconds after the step before: a notification, a load, or a silence that ends."""

    after: float
    body: bytes | None = None
    statuses: tuple[str, ...] | None = None
    silence: float = 0.0


@dataclass
class Outcome:
    """What came of a day.

    Attributes:
        events: for the oracle, each at the time that the clock on the wall showed.
        rows: by number.
        notifications: all that was kept; the same whatever the clock on the wall shows.
        gaps: lengths in seconds; likewise.
    """

    events: list[Event] = field(default_factory=list)
    rows: dict[str, Expected] = field(default_factory=dict)
    notifications: set[tuple[Any, ...]] = field(default_factory=set)
    gaps: list[float] = field(default_factory=list)
    uncovered: int = 0
    """Gaps that the export does not hold."""
    set_backs: tuple[tuple[datetime, datetime], ...] = ()
    """What the clock would have shown, and what it showed."""


def script(rng: random.Random, zone: ZoneInfo, start: datetime) -> list[Step]:
    """Return a day: visits that close and are notified late, twice or out of order, loads, silences."""
    steps, reported, passed = [Step(1, statuses=("2",) * PARCELS)], list[tuple[str, str, int]](), 0.0
    for _ in range(rng.randrange(6, 16)):
        after = rng.uniform(1, 30)
        passed += after
        kind = rng.random()
        if kind < 0.15:
            silence = rng.choice((rng.uniform(1, 15), rng.uniform(25, 2000)))
            steps.append(Step(after, silence=silence))
            passed += silence
        elif kind < 0.35:
            newest = {parcel: status for _, status, parcel in sorted(reported)}
            follows = [_MEANT[newest[one]] if one in newest and rng.random() < 0.6 else "2" for one in range(PARCELS)]
            steps.append(Step(after, statuses=tuple(follows)))
        else:
            if reported and rng.random() < 0.3:
                at, status, parcel = rng.choice(reported)
            else:
                closed = start + timedelta(seconds=passed - rng.choice((0.5, rng.uniform(0, 3000))))
                at = closed.astimezone(zone).replace(tzinfo=None).isoformat(timespec="microseconds")
                status, parcel = rng.choice(tuple(_MEANT)), rng.randrange(PARCELS)
                reported.append((at, status, parcel))
            steps.append(Step(after, body=aviso(parcel + 1, at, status, f"N{parcel}")))
    return steps


def play(store: ReceivingStore, steps: list[Step], jumps: list[float], start: datetime) -> Outcome:
    """Play a day while the wall clock is set by `jumps`, one before each step."""
    clock, found = Clock(start, offset=-_RECEIVED_BEFORE.total_seconds()), Outcome()
    heartbeat = HeartbeatWriter(store.writer, clock.now, clock.read)
    heartbeat.beat(None)
    clock.offset = 0.0
    for step, jump in zip(steps, jumps, strict=True):
        _pass(clock, heartbeat, step.after / 2)
        clock.offset += 0.0 if step.silence else jump
        _pass(clock, heartbeat, step.after / 2)
        if step.silence:
            clock.elapsed += step.silence
            clock.offset += jump
            gap = heartbeat.beat(None)
            found.gaps += [round((gap.until - gap.since).total_seconds(), 3)] if gap else []
            found.uncovered += gap is not None and not _covers(store, gap.since, gap.until)
        if step.body is not None:
            store.intake.save(Received.read(step.body, clock.now())).result(30)
            found.events.append(_arrival(step.body, clock.now()))
        if step.statuses is not None:
            _load(store, step.statuses, clock.now())
            listed = tuple(Listed("1", True, f"N{nth}", one, _SAID[one]) for nth, one in enumerate(step.statuses))
            found.events.append(Load(DAY.carrier, TODAY, clock.now(), listed))
    found.set_backs = noticed(store)
    for row in store.exported(Table.SHIPMENTS, TODAY):
        signs = frozenset(row["senales"].split())
        found.rows[row["numero"]] = Expected(
            row["estado"], signs, row["visita_id"], row["vigente"], row["resultado_dia"], counts=True
        )
    for day in (TODAY - timedelta(days=1), TODAY, TODAY + timedelta(days=1)):
        found.notifications |= {
            (row["visita_id"], row["timestamp"], row["estado_nuevo"], row["repetidas"], row["resultado"])
            for row in store.exported(Table.NOTIFICATIONS, day)
        }
    return found


def _arrival(body: bytes, at: datetime) -> Arrival:
    reported = json.loads(body)
    data = reported["data"]
    return Arrival(
        at, data["visita_id"], reported["timestamp"], data["estado_nuevo"], None, tuple(data["numero_seguimientos"])
    )


def _pass(clock: Clock, heartbeat: HeartbeatWriter, seconds: float) -> None:
    """Let some seconds pass in which it listens."""
    clock.elapsed += seconds
    clock.awake += seconds
    assert heartbeat.beat(None) is None


def _covers(store: ReceivingStore, since: datetime, until: datetime) -> bool:
    days = {(moment + timedelta(days=one)).date() for moment in (since, until) for one in (-1, 0)}
    rows = [row for day in days for row in store.exported(Table.GAPS, day)]
    return any(
        datetime.fromisoformat(row["desde"]) <= since and until <= datetime.fromisoformat(row["hasta"]) for row in rows
    )


def _load(store: ReceivingStore, statuses: tuple[str, ...], at: datetime) -> None:
    listed: list[Envio] = [
        envio(f"N{place}") | {"idEstadoEnvio": one, "estadoEnvio": _SAID[one]} for place, one in enumerate(statuses)
    ]
    save_day(store.writer, fill(DayAnswer(store.writer.path, DAY), {1: listed}), at)


def differences(plain: Outcome, shifted: Outcome, zone: ZoneInfo, start: datetime) -> list[object]:
    """Return what differs, and the rows that are otherwise than the rule has them by the times that were shown."""
    found: list[object] = [
        (name, getattr(plain, name), getattr(shifted, name))
        for name in ("notifications", "gaps")
        if getattr(plain, name) != getattr(shifted, name)
    ]
    for outcome in (plain, shifted):
        site = Site(zone, zone, listening_since=start - _RECEIVED_BEFORE, set_backs=outcome.set_backs)
        expected = {key[3]: one for key, one in rows(site, outcome.events).items()}
        found += [(number, row, expected[number]) for number, row in outcome.rows.items() if row != expected[number]]
    return found + ["uncovered"] * (plain.uncovered + shifted.uncovered)


def noticed(store: ReceivingStore) -> tuple[tuple[datetime, datetime], ...]:
    """Return when a store noticed that its clock was set back."""
    found = store.writer.read(lambda db: site_rules(db).board.set_backs).result(30)
    return tuple((one.before, one.after) for one in found)


def jumps_for(rng: random.Random, steps: int) -> list[float]:
    """Return by how much the clock is set before each step: mostly not at all, else seconds to hours, either way."""
    reach = rng.choice((5, 60, 500, 7200, 40_000))
    return [rng.uniform(-reach, reach) if rng.random() < 0.4 else 0.0 for _ in range(steps)]


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """Return a folder with a store in it that nothing was kept in yet, to be copied."""
    with opened(tmp_path / "fresh", ZoneInfo(ZONES[0])):
        pass
    return tmp_path / "fresh"


@pytest.mark.parametrize("block", range(4))
def test_a_shifted_clock_changes_no_gap_and_rows_follow_the_rule(
    block: int, length: Length, figures: Figures, fresh: Path, tmp_path: Path
) -> None:
    scenarios, found = length.of(2, 250), list[int]()
    for seed in range(block * scenarios, (block + 1) * scenarios):
        rng, zone = random.Random(seed), ZoneInfo(ZONES[seed % len(ZONES)])
        start = datetime.combine(TODAY, time(9), zone).astimezone(UTC)
        steps = script(rng, zone, start)
        outcomes = []
        for nth, jumps in enumerate(([0.0] * len(steps), jumps_for(rng, len(steps)))):
            folder = tmp_path / f"{seed}-{nth}"
            shutil.copytree(fresh, folder)
            with opened(folder, zone) as store:
                outcomes.append(play(store, steps, jumps, start))
            shutil.rmtree(folder)
        found += [seed] if differences(outcomes[0], outcomes[1], zone, start) else []
    _log.error("Seeds that differ: %s", found)
    figures.at_least(
        f"days with the same gaps under a shifted clock, and rows by the rule, part {block + 1}",
        scenarios - len(found),
        scenarios,
    )


@pytest.mark.parametrize("block", range(2))
def test_another_zone_weighs_all_anew_as_if_it_had_been_the_first(
    block: int, length: Length, figures: Figures, fresh: Path, tmp_path: Path
) -> None:
    scenarios, differing = length.of(1, 100), 0
    for seed in range(1000 + block * scenarios, 1000 + (block + 1) * scenarios):
        rng = random.Random(seed)
        first, second = (ZoneInfo(one) for one in rng.sample((*ZONES, "Asia/Tokyo", "UTC"), 2))
        start = datetime.combine(TODAY, time(9), second).astimezone(UTC)
        steps = script(rng, second, start)
        outcomes = []
        for nth, zone in enumerate((second, first)):
            folder = tmp_path / f"{seed}-{nth}"
            shutil.copytree(fresh, folder)
            with opened(folder, zone) as store:
                play(store, steps, [0.0] * len(steps), start)
                save_site_rules(store.writer, SiteRules(second))
                outcomes.append(store.exported(Table.SHIPMENTS, TODAY))
            shutil.rmtree(folder)
        differing += outcomes[0] != outcomes[1]
    figures.at_least(
        f"days that are the same, their zone set later, part {block + 1}", scenarios - differing, scenarios
    )


def test_the_carriers_latest_change_counts_though_the_clock_was_set_back_since_another(tmp_path: Path) -> None:
    zone = ZoneInfo("America/Bogota")
    noon = datetime.combine(TODAY, time(12), zone).astimezone(UTC)
    with opened(tmp_path, zone) as store:
        _load(store, ("2",), noon)
        _load(store, ("4",), noon + timedelta(hours=2))  # the clock was two hours ahead
        _load(store, ("3",), noon + timedelta(minutes=5))
        body = aviso(1, f"{TODAY}T12:10:00", "falso_flete", "N0")
        store.intake.save(Received.read(body, noon + timedelta(minutes=10))).result(30)
        (row,) = store.exported(Table.SHIPMENTS, TODAY)
    assert (row["estado"], row["conflicto"]) == ("Excepción", True)


def test_a_load_after_the_clock_was_set_back_decides_anew_what_stayed_the_same(tmp_path: Path) -> None:
    zone = ZoneInfo("America/Bogota")
    noon = datetime.combine(TODAY, time(12), zone).astimezone(UTC)
    body = aviso(1, f"{TODAY}T12:00:20", "falso_flete", "N0")
    steps = [Step(1, statuses=("2",)), Step(20, body=body), Step(20, statuses=("4",)), Step(10, statuses=("4",))]
    with opened(tmp_path, zone) as store:
        found = play(store, steps, [0, 0, 0, -35], noon)
    assert differences(found, found, zone, noon) == []
    assert found.rows["N0"].senales == {"aviso_perdido"}  # by the clock it was not asked since the visit


def test_a_load_of_the_next_day_by_the_clock_says_nothing_of_how_this_one_ended(tmp_path: Path) -> None:
    zone = ZoneInfo("America/Bogota")
    noon = datetime.combine(TODAY, time(12), zone).astimezone(UTC)
    hour = timedelta(hours=1)
    body = aviso(1, f"{TODAY}T12:30:00", "falso_flete", "N0")
    with opened(tmp_path, zone) as store:
        _load(store, ("2",), noon)
        store.intake.save(Received.read(body, noon + hour / 2)).result(30)
        _load(store, ("3",), noon + 13 * hour)  # the clock was twelve hours ahead
        _load(store, ("2",), noon + 2 * hour)
        (row,) = store.exported(Table.SHIPMENTS, TODAY)
    assert (row["estado"], row["resultado_dia"]) == ("En Reparto", "excepcion")


def test_a_clock_that_is_set_back_is_noticed_and_the_age_of_a_visit_doubted(tmp_path: Path) -> None:
    noon, clock = datetime.combine(TODAY, time(12), UTC), Clock(datetime.combine(TODAY, time(12), UTC))
    with opened(tmp_path, ZoneInfo("UTC")) as store:
        heartbeat = HeartbeatWriter(store.writer, clock.now, clock.read)
        _load(store, ("2",), noon)
        store.intake.save(Received.read(aviso(1, f"{TODAY}T11:52:00", "completada", "N0"), noon)).result(30)
        clock.elapsed = 360.0
        heartbeat.beat(None)
        _load(store, ("2",), clock.now())
        shown = []
        for jump in (-59.0, 120.0, -600.0):
            clock.elapsed += 5
            clock.offset += jump
            heartbeat.beat(None)
            shown.append([row["senales"] for row in store.exported(Table.SHIPMENTS, TODAY)])
        would_show = clock.now() + timedelta(seconds=600)
        assert noticed(store) == ((would_show, clock.now()),)
        clock.offset -= 3600  # while no program ran
        HeartbeatWriter(store.writer, clock.now, clock.read).beat(None)
        assert noticed(store)[1:] == ((would_show - timedelta(seconds=600), clock.now()),)
    assert shown == [["adelantado"], ["adelantado"], ["adelantado reloj"]]


def test_a_clock_that_is_set_back_puts_in_doubt_what_came_before_and_bears_a_later_time(tmp_path: Path) -> None:
    zone = ZoneInfo("America/Bogota")
    noon = datetime.combine(TODAY, time(12), zone).astimezone(UTC)
    minute, shown = timedelta(minutes=1), []
    with opened(tmp_path, zone) as store:
        _load(store, ("2",), noon)
        body = aviso(1, f"{TODAY}T12:01:00", "completada", "N0")
        store.intake.save(Received.read(body, noon + 10 * minute)).result(30)
        _load(store, ("2",), noon + 12 * minute)
        shown += [row["senales"] for row in store.exported(Table.SHIPMENTS, TODAY)]
        back = SetBack(noon + 40 * minute, noon + 5 * minute)  # the load may be 35 minutes later, and too late
        store.writer.write(partial(save_set_back, set_back=back))
        shown += [row["senales"] for row in store.exported(Table.SHIPMENTS, TODAY)]
        save_site_rules(store.writer, SiteRules(zone, lag_minutes=14))  # has all derived anew
        shown += [row["senales"] for row in store.exported(Table.SHIPMENTS, TODAY)]
    assert shown == ["adelantado", "adelantado reloj", "adelantado reloj"]


def test_a_gap_is_reported_though_the_clock_was_set_back_into_an_older_one(tmp_path: Path) -> None:
    clock = Clock(datetime.combine(TODAY, time(12), UTC))
    with opened(tmp_path, ZoneInfo("UTC")) as store:
        heartbeat = HeartbeatWriter(store.writer, clock.now, clock.read)
        heartbeat.beat(None)
        found = []
        for silence, jump in ((600.0, 0.0), (300.0, -700.0), (90.0, 30.0)):
            clock.elapsed += silence
            clock.offset += jump
            found.append(heartbeat.beat(None))
        lengths = [gap.until - gap.since for gap in found if gap is not None]
        assert all(gap is not None and _covers(store, gap.since, gap.until) for gap in found)
    assert lengths == [timedelta(seconds=one) for one in (600, 300, 90)]


def test_another_zone_has_the_carrier_lead_where_a_visit_did(tmp_path: Path) -> None:
    three, shown = datetime.combine(TODAY, time(15), UTC), []
    with opened(tmp_path, ZoneInfo("America/Bogota")) as store:
        _load(store, ("2",), three - timedelta(hours=1))
        _load(store, ("3",), three)
        store.intake.save(Received.read(aviso(1, f"{TODAY}T12:10:00", "falso_flete", "N0"), three)).result(30)
        for zone in ("America/Bogota", "UTC"):  # ten past five, or ten past twelve
            save_site_rules(store.writer, SiteRules(ZoneInfo(zone)))
            shown += [row["estado"] for row in store.exported(Table.SHIPMENTS, TODAY)]
    assert shown == ["Excepción", "Entregado"]
