"""Keeps secrets in the system's keyring: Secret Service or KWallet, Keychain, Windows Credential Manager."""

from collections.abc import Callable
from typing import TypeVar

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

from app.credentials.backends import backend_errors, chosen_backend, let_go, meaning_of, stayed_locked
from app.credentials.deadline import NoAnswerError, OneAtATime
from app.domain.credentials import SecretName
from app.domain.errors import KeyringUnavailableError
from app.domain.texts import Text

SERVICE = "despacho"
"""Under this service, and with the secret's name as the user, everything stands in the keyring."""

_MOST_COPIES = 100

Answer = TypeVar("Answer")


class KeyringVault:
    """Keeps secrets in the keyring. Every call blocks, for `patience` at most: keep it off the main thread.

    Every call may raise:
        KeyringUnavailableError: this machine has no keyring that encrypts, or it cannot be reached.
        KeyringLockedError: it did not open in time, or whoever was asked to open it declined.
    """

    def __init__(self, patience: float = 60.0) -> None:
        """Wait `patience` seconds at most for the keyring: somebody may have to type its password."""
        self._calls = OneAtATime(patience)

    def check(self) -> str:
        """Return the name of the keyring, once it has opened."""

        def name_once_open(backend: KeyringBackend) -> str:
            _held(backend, SecretName.AUTHORIZATION_TOKEN)
            return str(backend.name)

        return self._ask(SecretName.AUTHORIZATION_TOKEN, name_once_open)

    def read(self, name: SecretName) -> str | None:
        """Return what is kept under the name, or None. What is there and is no text reads as an empty one."""
        return self._ask(name, lambda backend: _held(backend, name))

    def write(self, name: SecretName, kept: str) -> None:
        """Keep this under the name, and read it back to be sure.

        Raises:
            KeyringUnavailableError: also where something else came back. What was there before may be gone then.
        """

        def write_and_compare(backend: KeyringBackend) -> bool:
            _clear(backend, name)
            backend.set_password(SERVICE, name, kept)
            return _held(backend, name) == kept

        if not self._ask(name, write_and_compare):
            raise KeyringUnavailableError(
                Text(
                    "Error",
                    "The keyring did not save {name} correctly. Delete the entries of that name under {service} in "
                    "the system's keyring and try again.",
                ).filled(name=name, service=SERVICE)
            )

    def delete(self, name: SecretName) -> bool:
        """Forget what is kept under the name, every copy of it. Return whether anything was."""
        return self._ask(name, lambda backend: _clear(backend, name))

    def _ask(self, name: SecretName, question: Callable[[KeyringBackend], Answer]) -> Answer:
        def ask() -> Answer:
            try:
                return question(chosen_backend())
            except backend_errors() as error:
                let_go(error)
                raise meaning_of(error, name) from error

        try:
            return self._calls.run(ask)
        except NoAnswerError as error:
            raise stayed_locked() from error


def _held(backend: KeyringBackend, name: SecretName) -> str | None:
    try:
        return backend.get_password(SERVICE, name)
    except UnicodeDecodeError:  # written by somebody else
        return ""


def _clear(backend: KeyringBackend, name: SecretName) -> bool:
    """Delete every entry under the name and return whether there was one.

    Another program may have made a second one (`secret-tool` does). The Secret Service then answers with either, and
    keyring deletes either: one alone would leave a secret behind, or let an old one come back.
    """
    for copies in range(_MOST_COPIES):
        if _held(backend, name) is None:
            return copies > 0
        backend.delete_password(SERVICE, name)
    raise PasswordDeleteError("it is still there")
