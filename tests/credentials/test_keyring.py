"""The vault on a real gnome-keyring, and without any."""

import gc
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import keyring
import pytest
import secretstorage
from jeepney.io.blocking import DBusConnection  # type: ignore[import-untyped]
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError, PasswordSetError

from app.credentials.keyring_vault import SERVICE, KeyringVault, meaning_of
from app.domain.access.credentials import SecretName
from app.domain.errors import CredentialsError, KeyringLockedError, KeyringUnavailableError

TOKEN, USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER
SECRET = "sEcReT-6f1e7c52-a9b4"


class PlaintextKeyring(KeyringBackend):
    """A backend as others ship it: it keeps what it is given where everybody can read it."""

    priority = 0.5
    kept: dict[tuple[str, str], str] = {}  # noqa: RUF012

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_secret_comes_back_as_it_was_written(daemon: SimpleNamespace) -> None:
    vault = KeyringVault()
    assert vault.read(TOKEN) is None
    vault.write(TOKEN, SECRET)
    vault.write(USER, "ana 7")
    assert (vault.read(TOKEN), vault.read(USER)) == (SECRET, "ana 7")
    vault.write(TOKEN, "another")
    assert KeyringVault().read(TOKEN) == "another"


def test_a_deleted_secret_is_gone_and_was_there(daemon: SimpleNamespace) -> None:
    vault = KeyringVault()
    vault.write(TOKEN, SECRET)
    assert vault.delete(TOKEN)
    assert vault.read(TOKEN) is None
    assert not vault.delete(TOKEN)


