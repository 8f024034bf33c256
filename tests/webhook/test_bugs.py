"""Bugs: each is reported, answered so that the sender tries again, and the server continues."""

import gc

import pytest

from app.domain.reception.refusals import Refusal
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, RunningServer, request, visit

RAW = request(visit())


def test_a_bug_in_a_change_callback_is_reported_and_the_save_answered(start_server: StartServer) -> None:
    def trip() -> None:
        raise ZeroDivisionError

    server = start_server(on_changed=trip)
    assert server.post().said == "stored"
    assert server.post(token=None).status == 401
    assert [type(bug) for bug in server.bugs] == [ZeroDivisionError] * 2
    server.bugs.clear()


@pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError])
def test_a_bug_between_request_and_answer_is_503(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def trip(*_: object) -> None:
        raise error

    monkeypatch.setattr("app.webhook.handler.RequestHead.public_fields", trip)
    assert server.post().status == 503
    assert [type(bug) for bug in server.bugs] == [error]
    assert server.webhook.state().refused == {Refusal.NOT_NOW: 1}
    server.bugs.clear()


@pytest.mark.parametrize(
    ("where", "status"),
    [("app.webhook.answers.WebhookAnswer.response", 500), ("app.webhook.connections.OpenConnections._make_room", 200)],
)
def test_a_bug_outside_of_the_handler_is_reported_and_the_server_continues(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, where: str, status: int
) -> None:
    def trip(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(where, trip)
        assert server.post().status == status
        assert [type(bug) for bug in server.bugs] == [ZeroDivisionError]
    server.bugs.clear()
    assert server.post().said == "stored"


def test_a_bug_that_ends_the_thread_is_reported(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("app.webhook.connections.OpenConnections.close", trip)
    thread = server.webhook._thread
    assert thread is not None
    server.webhook._soon(server.webhook._stop)
    thread.join(DEADLINE)
    assert [type(bug) for bug in server.bugs] == [ZeroDivisionError]
    assert not server.webhook.is_alive
    server.bugs.clear()
    server.webhook.stop()


def test_a_bug_that_ends_the_thread_leaves_no_sender_waiting(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(*_: object) -> None:
        raise SystemExit

    thread = server.webhook._thread
    assert thread is not None
    gc.disable()  # no connection shall be closed by chance
    try:
        monkeypatch.setattr("app.webhook.handler.RequestHead.public_fields", trip)
        with server.client() as silent, server.client() as client:
            silent.send(RAW[:10])
            client.send(RAW)
            assert (client.rest().raw, silent.rest().raw) == (b"", b"")
    finally:
        gc.enable()
    thread.join(DEADLINE)
    assert [type(bug) for bug in server.bugs] == [SystemExit]
    server.bugs.clear()
    gc.collect()  # and with it the task that ended the loop: it says so once more
    assert server.bugs == []
    server.webhook.stop()


def test_no_more_descriptors_is_no_bug(server: RunningServer) -> None:
    server.webhook._note_unhandled(None, {"message": "out of system resource", "exception": OSError(24, "")})  # type: ignore[arg-type]
    server.webhook._note_unhandled(None, {"message": "nothing known"})  # type: ignore[arg-type]
    assert server.bugs == []
