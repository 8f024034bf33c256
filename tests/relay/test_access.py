"""Who may use the relay, and over which connections."""

import asyncio
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from app.domain.access.credentials import RelayCredentials
from app.domain.cancellation import Cancellation
from app.domain.errors import RelayError, RelayRefusedError, SettingsError
from app.domain.relay.relay_status import RelayPhase
from app.domain.relay.shared_fact import FactKind
from app.net.event_loop import run_cancellable
from app.relay.connection import Access, connected, user_key
from tests.relay.conftest import Share
from tests.relay.fake_facts import FakeFacts
from tests.relay.nats_servers import ANA, LUIS, RECEIVER, NatsServer
from tests.relay.raw_client import raw_client
from tests.relay.test_sharing import has_all
from tests.relay.test_streams import ask
from tests.waiting import wait_until


@pytest.mark.parametrize("credentials", [RelayCredentials("north-ana", "wrong"), RelayCredentials()])
def test_wrong_credentials_are_told(share: Share, credentials: RelayCredentials) -> None:
    thread = share(FakeFacts("ana"), credentials)
    wait_until(lambda: "refuses the credentials" in str(thread.status.text), "that is told")


def test_revoked_credentials_end_the_connection(share: Share, server: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    thread = share(ana, ANA)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it shares")
    lines = without_block(server, "ana")
    server.reload()
    wait_until(lambda: "refuses the credentials" in str(thread.status.text), "that is told")
    ana.note()
    (server.folder / "sites.conf").write_text(lines)
    server.reload()
    wait_until(lambda: has_all(receiver, ana), "what was noted meanwhile is shared")


def without_block(server: NatsServer, desk: str) -> str:
    """Delete a desk's block in the accounts, as the manual says; return them as they were."""
    sites = server.folder / "sites.conf"
    lines = sites.read_text()
    before, _, after = lines.partition(f'      {{\n        user: "north-{desk}"')
    sites.write_text(before + after.partition("\n      }\n")[2])
    return lines


def test_a_desk_that_takes_all_connections_is_shut_out(share: Share, server: NatsServer, tmp_path: Path) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    connected_before = share(receiver, RECEIVER)
    wait_until(lambda: connected_before.status.phase is RelayPhase.SHARING, "it shares")
    with ExitStack() as connections:
        for _ in range(99):
            one = connections.enter_context(raw_client(server.port, tmp_path / "authority.pem", LUIS, "luis"))
            assert one.flush() == []
        thread = share(ana, ANA)
        wait_until(lambda: "maximum account active connections" in str(thread.status.text), "there is no room")
        receiver.note(FactKind.NOTIFICATION)
        connected_before.when_published().result(60)
        without_block(server, "luis")
        server.kill()  # after a reload, nats-server 2.9 may go on counting the connections that it ended
        server.start()
        wait_until(lambda: has_all(ana, receiver), "the next desk shares")
    with raw_client(server.port, tmp_path / "authority.pem", LUIS, "luis") as client, pytest.raises(OSError):  # noqa: PT011 - the server hangs up
        client.flush_for_ever()


def test_another_site_sees_nothing(share: Share, server: NatsServer) -> None:
    server.kill()
    users = '[{ user: "south-server", password: "s" }]'
    server.write(accounts=f"SOUTH {{ jetstream: {{ max_file: 4GB }}, users: {users} }}\n")
    server.start()
    north, south, curious = FakeFacts("server"), FakeFacts("south"), FakeFacts("ana")
    share(north, RECEIVER)
    share(south, RelayCredentials("south-server", "s"), DESPACHO_SITE="south 1")
    thread = share(curious, ANA, DESPACHO_SITE="south 1")
    north.note()
    south.note()
    wait_until(lambda: north.published_up_to == south.published_up_to == 1, "both are published")
    wait_until(lambda: "no stream for the site “south 1”" in str(thread.status.text), "there is none for it")
    assert (north.taken, south.taken, curious.taken) == ({}, {}, {})


def test_an_nkey_proves_who_it_is(share: Share, server: NatsServer) -> None:
    seed = "SUAMK2FG4MI6UE3ACF3FK3OIQBCEIEZV7NSWFFEW63UXMRLFM2XLAXK4GY"  # of NATS's documentation
    public = user_key(seed).public
    server.kill()
    server.write(f'{{ nkey: "{public}" }}\n')
    server.start()
    thread = share(FakeFacts("server"), RelayCredentials(nkey=seed))
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, str(thread.status.text))


@contextmanager
def answering(greeting: bytes, answer: bytes = b"") -> Iterator[tuple[str, list[bytes]]]:
    """Yield the address of a server that greets, and answers once; and what it was sent."""
    got: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with listener.accept()[0] as client:
                client.sendall(greeting)
                client.settimeout(2)
                while data := client.recv(4096):
                    if not got:
                        client.sendall(answer)
                    got.append(data)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"localhost:{listener.getsockname()[1]}", got
        thread.join()