def test_no_secret_is_in_clear_in_any_file_or_log(daemon: SimpleNamespace, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    vault = KeyringVault()
    vault.write(TOKEN, SECRET)
    daemon.lock()
    with pytest.raises(KeyringLockedError):
        vault.write(TOKEN, SECRET + "2")
    files = [path for path in daemon.home.rglob("*") if path.is_file()]
    assert any(path.suffix == ".keyring" for path in files)
    assert [path for path in files if SECRET.encode() in path.read_bytes()] == []
    assert SECRET not in caplog.text


def test_nothing_is_left_open_by_calls_that_went_well_or_wrong(daemon: SimpleNamespace) -> None:
    vault = KeyringVault()
    vault.write(TOKEN, SECRET)
    threads, files = threading.active_count(), open_files()
    gc.disable()  # what is left open shall not be closed by chance
    try:
        for _ in range(5):
            assert vault.read(TOKEN) == SECRET
        daemon.lock()
        for _ in range(5):
            with pytest.raises(KeyringLockedError):
                vault.read(TOKEN)
        assert open_files() == files
        assert threading.active_count() == threads
    finally:
        gc.enable()


@pytest.mark.parametrize("call", ["read", "delete", "write"])
def test_a_keyring_that_stays_locked_says_so(call: str, daemon: SimpleNamespace) -> None:
    daemon.lock()
    vault = KeyringVault()
    arguments = {"read": (TOKEN,), "delete": (TOKEN,), "write": (TOKEN, SECRET)}[call]
    with pytest.raises(KeyringLockedError, match=r"did not open\. Unlock it and try again") as raised:
        getattr(vault, call)(*arguments)
    assert SECRET not in repr(raised.value) + str(raised.value.__cause__)


def test_a_keyring_that_does_not_answer_is_given_up_and_found_again(daemon: SimpleNamespace) -> None:
    KeyringVault().write(TOKEN, SECRET)
    vault = KeyringVault(patience=0.2)
    daemon.process.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(KeyringLockedError):
            vault.read(TOKEN)
        with pytest.raises(KeyringLockedError):
            vault.read(TOKEN)
        (stuck,) = (thread for thread in threading.enumerate() if thread.name == "keyring")
    finally:
        daemon.process.send_signal(signal.SIGCONT)
    stuck.join(60)
    assert not stuck.is_alive()
    assert KeyringVault().read(TOKEN) == SECRET


def test_a_bus_that_answers_late_is_asked_again(daemon: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    KeyringVault().write(TOKEN, SECRET)
    connect, late = secretstorage.dbus_init, []

    def connect_late() -> DBusConnection:
        try:
            return connect()
        except TimeoutError as error:
            late.append(error)
            daemon.bus.send_signal(signal.SIGCONT)
            raise

    monkeypatch.setattr(secretstorage, "dbus_init", connect_late)
    daemon.bus.send_signal(signal.SIGSTOP)
    assert KeyringVault().read(TOKEN) == SECRET
    assert late


def test_a_keyring_that_ends_while_it_is_asked_is_asked_again(
    daemon: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    KeyringVault().write(TOKEN, SECRET)
    opened = secretstorage.get_default_collection

    def ending_once(connection: DBusConnection) -> secretstorage.Collection:
        if daemon.process.poll() is None:
            daemon.process.kill()
            daemon.process.wait()
            raise secretstorage.exceptions.SecretServiceNotAvailableException
        return opened(connection)

    monkeypatch.setattr(secretstorage, "get_default_collection", ending_once)
    assert KeyringVault().read(TOKEN) == SECRET


def test_an_entry_of_somebody_else_that_is_no_text_reads_as_empty_and_can_be_deleted(daemon: SimpleNamespace) -> None:
    with closing(secretstorage.dbus_init()) as connection:
        collection = secretstorage.get_default_collection(connection)
        collection.create_item("foreign", {"service": SERVICE, "username": TOKEN.value}, b"\xff\xfe\xfa")
    vault = KeyringVault()
    assert vault.read(TOKEN) == ""
    assert vault.delete(TOKEN)
    assert vault.read(TOKEN) is None


def entries() -> list[bytes]:
    """Return what the keyring itself holds under the token's name, for any user name."""
    with closing(secretstorage.dbus_init()) as connection:
        collection = secretstorage.get_default_collection(connection)
        found = collection.search_items({"service": SERVICE, "username": TOKEN.value})
        return [item.get_secret() for item in found]


@pytest.fixture
def foreign_entries(daemon: SimpleNamespace) -> None:
    """Put two entries under the token's name, as other programs would."""
    with closing(secretstorage.dbus_init()) as connection:
        collection = secretstorage.get_default_collection(connection)
        for application in ("one", "two"):
            attributes = {"service": SERVICE, "username": TOKEN.value, "application": application}
            collection.create_item("foreign", attributes, b"foreign")
    assert len(entries()) == 2


def test_a_written_value_replaces_foreign_entries_of_its_name(foreign_entries: None) -> None:
    KeyringVault().write(TOKEN, SECRET)
    assert entries() == [SECRET.encode()]


def test_what_is_deleted_leaves_no_copy_behind(foreign_entries: None) -> None:
    vault = KeyringVault()
    assert vault.delete(TOKEN)
    assert entries() == []
    assert not vault.delete(TOKEN)


class ForgetfulKeyring(PlaintextKeyring):
    """Passes for a trusted backend, and keeps nothing that it is given: no real one can be made to."""

    def set_password(self, service: str, username: str, password: str) -> None: ...


class StubbornKeyring(PlaintextKeyring):
    """Passes for a trusted backend, and deletes nothing."""

    def get_password(self, service: str, username: str) -> str | None:  # noqa: ARG002
        return "still there"

    def delete_password(self, service: str, username: str) -> None: ...


@pytest.fixture
def trusted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let keyring have chosen the backend that the test names, under the name of one that is trusted."""
    backend = request.param
    own_name = backend.__module__, backend.__qualname__
    backend.__module__, backend.__qualname__ = "keyring.backends.SecretService", "Keyring"
    monkeypatch.setattr(keyring.core, "_keyring_backend", backend())
    yield
    backend.__module__, backend.__qualname__ = own_name


@pytest.mark.parametrize("trusted", [ForgetfulKeyring], indirect=True)
def test_a_keyring_that_does_not_save_is_reported(trusted: None) -> None:
    with pytest.raises(KeyringUnavailableError, match="did not save authorization-token correctly") as raised:
        KeyringVault().write(TOKEN, SECRET)
    assert SECRET not in repr(raised.value)


@pytest.mark.parametrize("trusted", [StubbornKeyring], indirect=True)
def test_a_keyring_that_deletes_nothing_is_not_believed(trusted: None) -> None:
    with pytest.raises(KeyringLockedError):
        KeyringVault().delete(TOKEN)


def test_a_bus_that_is_gone_is_no_keyring(daemon: SimpleNamespace, no_keyring: Path) -> None:
    with pytest.raises(KeyringUnavailableError, match=r"\(DESPACHO_AUTHORIZATION_TOKEN, DESPACHO_AUTHORIZATION_USER\)"):
        KeyringVault().read(TOKEN)


@pytest.mark.parametrize("name", [SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT])
def test_without_a_keyring_the_variable_of_the_token_in_question_is_named(name: SecretName, no_keyring: Path) -> None:
    with pytest.raises(KeyringUnavailableError, match=rf"\({name.variable}\)"):
        KeyringVault().write(name, SECRET)


def test_a_process_that_never_had_a_bus_has_no_keyring(tmp_path: Path) -> None:
    script = """
from app.credentials.keyring_vault import KeyringVault
from app.domain.access.credentials import SecretName
from app.domain.errors import KeyringUnavailableError
for call, more in ((KeyringVault.read, ()), (KeyringVault.write, ("x",))):
    try:
        call(KeyringVault(), SecretName.RECEIVER_TOKEN, *more)
    except KeyringUnavailableError as error:
        print(error)
"""
    variables = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", script], env=variables, capture_output=True, text=True, check=True, timeout=120
    )
    assert ended.stdout.count("No keyring that encrypts can be reached on this computer.") == 2
    assert ended.stderr == ""
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("backend", [PlaintextKeyring, null.Keyring])
def test_a_backend_that_does_not_encrypt_is_given_nothing(
    backend: type[KeyringBackend], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    keyring.set_keyring(backend())
    with pytest.raises(KeyringUnavailableError):
        KeyringVault().write(TOKEN, SECRET)
    with pytest.raises(KeyringUnavailableError):
        KeyringVault().read(TOKEN)
    assert PlaintextKeyring.kept == {}


@pytest.mark.parametrize("undecided", [chainer.ChainerBackend, fail.Keyring])
def test_a_keyring_among_others_or_started_later_is_found(
    undecided: type[KeyringBackend], daemon: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", undecided())
    vault = KeyringVault()
    vault.write(TOKEN, SECRET)
    assert KeyringVault().read(TOKEN) == SECRET
    assert len(entries()) == 1
    assert vault.delete(TOKEN)
    assert PlaintextKeyring.kept == {}


def test_backends_that_are_all_plain_text_are_none(no_keyring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", chainer.ChainerBackend())  # type: ignore[no-untyped-call]
    with pytest.raises(KeyringUnavailableError):
        KeyringVault().write(TOKEN, SECRET)
    assert PlaintextKeyring.kept == {}


@pytest.mark.parametrize("named", ["no.such.module.Keyring", "keyring.backends.fail.Nothing", "", "nonsense"])
def test_keyring_settings_that_name_no_backend_leave_no_keyring(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", named)
    with pytest.raises(KeyringUnavailableError):
        KeyringVault().read(TOKEN)


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (KeyringLocked("x"), KeyringLockedError),
        (PasswordSetError("Cancelled by user"), KeyringLockedError),
        (PasswordDeleteError("Cancelled by user"), KeyringLockedError),
        (InitError("x"), KeyringLockedError),
        (caused(InitError("x"), secretstorage.PromptDismissedException("x")), KeyringLockedError),
        (caused(InitError("x"), secretstorage.SecretServiceNotAvailableException("x")), KeyringUnavailableError),
        (secretstorage.LockedException("x"), KeyringLockedError),
        (secretstorage.ItemNotFoundException("x"), KeyringUnavailableError),
        (ConnectionResetError("x"), KeyringUnavailableError),
        (TimeoutError("x"), KeyringUnavailableError),
    ],
)
def test_a_failure_is_either_a_keyring_that_stayed_shut_or_none_at_all(
    error: Exception, meaning: type[CredentialsError]
) -> None:
    assert type(meaning_of(error, TOKEN)) is meaning
