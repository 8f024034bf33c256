"""Reads secrets from the environment, this session or the keyring, in this order, and saves them."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from app.credentials.values import is_kept_shape, to_keep
from app.credentials.vault import Vault
from app.domain.credentials import CARRIER_SECRETS, CarrierCredentials, SecretName
from app.domain.errors import CredentialsMissingError, KeyringLockedError, KeyringUnavailableError
from app.domain.texts import Text


class Source(StrEnum):
    """Where the secret in force comes from."""

    ENVIRONMENT = "environment"
    SESSION = "session"
    KEYRING = "keyring"
    NOT_SET = "not_set"
    LOCKED = "locked"  # the keyring is locked, so it is unknown


class Credentials:
    """Reads, saves and deletes the secrets; of the receiver's tokens their digests only.

    Calls that use the keyring block, and raise as `KeyringVault` does. No secret is in a `repr`, in an exception's text
    or in a log.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        session: Vault,
        keyring: Vault,
        on_secret: Callable[[str], None] = lambda _secret: None,
    ) -> None:
        """Look secrets up in this order.

        Args:
            environment: the process's variables; an empty one of a `SecretName.variable` counts as not set.
            session: keeps the secrets that are for this session only.
            keyring: keeps all others. The demo passes a second, empty `SessionVault`.
            on_secret: called with each secret that is read or written, and at once with those of the environment: the
                log must know what to redact.
        """
        self._on_secret = on_secret
        for name in SecretName:
            on_secret(environment.get(name.variable, ""))
        self._environment = environment
        self._session = session
        self._keyring = keyring

    def read(self, name: SecretName) -> str | None:
        """Return a secret, or the digest of a receiver's token; None where it is not set.

        Raises:
            SettingsError: the value of its environment variable cannot be used.
            CredentialsMissingError: the value in the keyring cannot be used.
        """
        given = self._environment.get(name.variable)
        if given:
            return to_keep(name, given)
        kept = self._session.read(name)
        if kept is not None:
            return kept
        kept = self._keyring.read(name)
        self._on_secret(kept or "")
        if kept is not None and not is_kept_shape(name, kept):
            raise CredentialsMissingError(
                Text(
                    "Error",
                    "The value of {name} in the keyring cannot be used. Enter it again in Settings, or run: {command}",
                ).filled(name=name, command=_command(name))
            )
        return kept

    def carrier_credentials(self) -> CarrierCredentials:
        """Return the secrets that the manifest request needs.

        Raises:
            CredentialsMissingError: at least one of them is not set; it says which, and how to set it.
        """
        token, user = map(self.read, CARRIER_SECRETS)
        if token is not None and user is not None:
            return CarrierCredentials(token=token, user=user)
        missing = [name for name, value in zip(CARRIER_SECRETS, (token, user), strict=True) if value is None]
        raise CredentialsMissingError(
            Text("Error", "Not set yet: {names}. Enter what is missing in Settings, or run: {commands}").filled(
                names=", ".join(missing), commands="; ".join(map(_command, missing))
            )
        )

    def write(self, name: SecretName, value: str, *, session_only: bool = False) -> None:
        """Save a secret in the keyring, or in memory for this session only.

        Its environment variable still takes precedence.

        Raises:
            SettingsError: the value cannot be used; nothing was changed.
        """
        kept = to_keep(name, value)
        self._on_secret(value.strip())
        if session_only:
            self._session.write(name, kept)
        else:
            self._keyring.write(name, kept)
            self._session.delete(name)

    def delete(self, name: SecretName) -> bool:
        """Delete a secret from this session and the keyring, and return whether there was one."""
        in_session = self._session.delete(name)
        try:
            return self._keyring.delete(name) or in_session
        except KeyringUnavailableError:
            if in_session:
                return True
            raise

    def status(self) -> dict[SecretName, Source]:
        """Return where each secret comes from. A keyring that is locked is tried once, not four times.

        Without a keyring, a secret that is neither in the environment nor in this session is not set.
        """
        found: dict[SecretName, Source] = {}
        unreadable: Source | None = None
        for name in SecretName:
            if self._environment.get(name.variable):
                found[name] = Source.ENVIRONMENT
            elif self._session.read(name) is not None:
                found[name] = Source.SESSION
            elif unreadable is not None:
                found[name] = unreadable
            else:
                try:
                    found[name] = Source.NOT_SET if self._keyring.read(name) is None else Source.KEYRING
                except KeyringUnavailableError:
                    found[name] = unreadable = Source.NOT_SET
                except KeyringLockedError:
                    found[name] = unreadable = Source.LOCKED
        return found


def _command(name: SecretName) -> str:
    return f"despacho credentials set {name}"
