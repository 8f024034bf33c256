"""How many connections there may be, and which of them is closed for another one."""

import asyncio
import selectors
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Self

import pytest
from aiohttp import web

from app.domain.contract.outcomes import Outcome
from app.domain.reception.refusals import Refusal
from app.net.event_loop import MOST_ON_WINDOWS
from app.webhook.answers import KEPT
from app.webhook.connections import OpenConnections
from app.webhook.limits import Limits, limited_by_system
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import DEADLINE, Client, patient, request, visit

RAW, BODY = request(visit()), visit()
HEAD = RAW[: -len(BODY)]
ASKING = HEAD[:-2] + b"Expect: 100-continue\r\n\r\n"
"""A head that is answered before the body comes."""


def in_body(client: Client) -> Client:
    """Send a whole head, and return once it has come."""
    client.send(ASKING)
    assert client.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    return client


def kept(client: Client) -> Client:
    """Send a notification, and return once it is answered."""
    client.send(RAW)
    assert client.reply().said == "stored"
    return client


def test_requests_beyond_the_limit_are_answered_503(start_server: StartServer) -> None:
    server = start_server(limits=patient(requests=4))
    with ExitStack() as open_ones:
        waited_for = [in_body(open_ones.enter_context(server.client())) for _ in range(4)]
        reply = server.post()
        assert (reply.status, reply.said, reply.headers["retry-after"]) == (503, "unavailable", "5")
        assert server.webhook.state().refused == {Refusal.NOT_NOW: 1}
        for client in waited_for:
            client.send(BODY)
            assert client.reply().said == "stored"
    assert server.post().said == "stored"


def test_a_new_connection_takes_the_place_of_the_oldest_silent_one(start_server: StartServer) -> None:
    server = start_server(limits=patient(connections=4))
    with ExitStack() as open_ones:
        used = kept(open_ones.enter_context(server.client()))
        served = in_body(open_ones.enter_context(server.client()))
        silent = [open_ones.enter_context(server.client()) for _ in range(20)]
        assert server.post().said == "stored"
        for client in silent[:-1]:
            assert client.rest().raw == b""
        served.send(BODY)
        assert served.reply().said == "stored"
        kept(used)
        kept(silent[-1])


def test_where_no_connection_is_silent_the_oldest_idle_one_is_closed(start_server: StartServer) -> None:
    server = start_server(limits=patient(connections=3))
    with ExitStack() as open_ones:
        served = in_body(open_ones.enter_context(server.client()))
        oldest, other = (kept(open_ones.enter_context(server.client())) for _ in range(2))
        newest = kept(open_ones.enter_context(server.client()))
        assert oldest.rest().raw == b""
        kept(other)
        kept(newest)
        served.send(BODY)
        assert served.reply().said == "stored"


@pytest.mark.parametrize(("limits", "number"), [(patient(connections=50), 200), (patient(), MOST_ON_WINDOWS)])
def test_any_number_of_silent_connections_blocks_no_sender(
    start_server: StartServer, limits: Limits, number: int
) -> None:
    server = start_server(limits=limits)
    with ExitStack() as open_ones:
        for _ in range(number):
            open_ones.enter_context(server.client())
        for _ in range(20):
            assert server.post().said == "stored"


class SmallSelector(selectors.DefaultSelector):
    """Watches no more sockets than Windows can."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if len(self.get_map()) > MOST_ON_WINDOWS:
            raise ValueError("too many file descriptors in select()")
        return super().select(timeout)


def test_more_connections_than_the_loop_can_watch_keep_no_sender_out(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would end it, as on Windows; here another loop plays that."""
    kind = asyncio.SelectorEventLoop
    monkeypatch.setattr(asyncio, "SelectorEventLoop", lambda: kind(SmallSelector()))
    limits = limited_by_system(patient(), MOST_ON_WINDOWS - 32)
    server = start_server(limits=limits)
    with ExitStack() as open_ones:
        slow = [in_body(open_ones.enter_context(server.client())) for _ in range(limits.requests - 1)]
        for _ in range(MOST_ON_WINDOWS):
            open_ones.enter_context(server.client())
        for _ in range(20):
            assert server.post().said == "stored"
        slow += [open_ones.enter_context(server.client()) for _ in range(2)]
        for client in slow[-2:]:
            client.send(ASKING)  # of these one is too many
        assert server.post().said == "unavailable"
        for client in slow[:-2]:
            client.send(BODY)
            assert client.reply().said == "stored"
    assert server.post().said == "stored"


