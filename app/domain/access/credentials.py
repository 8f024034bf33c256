"""Names of the stored secrets, and the carrier's credentials."""

import hashlib
import hmac
import secrets
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


_SALTED = "scrypt:"
_SALT_BYTES = 16
_SCRYPT_MEMORY = 64 * 1024 * 1024


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
    """Return the SHA-256 of a secret that is only compared, as `sha256:` and 64 hexadecimal digits; not for saving."""
    return "sha256:" + hashlib.sha256(secret).hexdigest()


def fingerprint(secret: bytes) -> str:
    """Return what is saved of a secret that is only compared: `scrypt:`, a salt, a hint and a hash, in hexadecimal.

    Comparing a secret with the hash takes some 0.1 s and 32 MB. The hint, one byte of a fast hash, rules out 255 of
    256 wrong secrets without that: for the receiver, and for an attacker who reads the fingerprint and guesses.
    """
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"{_SALTED}{salt.hex()}:{_hint(secret, salt).hex()}:{stretched(secret, salt).hex()}"


def is_fingerprint(known: str) -> bool:
    """Tell whether a value is a `fingerprint`, and no `digest`, which older versions saved."""
    return known.startswith(_SALTED)


def matches_hint(secret: bytes, known: str) -> bool:
    """Tell whether a fingerprint may be a secret's, by its hint."""
    salt, hint, _ = (bytes.fromhex(part) for part in known.removeprefix(_SALTED).split(":"))
    return _hint(secret, salt) == hint


def verify_fingerprint(secret: bytes, known: str) -> bool:
    """Tell whether a fingerprint is a secret's, in constant time. Slow: see `fingerprint`."""
    salt, _, expected = (bytes.fromhex(part) for part in known.removeprefix(_SALTED).split(":"))
    return hmac.compare_digest(stretched(secret, salt), expected)


def _hint(secret: bytes, salt: bytes) -> bytes:
    return hashlib.sha256(salt + secret).digest()[:1]


def stretched(secret: bytes, salt: bytes) -> bytes:
    """Return a key of a secret, which takes some 0.1 s and 32 MB, so that guessing the secret is slow."""
    return hashlib.scrypt(secret, salt=salt, n=2**15, r=8, p=1, maxmem=_SCRYPT_MEMORY, dklen=32)
