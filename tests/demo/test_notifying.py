"""The demo carrier's notifications agree with its manifest query."""

import gc
import json
import socket
import threading
from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import chain
from queue import Queue
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from app.demo.day.day import DayPlan, generate
from app.demo.day.day_schedule import Closing
from app.demo.day.notification import envelopes
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.days import NO_CARRIER
from app.domain.errors import SettingsError
from app.domain.texts import Text
from tests.demo.receiver import DEADLINE, Receiver
from tests.waiting import PATIENCE, wait_until

DAY = date(2026, 6, 15)
Fields = dict[str, Any]


def options_for(receiver: Receiver, **more: Any) -> NotifyOptions:  # noqa: ANN401 - any option
    return NotifyOptions(receiver.url, "a.b.c", **more)


@pytest.fixture
def plan() -> DayPlan:
    return generate("DEMO", DAY, DayOptions())


def notified(plan: DayPlan, first: int, last: int) -> list[int]:
    """Return the visits notified for a range of a day's closings, counted from the start."""
    turns = range(plan.closed_at_start + first, plan.closed_at_start + last)
    closings = (Closing(plan.closings[turn], turn, datetime.max) for turn in turns)  # noqa: DTZ901
    return sorted(envelope.visit for envelope in chain.from_iterable(map(envelopes, closings)))


def received(receiver: Receiver, count: int) -> list[int]:
    return sorted(request.visit for request in receiver.wait_for(count))


def test_each_closing_is_notified_and_the_query_agrees(
    carrier: SimpleNamespace, times: SimpleNamespace, plan: DayPlan
) -> None:
    with Receiver() as receiver:
        carrier.server.notify(options_for(receiver))
        before = carrier.manifests()
        times.seconds += 16.0
        expected = notified(plan, 0, 8)  # 30 in a minute
        assert received(receiver, len(expected)) == expected
        after = carrier.manifests()
    statuses = [
        {shipment.get("numero"): shipment["idEstadoEnvio"] for manifest in day for shipment in manifest["envios"]}
        for day in (before, after)
    ]
    changed = {number for number, status in statuses[1].items() if statuses[0][number] != status}
    reported = {visit.id: visit for visit in plan.closings if visit.id in expected}
    assert changed == set(chain.from_iterable(visit.numbers for visit in reported.values()))
    for request in receiver.arrived:
        if request.visit in reported:
            status = "3" if request.data["estado_nuevo"] == "completada" else "4"
            assert {statuses[1][number] for number in reported[request.visit].numbers} == {status}


def test_the_timestamp_is_the_time_of_the_closing(carrier: SimpleNamespace, times: SimpleNamespace) -> None:
    with Receiver() as receiver:
        carrier.server.notify(options_for(receiver, carrier="DEMO"))
        times.now += timedelta(seconds=5.25)
        times.seconds += 5.25
        receiver.wait_for(2)
    stamps = {json.loads(request.body)["timestamp"] for request in receiver.arrived}
    assert stamps == {"2026-06-15T10:00:02.000000", "2026-06-15T10:00:04.000000"}


def test_earlier_closings_are_not_notified(carrier: SimpleNamespace, times: SimpleNamespace, plan: DayPlan) -> None:
    carrier.ask()
    times.seconds += 16.0
    with Receiver() as receiver:
        carrier.server.notify(options_for(receiver))
        times.seconds += 16.0
        expected = notified(plan, 8, 16)
        assert received(receiver, len(expected)) == expected


def test_a_carrier_requested_later_is_notified_from_then_on(
    carrier: SimpleNamespace, times: SimpleNamespace, plan: DayPlan
) -> None:
    with Receiver() as receiver:
        carrier.server.notify(options_for(receiver, carrier="OTRO"))
        times.seconds += 16.0
        receiver.wait_for(8)
        assert not {request.visit for request in receiver.arrived}.intersection(visit.id for visit in plan.closings)
        carrier.ask()
        times.seconds += 16.0
        receiver.wait_for(16)
        own = {visit.id for visit in plan.closings}
        while sum(visit in own for visit in received(receiver, 0)) < 8:
            receiver.wait_for(len(receiver.arrived) + 1)
    assert [visit for visit in received(receiver, 0) if visit in own] == notified(plan, 8, 16)


