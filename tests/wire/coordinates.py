"""Coordinates of visits in other ways than decimal degrees as text."""

import json

from app.domain.contract.notification_contract import notification_deviations
from app.domain.places.coordinates import read_degrees
from tests.wire.section import Case, Reading, Section

_NONE = "no position, in silence"


def _case(kind: str, latitude: str | None, longitude: str | None, before: str = _NONE) -> Case:
    sent = {name: text for name, text in (("latitud", latitude), ("longitud", longitude)) if text is not None}
    return Case(kind, json.dumps(sent, ensure_ascii=False).encode(), before)


def reading(case: Case) -> Reading:
    """Read the position of a visit."""
    part = json.loads(case.sent)
    found = read_degrees(part.get("latitud"), part.get("longitud"))
    told = notification_deviations({"data": {"ubicacion": part}})
    return Reading(
        "no position" if found is None else f"{found[0]:.6f}, {found[1]:.6f}",
        "; ".join(f"{one.place}: {one.what}, {one.example}" for one in told) or "nothing",
    )


COORDINATES = Section(
    "Coordinates",
    "Of `ubicacion`, `check_in` and `check_out`, in a notification. Read where there is one meaning.",
    (
        _case("by the contract", "4.609700", "-74.081700", ""),
        _case("a comma for the point", "4,609700", "-74,081700"),
        _case("a degree sign", "4.609700°", "-74.0817º"),
        _case("the sides of the globe", "4.6097 N", "74.0817 W"),
        _case("the sides in Spanish", "4,6097 norte", "74,0817 O"),
        _case("minutes and seconds", "4°36'34.92\" N", "74° 4' 54.12\" W"),
        _case("both in one text", "4.6097, -74.0817", None),
        _case("both in both texts", "4.6097 -74.0817", "4.6097 -74.0817"),
        _case("both in one text, the longitude first, with sides", "74.0817 W 4.6097 N", None),
        _case("a point of a database", "POINT(-74.0817 4.6097)", None),
        _case("invisible characters and another minus", "\u200b4.6097", "\u221274.0817"),
        _case("whole numbers of which only one unit is on the globe", "46097000", "-740817000"),
        _case("whole numbers of which two units are", "4609700", "-74081700"),
        _case("a side that contradicts the sign", "4.6097", "-74.0817 E"),
        _case("exchanged sides", "74.0817 W", "4.6097 N"),
        _case("beyond the globe", "95", "10"),
        _case("two numbers that may be one", "4,60", None),
        _case("not known", "0", "0", ""),
        _case("absent", "null", "None", ""),
    ),
    reading,
)
