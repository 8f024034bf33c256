"""Converts facts to messages of the relay and back; names the subjects and streams of a site."""

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from app.domain.relay.shared_fact import FactKind, SharedFact

AGAIN = "again"
"""The kind of a message that asks every store to publish all its facts again."""
_ROOT = "despacho"
_NONE = "_"
_UNSAFE = re.compile(rb"[^A-Za-z0-9-]")
_ESCAPED = re.compile(r"=([0-9A-F]{2})")
MESSAGE_ID = "Nats-Msg-Id"
"""The server drops a message whose identifier it has seen within the stream's window."""
_FACT = "Despacho-Fact"
_ORIGIN, _MADE_AT, _DESK, _CODING = "Despacho-Origin", "Despacho-Made-At", "Despacho-Desk", "Despacho-Coding"
_DEFLATE = "deflate"
_WORTH = 1024  # bytes; a shorter body is sent as it is
_MOST = 256 * 1024 * 1024  # bytes of an inflated body


class Subject(NamedTuple):
    """What a subject says about its message."""

    kind: str
    carrier: str


def token(text: str) -> str:
    """Return a text as one token of a subject, without blanks, dots and wildcards; `from_token` returns the text."""
    return _UNSAFE.sub(lambda found: b"=%02X" % found[0][0], text.encode()).decode() or _NONE


def from_token(word: str) -> str:
    """Return the text of a token.

    Raises:
        ValueError: `token` did not make it.
    """
    text = b"" if word == _NONE else _ESCAPED.sub(lambda found: chr(int(found[1], 16)), word).encode("latin-1")
    if token(text.decode()) != word:
        raise ValueError(word)
    return text.decode()


def stream_name(site: str) -> str:
    """Return the stream of a site: one for each, so that permissions, limits and retention are the site's own."""
    return f"{_ROOT}-{token(site)}"


def site_subjects(site: str) -> str:
    """Return the subjects of all of a site's messages."""
    return f"{_ROOT}.{token(site)}.>"


def subject(site: str, kind: FactKind | str, carrier: str = "") -> str:
    """Return the subject of a message. A kind is a name without blanks or dots."""
    return f"{_ROOT}.{token(site)}.{kind}.{token(carrier)}"


def now_subject(site: str) -> str:
    """Return the subject of what is told and not stored."""
    return f"{_ROOT}-now.{token(site)}"


def read_subject(text: str) -> Subject:
    """Return what a subject says.

    Raises:
        ValueError: it is none of ours.
    """
    root, _site, kind, carrier = text.split(".")
    if root != _ROOT:
        raise ValueError(text)
    return Subject(kind, from_token(carrier))


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
