"""How the server starts and stops, and where it listens."""

import asyncio
import errno
import socket
import struct
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import NoReturn
from urllib.parse import urlsplit

import pytest

from app.domain.errors import PortTakenError, SettingsError
from app.webhook.handler import WebhookEndpoint
from app.webhook.server import WebhookServer
from app.webhook.sockets import why_taken
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, NOON, RunningServer, patient, request, visit

RAW = request(visit())
AT_ONCE = struct.pack("ii", 1, 0) if sys.platform != "win32" else struct.pack("hh", 1, 0)
"""Of `SO_LINGER`: a reset in place of an orderly end."""


def unstarted_server(server: RunningServer, host: str, port: int = 0) -> WebhookServer:
    """Return a server with the tokens and the store of another one."""
    return WebhookServer(
        host,
        port,
        WebhookEndpoint(
            path="/visitas",
            tokens=server.tokens,
            keep=server.store.keep,
            is_ready=lambda: server.store.threads.submit(lambda: None),
            now=lambda: NOON,
            on_bug=server.bugs.append,
            limits=patient(),
        ),
    )


def port_of(webhook: WebhookServer) -> int:
    return urlsplit(webhook.url).port or 0


def test_a_server_knows_its_url_before_and_after_it_starts(server: RunningServer) -> None:
    webhook = unstarted_server(server, "127.0.0.1", 8750)
    assert webhook.url == webhook.state().url == "http://127.0.0.1:8750/visitas"
    assert not webhook.is_alive
    webhook.stop()
    assert server.webhook.is_alive
    assert server.webhook.url == server.webhook.state().url
    assert port_of(server.webhook) > 0


def test_a_stopped_server_does_not_listen_and_starts_again_on_its_port(server: RunningServer) -> None:
    before = set(threading.enumerate())
    webhook = unstarted_server(server, "127.0.0.1")
    webhook.start()
    again, port = unstarted_server(server, "127.0.0.1", port_of(webhook)), port_of(webhook)
    webhook.stop()
    webhook.stop()
    assert set(threading.enumerate()) == before
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)
    for _ in range(2):
        again.start()
        with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as client:
            client.sendall(RAW)
            assert client.recv(12) == b"HTTP/1.1 200"
        assert again.state().kept == 1  # since it was started
        again.stop()
    assert again.state().kept == 1


def test_a_connection_that_is_reset_before_it_is_accepted_changes_nothing(server: RunningServer) -> None:
    """The default loop of Windows closes the whole server then."""
    busy, reset = threading.Event(), threading.Event()
    for step in (busy.set, partial(reset.wait, DEADLINE)):
        server.webhook._soon(step)
    assert busy.wait(DEADLINE)
    with server.client() as client:
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    reset.set()
    assert server.post().said == "stored"
    assert server.webhook.is_alive


def test_a_taken_port_raises_an_error(server: RunningServer) -> None:
    before = set(threading.enumerate())
    port = port_of(server.webhook)
    second = unstarted_server(server, "127.0.0.1", port)
    with pytest.raises(PortTakenError, match=f"Port {port} is taken by another program.* change the token"):
        second.start()
    second.stop()
    assert not second.is_alive
    assert set(threading.enumerate()) == before
    assert server.post().said == "stored"


@pytest.mark.skipif(sys.platform != "linux", reason="only the administrator may use low ports on Linux")
def test_a_port_that_the_system_reserves_is_not_said_to_be_taken(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(asyncio.BaseEventLoop, "create_server", refuse)  # the tests may run as the administrator
    with pytest.raises(PortTakenError, match="Port 80 is reserved by the system"):
        unstarted_server(server, "127.0.0.1", 80).start()


@pytest.mark.parametrize("is_taken", [True, False])
def test_on_windows_a_port_without_a_program_is_reserved(monkeypatch: pytest.MonkeyPatch, is_taken: bool) -> None:
    monkeypatch.setattr("app.webhook.sockets.sys.platform", "win32")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        if not is_taken:
            other.close()
        said = str(why_taken(PermissionError(errno.EACCES, "Permission denied"), port))
    assert said.startswith(f"Port {port} is {'taken by another program' if is_taken else 'reserved by the system'}")


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "no-such-host.invalid", "", "a..b", "a\0b"])
def test_a_foreign_host_raises_an_error(server: RunningServer, host: str) -> None:
    with pytest.raises(SettingsError, match="is not an address of this computer"):
        unstarted_server(server, host).start()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "0.0.0.0", "::1", "::"])