async def until(is_so: Callable[[], bool]) -> None:
    """Let the event loop run until something is so."""
    async with asyncio.timeout(DEADLINE):
        while not is_so():  # noqa: ASYNC110 - aiohttp says nothing
            await asyncio.sleep(0)


@dataclass(frozen=True)
class Swept:
    """A connection to a server whose own sweeps come too late for a test.

    Attributes:
        counted: what the server reported of it.
    """

    connections: OpenConnections
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    counted: list[str]

    @classmethod
    @asynccontextmanager
    async def connected(cls) -> AsyncIterator[Self]:
        counted: list[str] = []

        async def keep(_request: web.BaseRequest) -> web.StreamResponse:
            return KEPT[Outcome.STORED].response()

        connections = OpenConnections(
            keep,
            patient(head_s=100 * DEADLINE),
            on_malformed=lambda: counted.append("malformed"),
            on_bug=lambda bug: counted.append(repr(bug)),
        )
        server = await asyncio.get_running_loop().create_server(connections, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        await until(lambda: bool(connections._server.connections))
        yield cls(connections, reader, writer, counted)
        writer.close()
        server.close()
        await connections.close()

    def sweep(self, times: int) -> None:
        for _ in range(times):
            self.connections._sweep()

    async def is_answered(self) -> bool:
        """Send a notification without a body, and return whether it is kept."""
        self.writer.write(request(length=0))
        answer = await asyncio.wait_for(self.reader.readuntil(b"}"), DEADLINE)
        return answer.startswith(b"HTTP/1.1 200 ")

    async def is_closed(self) -> bool:
        return await asyncio.wait_for(self.reader.read(), DEADLINE) == b""


def swept(behave: Callable[[Swept], Awaitable[None]]) -> None:
    """Have a connection behave so."""

    async def run() -> None:
        async with Swept.connected() as client:
            await behave(client)

    asyncio.run(run())


def test_a_head_has_ten_sweeps_however_long_one_takes() -> None:
    """As a process that stood still sweeps once, and only then reads what came meanwhile."""

    async def say_nothing(client: Swept) -> None:
        client.sweep(10)
        assert (client.reader.at_eof(), client.counted) == (False, [])
        client.sweep(1)
        assert await client.is_closed()
        client.sweep(1)
        assert client.counted == ["malformed"]

    swept(say_nothing)


def test_a_connection_that_has_served_a_request_is_no_silent_one() -> None:
    async def send_two(client: Swept) -> None:
        assert await client.is_answered()
        client.sweep(20)
        assert await client.is_answered()
        assert client.counted == []

    swept(send_two)


async def leave(client: Swept) -> None:
    client.writer.write(HEAD[:20])
    client.writer.close()


async def be_closed(client: Swept) -> None:
    for one in client.connections._server.connections:
        one.force_close()
    assert await client.is_closed()


@pytest.mark.parametrize("end", [leave, be_closed])
def test_a_connection_that_ended_before_its_head_is_forgotten_and_not_counted(
    end: Callable[[Swept], Awaitable[None]],
) -> None:
    async def start(client: Swept) -> None:
        await end(client)
        await until(lambda: not client.connections._server.connections)
        client.sweep(20)
        assert (len(client.connections._silent), client.counted) == (0, [])

    swept(start)
