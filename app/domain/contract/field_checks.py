"""Checks of single fields and of objects: how what was sent differs from the contract.

Models keep the meaning of a value; these look at how it was written.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.identity_photos import shown_name
from app.domain.contract.stamps import is_plain_stamp, plain_date, read_stamp
from app.domain.contract.statuses import (
    EVENT,
    IN_FORCE,
    STATUS_IDS,
    STATUS_NAMES,
    VISIT_STATES,
    is_in_force,
    plain_status_id,
    plain_status_name,
    plain_visit_status,
)
from app.domain.contract.wire_values import (
    identifier,
    identifiers_of,
    is_plain_number,
    listed,
    measured_number,
    plain_number,
    stamp_text,
    with_point,
)
from app.domain.folding import plain_identifier

_MOST_SHAPES = 500
_LONGEST_SHAPE = 5000  # characters of all names of an object whose shape is remembered

Check = Callable[[Any], What | None]
"""Returns how a value other than null differs from the contract; None: it does not."""


class Field(NamedTuple):
    """One field: its check, whether its value may be an example, and whether its type alone decides."""

    check: Check
    is_shown: bool = True
    by_type: bool = False


_UNKNOWN = Field(lambda _value: What.UNKNOWN_FIELD, is_shown=False)


class RepeatingObject(dict[str, Any]):
    """An object that repeats the names of members, each with the same value."""


class ObjectContract:
    """The fields of one kind of object.

    `place` is the prefix of a field's wire name; `is_unshown` tells whether the contract mentions a field that it does
    not list.
    """

    def __init__(
        self,
        source: Source,
        place: str,
        fields: Mapping[str, Field],
        is_unshown: Callable[[str], bool] = lambda _name: False,
    ) -> None:
        self._source, self._place, self._fields, self._is_unshown = source, place, fields, is_unshown
        self._to_check: dict[tuple[str | type, ...], tuple[tuple[str, Field], ...]] = {}

    def deviations(self, members: Mapping[str, Any]) -> list[Deviation]:
        """Return how an object differs from the contract; null counts as absent."""
        shape: tuple[str | type, ...] = (*members, *map(type, members.values()))
        fields = self._to_check.get(shape)
        if fields is None:
            fields = tuple(self._that_matter(members))
            if sum(map(len, members)) <= _LONGEST_SHAPE:
                if len(self._to_check) >= _MOST_SHAPES:
                    self._to_check.clear()
                self._to_check[shape] = fields
        found = []
        for name, field in fields:
            what = field.check(members[name])
            if what is not None:
                at, value = f"{self._place}{shown_name(name)}", members[name]
                found.append(deviation(self._source, at, what, value, is_shown=field.is_shown))
        if isinstance(members, RepeatingObject):
            place = self._place.rstrip(".") or "body"
            found.append(deviation(self._source, place, What.OTHER_ENCODING, "repeated names", is_shown=True))
        return found

    def _that_matter(self, members: Mapping[str, Any]) -> Iterator[tuple[str, Field]]:
        """Yield the fields that differ, or may differ, in objects of this shape."""
        for name, value in members.items():
            field = self._fields.get(name)
            if field is None:
                if not self._is_unshown(name):
                    yield name, _UNKNOWN
            elif value is not None and (not field.by_type or field.check(value) is not None):
                yield name, field


ABSENT = ("", "None", "null")
_PRIOR_STATUSES = (*VISIT_STATES, "pendiente")


def _number_type(value: object) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def check_any(_value: object) -> None:
    """Allow any value."""
    return


def check_text(value: object) -> What | None:
    """Check a text."""
    if isinstance(value, str):
        return None
    return What.OTHER_TYPE if _number_type(value) else What.ODD_VALUE


def check_identifier(value: object) -> What | None:
    """Check an identifier, a text without blanks around it."""
    if isinstance(value, str):
        plain = plain_identifier(value)
        return What.OTHER_SPELLING if value != plain and plain not in ABSENT else None
    return check_text(value)


def check_integer(value: object) -> What | None:
    """Check an id that is an integer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return None
    return What.ODD_VALUE if identifier(value) is None else What.OTHER_TYPE


def check_amount(value: object) -> What | None:
    """Check an amount, a number or a text that is one."""
    if _number_type(value):
        return None
    if not isinstance(value, str):
        return What.ODD_VALUE
    is_read = is_plain_number(value) or value.strip() in ABSENT or _is_number(value)
    return None if is_read else What.OTHER_SPELLING


