"""The signs of a row."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final


class Sign(StrEnum):
    """A doubt or a note on a row, beside its status; the values are those of the exports' column `senales`."""

    POSSIBLY_MISSED = "aviso_perdido"
    AHEAD = "adelantado"
    CONTRADICTION = "contradiccion"
    AMBIGUOUS = "ambiguo"
    CLOCK = "reloj"
    OTHER_DAY = "visita_de_otro_dia"
    ODD_DATA = "dato_raro"
    LISTED_AGAIN = "relistado"
    MOVED = "trasladado"
    GONE = "ya_no_figura"
    NOT_IN_FORCE = "planilla_no_vigente"
    TWO_CARRIERS = "en_dos_transportadoras"
    TWO_MANIFESTS = "en_dos_planillas"
    DECIDED_LATER = "concluido_despues"
    DELIVERED_BEFORE = "entregado_antes"


DOUBTS: Final = (
    Sign.CONTRADICTION,
    Sign.POSSIBLY_MISSED,
    Sign.AMBIGUOUS,
    Sign.CLOCK,
    Sign.OTHER_DAY,
    Sign.ODD_DATA,
)
"""The signs that a row may be wrong, the gravest first; the other signs inform."""


def as_text(signs: Iterable[Sign]) -> str:
    """Return signs in the form of the store and the exports: in alphabetical order, separated by a blank."""
    return " ".join(sorted(signs))
