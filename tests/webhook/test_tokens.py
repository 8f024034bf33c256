"""Which tokens are accepted, and from where it is known."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count

import pytest

from app.domain.credentials import fingerprint, fits, may_fit
from app.domain.errors import KeyringLockedError
from app.domain.reception.listening import Refusal
from app.domain.texts import Text
from app.webhook.tokens import TokenKeeper
from tests.webhook.conftest import Opened
from tests.webhook.visiting import DEADLINE, NEXT, TOKEN, Differences, Keyring, digests, patient, request, visit

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
            current_day = TokenKeeper(keyring.read, **{"clock": lambda: seconds[0], "every": DEADLINE, **more})  # type: ignore[arg-type]
            running.callback(current_day._thread.join, DEADLINE)
            running.callback(keyring.gate.set)
            running.callback(current_day.stop)
            current_day.start()
            return current_day

        yield keep


def known(current_day: TokenKeeper) -> TokenKeeper:
    """Wait for the first read."""
    current_day.refresh(DEADLINE).result(DEADLINE)
    return current_day


@pytest.mark.parametrize("read", [(), LOCKED])
def test_a_token_that_nobody_can_compare_is_503_and_no_token_401(opened: Opened, read: object) -> None:
    keyring = Keyring()
    keyring.error = read if isinstance(read, Exception) else None
    house = opened(read=keyring.read)
    reply = house.post()
    assert (reply.status, reply.headers["retry-after"]) == (503, "5")
    assert house.post(token=None).status == 401
    assert house.post(token=None, path="/otra").status == 404
    assert house.webhook.state().refused == {Refusal.NOT_NOW: 1, Refusal.TOKEN: 1, Refusal.PATH: 1}
    assert (house.webhook.state().has_token, house.webhook.state().has_next_token) == (False, False)


def test_a_token_that_comes_before_the_first_read_waits_for_it(opened: Opened) -> None:
    keyring = Keyring(TOKEN)
    keyring.gate.clear()
    house = opened(read=keyring.read)
    with ThreadPoolExecutor(1) as sender:
        reply = sender.submit(house.post)
        assert keyring.asked.acquire(timeout=DEADLINE)
        keyring.gate.set()
        assert reply.result().said == "stored"


def test_a_keyring_that_never_answers_is_503_in_time(opened: Opened) -> None:
    keyring = Keyring(TOKEN)
    keyring.gate.clear()
    house = opened(read=keyring.read, limits=patient(wait_s=0.2))
    assert house.post().status == 503
    house.tokens.stop()  # which does not wait for it either
    keyring.gate.set()
    assert house.shelf.kept == []


def test_both_tokens_are_accepted_in_a_rotation(opened: Opened) -> None:
    house = opened(read=lambda: digests(TOKEN, NEXT))
    assert [house.post(token=token).status for token in (TOKEN, NEXT, TOKEN + NEXT)] == [200, 200, 401]
    assert (house.webhook.state().has_token, house.webhook.state().has_next_token) == (True, True)


def test_a_rotation_under_load_loses_nothing(opened: Opened) -> None:
    keyring = Keyring(TOKEN)
    clock = count()  # every look at the clock finds the last read too old
    house = opened(read=keyring.read, clock=lambda: 10.0 * next(clock))
    is_next, replies = threading.Event(), []

    def send(number: int) -> None:
        token = NEXT if is_next.is_set() and number % 2 else TOKEN
        replies.append(house.post(visit(number), token=token).status)

    with ThreadPoolExecutor(10) as senders:
        first = [senders.submit(send, number) for number in range(200)]
        first[100].result()
        keyring.held = digests(TOKEN, NEXT)  # by another process: nobody tells
        is_next.set()
        for sending in [*first, *(senders.submit(send, number) for number in range(200, 400))]:
            sending.result()
    assert replies == [200] * 400
    assert len(house.shelf.kept) == 400


def test_a_wrong_token_makes_nobody_read_again_what_was_just_read(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring(TOKEN)
    current_day = known(keeping(keyring))
    seconds[0] += 2
    assert current_day.refresh(2.0).done()
    assert keyring.reads == 1
    seconds[0] += 0.5
    current_day.refresh(2.0).result(DEADLINE)
    assert keyring.reads == 2


def test_a_read_that_began_too_early_is_followed_by_another(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring(TOKEN)
    keyring.hang()
    current_day = keeping(keyring)
    assert keyring.asked.acquire(timeout=DEADLINE)
    seconds[0] += 2.3
    late = current_day.refresh(2.0)
    keyring.held = digests(NEXT)
    keyring.gate.set()
    late.result(DEADLINE)
    assert keyring.reads == 2
    assert current_day.accepts(NEXT.encode())


def test_nobody_waits_for_a_read_that_hangs(keeping: Callable[..., TokenKeeper], seconds: list[float]) -> None:
    keyring = Keyring(TOKEN)
    current_day = known(keeping(keyring))
    seconds[0] += 10
    keyring.hang()
    waiting = current_day.refresh()
    assert keyring.asked.acquire(timeout=DEADLINE)
    seconds[0] += 2.6
    assert current_day.refresh(2.0).done()
    assert not waiting.done()
    assert current_day.accepts(TOKEN.encode())
    keyring.gate.set()
    waiting.result(DEADLINE)


def test_it_is_read_again_from_time_to_time(keeping: Callable[..., TokenKeeper]) -> None:
    keyring = Keyring(TOKEN)
    changed = threading.Event()
    current_day = keeping(keyring, every=0.01, on_changed=changed.set)
    assert changed.wait(DEADLINE)
    changed.clear()
    keyring.held = digests(TOKEN, NEXT)
    assert changed.wait(DEADLINE)
    assert current_day.has_next_token
    for _ in range(3):
        keyring.asked.acquire(timeout=DEADLINE)


def test_what_was_known_holds_while_the_keyring_is_locked(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring(TOKEN)
    current_day = known(keeping(keyring))
    keyring.error = LOCKED
    seconds[0] += 1
    current_day.refresh().result(DEADLINE)
    assert keyring.reads == 2
    assert current_day.accepts(TOKEN.encode())
    keyring.error, keyring.held = None, ()
    seconds[0] += 1
    current_day.refresh().result(DEADLINE)
    assert (current_day.digests, current_day.has_token) == ((), False)
    assert not current_day.accepts(TOKEN.encode())


def test_a_wrong_token_is_401_by_what_was_known(opened: Opened) -> None:
    keyring, clock = Keyring(TOKEN), count()
    house = opened(read=keyring.read, clock=lambda: 10.0 * next(clock))
    assert house.post().status == 200
    keyring.error = LOCKED
    assert house.post(token="wrong").status == 401
    assert house.post().status == 200
    keyring.error, keyring.held = None, ()
    assert house.post(token="wrong").status == 503


def test_a_bug_in_reading_is_handed_on_and_the_next_read_comes(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring, bugs = Keyring(TOKEN), list[BaseException]()
    keyring.error = ZeroDivisionError()
    current_day = known(keeping(keyring, on_bug=bugs.append))
    assert (bugs, current_day.digests) == ([keyring.error], None)
    keyring.error = None
    seconds[0] += 1
    current_day.refresh().result(DEADLINE)
    assert current_day.accepts(TOKEN.encode())


def test_a_bug_that_nobody_asked_for_is_one_of_a_thread(
    keeping: Callable[..., TokenKeeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr("threading.excepthook", reported.append)
    keyring = Keyring(TOKEN)
    keyring.error = ZeroDivisionError()
    known(keeping(keyring))
    assert [report.exc_value for report in reported] == [keyring.error]


def test_it_stops_while_it_waits_and_while_it_reads(keeping: Callable[..., TokenKeeper]) -> None:
    resting, changed = known(keeping(Keyring(TOKEN))), threading.Event()
    resting.stop()
    resting.stop()
    assert not resting._thread.is_alive()
    assert resting.refresh().done()
    hanging = Keyring(TOKEN)
    hanging.hang()
    current_day = keeping(hanging, on_changed=changed.set)
    waiting = current_day.refresh()
    assert hanging.asked.acquire(timeout=DEADLINE)
    current_day.stop()
    assert waiting.cancelled()
    assert current_day._thread.is_alive()
    hanging.gate.set()
    current_day._thread.join(DEADLINE)
    assert not current_day._thread.is_alive()
    assert not changed.is_set()


def test_one_that_was_never_started_can_be_stopped() -> None:
    TokenKeeper(tuple).stop()


def test_who_no_longer_waits_disturbs_nobody(keeping: Callable[..., TokenKeeper]) -> None:
    keyring = Keyring(TOKEN)
    keyring.hang()
    current_day = keeping(keyring)
    impatient, patient_one = current_day.refresh(DEADLINE), current_day.refresh(DEADLINE)
    impatient.cancel()
    keyring.gate.set()
    patient_one.result(DEADLINE)
    assert current_day.has_token


@pytest.mark.parametrize(
    ("sent", "told"),
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
def test_only_a_bearer_token_that_is_sent_as_a_notification_is_tells_of_a_rotation(
    opened: Opened, sent: Differences, told: list[bool]
) -> None:
    heard: list[bool] = []
    opened(on_token=heard.append).post(**sent)
    assert heard == told


def test_a_token_that_nobody_can_compare_is_no_wrong_one(opened: Opened) -> None:
    heard: list[bool] = []
    assert opened(on_token=heard.append, read=Keyring().read).post(token="wrong").status == 503
    assert heard == []


def test_who_left_before_the_body_was_asked_for_is_no_bug(opened: Opened) -> None:
    keyring = Keyring(TOKEN)
    keyring.hang()
    house = opened(read=keyring.read)
    with house.client() as client:
        client.send(request(headers={"Expect": "100-continue"}, length=100))
        assert keyring.asked.acquire(timeout=DEADLINE)
    assert house.post(method="PUT").status == 405  # by then it is known that the other one left
    keyring.gate.set()
    house.wait_for(lambda: house.webhook.state().refused == {Refusal.METHOD: 1, Refusal.MALFORMED: 1})


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the tokens that are compared with a fingerprint, which is slow."""
    tokens: list[bytes] = []

    def compare(token: bytes, known: str) -> bool:
        tokens.append(token)
        return fits(token, known)

    monkeypatch.setattr("app.webhook.tokens.fits", compare)
    return tokens


