"""How JSON objects of one kind differ from a list of fields.

For each shape (the same fields with the same types), only the fields whose values matter are checked again.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from app.domain.contract.deviations import Deviation, Source, What, deviation
from app.domain.contract.identity_photos import shown_name

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

    Args:
        source: the interface that the objects come from.
        place: prefix of a field's wire name.
        fields: the fields that the contract lists.
        is_unshown: returns whether the contract mentions a field with this name that it does not list.
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
