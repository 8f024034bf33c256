"""Converts facts to messages of the relay and back; names the subjects and streams of a site.

Of a message the relay vouches for the subject, which ends with the desk whose credentials published it, and for the
time. All else is what anybody with credentials can send. Headers are never read.
"""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

from app.domain.relay.relay_status import CLOCKS_DIFFER
from app.domain.relay.shared_fact import FactKind, SharedFact, is_name, origin_of
from app.facts.file.database import utc_text

AGAIN: Final = "again"
"""The kind of a message that asks every store to publish all its facts again."""
NOW: Final = "now"
"""The kind of a message that says what a desk handles."""
CLOCK: Final = "clock"
"""The kind of a message that a desk stores to learn the relay's time."""
MESSAGE_ID: Final = "Nats-Msg-Id"
"""The server drops a message whose identifier it has seen within the stream's window."""
LARGEST: Final = 1024 * 1024
"""Bytes of a message once inflated."""
LARGEST_SHARED: Final = 16 * 1024
"""Bytes of a message of what desks share, as it is sent: the fewer, the more of them one desk may have."""

_ROOT: Final = "despacho"
_NONE: Final = "_"
_UNSAFE = re.compile(rb"[^A-Za-z0-9-]")
_ESCAPED = re.compile(r"=([0-9A-F]{2})")
_IDENTITY = re.compile(r"[!-~]{1,200}")
_DIGITS = re.compile(r"[0-9a-f]{32}")
_DEFLATED: Final = zlib.compress(b"")[:1]
_WORTH: Final = 1024  # bytes; a shorter message is sent as it is


class StreamName(StrEnum):
    """The streams of a site, by what follows the site in their names: no site's name has an underscore in it."""

    FACTS = ""
    RECEPTION = "_reception"  # what only receivers say, so that no desk can fill it
    NOW = "_now"  # the last message of each desk and kind alone


_KINDS: Final = {
    StreamName.FACTS: (FactKind.FOLLOW_UP, FactKind.GAP, FactKind.LOAD, AGAIN),
    StreamName.RECEPTION: (FactKind.NOTIFICATION, FactKind.LISTENING),
    StreamName.NOW: (NOW, CLOCK),
}


class Subject(NamedTuple):
    """What a subject says about its message; the relay lets a desk publish under its own name alone."""

    kind: str
    desk: str


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


def stream_name(site: str, stream: StreamName = StreamName.FACTS) -> str:
    """Return the name of a stream of a site: each site has its own, so that permissions and limits are its own too."""
    return f"{_ROOT}-{token(site)}{stream}"


def stream_subjects(site: str, stream: StreamName) -> list[str]:
    """Return the subjects of a stream's messages."""
    return [subjects_of(site, kind) for kind in _KINDS[stream]]


def subjects_of(site: str, kind: str) -> str:
    """Return the subjects of a kind of message, of whichever desk."""
    return f"{_ROOT}.{token(site)}.{kind}.*"


def stream_of(kind: str) -> StreamName:
    """Return the stream of a kind of message."""
    return next((stream for stream, kinds in _KINDS.items() if kind in kinds), StreamName.FACTS)


def subject(site: str, kind: FactKind | str, desk: str) -> str:
    """Return the subject of a desk's message. A kind is a name without blanks or dots."""
    return f"{_ROOT}.{token(site)}.{kind}.{token(desk)}"


def read_subject(text: str) -> Subject:
    """Return what a subject says.

    Raises:
        ValueError: it is none of ours.
    """
    root, _site, kind, word = text.split(".")
    desk = from_token(word)
    if root != _ROOT or not is_name(desk):
        raise ValueError(text)
    return Subject(kind, desk)


@dataclass(frozen=True)
class OutgoingMessage:
    """A message that is not yet published; its identifier is the same whenever it is published again."""

    subject: str
    identity: str
    data: bytes

    @property
    def size(self) -> int:
        """Bytes that count against the server's limit, with some for the headers."""
        return len(self.data) + 300

    def renamed(self, identity: str) -> "OutgoingMessage":
        """Return the same message under another identifier."""
        return replace(self, identity=identity)


@dataclass(frozen=True)
class StreamMessage:
    """A message of a stream.

    Attributes:
        sequence: its number in the stream.
        stored_at: when the server stored it, UTC.
        at: the same to the last digit, as the server writes it.
        fact: None: it is no fact that this version can read.
        desk: the name of the desk that published it; empty: it cannot be read.
        ahead: how long after it was stored it says that it was written.
        is_again: whether it asks every store to publish all its facts again.
    """

    sequence: int
    stored_at: datetime
    at: str
    fact: SharedFact | None = None
    desk: str = ""
    ahead: timedelta = timedelta()
    is_again: bool = False