def test_a_saved_fingerprint_is_compared_slowly_with_the_first_right_token_only(
    opened: Opened, compared: list[bytes]
) -> None:
    keyring = Keyring()
    keyring.held = (fingerprint(TOKEN.encode()),)
    house = opened(read=keyring.read)
    with ThreadPoolExecutor(8) as senders:
        assert set(senders.map(lambda number: house.post(visit(number)).status, range(40))) == {200}
    assert [house.post(token=f"wrong-{number}").status for number in range(300)] == [401] * 300
    assert compared == [TOKEN.encode()]


def test_wrong_tokens_before_the_right_one_are_nearly_all_refused_without_a_slow_comparison(
    opened: Opened, compared: list[bytes]
) -> None:
    keyring, heard = Keyring(), list[bool]()
    keyring.held = (fingerprint(TOKEN.encode()), fingerprint(NEXT.encode()))
    house = opened(read=keyring.read, on_token=heard.append)
    wrong = [f"{TOKEN}-{number}" for number in range(300)]
    maybe = [one for one in wrong if any(may_fit(one.encode(), known) for known in keyring.held)]
    for token in (*wrong, *maybe):
        assert house.post(token=token).status == 401
    assert {one.decode() for one in compared} == set(maybe)
    assert len(maybe) < 30
    assert len(compared) <= 2 * len(maybe)  # the second time it is known to be wrong
    assert [house.post(token=token).status for token in (TOKEN, NEXT)] == [200, 200]
    assert heard == [False] * len(wrong + maybe) + [True] * 2


