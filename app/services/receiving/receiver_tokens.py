"""Which tokens the receiver accepts."""

from app.credentials.credentials import Credentials
from app.domain.credentials import SecretName
from app.domain.errors import CredentialsError, SettingsError


def receiver_tokens(credentials: Credentials) -> tuple[str, ...]:
    """Return the digests of the tokens that are accepted.

    Raises:
        CredentialsError: there is none, and the keyring does not open.
        SettingsError: there is none, but one that cannot be used.
    """
    found, failed = [], []
    for name in (SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT):
        try:
            found.append(credentials.read(name))
        except (CredentialsError, SettingsError) as error:  # one that cannot be read keeps none of the others out
            failed.append(error)
    tokens = tuple(one for one in found if one is not None)
    if failed and not tokens:
        raise failed[0]
    return tokens
