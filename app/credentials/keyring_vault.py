"""Keeps secrets in the system's keyring: Secret Service, KWallet, Keychain or Windows Credential Manager."""

import configparser
import math
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

import keyring
from keyring.backend import KeyringBackend
from keyring.errors import InitError, KeyringError, KeyringLocked, NoKeyringError, PasswordDeleteError, PasswordSetError

from app.domain.access.credentials import CARRIER_SECRETS, SecretName
from app.domain.errors import CredentialsError, KeyringLockedError, KeyringUnavailableError
from app.domain.texts import Text

_ENCRYPTED = frozenset(
    {
        "keyring.backends.SecretService.Keyring",
        "keyring.backends.libsecret.Keyring",
        "keyring.backends.kwallet.DBusKeyring",
        "keyring.backends.kwallet.DBusKeyringKWallet4",
        "keyring.backends.macOS.Keyring",
        "keyring.backends.Windows.WinVaultKeyring",
    }
)
_UNDECIDED = frozenset({"keyring.backends.chainer.ChainerBackend", "keyring.backends.fail.Keyring"})
"""The first uses several backends, and some write plain text; the second means that there is none."""

_CANNOT_BE_CHOSEN = (ImportError, AttributeError, RuntimeError, ValueError, configparser.Error)
"""What keyring raises if its settings (`PYTHON_KEYRING_BACKEND`, `keyringrc.cfg`) name no usable backend."""

_LIBRARY_ERRORS = (
    ("secretstorage.exceptions", "SecretStorageException"),
    ("jeepney.wrappers", "DBusErrorResponse"),
    ("dbus.exceptions", "DBusException"),
    ("gi.repository.GLib", "Error"),
    ("pywintypes", "error"),
    ("win32ctypes.pywin32.pywintypes", "error"),
)
_STAYED_LOCKED = ("LockedException", "PromptDismissedException")
_ENDED = "SecretServiceNotAvailableException"
_KEYCHAIN = "keyring.backends.macOS"
_DENIED = -128  # errSecUserCanceled
_UNTRUSTED = Text(
    "Error",
    "The keychain refused Despacho: its password was wrong, or Despacho's files were changed since it was installed. "
    "Try again; if that does not help, install Despacho again.",
)
DENIED = Text(
    "Error",
    "macOS was told not to let Despacho use the keychain. Start Despacho again, or wait five minutes; when macOS asks, "
    "enter the password of your keychain and choose “Always Allow”.",
)
_REFUSALS = {
    _DENIED: DENIED,
    -25293: _UNTRUSTED,  # errSecAuthFailed
    -67030: _UNTRUSTED,  # errSecCSInfoPlistFailed
    -25308: Text(  # errSecInteractionNotAllowed
        "Error",
        "macOS cannot ask here whether Despacho may use the keychain, as over ssh. Unlock it before: "
        "security unlock-keychain – or use the environment ({variables}).",
    ),
}
_WAITS_FOR_USER = Text(
    "Error",
    "macOS asks in a window of its own whether Despacho may use the keychain. Enter the password of your keychain "
    "there, choose “Always Allow”, and try again.",
)
Answer = TypeVar("Answer")
SERVICE = "despacho"
"""The service of every entry in the keyring; the user is the secret's name."""

DENIED_SECONDS = 300.0
"""Time for which the keychain of macOS is not read after the user denied it: it asks them at each try."""
_MOST_COPIES = 100
_TRIES = 3
"""For a keyring that is not found: the bus of Linux gets one second to answer, and a busy machine may take longer. One
that ended while it was asked is started again by that bus."""


def chosen_backend() -> KeyringBackend:
    """Return the backend that keyring chose, if it encrypts, else another one that does.

    keyring chooses once in a process, among the backends that it finds then. So a backend that its settings do not name
    is chosen again, among those that encrypt: a keyring may have been started in the meantime.

    Raises:
        NoKeyringError: there is none, or its settings name one that does not encrypt.
    """
    try:
        chosen = keyring.get_keyring()
        is_wanted = keyring.core.load_env() is not None or keyring.core.load_config() is not None
    except _CANNOT_BE_CHOSEN as error:
        raise NoKeyringError from error
    if _name(type(chosen)) in _ENCRYPTED:
        return chosen
    if is_wanted and _name(type(chosen)) not in _UNDECIDED:
        raise NoKeyringError
    return _best_backend()


