"""Reads single values of the two wire formats, with the quirks of their senders."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any

from app.domain.contract.json_text.json_documents import DEEPEST, is_too_deep
from app.domain.contract.json_text.lenient_json import UnreadableJsonError, read_document
from app.domain.contract.json_text.storable_text import storable
from app.domain.contract.stamps import plain_date, plain_moment, text_of_php
from app.domain.contract.statuses import plain_manifest_state, plain_status_id, plain_status_name, plain_visit_status
from app.domain.folding import plain_identifier

LARGEST_NUMBER = 10**15
"""Near the limit up to which a float holds every integer; no parcel is worth or weighs as much."""

_ABSENT = frozenset(("", "None", "null"))
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # alone or in a pair
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(\.[0-9]{1,20})?")
_GROUPED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(?:(?:\.[0-9]{3})+|(?:,[0-9]{3})+)")
_COMMA_AMOUNT = re.compile(r"([+-]?(?:[0-9]{1,20}|[0-9]{1,3}(?:\.[0-9]{3}){1,6})),([0-9]{1,20})")
_COMMAS_BEFORE_POINT = re.compile(r"([+-]?[0-9]{1,3}(?:,[0-9]{3}){1,6})\.([0-9]{1,20})")
_NUMBER_NAMES = ("numero", "numero_seguimiento", "numeroSeguimiento", "tracking_id", "tracking_number", "guia")
"""Of the members of an object that stands for an identifier, the first that there is."""
_DIGITS = re.compile(r"-?[0-9]{1,19}", re.ASCII)
_EXACT = 2**53
"""Below it a float holds every integer; from it on, one that is written with an exponent has lost digits."""
_MOST_OF_PHP = 10**14
_MOST_ENCODED = 3  # levels of JSON text within JSON text

Number = int | float
Amount = Number | str


def text_or_nothing(value: object) -> str | None:
    """Read a text field; the service writes a missing value as `None` or `null` (contract, data quirks 1 and 2).

    Numbers become the text that they are written with: an id is an id, quoted or not; a float that stands for an
    integer becomes the integer. A value of another type becomes None.
    """
    if isinstance(value, str):
        return None if value.strip() in _ABSENT else storable(value)
    if isinstance(value, Decimal):
        if value.is_finite() and value.copy_abs() < _EXACT and value == value.to_integral_value() and _has_all(value):
            return str(int(value))
        return plain_identifier(str(value))
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _has_all(value: Decimal) -> bool:
    """Tell whether a number has all of its digits; PHP writes 14 of them, and an exponent, where there are more."""
    return int(value.as_tuple().exponent) <= 0 or value.copy_abs() < _MOST_OF_PHP


def identifier(value: object) -> str | None:
    """Read an identifier in its plain form; a JSON number becomes its digits. See `plain_identifier`."""
    if isinstance(value, str):
        plain = plain_identifier(value)
        return None if plain in _ABSENT else storable(plain)
    return text_or_nothing(value)


def required_identifier(value: object) -> object:
    """Read a required identifier; a missing one is left to the model to refuse."""
    read = identifier(value)
    return value if read is None and not isinstance(value, str) else read


def integer_id(value: object) -> object:
    """Read `visita_id`, an integer by the contract, also if sent as text or as 7.0."""
    digits = identifier(value) if isinstance(value, (str, Decimal)) else None
    return int(digits) if digits is not None and _DIGITS.fullmatch(digits) else value


def status_id(value: object) -> str | None:
    """Read `idEstadoEnvio`, a text by the contract, also if sent as a number or in another spelling."""
    read = identifier(value)
    return None if read is None else plain_status_id(read)


def status_name(value: object) -> str | None:
    """Read `estadoEnvio` in any spelling."""
    read = text_or_nothing(value)
    return None if read is None else plain_status_name(read)


def manifest_state(value: object) -> str | None:
    """Read a manifest's `estado` in any spelling."""
    read = text_or_nothing(value)
    return None if read is None else plain_manifest_state(read)


def visit_status_or_nothing(value: object) -> str | None:
    """Read `estado_anterior` in any spelling; an unreadable one counts as absent."""
    read = text_or_nothing(value)
    return None if read is None else plain_visit_status(read)


def date_or_text(value: object) -> str | None:
    """Read a date, `YYYY-MM-DD` by the contract; an unreadable one stays as sent."""
    read = text_or_nothing(value)
    return None if read is None else plain_date(read) or read


def moment_or_text(value: object) -> str | None:
    """Read a time without offset; one that is unreadable or has an offset stays as sent."""
    read = text_or_nothing(value)
    return None if read is None else plain_moment(read) or read


def stamp_text(value: object) -> str | None:
    """Read a timestamp as a text for `read_stamp`; None where it is no text, no number and no date as PHP writes it."""
    return text_of_php(value) if isinstance(value, dict) else text_or_nothing(value)


