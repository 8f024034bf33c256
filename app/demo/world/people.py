"""Fictional people and companies: common names, unused phone and document numbers, e-mail addresses in `.example`."""

from dataclasses import dataclass

from app.demo.world.numbering import RandomSource
from app.domain.folding import fold

_WOMEN = (
    "Adriana", "Alejandra", "Ana María", "Andrea", "Ángela", "Carolina", "Catalina", "Claudia", "Daniela", "Diana",
    "Gloria Inés", "Isabel", "Juliana", "Laura", "Leidy", "Lina", "Luz Marina", "Marcela", "María Fernanda",
    "María José", "Natalia", "Paola", "Patricia", "Rocío", "Sandra Milena", "Sofía", "Valentina", "Viviana", "Yolanda",
)  # fmt: skip
_MEN = (
    "Alejandro", "Andrés", "Camilo", "Carlos Eduardo", "César", "Cristian", "Daniel", "David", "Diego", "Édgar",
    "Felipe", "Fabián", "Germán", "Héctor", "Iván", "Jairo", "Jhon Jairo", "Jorge", "José Luis", "Juan Carlos",
    "Juan David", "Julián", "Luis Fernando", "Mauricio", "Miguel Ángel", "Nicolás", "Óscar", "Santiago", "Wilson",
)  # fmt: skip
_SURNAMES = (
    "Acosta", "Ardila", "Bermúdez", "Cárdenas", "Castaño", "Castro", "Contreras", "Cortés", "Díaz", "Forero", "Gaitán",
    "García", "Gómez", "González", "Guerrero", "Gutiérrez", "Herrera", "Ibáñez", "Jiménez", "López", "Martínez",
    "Medina", "Mendoza", "Molina", "Moreno", "Muñoz", "Núñez", "Ordóñez", "Ospina", "Páez", "Peña", "Pérez", "Quintero",
    "Ramírez", "Restrepo", "Rincón", "Ríos", "Rodríguez", "Rojas", "Romero", "Sánchez", "Suárez", "Torres", "Vargas",
    "Vásquez", "Velásquez", "Zuluaga",
)  # fmt: skip
_COMPANIES = (
    "Cafetería El Frailejón Feliz",
    "Consultorio Odontológico Sonrisa de Luna S.A.S.",
    "Edificio Balcones del Colibrí P.H.",
    "Ferretería Tornillo y Ñapa Ltda.",
    "Jardín Infantil Los Ajiacos",
    "Papelería Ñandú & Cía.",
    "Peluquería Tijeras de Papel",
    "Restaurante La Arepa Voladora S.A.S.",
    "Taller Automotriz Dos Tuercas",
    "Veterinaria Patas y Bigotes",
)
_MAILBOXES = ("correo.example", "buzon.example", "mensajes.example")
_PREFIXES = ("306", "307", "308", "309")  # followed by 555 they are assumed to be unassigned
_WRITTEN = ("{prefix}555{last:04d}",) * 8 + ("{prefix} 555 {last:04d}", "+57 {prefix} 555 {last:04d}")


@dataclass(frozen=True, slots=True)
class Party:
    """A sender or recipient; `email` is empty if not known."""

    name: str
    document_type: str
    document: str
    phone: str
    email: str


def full_name(rng: RandomSource) -> str:
    """Return a first name and two surnames."""
    given = rng.choice(_WOMEN if rng.chance(0.55) else _MEN)
    return f"{given} {rng.choice(_SURNAMES)} {rng.choice(_SURNAMES)}"


def recipient(rng: RandomSource, name: str = "") -> Party:
    """Return a recipient, with this name if one is given."""
    if not name and rng.chance(0.05):
        return _company(rng)
    known_as = full_name(rng)
    foreigner = rng.chance(0.04)
    return Party(
        name=name or (known_as.upper() if rng.chance(0.15) else known_as),
        document_type="CE" if foreigner else "CC",
        document=str(rng.randrange(900_000, 999_999) if foreigner else rng.randrange(1_900_000_000, 1_999_999_999)),
        phone=_mobile(rng),
        email="" if rng.chance(0.1) else _address_of(known_as, rng),
    )


def _mobile(rng: RandomSource) -> str:
    return rng.choice(_WRITTEN).format(prefix=rng.choice(_PREFIXES), last=rng.randrange(10_000))


def _address_of(name: str, rng: RandomSource) -> str:
    words = fold(name).split()
    return f"{words[0]}.{words[-2]}{rng.randrange(10, 99)}@{rng.choice(_MAILBOXES)}"


def _company(rng: RandomSource) -> Party:
    return Party(
        name=rng.choice(_COMPANIES),
        document_type="NI",
        document=f"999{rng.randrange(1_000_000):06d}-{rng.randrange(10)}",
        phone=_mobile(rng),
        email=f"recepcion{rng.randrange(10, 99)}@negocio.example",
    )
