"""Reads the tokens that the receiver accepts."""

from app.credentials.credentials import Credentials
from app.domain.access.credentials import RECEIVER_SECRETS
from app.domain.errors import CredentialsError, SettingsError


def receiver_tokens(credentials: Credentials) -> tuple[str, ...]:
    """Return the digests of the accepted tokens.

    Raises:
        CredentialsError: none could be read, because of the keyring.
        SettingsError: none could be read, because a value cannot be used.
    """
    found, failed = [], []
    for name in RECEIVER_SECRETS:
        try:
            found.append(credentials.read(name))
        except (CredentialsError, SettingsError) as error:  # the other token may be readable
            failed.append(error)
    tokens = tuple(one for one in found if one is not None)
    if failed and not tokens:
        raise failed[0]
    return tokens
