"""The secrets that Despacho is given, by the names under which they are kept."""

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum


class SecretName(StrEnum):
    """What `despacho credentials set NAME` takes."""

    AUTHORIZATION_TOKEN = "authorization-token"  # noqa: S105 - a name, not a secret
    AUTHORIZATION_USER = "authorization-user"
    RECEIVER_TOKEN = "receiver-token"  # noqa: S105 - a name, not a secret
    RECEIVER_TOKEN_NEXT = "receiver-token-next"  # noqa: S105 - a name, not a secret

    @property
    def variable(self) -> str:
        """The environment variable that stands in for it on a server."""
        return "DESPACHO_" + self.value.upper().replace("-", "_")


CARRIER_SECRETS = (SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER)
"""The manifest query wants both."""


@dataclass(frozen=True)
class CarrierCredentials:
    """The two headers that the manifest query wants. Never shown by `repr`."""

    token: str = field(repr=False)
    user: str = field(repr=False)


def digest(secret: bytes) -> str:
    """Return the SHA-256 of what is compared only, as `sha256:` and 64 hexadecimal digits."""
    return "sha256:" + hashlib.sha256(secret).hexdigest()
