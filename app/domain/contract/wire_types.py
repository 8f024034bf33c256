"""The quirks of the two contracts, and what comes beside them, each a named type that says where it comes from."""

import json
import re
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator

from app.domain.contract.stamps import plain_date, plain_moment
from app.domain.contract.statuses import plain_manifest_state, plain_status_id, plain_status_name, plain_visit_status
from app.domain.contract.storable_text import storable

LARGEST_NUMBER = 10**15
"""Beyond this a float no longer holds every integer, and no parcel is worth or weighs as much."""

_ABSENT = frozenset(("", "None", "null"))
_DEEPEST = 100
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")  # or a whole pair, which is no harm
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(\.[0-9]{1,20})?")
_GROUPED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(?:(?:\.[0-9]{3})+|(?:,[0-9]{3})+)")
_COMMA_AMOUNT = re.compile(r"([+-]?(?:[0-9]{1,20}|[0-9]{1,3}(?:\.[0-9]{3}){1,6})),([0-9]{1,20})")
_COMMAS_BEFORE_POINT = re.compile(r"([+-]?[0-9]{1,3}(?:,[0-9]{3}){1,6})\.([0-9]{1,20})")
_DIGITS = re.compile(r"-?[0-9]{1,19}", re.ASCII)
_MOST_ENCODED = 3  # times that a JSON text may stand in a JSON text

Number = int | float
Amount = Number | str


def text_or_nothing(value: object) -> str | None:
    """Read a text field; the service writes a missing value as `None` or `null` (contract, data quirks 1 and 2).

    Numbers are taken as the text they are written with: an id is an id, quoted or not. A value of another shape costs
    that value alone.
    """
    if isinstance(value, str):
        return None if value.strip() in _ABSENT else storable(value)
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return str(value)
    return None


def identifier(value: object) -> str | None:
    """Read a number or another identifier: blanks around it do not count, and a JSON number is its digits."""
    if isinstance(value, str):
        stripped = value.strip()
        return None if stripped in _ABSENT else storable(stripped)
    if isinstance(value, Decimal) and value.is_finite() and value.copy_abs() < LARGEST_NUMBER and value == int(value):
        return str(int(value))
    return text_or_nothing(value)


def required_identifier(value: object) -> object:
    """Read an identifier without which the rest is of no use: what is none is left for the model to refuse."""
    read = identifier(value)
    return value if read is None and not isinstance(value, str) else read


def _integer_id(value: object) -> object:
    """Read `visita_id`, an integer by the contract, that came as digits in a text or as 7.0."""
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return int(value)
    if isinstance(value, Decimal):
        digits = identifier(value)
        return int(digits) if digits is not None and _DIGITS.fullmatch(digits) else value
    return value


def _status_id(value: object) -> str | None:
    """Read `idEstadoEnvio`, a text by the contract, that came as a number or in another spelling."""
    read = identifier(value)
    return None if read is None else plain_status_id(read)


def _status_name(value: object) -> str | None:
    """Read `estadoEnvio` in any spelling."""
    read = text_or_nothing(value)
    return None if read is None else plain_status_name(read)


def _manifest_state(value: object) -> str | None:
    """Read a manifest's `estado` in any spelling."""
    read = text_or_nothing(value)
    return None if read is None else plain_manifest_state(read)


def _visit_status(value: object) -> object:
    """Read `estado_nuevo` or `estado_anterior` in any spelling."""
    return plain_visit_status(value) if isinstance(value, str) else value


def _visit_status_or_nothing(value: object) -> str | None:
    read = text_or_nothing(value)
    return None if read is None else plain_visit_status(read)


def _date(value: object) -> str | None:
    """Read a day, `YYYY-MM-DD` by the contract; one that cannot be read stays the text that it is."""
    read = text_or_nothing(value)
    return None if read is None else plain_date(read) or read


def _moment(value: object) -> str | None:
    """Read a time without offset; one that cannot be read, or has an offset, stays the text that it is."""
    read = text_or_nothing(value)
    return None if read is None else plain_moment(read) or read


