"""Which keyring backends are trusted with a secret, and what their failures mean."""

import configparser
import sys
import traceback

import keyring
from keyring.backend import KeyringBackend
from keyring.errors import (
    InitError,
    KeyringError,
    KeyringLocked,
    NoKeyringError,
    PasswordDeleteError,
    PasswordSetError,
)

from app.domain.credentials import CARRIER_SECRETS, SecretName
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
"""The first asks several backends, among them ones that write plain text; the second stands for none."""

_CANNOT_BE_CHOSEN = (ImportError, AttributeError, RuntimeError, ValueError, configparser.Error)
"""What keyring raises where its own settings (`PYTHON_KEYRING_BACKEND`, `keyringrc.cfg`) name no usable backend."""

_LIBRARY_ERRORS = (
    ("secretstorage.exceptions", "SecretStorageException"),
    ("jeepney.wrappers", "DBusErrorResponse"),
    ("dbus.exceptions", "DBusException"),
    ("gi.repository.GLib", "Error"),
    ("pywintypes", "error"),
    ("win32ctypes.pywin32.pywintypes", "error"),
)
_STAYED_LOCKED = ("LockedException", "PromptDismissedException")


def chosen_backend() -> KeyringBackend:
    """Return the backend that keyring chose for this machine, where that is one that encrypts.

    keyring keeps to what it chose for as long as the process runs, and to which backends it found then. So what nobody
    named in its settings is chosen anew, from those that encrypt: a keyring may have been started meanwhile.

    Raises:
        NoKeyringError: there is none, or it would keep secrets where others can read them.
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
    """Return what backends raise where the keyring fails: keyring's own errors, the system's, and their libraries'.

    The libraries are not imported for it: each is there on one system only, and only a loaded one can have raised.
    """
    loaded = ((sys.modules.get(module), name) for module, name in _LIBRARY_ERRORS)
    return (KeyringError, OSError, *(getattr(module, name) for module, name in loaded if module is not None))


def meaning_of(error: Exception, name: SecretName) -> CredentialsError:
    """Return what a backend's failure means to who uses the program, and asked it for this secret."""
    if isinstance(error, InitError) and error.__cause__ is not None:
        locked = type(error.__cause__).__name__ in _STAYED_LOCKED
    elif isinstance(error, (InitError, KeyringLocked, PasswordSetError, PasswordDeleteError)):
        locked = True  # the last two: whoever was asked said no
    else:
        locked = type(error).__name__ in _STAYED_LOCKED or "IsLocked" in str(getattr(error, "name", ""))
    return stayed_locked() if locked else unavailable(name)


def let_go(error: Exception) -> None:
    """Close the D-Bus connection that a failed call left open, and drop the secret that it was about.

    keyring 25.7 closes its connection to the Secret Service only where the collection opens; the last thing that
    knows of it is the traceback. Try without once it does.
    """
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for left_open in (frame.f_locals.get("bus"), frame.f_locals.get("connection")):
            if left_open is not None and type(left_open).__module__ == "jeepney.io.blocking":
                left_open.close()
    traceback.clear_frames(error.__traceback__)


def unavailable(name: SecretName) -> KeyringUnavailableError:
    """Say that there is no keyring, and what to do about this secret without one."""
    wanted = CARRIER_SECRETS if name in CARRIER_SECRETS else (name,)
    return KeyringUnavailableError(
        Text(
            "Error",
            "No keyring that encrypts can be reached on this machine. Use the environment ({variables}), or enter the "
            "credentials in Settings for this session only.",
        ).filled(variables=", ".join(one.variable for one in wanted))
    )


def stayed_locked() -> KeyringLockedError:
    """Say that the keyring is there and did not open."""
    return KeyringLockedError(Text("Error", "The keyring did not open. Unlock it and try again."))


def _best_backend() -> KeyringBackend:
    """Return the backend of those that encrypt which this machine, as it is now, prefers."""
    usable = [backend for backend in KeyringBackend.get_viable_backends() if _name(backend) in _ENCRYPTED]
    if not usable:
        raise NoKeyringError
    return max(usable, key=lambda backend: backend.priority)()


def _name(backend: type[KeyringBackend]) -> str:
    return f"{backend.__module__}.{backend.__qualname__}"
