"""The names of streams and subjects: `despacho.<site>.<kind>.<carrier>`, where any text can be a token."""

import re
from typing import NamedTuple

from app.domain.relay.shared_fact import FactKind

AGAIN = "again"
"""The kind of a message that asks every store to publish all its facts again."""
_ROOT = "despacho"
_NONE = "_"
_UNSAFE = re.compile(rb"[^A-Za-z0-9-]")
_ESCAPED = re.compile(r"=([0-9A-F]{2})")


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
