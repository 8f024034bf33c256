"""Several notifications on one connection, and what ends it."""

import pytest

from app.domain.reception.refusals import Refusal
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, RunningServer, patient, request, visit

SOON = 0.3
RAW = request(visit())


def visits(server: RunningServer) -> list[int]:
    return [received.change.visit_id for received in server.store.kept if received.change]


def test_a_connection_takes_one_notification_after_the_other(server: RunningServer) -> None:
    with server.client() as client:
        for number in range(5):
            client.send(request(visit(number)))
            reply = client.reply()
            assert (reply.said, reply.headers.get("connection")) == ("stored", None)
    assert visits(server) == list(range(5))


def test_notifications_that_come_at_once_are_answered_one_after_the_other(server: RunningServer) -> None:
    with server.client() as client:
        client.send(b"".join(request(visit(number)) for number in range(100)))
        assert [client.reply().said for _ in range(100)] == ["stored"] * 100
    assert visits(server) == list(range(100))


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (request(visit(), token="wrong"), 401),
        (request(visit(), token=None, path="/otra"), 404),
        (request(visit(), method="PUT"), 405),
        (request(b"\x0b\x02\x80", headers={"Content-Encoding": "br"}), 415),
        (request(visit(), headers={"X": "a" * 8000, "Y": "a" * 8000, "Z": "a" * 8000}), 431),
        (request(visit(), headers={"X": "\0"}), 400),
        (request(visit(), path="http://localhost/visitas"), 400),
        (request(method="GET", path="/healthz"), 200),
    ],
)
def test_any_other_answer_is_the_last_on_its_connection(server: RunningServer, raw: bytes, status: int) -> None:
    with server.client() as client:
        client.send(RAW)
        assert client.reply().said == "stored"
        client.send(raw + request(visit(8)))
        reply = client.reply()
        assert (reply.status, reply.headers.get("connection", "close")) == (status, "close")
        assert client.rest().raw == b""
    assert visits(server) == [7]


@pytest.mark.parametrize(
    "raw", [request(visit(), headers={"Connection": "close"}), RAW.replace(b"HTTP/1.1", b"HTTP/1.0")]
)
def test_a_connection_ends_after_an_answer_where_its_client_wants_it(server: RunningServer, raw: bytes) -> None:
    with server.client() as client:
        client.send(raw)
        assert client.rest().said == "stored"


@pytest.mark.parametrize("start", [b"", RAW[:50]])
def test_an_idle_connection_is_closed_after_a_while(start_server: StartServer, start: bytes) -> None:
    server = start_server(limits=patient(idle_s=SOON))
    with server.client() as client:
        client.send(RAW)
        assert client.reply().said == "stored"
        client.send(start)
        assert client.rest().raw == b""
    assert server.webhook.state().refused == {}


def test_idle_connections_are_closed_at_once_when_the_server_stops(start_server: StartServer) -> None:
    server = start_server(limits=patient(wait_s=10 * DEADLINE))
    thread = server.webhook._thread
    assert thread is not None
    with server.client() as client:
        client.send(RAW)
        assert client.reply().said == "stored"
        server.webhook.stop()
        assert client.rest().raw == b""
    assert not thread.is_alive()


def test_a_later_body_that_is_cut_off_is_not_kept(server: RunningServer) -> None:
    with server.client() as client:
        client.send(RAW)
        assert client.reply().said == "stored"
        client.send(RAW[:-1])
        client.end()
        client.rest()
    server.wait_for(lambda: server.webhook.state().refused == {Refusal.MALFORMED: 1})
    assert len(server.store.kept) == 1