def integer_or_text(value: object) -> object:
    """Read an id that the contract gives as an integer: an integer stays one, anything else becomes an identifier."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63:
        return value
    return identifier(value)


def is_plain_number(text: str) -> bool:
    """Return whether a text is a number with an optional decimal point and no surrounding blanks."""
    return _PLAIN_NUMBER.fullmatch(text) is not None


def plain_number(value: object) -> Number | None:
    """Return the number in a JSON number or a text such as `1250.50`, or None.

    Whole numbers are returned as int. A value that is not finite, or beyond `LARGEST_NUMBER`, gives None.
    """
    if isinstance(value, str):
        return _number_in(value.strip())
    if isinstance(value, int) and not isinstance(value, bool):
        return value if -LARGEST_NUMBER < value < LARGEST_NUMBER else None
    if not isinstance(value, (float, Decimal)):
        return None
    exact = Decimal(value)
    if not exact.is_finite() or exact.copy_abs() >= LARGEST_NUMBER:  # abs() overflows beyond 1e999999
        return None
    return int(exact) if exact == exact.to_integral_value() else float(exact)


def _number_in(text: str) -> Number | None:
    if not _PLAIN_NUMBER.fullmatch(text):
        return None
    digits, _, fraction = text.partition(".")
    whole = int(digits)
    if not -LARGEST_NUMBER < whole < LARGEST_NUMBER:
        return None
    return float(text) if fraction.strip("0") else whole


def with_point(text: str) -> str | None:
    """Return a number written with a comma (`1,5`, `1.234,50`, `1,234.50`) with a point (`1.5`, `1234.50`).

    None if it has no comma, or has another form.
    """
    stripped = text.strip()
    if "," not in stripped:
        return None
    found = _COMMA_AMOUNT.fullmatch(stripped) or _COMMAS_BEFORE_POINT.fullmatch(stripped)
    return None if found is None else f"{found[1].replace('.', '').replace(',', '')}.{found[2]}"


def measured_number(value: object) -> Number | None:
    """Return a weight or a length, a number carried as a string by the contract; a comma in it is the decimal mark."""
    if isinstance(value, str):
        value = with_point(value) or value
    return plain_number(value)


def amount(value: object) -> Amount | None:
    """Read a declared value, `number or string` by the contract: a number if it can be read as one, else the text.

    `45.000` and `45,000` may be forty-five thousand or forty-five: they stay text, so that no total contains a guess. A
    comma before another number of digits, or after grouping points, is the decimal mark.
    """
    text = text_or_nothing(value)
    if text is not None and isinstance(value, str):
        if _GROUPED_NUMBER.fullmatch(text.strip()):
            return text
        value = with_point(text) or value
    number = plain_number(value)
    return text if number is None else number


class OpenedJson(dict[str, Any]):
    """Result of `opened_json`, which passes it through unchanged.

    Attributes:
        notes: what was not JSON in its text.
    """

    notes: Sequence[str] = ()


def opened_json(value: object) -> OpenedJson | None:
    """Parse `dinamicouno`, sent as JSON text or as the object itself (contract, dinamicouno).

    JSON text within JSON text is parsed again. Anything else becomes None: unreadable provider data never loses the
    shipment.
    """
    if isinstance(value, OpenedJson):
        return value
    may_be_deep = not isinstance(value, str)
    notes: Sequence[str] = ()
    for _ in range(_MOST_ENCODED):
        if not isinstance(value, str):
            break
        text = value
        may_be_deep = may_be_deep or text.count("{") + text.count("[") > DEEPEST
        try:
            value = (_CAREFUL if _SURROGATE.search(text) else _DECODER).decode(text)
        except (ValueError, ArithmeticError, RecursionError):
            try:
                value, notes = read_document(text)
            except UnreadableJsonError:
                return None
    if not isinstance(value, dict) or (may_be_deep and is_too_deep(value)):
        return None
    opened = OpenedJson(value)
    opened.notes = notes
    return opened


def _storable_names(members: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object with storable member names: pydantic refuses lone surrogates."""
    return {storable(name): value for name, value in members}


def _absent(_constant: str) -> None:
    """Read NaN and Infinity, which Python accepts and JSON does not have, as None."""


_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant=_absent)
_CAREFUL = json.JSONDecoder(parse_float=Decimal, parse_constant=_absent, object_pairs_hook=_storable_names)


def objects_of(value: object) -> list[dict[str, object]]:
    """Return the objects of a list; anything else in it is ignored.

    An object with numbers for names is a list, as PHP writes one with gaps; any other one is a list of one.
    """
    if isinstance(value, dict):
        value = list(value.values()) if all(str(name).isdecimal() for name in value) else [value]
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def listed(value: object) -> object:
    """Return what stands for a list as one: a single value, and PHP's object with places as names, `{"0": …, "2": …}`.

    Anything else is returned unchanged.
    """
    if isinstance(value, dict):
        return list(value.values()) if all(map(_DIGITS.fullmatch, value)) else [value]
    return [value] if isinstance(value, (str, int, Decimal)) and not isinstance(value, bool) else value


def identifiers_of(value: object) -> Iterator[str | None]:
    """Yield the identifiers of a list, or of what stands for one; None for what is no identifier.

    A text may hold several, with commas between them; an object holds one.
    """
    if isinstance(value, str) and value.lstrip().startswith("["):  # a list as a text, as `dinamicouno` is sent
        with suppress(ValueError, ArithmeticError, RecursionError):
            value = _DECODER.decode(value)
    items = listed(value)
    for item in items if isinstance(items, list) else ():
        one = item
        if isinstance(item, dict):
            names = (name for name in _NUMBER_NAMES if name in item)
            one = item.get(next(names, None if len(item) > 1 else next(iter(item), None)))
        if isinstance(one, str):
            yield from filter(None, map(identifier, one.split(",")))
        elif one is not None or item is not None:
            yield identifier(one)


def identifiers(value: object) -> tuple[str, ...]:
    """Read a list of identifiers; anything else in it is ignored."""
    return tuple(one for one in identifiers_of(value) if one is not None)
