"""Where parcels go: real zones and street patterns of Bogotá, its neighbours and Medellín, and no real address.

Locality codes are DANE's eight digits. A street's position follows from its numbers, so that neighbours are neighbours
on a map as well; it is right to some blocks, not to a door.
"""

from dataclasses import dataclass
from random import Random

_BOGOTA = "11001000"


@dataclass(frozen=True, slots=True)
class Coordinates:
    """A point in decimal degrees."""

    latitude: float
    longitude: float

    def moved(self, rng: Random, metres: float) -> "Coordinates":
        """Return a point at most that far away to the north or south and to the east or west."""
        degrees = metres / 111_000  # close enough to the equator for both directions
        return Coordinates(
            round(self.latitude + rng.uniform(-degrees, degrees), 6),
            round(self.longitude + rng.uniform(-degrees, degrees), 6),
        )


@dataclass(frozen=True, slots=True)
class Locality:
    """A part of a town with its streets: `calles` run east-west, `carreras` north-south and count to the west."""

    code: str
    name: str
    centre: Coordinates
    calles: range
    carreras: range
    neighbourhoods: tuple[str, ...]
    south: bool = False


@dataclass(frozen=True, slots=True)
class Address:
    """A door and its place on the map."""

    text: str
    locality: Locality
    place: Coordinates


@dataclass(frozen=True, slots=True)
class Zone:
    """What one route covers."""

    name: str
    localities: tuple[Locality, ...]


def _bogota(
    name: str, latitude: float, longitude: float, calles: range, carreras: range, *near: str, south: bool = False
) -> Locality:
    return Locality(_BOGOTA, f"Bogotá - {name}", Coordinates(latitude, longitude), calles, carreras, near, south)


def _town(
    code: str, name: str, centre: tuple[float, float], calles: range, carreras: range, *near: str, south: bool = False
) -> Locality:
    return Locality(code, name, Coordinates(*centre), calles, carreras, near, south)


_USAQUEN = _bogota("Usaquén", 4.706, -74.034, range(106, 170), range(9, 20), "Santa Bárbara", "Cedritos", "San Cristóbal Norte")
_SUBA = _bogota("Suba", 4.741, -74.084, range(127, 170), range(54, 110), "Niza", "Prado Veraniego", "El Rincón", "Tibabuyes")
_ENGATIVA = _bogota("Engativá", 4.701, -74.113, range(66, 90), range(69, 112), "Normandía", "Álamos", "Quirigua", "Minuto de Dios")
_CHAPINERO = _bogota("Chapinero", 4.649, -74.059, range(45, 98), range(5, 17), "Chicó", "Quinta Camacho", "Rosales", "Galerías")
_TEUSAQUILLO = _bogota("Teusaquillo", 4.639, -74.084, range(32, 57), range(15, 50), "La Soledad", "Palermo", "Nicolás de Federmán")
_SANTA_FE = _bogota("Santa Fe", 4.611, -74.071, range(12, 32), range(3, 13), "La Macarena", "Las Nieves", "Las Aguas")
_FONTIBON = _bogota("Fontibón", 4.674, -74.142, range(17, 25), range(69, 116), "Modelia", "Hayuelos", "Villemar")
_KENNEDY = _bogota("Kennedy", 4.627, -74.153, range(5, 43), range(70, 94), "Castilla", "Timiza", "Patio Bonito", south=True)
_BOSA = _bogota("Bosa", 4.611, -74.190, range(57, 75), range(77, 98), "La Libertad", "El Recreo", "Piamonte", south=True)
_PUENTE_ARANDA = _bogota("Puente Aranda", 4.618, -74.109, range(3, 22), range(31, 65), "Ciudad Montes", "Salazar Gómez", "Galán")
_ANTONIO_NARINO = _bogota("Antonio Nariño", 4.590, -74.101, range(8, 20), range(11, 28), "Restrepo", "La Fragua", south=True)
_RAFAEL_URIBE = _bogota("Rafael Uribe Uribe", 4.567, -74.114, range(22, 48), range(12, 26), "Quiroga", "Marruecos", south=True)
_CIUDAD_BOLIVAR = _bogota("Ciudad Bolívar", 4.573, -74.152, range(59, 71), range(18, 60), "Perdomo", "Candelaria", south=True)
_SOACHA = _town("25754000", "Soacha", (4.580, -74.217), range(9, 34), range(2, 14), "San Mateo", "Compartir", "León XIII")
_CHIA = _town("25175000", "Chía", (4.862, -74.055), range(5, 22), range(5, 14), "Bojacá", "El Cairo", "Delicias Sur")
_CAJICA = _town("25126000", "Cajicá", (4.918, -74.026), range(1, 10), range(2, 12), "Gran Colombia", "Capellanía")
_COTA = _town("25214000", "Cota", (4.811, -74.101), range(9, 16), range(3, 8), "Centro", "La Moya")
_FUNZA = _town("25286000", "Funza", (4.716, -74.209), range(9, 26), range(5, 19), "El Hato", "Serrezuelita", "México")
_MOSQUERA = _town("25473000", "Mosquera", (4.706, -74.230), range(3, 22), range(1, 14), "El Poblado", "Villa Daniela")
_MEDELLIN = _town("05001000", "Medellín", (6.245, -75.589), range(30, 52), range(64, 84), "Laureles", "Belén", "Conquistadores")
_ENVIGADO = _town("05266000", "Envigado", (6.168, -75.583), range(25, 47), range(27, 46), "Zúñiga", "La Magnolia", south=True)
_ITAGUI = _town("05360000", "Itagüí", (6.175, -75.605), range(30, 63), range(45, 58), "Santa María", "Ditaires")

