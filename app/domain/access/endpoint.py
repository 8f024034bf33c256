"""The address of the carrier's API, and how long to wait for it."""

from dataclasses import dataclass

from app.domain.access.origins import may_carry_secrets, origin_of
from app.domain.errors import AddressError
from app.domain.texts import Text

_UNENCRYPTED = Text(
    "Error",
    "The address of the carrier's service (base_url), {origin}, is not encrypted: others could read token and user on "
    "the way, so nothing is sent. Ask the carrier for its https address, and enter it.",
    command="despacho settings set base_url ADDRESS",
)


@dataclass(frozen=True)
class Endpoint:
    """The carrier's API as it is set.

    Attributes:
        base_url: empty where it is not set.
        timeout_seconds: the longest wait for more of an answer.
        retry_seconds: the first pause before a retry.
    """

    base_url: str
    timeout_seconds: float
    retry_seconds: float


def refuse_unencrypted(address: str) -> None:
    """Refuse an address to which nothing secret may be sent.

    Raises:
        AddressError: it is neither https nor this computer's own; it says what to do.
    """
    if not may_carry_secrets(address):
        raise AddressError(_UNENCRYPTED.filled(origin=origin_of(address)))
