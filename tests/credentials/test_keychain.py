"""The vault on keyring's own code for macOS, with Security.framework played: it asks the user, who may refuse."""

import ctypes
import importlib
import threading
from collections.abc import Callable
from typing import Any

import keyring
import pytest
from keyring.backends import macOS

from app.credentials.credentials import Credentials, SessionVault, Source
from app.credentials.keyring_vault import DENIED_SECONDS, KeyringVault
from app.domain.access.credentials import SecretName
from app.domain.errors import KeyringLockedError, KeyringUnavailableError
from tests.systems import needs_posix

TOKEN, USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER
FOUND, DENIED, AUTH_FAILED, NOT_ALLOWED, NOT_FOUND, NOT_AVAILABLE = 0, -128, -25293, -25308, -25300, -25291
VARIABLES = "DESPACHO_AUTHORIZATION_TOKEN, DESPACHO_AUTHORIZATION_USER"


class Keychain:
    """What `Security.framework` answers: a status for each access, and how often it was accessed.

    Attributes:
        answer: returns the status of an access; it may block, as while macOS asks the user.
    """

    def __init__(self) -> None:
        self.answer: Callable[[], int] = lambda: NOT_FOUND
        self.accesses = 0

    def access(self, *_: object) -> int:
        self.accesses += 1
        return self.answer()


class Framework:
    """A library whose functions do nothing."""

    def __getattr__(self, name: str) -> Callable[..., int]:
        def function(*_: object) -> int:
            return 0

        setattr(self, name, function)
        return function


@pytest.fixture
def keychain(monkeypatch: pytest.MonkeyPatch) -> Keychain:
    """Let keyring have chosen its backend for macOS, on a keychain of the test's own."""
    played = Keychain()
    with monkeypatch.context() as loading:
        loading.setattr(ctypes, "CDLL", lambda *_: Framework())
        api: Any = importlib.import_module("keyring.backends.macOS.api")
    monkeypatch.setattr(macOS, "api", api, raising=False)
    monkeypatch.setattr(api, "k_", lambda name: name)
    monkeypatch.setattr(api, "create_query", lambda **_: None)
    for name in ("SecItemCopyMatching", "SecItemAdd", "SecItemDelete"):
        monkeypatch.setattr(api, name, played.access)
    monkeypatch.setattr(api, "cfstr_to_str", lambda _: "kept")
    monkeypatch.setattr(keyring.core, "_keyring_backend", macOS.Keyring())  # type: ignore[no-untyped-call]
    return played


@pytest.mark.parametrize("call", ["read", "delete", "write"])
@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (DENIED, "macOS was told not to let Despacho use the keychain"),
        (AUTH_FAILED, "The keychain refused Despacho"),
        (NOT_ALLOWED, rf"macOS cannot ask here .* or use the environment \({VARIABLES}\)"),
    ],
)
def test_each_refusal_of_the_keychain_says_what_to_do(
    call: str, status: int, sentence: str, keychain: Keychain
) -> None:
    keychain.answer = lambda: status
    arguments = {"read": (TOKEN,), "delete": (TOKEN,), "write": (TOKEN, "secret")}[call]
    with pytest.raises(KeyringLockedError, match=sentence):
        getattr(KeyringVault(), call)(*arguments)


def test_a_refusal_to_save_or_delete_is_no_missing_keyring(keychain: Keychain) -> None:
    for answers in ([NOT_FOUND, NOT_FOUND, NOT_ALLOWED], [FOUND, AUTH_FAILED]):
        keychain.answer = iter(answers).__next__
        with pytest.raises(KeyringLockedError):
            KeyringVault().write(TOKEN, "secret")


def test_a_computer_without_a_keychain_has_no_keyring(keychain: Keychain) -> None:
    keychain.answer = lambda: NOT_AVAILABLE
    with pytest.raises(KeyringUnavailableError):
        KeyringVault().read(TOKEN)


@needs_posix
def test_while_macos_waits_for_the_user_the_sentence_says_so_and_it_asks_once(keychain: Keychain) -> None:
    answered = threading.Event()
    keychain.answer = lambda: answered.wait() and FOUND
    vault = KeyringVault(patience=0.05)
    for name in (TOKEN, USER):
        with pytest.raises(KeyringLockedError, match=r"macOS asks in a window of its own .* choose “Always Allow”"):
            vault.read(name)
    assert keychain.accesses == 1
    (asking,) = (thread for thread in threading.enumerate() if thread.name == "keyring")
    answered.set()
    asking.join(60)
    assert vault.read(TOKEN) == "kept"


@needs_posix
def test_macos_is_not_made_to_ask_again_and_again_after_the_user_denied_it(keychain: Keychain) -> None:
    clock = [0.0]
    keychain.answer = lambda: DENIED
    vault = KeyringVault(clock=lambda: clock[0])
    for name in (TOKEN, USER, TOKEN):
        with pytest.raises(KeyringLockedError, match="wait five minutes"):
            vault.read(name)
    assert keychain.accesses == 1
    keychain.answer = lambda: FOUND
    clock[0] = DENIED_SECONDS
    assert vault.read(TOKEN) == "kept"
    assert DENIED_SECONDS == 5 * 60


def test_what_the_user_enters_after_a_denial_is_saved_at_once(keychain: Keychain) -> None:
    keychain.answer = lambda: DENIED
    vault = KeyringVault(clock=lambda: 0.0)
    with pytest.raises(KeyringLockedError):
        vault.read(TOKEN)
    keychain.answer = iter([NOT_FOUND, NOT_FOUND, FOUND, FOUND]).__next__
    vault.write(TOKEN, "kept")
    keychain.answer = lambda: FOUND
    assert vault.read(TOKEN) == "kept"


def test_the_status_of_the_secrets_tells_why_the_keychain_is_locked(keychain: Keychain) -> None:
    keychain.answer = lambda: NOT_ALLOWED
    problems: list[KeyringLockedError] = []
    found = Credentials({}, SessionVault(), KeyringVault()).status(on_locked=problems.append)
    assert set(found.values()) == {Source.LOCKED}
    assert ["macOS cannot ask here" in str(problem) for problem in problems] == [True]
    assert keychain.accesses == 1
