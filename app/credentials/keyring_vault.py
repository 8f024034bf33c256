"""Keeps secrets in the system's keyring: Secret Service, KWallet, Keychain or Windows Credential Manager."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from keyring.backend import KeyringBackend
from keyring.errors import NoKeyringError, PasswordDeleteError

from app.credentials.backends import (
    DENIED,
    backend_errors,
    chosen_backend,
    is_denied,
    meaning_of,
    release,
    stayed_locked,
)
from app.credentials.deadline import NoAnswerError, OneAtATime
from app.domain.access.credentials import SecretName
from app.domain.errors import KeyringLockedError, KeyringUnavailableError
from app.domain.texts import Text

SERVICE = "despacho"
"""The service of every entry in the keyring; the user is the secret's name."""

DENIED_SECONDS = 300.0
"""Time for which the keychain of macOS is not read after the user denied it: it asks them at each try."""
_MOST_COPIES = 100
_TRIES = 3
"""For a keyring that is not found: the bus of Linux gets one second to answer, and a busy machine may take longer."""

Answer = TypeVar("Answer")


class KeyringVault:
    """Keeps secrets in the keyring. Every call may block: keep it off the main thread.

    Every call may raise:
        KeyringUnavailableError: this machine has no keyring that encrypts, or it cannot be reached.
        KeyringLockedError: it was not unlocked in time, or the user declined.

    Args:
        patience: seconds that a call may take, in which the user may have to type the keyring's password.
        clock: monotonic, in seconds.
    """

    def __init__(self, patience: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._calls = OneAtATime(patience)
        self._clock = clock
        self._asked: KeyringBackend | None = None  # the last one
        self._denied_at = -math.inf

    def read(self, name: SecretName) -> str | None:
        """Return the value of a secret, or None. A value that is no text is returned as an empty one."""
        if self._clock() - self._denied_at < DENIED_SECONDS:
            raise KeyringLockedError(DENIED)
        return self._ask(name, lambda backend: _held(backend, name))

    def write(self, name: SecretName, kept: str) -> None:
        """Save a value, and check it by reading it again.

        Raises:
            KeyringUnavailableError: also where another value was read. The old value may be lost then.
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
        """Delete all entries of a secret, and return whether there were any."""
        return self._ask(name, lambda backend: _clear(backend, name))

    def _ask(self, name: SecretName, question: Callable[[KeyringBackend], Answer]) -> Answer:
        def ask() -> Answer:
            try:
                answer = _until_found(lambda: question(self._chosen()))
            except backend_errors() as error:
                release(error)
                if is_denied(error):
                    self._denied_at = self._clock()
                raise meaning_of(error, name) from error
            self._denied_at = -math.inf
            return answer

        try:
            return self._calls.run(ask)
        except NoAnswerError as error:
            raise stayed_locked(self._asked) from error

    def _chosen(self) -> KeyringBackend:
        self._asked = chosen_backend()
        return self._asked


def _until_found(question: Callable[[], Answer]) -> Answer:
    for _ in range(_TRIES - 1):
        with suppress(NoKeyringError, TimeoutError):
            return question()
    return question()


def _held(backend: KeyringBackend, name: SecretName) -> str | None:
    try:
        return backend.get_password(SERVICE, name)
    except UnicodeDecodeError:  # written by another program
        return ""


def _clear(backend: KeyringBackend, name: SecretName) -> bool:
    """Delete all entries of a secret, and return whether there were any.

    Another program may have made a second entry (`secret-tool` does). The Secret Service then returns either, and
    keyring deletes either: after one deletion an old secret could be left, or be read again.
    """
    for copies in range(_MOST_COPIES):
        if _held(backend, name) is None:
            return copies > 0
        backend.delete_password(SERVICE, name)
    raise PasswordDeleteError("it is still there")
