"""The JSON of facts: what is common to all kinds."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from app.domain.contract.json_text.storable_text import storable
from app.domain.relay.shared_fact import LONGEST_NAME
from app.facts.file.database import utc_text

VERSION: Final = 1
_YEARS = range(1970, 2200)


class NewerFormError(Exception):
    """A newer version wrote the body."""


def written(said: Mapping[str, object]) -> bytes:
    """Return the body of a fact."""
    return json.dumps({"version": VERSION, **said}, ensure_ascii=False, separators=(",", ":")).encode()


def read(body: bytes) -> dict[str, Any]:
    """Return what a body says.

    Raises:
        NewerFormError: a newer version wrote it.
        ValueError, TypeError, RecursionError: no version of Despacho wrote it.
    """
    said = json.loads(
        body.decode(errors="surrogateescape")
    )  # a `UnicodeDecodeError` would mean that the file is damaged
    version = said["version"]
    if type(version) is not int or version < 1:
        raise ValueError(version)
    if version > VERSION:
        raise NewerFormError
    return dict(said)


def text(value: object, longest: int | None = None) -> str:
    """Return a text as it can be stored."""
    if not isinstance(value, str):
        raise TypeError(value)
    if longest is not None and len(value) > longest:
        raise ValueError(longest)
    return storable(value)


def one_line(name: str) -> str:
    """Return a name without line breaks and what cannot be seen, and cut."""
    return "".join(char for char in name if char.isprintable())[:LONGEST_NAME]


def number(value: object) -> int:
    """Return a number as it can be stored."""
    if type(value) is not int or not 0 <= value < 2**63:
        raise ValueError(value)
    return value


def time(value: object) -> str:
    """Return a time as it is stored."""
    at = datetime.fromisoformat(text(value, LONGEST_NAME))
    if at.tzinfo is None or at.year not in _YEARS:
        raise ValueError(value)
    return utc_text(at)
