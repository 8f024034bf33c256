"""Health, and tests of the way in."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from app.domain.errors import KeyringLockedError, StoreBusyError
from app.domain.reception.listening import Refusal
from app.domain.reception.probing import PROBE_HEADER, Probe
from app.domain.texts import Text
from tests.webhook.conftest import Opened
from tests.webhook.visiting import DEADLINE, TOKEN, House, patient, request, visit

PROBE = Probe.new()


def locked() -> tuple[str, ...]:
    raise KeyringLockedError(Text("Error", "Locked."))


def busy() -> "Future[None]":
    future: Future[None] = Future()
    future.set_exception(StoreBusyError(Text("Error", "Busy.")))
    return future


def broken() -> "Future[None]":
    raise ZeroDivisionError


def known(house: House) -> House:
    """Wait until the tokens were read, well or not."""
    house.tokens.refresh(DEADLINE).result(DEADLINE)
    return house


def probing(nonce: str = PROBE.nonce, *, token: str | None = PROBE.nonce, path: str = "/visitas") -> bytes:
    return request(b"{}", token=token, path=path, headers={PROBE_HEADER: nonce})


def test_a_door_that_could_keep_something_is_healthy(house: House) -> None:
    reply = house.get()
    assert (reply.status, reply.json, reply.headers["connection"]) == (200, {"status": "ok"}, "close")
    bare = house.get(method="HEAD")
    assert (bare.status, bare.body) == (200, b"")
    assert house.get("/healthz?a=b").status == 200
    assert house.get("/").status == 405
    assert house.webhook.state().refused == {Refusal.METHOD: 1}


def test_a_notification_may_come_to_the_path_of_health(house: House) -> None:
    assert house.post(path="/healthz").said == "stored"
    assert house.shelf.kept[0].path == "/healthz"


@pytest.mark.parametrize("is_ready", [busy, Future, broken])
def test_a_store_that_could_keep_nothing_is_unhealthy(opened: Opened, is_ready: Callable[[], "Future[None]"]) -> None:
    house = known(opened(is_ready=is_ready, limits=patient(wait_s=0.2)))
    for method in ("GET", "HEAD"):
        reply = house.get(method=method)
        assert (reply.status, reply.headers["retry-after"]) == (503, "5")
    assert house.get().json == {"status": "unavailable"}
    assert house.webhook.state().refused == {}
    assert [type(bug) for bug in house.bugs] in ([], [ZeroDivisionError])
    house.bugs.clear()


@pytest.mark.parametrize("read", [tuple, locked])
def test_without_a_token_it_is_unhealthy(opened: Opened, read: Callable[[], tuple[str, ...]]) -> None:
    house = known(opened(read=read))
    assert house.get().status == 503
    assert house.webhook.state().has_token is False


def test_health_is_asked_for_once_however_often_it_is_wanted(opened: Opened) -> None:
    asked: list[Future[None]] = []
    began = threading.Event()

    def is_ready() -> "Future[None]":
        asked.append(Future())
        began.set()
        return asked[-1]

    house = known(opened(is_ready=is_ready, limits=patient(ready_s=DEADLINE)))
    with ThreadPoolExecutor(20) as monitors:
        replies = [monitors.submit(house.get) for _ in range(20)]
        assert began.wait(DEADLINE)
        asked[0].set_result(None)
        assert {reply.result().status for reply in replies} == {200}
    assert house.get().status == 200
    assert len(asked) == 1


def test_health_is_asked_for_again_after_a_while(opened: Opened) -> None:
    answers = [True, False, True]
    fine: Future[None] = Future()
    fine.set_result(None)
    house = known(opened(is_ready=lambda: fine if answers.pop() else busy(), limits=patient(ready_s=0.0)))
    assert [house.get().status for _ in range(3)] == [200, 503, 200]


@pytest.mark.parametrize(
    ("token", "came"), [(PROBE.nonce, True), (None, False), ("other", False)], ids=["its own", "none", "another"]
)
@pytest.mark.parametrize(("path", "is_own"), [("/visitas", True), ("/otra", False)])
def test_an_expected_test_is_told_what_came_through(
    house: House, token: str | None, came: bool, path: str, is_own: bool
) -> None:
    house.webhook.expect(PROBE)
    reply = house.ask(probing(token=token, path=path))
    told = {"status": "probe", "proof": PROBE.proof, "authorization": came, "path": is_own}
    assert (reply.status, reply.json) == (200, told)
    assert house.ask(probing(token=token, path=path)).status == 200
    assert (house.shelf.kept, house.webhook.state().refused) == ([], {})


def test_a_test_is_told_that_nothing_could_be_kept(opened: Opened) -> None:
    house = known(opened(is_ready=busy))
    house.webhook.expect(PROBE)
    reply = house.ask(probing())
    told = {"status": "unavailable", "proof": PROBE.proof, "authorization": True, "path": True}
    assert (reply.status, reply.json) == (503, told)


def test_a_test_that_nobody_expects_is_as_if_it_were_none(house: House) -> None:
    house.webhook.expect(Probe.new())
    house.webhook.expect(PROBE)
    house.webhook.forget(PROBE)
    house.webhook.forget(PROBE)
    assert house.ask(probing()).status == 401
    assert house.ask(probing(token=TOKEN)).said == "quarantined"
    assert house.ask(probing(token=None)).status == 401
    assert house.ask(request(visit(), headers={PROBE_HEADER: "\xf1"})).said == "stored"
    assert PROBE.proof.encode() not in house.ask(probing()).raw


def test_a_test_is_sent_by_post(house: House) -> None:
    house.webhook.expect(PROBE)
    assert house.ask(probing().replace(b"POST", b"GET")).status == 405


def test_health_is_no_more_while_the_door_closes(opened: Opened) -> None:
    asked = threading.Event()
    hanging: Future[None] = Future()

    def is_ready() -> "Future[None]":
        asked.set()
        return hanging

    house = known(opened(is_ready=is_ready, limits=patient(wait_s=DEADLINE)))
    with house.client() as client, ThreadPoolExecutor(1) as other:
        client.send(request(method="GET", path="/healthz", token=None))
        assert asked.wait(DEADLINE)
        stopping = other.submit(house.webhook.stop)
        house.wait_until_closing()
        hanging.set_result(None)
        assert client.reply().status == 503
        stopping.result()
