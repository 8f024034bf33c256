"""The statuses of the two contracts, their meaning to a dispatcher, and their other spellings."""

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from app.domain.caching import LONGEST_TEXT, cached_if_short
from app.domain.folding import fold
from app.domain.texts import Text


class State(StrEnum):
    """The meaning of a status, independent of its name."""

    ON_ITS_WAY = "on_its_way"
    DELIVERED = "delivered"
    EXCEPTION = "exception"
    PICKUP = "pickup"
    OTHER = "other"


EVENT: Final = "visita_estado_cambio"
"""The only `event` of the contract; other events do not report a status."""

DAY_OUTCOMES = {
    State.DELIVERED: "entregado",
    State.EXCEPTION: "excepcion",
    State.PICKUP: "retiro",
    State.ON_ITS_WAY: "abierto",
    State.OTHER: "otro",
}
"""The values of the exports' `resultado_dia`: the state in which a listing's own day ended."""

STATUS_IDS = {
    "2": State.ON_ITS_WAY,
    "3": State.DELIVERED,
    "4": State.EXCEPTION,
    "24": State.PICKUP,
}
"""`idEstadoEnvio` by the contract; any other id means `State.OTHER`."""

STATUS_NAMES = {
    "2": "En Reparto",
    "3": "Entregado",
    "4": "Excepción",
    "24": "Listo para Retirar",
}
"""`estadoEnvio` by the contract, for a shipment that has only the id."""

VISIT_STATES = {
    "completada": State.DELIVERED,
    "falso_flete": State.EXCEPTION,
}
"""Meaning of a visit's `estado_nuevo`; any other means `State.OTHER`."""

VISIT_STATUS_NAMES = {
    "completada": STATUS_NAMES["3"],
    "falso_flete": STATUS_NAMES["4"],
}
"""A visit's `estado_nuevo` as text of a shipment's status; any other is shown as sent."""


IN_FORCE: Final = "VIG"
"""`estado` of a manifest that is in force, by the contract."""
CANCELLED: Final = "ANU"
"""`estado` of a manifest that the carrier cancelled; beside the contract."""

STATUS_WORDS = {
    "completada": Text("Status", "Delivered"),
    "falso_flete": Text("Status", "Failed"),
    "pendiente": Text("Status", "Pending"),
    IN_FORCE: Text("Status", "In force"),
    CANCELLED: Text("Status", "Cancelled"),
    STATUS_NAMES["2"]: Text("Status", "Out for delivery"),
    STATUS_NAMES["3"]: Text("Status", "Delivered"),
    STATUS_NAMES["4"]: Text("Status", "Failed"),
    STATUS_NAMES["24"]: Text("Status", "Ready for pickup"),
}
"""The window's words for the statuses of the contracts: one for shipments and visits. Another one is shown as sent."""

_DIGITS = re.compile(r"0*([0-9]{1,9})(?:\.0*)?")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_SPELLINGS = 4096  # cached results


def _spelling(text: str) -> str:
    """Return one text for all spellings of a name: case, accents, blanks, underscores and hyphens do not count.

    A text that is longer than any name is returned as it is: each observation of a row asks for it several times.
    """
    text = text.strip()
    return text if len(text) > LONGEST_TEXT else _BETWEEN_WORDS.sub(" ", fold(text)).strip()


_ID_OF_NAME = {_spelling(name): status_id for status_id, name in STATUS_NAMES.items()}
_VISIT_STATUSES = {_spelling(status): status for status in (*VISIT_STATES, "pendiente")}


@cached_if_short(_SPELLINGS)
def plain_status_id(status_id: str) -> str:
    """Return the contract's `idEstadoEnvio` if this is a spelling of one (`02`, `3.0`), else the text stripped."""
    stripped = status_id.strip()
    number = _DIGITS.fullmatch(stripped)
    return number.group(1) if number and number.group(1) in STATUS_IDS else stripped


@cached_if_short(_SPELLINGS)
def plain_status_name(name: str) -> str:
    """Return the contract's `estadoEnvio` if this is a spelling of one, else the text stripped."""
    status_id = _ID_OF_NAME.get(_spelling(name))
    return name.strip() if status_id is None else STATUS_NAMES[status_id]


@cached_if_short(_SPELLINGS)
def plain_visit_status(status: str) -> str:
    """Return the contract's status of a visit if this is a spelling of one, else the text stripped."""
    return _VISIT_STATUSES.get(_spelling(status), status.strip())


@cached_if_short(_SPELLINGS)
def carrier_state(status_id: str | None, name: str | None) -> State:
    """Return the meaning of a carrier's status: by its id, or by its name if the id is missing or not listed."""
    state = None if status_id is None else STATUS_IDS.get(plain_status_id(status_id))
    if state is None and name is not None:
        state = STATUS_IDS.get(_ID_OF_NAME.get(_spelling(name), ""))
    return state or State.OTHER


@cached_if_short(_SPELLINGS)
def contradicts(status_id: str | None, name: str | None) -> bool:
    """Return whether id and name belong to two different statuses of the contract."""
    if status_id is None or name is None:
        return False
    by_id = STATUS_IDS.get(plain_status_id(status_id))
    by_name = STATUS_IDS.get(_ID_OF_NAME.get(_spelling(name), ""))
    return by_id is not None and by_name is not None and by_id is not by_name


@cached_if_short(_SPELLINGS)
def is_unknown_name(status_id: str | None, name: str | None) -> bool:
    """Return whether a name is none of the contract, though its id is."""
    is_known_id = status_id is not None and plain_status_id(status_id) in STATUS_IDS
    return is_known_id and name is not None and _spelling(name) not in _ID_OF_NAME


def spelled_status(status_id: str | None, name: str | None) -> tuple[str, str]:
    """Return one pair for all spellings of a status."""
    return plain_status_id(status_id or ""), _spelling(name or "")


def usual_names(statuses: Iterable[tuple[str | None, str | None]]) -> frozenset[tuple[str, str]]:
    """Return the spellings (`spelled_status`) of unknown names that most rows of their id bear."""
    counts = Counter(statuses)
    unknown = [one for one in counts if is_unknown_name(*one)]
    if not unknown:
        return frozenset()
    by_id, by_name = Counter[str](), Counter[tuple[str, str]]()
    for (status_id, name), times in counts.items():
        by_id[plain_status_id(status_id or "")] += times
        by_name[spelled_status(status_id, name)] += times
    spelled = {spelled_status(*one) for one in unknown}
    return frozenset(one for one in spelled if 2 * by_name[one] > by_id[one[0]])


def visit_state(status: str) -> State:
    """Return the meaning of a visit's `estado_nuevo`."""
    return VISIT_STATES.get(plain_visit_status(status), State.OTHER)


def plain_manifest_state(state: str) -> str:
    """Return the contract's `estado` of a manifest if this is a spelling of it, else the text stripped."""
    return IN_FORCE if is_in_force(state) else state.strip()


def is_in_force(manifest_state: str | None) -> bool | None:
    """Return whether a manifest's `estado`, in any spelling, says that it is in force; None without `estado`."""
    return None if manifest_state is None else _spelling(manifest_state) == _spelling(IN_FORCE)
