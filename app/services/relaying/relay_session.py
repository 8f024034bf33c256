"""Publishes this folder's facts and takes those of the others, as long as one connection lasts."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from threading import Lock
from typing import Any, NoReturn, TypeVar

from app.domain.errors import AppError, RelayError, RelayRefusedError, report_unhandled
from app.domain.relay.handling import HandledElsewhere, Handling, Holder
from app.domain.relay.relay_status import RelayPhase, RelayStatus
from app.domain.relay.shared_fact import SharedFact, Taken
from app.domain.texts import Text
from app.facts.sharing.relay_state import ALL_AGAIN, StreamPosition
from app.net.event_loop import run_to_the_end
from app.relay.connection import Connection, connected
from app.relay.coordination import hear, take_turn, tell
from app.relay.messages import DeskClocks, StreamMessage, StreamName
from app.relay.stream import RESTORED, SiteStream, StreamState
from app.services.relaying.fact_publisher import AgainAsked, FactPublisher, Streams, opened_streams
from app.services.relaying.portions import Portions
from app.services.relaying.relay_place import RelayPlace
from app.store.sharing import SharedFactStore

_KEPT = (StreamName.RECEPTION, StreamName.FACTS)
_POLL_SECONDS = 0.5
_TURN_SECONDS = 5.0
"""How long a turn may be waited for."""
_CANCEL_SECONDS = 1.0

_log = logging.getLogger(__name__)

T = TypeVar("T")


class RelaySession:
    """Shares facts over one connection after the other; the owner calls `run` again when one has ended.

    `on_changed` is called in the thread of `run` when the status changed; `own_name` returns who works here, for the
    other desks; `now` is UTC.

    Attributes:
        status: how it goes.
    """

    def __init__(
        self,
        facts: SharedFactStore,
        on_changed: Callable[[], None],
        now: Callable[[], datetime],
        own_name: Callable[[], str],
    ) -> None:
        self.status = RelayStatus(RelayPhase.CONNECTING).changed(now())
        self._facts, self._on_changed, self._now, self._own_name = facts, on_changed, now, own_name
        self._publishers = {name: FactPublisher(facts, name, self._in_turn, self._note_published) for name in _KEPT}
        self._lock = Lock()  # around what other threads use
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn, self._merging, self._is_taken = asyncio.Lock(), asyncio.Lock(), asyncio.Event()
        self._origin = ""
        self._is_anew = False
        self._waiting: dict[StreamName, int] = {}
        self._again, self._portions = AgainAsked(), Portions()
        self._clocks, self._noting = DeskClocks(), Lock()
        self._elsewhere, self._handled = HandledElsewhere(), frozenset[str]()
        self._place: RelayPlace | None = None
        self._connection: Connection | None = None
        self._is_changed: asyncio.Event | None = None

    def publish_soon(self) -> None:
        """Look for notifications to publish now, and for other facts within half a second; from any thread."""
        with self._lock:
            self._call_soon(self._publishers[StreamName.RECEPTION].woken)

    def _call_soon(self, event: asyncio.Event | None) -> None:
        if self._loop is not None and event is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(event.set)

    def when_published(self) -> "Future[None]":
        """Return a future that completes when the stream has all notifications that are on disk; from any thread."""
        future = self._publishers[StreamName.RECEPTION].when_published()
        self.publish_soon()
        return future

    def tell(self, cases: frozenset[str]) -> None:
        """Tell the other desks what is handled here from now on; from any thread."""
        self._handled = cases
        with self._lock:
            self._call_soon(self._is_changed)

    def handled_by(self, cases: Collection[str]) -> Holder | None:
        """Return who else handles one of these cases; None: nobody; from any thread."""
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
        self._turn, self._merging, self._is_taken = asyncio.Lock(), asyncio.Lock(), asyncio.Event()
        await self._in_turn(self._facts.begin)
        self._origin = await self._in_turn(self._facts.identity)
        for one in self._publishers.values():
            await one.begin()
        with self._lock:
            self._loop = asyncio.get_running_loop()
        try:
            async with connected(place.access, f"despacho {place.site} {place.desk}") as connection:
                await self._share(connection, place, until_settled=until_settled)
        finally:
            with self._lock:
                self._loop = self._connection = self._is_changed = None

    async def _share(self, connection: Connection, place: RelayPlace, *, until_settled: bool) -> None:
        streams = {name: SiteStream(connection, place.site, name) for name in StreamName}
        states = await opened_streams(connection, streams, place)
        relay_time = await self._relay_time(streams[StreamName.NOW], place.desk)
        positions = {name: await self._in_turn(self._resume, name, states[name]) for name in _KEPT}
        for name, position in positions.items():
            if await self._is_restored(streams[name], position):
                await self._in_turn(self._start_over, name, position._replace(sequence=ALL_AGAIN))
                raise RelayError(RESTORED)
        self._waiting = {name: states[name].following(position.sequence) for name, position in positions.items()}
        self._note(clock_ahead=self._now() - relay_time, **self._reading())
        self._is_anew = any(position.sequence <= 0 for position in positions.values())
        asks_again = ""
        for name, position in positions.items():
            if position.sequence == ALL_AGAIN:
                asks_again = f"{self._origin} {relay_time.timestamp():.0f}"
            elif states[name].lacks(position.sequence, relay_time):
                asks_again = f"{states[name].identity} {states[name].first}"
        self._publishers[StreamName.FACTS].asks_again = asks_again
        read = {name: asyncio.Event() for name in _KEPT}
        is_changed = asyncio.Event()
        with self._lock:
            self._connection, self._place, self._is_changed = connection, place, is_changed
        how = place, connection.max_payload
        keep = (one.keep_publishing(streams[name], *how) for name, one in self._publishers.items())
        publishing = [self._settle(streams, *how, read.values())] if until_settled else keep
        work: list[Coroutine[Any, Any, None]] = [
            *(self._read(streams[name], name, positions[name], place, read[name], relay_time) for name in _KEPT),
            *publishing,
            self._publish_again_if_asked(),
            self._keep_merging(),
            connection.raise_when_closed(),
            hear(
                streams[StreamName.NOW],
                place.site,
                place.desk,
                lambda told: self._elsewhere.note(told, time.monotonic(), self._now()),
            ),
            tell(streams[StreamName.NOW], place.site, self._handling, is_changed),
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

    async def _relay_time(self, stream: SiteStream, desk: str) -> datetime:
        """Return the relay's time; where nothing can be stored there, this computer's."""
        try:
            return await stream.clock(desk)
        except (RelayError, RelayRefusedError) as error:
            _log.info("The relay's clock is not known: %s", error)
            return self._now()

    def _resume(self, name: StreamName, state: StreamState) -> StreamPosition:
        """Return up to where this stream was read; publish all again where it is another one, or an older copy.

        That a stream was restored the other desks may not have noticed.
        """
        consumed = self._facts.consumed(name)
        is_same = consumed is not None and consumed.stream == state.identity
        if consumed is not None and is_same and consumed.sequence <= state.last:
            return consumed
        return self._start_over(name, StreamPosition(state.identity, ALL_AGAIN if is_same else 0))

    def _start_over(self, name: StreamName, position: StreamPosition) -> StreamPosition:
        self._facts.forget_published(new_first=True)
        self._facts.take((), name, position._replace(at=""))
        return position

    async def _is_restored(self, stream: SiteStream, position: StreamPosition) -> bool:
        """Tell whether the last message taken is another one now."""
        if position.sequence <= 0:
            return False
        stored = await stream.stored(position.sequence)
        return stored is not None and stored["time"] != position.at

    def _reading(self) -> dict[str, object]:
        waiting = sum(self._waiting.values())
        return {"phase": RelayPhase.CATCHING_UP if waiting else RelayPhase.SHARING, "waiting": waiting}

    async def _read(
        self,
        stream: SiteStream,
        name: StreamName,
        position: StreamPosition,
        place: RelayPlace,
        read: asyncio.Event,
        since: datetime,
    ) -> None:
        """Take what is on a stream, and what comes."""
        async for messages in stream.messages(max(position.sequence, 0), position.stream):
            self._waiting[name] = stream.waiting + len(messages)
            for some in self._portions.of(messages):
                self._waiting[name] -= len(some)  # once they are taken
                await self._in_turn(self._take, some, name, position, place, since)
                self._is_taken.set()
            if not stream.waiting:
                read.set()
            if not any(self._waiting.values()):
                self._note_lasting()

    def _take(
        self, messages: list[StreamMessage], name: StreamName, began: StreamPosition, place: RelayPlace, since: datetime
    ) -> None:
        if any(one.is_again and (one.stored_at > since or not self._is_anew) for one in messages):
            self._again.note()  # where all is read anew, all is published anyhow
        facts = [one.fact for one in messages if one.fact is not None]
        unread = Counter(one.desk for one in messages if one.fact is None and not one.is_again)
        # Until deleted messages are asked for, another start must find them lacking and take these once more.
        last = messages[-1]
        asks_again = self._publishers[StreamName.FACTS].asks_again
        reached = began if asks_again else began._replace(sequence=last.sequence, at=last.at)
        taken = self._take_facts(facts, name, reached, unread)
        self._origin = self._facts.identity()  # a restored folder has another
        is_named_alike = any(
            one.desk == place.desk and one.stored_at > since and one.fact is not None and not self._is_own(one)
            for one in messages
        )
        self._clocks.note(one for one in messages if not self._is_own(one))
        ahead, ahead_desk = self._clocks.furthest
        self._note(
            **self._reading(),
            applied=self.status.applied + taken.applied,
            newer=self.status.newer + taken.newer,
            ahead=ahead,
            ahead_desk=ahead_desk,
            set_aside=Counter(self.status.set_aside) + Counter(taken.refused) + unread,
            has_namesake=self.status.has_namesake or is_named_alike,
        )

    def _take_facts(
        self, facts: list[SharedFact], name: StreamName, reached: StreamPosition, unread: Counter[str]
    ) -> Taken:
        """Take facts; one of which a bug makes nothing is left out, so that it does not come again for ever."""
        try:
            return self._facts.take(facts, name, reached, unread)
        except AppError:
            raise
        except Exception as error:
            if not facts:
                raise
            _log.exception("Of %s facts some cannot be taken", len(facts))
            if len(facts) == 1:
                report_unhandled(error)
                return self._facts.take((), name, reached, unread + Counter([facts[0].desk]))
        parts = [self._take_facts([fact], name, self._facts.consumed(name) or reached, Counter()) for fact in facts]
        self._facts.take((), name, reached, unread)
        refused = sum((Counter(one.refused) for one in parts), Counter[str]())
        return Taken(sum(one.applied for one in parts), newer=sum(one.newer for one in parts), refused=refused)

    async def _publish_again_if_asked(self) -> NoReturn:
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            await self._answer_asked()

    async def _keep_merging(self) -> NoReturn:
        while True:
            self._is_taken.clear()
            try:
                await self._merge()
            except AppError as error:
                _log.warning("What other desks shared cannot be merged: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(_POLL_SECONDS):
                    await self._is_taken.wait()

    async def _merge(self) -> None:
        async with self._merging:
            await run_to_the_end(self._facts.merge)

    async def _answer_asked(self) -> None:
        if self._again.is_due(time.monotonic()):
            await self._in_turn(partial(self._facts.forget_published, new_first=True))
            self.publish_soon()

    def _handling(self) -> Handling:
        return Handling(self.status.desk, self._own_name(), self._handled)

    def _is_own(self, message: StreamMessage) -> bool:
        return message.fact is not None and message.fact.origin == self._origin

    async def _settle(
        self, streams: Streams, place: RelayPlace, max_payload: int, read: Iterable[asyncio.Event]
    ) -> None:
        """Publish all and wait until all is taken, also where nothing can be published."""
        await self._merge()
        try:
            await self._publish_all(streams, place, max_payload)
        finally:
            for one in read:
                await one.wait()
        await self._answer_asked()
        await self._merge()
        await self._publish_all(streams, place, max_payload)

    async def _publish_all(self, streams: Streams, place: RelayPlace, max_payload: int) -> None:
        for name, publisher in self._publishers.items():
            await publisher.publish_all(streams[name], place, max_payload)

    def _note_lasting(self) -> None:
        """Note that the connection has proved to last, where the one before did not."""
        if self.status.problem is not None:
            self._note(problem=None)

    def _note_published(self) -> None:
        every = self._publishers.values()
        counts = {name: sum(getattr(one, name) for one in every) for name in ("published", "too_large", "denied")}
        self._note(**counts, held_up=next((one.held_up for one in every if one.held_up is not None), None))

    async def _in_turn(self, work: Callable[..., T], *arguments: object) -> T:
        """Run what blocks outside the event loop, one at a time."""
        async with self._turn:
            return await run_to_the_end(work, *arguments)

    def _note(self, **changes: Any) -> None:  # noqa: ANN401 - fields of `RelayStatus`
        with self._noting:
            self.status = self.status.changed(self._now(), **changes)
            self._on_changed()
