"""Names of the stored secrets, and the carrier's credentials."""

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum


class SecretName(StrEnum):
    """The secrets by the names that `despacho credentials set NAME` accepts."""

    AUTHORIZATION_TOKEN = "authorization-token"
    AUTHORIZATION_USER = "authorization-user"
    RECEIVER_TOKEN = "receiver-token"
    RECEIVER_TOKEN_NEXT = "receiver-token-next"
    HANDOVER_PHRASE = "handover-phrase"
    RELAY_USER = "relay-user"
    RELAY_PASSWORD = "relay-password"
    RELAY_NKEY = "relay-nkey"
    SMTP_PASSWORD = "smtp-password"

    @property
    def variable(self) -> str:
        """Environment variable that is read instead, on a server without a keyring."""
        return "DESPACHO_" + self.value.upper().replace("-", "_")


CARRIER_SECRETS = (SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER)
"""The manifest query requires both."""
RECEIVER_SECRETS = (SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT)
"""They are compared with what arrives, and never sent."""
RELAY_SECRETS = (SecretName.RELAY_USER, SecretName.RELAY_PASSWORD, SecretName.RELAY_NKEY)
"""Who shares facts with other desks needs the first two, or the third."""


@dataclass(frozen=True)
class CarrierCredentials:
    """Values of the two headers that the manifest query requires. Never shown by `repr`."""

    token: str = field(repr=False)
    user: str = field(repr=False)


@dataclass(frozen=True)
class RelayCredentials:
    """How a data folder proves to the relay who it is: by user and password, or by an nkey. Never shown by `repr`."""

    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    nkey: str = field(default="", repr=False)


def digest(secret: bytes) -> str:
    """Return the SHA-256 of a secret that is only compared, as `sha256:` and 64 hexadecimal digits.

    Fast to guess from, unlike scrypt: only a secret that nobody guesses may be saved so, see `weakness`.
    """
    return "sha256:" + hashlib.sha256(secret).hexdigest()
