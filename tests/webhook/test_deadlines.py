"""Who is too slow, and what is too slow behind the door."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.errors import OverloadedError, StoreBusyError, StoreUnusableError
from app.domain.reception.listening import Refusal
from app.domain.texts import Text
from tests.webhook.conftest import Opened
from tests.webhook.visiting import DEADLINE, TOKEN, House, patient, request, visit

SOON = 0.3
RAW = request(visit())
HEAD, BODY = RAW[: RAW.index(b"\r\n\r\n") + 4], visit()
ASKING = HEAD[:-2] + b"Expect: 100-continue\r\n\r\n"
"""A head that is answered before the body comes."""


@pytest.mark.parametrize("start", [b"", b"P", HEAD[:-1], b"GET /healthz HTTP/1.1\r\n"])
def test_a_head_that_does_not_end_is_cut(opened: Opened, start: bytes) -> None:
    house = opened(limits=patient(head_s=SOON))
    with house.client() as client:
        began = time.monotonic()
        client.send(start)
        assert client.rest().raw == b""
        assert time.monotonic() - began >= SOON / 2  # it was counted from before that
    assert house.webhook.state().refused == {Refusal.MALFORMED: 1}


def test_a_connection_that_left_before_its_head_is_not_counted(opened: Opened) -> None:
    house = opened(limits=patient(head_s=SOON))
    with house.client() as leaving, house.client() as staying:
        leaving.send(HEAD[:20])
        leaving.socket.close()
        assert staying.rest().raw == b""
    assert house.webhook.state().refused == {Refusal.MALFORMED: 1}


def test_a_head_that_drips_is_cut_as_well(opened: Opened) -> None:
    house = opened(limits=patient(head_s=SOON))
    with house.client() as client:
        client.send(HEAD[:-2])
        assert client.drip(b"X: a\r\n", SOON / 20).raw == b""
    assert house.webhook.state().refused == {Refusal.MALFORMED: 1}


@pytest.mark.parametrize("framing", [f"Content-Length: {len(BODY)}", "Transfer-Encoding: chunked"])
def test_a_body_that_does_not_end_is_cut(opened: Opened, framing: str) -> None:
    house = opened(limits=patient(body_s=SOON))
    with house.client() as client:
        began = time.monotonic()
        client.send(HEAD.replace(f"Content-Length: {len(BODY)}".encode(), framing.encode()) + b"5\r\n")
        assert client.reply().said == "too_slow"
    assert time.monotonic() - began >= SOON / 2
    assert house.webhook.state().refused == {Refusal.MALFORMED: 1}
    assert house.shelf.kept == []


def test_a_body_that_drips_is_cut_as_well(opened: Opened) -> None:
    house = opened(limits=patient(body_s=SOON))
    with house.client() as client:
        client.send(request(length=1_000_000))
        assert client.drip(b" ", SOON / 20).status in (503, 0)  # 0: a byte on its way destroyed the answer
    assert house.webhook.state().refused == {Refusal.MALFORMED: 1}
    assert house.shelf.kept == []


def test_three_hundred_slow_ones_keep_no_honest_one_out(house: House) -> None:
    starts = [b"", HEAD[:40], HEAD + BODY[:5]]
    with ExitStack() as open_ones, ThreadPoolExecutor(20) as senders:
        for count in range(300):
            slow = open_ones.enter_context(house.client())
            slow.send(starts[count % 3])
        replies = list(senders.map(lambda _: house.post().said, range(200)))
    assert replies == ["stored"] * 200


def test_the_rest_of_a_refused_body_is_read_for_so_long(opened: Opened) -> None:
    house = opened(limits=patient(linger_s=SOON))
    with house.client() as client:
        client.send(request(token="wrong", length=10**12))
        assert client.reply().status == 401
        with pytest.raises(ConnectionError):
            client.send_until_cut(b" " * 1000)


def _says(error: BaseException) -> "Future[Outcome]":
    future: Future[Outcome] = Future()
    future.set_exception(error)
    return future


def _cancelled() -> "Future[Outcome]":
    future: Future[Outcome] = Future()
    future.cancel()
    return future


def _overloaded() -> "Future[Outcome]":
    raise OverloadedError


@pytest.mark.parametrize(
    "answer",
    [
        lambda: _says(StoreBusyError(Text("Error", "Busy."))),
        lambda: _says(StoreUnusableError(Text("Error", "Full."))),
        lambda: _says(OverloadedError()),
        _overloaded,
        _cancelled,
    ],
)
def test_what_cannot_be_kept_is_503_and_so_comes_again(opened: Opened, answer: Callable[[], "Future[Outcome]"]) -> None:
    house = opened(keep=lambda _: answer())
    reply = house.post()
    assert (reply.status, reply.json, reply.headers["retry-after"]) == (503, {"status": "unavailable"}, "5")
    assert house.webhook.state().refused == {Refusal.NOT_NOW: 1}
    assert house.webhook.state().kept == 0


def test_what_is_not_kept_in_time_is_503_and_need_not_be_kept_any_more(opened: Opened) -> None:
    asked: Future[Outcome] = Future()
    house = opened(keep=lambda _: asked, limits=patient(wait_s=SOON))
    assert house.post().status == 503
    assert asked.cancelled()


def test_what_is_on_its_way_to_the_disk_already_may_end_there_after_a_503(opened: Opened) -> None:
    house = opened(limits=patient(wait_s=SOON))
    house.tokens.refresh(DEADLINE).result(DEADLINE)
    house.shelf.gate.clear()
    assert house.post().status == 503
    house.shelf.gate.set()
    assert house.post().said == "stored"
    house.shelf.threads.shutdown()
    assert len(house.shelf.kept) == 2
    assert house.webhook.state().kept == 1


@pytest.mark.parametrize("is_at_once", [True, False])
def test_a_bug_in_the_store_is_503_and_handed_on(opened: Opened, is_at_once: bool) -> None:
    bug = ZeroDivisionError("bug")

    def keep(_: Received) -> "Future[Outcome]":
        if is_at_once:
            raise bug
        return _says(bug)

    house = opened(keep=keep)
    for _ in range(2):
        assert house.post().said == "unavailable"
    assert house.bugs == [bug, bug]
    assert house.webhook.state().refused == {Refusal.NOT_NOW: 2}
    assert house.webhook.is_alive
    house.bugs.clear()


def test_a_client_that_left_is_kept_all_the_same(house: House) -> None:
    house.shelf.gate.clear()
    with house.client() as client:
        client.send(RAW)
        assert house.shelf.arrived.acquire(timeout=DEADLINE)
    house.shelf.gate.set()
    house.wait_for(lambda: house.webhook.state().kept == 1)
    assert TOKEN not in repr(house.shelf.kept)
