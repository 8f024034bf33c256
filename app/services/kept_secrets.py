"""The secrets of a data folder as the window shows and keeps them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from app.credentials.credentials import Source
from app.domain.access.credentials import CARRIER_SECRETS, RECEIVER_SECRETS, RELAY_SECRETS, SecretName
from app.domain.errors import CredentialsError
from app.domain.texts import Text
from app.services.app_context import SOURCES, AppContext

_ALL = (*CARRIER_SECRETS, *RECEIVER_SECRETS, *RELAY_SECRETS)
_KEPT = (Source.SESSION, Source.KEYRING)


@dataclass(frozen=True)
class SecretState:
    """Whether a secret is there, and where it comes from; never the secret."""

    is_set: bool
    origin: Text
    can_be_forgotten: bool = False
    """Whether it is kept here, and not given by the environment."""
    weakness: Text | None = None
    """Why others could guess a token of the receiver, and what to do."""
    for_origin: str = ""
    """Scheme, host and port of the server that a kept secret of the carrier is sent to; empty where none is known."""


def secret_states(context: AppContext, names: Sequence[SecretName] = _ALL) -> dict[SecretName, SecretState]:
    """Return the state of each of these secrets. Blocks: it may ask the keyring for each."""
    shown = context.credentials.status(names)
    return {name: _state(context, name, source) for name, source in shown.items()}


def keep_secret(context: AppContext, name: SecretName, value: str, *, session_only: bool) -> None:
    """Keep a secret, one of the carrier or the relay for the address that is set. Blocks.

    Raises:
        KeyringUnavailableError: there is no keyring, and it is not for this session only.
        AppError: it was not kept.
    """
    settings = context.settings_file.read()
    address = settings.relay_url if name in RELAY_SECRETS else settings.base_url
    context.credentials.write(name, value, address=address, session_only=session_only)


def forget_secret(context: AppContext, name: SecretName) -> None:
    """Delete a kept secret. Blocks.

    Raises:
        KeyringUnavailableError: there is no keyring, and this session does not keep it.
    """
    context.credentials.delete(name)


def confirm_origin(context: AppContext, origin: str) -> None:
    """Let the carrier's kept secrets be sent to another origin, as the user asked for. Blocks."""
    context.credentials.confirm(origin)


def _state(context: AppContext, name: SecretName, source: Source) -> SecretState:
    credentials, is_set = context.credentials, source not in (Source.NOT_SET, Source.LOCKED)
    state = SecretState(is_set, SOURCES[source], can_be_forgotten=source in _KEPT)
    with suppress(CredentialsError):  # the keyring's value cannot be used, or it was locked meanwhile
        if is_set and name in RECEIVER_SECRETS:
            state = replace(state, weakness=credentials.weakness(name))
        elif source in _KEPT:
            state = replace(state, for_origin=credentials.origin_of_kept(name))
    return state
