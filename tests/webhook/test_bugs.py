"""What becomes of bugs: each is handed on, answered so that the sender tries again, and the door goes on."""

import gc

import pytest

from app.domain.reception.listening import Refusal
from tests.webhook.conftest import Opened
from tests.webhook.visiting import DEADLINE, House, request, visit

RAW = request(visit())


def test_a_bug_in_who_is_told_of_changes_is_handed_on_and_what_is_kept_is_answered(opened: Opened) -> None:
    def trip() -> None:
        raise ZeroDivisionError

    house = opened(on_changed=trip)
    assert house.post().said == "stored"
    assert house.post(token=None).status == 401
    assert [type(bug) for bug in house.bugs] == [ZeroDivisionError] * 2
    house.bugs.clear()


@pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError])
def test_a_bug_between_request_and_answer_is_503(
    house: House, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def trip(*_: object) -> None:
        raise error

    monkeypatch.setattr("app.webhook.handler.without_secrets", trip)
    assert house.post().status == 503
    assert [type(bug) for bug in house.bugs] == [error]
    assert house.webhook.state().refused == {Refusal.NOT_NOW: 1}
    house.bugs.clear()


@pytest.mark.parametrize(
    ("where", "status"),
    [("app.webhook.answers.WebhookAnswer.response", 500), ("app.webhook.connections.OpenConnections._make_room", 200)],
)
def test_a_bug_outside_of_the_handler_is_handed_on_and_the_server_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch, where: str, status: int
) -> None:
    def trip(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(where, trip)
        assert house.post().status == status
        assert [type(bug) for bug in house.bugs] == [ZeroDivisionError]
    house.bugs.clear()
    assert house.post().said == "stored"


def test_a_bug_that_ends_the_thread_is_handed_on_and_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("app.webhook.connections.OpenConnections.close", trip)
    thread = house.webhook._thread
    assert thread is not None
    house.webhook._soon(house.webhook._stop)
    thread.join(DEADLINE)
    assert [type(bug) for bug in house.bugs] == [ZeroDivisionError]
    assert not house.webhook.is_alive
    house.bugs.clear()
    house.webhook.stop()


def test_a_bug_that_ends_the_thread_leaves_no_sender_waiting(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(*_: object) -> None:
        raise SystemExit

    thread = house.webhook._thread
    assert thread is not None
    gc.disable()  # no connection shall be closed by chance
    try:
        monkeypatch.setattr("app.webhook.handler.without_secrets", trip)
        with house.client() as silent, house.client() as client:
            silent.send(RAW[:10])
            client.send(RAW)
            assert (client.rest().raw, silent.rest().raw) == (b"", b"")
    finally:
        gc.enable()
    thread.join(DEADLINE)
    assert [type(bug) for bug in house.bugs] == [SystemExit]
    house.bugs.clear()
    gc.collect()  # and with it the task that ended the loop: it says so once more
    assert house.bugs == []
    house.webhook.stop()


def test_no_more_descriptors_is_no_bug(house: House) -> None:
    house.webhook._note_unhandled(None, {"message": "out of system resource", "exception": OSError(24, "")})  # type: ignore[arg-type]
    house.webhook._note_unhandled(None, {"message": "nothing known"})  # type: ignore[arg-type]
    assert house.bugs == []