def test_a_server_is_reached_by_its_url_on_any_host(start_server: StartServer, host: str) -> None:
    try:
        server = start_server(host=host)
    except SettingsError:
        pytest.skip("this computer has no such address")
    assert server.post().said == "stored"


@pytest.mark.skipif(sys.platform == "darwin", reason="of 127.0.0.0/8 a Mac has 127.0.0.1 alone")
def test_a_port_taken_on_one_address_is_reported_as_taken(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in ("127.0.0.2", "127.0.0.1")]
    with monkeypatch.context() as two:  # as of a name with two addresses
        two.setattr("socket.getaddrinfo", lambda *_, **__: found)
        with pytest.raises(PortTakenError):
            unstarted_server(server, "localhost", port_of(server.webhook)).start()
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.2", port_of(server.webhook)), timeout=DEADLINE)


def test_a_host_with_one_foreign_address_is_listened_on_by_the_other(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in ("192.0.2.1", "127.0.0.1")]
    with monkeypatch.context() as two:
        two.setattr("socket.getaddrinfo", lambda *_, **__: found)
        server = start_server(host="localhost")
    assert server.post().said == "stored"


def test_a_closing_server_answers_pending_saves_and_drops_the_rest(start_server: StartServer) -> None:
    server = start_server()
    server.store.gate.clear()
    with ExitStack() as open_ones, ThreadPoolExecutor(1) as other:
        keeping = [open_ones.enter_context(server.client()) for _ in range(8)]
        for number, client in enumerate(keeping):
            client.send(request(visit(number)))
            assert server.store.arrived.acquire(timeout=DEADLINE)
        silent, in_head, in_body = (open_ones.enter_context(server.client()) for _ in range(3))
        in_head.send(RAW[:50])
        in_body.send(RAW[:-5])
        stopping = other.submit(server.webhook.stop)
        assert in_body.reply().status == 503
        assert [client.rest().raw for client in (silent, in_head)] == [b"", b""]
        with pytest.raises(TimeoutError):
            stopping.result(0.1)
        server.store.gate.set()
        assert [client.reply().said for client in keeping] == ["stored"] * 8
        stopping.result()
    assert len(server.store.kept) == 8


def test_a_closing_server_does_not_wait_for_a_slow_save(start_server: StartServer) -> None:
    server = start_server(limits=patient(wait_s=0.3))
    server.tokens.refresh(DEADLINE).result(DEADLINE)
    server.store.gate.clear()
    with server.client() as client, ThreadPoolExecutor(1) as other:
        client.send(RAW)
        assert server.store.arrived.acquire(timeout=DEADLINE)
        stopping = other.submit(server.webhook.stop)
        assert client.reply().status == 503
        stopping.result()


def test_a_client_that_stays_connected_is_cut_when_the_server_stops(start_server: StartServer) -> None:
    server = start_server(limits=patient(linger_s=DEADLINE, wait_s=0.1))
    with server.client() as client:
        client.send(request(token=None, length=1_000_000))
        assert client.reply().status == 401
        server.webhook.stop()
        client.send_until_cut()


def test_each_200_before_a_stop_under_load_is_for_a_saved_notification(server: RunningServer) -> None:
    began = threading.Semaphore(0)

    def send(number: int) -> int:
        began.release()
        try:
            with server.client() as client:
                client.send(request(visit(number)))
                return client.reply().status
        except ConnectionError:
            return 0

    with ThreadPoolExecutor(20) as senders:
        sending = [senders.submit(send, number) for number in range(1000)]
        for _ in range(300):
            assert began.acquire(timeout=DEADLINE)
        server.webhook.stop()
        statuses = [one.result() for one in sending]
    acknowledged = {number for number, status in enumerate(statuses) if status == 200}
    kept = {received.change.visit_id for received in server.store.kept if received.change}
    assert set(statuses) <= {200, 503, 0}
    assert acknowledged <= kept
    assert acknowledged


def test_clients_that_disconnect_cause_no_bug(server: RunningServer, caplog: pytest.LogCaptureFixture) -> None:
    for raw in (RAW, RAW[:40], RAW[:-5], b"\0", request(token="x", length=1_000_000)) * 40:
        with server.client() as client:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            client.send(raw)
    server.wait_for(lambda: server.post().said == "stored")
    assert [record for record in caplog.records if record.name.startswith(("aiohttp", "asyncio"))] == []