def test_a_token_that_cannot_be_compared_in_time_is_503_and_none_that_is_wrong(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring, heard, gate = Keyring(), list[bool](), threading.Event()
    keyring.held = (fingerprint(TOKEN.encode()),)
    monkeypatch.setattr("app.webhook.tokens.fits", lambda *_: gate.wait(DEADLINE))
    house = opened(read=keyring.read, on_token=heard.append, limits=patient(wait_s=0.2))
    assert house.post().status == 503
    assert heard == []
    gate.set()
    while house.post().status != 200:
        assert heard == []


def test_other_tokens_are_known_by_their_own_fingerprints(
    keeping: Callable[..., TokenKeeper], seconds: list[float]
) -> None:
    keyring = Keyring()
    keyring.held = (fingerprint(TOKEN.encode()),)
    keeper = known(keeping(keyring))
    assert not keeper.accepts(TOKEN.encode())
    assert keeper.verify(TOKEN.encode())
    assert keeper.accepts(TOKEN.encode())
    keyring.held = (fingerprint(NEXT.encode()),)
    seconds[0] += 1
    keeper.refresh().result(DEADLINE)
    assert not keeper.accepts(TOKEN.encode())
    assert not keeper.verify(TOKEN.encode())
    assert keeper.verify(NEXT.encode())
