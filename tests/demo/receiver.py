"""A real HTTP receiver on loopback with configurable answers."""

import asyncio
import json
import ssl
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, Self

from aiohttp import web

DEADLINE = 60.0
"""Timeout in seconds for what should happen at once."""

PATH = "/visitas"

Reply = int | Literal["hang", "close"]


@dataclass(frozen=True)
class Arrived:
    """One received request."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)["data"]
        return found

    @property
    def visit(self) -> int:
        found: int = self.data["visita_id"]
        return found


class Receiver:
    """Listens while its context is entered.

    `replies` are sent in order, the last one repeatedly; `choose` may return another one for a request. While it
    `is_held`, no request is answered.
    """

    def __init__(
        self,
        *replies: Reply,
        choose: Callable[[Arrived], Reply | None] = lambda _: None,
        tls: ssl.SSLContext | None = None,
        is_held: bool = False,
    ) -> None:
        self.arrived: list[Arrived] = []
        self._replies, self._choose, self._tls = list(replies) or [200], choose, tls
        self._changed = threading.Condition()
        self._free = asyncio.Event()
        if not is_held:
            self._free.set()

    def __enter__(self) -> Self:
        listening: Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
        self._thread = ThreadPoolExecutor(1)
        self._ended = self._thread.submit(asyncio.run, self._serve(listening))
        self.url, self._loop, self._stopped = listening.result(DEADLINE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.shutdown()
        self._ended.result()

    def wait_for(self, count: int) -> list[Arrived]:
        """Wait for this many requests, and return them."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.arrived) >= count, DEADLINE), len(self.arrived)
            return list(self.arrived)

    def let_go(self) -> None:
        """Answer the waiting requests, and all later ones."""
        self._loop.call_soon_threadsafe(self._free.set)

    async def _serve(self, listening: "Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]]") -> None:
        stopped = asyncio.Event()
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=self._tls).start()
        scheme = "https" if self._tls else "http"
        listening.set_result(
            (f"{scheme}://127.0.0.1:{runner.addresses[0][1]}{PATH}", asyncio.get_running_loop(), stopped)
        )
        await stopped.wait()
        await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        arrived = Arrived(request.method, request.path, dict(request.headers), await request.read())
        with self._changed:
            self.arrived.append(arrived)
            self._changed.notify_all()
        await self._free.wait()
        reply = self._choose(arrived) or (self._replies.pop(0) if len(self._replies) > 1 else self._replies[0])
        if reply == "hang":
            await asyncio.Event().wait()
        if reply == "close":
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        assert isinstance(reply, int)
        headers = {"Location": "/elsewhere"} if 300 <= reply <= 399 else None
        return web.Response(status=reply, headers=headers)