def test_past_days_and_codes_without_visits_are_not_notified(
    carrier: SimpleNamespace, times: SimpleNamespace, plan: DayPlan
) -> None:
    with Receiver() as receiver:
        carrier.server.notify(options_for(receiver))
        carrier.ask(day="2026-06-14")
        for code in ("VACIA", "SIN-PLANILLA", NO_CARRIER):
            carrier.ask(code)
        times.seconds += 16.0
        carrier.ask()
        times.seconds += 2.0
        assert received(receiver, 1) == notified(plan, 8, 9)


def test_open_visits_close_at_midnight_and_the_next_day_begins(
    opened: Callable[..., SimpleNamespace], times: SimpleNamespace
) -> None:
    carrier = opened(shipments=20)
    plans = [generate("DEMO", day, DayOptions(shipments=20)) for day in (DAY, DAY + timedelta(days=1))]
    ends = notified(plans[0], 0, plans[0].closed_when_over - plans[0].closed_at_start)
    begins = notified(plans[1], 0, 3)
    with Receiver() as receiver:
        carrier.server.notify(options_for(receiver, carrier="DEMO"))
        times.now = datetime(2026, 6, 15, 23, 59, 59)  # noqa: DTZ001 - the site's time
        times.seconds += 2.0
        receiver.wait_for(1)
        times.seconds += 7.5  # before midnight, so that a check in between sees progress
        times.now = datetime(2026, 6, 16, 0, 0, 6, 500_000)  # noqa: DTZ001 - the site's time
        receiver.wait_for(len(ends) + len(begins))
    assert received(receiver, 0) == sorted(ends + begins)
    stamps = {request.visit: json.loads(request.body)["timestamp"] for request in receiver.arrived}
    assert all(stamps[visit].startswith("2026-06-15T23:59:5") for visit in ends)
    assert sorted(stamps[visit] for visit in begins) == [f"2026-06-16T00:00:0{second}.000000" for second in (2, 4, 6)]


def test_a_hanging_receiver_delays_neither_queries_nor_the_shutdown(
    opened: Callable[..., SimpleNamespace], times: SimpleNamespace, plan: DayPlan
) -> None:
    before = set(threading.enumerate())
    carrier = opened()
    with Receiver("hang") as receiver:
        carrier.server.notify(options_for(receiver, carrier="DEMO"))
        times.seconds += 20.0
        expected = notified(plan, 0, 10)
        receiver.wait_for(len(expected))
        assert carrier.manifests()
        carrier.server.__exit__(None, None, None)
        assert carrier.server.report.unfinished == len(expected)
        carrier.server.__enter__()  # the fixture ends it once more
        assert carrier.server.report.begun == 0
    carrier.server.__exit__(None, None, None)
    gc.collect()  # an open connection would cause a warning
    assert set(threading.enumerate()) == before
    carrier.server.__enter__()


def test_an_absent_receiver_delays_neither_queries_nor_the_shutdown(
    opened: Callable[..., SimpleNamespace], times: SimpleNamespace
) -> None:
    carrier = opened()
    with socket.create_server(("127.0.0.1", 0)) as away:
        port = away.getsockname()[1]
    carrier.server.notify(NotifyOptions(f"http://127.0.0.1:{port}/", "t", "DEMO"))
    times.seconds += 20.0
    wait_until(lambda: carrier.server.report.begun >= 10)
    assert carrier.server.report.unfinished >= 10
    assert carrier.manifests()


def test_another_receiver_gets_later_closings(carrier: SimpleNamespace, times: SimpleNamespace, plan: DayPlan) -> None:
    with Receiver() as first, Receiver() as second:
        carrier.server.notify(options_for(first, carrier="DEMO"))
        times.seconds += 16.0
        expected = notified(plan, 0, 8)
        assert received(first, len(expected)) == expected
        carrier.server.notify(options_for(second))
        times.seconds += 16.0
        expected = notified(plan, 8, 16)
        assert received(second, len(expected)) == expected
    assert len(first.arrived) == len(notified(plan, 0, 8))


