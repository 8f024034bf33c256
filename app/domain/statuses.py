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
