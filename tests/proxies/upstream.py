"""The upstream of a proxy: a real HTTP server that records requests, with configurable answers."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Thread
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.carrier.scripted_carrier import DEADLINE

LARGEST = 8 * 1024 * 1024


@dataclass(frozen=True)
class Got:
    """One received request."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Reply:
    """An answer; `hangs` never answers, `hangs_up` closes the connection without one."""

    status: int = 200
    body: bytes = b'{"status": "stored"}'
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False
    hangs_up: bool = False


class Upstream:
    """Listens on loopback while its context is entered, on the given port or on a free one."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.reply = Reply()
        self.got: list[Got] = []

    def __enter__(self) -> Self:
        listening: Future[int] = Future()
        self._thread = Thread(target=asyncio.run, args=[self._serve(listening)])
        self._thread.start()
        self.port = listening.result(DEADLINE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(DEADLINE)

    async def _serve(self, listening: "Future[int]") -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        application = web.Application(client_max_size=LARGEST)
        application.router.add_route("*", "/{rest:.*}", self._answer)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", self.port, reuse_address=True)
            await site.start()
        except OSError as error:
            listening.set_exception(error)
        else:
            listening.set_result(runner.addresses[0][1])
            await self._stopped.wait()
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        reply = self.reply
        self.got.append(Got(request.method, request.raw_path, dict(request.headers), await request.read()))
        if reply.hangs:
            await self._stopped.wait()
        if reply.hangs_up or reply.hangs:
            assert request.transport is not None
            request.transport.abort()
        answer = web.Response(status=reply.status, body=reply.body, headers=reply.headers)
        answer.force_close()
        return answer
