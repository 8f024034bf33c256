"""Coordinates as senders write them: decimal degrees by the contract, and other ways that have one meaning."""

import re
from typing import Final, NamedTuple

from app.domain.folding import without_invisible

_MOST_LATITUDE, _MOST_LONGITUDE = 90, 180  # degrees
_LONGEST: Final = 80  # characters of a position
_PLAIN = re.compile(r"[-+]?[0-9]{1,40}(?:\.[0-9]{0,40})?(?:[eE][-+]?[0-9]{1,2})?")
_SCALES: Final = (10**5, 10**6, 10**7)
_SIDE = r"[NSEWO]|norte|sur|este|oeste"
_COORDINATE = (
    rf"(?:(?P<before{{0}}>{_SIDE})\s*)?(?P<sign{{0}}>[-+\u2212])?(?P<degrees{{0}}>[0-9]{{{{1,3}}}}(?:[.,][0-9]{{{{1,20}}}})?)"
    r"(?:\s*(?P<mark{0}>[°º])(?:\s*(?P<minutes{0}>[0-9]{{1,2}}(?:[.,][0-9]{{1,20}})?)\s*['\u2032’]"
    r"(?:\s*(?P<seconds{0}>[0-9]{{1,2}}(?:[.,][0-9]{{1,20}})?)\s*(?:[\"\u2033”]|''))?)?)?"
    rf"(?:\s*(?P<after{{0}}>{_SIDE}))?"
)
_ONE = re.compile(_COORDINATE.format(1), re.IGNORECASE)
_TWO = re.compile(rf"{_COORDINATE.format(1)}(?:\s*[,;/|]\s*|\s+){_COORDINATE.format(2)}", re.IGNORECASE)
_POINT = re.compile(r"POINT\s*\(\s*(-?[0-9.]+)\s+(-?[0-9.]+)\s*\)", re.IGNORECASE)  # WKT: the longitude first
_NEGATIVE: Final = frozenset(("s", "sur", "w", "o", "oeste"))
_OF_LATITUDE: Final = frozenset(("n", "s", "norte", "sur"))
_SIXTY: Final = 60


Degrees = tuple[float, float]
"""Latitude and longitude."""


def read_degrees(latitude: str | None, longitude: str | None) -> Degrees | None:
    """Read a position from two texts; None if they are none: absent, not readable, or not on the globe.

    Decimal degrees by the contract. Also read are a decimal comma, a degree sign with or without minutes and seconds,
    the name of a side of the globe in place of a sign, both in one text, and whole numbers that are degrees in one
    unit of 10⁻⁵, 10⁻⁶ or 10⁻⁷ only.
    """
    if latitude and longitude and _PLAIN.fullmatch(latitude) and _PLAIN.fullmatch(longitude):
        return _in_degrees(float(latitude), float(longitude))
    sent = [without_invisible(text or "").strip() for text in (latitude, longitude)]
    if not any(sent) or max(map(len, sent)) > _LONGEST:
        return None
    found = _both(*sent)
    return found if found is not None and _is_on_globe(*found) else None


def is_plain_degrees(text: object, most: int = _MOST_LONGITUDE) -> bool:
    """Return whether a value is a text with a number of degrees, as by the contract."""
    return isinstance(text, str) and _PLAIN.fullmatch(text) is not None and abs(float(text)) <= most


def is_plain_position(latitude: object, longitude: object) -> bool:
    """Return whether two values are a latitude and a longitude as by the contract."""
    return is_plain_degrees(latitude, _MOST_LATITUDE) and is_plain_degrees(longitude)


def _is_on_globe(latitude: float, longitude: float) -> bool:
    return abs(latitude) <= _MOST_LATITUDE and abs(longitude) <= _MOST_LONGITUDE


def _both(latitude: str, longitude: str) -> Degrees | None:
    if _PLAIN.fullmatch(latitude) and _PLAIN.fullmatch(longitude):  # without what is invisible
        return _in_degrees(float(latitude), float(longitude))
    if latitude == longitude or not latitude or not longitude:
        return _in_one(latitude or longitude)
    found = _coordinate(latitude), _coordinate(longitude)
    if found[0] is not None and found[1] is not None:
        return _ordered(found[0], found[1], is_named=False)
    return None


def _in_degrees(latitude: float, longitude: float) -> Degrees | None:
    """Return two numbers in degrees; whole ones beyond the globe in the only unit in which they are on it."""
    if _is_on_globe(latitude, longitude):
        return latitude, longitude
    if not (latitude.is_integer() and longitude.is_integer()) or not abs(latitude) > _MOST_LATITUDE:
        return None
    scaled = [(latitude / scale, longitude / scale) for scale in _SCALES]
    on_globe = [one for one in scaled if _is_on_globe(*one)]
    return on_globe[0] if len(on_globe) == 1 else None


class _Coordinate(NamedTuple):
    degrees: float
    side: str  # in small letters, or empty
    is_precise: bool  # it has a fraction or a degree sign, so that it is no part of another number


def _coordinate(text: str) -> _Coordinate | None:
    if _PLAIN.fullmatch(text):
        return _Coordinate(float(text), "", is_precise=True)
    found = _ONE.fullmatch(text)
    return None if found is None else _read(found, 1)


def _in_one(text: str) -> Degrees | None:
    """Read a position that stands in one text, the latitude first."""
    point = _POINT.fullmatch(text)
    if point is not None and _PLAIN.fullmatch(point[1]) and _PLAIN.fullmatch(point[2]):
        return float(point[2]), float(point[1])
    found = None if _ONE.fullmatch(text) else _TWO.fullmatch(text)
    if found is None:
        return None
    first, second = _read(found, 1), _read(found, 2)
    if first is None or second is None or not (first.is_precise and second.is_precise):
        return None
    return _ordered(first, second, is_named=True)


def _ordered(first: _Coordinate, second: _Coordinate, *, is_named: bool) -> Degrees | None:
    """Return latitude and longitude, by their sides if they have any; `is_named`: in either order."""
    sides = [one.side in _OF_LATITUDE if one.side else None for one in (first, second)]
    if sides in ([False, True], [False, None], [None, True]):
        return (second.degrees, first.degrees) if is_named else None
    return (first.degrees, second.degrees) if sides[0] is not False and sides[1] is not True else None


def _read(found: re.Match[str], nth: int) -> _Coordinate | None:
    """Return a coordinate; None where its parts contradict each other."""
    part = {
        name: found[f"{name}{nth}"] or ""
        for name in ("before", "sign", "degrees", "mark", "minutes", "seconds", "after")
    }
    degrees, minutes, seconds = (float(part[name].replace(",", ".") or 0) for name in ("degrees", "minutes", "seconds"))
    side = (part["before"] or part["after"]).lower()
    is_west_or_south, is_negative = side in _NEGATIVE, part["sign"] in ("-", "\u2212")
    if (part["before"] and part["after"]) or max(minutes, seconds) >= _SIXTY:
        return None
    if side and is_negative and not is_west_or_south:
        return None
    value = degrees + minutes / _SIXTY + seconds / _SIXTY**2
    is_precise = bool(part["mark"]) or not part["degrees"].isdecimal()
    return _Coordinate(-value if is_negative or is_west_or_south else value, side, is_precise)
