"""The sender follows the contract: request, attempts, and reaction to each answer."""

import asyncio
import json
import ssl
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import trustme

from app.demo.sender import Delivery, Fate, Report, Sender
from app.demo.world.options import NotifyOptions
from app.domain.texts import Text
from app.net.event_loop import run
from tests.demo.lapse import in_lapse
from tests.demo.receiver import PATH, Arrived, Receiver, Reply

BODY = '{"data": {"visita_id": 7, "titulo": "Entrega a Ñapa"}}'.encode()


class Time:
    """A clock that only pauses move, and that records the start of attempts."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.attempts: list[float] = []

    def clock(self) -> float:
        return self.seconds

    async def pause(self, seconds: float) -> None:
        self.seconds += seconds

    def attempt(self) -> None:
        """Record an attempt."""
        self.attempts.append(self.seconds - 1000)


class WatchedSender(Sender):
    """A sender that calls a function before each attempt, whose text is why there is no answer."""

    def __init__(self, attempt: Callable[[], Text | None], **more: Any) -> None:  # noqa: ANN401 - as of its base
        super().__init__(**more)
        self._attempt = attempt

    async def _post(self, body: bytes, to: NotifyOptions) -> int | Text:
        return self._attempt() or await super()._post(body, to)


def deliver(url: str, time: Time) -> tuple[Delivery, Report]:
    """Send one notification."""

    async def send() -> tuple[Delivery, Report]:
        async with WatchedSender(time.attempt, clock=time.clock, pause=time.pause) as sender:
            return await sender.send(BODY, NotifyOptions(url, "a.b.c")), sender.report

    return run(send())


def test_a_notification_is_posted_as_json_with_the_token() -> None:
    with Receiver() as receiver:
        deliver(receiver.url, Time())
    [request] = receiver.arrived
    assert (request.method, request.path, request.body) == ("POST", PATH, BODY)
    assert request.headers["Content-Type"] == "application/json"
    assert request.headers["Authorization"] == "Bearer a.b.c"
    assert request.headers["Content-Length"] == str(len(BODY))


@pytest.mark.parametrize("status", [200, 201, 204])
def test_three_statuses_are_a_success(status: int) -> None:
    with Receiver(status) as receiver:
        delivery, report = deliver(receiver.url, Time())
    assert (delivery.fate, delivery.attempts) == (Fate.DELIVERED, 1)
    assert report == Report(begun=1, delivered=1)


@pytest.mark.parametrize("status", [202, 301, 302, 307, 308, 400, 401, 403, 404, 408, 413, 429])
def test_other_statuses_below_500_are_not_tried_again_and_redirects_not_followed(status: int) -> None:
    with Receiver(status) as receiver:
        delivery, report = deliver(receiver.url, Time())
    assert (delivery.fate, str(delivery.answer)) == (Fate.REFUSED, f"status {status}")
    assert report == Report(begun=1, refused=1)
    assert [request.path for request in receiver.arrived] == [PATH]


@pytest.mark.parametrize("status", [500, 502, 503, 599])
def test_three_attempts_are_made_at_0_5_and_25_seconds(status: int) -> None:
    time = Time()
    with Receiver(status) as receiver:
        delivery, report = deliver(receiver.url, time)
    assert (delivery.fate, delivery.attempts) == (Fate.ABANDONED, 3)
    assert report == Report(begun=1, abandoned=1, retried=2)
    assert time.attempts == [0, 5, 25]
    assert [request.body for request in receiver.arrived] == [BODY] * 3


@pytest.mark.parametrize(
    ("replies", "times", "fate"),
    [
        ((500, 200), [0, 5], Fate.DELIVERED),
        ((503, 500, 204), [0, 5, 25], Fate.DELIVERED),
        ((503, 401), [0, 5], Fate.REFUSED),
        (("close", 200), [0, 5], Fate.DELIVERED),
        (("close", "close", "close"), [0, 5, 25], Fate.ABANDONED),
    ],
)
def test_after_an_attempt_that_succeeds_or_is_refused_there_is_no_other(
    replies: tuple[Reply, ...], times: list[float], fate: Fate
) -> None:
    time = Time()
    with Receiver(*replies) as receiver:
        delivery, _ = deliver(receiver.url, time)
    assert (delivery.fate, delivery.attempts, time.attempts) == (fate, len(times), times)
    assert len(receiver.arrived) == len(times)


def test_an_absent_receiver_is_retried_like_one_that_fails() -> None:
    with Receiver() as receiver:
        pass
    time = Time()
    delivery, report = deliver(receiver.url, time)
    assert (delivery.fate, time.attempts) == (Fate.ABANDONED, [0, 5, 25])
    assert "no connection" in str(delivery.answer)
    assert report == Report(begun=1, abandoned=1, retried=2)


def test_an_answer_that_is_not_http_is_retried() -> None:
    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"SSH-2.0-other\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    async def send() -> Delivery:
        time = Time()
        server = await asyncio.start_server(speak, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with server, Sender(time.clock, time.pause) as sender:
            return await sender.send(BODY, NotifyOptions(url, "t"))

    assert run(send()).fate is Fate.ABANDONED


def test_an_answer_may_take_15_seconds_and_no_longer() -> None:
    async def send() -> tuple[Delivery, list[float]]:
        clock = asyncio.get_running_loop().time
        times: list[float] = []

        async with WatchedSender(lambda: times.append(clock()), clock=clock) as sender:
            delivery = await sender.send(BODY, NotifyOptions(receiver.url, "t"))
        return delivery, [*times, clock()]

    with Receiver("hang") as receiver:
        delivery, times = in_lapse(send())
    assert (delivery.fate, str(delivery.answer)) == (Fate.ABANDONED, "no answer within 15 seconds")
    assert [later >= 14.9 + earlier for earlier, later in pairwise(times)] == [True] * 3


def test_an_attempt_that_lasts_beyond_the_start_of_the_next_is_followed_at_once() -> None:
    time = Time()

    def hang_for_15_seconds() -> Text:
        time.attempt()
        time.seconds += 15
        return Text("Demo", "no answer")

    async def send() -> Delivery:
        async with WatchedSender(hang_for_15_seconds, clock=time.clock, pause=time.pause) as sender:
            return await sender.send(BODY, NotifyOptions("http://127.0.0.1:9/", "t"))

    delivery = run(send())
    assert (delivery.fate, str(delivery.answer)) == (Fate.ABANDONED, "no answer")
    assert time.attempts == [0, 15, 30]


def test_while_one_hangs_the_others_are_delivered() -> None:
    def hang_for_the_first(request: Arrived) -> Reply | None:
        return "hang" if request.visit == 0 else None

    async def send(url: str) -> None:
        to = NotifyOptions(url, "t")
        async with Sender() as sender:
            first = asyncio.create_task(sender.send(b'{"data": {"visita_id": 0}}', to))
            rest = [sender.send(json.dumps({"data": {"visita_id": number}}).encode(), to) for number in range(1, 30)]
            assert {delivery.fate for delivery in await asyncio.gather(*rest)} == {Fate.DELIVERED}
            assert not first.done()
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            assert (sender.report.delivered, sender.report.unfinished) == (29, 1)

    with Receiver(200, choose=hang_for_the_first) as receiver:
        run(send(receiver.url))


def test_64_attempts_are_made_at_once_and_no_more() -> None:
    time = Time()

    async def send(url: str) -> list[Delivery]:
        to = NotifyOptions(url, "t")
        async with WatchedSender(time.attempt) as sender:
            sendings = [asyncio.create_task(sender.send(BODY, to)) for _ in range(300)]
            await asyncio.to_thread(receiver.wait_for, 64)
            assert len(time.attempts) == 64
            receiver.let_go()
            return await asyncio.gather(*sendings)

    with Receiver(is_held=True) as receiver:
        deliveries = run(send(receiver.url))
    assert {(delivery.fate, delivery.attempts) for delivery in deliveries} == {(Fate.DELIVERED, 1)}
    assert len(receiver.arrived) == 300


# aiohttp 3.14 closes a connection whose handshake failed in the next turn of the loop, which may have ended by then.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("is_known", [True, False])
def test_an_https_receiver_is_trusted_only_by_its_authority(
    is_known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(served)
    if is_known:
        authority.cert_pem.write_to_path(tmp_path / "authority.pem")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    with Receiver(tls=served) as receiver:
        delivery, _ = deliver(receiver.url, Time())
    assert delivery.fate is (Fate.DELIVERED if is_known else Fate.ABANDONED)
    assert len(receiver.arrived) == int(is_known)
