"""Health, and tests of the way in."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from app.domain.errors import KeyringLockedError, StoreBusyError
from app.domain.reception.probing import PROBE_HEADER, Probe
from app.domain.reception.refusals import Refusal
from app.domain.texts import Text
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, TOKEN, RunningServer, patient, request, visit

PROBE = Probe.new()


def locked() -> tuple[str, ...]:
    raise KeyringLockedError(Text("Error", "Locked."))


def busy() -> "Future[None]":
    future: Future[None] = Future()
    future.set_exception(StoreBusyError(Text("Error", "Busy.")))
    return future


def broken() -> "Future[None]":
    raise ZeroDivisionError


def known(server: RunningServer) -> RunningServer:
    """Wait until the tokens were read, well or not."""
    server.tokens.refresh(DEADLINE).result(DEADLINE)
    return server


def probing(nonce: str = PROBE.nonce, *, token: str | None = PROBE.nonce, path: str = "/visitas") -> bytes:
    return request(b"{}", token=token, path=path, headers={PROBE_HEADER: nonce})


def test_a_server_that_can_save_is_healthy(server: RunningServer) -> None:
    reply = server.get()
    assert (reply.status, reply.json, reply.headers["connection"]) == (200, {"status": "ok"}, "close")
    bare = server.get(method="HEAD")
    assert (bare.status, bare.body) == (200, b"")
    assert server.get("/healthz?a=b").status == 200
    assert server.get("/").status == 405
    assert server.webhook.state().refused == {Refusal.METHOD: 1}


def test_a_notification_may_come_to_the_path_of_health(server: RunningServer) -> None:
    assert server.post(path="/healthz").said == "stored"
    assert server.store.kept[0].path == "/healthz"


@pytest.mark.parametrize("is_ready", [busy, Future, broken])
def test_a_store_that_cannot_save_is_unhealthy(
    start_server: StartServer, is_ready: Callable[[], "Future[None]"]
) -> None:
    server = known(start_server(is_ready=is_ready, limits=patient(wait_s=0.2)))
    for method in ("GET", "HEAD"):
        reply = server.get(method=method)
        assert (reply.status, reply.headers["retry-after"]) == (503, "5")
    assert server.get().json == {"status": "unavailable"}
    assert server.webhook.state().refused == {}
    assert [type(bug) for bug in server.bugs] in ([], [ZeroDivisionError])
    server.bugs.clear()


@pytest.mark.parametrize("read", [tuple, locked])
def test_without_a_token_it_is_unhealthy(start_server: StartServer, read: Callable[[], tuple[str, ...]]) -> None:
    server = known(start_server(read=read))
    assert server.get().status == 503
    assert server.webhook.state().has_token is False


def test_health_is_asked_for_once_however_often_it_is_wanted(start_server: StartServer) -> None:
    asked: list[Future[None]] = []
    began = threading.Event()

    def is_ready() -> "Future[None]":
        asked.append(Future())
        began.set()
        return asked[-1]

    server = known(start_server(is_ready=is_ready, limits=patient(ready_s=DEADLINE)))
    with ThreadPoolExecutor(20) as monitors:
        replies = [monitors.submit(server.get) for _ in range(20)]
        assert began.wait(DEADLINE)
        asked[0].set_result(None)
        assert {reply.result().status for reply in replies} == {200}
    assert server.get().status == 200
    assert len(asked) == 1


def test_health_is_asked_for_again_after_a_while(start_server: StartServer) -> None:
    answers = [True, False, True]
    fine: Future[None] = Future()
    fine.set_result(None)
    server = known(start_server(is_ready=lambda: fine if answers.pop() else busy(), limits=patient(ready_s=0.0)))
    assert [server.get().status for _ in range(3)] == [200, 503, 200]


@pytest.mark.parametrize(
    ("token", "came"), [(PROBE.nonce, True), (None, False), ("other", False)], ids=["its own", "none", "another"]
)
@pytest.mark.parametrize(("path", "is_own"), [("/visitas", True), ("/otra", False)])
def test_the_answer_to_an_expected_test_says_what_came_through(
    server: RunningServer, token: str | None, came: bool, path: str, is_own: bool
) -> None:
    server.webhook.expect(PROBE)
    reply = server.ask(probing(token=token, path=path))
    reported = {"status": "probe", "proof": PROBE.proof, "authorization": came, "path": is_own}
    assert (reply.status, reply.json) == (200, reported)
    assert server.ask(probing(token=token, path=path)).status == 200
    assert (server.store.kept, server.webhook.state().refused) == ([], {})


def test_the_answer_to_a_test_says_that_nothing_can_be_saved(start_server: StartServer) -> None:
    server = known(start_server(is_ready=busy))
    server.webhook.expect(PROBE)
    reply = server.ask(probing())
    reported = {"status": "unavailable", "proof": PROBE.proof, "authorization": True, "path": True}
    assert (reply.status, reply.json) == (503, reported)


def test_an_unexpected_test_is_treated_as_any_other_request(server: RunningServer) -> None:
    server.webhook.expect(Probe.new())
    server.webhook.expect(PROBE)
    server.webhook.forget(PROBE)
    server.webhook.forget(PROBE)
    assert server.ask(probing()).status == 401
    assert server.ask(probing(token=TOKEN)).said == "quarantined"
    assert server.ask(probing(token=None)).status == 401
    assert server.ask(request(visit(), headers={PROBE_HEADER: "\xf1"})).said == "stored"
    assert PROBE.proof.encode() not in server.ask(probing()).raw


def test_a_test_is_sent_by_post(server: RunningServer) -> None:
    server.webhook.expect(PROBE)
    assert server.ask(probing().replace(b"POST", b"GET")).status == 405


def test_a_closing_server_is_unhealthy(start_server: StartServer) -> None:
    asked = threading.Event()
    hanging: Future[None] = Future()

    def is_ready() -> "Future[None]":
        asked.set()
        return hanging

    server = known(start_server(is_ready=is_ready, limits=patient(wait_s=DEADLINE)))
    with server.client() as client, ThreadPoolExecutor(1) as other:
        client.send(request(method="GET", path="/healthz", token=None))
        assert asked.wait(DEADLINE)
        stopping = other.submit(server.webhook.stop)
        server.wait_until_closing()
        hanging.set_result(None)
        assert client.reply().status == 503
        stopping.result()
