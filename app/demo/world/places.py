"""Fictional addresses in Colombian notation, with plausible positions."""

from dataclasses import dataclass

from app.demo.world.numbering import RandomSource

_LETTERS = ("", "", "", "", "", "A", "A", "B", "C", "D", " Bis")
_CALLE = ("Calle", "Calle", "Calle", "Cl.", "CL", "Diagonal")
_CARRERA = ("Carrera", "Carrera", "Carrera", "Cra.", "KR", "Transversal")
_INSIDE = (
    "Apto {flat}", "Apto {flat}", "Torre {tower} Apto {flat}", "Torre {tower} Apto {flat}, portería azul",
    "Casa {house}, timbre de la izquierda", "Local {house}", "Oficina {flat}", "", "",
)  # fmt: skip
_BLOCK = 0.0011  # degrees from one street to the next, some 120 m
_REACH = 0.014  # a locality's streets end here, some 1.5 km from its centre
_METRES = 111_000  # in a degree, near the equator, either way


@dataclass(frozen=True, slots=True)
class Locality:
    """A part of a town around a centre: `calles` run east-west, `carreras` north-south and count to the west.

    The neighbourhoods are in the order in which the calles are counted, so that the calle of an address gives its
    neighbourhood. In the south of Bogotá and of the Aburrá valley calles are called `Sur` and count to the south.
    """

    code: str
    name: str
    latitude: float
    longitude: float
    calles: range
    carreras: range
    neighbourhoods: tuple[str, ...]
    south: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """The area of one route."""

    name: str
    localities: tuple[Locality, ...]


def _bogota(
    name: str, latitude: float, longitude: float, calles: range, carreras: range, *near: str, south: bool = False
) -> Locality:
    return Locality("11001000", f"{name} (Bogotá)", latitude, longitude, calles, carreras, near, south)


def _town(
    code: str, name: str, place: tuple[float, float], calles: range, carreras: range, *near: str, south: bool = False
) -> Locality:
    return Locality(code, name, *place, calles, carreras, near, south)


_SUBA = _bogota("Suba", 4.741, -74.084, range(127, 170), range(54, 110), "Niza", "Prado Veraniego", "Tibabuyes")
_ENGATIVA = _bogota("Engativá", 4.701, -74.113, range(66, 90), range(69, 112), "Álamos", "Minuto de Dios", "Quirigua")

ZONES = (
    Zone(
        "Norte",
        (
            _bogota("Usaquén", 4.706, -74.034, range(106, 170), range(9, 20), "Santa Bárbara", "Cedritos", "Toberín"),
            _SUBA,
        ),
    ),
    Zone("Noroccidente", (_SUBA, _ENGATIVA)),
    Zone(
        "Chapinero y Centro",
        (
            _bogota("Chapinero", 4.649, -74.059, range(45, 98), range(5, 14), "Marly", "Rosales", "Chicó"),
            _bogota("Teusaquillo", 4.639, -74.084, range(32, 57), range(15, 50), "La Soledad", "Palermo", "Galerías"),
            _bogota("Santa Fe", 4.611, -74.071, range(12, 32), range(3, 13), "Las Aguas", "Las Nieves", "La Macarena"),
        ),
    ),
    Zone(
        "Occidente",
        (
            _bogota("Fontibón", 4.674, -74.142, range(17, 25), range(69, 116), "Villemar", "Hayuelos", "Modelia"),
            _ENGATIVA,
        ),
    ),
    Zone(
        "Suroccidente",
        (
            _bogota("Kennedy", 4.627, -74.153, range(5, 43), range(70, 94), "Mandalay", "Timiza", south=True),
            _bogota("Bosa", 4.611, -74.190, range(57, 75), range(77, 98), "Piamonte", "El Recreo", south=True),
            _town("25754000", "Soacha", (4.580, -74.217), range(9, 34), range(2, 14), "Centro", "San Mateo"),
        ),
    ),
    Zone(
        "Sur",
        (
            _bogota("Puente Aranda", 4.618, -74.109, range(3, 22), range(31, 65), "Galán", "Salazar Gómez"),
            _bogota("Antonio Nariño", 4.590, -74.101, range(8, 20), range(11, 28), "La Fragua", "Restrepo", south=True),
            _bogota("Rafael Uribe Uribe", 4.567, -74.114, range(22, 48), range(12, 26), "Quiroga", south=True),
            _bogota("Ciudad Bolívar", 4.573, -74.152, range(59, 71), range(18, 60), "Perdomo", south=True),
        ),
    ),
    Zone(
        "Sabana",
        (
            _town("25175000", "Chía", (4.862, -74.055), range(5, 22), range(5, 14), "Delicias Sur", "Centro"),
            _town("25126000", "Cajicá", (4.918, -74.026), range(1, 10), range(2, 12), "Gran Colombia", "Capellanía"),
            _town("25214000", "Cota", (4.811, -74.101), range(9, 16), range(3, 8), "Centro", "La Moya"),
            _town("25286000", "Funza", (4.716, -74.209), range(9, 26), range(5, 19), "El Hato", "Serrezuelita"),
            _town("25473000", "Mosquera", (4.706, -74.230), range(3, 22), range(1, 14), "El Poblado", "Villa Daniela"),
        ),
    ),
    Zone(
        "Valle de Aburrá",
        (
            _town("05001000", "Medellín", (6.245, -75.589), range(30, 52), range(64, 84), "Belén", "Laureles"),
            _town("05266000", "Envigado", (6.168, -75.583), range(25, 47), range(27, 46), "Zúñiga", south=True),
            _town("05360000", "Itagüí", (6.175, -75.605), range(30, 63), range(45, 58), "Ditaires", "Santa María"),
        ),
    ),
)
"""Assigned to the routes in turn."""


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
    """An address with its position, and its complement: the unit within the building, or how to find it."""

    text: str
    complement: str
    neighbourhood: str
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
    near = _neighbourhood(locality, calle)
    return Address(street, _inside(rng), near, locality, _corner(locality, calle, carrera).moved(rng, 40))


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
