"""Wrong tokens are counted by source and hour, and slow down their own source alone."""

from contextlib import ExitStack
from datetime import timedelta
from itertools import pairwise

import pytest

from app.domain.reception.refusals import Refusal, WrongTokenCount
from app.webhook.limits import Limits
from app.webhook.request_counters import WrongTokenSources
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, NOON, RunningServer, patient, request, visit


class Times:
    """The clocks of the counter, set by the test."""

    def __init__(self, **limits: float) -> None:
        self.now, self.seconds = NOON, 0.0
        self.sources = WrongTokenSources(Limits(**limits), lambda: self.now, lambda: self.seconds)  # type: ignore[arg-type]  # of either kind


def sources_of(server: RunningServer) -> dict[str, int]:
    return {one.source: one.count for one in server.webhook.state().wrong_tokens}


def test_the_sources_of_wrong_tokens_are_counted_by_the_hour() -> None:
    times = Times()
    for source in ("192.0.2.1", "192.0.2.2", "192.0.2.2"):
        times.sources.count(source)
    times.now += timedelta(minutes=61)
    times.sources.count("192.0.2.1")
    assert times.sources.counts() == (
        WrongTokenCount(NOON + timedelta(hours=1), "192.0.2.1", 1),
        WrongTokenCount(NOON, "192.0.2.2", 2),
        WrongTokenCount(NOON, "192.0.2.1", 1),
    )


def test_thousands_of_sources_take_no_more_memory_than_some() -> None:
    times = Times()
    for hour in range(50):
        times.now = NOON + timedelta(hours=hour)
        for nth in range(1000):
            times.sources.count(f"192.0.2.{nth}")
    (most, *_) = times.sources.counts()
    assert (most.source, most.count) == ("", 900)
    assert sum(len(one) for one in times.sources._hours.values()) == 24 * 101
    assert len(times.sources._due) == 256


def test_a_source_waits_after_a_burst_and_no_other_one_does() -> None:
    times = Times(wrong_tokens_at_once=10, wrong_tokens_per_s=5.0)
    waits = [times.sources.count("192.0.2.1") for _ in range(16)]
    assert waits[:11] == [0.0] * 11
    assert all(after - before == pytest.approx(0.2) for before, after in pairwise(waits[10:]))
    assert times.sources.count("192.0.2.2") == 0.0
    times.seconds += 60.0
    assert times.sources.count("192.0.2.1") == 0.0


def test_a_source_that_sends_on_waits_no_longer_than_the_limit() -> None:
    times = Times(wrong_tokens_at_once=1, wrong_tokens_per_s=1.0, longest_hold_s=3.0)
    assert max(times.sources.count("192.0.2.1") for _ in range(100)) == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("headers", "source"),
    [
        ({}, "127.0.0.1"),
        ({"X-Forwarded-For": "203.0.113.9"}, "203.0.113.9"),
        ({"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}, "203.0.113.9"),  # the first is what the client claims
        ({"X-Forwarded-For": "2001:db8:1:2:3::4"}, "2001:db8:1:2::/64"),
        ({"X-Forwarded-For": "::ffff:203.0.113.9"}, "203.0.113.9"),
        ({"X-Forwarded-For": "nobody"}, "127.0.0.1"),
    ],
)
def test_behind_a_proxy_of_this_computer_its_client_is_the_source(
    server: RunningServer, headers: dict[str, str], source: str
) -> None:
    assert server.post(headers=headers, token="wrong").status == 401
    assert server.post(headers=headers, token=None).status == 401
    assert sources_of(server) == {source: 2}
    assert server.webhook.state().refused == {Refusal.TOKEN: 2}


def test_a_header_from_elsewhere_names_no_source(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aiohttp.web_request.BaseRequest.remote", "192.0.2.77")
    server = start_server()
    server.post(headers={"X-Forwarded-For": "203.0.113.9"}, token="wrong")
    assert sources_of(server) == {"192.0.2.77": 1}


def test_a_wrong_token_waits_after_a_burst_and_neither_a_right_one_nor_another_source_does(
    start_server: StartServer,
) -> None:
    server = start_server(
        limits=patient(wrong_tokens_at_once=1, wrong_tokens_per_s=0.001, longest_hold_s=DEADLINE, held=2)
    )
    wrong = request(visit(), token="wrong")
    assert [server.ask(wrong).status for _ in range(2)] == [401, 401]
    with ExitStack() as open_ones:
        held = [open_ones.enter_context(server.client()) for _ in range(2)]
        for client in held:
            client.send(wrong)
        server.wait_for(lambda: server.webhook.state().refused.get(Refusal.TOKEN) == 4)
        assert [server.post().status for _ in range(20)] == [200] * 20
        assert server.post(headers={"X-Forwarded-For": "203.0.113.9"}, token="wrong").status == 401
        assert server.ask(wrong).status == 401  # no more of them are held, so that connections are left
        for client in held:
            client.socket.setblocking(False)
            with pytest.raises(BlockingIOError):
                client.socket.recv(1)
            client.socket.settimeout(DEADLINE)
        server.webhook.stop()
        assert [client.rest().status for client in held] == [401, 401]
