"""Distances compared with a library that uses the ellipsoid."""

from random import Random

import pytest
from geographiclib.geodesic import Geodesic

from app.domain.places.geography import Place, distance_m

DICE = Random(4)


def anywhere() -> Place:
    return Place(DICE.uniform(-90, 90), DICE.uniform(-180, 180))


def near(place: Place, degrees: float) -> Place:
    return Place(place.latitude + DICE.uniform(-degrees, degrees), place.longitude + DICE.uniform(-degrees, degrees))


def antipode(place: Place) -> Place:
    return Place(-place.latitude, place.longitude - 180 if place.longitude > 0 else place.longitude + 180)


BOGOTA = Place(4.668, -74.054)
PAIRS = [
    *((anywhere(), anywhere()) for _ in range(2000)),
    *((BOGOTA, near(BOGOTA, degrees)) for degrees in (1, 0.1, 0.01, 1e-4, 1e-5) for _ in range(200)),
    *((one, antipode(one)) for one in (anywhere() for _ in range(50))),
    *((Place(90, 12), anywhere()) for _ in range(20)),
    *((Place(-90, 0), anywhere()) for _ in range(20)),
    *((Place(lat, 179.9999), Place(lat, -179.9999)) for lat in (-60, 0, 4.6, 85)),
    (Place(90, 0), Place(-90, 0)),
    (Place(90, 0), Place(90, 120)),
    (Place(0, 0.1), Place(0, 180)),
]


def test_a_distance_is_within_six_in_a_thousand_of_the_ellipsoids() -> None:
    for one, other in PAIRS:
        truth = Geodesic.WGS84.Inverse(one.latitude, one.longitude, other.latitude, other.longitude)["s12"]
        assert distance_m(one, other) == pytest.approx(truth, rel=0.006, abs=1e-6), (one, other)
        assert distance_m(other, one) == pytest.approx(distance_m(one, other))
        assert distance_m(one, one) == 0


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [
        *((None, None), ("", ""), ("4.6", ""), (None, "-74"), ("null", "null"), ("None", "None")),
        *(("0", "0"), ("0.000000", "-0.0"), ("90.1", "0"), ("4.6", "180.5"), ("nan", "nan"), ("inf", "1")),
        *(("4_6", "7_4"), ("4,60", ""), ("4 36", ""), ("4.6 N", "74.1 N"), ("-74.1 W", "4.6 N"), ("4.6", "-74.1 E")),
        *(("4°66'", "74 W"), ("N 4.6 N", "74 W"), ("4609700", "-74081700"), ("46097000", "-74.08"), ("95", "10")),
        *(("4" * 100, "1"), ("4.6, -74.1", "5")),
    ],
)
def test_an_invalid_position_gives_none(latitude: str | None, longitude: str | None) -> None:
    assert Place.read(latitude, longitude) is None


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [
        *(
            ("4,609700", "-74,081700"),
            ("4.609700°", "74.0817 W"),
            ("4.6097 N", "O 74,0817º"),
            ("4.6097", "\u221274.0817"),
        ),
        *(("4.6097, -74.0817", None), ("", "4.6097;-74.0817"), ("4,6097 -74,0817", "4,6097 -74,0817")),
        *(("4.6097N 74.0817W", None), ("74.0817 oeste / 4.6097 norte", None), ("POINT(-74.0817 4.6097)", None)),
        *(("4°36'34.92\" N", "74°4'54.12\" W"), ("4° 36\u2032 34,92\u2033 N 74° 4\u2032 54,12\u2033 O", None)),
        *(("46097000", "-740817000"), ("\u200b4.6097", "-74.0817\u200e")),
    ],
)
def test_a_position_that_is_written_in_another_way_is_read_where_it_is_certain(
    latitude: str | None, longitude: str | None
) -> None:
    place = Place.read(latitude, longitude)
    assert place is not None
    assert (round(place.latitude, 7), round(place.longitude, 7)) == (4.6097, -74.0817)


def test_a_position_on_the_equator_or_at_a_pole_is_valid() -> None:
    assert Place.read("0", "-74.054") == Place(0, -74.054)
    assert Place.read(" -90 ", "180") == Place(-90, 180)
