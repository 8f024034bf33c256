"""Reads secrets from the environment, this session or the keyring, in this order, and saves them.

The environment's are taken out of it at the start.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from app.credentials.secret_values import address_of, bound, entered, is_kept_shape, to_keep, unbound, weakness
from app.domain.access.addresses import origin_of
from app.domain.access.credentials import (
    CARRIER_SECRETS,
    RECEIVER_SECRETS,
    RELAY_SECRETS,
    CarrierCredentials,
    RelayCredentials,
    SecretName,
)
from app.domain.errors import (
    CredentialsElsewhereError,
    CredentialsMissingError,
    KeyringLockedError,
    KeyringUnavailableError,
    ServerElsewhereError,
    SettingsError,
)
from app.domain.texts import Text

_NO_ADDRESS = Text("Error", "no address yet")
_NONE_GIVEN: Mapping[SecretName, str] = MappingProxyType({})

_log = logging.getLogger(__name__)


class Vault(Protocol):
    """Keeps one value for each name. Its failures are `CredentialsError`s."""

    def read(self, name: SecretName) -> str | None:
        """Return the value of a secret, or None."""

    def write(self, name: SecretName, kept: str) -> None:
        """Save a value, in place of an earlier one."""

    def delete(self, name: SecretName) -> bool:
        """Delete a value, and return whether there was one."""


class SessionVault:
    """Keeps secrets in memory, for this session only."""

    def __init__(self) -> None:
        self._kept: dict[SecretName, str] = {}

    def read(self, name: SecretName) -> str | None:
        """Return the value of a secret, or None."""
        return self._kept.get(name)

    def write(self, name: SecretName, kept: str) -> None:
        """Save a value, in place of an earlier one."""
        self._kept[name] = kept

    def delete(self, name: SecretName) -> bool:
        """Delete a value, and return whether there was one."""
        return self._kept.pop(name, None) is not None


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
        """Return a secret, or a receiver's token as its digest; None where it is not set.

        Raises:
            SettingsError: the value of its environment variable cannot be used.
            CredentialsMissingError: the value in the keyring cannot be used.
        """
        given = self._environment.get(name.variable)
        if given:
            return to_keep(name, given)
        kept = self._kept(name)
        return None if kept is None else unbound(kept)[0]

    def carrier_credentials(self, address: str, in_force: str | None = None) -> CarrierCredentials:
        """Return the secrets that the manifest request needs, if they may be sent to an address.

        Kept ones may be sent to the origin that they were entered for. Those without one, entered before
        there was an address, are bound to the address in force. Those of the environment belong to its administrator,
        as the address in force does, and go there. An address without an origin is not compared: no request is made to
        it.

        Args:
            address: where the request goes.
            in_force: `base_url` in force, where the request is a test of another address.

        Raises:
            CredentialsMissingError: at least one of them is not set; it says which, and how to set it.
            CredentialsElsewhereError: at least one of them is for another origin.
        """
        asked, own = origin_of(address), origin_of(address if in_force is None else in_force)
        found, missing, elsewhere = [], [], []
        for name in CARRIER_SECRETS:
            secret, origin = self._with_origin(name, own)
            if secret is None:
                missing.append(name)
                continue
            found.append(secret)
            if asked not in ("", origin):
                elsewhere.append(origin or _NO_ADDRESS)
        if missing:
            raise _missing(missing)
        if elsewhere:
            raise CredentialsElsewhereError(elsewhere[0], asked)
        token, user = found
        return CarrierCredentials(token=token, user=user)

    def relay_credentials(self, servers: str, given: Mapping[SecretName, str] = _NONE_GIVEN) -> RelayCredentials:
        """Return user and password, else the nkey, for the servers of a relay; what is not set is empty.

        Given ones are taken in place of those that are kept; an empty one counts as not set, and without a keyring so
        does what it would keep: a relay on this computer may ask for none. Kept ones may be sent to the servers that
        they were entered for.

        Raises:
            CredentialsElsewhereError: at least one of them is for other servers.
        """

        def in_force(name: SecretName) -> str:
            if name in given and not self._environment.get(name.variable):
                self._on_secret(given[name])
                return given[name]
            with suppress(KeyringUnavailableError):
                return self._for_servers(name, servers)
            return ""

        if user := in_force(SecretName.RELAY_USER):
            return RelayCredentials(user, in_force(SecretName.RELAY_PASSWORD))
        return RelayCredentials(nkey=in_force(SecretName.RELAY_NKEY))

    def smtp_password(self, server: str) -> str:
        """Return the password for a mail server. A kept one may be sent to the server that it was entered for.

        Raises:
            CredentialsMissingError: it is not set.
            CredentialsElsewhereError: it is for another server.
        """
        password = self._for_servers(SecretName.SMTP_PASSWORD, server)
        if not password:
            raise _missing([SecretName.SMTP_PASSWORD])
        return password

    def _for_servers(self, name: SecretName, servers: str) -> str:
        secret, known = self._with_origin(name, servers)
        if secret is not None and not set(servers.split(",")) <= set(known.split(",")):
            raise ServerElsewhereError(name, known, servers)
        return secret or ""

    def origin_of_kept(self, name: SecretName) -> str:
        """Return the origin that a secret of this session or the keyring is for; empty where none is known."""
        return unbound(self._kept(name) or "")[1]

    def confirm(self, address: str) -> None:
        """Bind the carrier's secrets of this session and the keyring to another address, as the user asked for."""
        for name in CARRIER_SECRETS:
            if not self._environment.get(name.variable):
                self._rebind(name, origin_of(address))

    def weakness(self, name: SecretName) -> Text | None:
        """Return why others could guess a receiver's token of the environment, and what to do; it stays accepted."""
        given = self._environment.get(name.variable)
        return weakness(name, entered(name, given)) if given and name in RECEIVER_SECRETS else None

    def _with_origin(self, name: SecretName, in_force: str) -> tuple[str | None, str]:
        """Return a secret with the origin that it is for: where none is known, from now on the one in force."""
        if self._environment.get(name.variable):
            return self.read(name), in_force
        kept = self._kept(name)
        if kept is None:
            return None, ""
        secret, origin = unbound(kept)
        if not origin and in_force:
            try:
                self._rebind(name, in_force)
            except SettingsError:  # the secret fills the keyring's entry
                _log.warning("%s is too long to be kept with the address that it is for", name)
            else:
                _log.info("%s had no address and is from now on sent to %s only", name, in_force)
        return secret, origin or in_force

    def _rebind(self, name: SecretName, origin: str) -> None:
        kept = self._kept(name)
        if kept is not None:
            vault = self._session if self._session.read(name) is not None else self._keyring
            vault.write(name, bound(name, unbound(kept)[0], origin))

    def _kept(self, name: SecretName) -> str | None:
        """Return what this session, else the keyring keeps."""
        kept = self._session.read(name)
        if kept is not None:
            return kept
        kept = self._keyring.read(name)
        self._on_secret(unbound(kept or "")[0])
        if kept is not None and not is_kept_shape(name, kept):
            raise CredentialsMissingError(
                Text(
                    "Error",
                    "The value of {name} in the keyring cannot be used. Enter it again.",
                    command=_command(name),
                ).filled(name=name)
            )
        return kept

    def write(self, name: SecretName, value: str, *, address: str = "", session_only: bool = False) -> None:
        """Save a secret in the keyring, or in memory for this session only.

        Its environment variable still takes precedence.

        Args:
            name: of the secret.
            value: the secret.
            address: of the carrier's service, the relay or the mail server that it is for; it is sent there only.
            session_only: whether to keep it in memory.

        Raises:
            SettingsError: the value cannot be used, or is a receiver's token that others could guess; nothing was
                changed.
        """
        kept, secret = to_keep(name, value), entered(name, value)
        if name in CARRIER_SECRETS or name in RELAY_SECRETS or name is SecretName.SMTP_PASSWORD:
            kept = bound(name, kept, address_of(name, address))
        elif name in RECEIVER_SECRETS:
            weak = weakness(name, secret)
            if weak is not None:
                raise SettingsError(weak)
        self._on_secret(secret)
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

    def status(
        self,
        names: Iterable[SecretName] = SecretName,
        on_locked: Callable[[KeyringLockedError], object] = lambda _error: None,
    ) -> dict[SecretName, Source]:
        """Return where each of these secrets comes from. A keyring that is locked is tried once, not for each.

        Without a keyring, a secret that is neither in the environment nor in this session is not set.
        """
        found: dict[SecretName, Source] = {}
        unreadable: Source | None = None
        for name in names:
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
                except KeyringLockedError as error:
                    on_locked(error)
                    found[name] = unreadable = Source.LOCKED
        return found


def _missing(names: Sequence[SecretName]) -> CredentialsMissingError:
    text = Text("Error", "Not set yet: {names}. Enter what is missing.", command="; ".join(map(_command, names)))
    return CredentialsMissingError(text.filled(names=", ".join(names)))


def _command(name: SecretName) -> str:
    return f"despacho credentials set {name}"


def take_environment(variables: MutableMapping[str, str]) -> dict[str, str]:
    """Return a copy of the variables, and remove the secrets from them: child processes inherit those that are left.

    A secret that is not among the variables is taken from the file of its name in `CREDENTIALS_DIRECTORY`, which
    systemd fills by `LoadCredential=` and the like: one that is missing or cannot be read there counts as not set.

    Args:
        variables: `os.environ`; removing a variable from it also removes it for Qt, which starts the processes.
    """
    taken = dict(variables)
    folder = variables.get("CREDENTIALS_DIRECTORY", "")
    for name in SecretName if folder else ():
        if not taken.get(name.variable):
            with suppress(OSError):
                taken[name.variable] = Path(folder, name.value).read_text(encoding="utf-8", errors="replace").strip()
    for variable in (*(name.variable for name in SecretName), "CREDENTIALS_DIRECTORY"):
        variables.pop(variable, None)
    return taken
