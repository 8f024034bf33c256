"""Progress of a day, by a clock that the tests move."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from app.demo.day.day import generate
from app.demo.day.day_schedule import DaySchedule
from app.demo.world.options import DayOptions
from app.domain.days import Day

Fields = dict[str, Any]


def statuses(manifests: list[Fields]) -> dict[str, str]:
    """Return each shipment's status."""
    listed = (shipment for manifest in manifests for shipment in manifest["envios"])
    return {shipment["numero"]: shipment["idEstadoEnvio"] for shipment in listed if "numero" in shipment}


def test_about_a_third_is_closed_at_the_start(carrier: SimpleNamespace) -> None:
    counts = Counter(statuses(carrier.manifests()).values())
    assert 0.2 < (counts["3"] + counts["4"]) / counts.total() < 0.4
    assert counts["3"] > 8 * counts["4"] > 0


def test_while_no_time_passes_the_answer_stays_the_same(carrier: SimpleNamespace) -> None:
    assert carrier.ask().content == carrier.ask().content


def test_visits_close_as_time_passes(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    plan = generate("DEMO", date(2026, 6, 15), DayOptions())
    before = statuses(carrier.manifests())
    times.seconds += 16.0
    after = statuses(carrier.manifests())
    closing = plan.closings[plan.closed_at_start : plan.closed_at_start + 8]  # 30 in a minute
    expected = {number: "3" if visit.delivered else "4" for visit in closing for number in visit.numbers}
    assert {number: status for number, status in after.items() if before[number] != status} == expected


def test_what_is_closed_stays_closed(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    earlier: dict[str, str] = {}
    for _ in range(12):
        now = statuses(carrier.manifests())
        assert all(now.get(number, status) == status for number, status in earlier.items() if status in ("3", "4"))
        earlier = now
        times.seconds += 60


def test_a_faster_pace_closes_more_visits_and_pace_0_none(
    opened: Callable[..., SimpleNamespace], times: SimpleNamespace
) -> None:
    slow, fast = opened(per_minute=0), opened(per_minute=60)
    before = slow.ask().content
    assert fast.ask().content == before
    times.seconds += 10
    assert slow.ask().content == before
    assert fast.ask().content != before


def test_after_ten_closings_another_manifest_is_listed(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    before = carrier.manifests()
    times.seconds += 19.9
    assert len(carrier.manifests()) == len(before)
    times.seconds += 0.2
    after = carrier.manifests()
    assert [manifest["idPlanillaReparto"] for manifest in after[:-1]] == [
        manifest["idPlanillaReparto"] for manifest in before
    ]
    assert after[-1]["estado"] == "VIG"
    assert set(statuses(after[-1:]).values()) <= {"2", "24"}
    assert len(after[-1]["envios"]) == 6
    assert not statuses(after[-1:]).keys() & statuses(before).keys()


def test_after_twenty_closings_one_shipment_is_listed_no_more(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    times.seconds += 39.9
    before = statuses(carrier.manifests())
    times.seconds += 0.2
    gone = before.keys() - statuses(carrier.manifests()).keys()
    assert [before[number] for number in gone] == ["2"]


def test_after_enough_time_the_day_is_over(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    times.seconds += 3600
    over = statuses(carrier.manifests())
    times.seconds += 3600
    assert statuses(carrier.manifests()) == over
    assert 0 < Counter(over.values())["2"] < 12


def test_of_a_past_day_nearly_everything_is_closed(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    before = carrier.ask(day="2026-06-10")
    counts = Counter(statuses(before.json()).values())
    assert counts["3"] > 300
    assert 0 < counts["2"] < 12
    assert counts["24"] > 0
    times.seconds += 100
    assert carrier.ask(day="2026-06-10").content == before.content


def test_a_day_is_over_at_midnight_and_the_next_one_begins(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    assert carrier.ask(day="2026-06-16").status_code == 404
    times.seconds += 14 * 3600 + 30
    times.now = datetime(2026, 6, 16, 0, 0, 30)  # noqa: DTZ001 - the site's time
    plan = generate("DEMO", date(2026, 6, 16), DayOptions())
    found = statuses(carrier.manifests(day="2026-06-16"))
    closed = {number for visit in plan.closings[: plan.closed_at_start + 15] for number in visit.numbers}
    assert {number for number, status in found.items() if status in ("3", "4")} == closed
    assert Counter(statuses(carrier.manifests()).values())["2"] < 12


@pytest.mark.parametrize("shipments", [1, 5, 39, 40])
def test_small_days_progress_too(
    opened: Callable[..., SimpleNamespace], times: SimpleNamespace, shipments: int
) -> None:
    carrier = opened(shipments=shipments)
    assert len(statuses(carrier.manifests())) in (shipments, shipments - 3)
    times.seconds += 3600
    assert Counter(statuses(carrier.manifests()).values())["3"] > 0


async def answered(schedule: DaySchedule, *days: Day) -> list[bytes]:
    """Request all of the days concurrently."""
    return [b"".join(pieces or ()) for pieces in await asyncio.gather(*map(schedule.answer, days))]


def almanac_of(shipments: int) -> DaySchedule:
    """Return the schedule of a server that was started at noon."""
    return DaySchedule(
        DayOptions(shipments=shipments),
        clock=lambda: 0.0,
        now=lambda: datetime(2026, 6, 15, 12, 0),  # noqa: DTZ001 - the site's time
    )


def test_other_requests_are_answered_while_a_big_day_is_generated() -> None:
    finished: list[str] = []
    schedule = almanac_of(2000)

    async def ask(code: str) -> None:
        await schedule.answer(Day(code, date(2026, 6, 15)))
        finished.append(code)

    async def ask_both() -> None:
        await asyncio.gather(ask("DEMO"), ask("VACIA"))

    asyncio.run(ask_both())
    assert finished == ["VACIA", "DEMO"]


def test_concurrent_requests_for_one_day_get_the_same() -> None:
    day = Day("DEMO", date(2026, 6, 15))
    first, second = asyncio.run(answered(almanac_of(300), day, day))
    assert first == second


def test_days_not_requested_lately_are_dropped_and_generated_again() -> None:
    schedule = almanac_of(20)
    days = [Day("DEMO", date(2026, 6, 15) - timedelta(days=ago)) for ago in range(40)]
    with asyncio.Runner() as runner:
        first = runner.run(answered(schedule, *days))
        assert len(schedule._plans) == 32
        assert runner.run(answered(schedule, *days)) == first


def test_no_closing_is_reported_twice_after_a_set_back_of_the_clock() -> None:
    times = SimpleNamespace(seconds=0.0, now=datetime(2026, 6, 15, 12, 0))  # noqa: DTZ001 - the site's time
    schedule = DaySchedule(DayOptions(), clock=lambda: times.seconds, now=lambda: times.now)
    schedule.follow("DEMO")
    turns = []
    with asyncio.Runner() as runner:
        for seconds, hour in ((16.0, 12), (16.0, 0), (20.0, 12)):
            times.seconds, times.now = seconds, times.now.replace(hour=hour)
            turns.append([closing.turn for closing in runner.run(schedule.closings())])
    first = generate("DEMO", date(2026, 6, 15), DayOptions()).closed_at_start
    assert turns == [[*range(first, first + 8)], [], [first + 8, first + 9]]
