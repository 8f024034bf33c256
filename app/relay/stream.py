"""A site's stream: what it is, publishing to it, and reading it from a position on."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import nats.errors
from nats.aio.msg import Msg

from app.domain.errors import RelayError
from app.domain.texts import Text
from app.relay.connection import FULL, NO_JETSTREAM, NO_STREAM, UNEXPECTED, Connection, relay_failures
from app.relay.messages import (
    AGAIN,
    MESSAGE_ID,
    OutgoingMessage,
    StreamMessage,
    read_message,
    site_subjects,
    stream_name,
    subject,
)

_API = "$JS.API"
_NANOSECONDS = 1_000_000_000
_DUPLICATES = timedelta(minutes=10)
"""For so long the server knows which messages it has; stores know what they have for ever."""
REPLICAS = 3
"""On how many servers of a cluster a stream is."""
_BATCH = 256  # messages
_BATCH_BYTES = 16 * 1024 * 1024
_REQUEST_SECONDS, _BEAT_SECONDS = 30.0, 5.0
_INACTIVE_SECONDS = 60
_TRIES_SECONDS = (1.0, 1.0, 2.0)
"""How long the first tries may take: a cluster gives some requests to a server that has just failed."""
_BY_AGE = timedelta(days=1)
"""The server deletes what is old within less than this."""
_NO_STREAM_CODES = (10059, 10060)  # no such stream; the message expected another one
_FULL_CODES = (10023, 10047, 10048, 10077, 10122)
_LOST_STATUS = Text("Relay", "The relay stopped delivering ({reason}). Despacho continues where it was.")
_HEARTBEAT, _ALL_CAME = "100", "Batch Completed"  # the latter is said by nats-server 2.10 and later
_LATER_STATUS = ("404", "408")  # nothing there now; the request has expired


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


class SiteStream:
    """The stream of a site on a connection. Every method raises `RelayError` and `RelayRefusedError`.

    Args:
        connection: to a server.
        site: its name.
    """

    def __init__(self, connection: Connection, site: str) -> None:
        self._connection, self._site = connection, site
        self._name = stream_name(site)

    async def state(self) -> StreamState:
        """Return what the stream holds."""
        answer = await self._ask(f"{_API}.STREAM.INFO.{self._name}")
        self._check(answer)
        return _state(answer)

    async def create(self, max_age: timedelta) -> StreamState:
        """Create the stream: on disk, on three servers of a cluster, full rather than forgetful."""
        config = {
            "name": self._name,
            "subjects": [site_subjects(self._site)],
            "retention": "limits",
            "storage": "file",
            "discard": "new",
            "max_age": round(max_age.total_seconds()) * _NANOSECONDS,
            "duplicate_window": round(_DUPLICATES.total_seconds()) * _NANOSECONDS,
            "num_replicas": REPLICAS if self._connection.is_cluster else 1,
            "deny_delete": True,
        }
        answer = await self._connection.ask(f"{_API}.STREAM.CREATE.{self._name}", json.dumps(config).encode())
        self._check(answer)
        return _state(answer)

    async def publish(self, messages: Sequence[OutgoingMessage]) -> None:
        """Publish messages in order, and return once the server has stored all of them.

        One that the server takes for a copy of a message that was purged since is published under another identifier.
        """
        acknowledged = await self._publish(messages)
        copies = [(one, int(answer["seq"])) for one, answer in acknowledged if answer.get("duplicate")]
        if copies:
            first = (await self.state()).first
            await self._publish([one.renamed(str(first)) for one, sequence in copies if sequence < first])

    async def _publish(self, messages: Sequence[OutgoingMessage]) -> list[tuple[OutgoingMessage, dict[str, Any]]]:
        requests = [
            asyncio.create_task(
                self._connection.ask(one.subject, one.data, {**one.headers, "Nats-Expected-Stream": self._name})
            )
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

    async def ask_again(self, reason: str) -> None:
        """Ask every store to publish all its facts again, once for each reason."""
        identity = f"{AGAIN}_{reason}"
        await self.publish([OutgoingMessage(subject(self._site, AGAIN), {MESSAGE_ID: identity}, b"")])

    async def messages(self, since: int) -> AsyncIterator[list[StreamMessage]]:
        """Yield the messages from a number on, and then new ones as they come; an empty list while none come.

        The position is the store's, so that the consumer on the server lasts as long as the connection and needs no
        acknowledgements; one that was lost shows as a hole in its numbers.

        Raises:
            RelayError: the server stopped delivering, or a message was lost on the way; start anew.
        """
        consumer = await self._consumer(since)
        expected = 1
        async with self._connection.subscribed() as inbox:
            request = json.dumps(
                {
                    "batch": _BATCH,
                    "max_bytes": max(_BATCH_BYTES, 2 * self._connection.max_payload),
                    "expires": int(_REQUEST_SECONDS * _NANOSECONDS),
                    "idle_heartbeat": int(_BEAT_SECONDS * _NANOSECONDS),
                }
            ).encode()
            requested = 0
            while True:
                if requested <= 0:
                    await self._connection.send(
                        f"{_API}.CONSUMER.MSG.NEXT.{self._name}.{consumer}", request, inbox.subject
                    )
                    requested = _BATCH
                with relay_failures(self._connection.server):
                    received = [await inbox.next_msg(timeout=3 * _BEAT_SECONDS)]
                    while inbox.pending_msgs:
                        received.append(await inbox.next_msg(timeout=1))
                found, is_all_read = [], False
                for message in received:
                    headers = message.headers or {}
                    if (status := headers.get("Status")) is not None:
                        requested = 0 if _has_ended(status, headers.get("Description", "")) else requested
                        is_all_read |= status in _LATER_STATUS
                        continue
                    one, number = _read(message)
                    if number != expected:
                        raise RelayError(_LOST_STATUS.filled(reason=f"{number} ≠ {expected}"))
                    expected, requested = expected + 1, requested - 1
                    found.append(one)
                if found or is_all_read:
                    yield found

    async def pending(self, after: int) -> tuple[int, datetime]:
        """Return how many messages follow a number, and the server's time, UTC."""
        answer = await self._create_consumer(after + 1, inactive_seconds=1)
        return int(answer["num_pending"]), server_time(answer["created"])

    async def _consumer(self, since: int) -> str:
        return str((await self._create_consumer(since, _INACTIVE_SECONDS))["name"])

    async def _create_consumer(self, since: int, inactive_seconds: int) -> dict[str, Any]:
        config = {
            "deliver_policy": "by_start_sequence",
            "opt_start_seq": max(since, 1),
            "ack_policy": "none",
            "replay_policy": "instant",
            "inactive_threshold": inactive_seconds * _NANOSECONDS,
            "mem_storage": True,
            "num_replicas": 1,
        }
        data = json.dumps({"stream_name": self._name, "config": config}).encode()
        answer = await self._ask(f"{_API}.CONSUMER.CREATE.{self._name}", data)
        self._check(answer)
        return answer

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
        if error.get("code") == 503 and "enabled" in reason:  # noqa: PLR2004 - JetStream's own
            raise RelayError(NO_JETSTREAM)
        raise RelayError(UNEXPECTED.filled(reason=reason or code))


