"""The statuses of the two contracts, what they mean to a dispatcher, and how other spellings of them are read."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from app.domain.folding import fold


class State(StrEnum):
    """What a status means, whatever it is called."""

    ON_ITS_WAY = "on_its_way"
    DELIVERED = "delivered"
    EXCEPTION = "exception"
    PICKUP = "pickup"
    OTHER = "other"


DAY_OUTCOMES = {
    State.DELIVERED: "entregado",
    State.EXCEPTION: "excepcion",
    State.PICKUP: "retiro",
    State.ON_ITS_WAY: "abierto",
    State.OTHER: "otro",
}
"""How the exports' `resultado_dia` names the state in which a listing's own day ended."""

STATUS_IDS = {
    "2": State.ON_ITS_WAY,
    "3": State.DELIVERED,
    "4": State.EXCEPTION,
    "24": State.PICKUP,
}
"""`idEstadoEnvio` by the contract; an id that is not listed means `State.OTHER`."""

STATUS_NAMES = {
    "2": "En Reparto",
    "3": "Entregado",
    "4": "Excepción",
    "24": "Listo para Retirar",
}
"""`estadoEnvio` by the contract, for a shipment that came with an id alone."""

VISIT_STATES = {
    "completada": State.DELIVERED,
    "falso_flete": State.EXCEPTION,
}
"""What a visit's `estado_nuevo` means; one that the contract does not name means `State.OTHER`."""

VISIT_STATUS_NAMES = {
    "completada": STATUS_NAMES["3"],
    "falso_flete": STATUS_NAMES["4"],
}
"""How a visit's `estado_nuevo` reads as a shipment's status; one that is not listed reads as it came."""


IN_FORCE: Final = "VIG"
"""`estado` of a manifest that is in force, by the contract."""

_DIGITS = re.compile(r"0*([0-9]{1,9})(?:\.0*)?")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_SPELLINGS = 4096  # different texts whose reading is remembered


def _spelling(text: str) -> str:
    """Return one text for all spellings of a name: case, accents, blanks, underscores and dashes do not count."""
    return _BETWEEN_WORDS.sub(" ", fold(text)).strip()


_ID_OF_NAME = {_spelling(name): status_id for status_id, name in STATUS_NAMES.items()}
_VISIT_STATUSES = {_spelling(status): status for status in (*VISIT_STATES, "pendiente")}


@lru_cache(_SPELLINGS)
def plain_status_id(status_id: str) -> str:
    """Return the contract's `idEstadoEnvio` where this is another spelling of one (`02`, `3.0`), else it stripped."""
    stripped = status_id.strip()
    number = _DIGITS.fullmatch(stripped)
    return number.group(1) if number and number.group(1) in STATUS_IDS else stripped


@lru_cache(_SPELLINGS)
def plain_status_name(name: str) -> str:
    """Return the contract's `estadoEnvio` where this is another spelling of one, else it without blanks around."""
    status_id = _ID_OF_NAME.get(_spelling(name))
    return name.strip() if status_id is None else STATUS_NAMES[status_id]


@lru_cache(_SPELLINGS)
def plain_visit_status(status: str) -> str:
    """Return the contract's status of a visit where this is another spelling of one, else it without blanks around."""
    return _VISIT_STATUSES.get(_spelling(status), status.strip())


@lru_cache(_SPELLINGS)
def carrier_state(status_id: str | None, name: str | None) -> State:
    """Return what a carrier's status means: by its id; one that the contract does not list, or none, by its name."""
    state = None if status_id is None else STATUS_IDS.get(plain_status_id(status_id))
    if state is None and name is not None:
        state = STATUS_IDS.get(_ID_OF_NAME.get(_spelling(name), ""))
    return state or State.OTHER


@lru_cache(_SPELLINGS)
def contradicts(status_id: str | None, name: str | None) -> bool:
    """Return whether a status has the id of one of the contract's statuses and the name of another."""
    if status_id is None or name is None:
        return False
    by_id = STATUS_IDS.get(plain_status_id(status_id))
    by_name = STATUS_IDS.get(_ID_OF_NAME.get(_spelling(name), ""))
    return by_id is not None and by_name is not None and by_id is not by_name


def visit_state(status: str) -> State:
    """Return what a visit's `estado_nuevo` means."""
    return VISIT_STATES.get(plain_visit_status(status), State.OTHER)


def plain_manifest_state(state: str) -> str:
    """Return the contract's `estado` of a manifest where this is another spelling of it, else it stripped."""
    return IN_FORCE if is_in_force(state) else state.strip()


def is_in_force(manifest_state: str | None) -> bool | None:
    """Return whether a manifest's `estado` says that it is in force, in any spelling; None where it says nothing."""
    return None if manifest_state is None else _spelling(manifest_state) == _spelling(IN_FORCE)
