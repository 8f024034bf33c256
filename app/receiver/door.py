"""The door: it listens in a thread of its own, with one event loop, while it is started."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from app.domain.listening import DoorState
from app.domain.notifications import Keep
from app.domain.probing import Probe
from app.receiver.connection import Connection, Crowd
from app.receiver.counting import Tally
from app.receiver.descriptors import fitting, most_files
from app.receiver.limits import Limits
from app.receiver.listening import close, listen, port_of, url_of
from app.receiver.porter import Porter
from app.receiver.tokens import TokenKeeper

_LONGEST_STOP = 10.0  # seconds
_Started = tuple[int, Callable[[Callable[[], object]], object], Callable[[], object]]
"""The port, what has the loop call something, and what ends it."""


class Door:
    """Receives notifications over HTTP, and answers each once it is kept.

    Args:
        host: a name or address of this computer.
        port: 0 takes a free one.
        path: the receiver's own; a right token is heeded on any other too.
        tokens: what is accepted; whoever made it starts and stops it.
        keep: takes a notification to the disk.
        is_ready: tells whether something could be kept now: the future ends, or raises an `AppError`.
        now: UTC.
        on_changed: told, in the receiver's thread, that `state` has changed; it returns at once.
        on_bug: told, in the receiver's thread, of what is no failure of the environment. The door goes on.
        on_token: called, in the receiver's thread, with whether the bearer token is right, for each
            request to the own path, and for a right one to any other path; it returns at once.
        limits: how long and how much it waits for.

    Attributes:
        url: where it listens, or would.
    """

    def __init__(
        self,
        host: str,
        port: int,
        path: str,
        *,
        tokens: TokenKeeper,
        keep: Keep,
        is_ready: Callable[[], "Future[None]"],
        now: Callable[[], datetime],
        on_bug: Callable[[BaseException], None],
        on_changed: Callable[[], None] = lambda: None,
        on_token: Callable[[bool], None] = lambda _is_right: None,
        limits: Limits | None = None,
    ) -> None:
        self._host, self._port, self._path = host, port, path
        self._tokens, self._now, self._on_bug, self._on_changed = tokens, now, on_bug, on_changed
        self._limits = fitting(limits or Limits(), most_files())
        self.url = url_of(host, port, path)
        self._probes: dict[str, Probe] = {}
        self._porter_at = partial(
            Porter, path, tokens=tokens, keep=keep, is_ready=is_ready, now=now, probes=self._probes,
            limits=self._limits, on_bug=on_bug, on_token=on_token,
        )  # fmt: skip
        self._tally = self._new_tally()
        self._thread: threading.Thread | None = None
        self._has_failed = False
        self._soon: Callable[[Callable[[], object]], object] = lambda _call: None
        self._stop: Callable[[], object] = lambda: None

    def start(self) -> None:
        """Begin to listen, and to count from zero.

        Raises:
            PortTakenError: somebody else listens there.
            SettingsError: the host is not this computer.
        """
        started: Future[_Started] = Future()
        self._tally = self._new_tally()
        self._has_failed = False
        # A daemon, so that a program which ends by an error does not stay behind its window.
        self._thread = threading.Thread(target=self._run, args=[started], name="receiver", daemon=True)
        self._thread.start()
        try:
            port, self._soon, self._stop = started.result()
        except BaseException:
            self._thread.join()
            raise
        self.url = url_of(self._host, port, self._path)

    def stop(self) -> None:
        """Stop listening, answer what is being kept, and return when the thread has ended; some three seconds at most.

        What cannot be kept any more is answered 503. A door that does not listen stays as it is; one that hangs is left
        behind.
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

    def turns(self, seconds: float) -> bool:
        """Wait until the loop takes a turn, or so long; false where it hangs: then nobody is heard. From any thread."""
        turned = threading.Event()
        with suppress(RuntimeError):  # the loop has ended
            self._soon(turned.set)
        return turned.wait(seconds)

    def state(self) -> DoorState:
        """Return what it is doing, or did until it was stopped. From any thread."""
        tokens = self._tokens
        return replace(
            self._tally.state, url=self.url, has_token=tokens.has_token, has_next_token=tokens.has_next_token
        )

    def expect(self, probe: Probe) -> None:
        """Answer this test from now on. From any thread."""
        self._probes[probe.nonce] = probe

    def forget(self, probe: Probe) -> None:
        """Answer it no longer. From any thread."""
        self._probes.pop(probe.nonce, None)

    def _new_tally(self) -> Tally:
        return Tally(DoorState(self.url, self._now()), self._on_changed, self._on_bug)

    def _run(self, started: "Future[_Started]") -> None:
        try:
            asyncio.run(self._serve(started))
        except BaseException as error:  # noqa: BLE001 - it is handed on, to who starts the door or who hears of bugs
            if started.done():
                self._has_failed = True  # before anybody is told, who may look at once
                self._on_bug(error)
            else:
                started.set_exception(error)

    async def _serve(self, started: "Future[_Started]") -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        loop.set_exception_handler(self._note_unhandled)
        porter = self._porter_at(tally=self._tally)
        crowd = Crowd(self._limits)
        factory = partial(Connection, crowd, porter.serve, porter.say, self._on_bug)
        servers = await listen(self._host, self._port, factory)
        started.set_result((port_of(servers), loop.call_soon_threadsafe, stopped.set))
        try:
            await stopped.wait()
        except asyncio.CancelledError:  # a bug ended the loop: whoever begins anew needs the port, and senders wait
            for one in servers:
                one.close()
            crowd.abandon()
            raise
        await close(servers)
        await crowd.disperse()

    def _note_unhandled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Hand on what failed outside of any request. No more file descriptors is no bug: asyncio tries again.

        Nor is what ended the loop handed on once more, when the task that it ended goes.
        """
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._on_bug(error)