def check_measure(value: object) -> What | None:
    """Check a weight or a length, a number carried as a string."""
    if not isinstance(value, str):
        return check_text(value)
    if is_plain_number(value) or value.strip() in ABSENT or plain_number(value) is not None:
        return None
    return What.ODD_VALUE if measured_number(value) is None else What.OTHER_SPELLING


def _is_number(value: str) -> bool:
    return with_point(value) is None and isinstance(plain_number(value), (int, float))


def check_date(value: object) -> What | None:
    """Check a date."""
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value.strip() in ABSENT:
        return None
    day = plain_date(value)
    return What.ODD_VALUE if day is None else None if day == value else What.OTHER_SPELLING


def check_stamp(value: object) -> What | None:
    """Check a date with a time."""
    if not isinstance(value, str):
        return What.ODD_VALUE if read_stamp(stamp_text(value) or "") is None else What.OTHER_TYPE
    if is_plain_stamp(value) or value.strip() in ABSENT:
        return None
    return What.ODD_VALUE if read_stamp(value) is None else What.OTHER_SPELLING


def check_status_id(value: object) -> What | None:
    """Check `idEstadoEnvio`."""
    if isinstance(value, str):
        if value in STATUS_IDS or value.strip() in ABSENT:
            return None
        return What.OTHER_SPELLING if plain_status_id(value) in STATUS_IDS else What.UNKNOWN_STATUS
    read = identifier(value)
    if read is None:
        return What.ODD_VALUE
    return What.OTHER_TYPE if plain_status_id(read) in STATUS_IDS else What.UNKNOWN_STATUS


_STATUS_NAMES = frozenset(STATUS_NAMES.values())


def check_status_name(value: object) -> What | None:
    """Check `estadoEnvio`."""
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value in _STATUS_NAMES or value.strip() in ABSENT:
        return None
    return What.OTHER_SPELLING if plain_status_name(value) in _STATUS_NAMES else What.UNKNOWN_STATUS


def check_visit_status(value: object) -> What | None:
    """Check `estado_nuevo`."""
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value in VISIT_STATES:
        return None
    return What.OTHER_SPELLING if plain_visit_status(value) in VISIT_STATES else What.UNKNOWN_STATUS


def check_previous_status(value: object) -> What | None:
    """Check the previous status: the contract allows any, and names three."""
    if not isinstance(value, str):
        return What.ODD_VALUE
    plain = plain_visit_status(value)
    return What.OTHER_SPELLING if plain != value and plain in _PRIOR_STATUSES else None


def check_manifest_state(value: object) -> What | None:
    """Check a manifest's `estado`."""
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value == IN_FORCE or value.strip() in ABSENT:
        return None
    return What.OTHER_SPELLING if is_in_force(value) else What.UNKNOWN_MANIFEST_STATE


def check_event(value: object) -> What | None:
    """Check the name of the event."""
    if not isinstance(value, str):
        return What.ODD_VALUE
    if value == EVENT:
        return None
    return What.OTHER_SPELLING if value.strip().casefold() == EVENT else What.UNKNOWN_EVENT


def check_numbers(value: object) -> What | None:
    """Check a list of identifiers."""
    if not isinstance(value, list):
        is_read = isinstance(listed(value), list) and None not in identifiers_of(value)
        return What.OTHER_TYPE if is_read else What.ODD_VALUE
    found = {_number(one) for one in value if one is not None}
    return next((what for what in (What.ODD_VALUE, What.OTHER_TYPE, What.OTHER_SPELLING) if what in found), None)


def _number(item: object) -> What | None:
    if isinstance(item, dict):
        return What.ODD_VALUE if None in identifiers_of([item]) else What.OTHER_TYPE
    return What.OTHER_SPELLING if isinstance(item, str) and "," in item else check_identifier(item)


def check_list(value: object) -> What | None:
    """Check a list."""
    if isinstance(value, list):
        return None
    return What.OTHER_TYPE if isinstance(value, dict) else What.ODD_VALUE


def check_object(value: object) -> What | None:
    """Check an object."""
    return None if isinstance(value, dict) else What.ODD_VALUE


PRIVATE = Field(check_text, is_shown=False, by_type=True)
PLAIN = Field(check_text, by_type=True)
PRIVATE_ID = Field(check_identifier, is_shown=False)
ANYTHING = Field(check_any, by_type=True)
ID = Field(check_identifier)
INTEGER = Field(check_integer, by_type=True)
NESTED = Field(check_object, is_shown=False, by_type=True)
LISTED = Field(check_list, is_shown=False, by_type=True)
