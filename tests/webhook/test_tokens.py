"""Which tokens are accepted, and from where it is known."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count

import pytest

from app.domain.errors import KeyringLockedError
from app.domain.reception.refusals import Refusal
from app.domain.texts import Text
from app.webhook.tokens import TokenKeeper
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, NEXT, TOKEN, Differences, Keyring, digests, patient, request, visit

LOCKED = KeyringLockedError(Text("Error", "Locked."))


@pytest.fixture
def seconds() -> list[float]:
    """Return the time by the keeper's clock; it stands still unless a test moves it."""
    return [1000.0]


@pytest.fixture
def keeping(seconds: list[float]) -> Iterator[Callable[..., TokenKeeper]]:
    """Return what starts a keeper until the test ends."""
    with ExitStack() as running:

        def keep(keyring: Keyring, **more: object) -> TokenKeeper:
            keeper = TokenKeeper(keyring.read, **{"clock": lambda: seconds[0], "every": DEADLINE, **more})  # type: ignore[arg-type]
            running.callback(keeper._thread.join, DEADLINE)
            running.callback(keyring.gate.set)
            running.callback(keeper.stop)
            keeper.start()
            return keeper

        yield keep


def known(keeper: TokenKeeper) -> TokenKeeper:
    """Wait for the first read."""
    keeper.refresh(DEADLINE).result(DEADLINE)
    return keeper


@pytest.mark.parametrize("read", [(), LOCKED])
def test_an_unreadable_keyring_is_503_and_a_missing_token_401(start_server: StartServer, read: object) -> None:
    keyring = Keyring()
    keyring.error = read if isinstance(read, Exception) else None
    server = start_server(read=keyring.read)
    reply = server.post()
    assert (reply.status, reply.headers["retry-after"]) == (503, "5")
    assert server.post(token=None).status == 401
    assert server.post(token=None, path="/otra").status == 404
    assert server.webhook.state().refused == {Refusal.NOT_NOW: 1, Refusal.TOKEN: 1, Refusal.PATH: 1}
    assert (server.webhook.state().has_token, server.webhook.state().has_next_token) == (False, False)


def test_a_token_that_comes_before_the_first_read_waits_for_it(start_server: StartServer) -> None:
    keyring = Keyring(TOKEN)
    keyring.gate.clear()
    server = start_server(read=keyring.read)
    with ThreadPoolExecutor(1) as sender:
        reply = sender.submit(server.post)
        assert keyring.asked.acquire(timeout=DEADLINE)
        keyring.gate.set()
        assert reply.result().said == "stored"


def test_a_keyring_that_never_answers_is_503_in_time(start_server: StartServer) -> None:
    keyring = Keyring(TOKEN)
    keyring.gate.clear()
    server = start_server(read=keyring.read, limits=patient(wait_s=0.2))
    assert server.post().status == 503
    server.tokens.stop()  # which does not wait for it either
    keyring.gate.set()
    assert server.store.kept == []


def test_both_tokens_are_accepted_in_a_rotation(start_server: StartServer) -> None:
    server = start_server(read=lambda: digests(TOKEN, NEXT))
    assert [server.post(token=token).status for token in (TOKEN, NEXT, TOKEN + NEXT)] == [200, 200, 401]
    assert (server.webhook.state().has_token, server.webhook.state().has_next_token) == (True, True)


def test_a_rotation_under_load_loses_nothing(start_server: StartServer) -> None:
    keyring = Keyring(TOKEN)
    clock = count()  # every look at the clock finds the last read too old
    server = start_server(read=keyring.read, clock=lambda: 10.0 * next(clock))
    is_next, replies = threading.Event(), []

    def send(number: int) -> None:
        token = NEXT if is_next.is_set() and number % 2 else TOKEN
        replies.append(server.post(visit(number), token=token).status)

    with ThreadPoolExecutor(10) as senders:
        first = [senders.submit(send, number) for number in range(200)]
        first[100].result()
        keyring.held = digests(TOKEN, NEXT)  # by another process, without notice
        is_next.set()
        for sending in [*first, *(senders.submit(send, number) for number in range(200, 400))]:
            sending.result()
    assert replies == [200] * 400
    assert len(server.store.kept) == 400