def backend_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions of a failing keyring: keyring's own, the system's, and those of the backends' libraries.

    The libraries are not imported for that: each exists on one system only, and only a loaded one can raise.
    """
    loaded = ((sys.modules.get(module), name) for module, name in _LIBRARY_ERRORS)
    return (KeyringError, OSError, *(getattr(module, name) for module, name in loaded if module is not None))


def meaning_of(error: Exception, name: SecretName) -> CredentialsError:
    """Return the program's error for a backend's failure while it handled this secret."""
    text = _REFUSALS.get(_keychain_status(error))
    if text is not None:
        return KeyringLockedError(text.filled(variables=_variables(name)))
    if isinstance(error, InitError) and error.__cause__ is not None:
        locked = type(error.__cause__).__name__ in _STAYED_LOCKED
    elif isinstance(error, (InitError, KeyringLocked, PasswordSetError, PasswordDeleteError)):
        locked = True  # the last two: the user refused to unlock it
    else:
        locked = type(error).__name__ in _STAYED_LOCKED or "IsLocked" in str(getattr(error, "name", ""))
    return stayed_locked() if locked else unavailable(name)


def is_denied(error: Exception) -> bool:
    """Tell whether the user did not let this program use the keychain of macOS, which asks at each try."""
    return _keychain_status(error) == _DENIED


def _keychain_status(error: Exception) -> int:
    """Return why the keychain of macOS refused (`OSStatus`); 0 for another failure."""
    refusal = error.__cause__
    if refusal is None or type(refusal).__module__ != f"{_KEYCHAIN}.api":
        return 0
    return int(refusal.args[0])


def release(error: Exception) -> None:
    """Close the D-Bus connection that a failed call left open, and drop the secret in its traceback.

    keyring 25.7 closes its connection to the Secret Service only where the collection opens; then only the traceback
    refers to it. Try without once it closes it always.
    """
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for left_open in (frame.f_locals.get("bus"), frame.f_locals.get("connection")):
            if left_open is not None and type(left_open).__module__ == "jeepney.io.blocking":
                left_open.close()
    traceback.clear_frames(error.__traceback__)


def unavailable(name: SecretName) -> KeyringUnavailableError:
    """Return the error for a missing keyring; it says how to provide this secret without one."""
    return KeyringUnavailableError(
        Text(
            "Error",
            "No keyring that encrypts can be reached on this computer. Use the environment ({variables}), or enter the "
            "credentials in Settings for this session only.",
        ).filled(variables=_variables(name))
    )


def stayed_locked(asked: KeyringBackend | None = None) -> KeyringLockedError:
    """Return the error for a keyring that stayed locked, or for the one that does not answer what it was asked."""
    if asked is not None and type(asked).__module__ == _KEYCHAIN:
        return KeyringLockedError(_WAITS_FOR_USER)
    return KeyringLockedError(Text("Error", "The keyring did not open. Unlock it and try again."))


def _variables(name: SecretName) -> str:
    """Return the variables of the environment that provide what is needed together with a secret."""
    wanted = CARRIER_SECRETS if name in CARRIER_SECRETS else (name,)
    return ", ".join(one.variable for one in wanted)


def _best_backend() -> KeyringBackend:
    """Return the preferred one of the usable backends that encrypt."""
    usable = [backend for backend in KeyringBackend.get_viable_backends() if _name(backend) in _ENCRYPTED]
    if not usable:
        raise NoKeyringError
    return max(usable, key=lambda backend: backend.priority)()


def _name(backend: type[KeyringBackend]) -> str:
    return f"{backend.__module__}.{backend.__qualname__}"


class NoAnswerError(Exception):
    """The call did not return in time. It still runs, and its result is dropped."""


class OneAtATime:
    """Runs calls one after the other, each in a thread of its own, and waits for each with a time-out.

    While a call does not return, later ones time out as well, so that there is never more than one such thread.
    `seconds` are for a call, with the wait for those before it.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._turn = threading.Lock()

    def run(self, call: Callable[[], Answer]) -> Answer:
        """Return what the call returns, or raise what it raises.

        Raises:
            NoAnswerError: it did not return in time, or the call before it did not.
        """
        deadline = time.monotonic() + self._seconds
        if not self._turn.acquire(timeout=self._seconds):
            raise NoAnswerError
        answer: Future[Answer] = Future()
        thread = threading.Thread(target=self._carry_out, args=(call, answer), name="keyring", daemon=True)
        thread.start()
        thread.join(max(0.0, deadline - time.monotonic()))
        if not answer.done():
            raise NoAnswerError
        try:
            return answer.result()
        finally:
            del answer  # an exception's traceback would keep the secret in memory until the next collection

    def _carry_out(self, call: Callable[[], Answer], answer: Future[Answer]) -> None:
        try:
            answer.set_result(call())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits for it
            answer.set_exception(error)
        finally:
            self._turn.release()
            del call, answer


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
        try:
            return question()
        except (NoKeyringError, TimeoutError):
            continue
        except backend_errors() as error:
            if _ENDED not in (type(error).__name__, type(error.__cause__).__name__):
                raise
            release(error)
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
