"""The shipment statuses of the manifest contract, and what they mean to whoever dispatches."""

from enum import StrEnum


class State(StrEnum):
    """What a status means, whatever it is called."""

    ON_ITS_WAY = "on_its_way"
    DELIVERED = "delivered"
    EXCEPTION = "exception"
    PICKUP = "pickup"
    OTHER = "other"


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


def visit_state(status: str) -> State:
    """Return what a visit's `estado_nuevo` means."""
    return VISIT_STATES.get(status, State.OTHER)


class Mark(StrEnum):
    """What a row has to say beside its status."""

    CONFLICT = "conflict"  # the carrier, asked after the visit, says something else
    AHEAD = "ahead"  # the carrier says something else, and was not asked since the visit
    MISSED = "missed"  # delivered or failed, and no notification came