def test_a_wrong_token_does_not_read_the_keyring_again_right_after_a_read(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring(TOKEN)
    keeper = known(keeping(keyring))
    seconds[0] += 2
    assert keeper.refresh(2.0).done()
    assert keyring.reads == 1
    seconds[0] += 0.5
    keeper.refresh(2.0).result(DEADLINE)
    assert keyring.reads == 2


def test_a_read_that_began_too_early_is_followed_by_another(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring(TOKEN)
    keyring.hang()
    keeper = keeping(keyring)
    assert keyring.asked.acquire(timeout=DEADLINE)
    seconds[0] += 2.3
    late = keeper.refresh(2.0)
    keyring.held = digests(NEXT)
    keyring.gate.set()
    late.result(DEADLINE)
    assert keyring.reads == 2
    assert keeper.accepts(NEXT.encode())


def test_a_refresh_does_not_wait_for_a_read_that_hangs(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring(TOKEN)
    keeper = known(keeping(keyring))
    seconds[0] += 10
    keyring.hang()
    waiting = keeper.refresh()
    assert keyring.asked.acquire(timeout=DEADLINE)
    seconds[0] += 2.6
    assert keeper.refresh(2.0).done()
    assert not waiting.done()
    assert keeper.accepts(TOKEN.encode())
    keyring.gate.set()
    waiting.result(DEADLINE)


def test_the_keyring_is_read_again_from_time_to_time(keeping: Callable[..., TokenKeeper]) -> None:
    keyring = Keyring(TOKEN)
    changed = threading.Event()
    keeper = keeping(keyring, every=0.01, on_changed=changed.set)
    assert changed.wait(DEADLINE)
    changed.clear()
    keyring.held = digests(TOKEN, NEXT)
    assert changed.wait(DEADLINE)
    assert keeper.has_next_token
    for _ in range(3):
        keyring.asked.acquire(timeout=DEADLINE)


def test_known_tokens_stay_valid_while_the_keyring_is_locked(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring(TOKEN)
    keeper = known(keeping(keyring))
    keyring.error = LOCKED
    seconds[0] += 1
    keeper.refresh().result(DEADLINE)
    assert keyring.reads == 2
    assert keeper.accepts(TOKEN.encode())
    keyring.error, keyring.held = None, ()
    seconds[0] += 1
    keeper.refresh().result(DEADLINE)
    assert (keeper.digests, keeper.has_token) == ((), False)
    assert not keeper.accepts(TOKEN.encode())


def test_a_token_that_cannot_be_looked_up_may_be_a_new_one(start_server: StartServer) -> None:
    """It is answered 503, as after 401 its notification would not be sent again; the known token goes on."""
    keyring, clock = Keyring(TOKEN), count()
    server = start_server(read=keyring.read, clock=lambda: 10.0 * next(clock))
    assert server.post().status == 200
    keyring.error = LOCKED
    assert server.post(token="new").status == 503
    assert server.post().status == 200
    keyring.error, keyring.held = None, digests(TOKEN, "new")
    assert server.post(token="new").status == 200
    assert server.post(token="wrong").status == 401
    keyring.held = ()
    assert server.post(token="wrong").status == 503


def test_a_bug_in_a_read_is_reported_and_the_next_read_runs(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring, bugs = Keyring(TOKEN), list[BaseException]()
    keyring.error = ZeroDivisionError()
    keeper = known(keeping(keyring, on_bug=bugs.append))
    assert (bugs, keeper.digests) == ([keyring.error], None)
    keyring.error = None
    seconds[0] += 1
    keeper.refresh().result(DEADLINE)
    assert keeper.accepts(TOKEN.encode())


def test_a_bug_without_a_callback_goes_to_the_threads_excepthook(
    keeping: Callable[..., TokenKeeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr("threading.excepthook", reported.append)
    keyring = Keyring(TOKEN)
    keyring.error = ZeroDivisionError()
    known(keeping(keyring))
    assert [report.exc_value for report in reported] == [keyring.error]


def test_a_keeper_stops_while_it_waits_and_while_it_reads(keeping: Callable[..., TokenKeeper]) -> None:
    resting, changed = known(keeping(Keyring(TOKEN))), threading.Event()
    resting.stop()
    resting.stop()
    assert not resting._thread.is_alive()
    assert resting.refresh().done()
    hanging = Keyring(TOKEN)
    hanging.hang()
    keeper = keeping(hanging, on_changed=changed.set)
    waiting = keeper.refresh()
    assert hanging.asked.acquire(timeout=DEADLINE)
    keeper.stop()
    assert waiting.cancelled()
    assert keeper._thread.is_alive()
    hanging.gate.set()
    keeper._thread.join(DEADLINE)
    assert not keeper._thread.is_alive()
    assert not changed.is_set()


def test_a_keeper_that_was_never_started_can_be_stopped() -> None:
    TokenKeeper(tuple).stop()


def test_a_cancelled_refresh_leaves_the_others_waiting(keeping: Callable[..., TokenKeeper]) -> None:
    keyring = Keyring(TOKEN)
    keyring.hang()
    keeper = keeping(keyring)
    impatient, patient_one = keeper.refresh(DEADLINE), keeper.refresh(DEADLINE)
    impatient.cancel()
    keyring.gate.set()
    patient_one.result(DEADLINE)
    assert keeper.has_token


@pytest.mark.parametrize(
    ("sent", "reports"),
    [
        ({}, [True]),
        ({"path": "/otra"}, [True]),
        ({"token": "wrong"}, [False]),
        ({"token": "wrong", "path": "/visitas?from=x"}, [False]),
        ({"token": "wrong", "path": "/otra"}, []),
        ({"token": None}, []),
        ({"token": None, "path": "/otra"}, []),
        ({"token": None, "headers": {"Authorization": "Basic d3Jvbmc6d3Jvbmc="}}, []),
        ({"token": "wrong", "method": "GET"}, []),
        ({"token": "wrong", "method": "PUT"}, []),
        ({"token": "wrong", "method": "GET", "path": "/healthz"}, []),
    ],
)
def test_only_a_bearer_token_sent_like_a_notification_counts_for_a_rotation(
    start_server: StartServer, sent: Differences, reports: list[bool]
) -> None:
    received: list[bool] = []
    start_server(on_token=received.append).post(**sent)
    assert received == reports


def test_a_token_that_cannot_be_compared_is_not_counted_as_wrong(start_server: StartServer) -> None:
    received: list[bool] = []
    assert start_server(on_token=received.append, read=Keyring().read).post(token="wrong").status == 503
    assert received == []


def test_a_client_that_left_before_its_body_was_requested_causes_no_bug(start_server: StartServer) -> None:
    keyring = Keyring(TOKEN)
    keyring.hang()
    server = start_server(read=keyring.read)
    with server.client() as client:
        client.send(request(headers={"Expect": "100-continue"}, length=100))
        assert keyring.asked.acquire(timeout=DEADLINE)
    assert server.post(method="PUT").status == 405  # by then it is known that the other one left
    keyring.gate.set()
    server.wait_for(lambda: server.webhook.state().refused == {Refusal.METHOD: 1, Refusal.MALFORMED: 1})