ZONES = (
    Zone("Norte", (_USAQUEN, _SUBA)),
    Zone("Noroccidente", (_SUBA, _ENGATIVA)),
    Zone("Chapinero y Centro", (_CHAPINERO, _TEUSAQUILLO, _SANTA_FE)),
    Zone("Occidente", (_FONTIBON, _ENGATIVA)),
    Zone("Suroccidente", (_KENNEDY, _BOSA, _SOACHA)),
    Zone("Sur", (_PUENTE_ARANDA, _ANTONIO_NARINO, _RAFAEL_URIBE, _CIUDAD_BOLIVAR)),
    Zone("Sabana", (_CHIA, _CAJICA, _COTA, _FUNZA, _MOSQUERA)),
    Zone("Valle de Aburrá", (_MEDELLIN, _ENVIGADO, _ITAGUI)),
)
"""The routes go round these, one after the other."""

_LETTERS = ("", "", "", "", "", "A", "A", "B", "C", "D", " Bis")
_CALLE = ("Calle", "Calle", "Calle", "Cl.", "CL", "Diagonal")
_CARRERA = ("Carrera", "Carrera", "Carrera", "Cra.", "KR", "Transversal")
_BLOCK = 0.0011  # degrees from one street to the next, some 120 m
_REACH = 0.014  # the streets of a locality end here, some 1.5 km from its centre


def address_in(zone: Zone, rng: Random) -> Address:
    """Return a door in one of the zone's localities."""
    locality = rng.choice(zone.localities)
    calle, carrera = rng.choice(locality.calles), rng.choice(locality.carreras)
    named_calle = f"{calle}{rng.choice(_LETTERS)}{' Sur' if locality.south else ''}"
    named_carrera = f"{carrera}{rng.choice(_LETTERS)}"
    plate = f"{rng.randrange(3, 99):02d}"
    if rng.random() < 0.5:
        street = f"{rng.choice(_CALLE)} {named_calle} # {named_carrera}-{plate}"
    else:
        street = f"{rng.choice(_CARRERA)} {named_carrera} # {named_calle}-{plate}"
    text = ", ".join(part for part in (street, _inside(rng), rng.choice(locality.neighbourhoods)) if part)
    return Address(text, locality, _corner(locality, calle, carrera).moved(rng, 40))


def _inside(rng: Random) -> str:
    """Return where to ring behind the door; nothing where it is the only one."""
    kind = rng.random()
    floor = rng.randrange(1, 12)
    if kind < 0.4:
        return f"Apto {floor}0{rng.randrange(1, 5)}"
    if kind < 0.55:
        return f"Torre {rng.randrange(1, 7)} Apto {floor}0{rng.randrange(1, 5)}"
    if kind < 0.65:
        return f"Casa {rng.randrange(2, 80)}"
    if kind < 0.72:
        return f"Local {rng.randrange(1, 40)}"
    return f"Oficina {floor}0{rng.randrange(1, 8)}" if kind < 0.78 else ""


def _corner(locality: Locality, calle: int, carrera: int) -> Coordinates:
    north = _blocks_from_middle(calle, locality.calles) * (-1 if locality.south else 1)
    west = _blocks_from_middle(carrera, locality.carreras)
    return Coordinates(locality.centre.latitude + north, locality.centre.longitude - west)


def _blocks_from_middle(number: int, numbers: range) -> float:
    """Return how far a street is from the locality's middle, in degrees."""
    step = min(_BLOCK, 2 * _REACH / len(numbers))
    return (number - (numbers.start + numbers.stop - 1) / 2) * step