def test_a_refusal_is_reported_without_the_token(
    carrier: SimpleNamespace, times: SimpleNamespace, plan: DayPlan
) -> None:
    reported: Queue[Text] = Queue()
    with Receiver(401) as receiver:
        carrier.server.notify(options_for(receiver, carrier="DEMO"), reported.put)
        times.seconds += 2.0
        sentence = str(reported.get(timeout=DEADLINE))
    [visit] = notified(plan, 0, 1)
    assert sentence == f"Visit {visit} was refused, and is not notified again: status 401."


def test_many_carriers_are_notified_up_to_a_limit(
    opened: Callable[..., SimpleNamespace], times: SimpleNamespace
) -> None:
    carrier = opened(shipments=20)
    codes = [f"C{number}" for number in range(33)]
    owners = {visit.id: code for code in codes for visit in generate(code, DAY, DayOptions(shipments=20)).closings}
    with Receiver() as receiver:
        carrier.server.notify(options_for(receiver))
        for code in reversed(codes):
            carrier.ask(code)
        times.seconds += 2.0
        receiver.wait_for(32)
        times.seconds += 2.0
        receiver.wait_for(64)
    assert {owners[request.visit] for request in receiver.arrived} == set(codes[1:])


@pytest.mark.parametrize("code", ["VACIA", "VACIA-2", "SIN-PLANILLA", NO_CARRIER])
def test_a_code_without_visits_cannot_be_notified(carrier: SimpleNamespace, code: str) -> None:
    with pytest.raises(SettingsError, match=f"carrier {code} has no visits"):
        carrier.server.notify(NotifyOptions("http://127.0.0.1:9/", "t", code))
    assert carrier.ask().status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:8750/visitas",
        "ftp://example.com/",
        "https:///visitas",
        "https://user@example.com/",
        "https://example.com/a b",
        "https://example.com/#part",
        "https://example.com:0/",
        "https://example.com:99999/",
        "https://[::1/",
        "https://example.com/\udcff",
    ],
)
def test_an_invalid_address_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="receiver's URL"):
        NotifyOptions(url, "t")


@pytest.mark.parametrize("url", ["https://example.com", "HTTP://[::1]:8750/visitas?x=1", "https://sitio.example:443/ñ"])
def test_an_address_may_have_a_port_and_a_query(url: str) -> None:
    assert NotifyOptions(url, "t").url == url


@pytest.mark.parametrize("token", ["", "a b", "a\nb", "ñ", "\udcff", "a\x00"])
def test_a_token_that_no_header_can_hold_is_refused_and_not_shown(token: str) -> None:
    with pytest.raises(SettingsError, match="token must be") as caught:
        NotifyOptions("http://127.0.0.1/", token)
    assert not token or repr(token)[1:-1] not in str(caught.value)


def test_the_token_is_not_shown_by_the_options() -> None:
    assert "a.b.c" not in repr(NotifyOptions("http://127.0.0.1/", "a.b.c"))


def test_a_bug_in_notifying_ends_the_server_and_is_raised(
    opened: Callable[..., SimpleNamespace], times: SimpleNamespace
) -> None:
    def fail(_text: Text) -> None:
        raise ZeroDivisionError

    carrier = opened()
    with Receiver(401) as receiver:
        carrier.server.notify(options_for(receiver, carrier="DEMO"), fail)
        url = carrier.server.url
        times.seconds += 2.0
        receiver.wait_for(1)
        with pytest.RaisesGroup(pytest.RaisesGroup(ZeroDivisionError)):
            carrier.server._ended.result(DEADLINE)
    assert not carrier.server.is_running
    with pytest.raises(httpx.ConnectError):
        httpx.get(url, trust_env=False, timeout=PATIENCE)
    with pytest.RaisesGroup(pytest.RaisesGroup(ZeroDivisionError)):
        carrier.server.__exit__(None, None, None)
    carrier.server.__enter__()
