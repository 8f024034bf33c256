"""Checks secrets, and converts them to the form in which they are saved."""

import re

from app.domain.credentials import SecretName, digest
from app.domain.errors import SettingsError
from app.domain.texts import Text

LONGEST_SECRET = 1280
"""Characters; more does not fit into the Windows Credential Manager."""

_COMPARED_ONLY = (SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT)
_HEADER_VALUE = re.compile(r"[!-~]([ -~]*[!-~])?")
_DIGEST = re.compile("sha256:[0-9a-f]{64}")


def to_keep(name: SecretName, value: str) -> str:
    """Return the form in which to save a secret that was typed, piped in or set in the environment.

    A line break at its end is removed. Of the receiver's tokens only the digest is saved, as they are compared and
    never sent.

    Raises:
        SettingsError: it cannot be sent in an HTTP header, or is too long to be saved.
    """
    secret = value.removesuffix("\n").removesuffix("\r")
    if not secret:
        raise SettingsError(Text("Error", "{name} is empty. Enter its value.").filled(name=name))
    if not _HEADER_VALUE.fullmatch(secret):
        raise SettingsError(
            Text(
                "Error",
                "{name} contains characters that cannot be sent: only letters without accents, digits, punctuation "
                "and, inside, spaces can. Copy it again.",
            ).filled(name=name)
        )
    if name in _COMPARED_ONLY:
        return digest(secret.encode())
    if len(secret) > LONGEST_SECRET:
        raise SettingsError(
            Text("Error", "{name} is longer than {longest} characters. Copy it again.").filled(
                name=name, longest=LONGEST_SECRET
            )
        )
    return secret


def is_kept_shape(name: SecretName, kept: str) -> bool:
    """Tell whether a value has the form that `to_keep` returns."""
    return bool((_DIGEST if name in _COMPARED_ONLY else _HEADER_VALUE).fullmatch(kept))
