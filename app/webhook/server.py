"""The webhook server: it listens in a thread of its own, with one event loop, while it is started."""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import Any

from app.domain.reception.probing import Probe
from app.domain.reception.receiver_status import ServerState
from app.net.addresses import local_url
from app.net.event_loop import run
from app.webhook.connections import OpenConnections
from app.webhook.handler import RequestHandler, WebhookEndpoint
from app.webhook.limits import available_connections, limited_by_system
from app.webhook.request_counters import RequestCounters, WrongTokenSources
from app.webhook.sockets import close, listen, port_of

_LONGEST_STOP = 10.0  # seconds
_Started = tuple[int, Callable[[Callable[[], object]], object], Callable[[], object]]
"""The port, what has the loop call something, and what ends it."""

_log = logging.getLogger(__name__)


class WebhookServer:
    """Receives notifications over HTTP, and answers each once it is saved.

    Args:
        host: a name or address of this computer, or `unix:/path` of a Unix socket.
        port: 0 takes a free one.
        endpoint: what it serves.

    Attributes:
        url: where it listens, or would.
        port: at which it listens, or would; at a Unix socket, what heartbeats know it by.
    """

    def __init__(self, host: str, port: int, endpoint: WebhookEndpoint) -> None:
        self._host, self._port = host, port
        self.port = port
        self._limits = limited_by_system(endpoint.limits, available_connections())
        self._endpoint = replace(endpoint, limits=self._limits)
        self.url = local_url(host, port, endpoint.path)
        self._probes: dict[str, Probe] = {}
        self._counters = self._new_counters()
        self._wrong_tokens = WrongTokenSources(self._limits, endpoint.now)
        self._thread: threading.Thread | None = None
        self._has_failed = False
        self._soon: Callable[[Callable[[], object]], object] = lambda _call: None
        self._stop: Callable[[], object] = lambda: None

    def start(self) -> None:
        """Start to listen, and to count from zero.

        Raises:
            PortTakenError: another program listens there.
            SettingsError: the host is not this computer.
        """
        started: Future[_Started] = Future()
        self._counters = self._new_counters()
        self._has_failed = False
        # A daemon, so that a program which ends by an error does not outlive its window.
        self._thread = threading.Thread(target=self._run, args=[started], name="receiver", daemon=True)
        self._thread.start()
        try:
            port, self._soon, self._stop = started.result()
        except BaseException:
            self._thread.join()
            raise
        _log.info("Up to %d connections and %d requests at once", self._limits.connections, self._limits.requests)
        self.port = port or self._port
        self.url = local_url(self._host, self.port, self._endpoint.path)

    def stop(self) -> None:
        """Stop listening, answer what is being saved, and return when the thread has ended; some three seconds at most.

        What cannot be saved any more is answered 503. A server that is not started stays as it is; a thread that hangs
        is abandoned.
        """
        thread, self._thread = self._thread, None
        if thread is not None:
            with suppress(RuntimeError):  # the loop has ended already
                self._soon(self._stop)
            thread.join(_LONGEST_STOP)

    @property
    def is_alive(self) -> bool:
        """Whether it listens; false, where it was started, if a bug has ended its thread."""
        return self._thread is not None and self._thread.is_alive() and not self._has_failed

    def is_responsive(self, seconds: float) -> bool:
        """Tell whether the event loop runs what it is given within so many seconds. From any thread."""
        turned = threading.Event()
        with suppress(RuntimeError):  # the loop has ended
            self._soon(turned.set)
        return turned.wait(seconds)

    def state(self) -> ServerState:
        """Return what it is doing, or did until it was stopped. From any thread."""
        tokens, counters = self._endpoint.tokens, self._counters
        return ServerState(
            self.url,
            counters.since,
            tokens.has_token,
            tokens.has_next_token,
            counters.kept,
            counters.last_kept_at,
            counters.last_outside_at,
            counters.last_other_path,
            dict(counters.refused),
            self._wrong_tokens.counts(),
        )

    def expect(self, probe: Probe) -> None:
        """Answer this test from now on. From any thread."""
        self._probes[probe.nonce] = probe

    def forget(self, probe: Probe) -> None:
        """Answer it no longer. From any thread."""
        self._probes.pop(probe.nonce, None)

    def _new_counters(self) -> RequestCounters:
        at = self._endpoint
        return RequestCounters(at.now(), at.on_changed, at.on_bug)

    def _run(self, started: "Future[_Started]") -> None:
        try:
            run(self._serve(started))
        except BaseException as error:  # noqa: BLE001 - it is reported, by `start` or as a bug
            if started.done():
                self._has_failed = True  # before the report, whose recipient may look at once
                self._endpoint.on_bug(error)
            else:
                started.set_exception(error)

    async def _serve(self, started: "Future[_Started]") -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(self._note_unhandled)
        handler = RequestHandler(self._endpoint, self._probes, self._counters, self._wrong_tokens)
        connections = OpenConnections(
            handler.handle, self._limits, on_malformed=self._counters.count_refused, on_bug=self._endpoint.on_bug
        )
        servers = await listen(self._host, self._port, connections)
        started.set_result((port_of(servers), loop.call_soon_threadsafe, stopped.set))
        try:
            await stopped.wait()
        except asyncio.CancelledError:  # a bug ended the loop: a restart needs the port, and senders must not wait
            for one in servers:
                one.close()
            connections.abort()
            raise
        await close(servers)
        handler.close()
        await connections.close()

    def _note_unhandled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report what failed outside of requests.

        No more file descriptors is no bug: asyncio accepts again later. What ended the loop is not reported once more
        when its task is collected.
        """
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._endpoint.on_bug(error)
