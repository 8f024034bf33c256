"""Deviations of the provider's data from the contract: kind, field, example and count."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple

from app.domain.contract.json_text.storable_text import storable
from app.domain.texts import Text

MOST_KINDS: Final = 500
"""Most different deviations that are saved, and that one load collects."""
_LONGEST_EXAMPLE = 60
_MOST_READ = 2 * _LONGEST_EXAMPLE
_LONGEST_PLACE = 80
_SHAPE = re.compile(r"(text|list|object|number)(?:, ([0-9]+) (?:characters|items))?")
_LOWER, _UPPER, _DIGITS = re.compile("[^\\W\\d_A-Z]+"), re.compile("[A-Z]+"), re.compile(r"\d+")


class Source(StrEnum):
    """The interface that deviates."""

    MANIFEST = "manifest"
    NOTIFICATION = "notification"


class What(StrEnum):
    """The kind of a deviation; the values are those of the exports."""

    UNKNOWN_FIELD = "unknown_field"
    OTHER_TYPE = "other_type"
    OTHER_SPELLING = "other_spelling"
    ODD_VALUE = "odd_value"
    UNKNOWN_STATUS = "unknown_status"
    UNKNOWN_MANIFEST_STATE = "unknown_manifest_state"
    UNKNOWN_EVENT = "unknown_event"
    CONTRADICTION = "contradiction"
    OTHER_CARRIER = "other_carrier"
    OTHER_ENCODING = "other_encoding"
    OTHER_SYNTAX = "other_syntax"
    ZERO_VALUE = "zero_value"
    LOOK_ALIKE = "look_alike"


_SHOWN_WHOLE: Final = (
    What.UNKNOWN_STATUS, What.UNKNOWN_MANIFEST_STATE, What.UNKNOWN_EVENT, What.OTHER_CARRIER, What.OTHER_SYNTAX,
    What.OTHER_ENCODING,
)  # fmt: skip
"""Kinds whose examples are the value itself."""
SOURCE_TEXTS: Final = {
    Source.MANIFEST: Text("Deviation", "Manifests"),
    Source.NOTIFICATION: Text("Deviation", "Notifications"),
}
WHAT_TEXTS: Final = {
    What.UNKNOWN_FIELD: Text("Deviation", "Field that the contract does not list"),
    What.OTHER_TYPE: Text("Deviation", "Another type than the contract's; read anyway"),
    What.OTHER_SPELLING: Text("Deviation", "Another spelling than the contract's; read as what it means"),
    What.ODD_VALUE: Text("Deviation", "Value that cannot be read"),
    What.UNKNOWN_STATUS: Text("Deviation", "Status that the contract does not list"),
    What.UNKNOWN_MANIFEST_STATE: Text("Deviation", "Manifest state that the contract does not list"),
    What.UNKNOWN_EVENT: Text("Deviation", "Event that the contract does not list"),
    What.CONTRADICTION: Text("Deviation", "Status id and name contradict each other; the id decides"),
    What.OTHER_CARRIER: Text("Deviation", "Manifest of another carrier than the one asked for"),
    What.OTHER_ENCODING: Text("Deviation", "Another encoding than the contract's; read anyway"),
    What.OTHER_SYNTAX: Text("Deviation", "Not written as JSON; read anyway"),
    What.ZERO_VALUE: Text("Deviation", "Declared value of 0 beside another one; the other one counts"),
    What.LOOK_ALIKE: Text("Deviation", "Numbers that look alike and do not match"),
}
_SHAPE_TEXTS: Final = {
    "text": Text("Deviation", "text, %Ln character(s)", count=0),
    "list": Text("Deviation", "list, %Ln item(s)", count=0),
    "object": Text("Deviation", "object"),
    "number": Text("Deviation", "number"),
}


class Deviation(NamedTuple):
    """One deviation from the contract.

    Attributes:
        place: the field's wire name, such as `envios.numero` or `data.estado_nuevo`; or `header.` and its name.
        example: the value, shortened; only its shape if the field holds personal data or is unknown.
    """

    source: Source
    place: str
    what: What
    example: str

    @property
    def example_class(self) -> str:
        """One text for all examples that differ only in letters and digits; a status or a code is not generalized."""
        if self.what in _SHOWN_WHOLE:
            return self.example.casefold()
        return _DIGITS.sub("9", _LOWER.sub("a", _UPPER.sub("A", self.example)))


class DeviationRow(NamedTuple):
    """One saved kind of deviation; times are UTC."""

    source: Source
    place: str
    what: What
    example: str
    first_at: datetime
    last_at: datetime
    times: int


class DeviationCounts:
    """Counts deviations in memory until they are saved together; at most `MOST_KINDS` different ones."""

    def __init__(self) -> None:
        self._counts: dict[tuple[Source, str, What, str], tuple[Deviation, int]] = {}

    def add(self, deviations: Iterable[Deviation]) -> None:
        """Count deviations; a new kind beyond `MOST_KINDS` is ignored."""
        for one in deviations:
            key = (one.source, one.place, one.what, one.example_class)
            first, count = self._counts.get(key, (one, 0))
            if count or len(self._counts) < MOST_KINDS:
                self._counts[key] = first, count + 1

    def __iter__(self) -> Iterator[tuple[Deviation, int]]:
        """Iterate over the different deviations, each with its count."""
        return iter(self._counts.values())

    def __bool__(self) -> bool:
        """Return whether any deviation was counted."""
        return bool(self._counts)


def deviation(source: Source, place: str, what: What, value: object, *, is_shown: bool = False) -> Deviation:
    """Return a deviation with its example: the value if it may be shown, else only its type and length."""
    if is_shown and isinstance(value, (str, int, float, Decimal)):
        text = _visible(str(value))
        is_quoted = isinstance(value, str) and (what is What.OTHER_TYPE or text != text.strip())
        example = shortened(f'"{text}"' if is_quoted else text)
    else:
        example = _shape(value)
    return Deviation(source, shortened(place, _LONGEST_PLACE), what, example)


def _visible(text: str) -> str:
    """Return a text with invisible characters as their codes, since they may be what is odd about it."""
    if text.isascii():
        return text
    return "".join(char if unicodedata.category(char) != "Cf" else f"\\u{ord(char):04x}" for char in text[:_MOST_READ])


def shape_text(what: What, example: str) -> Text | None:
    """Return the words for an example that is only the shape of a value; None if it is the value."""
    shape = _SHAPE.fullmatch(example) if what not in _SHOWN_WHOLE else None
    if shape is None:
        return None
    text = _SHAPE_TEXTS[shape[1]]
    return replace(text, count=int(shape[2])) if shape[2] else text


def shortened(text: str, longest: int = _LONGEST_EXAMPLE) -> str:
    """Return a text as one storable line of limited length."""
    line = storable(" ".join(text[: 2 * longest].splitlines()))
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def _shape(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f"text, {len(value)} characters"
    if isinstance(value, (list, tuple)):
        return f"list, {len(value)} items"
    return "object" if isinstance(value, dict) else "number"
