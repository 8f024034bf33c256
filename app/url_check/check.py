"""The test itself: one POST as the sender's would be, and what comes of it."""

import asyncio
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, AsyncExitStack
from functools import partial
from typing import Any, Protocol

import httpx
import truststore

from app import __version__
from app.domain.reception.probing import PROBE_HEADER, Cause, Diagnosis, Probe
from app.url_check.addresses import Target, addresses_of, read_target
from app.url_check.answer_meaning import HttpAnswer, judge
from app.url_check.failures import failure, stopped
from app.url_check.findings import Finding, NoAnswerError

LONGEST_BODY = 64 * 1024
"""Bytes of an answer that are read. The receiver's takes less than one of them in a hundred."""

_BODY = b'{"event": "despacho_probe"}'
_WORKING = frozenset({Cause.FINE, Cause.OTHER_PATH})


class StoppableCheck(Protocol):
    """Whatever can stop a test from another thread: calls what `stopping` is given, at once where it was before."""

    def stopping(self, stop: Callable[[], object], /) -> AbstractContextManager[None]:
        """Have `stop` called while the context lasts."""


def check(
    url: str,
    probe: Probe,
    *,
    is_public: bool,
    timeout: float = 15.0,
    verify: ssl.SSLContext | None = None,
    cancellation: StoppableCheck | None = None,
) -> Diagnosis:
    """Ask an address once as the sender would, and say whether this very desk answered. Blocks: call it in a worker.

    The request goes directly and never through this computer's own proxy: the sender does not come through that one
    either, and what it answered could not be told from what the address does. No redirect is followed.

    Args:
        url: the receiver's address, or the one by which the sender reaches it; empty where none is set.
        probe: the receiver must have been told to expect it.
        is_public: whether the sender has to reach it: then it must be https, and not of this network's own.
        timeout: seconds for everything; the sender waits for 15.
        verify: whom TLS trusts; the system's trust store where None.
        cancellation: ends the test at any moment, with a diagnosis that says so.
    """
    trial = _Trial(probe, timeout, verify or truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    try:
        target = read_target(url, is_public=is_public)
        finding = asyncio.run(_stoppable(partial(trial.run, target), cancellation))
    except NoAnswerError as error:
        finding = error.finding
    except asyncio.CancelledError:
        finding = stopped()
    return trial.diagnosis(finding)


async def _stoppable(work: Callable[[], Awaitable[Finding]], cancellation: StoppableCheck | None) -> Finding:
    if cancellation is None:
        return await work()
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - for the type checker: a coroutine always runs in a task
    with cancellation.stopping(partial(asyncio.get_running_loop().call_soon_threadsafe, task.cancel)):
        return await work()


class _Trial:
    """One call of `check`."""

    def __init__(self, probe: Probe, seconds: float, trust: ssl.SSLContext) -> None:
        self._probe, self._seconds, self._trust = probe, seconds, trust
        self._started = time.monotonic()
        self._connected = False
        self._answered: float | None = None
        self._response: httpx.Response | None = None
        self._body = bytearray()

    async def run(self, target: Target) -> Finding:
        try:
            async with asyncio.timeout(self._seconds):
                await self._exchange(target)
        except (TimeoutError, httpx.TransportError, ssl.SSLError) as error:
            if self._response is None:
                return failure(error, target, self._seconds, connected=self._connected)
        # An answer whose body breaks off is one all the same: only its status counts for the sender.
        response = self._response
        assert response is not None  # noqa: S101 - for the type checker: the exchange ended without an error
        return judge(HttpAnswer(response.status_code, response.headers, bytes(self._body)), self._probe, target)

    def diagnosis(self, finding: Finding) -> Diagnosis:
        ended = time.monotonic() if self._answered is None else self._answered
        milliseconds = round(1000 * (ended - self._started))
        status = None if self._response is None else self._response.status_code
        return Diagnosis(finding.cause in _WORKING, finding.cause, status, milliseconds, finding.text)

    async def _exchange(self, target: Target) -> None:
        """Ask at each address of the name, as a client does, until one takes the connection."""
        addresses = await addresses_of(target)
        for left in range(len(addresses), 1, -1):
            patience = (self._started + self._seconds - time.monotonic()) / left
            try:
                return await self._ask(target, addresses[-left], patience)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                if self._connected:
                    raise
        return await self._ask(target, addresses[-1], self._seconds)

    async def _ask(self, target: Target, address: str, patience: float) -> None:
        request = httpx.Request(
            "POST",
            target.url.copy_with(host=address),
            content=_BODY,
            headers={
                "Host": target.server,
                "Content-Type": "application/json",
                "Accept": "application/json",
                "Accept-Encoding": "identity",
                "User-Agent": f"despacho/{__version__}",
                "Authorization": f"Bearer {self._probe.nonce}",
                PROBE_HEADER: self._probe.nonce,
            },
        )
        async with AsyncExitStack() as connections:
            request.extensions = {
                "sni_hostname": target.host,
                "timeout": {"connect": patience},
                "trace": self._watching(connections),
            }
            transport = await connections.enter_async_context(httpx.AsyncHTTPTransport(verify=self._trust))
            self._response = await transport.handle_async_request(request)
            self._answered = time.monotonic()
            connections.push_async_callback(self._response.aclose)
            async for piece in self._response.aiter_raw():
                self._body += piece[: LONGEST_BODY - len(self._body)]
                if len(self._body) == LONGEST_BODY:
                    break

    def _watching(self, connections: AsyncExitStack) -> Callable[[str, Mapping[str, Any]], Awaitable[None]]:
        """Note the connection, and close it: httpcore 1.0.9 leaves one open that is cancelled in its handshake."""

        async def trace(event: str, info: Mapping[str, Any]) -> None:
            if event == "connection.connect_tcp.complete":
                self._connected = True
                connections.push_async_callback(info["return_value"].aclose)

        return trace
