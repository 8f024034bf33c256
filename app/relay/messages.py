"""Facts as messages of the stream: a subject, headers, and the body, compressed where that pays."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from app.domain.relay.shared_fact import SharedFact
from app.relay.subjects import AGAIN, read_subject, subject

MESSAGE_ID = "Nats-Msg-Id"
"""The server drops a message whose identifier it has seen within the stream's window."""
_FACT = "Despacho-Fact"
_ORIGIN, _MADE_AT, _DESK, _CODING = "Despacho-Origin", "Despacho-Made-At", "Despacho-Desk", "Despacho-Coding"
_DEFLATE = "deflate"
_WORTH = 1024  # bytes; a shorter body is sent as it is
_MOST = 256 * 1024 * 1024  # bytes of an inflated body


@dataclass(frozen=True)
class OutgoingMessage:
    """A message that is not yet published."""

    subject: str
    headers: dict[str, str]
    data: bytes

    @property
    def size(self) -> int:
        """Bytes that count against the server's limit, with some for the headers."""
        return len(self.data) + sum(len(name) + len(value) + 4 for name, value in self.headers.items()) + 64

    def renamed(self, suffix: str) -> "OutgoingMessage":
        """Return the same message with a suffix to its identifier."""
        return replace(self, headers={**self.headers, MESSAGE_ID: f"{self.headers[MESSAGE_ID]} {suffix}"})


@dataclass(frozen=True)
class StreamMessage:
    """A message of the stream.

    Attributes:
        sequence: its number in the stream.
        pending: how many follow it.
        stored_at: when the server stored it, UTC.
        fact: None: it is no fact that this version can read.
        desk: the name of the desk that published it.
        is_again: whether it asks every store to publish all its facts again.
    """

    sequence: int
    pending: int
    stored_at: datetime
    fact: SharedFact | None
    desk: str = ""
    is_again: bool = False


def message_of(fact: SharedFact, site: str, desk: str) -> OutgoingMessage:
    """Return the message of a fact."""
    headers = {
        MESSAGE_ID: fact.identity,
        _FACT: fact.identity,
        _ORIGIN: fact.origin,
        _MADE_AT: fact.made_at,
        _DESK: desk.encode("unicode_escape").decode("ascii"),
    }
    data = fact.body
    if len(data) > _WORTH:
        data, headers[_CODING] = zlib.compress(data), _DEFLATE
    return OutgoingMessage(subject(site, fact.kind, fact.carrier), headers, data)


def read_message(
    address: str, headers: Mapping[str, str] | None, data: bytes, sequence: int, pending: int, stored_at: datetime
) -> StreamMessage:
    """Return a message that was read from the stream."""
    given = headers or {}
    fact, is_again = None, False
    try:
        kind, carrier = read_subject(address)
        is_again = kind == AGAIN
        if not is_again:
            body = data if _CODING not in given else _inflated(given[_CODING], data)
            fact = SharedFact(given[_FACT], kind, carrier, given[_ORIGIN], given[_MADE_AT], body)
        desk = given.get(_DESK, "").encode("ascii").decode("unicode_escape")
    except (ValueError, LookupError, zlib.error):  # of another program
        return StreamMessage(sequence, pending, stored_at, None)
    return StreamMessage(sequence, pending, stored_at, fact, desk, is_again)


def _inflated(coding: str, data: bytes) -> bytes:
    """Return the body of a message.

    Raises:
        ValueError, zlib.error: the coding is not known, or what it says is not there, or too much.
    """
    inflater = zlib.decompressobj()
    body = inflater.decompress(data, _MOST)
    if coding != _DEFLATE or not inflater.eof:
        raise ValueError(coding)
    return body
