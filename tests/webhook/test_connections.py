"""How many connections there may be, and which of them is closed for another one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager

from aiohttp import web

from app.domain.reception.listening import Refusal
from app.webhook.answers import UNAVAILABLE
from app.webhook.connections import OpenConnections
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


def test_any_number_of_silent_connections_blocks_no_sender(start_server: StartServer) -> None:
    server = start_server(limits=patient(connections=50))
    with ExitStack() as open_ones:
        for _ in range(200):
            open_ones.enter_context(server.client())
        for _ in range(20):
            assert server.post().said == "stored"


async def until(is_so: Callable[[], bool]) -> None:
    """Let the event loop run until something is so."""
    async with asyncio.timeout(DEADLINE):
        while not is_so():  # noqa: ASYNC110 - aiohttp says nothing
            await asyncio.sleep(0)


@asynccontextmanager
async def silent_connection() -> AsyncIterator[tuple[OpenConnections, asyncio.StreamReader, list[str]]]:
    """Have a server whose own sweeps come too late for a test, and a connection to it that sends nothing."""
    said: list[str] = []

    async def refuse(_request: web.BaseRequest) -> web.StreamResponse:
        return UNAVAILABLE.response()

    connections = OpenConnections(
        refuse,
        patient(head_s=100 * DEADLINE),
        on_malformed=lambda: said.append("malformed"),
        on_bug=lambda bug: said.append(repr(bug)),
    )
    server = await asyncio.get_running_loop().create_server(connections, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    await until(lambda: bool(connections._server.connections))
    yield connections, reader, said
    writer.close()
    server.close()
    await connections.close()


def test_a_head_has_ten_sweeps_however_long_one_takes() -> None:
    """As a process that stood still sweeps once, and only then reads what came meanwhile."""

    async def sweep() -> None:
        async with silent_connection() as (connections, reader, said):
            for _ in range(10):
                connections._sweep()
            assert (reader.at_eof(), said) == (False, [])
            connections._sweep()
            assert await asyncio.wait_for(reader.read(), DEADLINE) == b""
            connections._sweep()
            assert said == ["malformed"]

    asyncio.run(sweep())


def test_a_connection_that_is_closed_is_forgotten_by_the_sweeps() -> None:
    async def sweep() -> None:
        async with silent_connection() as (connections, reader, said):
            for one in connections._server.connections:
                one.force_close()
            assert await asyncio.wait_for(reader.read(), DEADLINE) == b""
            await until(lambda: not connections._server.connections)
            for _ in range(2):
                connections._sweep()
            assert (len(connections._silent), said) == (0, [])

    asyncio.run(sweep())