def _integer_or_text(value: object) -> object:
    """Read an id that the contract gives as an integer: it stays one, and anything else is read as an identifier."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63:
        return value
    return identifier(value)


def is_plain_number(text: str) -> bool:
    """Tell whether a text is a number with a decimal point, if any, and no blanks around it."""
    return _PLAIN_NUMBER.fullmatch(text) is not None


def plain_number(value: object) -> Number | None:
    """Return the number that a JSON number or a text such as `1250.50` stands for, or None.

    Whole numbers come back as int. Anything not finite or beyond `LARGEST_NUMBER` is not a number here.
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
    """Return a number that is written with a decimal comma, `1,5`, `1.234,50` or `1,234.50`, as `1.5` and `1234.50`.

    None where it has no comma, or cannot be read so.
    """
    stripped = text.strip()
    if "," not in stripped:
        return None
    found = _COMMA_AMOUNT.fullmatch(stripped) or _COMMAS_BEFORE_POINT.fullmatch(stripped)
    return None if found is None else f"{found[1].replace('.', '').replace(',', '')}.{found[2]}"


def measured_number(value: object) -> Number | None:
    """Return a weight or a length, a number carried as a string by the contract; a comma in it is a decimal comma."""
    if isinstance(value, str):
        value = with_point(value) or value
    return plain_number(value)


def _amount(value: object) -> Amount | None:
    """Read a declared value, `number or string` by the contract: a number where it reads as one, else the text.

    `45.000` and `45,000` may be forty-five thousand or forty-five: they stay the text that they are, so that no total
    holds a guess. A comma with another number of digits behind it, or behind points that group, is a decimal comma.
    """
    text = text_or_nothing(value)
    if text is not None and isinstance(value, str):
        if _GROUPED_NUMBER.fullmatch(text.strip()):
            return text
        value = with_point(text) or value
    number = plain_number(value)
    return text if number is None else number


class OpenedJson(dict[str, Any]):
    """What `opened_json` returned: it need not be opened or measured again."""


def opened_json(value: object) -> OpenedJson | None:
    """Open `dinamicouno`, which comes as a text that holds JSON or as the object itself (contract, dinamicouno).

    A text in which such a text stands is opened again. What is neither becomes None: unreadable provider data never
    costs the shipment.
    """
    if isinstance(value, OpenedJson):
        return value
    may_be_deep = not isinstance(value, str)
    for _ in range(_MOST_ENCODED):
        if not isinstance(value, str):
            break
        may_be_deep = may_be_deep or value.count("{") + value.count("[") > _DEEPEST
        try:
            value = (_CAREFUL if _HALF_PAIR.search(value) else _DECODER).decode(value)
        except (ValueError, ArithmeticError, RecursionError):
            return None
    return OpenedJson(value) if isinstance(value, dict) and not (may_be_deep and is_deeper(value, _DEEPEST)) else None


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


def listed(value: object) -> object:
    """Return a list as it is, and a number that came alone instead of a list of numbers as a list of it."""
    return [value] if isinstance(value, (str, int, Decimal)) and not isinstance(value, bool) else value


def _identifiers(value: object) -> object:
    """Read a list of identifiers; anything else among them is passed over."""
    value = listed(value)
    found = [identifier(item) for item in value] if isinstance(value, list) else []
    return tuple(one for one in found if one is not None)


RequiredIdentifier = Annotated[str, BeforeValidator(required_identifier)]
OptionalIdentifier = Annotated[str | None, BeforeValidator(identifier)]
OptionalText = Annotated[str | None, BeforeValidator(text_or_nothing)]
OptionalId = Annotated[int | str | None, BeforeValidator(_integer_or_text)]
IntegerId = BeforeValidator(_integer_id)
StatusId = Annotated[str | None, BeforeValidator(_status_id)]
StatusName = Annotated[str | None, BeforeValidator(_status_name)]
ManifestState = Annotated[str | None, BeforeValidator(_manifest_state)]
SpelledVisitStatus = BeforeValidator(_visit_status)
OptionalVisitStatus = Annotated[str | None, BeforeValidator(_visit_status_or_nothing)]
OptionalDate = Annotated[str | None, BeforeValidator(_date)]
OptionalMoment = Annotated[str | None, BeforeValidator(_moment)]
OptionalAmount = Annotated[Amount | None, BeforeValidator(_amount)]
OptionalNumber = Annotated[Number | None, BeforeValidator(measured_number)]
Identifiers = Annotated[tuple[str, ...], BeforeValidator(_identifiers)]
LenientObject = BeforeValidator(lambda value: value if isinstance(value, dict) else {})
OPENED_JSON = BeforeValidator(opened_json)
JsonObjects = Annotated[list[dict[str, object]], BeforeValidator(_objects_only)]
