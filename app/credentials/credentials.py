"""Where a secret comes from: the environment, else this session, else the keyring."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from app.credentials.values import is_kept_shape, to_keep
from app.credentials.vault import Vault
from app.domain.credentials import CARRIER_SECRETS, CarrierCredentials, SecretName
from app.domain.errors import CredentialsMissingError, KeyringLockedError, KeyringUnavailableError
from app.domain.texts import Text


class Source(StrEnum):
    """Where a secret that is in force comes from."""

    ENVIRONMENT = "environment"
    SESSION = "session"
    KEYRING = "keyring"
    NOT_SET = "not_set"
    LOCKED = "locked"  # the keyring did not open, so nobody knows


class Credentials:
    """Reads, keeps and deletes the secrets. Of the receiver's tokens it knows digests only.

    Whatever asks the keyring blocks and raises as `KeyringVault` does. No secret is ever in a `repr`, in an
    exception's text or in a log.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        session: Vault,
        keyring: Vault,
        told: Callable[[str], None] = lambda _secret: None,
    ) -> None:
        """Look secrets up in this order.

        Args:
            environment: the process's variables; those of `SecretName.variable` count, empty ones do not.
            session: keeps what shall be forgotten when the program ends.
            keyring: keeps everything else. The demo gives a second `SessionVault`, and keeps nothing in it.
            told: is told each secret that is read or written, and those of the environment at once: what writes a log
                has to know what must not be in it.
        """
        self._told = told
        for name in SecretName:
            told(environment.get(name.variable, ""))
        self._environment = environment
        self._session = session
        self._keyring = keyring

    def read(self, name: SecretName) -> str | None:
        """Return the secret, or the digest of a receiver's token, or None where it is not set.

        Raises:
            SettingsError: its environment variable holds something that cannot be used.
            CredentialsMissingError: the keyring holds something that cannot be used.
        """
        given = self._environment.get(name.variable)
        if given:
            return to_keep(name, given)
        kept = self._session.read(name)
        if kept is not None:
            return kept
        kept = self._keyring.read(name)
        self._told(kept or "")
        if kept is not None and not is_kept_shape(name, kept):
            raise CredentialsMissingError(
                Text(
                    "Error",
                    "The value of {name} in the keyring cannot be used. Enter it again in Settings, or run: {command}",
                ).filled(name=name, command=_command(name))
            )
        return kept

    def carrier_credentials(self) -> CarrierCredentials:
        """Return what the manifest query wants.

        Raises:
            CredentialsMissingError: one of the two is not set, or both; it says which, and how to set them.
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
        """Keep a secret in the keyring, or in memory where it shall last for this session only.

        An environment variable of that name still comes first.

        Raises:
            SettingsError: the value cannot be used; nothing was changed.
        """
        kept = to_keep(name, value)
        self._told(value.strip())
        if session_only:
            self._session.write(name, kept)
        else:
            self._keyring.write(name, kept)
            self._session.delete(name)

    def delete(self, name: SecretName) -> bool:
        """Forget a secret, in this session and in the keyring. Return whether there was one."""
        in_session = self._session.delete(name)
        try:
            return self._keyring.delete(name) or in_session
        except KeyringUnavailableError:
            if in_session:
                return True
            raise

    def status(self) -> dict[SecretName, Source]:
        """Return for each name where its secret comes from. Asks a keyring that does not open once, not four times.

        Without a keyring, what is neither in the environment nor in this session is not set.
        """
        found: dict[SecretName, Source] = {}
        silent: Source | None = None
        for name in SecretName:
            if self._environment.get(name.variable):
                found[name] = Source.ENVIRONMENT
            elif self._session.read(name) is not None:
                found[name] = Source.SESSION
            elif silent is not None:
                found[name] = silent
            else:
                try:
                    found[name] = Source.NOT_SET if self._keyring.read(name) is None else Source.KEYRING
                except KeyringUnavailableError:
                    found[name] = silent = Source.NOT_SET
                except KeyringLockedError:
                    found[name] = silent = Source.LOCKED
        return found


def _command(name: SecretName) -> str:
    return f"despacho credentials set {name}"
