"""A site's streams: what they are, publishing to them, and reading them from a position on."""

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any, Final

from app.domain.errors import RelayError
from app.domain.texts import Text
from app.relay.connection import FULL, NO_JETSTREAM, NO_STREAM, SLOW, UNEXPECTED, Connection
from app.relay.messages import (
    AGAIN,
    CLOCK,
    LARGEST,
    LARGEST_SHARED,
    MESSAGE_ID,
    OutgoingMessage,
    StreamMessage,
    StreamName,
    read_message,
    server_time,
    stream_name,
    stream_subjects,
    subject,
)

API: Final = "$JS.API"
NO_MESSAGE: Final = 10037
REPLICAS: Final = 3
"""On how many servers of a cluster a stream is."""
_NANOSECONDS = 1_000_000_000
_DUPLICATES = timedelta(minutes=10)
"""For so long the server knows which messages it has; stores know what they have for ever."""
_FEWEST, _BATCH = 8, 64  # messages
_BATCH_BYTES = 8 * 1024 * 1024
"""Of messages that are asked for at once; the server ends a connection on which more than its `max_pending` waits."""
_OFTEN_SECONDS, _SELDOM_SECONDS = 0.05, 0.5
"""How soon it is looked for messages after some came, and after none came for long."""
_LOOK_SECONDS = 10.0
_TRIES_SECONDS = (1.0, 1.0, 2.0)
"""How long the first tries may take: a cluster gives some requests to a server that has just failed."""
_BATCH_SECONDS = (2.0, 4.0, 30.0)
"""Likewise for messages, which may be large together."""
_BY_AGE = timedelta(days=1)
"""The server deletes what is old within less than this."""
_NO_STREAM_CODES = (10059, 10060)  # no such stream; the message expected another one
_UNAVAILABLE = 503
_FULL_CODES = (10002, 10023, 10027, 10028, 10047, 10077, 10122)
"""Of nats-server's `errors.json`: limits of the account, of the server and of the stream, and failures of the disk."""
_TOO_LARGE_CODE = 10054
RESTORED: Final = Text(
    "Relay", "The relay's stream was restored from an older copy. Despacho publishes and reads all again."
)
_MEGABYTE = 1024 * 1024
_OF_DESK = 0.75
"""Of the place for what desks share, the part that one of them can fill: the others then still share."""
_MOST_OF_SUBJECT = 500_000
"""Messages of one kind of a desk, where the account has no limit from which it would follow."""
_AROUND = 512
"""Bytes that a message takes besides its content, at most: its subject, and what the server writes about it."""
_LIMITS: Final[dict[StreamName, dict[str, object]]] = {
    # Half of the account, and of that a part for each desk, see `_room`.
    StreamName.FACTS: {"discard": "new", "discard_new_per_subject": True, "max_msg_size": LARGEST_SHARED},
    StreamName.RECEPTION: {"discard": "new", "max_msg_size": LARGEST + 4096},
    StreamName.NOW: {"max_msgs_per_subject": 1, "discard": "old", "max_bytes": 16 * _MEGABYTE, "max_msg_size": 65_536},
}  # fmt: skip


@dataclass(frozen=True)
class StreamState:
    """What a stream holds.

    Attributes:
        identity: another for each stream that was created, even under the same name.
        first: the number of its first message.
        last: the number of its last message; also where all were deleted.
        first_at: when the first was stored; None: it holds none.
        max_age: how long it keeps a message; None: for ever.
        replicas: how many servers have it.
        is_on_disk: whether its messages are.
    """

    identity: str
    first: int
    last: int
    first_at: datetime | None
    max_age: timedelta | None
    replicas: int
    is_on_disk: bool

    def lacks(self, after: int, now: datetime) -> bool:
        """Tell whether messages after a number were deleted, other than for their age."""
        if self.first <= after + 1:
            return False
        by_age = (
            self.max_age is not None and self.first_at is not None and self.first_at <= now - self.max_age + _BY_AGE
        )
        return not by_age

    def following(self, after: int) -> int:
        """Return how many messages follow a number, at most."""
        return max(self.last - max(after, self.first - 1), 0)


