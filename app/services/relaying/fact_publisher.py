"""Publishes a folder's facts over one connection after the other, and tells those who wait for that."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from threading import Lock
from typing import Any, NoReturn

from app.domain.errors import AppError, RelayRefusedError
from app.domain.relay.shared_fact import FactKind
from app.domain.texts import Text
from app.facts.sharing.relay_state import ALL_AGAIN
from app.relay.connection import Connection, DeniedError
from app.relay.coordination import create_turns
from app.relay.messages import StreamName, is_readable, message_of, stream_of
from app.relay.stream import NoStreamError, SiteStream, StreamState, TooLargeError
from app.services.relaying.relay_place import RelayPlace
from app.store.sharing import SharedFactStore

_FIRST_AGAIN, _MOST_AGAIN = 30.0, 86_400.0  # seconds
_NOW_LASTS = timedelta(minutes=1)
_BATCH = 500  # facts published at a time
_POLL_SECONDS = 0.5
"""How often facts are looked for that another process of this folder wrote."""
_PAUSE_SECONDS = 2.0
"""After a failure."""


Streams = Mapping[StreamName, SiteStream]


class AgainAsked:
    """When to publish all facts again because others ask for it; thread-safe.

    The first time at once. Whoever asks again and again is answered ever more rarely, at most once a day.
    """

    def __init__(self) -> None:
        self._is_asked, self._pause, self._next = False, _FIRST_AGAIN, float("-inf")

    def note(self) -> None:
        """Note that somebody asks."""
        self._is_asked = True

    def is_due(self, now: float) -> bool:
        """Tell whether to publish all again now (seconds of a steady clock); if so, that is done with."""
        if not self._is_asked or now < self._next:
            return False
        is_rare = now - self._next > _MOST_AGAIN
        self._pause = _FIRST_AGAIN if is_rare else min(4 * self._pause, _MOST_AGAIN)
        self._is_asked, self._next = False, now + self._pause
        return True


class FactPublisher:
    """Publishes the facts of one stream, the oldest first, and those of one kind after those of another.

    Each stream has its own publisher: what desks share fills and delays the stream of what they share alone. `in_turn`
    runs what blocks outside the event loop, one at a time; `on_changed` is called in it when an attribute changed.

    Attributes:
        published: facts that the relay stored.
        too_large: facts that the relay does not take.
        denied: facts that the credentials do not permit to publish.
        held_up: why nothing can be published now, or what was deleted asked for; None: nothing was to be, or it was.
        asks_again: why all desks are to publish all their facts again, which is published first; empty: they are not.
        woken: set where there may be facts to publish.
    """

    def __init__(
        self,
        facts: SharedFactStore,
        stream: StreamName,
        in_turn: Callable[..., Coroutine[Any, Any, Any]],
        on_changed: Callable[[], None],
    ) -> None:
        self.published = self.too_large = self.denied = 0
        self.held_up: Text | None = None
        self.asks_again = ""
        self.woken = asyncio.Event()
        self._facts, self._in_turn, self._on_changed = facts, in_turn, on_changed
        self._kinds = [one for one in FactKind if stream_of(one) is stream]
        self._most = _BATCH
        self._lock, self._waiters = Lock(), list[Future[None]]()  # other threads add to them
        self._denied_kinds: set[str] = set()
        self._cannot_ask: Text | None = None  # why the credentials do not permit to ask for deleted messages
        self._lacks_notification = False  # the relay did not take one: none is acknowledged durably

    def when_published(self) -> "Future[None]":
        """Return a future that completes when the stream has all notifications that are on disk; from any thread."""
        future: Future[None] = Future()
        with self._lock:
            self._waiters = [one for one in self._waiters if not one.done()]
            self._waiters.append(future)
        return future

    async def begin(self) -> None:
        """Prepare for another connection: its credentials may permit more.

        Raises:
            StoreError: the facts cannot be written.
        """
        self.woken = asyncio.Event()  # of this event loop
        self._denied_kinds.clear()
        self._cannot_ask = None
        if self._lacks_notification:
            await self._in_turn(self._facts.forget_published)
            self._lacks_notification = False

    async def publish_all(self, stream: SiteStream, place: RelayPlace, max_payload: int) -> None:
        """Publish all facts that are on disk.

        Raises:
            RelayError, RelayRefusedError: the relay does not take them.
            StoreError: the facts cannot be read or written.
        """
        if self.asks_again and self._cannot_ask is None:
            try:
                await stream.ask_again(place.desk, self.asks_again)
                self.asks_again = ""
                await self._in_turn(self._note_asked)
            except DeniedError as error:  # which holds up no fact
                self._cannot_ask = error.user_message
        while await self._publish_some(stream, place, max_payload):
            pass
        self._hold_up(self._cannot_ask)

    def _note_asked(self) -> None:
        for stream in StreamName:
            position = self._facts.consumed(stream)
            if position is not None and position.sequence == ALL_AGAIN:
                self._facts.take((), stream, position._replace(sequence=0))

    async def keep_publishing(self, stream: SiteStream, place: RelayPlace, max_payload: int) -> NoReturn:
        """Publish all facts now and whenever there are others; what fails is tried again, and told meanwhile.

        Raises:
            NoStreamError: the stream is gone.
        """
        while True:
            self.woken.clear()
            try:
                await self.publish_all(stream, place, max_payload)
            except NoStreamError:
                raise
            except AppError as error:
                self._hold_up(error.user_message)
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(_POLL_SECONDS):
                    await self.woken.wait()

    async def _publish_some(self, stream: SiteStream, place: RelayPlace, max_payload: int) -> bool:
        """Publish the next facts, and return whether there may be more.

        After a failure they go one by one, so that one that cannot be published holds up only what comes after it. One
        that the relay never takes holds up nothing: it is left out, and counted.
        """
        most = self._most
        with self._lock:
            waiters = list(self._waiters)
        outgoing = await self._in_turn(self._facts.outgoing, most, self._kinds)
        if outgoing.is_again and not self._lacks_notification:
            self._complete(waiters)
        kind = outgoing.facts[0].kind if outgoing.facts else ""
        permitted = () if kind in self._denied_kinds else outgoing.facts
        messages = [message_of(one, place.site) for one in permitted if is_readable(one)]
        fitting = [one for one in messages if one.size <= max_payload]
        self._most = 1
        try:
            await stream.publish(fitting)
        except DeniedError:
            if len(permitted) == 1:
                self._denied_kinds.add(kind)
            return True
        except TooLargeError:
            if len(permitted) > 1:
                return True
            fitting = []
        self._most = _BATCH
        if outgoing.up_to is not None:
            await self._in_turn(self._facts.published, outgoing.up_to)
            self.published += len(fitting)
            self.too_large += len(permitted) - len(fitting)
            if kind != FactKind.LISTENING:  # which a desk need not publish
                self.denied += len(outgoing.facts) - len(permitted)
            self._on_changed()
            # One that no desk reads is shared with none, and holds up no other.
            is_lacking = len(fitting) < sum(map(is_readable, outgoing.facts))
            self._lacks_notification |= kind == FactKind.NOTIFICATION and is_lacking
        is_rest = kind != FactKind.NOTIFICATION or len(outgoing.facts) < most
        if is_rest and not self._lacks_notification:
            self._complete(waiters)  # notifications come first, and these were on disk before
        return bool(outgoing.facts)

    def _complete(self, waiters: list["Future[None]"]) -> None:
        with self._lock:
            completed = [one for one in self._waiters if one in waiters]
            self._waiters = [one for one in self._waiters if one not in waiters]
        for one in completed:
            if one.set_running_or_notify_cancel():
                one.set_result(None)

    def _hold_up(self, problem: Text | None) -> None:
        if problem != self.held_up:
            self.held_up = problem
            self._on_changed()


async def opened_streams(connection: Connection, streams: Streams, place: RelayPlace) -> dict[StreamName, StreamState]:
    """Return the states of the streams; create those that are missing, if the credentials permit that.

    Raises:
        NoStreamError: one is missing, and the credentials do not permit to create it.
    """
    found = {}
    for name, stream in streams.items():
        try:
            found[name] = await stream.state()
        except NoStreamError as missing:
            try:
                await create_turns(connection, place.site)
                found[name] = await stream.create(_NOW_LASTS if name is StreamName.NOW else place.retention)
            except RelayRefusedError:
                raise missing from None
    return found
