"""How the door opens and closes, where it listens, and what becomes of bugs."""

import asyncio
import errno
import socket
import struct
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import NoReturn
from urllib.parse import urlsplit

import pytest

from app.domain.errors import PortTakenError, SettingsError
from app.webhook.server import WebhookServer
from tests.webhook.conftest import Opened
from tests.webhook.visiting import DEADLINE, NOON, House, patient, request, visit

RAW = request(visit())


def closed_door(house: House, host: str, port: int = 0) -> WebhookServer:
    """Return a door with another one's fittings."""
    return WebhookServer(
        host,
        port,
        "/visitas",
        tokens=house.tokens,
        keep=house.shelf.keep,
        is_ready=lambda: house.shelf.threads.submit(lambda: None),
        now=lambda: NOON,
        on_bug=house.bugs.append,
        limits=patient(),
    )


def port_of(webhook: WebhookServer) -> int:
    return urlsplit(webhook.url).port or 0


def test_a_door_says_where_it_listens_or_would(house: House) -> None:
    webhook = closed_door(house, "127.0.0.1", 8750)
    assert webhook.url == webhook.state().url == "http://127.0.0.1:8750/visitas"
    assert not webhook.is_alive
    webhook.stop()
    assert house.webhook.is_alive
    assert house.webhook.url == house.webhook.state().url
    assert port_of(house.webhook) > 0


def test_a_door_that_was_closed_listens_no_more_and_opens_again_where_it_was(house: House) -> None:
    before = set(threading.enumerate())
    webhook = closed_door(house, "127.0.0.1")
    webhook.start()
    again, port = closed_door(house, "127.0.0.1", port_of(webhook)), port_of(webhook)
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
        assert again.state().kept == 1  # since it was opened
        again.stop()
    assert again.state().kept == 1


def test_a_taken_port_raises_an_error(house: House) -> None:
    before = set(threading.enumerate())
    port = port_of(house.webhook)
    second = closed_door(house, "127.0.0.1", port)
    with pytest.raises(PortTakenError, match=f"Port {port} is taken by another program.* change the token"):
        second.start()
    second.stop()
    assert not second.is_alive
    assert set(threading.enumerate()) == before
    assert house.post().said == "stored"


@pytest.mark.skipif(sys.platform != "linux", reason="only the administrator may use low ports on Linux")
def test_a_port_that_the_system_reserves_is_not_said_to_be_taken(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(asyncio.BaseEventLoop, "create_server", refuse)  # the tests may run as the administrator
    with pytest.raises(PortTakenError, match="Port 80 is reserved by the system"):
        closed_door(house, "127.0.0.1", 80).start()


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "no-such-host.invalid", "", "a..b", "a\0b"])
def test_a_host_that_is_not_this_computer_is_said_to_be_so(house: House, host: str) -> None:
    with pytest.raises(SettingsError, match="is not an address of this computer"):
        closed_door(house, host).start()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "0.0.0.0", "::1", "::"])
def test_it_is_reached_by_its_url_whatever_its_host(opened: Opened, host: str) -> None:
    try:
        house = opened(host=host)
    except SettingsError:
        pytest.skip("this computer has no such address")
    assert house.post().said == "stored"


def test_a_port_of_which_one_address_is_taken_is_taken(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in ("127.0.0.2", "127.0.0.1")]
    with monkeypatch.context() as two:  # as of a name with two addresses
        two.setattr("socket.getaddrinfo", lambda *_, **__: found)
        with pytest.raises(PortTakenError):
            closed_door(house, "localhost", port_of(house.webhook)).start()
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.2", port_of(house.webhook)), timeout=DEADLINE)


def test_a_host_of_which_one_address_is_not_here_is_listened_at_by_the_other(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in ("192.0.2.1", "127.0.0.1")]
    with monkeypatch.context() as two:
        two.setattr("socket.getaddrinfo", lambda *_, **__: found)
        house = opened(host="localhost")
    assert house.post().said == "stored"


def test_what_is_being_kept_is_answered_while_it_closes_and_all_else_sent_away(opened: Opened) -> None:
    house = opened()
    house.shelf.gate.clear()
    with ExitStack() as open_ones, ThreadPoolExecutor(1) as other:
        keeping = [open_ones.enter_context(house.client()) for _ in range(8)]
        for number, client in enumerate(keeping):
            client.send(request(visit(number)))
            assert house.shelf.arrived.acquire(timeout=DEADLINE)
        silent, in_head, in_body = (open_ones.enter_context(house.client()) for _ in range(3))
        in_head.send(RAW[:50])
        in_body.send(RAW[:-5])
        stopping = other.submit(house.webhook.stop)
        assert in_body.reply().status == 503
        assert [client.rest().raw for client in (silent, in_head)] == [b"", b""]
        with pytest.raises(TimeoutError):
            stopping.result(0.1)
        house.shelf.gate.set()
        assert [client.reply().said for client in keeping] == ["stored"] * 8
        stopping.result()
    assert len(house.shelf.kept) == 8


def test_what_is_not_kept_in_time_is_not_waited_for(opened: Opened) -> None:
    house = opened(limits=patient(wait_s=0.3))
    house.tokens.refresh(DEADLINE).result(DEADLINE)
    house.shelf.gate.clear()
    with house.client() as client, ThreadPoolExecutor(1) as other:
        client.send(RAW)
        assert house.shelf.arrived.acquire(timeout=DEADLINE)
        stopping = other.submit(house.webhook.stop)
        assert client.reply().status == 503
        stopping.result()


def test_who_does_not_hang_up_is_cut_when_it_closes(opened: Opened) -> None:
    house = opened(limits=patient(linger_s=DEADLINE, wait_s=0.1))
    with house.client() as client:
        client.send(request(token="wrong", length=1_000_000))
        assert client.reply().status == 401
        house.webhook.stop()
        with pytest.raises(ConnectionError):
            client.send_until_cut()


def test_under_load_it_closes_and_whoever_heard_200_was_kept(house: House) -> None:
    began = threading.Semaphore(0)

    def send(number: int) -> int:
        began.release()
        try:
            with house.client() as client:
                client.send(request(visit(number)))
                return client.reply().status
        except ConnectionError:
            return 0

    with ThreadPoolExecutor(20) as senders:
        sending = [senders.submit(send, number) for number in range(1000)]
        for _ in range(300):
            assert began.acquire(timeout=DEADLINE)
        house.webhook.stop()
        statuses = [one.result() for one in sending]
    acknowledged = {number for number, status in enumerate(statuses) if status == 200}
    kept = {received.change.visit.id for received in house.shelf.kept if received.change}
    assert set(statuses) <= {200, 503, 0}
    assert acknowledged <= kept
    assert acknowledged


def test_clients_that_break_off_are_no_bugs(house: House, caplog: pytest.LogCaptureFixture) -> None:
    at_once = struct.pack("ii", 1, 0)  # a reset in the place of an orderly end
    for raw in (RAW, RAW[:40], RAW[:-5], b"\0", request(token="x", length=1_000_000)) * 40:
        with house.client() as client:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            client.send(raw)
    house.wait_for(lambda: house.post().said == "stored")
    assert [record for record in caplog.records if record.name.startswith(("aiohttp", "asyncio"))] == []