def _has_ended(status: str, words: str) -> bool:
    """Whether a request for messages ended before it had brought as many as it asked for.

    Args:
        status: of a message of the server about the request.
        words: its description.

    Raises:
        RelayError: the consumer or the stream is gone.
    """
    if status == _HEARTBEAT or _ALL_CAME in words:
        return False
    if status in _LATER_STATUS or "Exceeded" in words or "Exceeds" in words:
        return True
    raise RelayError(_LOST_STATUS.filled(reason=words or status))


class NoStreamError(RelayError):
    """The site has no stream yet, or it was deleted."""


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


def _read(message: Msg) -> tuple[StreamMessage, int]:
    """Return a message, and its number among those delivered."""
    try:
        about = message.metadata
    except nats.errors.Error as error:
        raise RelayError(_LOST_STATUS.filled(reason=error)) from error
    stored_at = about.timestamp.replace(tzinfo=about.timestamp.tzinfo or UTC)
    one = read_message(
        message.subject, message.headers, message.data, about.sequence.stream, about.num_pending, stored_at
    )
    return one, about.sequence.consumer


def server_time(text: str) -> datetime:
    """Return a time as the server writes it, with up to nine digits of a second."""
    whole, _, rest = text.rstrip("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{rest[:6].ljust(6, '0')}+00:00")
