"""The key with which a user of the relay proves who it is: an nkey."""

from base64 import b32decode, b32encode, b64encode
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_SEED_BYTES = 36  # two of prefix, the seed, two of checksum
_USER = bytes([20 << 3])  # `U`, as five bits


@dataclass(frozen=True)
class UserKey:
    """The key of one user: its public half, and what returns the signature of a text, in base64."""

    public: str
    sign: Callable[[str], bytes] = field(repr=False)


def user_key(seed: str) -> UserKey:
    """Return the key of a seed, which begins with `SU`.

    Raises:
        ValueError: it is no seed of a user, or a letter of it is wrong.
    """
    raw = b32decode(seed + "=" * (-len(seed) % 8))
    if not seed.startswith("SU") or len(raw) != _SEED_BYTES or _checksum(raw[:-2]) != raw[-2:]:
        raise ValueError("no seed of a user")
    private = Ed25519PrivateKey.from_private_bytes(raw[2:-2])
    key = _USER + private.public_key().public_bytes_raw()
    public = b32encode(key + _checksum(key)).decode().rstrip("=")
    return UserKey(public, lambda text: b64encode(private.sign(text.encode())))


def _checksum(data: bytes) -> bytes:
    return crc_hqx(data, 0).to_bytes(2, "little")
