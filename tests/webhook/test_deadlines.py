"""Slow clients, and a slow store."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from threading import Semaphore

import pytest

from app.domain.contract.notifications import Received, Saving
from app.domain.contract.outcomes import Outcome
from app.domain.errors import OverloadedError, StoreBusyError, StoreUnusableError
from app.domain.reception.refusals import Refusal
from app.domain.texts import Text
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, TOKEN, RunningServer, patient, request, visit

SOON = 0.3
RAW = request(visit())
HEAD, BODY = RAW[: RAW.index(b"\r\n\r\n") + 4], visit()
ASKING = HEAD[:-2] + b"Expect: 100-continue\r\n\r\n"
"""A head that is answered before the body comes."""


@pytest.mark.parametrize("start", [b"", b"P", HEAD[:-1], b"GET /healthz HTTP/1.1\r\n"])
def test_a_head_that_does_not_end_is_cut(start_server: StartServer, start: bytes) -> None:
    server = start_server(limits=patient(head_s=SOON))
    with server.client() as client:
        client.send(start)
        assert client.rest().raw == b""
    assert server.webhook.state().refused == {Refusal.MALFORMED: 1}


def test_a_head_that_drips_is_cut_as_well(start_server: StartServer) -> None:
    server = start_server(limits=patient(head_s=SOON))
    with server.client() as client:
        client.send(HEAD[:-2])
        assert client.drip(b"X: a\r\n", SOON / 20).raw == b""
    assert server.webhook.state().refused == {Refusal.MALFORMED: 1}


@pytest.mark.parametrize("framing", [f"Content-Length: {len(BODY)}", "Transfer-Encoding: chunked"])
def test_a_body_that_does_not_end_is_cut(start_server: StartServer, framing: str) -> None:
    server = start_server(limits=patient(body_s=SOON))
    with server.client() as client:
        client.send(HEAD.replace(f"Content-Length: {len(BODY)}".encode(), framing.encode()) + b"5\r\n")
        assert client.reply().said == "too_slow"
    assert server.webhook.state().refused == {Refusal.MALFORMED: 1}
    assert server.store.kept == []


def test_a_body_that_drips_is_cut_as_well(start_server: StartServer) -> None:
    server = start_server(limits=patient(body_s=SOON))
    with server.client() as client:
        client.send(request(length=1_000_000))
        assert client.drip(b" ", SOON / 20).status in (503, 0)  # 0: a byte on its way destroyed the answer
    assert server.webhook.state().refused == {Refusal.MALFORMED: 1}
    assert server.store.kept == []


def test_three_hundred_slow_clients_block_no_honest_one(server: RunningServer) -> None:
    starts = [b"", HEAD[:40], HEAD + BODY[:5]]
    with ExitStack() as open_ones, ThreadPoolExecutor(20) as senders:
        for count in range(300):
            slow = open_ones.enter_context(server.client())
            slow.send(starts[count % 3])
        replies = list(senders.map(lambda _: server.post().said, range(200)))
    assert replies == ["stored"] * 200


def test_the_rest_of_a_refused_body_is_read_for_so_long(start_server: StartServer) -> None:
    server = start_server(limits=patient(linger_s=SOON))
    with server.client() as client:
        client.send(request(token="wrong", length=10**12))
        assert client.reply().status == 401
        client.send_until_cut(b" " * 1000)


def _says(error: BaseException) -> Saving:
    saving = Saving(Future(), 0)
    saving.batch.set_exception(error)
    return saving


def _cancelled() -> Saving:
    saving = Saving(Future(), 0)
    saving.batch.cancel()
    return saving


def _overloaded() -> Saving:
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
def test_what_cannot_be_saved_is_503_and_is_sent_again(start_server: StartServer, answer: Callable[[], Saving]) -> None:
    server = start_server(keep=lambda _: answer())
    reply = server.post()
    assert (reply.status, reply.json, reply.headers["retry-after"]) == (503, {"status": "unavailable"}, "5")
    assert server.webhook.state().refused == {Refusal.NOT_NOW: 1}
    assert server.webhook.state().kept == 0


def test_what_is_not_saved_in_time_is_503_and_is_withdrawn(start_server: StartServer) -> None:
    asked = Saving(Future(), 0)
    server = start_server(keep=lambda _: asked, limits=patient(wait_s=SOON))
    server.tokens.refresh(DEADLINE).result(DEADLINE)  # which is waited for as long
    assert server.post().status == 503
    assert asked.batch.cancelled()


def test_all_whose_notifications_are_saved_at_once_are_answered(start_server: StartServer) -> None:
    batch: Future[list[Outcome | Exception]] = Future()
    positions = iter(range(3))
    handed_over = Semaphore(0)

    def keep(_: Received) -> Saving:
        handed_over.release()
        return Saving(batch, next(positions))

    server = start_server(keep=keep)
    with ThreadPoolExecutor(3) as senders:
        replies = [senders.submit(server.post) for _ in range(3)]
        assert all(handed_over.acquire(timeout=DEADLINE) for _ in replies)
        batch.set_result([Outcome.STORED, Outcome.DUPLICATE, ZeroDivisionError()])
        assert sorted(reply.result().said for reply in replies) == ["duplicate", "stored", "unavailable"]
    assert [type(bug) for bug in server.bugs] == [ZeroDivisionError]
    server.bugs.clear()


def test_a_save_in_progress_may_complete_after_a_503(start_server: StartServer) -> None:
    server = start_server(limits=patient(wait_s=SOON))
    server.tokens.refresh(DEADLINE).result(DEADLINE)
    server.store.gate.clear()
    assert server.post().status == 503
    server.store.gate.set()
    server.store.threads.shutdown()
    assert len(server.store.kept) == 1
    assert server.webhook.state().kept == 0


@pytest.mark.parametrize("is_at_once", [True, False])
def test_a_bug_in_the_store_is_503_and_reported(start_server: StartServer, is_at_once: bool) -> None:
    bug = ZeroDivisionError("bug")

    def keep(_: Received) -> Saving:
        if is_at_once:
            raise bug
        return _says(bug)

    server = start_server(keep=keep)
    for _ in range(2):
        assert server.post().said == "unavailable"
    assert server.bugs == [bug, bug]
    assert server.webhook.state().refused == {Refusal.NOT_NOW: 2}
    assert server.webhook.is_alive
    server.bugs.clear()


def test_a_notification_is_saved_though_its_client_left(server: RunningServer) -> None:
    server.store.gate.clear()
    with server.client() as client:
        client.send(RAW)
        assert server.store.arrived.acquire(timeout=DEADLINE)
    server.store.gate.set()
    server.wait_for(lambda: server.webhook.state().kept == 1)
    assert TOKEN not in repr(server.store.kept)
