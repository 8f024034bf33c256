"""Fictional addresses in Colombian notation, with plausible positions."""

from dataclasses import dataclass

from app.demo.world.localities import Locality, Zone
from app.demo.world.random_source import RandomSource

_LETTERS = ("", "", "", "", "", "A", "A", "B", "C", "D", " Bis")
_CALLE = ("Calle", "Calle", "Calle", "Cl.", "CL", "Diagonal")
_CARRERA = ("Carrera", "Carrera", "Carrera", "Cra.", "KR", "Transversal")
_INSIDE = (
    " Apto {flat}", " Apto {flat}", " Apto {flat}", " Torre {tower} Apto {flat}", " Casa {house}", " Local {house}",
    " Oficina {flat}", "", "",
)  # fmt: skip
_BLOCK = 0.0011  # degrees from one street to the next, some 120 m
_REACH = 0.014  # a locality's streets end here, some 1.5 km from its centre
_METRES = 111_000  # in a degree, near the equator, either way


@dataclass(frozen=True, slots=True)
class Coordinates:
    """A point in decimal degrees."""

    latitude: float
    longitude: float

    def moved(self, rng: RandomSource, metres: float) -> "Coordinates":
        """Return a random point at most this far away in each axis."""
        most = metres / _METRES
        return Coordinates(
            round(self.latitude + rng.uniform(-most, most), 6), round(self.longitude + rng.uniform(-most, most), 6)
        )


@dataclass(frozen=True, slots=True)
class Address:
    """An address with its position."""

    text: str
    locality: Locality
    place: Coordinates


def address_in(zone: Zone, rng: RandomSource) -> Address:
    """Return a random address in one of the zone's localities. Its position follows from the street numbers."""
    locality = rng.choice(zone.localities)
    calle, carrera = rng.choice(locality.calles), rng.choice(locality.carreras)
    named_calle = f"{calle}{rng.choice(_LETTERS)}{' Sur' if locality.south else ''}"
    named_carrera = f"{carrera}{rng.choice(_LETTERS)}"
    plate = f"{rng.randrange(3, 99):02d}"
    if rng.chance(0.5):
        street = f"{rng.choice(_CALLE)} {named_calle} # {named_carrera}-{plate}"
    else:
        street = f"{rng.choice(_CARRERA)} {named_carrera} # {named_calle}-{plate}"
    text = f"{street}{_inside(rng)}, {_neighbourhood(locality, calle)}"
    return Address(text, locality, _corner(locality, calle, carrera).moved(rng, 40))


def _inside(rng: RandomSource) -> str:
    """Return the unit within the building; empty if there is only one."""
    floor, number = rng.randrange(1, 12), rng.randrange(1, 6)
    return rng.choice(_INSIDE).format(flat=f"{floor}0{number}", tower=number, house=7 * floor + number)


def _neighbourhood(locality: Locality, calle: int) -> str:
    part = (calle - locality.calles.start) * len(locality.neighbourhoods) // len(locality.calles)
    return locality.neighbourhoods[part]


def _corner(locality: Locality, calle: int, carrera: int) -> Coordinates:
    north = _from_the_middle(calle, locality.calles) * (-1 if locality.south else 1)
    west = _from_the_middle(carrera, locality.carreras)
    return Coordinates(locality.latitude + north, locality.longitude - west)


def _from_the_middle(number: int, numbers: range) -> float:
    """Return the distance of a street from the locality's centre, in degrees."""
    step = min(_BLOCK, 2 * _REACH / len(numbers))
    return (number - (numbers.start + numbers.stop - 1) / 2) * step