def message_of(fact: SharedFact, site: str) -> OutgoingMessage:
    """Return the message of a fact."""
    about = {"fact": fact.identity, "origin": fact.origin, "proof": fact.proof, "made_at": fact.made_at}
    data = json.dumps(about, separators=(",", ":")).encode() + b"\n" + fact.body
    packed = zlib.compress(data) if len(data) > _WORTH else data
    return OutgoingMessage(subject(site, fact.kind, fact.desk), fact.identity, packed)


def is_readable(fact: SharedFact) -> bool:
    """Tell whether other desks take a fact: one that is too large they do not."""
    return len(fact.body) + _WORTH <= LARGEST


def read_message(found: Mapping[str, Any]) -> StreamMessage:
    """Return a message as the server answers it to a request for one: `seq`, `time`, `subject`, `data` in base64."""
    stored_at = server_time(found["time"])
    unread = StreamMessage(int(found["seq"]), stored_at, found["time"])
    desk = ""
    try:
        kind, desk = read_subject(found["subject"])
        if kind == AGAIN:
            return replace(unread, desk=desk, is_again=True)
        fact, made_at = _fact(kind, desk, _inflated(b64decode(found.get("data", ""))), stored_at)
    except (ValueError, LookupError, TypeError, RecursionError, OverflowError, zlib.error):  # no version wrote it
        return replace(unread, desk=desk)
    return replace(unread, fact=fact, desk=desk, ahead=made_at - stored_at)


def _fact(kind: str, desk: str, data: bytes, stored_at: datetime) -> tuple[SharedFact, datetime]:
    """Return the fact in a message, and when it was written.

    Raises:
        ValueError, LookupError, TypeError, RecursionError, OverflowError: there is none, or it is not this desk's.
    """
    head, _, body = data.partition(b"\n")
    about = json.loads(head)
    identity, origin, proof = about["fact"], about["origin"], about["proof"]
    made_at, latest = datetime.fromisoformat(about["made_at"]), stored_at + CLOCKS_DIFFER
    if not _IDENTITY.fullmatch(identity) or not _DIGITS.fullmatch(proof) or origin_of(desk, proof) != origin:
        raise ValueError(identity)
    written = utc_text(min(made_at, latest))  # a TypeError: it names no zone
    return SharedFact(identity, kind, origin, written, body, desk, proof, utc_text(latest)), made_at


def _inflated(data: bytes) -> bytes:
    """Return the content of a message.

    Raises:
        ValueError, zlib.error: it is damaged, or too large.
    """
    if data[:1] == _DEFLATED:
        inflater = zlib.decompressobj()
        content = inflater.decompress(data, LARGEST)
        is_whole = inflater.eof
    else:
        content, is_whole = data, len(data) <= LARGEST
    if not is_whole:
        raise ValueError(len(data))
    return content


def server_time(text: str) -> datetime:
    """Return a time as the server writes it, with up to nine digits of a second."""
    whole, _, rest = text.rstrip("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{rest[:6].ljust(6, '0')}+00:00")


_SAYS_NOTHING = timedelta(hours=1)
"""So long after it a fact says nothing of a desk's clock."""


class DeskClocks:
    """How far desks wrote their latest facts after the relay had stored them, which no right clock can."""

    def __init__(self) -> None:
        self._ahead: dict[str, tuple[timedelta, datetime]] = {}  # with the time of the relay

    def note(self, messages: Iterable[StreamMessage]) -> None:
        """Take messages in the order of the stream; one that was stored as soon as it was written says all is well."""
        for one in messages:
            if one.fact is not None and one.ahead > CLOCKS_DIFFER:
                self._ahead[one.desk] = one.ahead, one.stored_at
            elif one.fact is not None and one.ahead > -CLOCKS_DIFFER:
                self._ahead.pop(one.desk, None)
            since = one.stored_at - _SAYS_NOTHING  # it may have another name now
            self._ahead = {desk: said for desk, said in self._ahead.items() if said[1] > since}

    @property
    def furthest(self) -> tuple[timedelta, str]:
        """By how much the clock that is most ahead is so, and the name of its desk; zero: none is."""
        return max(((ahead, desk) for desk, (ahead, _) in self._ahead.items()), default=(timedelta(), ""))
