"""The server's port, thread and shutdown."""

import socket
import threading
from collections.abc import Callable
from datetime import datetime
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx
import pytest

from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.errors import PortTakenError
from tests.waiting import PATIENCE

NOON = datetime(2026, 6, 15, 12, 0)  # noqa: DTZ001 - the site's time
HEADERS = "Authorization-Token: 123e4567-e89b-42d3-a456-426614174000\r\nAuthorization-User: ana\r\n"
DEADLINE = 30  # seconds; for a busy machine


def server_on(port: int = 0, shipments: int = 40) -> CarrierServer:
    return CarrierServer(DayOptions(shipments=shipments), None, now=lambda: NOON, port=port)


def connected_to(server: CarrierServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(server.url).port or 0), timeout=DEADLINE)


def request(code: str) -> bytes:
    query = f"/v2/planillas-envios?codigoCarrier={code}&fecha=2026-06-15"
    return f"GET {query} HTTP/1.1\r\nHost: localhost\r\n{HEADERS}\r\n".encode()


def ends(connection: socket.socket) -> bool:
    """Read to the end; return whether the peer has closed."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        return True
    return True


def test_it_listens_only_on_loopback_while_its_context_is_entered() -> None:
    server = server_on()
    assert not server.url
    with server:
        assert server.url.startswith("http://127.0.0.1:")
        url = server.url
        assert httpx.get(url, trust_env=False, timeout=PATIENCE).status_code == 404
    assert not server.url
    with pytest.raises(httpx.ConnectError):
        httpx.get(url, trust_env=False, timeout=PATIENCE)


def test_twenty_starts_and_stops_leave_no_thread_and_no_socket() -> None:
    before = set(threading.enumerate())
    server = server_on()
    with server:
        port = urlsplit(server.url).port or 0
    for _ in range(20):
        with server_on(port) as again:
            assert httpx.get(again.url, trust_env=False, timeout=PATIENCE).status_code == 404
    assert set(threading.enumerate()) == before


def test_a_server_can_be_started_again() -> None:
    server = server_on()
    for _ in range(2):
        with server:
            assert httpx.get(server.url, trust_env=False, timeout=PATIENCE).status_code == 404


def test_a_taken_port_raises_an_error() -> None:
    before = set(threading.enumerate())
    with server_on() as first:
        port = urlsplit(first.url).port or 0
        with pytest.raises(PortTakenError, match=f"Port {port} is taken"):
            server_on(port).__enter__()
        assert httpx.get(first.url, trust_env=False, timeout=PATIENCE).status_code == 404
    assert set(threading.enumerate()) == before


def test_it_stops_while_connections_are_open() -> None:
    with server_on(shipments=10_000) as server:
        silent, half_asked, idle, unread, waiting = (connected_to(server) for _ in range(5))
        half_asked.sendall(request("VACIA")[:40])
        idle.sendall(request("VACIA"))
        assert idle.recv(15) == b"HTTP/1.1 200 OK"
        unread.sendall(request("DEMO"))
        assert unread.recv(15) == b"HTTP/1.1 200 OK"  # and some twelve megabytes wait behind it
        waiting.sendall(request("OTRO"))
    for connection in (silent, half_asked, idle, unread, waiting):
        with connection:
            assert ends(connection)


def test_a_client_that_disconnects_does_not_affect_others(
    opened: Callable[..., SimpleNamespace], caplog: pytest.LogCaptureFixture
) -> None:
    carrier = opened(shipments=5000)
    with connected_to(carrier.server) as leaving:
        leaving.sendall(request("DEMO"))
        assert leaving.recv(15) == b"HTTP/1.1 200 OK"
    assert carrier.ask().json()
    assert not [record for record in caplog.records if record.name == "aiohttp.server"]


def test_a_big_day_is_answered_whole(opened: Callable[..., SimpleNamespace]) -> None:
    manifests = opened(shipments=5000).manifests()
    assert sum(len(manifest["envios"]) for manifest in manifests) == 5001


def test_an_exception_in_the_context_ends_the_server() -> None:
    before = set(threading.enumerate())
    with pytest.raises(ZeroDivisionError), server_on():
        raise ZeroDivisionError
    assert set(threading.enumerate()) == before