_GREETING = b'INFO {"server_id":"x","version":"2.9.10","max_payload":1024,"auth_required":true}\r\n'


def test_nothing_is_sent_to_a_server_that_does_not_encrypt() -> None:
    with answering(_GREETING) as (address, got), pytest.raises(RelayError, match="does not offer encryption"):
        run_cancellable(lambda: _connect(f"tls://{address}"), Cancellation())
    assert got == []


def test_nothing_is_sent_after_the_credentials_before_they_are_answered() -> None:
    """What arrives at a server that hung up resets the connection, and its reason is lost with it."""
    refusal = b"-ERR 'Authorization Violation'\r\n"
    with answering(_GREETING, refusal) as (address, got), pytest.raises(RelayRefusedError, match="refuses"):
        run_cancellable(lambda: _connect(f"nats://{address}"), Cancellation())
    sent = b"".join(got)
    assert sent.startswith(b"CONNECT ")
    assert sent.count(b"\r\n") == 1


@contextmanager
def stalled() -> Iterator[tuple[str, threading.Event]]:
    """Yield the address of a server that reads nothing after its greeting, and what makes it reset the connection."""
    reset = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            client, _ = listener.accept()
            with client:
                client.sendall(b'INFO {"server_id":"x","version":"2.9.10","max_payload":1048576}\r\n')
                for answer in (b"+OK\r\n", b"PONG\r\n"):
                    client.recv(4096)
                    client.sendall(answer)
                reset.wait(60)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"nats://127.0.0.1:{listener.getsockname()[1]}", reset
        reset.set()
        thread.join()


def test_the_end_is_told_though_something_waits_to_be_sent() -> None:
    async def ask_until_the_end(url: str, reset: threading.Event) -> None:
        async with connected(Access([url], ANA), "test") as connection:
            asks = []
            for _ in range(30):  # the first ones fill what the system takes, the others wait
                asks.append(asyncio.ensure_future(connection.ask("x", bytes(1 << 20))))
                await asyncio.wait(asks, timeout=0.01)
            reset.set()
            try:
                await asyncio.wait_for(connection.raise_when_closed(), 20)
            finally:
                for one in asks:
                    one.cancel()

    with stalled() as (url, reset), pytest.raises(RelayError, match="was lost"):
        run_cancellable(lambda: ask_until_the_end(url, reset), Cancellation())


async def _connect(url: str, credentials: RelayCredentials = ANA, authority: str = "") -> None:
    async with connected(Access([url], credentials, "ana", authority), "test"):
        pass


def test_a_certificate_of_another_authority_is_told(server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(RelayError, match="does not trust the certificate"):
        run_cancellable(lambda: _connect(server.url), Cancellation())


def test_the_certificate_of_an_own_authority_is_trusted_from_a_file(
    server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    run_cancellable(lambda: _connect(server.url, authority=str(server.folder / "ca.crt")), Cancellation())
    for file in ("missing.crt", "relay.key"):
        with pytest.raises(SettingsError, match=f"relay_ca_file, .*{file}, holds no certificate"):
            run_cancellable(lambda: _connect(server.url, authority=str(server.folder / file)), Cancellation())  # noqa: B023


def test_who_has_the_credentials_of_another_desk_is_told_to_set_its_name(share: Share) -> None:
    thread = share(FakeFacts("ana"), LUIS)
    wait_until(lambda: "The setting desk must be the name" in str(thread.status.text), "that is told")
    assert "_inbox.ana" in str(thread.status.text)


def test_the_next_server_is_tried(server: NatsServer) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))

        async def main() -> str:
            urls = [f"tls://localhost:{closed.getsockname()[1]}", server.url]
            async with connected(Access(urls, ANA, "ana"), "test") as connection:
                return connection.server

        assert run_cancellable(main, Cancellation()) in server.url


@pytest.mark.parametrize(
    "subject",
    [
        *("despacho.north.notification.ana", "despacho.north.listening.ana", "despacho.north.follow_up.luis"),
        *("$JS.API.STREAM.PURGE.despacho-north", "$JS.API.STREAM.DELETE.despacho-north"),
        *("$JS.API.STREAM.UPDATE.despacho-north", "$JS.API.STREAM.MSG.DELETE.despacho-north"),
        *("$JS.API.STREAM.CREATE.despacho-north", "$JS.API.CONSUMER.CREATE.despacho-north"),
    ],
)
def test_the_shipped_permissions_keep_a_desk_from(subject: str, server: NatsServer) -> None:
    with pytest.raises(RelayRefusedError, match="do not permit"):
        ask(server, subject, {}, credentials=ANA, desk="ana")
