"""What the provider sends beside the contract: what kind of deviation, where, with an example, and how often."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple

from app.domain.contract.storable_text import storable
from app.domain.texts import Text

MOST_KINDS: Final = 500
"""Different deviations that are kept, and that one load collects."""
_LONGEST_EXAMPLE = 60
_LONGEST_PLACE = 80
_LOWER, _UPPER, _DIGITS = re.compile("[^\\W\\d_A-Z]+"), re.compile("[A-Z]+"), re.compile(r"\d+")


class Source(StrEnum):
    """Which of the two interfaces deviates."""

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
    ZERO_VALUE = "zero_value"
    LOOK_ALIKE = "look_alike"


SOURCE_TEXTS: Final = {
    Source.MANIFEST: Text("Deviation", "Manifests"),
    Source.NOTIFICATION: Text("Deviation", "Notifications"),
}
WHAT_TEXTS: Final = {
    What.UNKNOWN_FIELD: Text("Deviation", "Field that the contract does not list"),
    What.OTHER_TYPE: Text("Deviation", "Another type than the contract’s; read all the same"),
    What.OTHER_SPELLING: Text("Deviation", "Another spelling than the contract’s; read as what it means"),
    What.ODD_VALUE: Text("Deviation", "Value that cannot be read"),
    What.UNKNOWN_STATUS: Text("Deviation", "Status that the contract does not list"),
    What.UNKNOWN_MANIFEST_STATE: Text("Deviation", "Manifest state that the contract does not list"),
    What.UNKNOWN_EVENT: Text("Deviation", "Event that the contract does not list"),
    What.CONTRADICTION: Text("Deviation", "Status id and name contradict each other; the id decides"),
    What.OTHER_CARRIER: Text("Deviation", "Manifest of another carrier than the one asked for"),
    What.OTHER_ENCODING: Text("Deviation", "Another encoding than the contract’s; read all the same"),
    What.ZERO_VALUE: Text("Deviation", "Declared value of 0 beside another one; the other one counts"),
    What.LOOK_ALIKE: Text("Deviation", "Numbers that look alike and do not match"),
}


class Deviation(NamedTuple):
    """One time that something came beside the contract.

    Attributes:
        place: the field by its wire names, such as `envios.numero` or `data.estado_nuevo`; or `header.` and its name.
        example: shortened; where the field holds data of persons, and in fields that are not known, the value's shape.
    """

    source: Source
    place: str
    what: What
    example: str

    @property
    def example_class(self) -> str:
        """One text for examples that differ in their letters and digits alone; a status or a code stands for itself."""
        if self.what in (What.UNKNOWN_STATUS, What.UNKNOWN_MANIFEST_STATE, What.UNKNOWN_EVENT, What.OTHER_CARRIER):
            return self.example.casefold()
        return _DIGITS.sub("9", _LOWER.sub("a", _UPPER.sub("A", self.example)))


class DeviationRow(NamedTuple):
    """One kind of deviation as it is kept; times are UTC."""

    source: Source
    place: str
    what: What
    example: str
    first_at: datetime
    last_at: datetime
    times: int


class DeviationCounts:
    """Counts deviations in memory until they are written together; at most `MOST_KINDS` different ones."""

    def __init__(self) -> None:
        self._counts: dict[tuple[Source, str, What, str], tuple[Deviation, int]] = {}

    def add(self, deviations: Iterable[Deviation]) -> None:
        """Count these."""
        for one in deviations:
            key = (one.source, one.place, one.what, one.example_class)
            first, count = self._counts.get(key, (one, 0))
            if count or len(self._counts) < MOST_KINDS:
                self._counts[key] = first, count + 1

    def __iter__(self) -> Iterator[tuple[Deviation, int]]:
        """Give each different deviation with how often it was counted."""
        return iter(self._counts.values())

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self._counts)


def deviation(source: Source, place: str, what: What, value: object, *, is_shown: bool = False) -> Deviation:
    """Return a deviation with its example: the value where it may be shown, else what kind of value it is."""
    if is_shown and isinstance(value, (str, int, float, Decimal)):
        text = str(value)
        is_quoted = isinstance(value, str) and (what is What.OTHER_TYPE or text != text.strip())
        example = shortened(f'"{text}"' if is_quoted else text)
    else:
        example = _shape(value)
    return Deviation(source, shortened(place, _LONGEST_PLACE), what, example)


def shortened(text: str, longest: int = _LONGEST_EXAMPLE) -> str:
    """Return a text as an example: in one line, storable and not long."""
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