class SiteStream:
    """A stream of a site on a connection. Every method raises `RelayError` and `RelayRefusedError`.

    Attributes:
        waiting: how many messages follow those that `messages` yielded.
    """

    def __init__(self, connection: Connection, site: str, stream: StreamName = StreamName.FACTS) -> None:
        self._connection, self._site = connection, site
        self._stream, self._name = stream, stream_name(site, stream)
        self.waiting = 0
        self._most = _FEWEST

    async def state(self) -> StreamState:
        """Return what the stream holds."""
        answer = await self._ask(f"{API}.STREAM.INFO.{self._name}")
        self._check(answer)
        return _state(answer)

    async def create(self, max_age: timedelta) -> StreamState:
        """Create the stream: on disk, on three servers of a cluster, full rather than forgetful."""
        replicas = REPLICAS if self._connection.is_cluster else 1
        limits = _LIMITS[self._stream]
        if self._stream is StreamName.FACTS:
            limits = limits | await self._room(replicas)
        config = {
            "name": self._name,
            "subjects": stream_subjects(self._site, self._stream),
            "retention": "limits",
            "storage": "file",
            "max_age": round(max_age.total_seconds()) * _NANOSECONDS,
            "duplicate_window": round(min(_DUPLICATES, max_age).total_seconds()) * _NANOSECONDS,
            "num_replicas": replicas,
            "deny_delete": True,
            **limits,
        }
        answer = await self._connection.ask(f"{API}.STREAM.CREATE.{self._name}", json.dumps(config).encode())
        self._check(answer)
        return _state(answer)

    async def _room(self, replicas: int) -> dict[str, object]:
        """Return the limits of what desks share: half of the account, so that the rest is left to reception.

        The server has no limit of bytes for a user. But each desk has subjects of its own, and of each so many messages
        of the largest size are kept that all together are a part of the stream.
        """
        answer = await self._ask(f"{API}.INFO")
        self._check(answer)
        room = max(int(answer["limits"]["max_storage"]), 0) // 2 // replicas
        if not room:  # the account has no limit
            return {"max_msgs_per_subject": _MOST_OF_SUBJECT}
        kinds = len(stream_subjects(self._site, self._stream))
        most = int(_OF_DESK * room / kinds / (LARGEST_SHARED + _AROUND))
        return {"max_bytes": room, "max_msgs_per_subject": max(most, 1)}

    async def publish(self, messages: Sequence[OutgoingMessage]) -> None:
        """Publish messages in order, and return once the server has stored all of them.

        One that the server takes for a copy of another message, or of one that was deleted since, is published under
        another identifier.
        """
        copies = [(one, int(answer["seq"])) for one, answer in await self._publish(messages) if "duplicate" in answer]
        for one, sequence in copies:
            stored = await self.stored(sequence)
            if stored is None or (stored["subject"], b64decode(stored.get("data", ""))) != (one.subject, one.data):
                await self._publish([one.renamed(token_hex(16))])

    async def _publish(self, messages: Sequence[OutgoingMessage]) -> list[tuple[OutgoingMessage, dict[str, Any]]]:
        about = {"Nats-Expected-Stream": self._name}
        requests = [
            asyncio.create_task(self._connection.ask(one.subject, one.data, {MESSAGE_ID: one.identity, **about}))
            for one in messages
        ]
        acknowledged = []
        try:
            for one, request in zip(messages, requests, strict=True):
                answer = await request
                self._check(answer)
                acknowledged.append((one, answer))
        finally:
            for request in requests:
                request.cancel()
            await asyncio.gather(*requests, return_exceptions=True)
        return acknowledged

    async def ask_again(self, desk: str, reason: str) -> None:
        """Ask every store to publish all its facts again; once for each reason."""
        await self.publish([OutgoingMessage(subject(self._site, AGAIN, desk), f"{AGAIN} {desk} {reason}", b"")])

    async def clock(self, desk: str) -> datetime:
        """Return the server's time (UTC): that of a message which is stored for it."""
        own = subject(self._site, CLOCK, desk)
        _, answer = (await self._publish([OutgoingMessage(own, token_hex(16), b"")]))[0]
        stored = await self.stored(int(answer["seq"]), own)  # or one after it, of another process of this desk
        if stored is None:
            raise RelayError(UNEXPECTED.filled(reason=NO_MESSAGE))
        return server_time(stored["time"])

    async def messages(self, after: int, identity: str) -> AsyncIterator[list[StreamMessage]]:
        """Yield the messages after a number, and then new ones as they come; an empty list while none come.

        Each message is asked for by its number, and comes as the server's own answer: nothing in it can be taken for
        anything else, and none can be lost on the way. No consumer is created: a desk that may create one could have
        the server publish for it, under any subject.

        Args:
            after: the number of the last message taken.
            identity: of the stream.

        Raises:
            RelayError: the stream was replaced, or restored from an older copy.
        """
        clock = asyncio.get_running_loop().time
        pause, looked_at = _OFTEN_SECONDS, clock()
        while True:
            found = await self._following(after, identity)
            yield found
            if found:
                after, pause = found[-1].sequence, _OFTEN_SECONDS
                continue
            if clock() - looked_at > _LOOK_SECONDS:
                looked_at = clock()
                await self._checked_state(after, identity)
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, _SELDOM_SECONDS)

    async def _following(self, after: int, identity: str) -> list[StreamMessage]:
        """Return the next messages after a number, at most `_most`; those that were deleted are left out."""
        following = await self.stored(after + 1, ">")
        if following is None:
            self.waiting = 0
            return []
        state = await self._checked_state(after, identity)
        first = int(following["seq"]) + 1
        numbers = range(first, min(first + self._most - 1, state.last + 1))
        stored = [following, *await self._all_stored(numbers)]
        largest = max(len(one.get("data", "")) for one in stored)
        self._most = max(min(2 * self._most, _BATCH, _BATCH_BYTES // (largest + 1)), 1)
        self.waiting = max(state.last - numbers.stop + 1, 0)
        return [read_message(one) for one in stored]

    async def _all_stored(self, numbers: Iterable[int]) -> list[dict[str, Any]]:
        """Return the messages of some numbers."""
        answers: dict[int, dict[str, Any] | None] = dict.fromkeys(numbers)
        for seconds in _BATCH_SECONDS:
            asked = [number for number, answer in answers.items() if answer is None]
            questions = [json.dumps({"seq": number}).encode() for number in asked]
            found = await self._connection.ask_each(f"{API}.STREAM.MSG.GET.{self._name}", questions, seconds)
            answers |= zip(asked, found, strict=True)
        if None in answers.values():
            raise RelayError(SLOW.filled(server=self._connection.server))
        return list(filter(None, (self._found(answer) for answer in answers.values() if answer is not None)))

    async def _checked_state(self, after: int, identity: str) -> StreamState:
        state = await self.state()
        if state.identity != identity or state.last < after:
            raise RelayError(RESTORED)
        return state

    async def stored(self, sequence: int, subjects: str = "") -> dict[str, Any] | None:
        """Return a message as the server has it: of a number, or the first of some subjects from a number on."""
        question = {"seq": sequence} | ({"next_by_subj": subjects} if subjects else {})
        return self._found(await self._ask(f"{API}.STREAM.MSG.GET.{self._name}", json.dumps(question).encode()))

    def _found(self, answer: dict[str, Any]) -> dict[str, Any] | None:
        if answer.get("error", {}).get("err_code") == NO_MESSAGE:
            return None
        self._check(answer)
        found: dict[str, Any] = answer["message"]
        return found

    async def _ask(self, subject: str, data: bytes = b"") -> dict[str, Any]:
        """Send a request that may be sent more than once."""
        for seconds in _TRIES_SECONDS:
            try:
                return await self._connection.ask(subject, data, seconds=seconds)
            except RelayError as error:
                if not isinstance(error.__cause__, TimeoutError):
                    raise
        return await self._connection.ask(subject, data)

    def _check(self, answer: dict[str, Any]) -> None:
        error = answer.get("error")
        if error is None:
            return
        code, reason = error.get("err_code", 0), error.get("description", "")
        if code in _NO_STREAM_CODES:
            raise NoStreamError(NO_STREAM.filled(site=self._site))
        if code in _FULL_CODES:
            raise RelayError(FULL.filled(reason=reason))
        if code == _TOO_LARGE_CODE:
            raise TooLargeError(UNEXPECTED.filled(reason=reason))
        if error.get("code") == _UNAVAILABLE and "enabled" in reason:  # JetStream's own
            raise RelayError(NO_JETSTREAM)
        raise RelayError(UNEXPECTED.filled(reason=reason or code))


class NoStreamError(RelayError):
    """The site has no stream yet, or it was deleted."""


class TooLargeError(RelayError):
    """The stream takes no message as large as one of these."""


def _state(answer: dict[str, Any]) -> StreamState:
    config, state = answer["config"], answer["state"]
    holds = state["messages"] > 0
    age = config.get("max_age", 0)
    return StreamState(
        identity=str(answer["created"]),
        first=int(state["first_seq"]) if holds else int(state["last_seq"]) + 1,
        last=int(state["last_seq"]),
        first_at=server_time(state["first_ts"]) if holds else None,
        max_age=timedelta(microseconds=age / 1000) if age else None,
        replicas=int(config.get("num_replicas", 1)),
        is_on_disk=config.get("storage") == "file",
    )
