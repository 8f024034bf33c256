"""The quirks of the manifest contract, each a named type that says where it comes from."""

import json
import re
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator

from app.domain.storable import storable

LARGEST_NUMBER = 10**15
"""Beyond this a float no longer holds every integer, and no parcel is worth or weighs as much."""

_DEEPEST = 100
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")  # or a whole pair, which is no harm
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(\.[0-9]{1,20})?")
_GROUPED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{3})+")

Number = int | float
Amount = Number | str


def _text(value: object) -> object:
    """Read a text field; the service writes a missing value as `None` or `null` (contract, data quirks 1 and 2).

    Numbers are taken as the text they are written with: an id is an id, quoted or not.
    """
    if isinstance(value, str):
        return None if value.strip() in ("", "None", "null") else storable(value)
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return str(value)
    return value


def text_or_nothing(value: object) -> str | None:
    """Read a text where a value of another shape costs that value alone."""
    read = _text(value)
    return read if isinstance(read, str) else None


def _integer_or_text(value: object) -> object:
    """Read an id that the contract gives as an integer: it stays one, and anything else is read as a text."""
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63 else _text(value)


def plain_number(value: object) -> Number | None:
    """Return the number that a JSON number or a text such as `1250.50` stands for, or None.

    Whole numbers come back as int. Anything not finite or beyond `LARGEST_NUMBER` is not a number here.
    """
    if isinstance(value, str):
        if not _PLAIN_NUMBER.fullmatch(value.strip()):
            return None
        whole, _, fraction = value.strip().partition(".")
        value = Decimal(value.strip()) if fraction.strip("0") else int(whole)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if -LARGEST_NUMBER < value < LARGEST_NUMBER else None
    if not isinstance(value, (float, Decimal)):
        return None
    exact = Decimal(value)
    if not exact.is_finite() or exact.copy_abs() >= LARGEST_NUMBER:  # abs() overflows beyond 1e999999
        return None
    return int(exact) if exact == exact.to_integral_value() else float(exact)


def _amount(value: object) -> object:
    """Read a declared value, `number or string` by the contract: a number where it reads as one, else the text.

    `45.000` may be forty-five thousand or forty-five: it stays the text that it is, so nobody adds up a guess.
    """
    text = _text(value)
    if isinstance(text, str) and isinstance(value, str) and _GROUPED_NUMBER.fullmatch(text.strip()):
        return text
    number = plain_number(value)
    return text if number is None else number


def _amount_or_nothing(value: object) -> object:
    read = _amount(value)
    return read if isinstance(read, (int, float, str)) and not isinstance(read, bool) else None


def _object_or_json_text(value: object) -> object:
    """Open `dinamicouno`, which comes as a text that holds JSON or as the object itself (contract, dinamicouno).

    What is neither becomes None: unreadable provider data never costs the shipment.
    """
    may_be_deep = not isinstance(value, str) or value.count("{") + value.count("[") > _DEEPEST
    if isinstance(value, str):
        try:
            value = (_CAREFUL if _HALF_PAIR.search(value) else _DECODER).decode(value)
        except (ValueError, ArithmeticError, RecursionError):
            return None
    return value if isinstance(value, dict) and not (may_be_deep and is_deeper(value, _DEEPEST)) else None


def _storable_names(members: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object whose members' names are texts: pydantic takes no half of a surrogate pair."""
    return {storable(name): value for name, value in members}


def _absent(_constant: str) -> None:
    """Read NaN and Infinity, which Python takes though JSON has none, as nothing."""


_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant=_absent)
_CAREFUL = json.JSONDecoder(parse_float=Decimal, parse_constant=_absent, object_pairs_hook=_storable_names)


def is_deeper(value: object, depth: int) -> bool:
    """Tell whether objects and lists are nested deeper than that, which would exhaust whoever writes them as JSON."""
    level = [value]
    for _ in range(depth):
        inside = [one.values() if isinstance(one, dict) else one for one in level if isinstance(one, (dict, list))]
        level = [member for members in inside for member in members]
        if not level:
            return False
    return True


def _objects_only(value: object) -> object:
    """Keep the objects of a list; anything else among or instead of them is passed over."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _texts(value: object) -> object:
    """Read a list of texts; numbers are taken as texts, anything else among them is passed over."""
    texts = [text_or_nothing(item) for item in value] if isinstance(value, list) else []
    return tuple(text for text in texts if text is not None)


RequiredText = Annotated[str, BeforeValidator(_text)]
OptionalText = Annotated[str | None, BeforeValidator(_text)]
LenientText = Annotated[str | None, BeforeValidator(text_or_nothing)]
OptionalId = Annotated[int | str | None, BeforeValidator(_integer_or_text)]
OptionalAmount = Annotated[Amount | None, BeforeValidator(_amount)]
LenientAmount = Annotated[Amount | None, BeforeValidator(_amount_or_nothing)]
OptionalNumber = Annotated[Number | None, BeforeValidator(plain_number)]
LenientTexts = Annotated[tuple[str, ...], BeforeValidator(_texts)]
LenientObject = BeforeValidator(lambda value: value if isinstance(value, dict) else {})
OPENED_JSON = BeforeValidator(_object_or_json_text)
JsonObjects = Annotated[list[dict[str, object]], BeforeValidator(_objects_only)]
