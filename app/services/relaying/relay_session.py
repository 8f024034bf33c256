"""Publishes this folder's facts and takes those of the others, as long as one connection lasts."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, NoReturn, TypeVar

from app.domain.errors import AppError, RelayError, RelayRefusedError
from app.domain.relay.handling import HandledElsewhere, Handling
from app.domain.relay.relay_status import CLOCKS_DIFFER, RelayPhase, RelayStatus
from app.domain.texts import Text
from app.facts.sharing.relay_state import ALL_AGAIN, StreamPosition
from app.relay.connection import Connection, connected
from app.relay.coordination import create_turns, hear, take_turn, tell
from app.relay.messages import StreamMessage
from app.relay.stream import NoStreamError, SiteStream, StreamState
from app.services.app_context import user_name
from app.services.relaying.fact_publisher import FactPublisher, SharedFacts
from app.services.relaying.relay_place import RelayPlace

_LOOK_SECONDS = 10.0
_TURN_SECONDS = 5.0
"""How long a turn may be waited for."""
_CANCEL_SECONDS = 1.0
_RESTORED = Text("Relay", "The relay's stream was restored from an older copy. Despacho publishes and reads all again.")

_log = logging.getLogger(__name__)

T = TypeVar("T")


class DeskClocks:
    """How far desks wrote their latest facts after the relay had stored them, which no right clock can."""

    def __init__(self) -> None:
        self._ahead: dict[str, tuple[timedelta, str]] = {}  # with the name, by the identity of a store

    def note(self, messages: Iterable[StreamMessage]) -> None:
        """Take messages in the order of the stream; one that was stored as soon as it was written says all is well."""
        for one in messages:
            if one.fact is None:
                continue
            with suppress(ValueError, TypeError):  # no time, or one without a zone: the store refuses the fact
                ahead = datetime.fromisoformat(one.fact.made_at) - one.stored_at
                if ahead > CLOCKS_DIFFER:
                    self._ahead[one.fact.origin] = ahead, one.desk
                elif ahead > -CLOCKS_DIFFER:
                    self._ahead = {
                        origin: (by, desk)
                        for origin, (by, desk) in self._ahead.items()
                        if origin != one.fact.origin and (desk != one.desk or not desk)  # it may have been restored
                    }

    @property
    def furthest(self) -> tuple[timedelta, str]:
        """By how much the clock that is most ahead is so, and the name of its desk; zero: none is."""
        return max(self._ahead.values(), default=(timedelta(), ""))


class RelaySession:
    """Shares facts over one connection after the other; the owner calls `run` again when one has ended.

    Args:
        facts: of the folder.
        on_status: called in the thread of `run` when the status changed.
        now: the current time, UTC.

    Attributes:
        status: how it goes.
    """

    def __init__(
        self, facts: SharedFacts, on_status: Callable[[RelayStatus], None], now: Callable[[], datetime]
    ) -> None:
        self.status = RelayStatus(RelayPhase.CONNECTING)
        self._facts, self._on_status, self._now = facts, on_status, now
        self._publisher = FactPublisher(facts, self._in_turn, self._note_published)
        self._lock = Lock()  # around what other threads use
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken: asyncio.Event | None = None
        self._turn, self._origin = asyncio.Lock(), ""
        self._is_anew = False
        self._clocks, self._noting = DeskClocks(), Lock()
        self._elsewhere, self._handled = HandledElsewhere(), frozenset[str]()
        self._place: RelayPlace | None = None
        self._connection: Connection | None = None
        self._is_changed: asyncio.Event | None = None

    def publish_soon(self) -> None:
        """Look for facts to publish now; from any thread."""
        with self._lock:
            self._call_soon(self._woken)

    def _call_soon(self, event: asyncio.Event | None) -> None:
        if self._loop is not None and event is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(event.set)

    def when_published(self) -> "Future[None]":
        """Return a future that completes when the stream has all notifications that are on disk; from any thread."""
        future = self._publisher.when_published()
        self.publish_soon()
        return future

    def tell(self, cases: frozenset[str]) -> None:
        """Tell the other desks what is handled here from now on; from any thread."""
        self._handled = cases
        with self._lock:
            self._call_soon(self._is_changed)

    def handled_by(self, cases: Collection[str]) -> str:
        """Return who else handles one of these cases; empty: nobody; from any thread."""
        return self._elsewhere.by(cases, time.monotonic())

    def take_turn(self, what: str, lasts: timedelta) -> bool:
        """Tell whether this desk is to do what all are about to do, as `app.relay.coordination` says; from any thread.

        Without the relay it is.
        """
        with self._lock:
            connection, loop, place = self._connection, self._loop, self._place
        if connection is None or loop is None or place is None:
            return True
        now = self._now() - self.status.clock_ahead
        work = take_turn(connection, place.site, what, self._origin, lasts, now)
        try:
            asked = asyncio.run_coroutine_threadsafe(work, loop)
        except RuntimeError:  # the loop has just been closed
            work.close()
            return True
        try:
            return asked.result(_TURN_SECONDS)
        except (AppError, TimeoutError, CancelledError, LookupError, ValueError) as error:
            asked.cancel()
            _log.info("No turns are taken: %r", error)
            return True

    def note_failure(self, problem: Text) -> None:
        """Say why there is no connection now."""
        self._note(phase=RelayPhase.FAILED, problem=problem)

    async def run(self, place: RelayPlace, *, until_settled: bool = False) -> None:
        """Connect, and share until the connection ends.

        Args:
            place: where.
            until_settled: return once all is published and taken.

        Raises:
            RelayError, RelayRefusedError: the connection could not be made, or has ended.
            StoreError: the facts cannot be read or written.
        """
        self._note(phase=RelayPhase.CONNECTING, site=place.site, desk=place.desk, has_namesake=False)
        woken = asyncio.Event()
        self._turn = asyncio.Lock()
        self._origin = await self._in_turn(self._facts.identity)
        await self._publisher.begin()
        with self._lock:
            self._loop, self._woken = asyncio.get_running_loop(), woken
        try:
            async with connected(place.servers, place.credentials, f"despacho {place.site} {place.desk}") as connection:
                await self._share(connection, place, woken, until_settled=until_settled)
        finally:
            with self._lock:
                self._loop = self._woken = self._connection = self._is_changed = None

    async def _share(
        self, connection: Connection, place: RelayPlace, woken: asyncio.Event, *, until_settled: bool
    ) -> None:
        stream = SiteStream(connection, place.site)
        state = await _opened(connection, stream, place)
        position = await self._in_turn(self._resume, state)
        pending, relay_time = await stream.pending(position.sequence)
        self._note(
            phase=RelayPhase.CATCHING_UP if pending else RelayPhase.SHARING,
            waiting=pending, clock_ahead=self._now() - relay_time,
        )  # fmt: skip
        self._is_anew = position.sequence <= 0
        self._publisher.asks_again = ""
        if position.sequence == ALL_AGAIN:
            self._publisher.asks_again = f"{self._origin}_{relay_time.timestamp():.0f}"
        elif state.lacks(position.sequence, relay_time):
            self._publisher.asks_again = f"{state.identity}_{state.first}"
        read, is_changed = asyncio.Event(), asyncio.Event()
        with self._lock:
            self._connection, self._place, self._is_changed = connection, place, is_changed
        if not pending:
            read.set()
        how = stream, place, connection.max_payload
        publishing = self._settle(*how, read) if until_settled else self._publisher.keep_publishing(*how, woken)
        work: list[Coroutine[Any, Any, None]] = [
            self._read(stream, position, place, read, relay_time),
            publishing,
            self._watch(stream, state),
            _raise_when_closed(connection),
            hear(
                connection,
                place.site,
                self._origin,
                lambda origin, told: self._elsewhere.note(origin, told, time.monotonic()),
            ),
            tell(connection, place.site, self._origin, self._handling, is_changed),
        ]
        tasks = running = {asyncio.create_task(one) for one in work}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            while running:
                for task in running:
                    task.cancel()  # again where it was lost: by `wait_for`, before Python 3.12
                _, running = await asyncio.wait(running, timeout=_CANCEL_SECONDS)
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    def _resume(self, state: StreamState) -> StreamPosition:
        """Return up to where this stream was read; publish all again where it is another one, or an older copy.

        That a stream was restored the other desks may not have noticed.
        """
        consumed = self._facts.consumed()
        is_same = consumed is not None and consumed.stream == state.identity
        if consumed is not None and is_same and consumed.sequence <= state.last:
            return consumed
        return self._start_over(StreamPosition(state.identity, ALL_AGAIN if is_same else 0))

    def _start_over(self, position: StreamPosition) -> StreamPosition:
        self._facts.forget_published()
        self._facts.take((), position)
        return position

    async def _read(
        self, stream: SiteStream, position: StreamPosition, place: RelayPlace, read: asyncio.Event, since: datetime
    ) -> None:
        """Take what is on the stream, beginning with the last message taken: it must still be the same one."""
        async for messages in stream.messages(position.sequence):
            rest = messages
            if messages and messages[0].sequence == position.sequence:
                if await self._in_turn(self._is_new, messages[0], position):
                    raise RelayError(_RESTORED)
                rest = messages[1:]
            if rest:
                await self._in_turn(self._take, rest, position, place, since)
            is_all = not messages or not messages[-1].pending
            if rest or is_all:
                self._note_lasting()
            if is_all:
                read.set()

    def _is_new(self, message: StreamMessage, position: StreamPosition) -> bool:
        """Tell whether the last message taken is another one now; then the next connection starts over."""
        if message.fact is None:
            return False
        is_new = self._facts.take((message.fact,), position).applied > 0
        if is_new:
            self._start_over(position._replace(sequence=ALL_AGAIN))
        return is_new

    def _take(self, messages: list[StreamMessage], began: StreamPosition, place: RelayPlace, since: datetime) -> None:
        if any(one.is_again and (one.stored_at > since or not self._is_anew) for one in messages):
            self._facts.forget_published()  # where all is read anew, all is published anyhow
            self.publish_soon()
        facts = [one.fact for one in messages if one.fact is not None]
        # Until deleted messages are asked for, another start must find them lacking and take these once more.
        reached = began if self._publisher.asks_again else began._replace(sequence=messages[-1].sequence)
        taken = self._facts.take(facts, reached)
        self._origin = self._facts.identity()  # a restored folder has another
        is_named_alike = any(
            one.desk == place.desk and one.stored_at > since and one.fact is not None and not self._is_own(one)
            for one in messages
        )
        self._clocks.note(one for one in messages if not self._is_own(one))
        ahead, ahead_desk = self._clocks.furthest
        pending = messages[-1].pending
        self._note(
            phase=RelayPhase.CATCHING_UP if pending else RelayPhase.SHARING,
            waiting=pending,
            applied=self.status.applied + taken.applied,
            newer=self.status.newer + taken.newer,
            ahead=ahead,
            ahead_desk=ahead_desk,
            foreign=self.status.foreign
            + len(taken.refused)
            + sum(one.fact is None and not one.is_again for one in messages),
            has_namesake=self.status.has_namesake or is_named_alike,
        )

    def _handling(self) -> Handling:
        return Handling(self.status.desk, user_name(), self._handled)

    def _is_own(self, message: StreamMessage) -> bool:
        return message.fact is not None and message.fact.origin == self._origin

    async def _settle(self, stream: SiteStream, place: RelayPlace, max_payload: int, read: asyncio.Event) -> None:
        """Publish all and wait until all is taken, also where nothing can be published."""
        try:
            await self._publisher.publish_all(stream, place, max_payload)
        except AppError:
            await read.wait()
            raise
        await read.wait()
        await self._publisher.publish_all(stream, place, max_payload)  # the others may have asked for it again

    def _note_lasting(self) -> None:
        """Note that the connection has proved to last, where the one before did not."""
        if self.status.problem is not None:
            self._note(problem=None)

    def _note_published(self) -> None:
        one = self._publisher
        self._note(published=one.published, too_large=one.too_large, denied=one.denied, held_up=one.held_up)

    async def _watch(self, stream: SiteStream, opened: StreamState) -> NoReturn:
        """Notice that the stream was replaced: whoever reads the old one would hear nothing."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            state = await stream.state()
            if state.identity != opened.identity or state.last < opened.last:
                raise RelayError(_RESTORED)
            self._note_lasting()

    async def _in_turn(self, work: Callable[..., T], *arguments: object) -> T:
        """Run what blocks outside the event loop, one at a time."""
        async with self._turn:
            running = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
            try:
                return await asyncio.shield(running)
            finally:
                await asyncio.wait((running,))  # also where this is cancelled

    def _note(self, **changes: Any) -> None:  # noqa: ANN401 - fields of `RelayStatus`
        with self._noting:
            self.status = self.status.changed(self._now(), **changes)
            self._on_status(self.status)


async def _opened(connection: Connection, stream: SiteStream, place: RelayPlace) -> StreamState:
    """Return the stream's state; create it where it is missing and the credentials permit that.

    Raises:
        NoStreamError: there is none, and the credentials do not permit to create it.
    """
    try:
        return await stream.state()
    except NoStreamError as missing:
        try:
            await create_turns(connection, place.site)
            return await stream.create(place.retention)
        except RelayRefusedError:
            raise missing from None


async def _raise_when_closed(connection: Connection) -> NoReturn:
    await connection.closed
    raise connection.loss
