"""A bus and a keyring on it, of a test's own: the real daemon of GNOME."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import keyring
import pytest
import secretstorage
from jeepney.bus_messages import message_bus  # type: ignore[import-untyped]
from jeepney.io.blocking import DBusConnection, Proxy  # type: ignore[import-untyped]
from keyring.backends.SecretService import Keyring as SecretServiceKeyring

from tests.waiting import wait_until

BUS = "DBUS_SESSION_BUS_ADDRESS"
_NAME = "org.freedesktop.secrets"
_DAEMON = ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground"]
_PASSWORD = r"correct horse\n"


def lock() -> None:
    """Lock the collection that is open. Without a display its password cannot be asked for."""
    with closing(secretstorage.dbus_init()) as connection:
        secretstorage.get_default_collection(connection).lock()


@contextmanager
def running(command: list[str], environment: Mapping[str, str], said: bytes = b"") -> Iterator[subprocess.Popen[bytes]]:
    """Run a process with this on its standard input, and end it."""
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        process.stdin.write(said)
        process.stdin.close()
        try:
            yield process
        finally:
            process.terminate()


def environment_of(home: Path) -> dict[str, str]:
    """Return variables that lead to nothing of the user's: no bus, no display, no home."""
    for name in ("data", "run"):
        (home / name).mkdir(mode=0o700)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_RUNTIME_DIR": str(home / "run"),
    }


def _is_open(connection: DBusConnection) -> bool:
    try:
        return not secretstorage.Collection(connection).is_locked()
    except secretstorage.exceptions.ItemNotFoundException:
        return False


def _restarted_open(home: Path) -> None:
    """Have the bus start the keyring again, as it does on a desk: GNOME's daemon ends by itself at times."""
    script = home / "keyring.sh"
    script.write_text(f"#!/bin/sh\nprintf '{_PASSWORD}' | exec {' '.join(_DAEMON)}\n")
    script.chmod(0o700)
    services = home / "data" / "dbus-1" / "services"
    services.mkdir(parents=True)
    service = f"[D-BUS Service]\nName={_NAME}\nExec={script}\n"
    (services / f"{_NAME}.service").write_text(service)


@contextmanager
def gnome_keyring(home: Path, monkeypatch: pytest.MonkeyPatch, *, restarted: bool = True) -> Iterator[SimpleNamespace]:
    """Run a bus and a keyring on it, and let this process know of that bus alone."""
    environment = environment_of(home)
    if restarted:
        _restarted_open(home)
    with running(["dbus-daemon", "--session", "--print-address", "--nofork"], environment) as bus:
        assert bus.stdout is not None
        address = bus.stdout.readline().decode().strip()
        monkeypatch.setenv(BUS, address)
        with running(_DAEMON, environment | {BUS: address}, b"correct horse\n") as process:
            with closing(secretstorage.dbus_init()) as connection:
                bus_itself = Proxy(message_bus, connection)
                wait_until(lambda: bool(bus_itself.NameHasOwner(_NAME)[0]))
                wait_until(lambda: _is_open(connection))  # a moment after it has the name
            yield SimpleNamespace(home=home, process=process, bus=bus, lock=lock)


@pytest.fixture
def daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Return a keyring of the test's own (`home`, `process`, `bus`, `lock`), and have keyring use it."""
    monkeypatch.setattr(keyring.core, "_keyring_backend", SecretServiceKeyring())  # type: ignore[no-untyped-call]
    with gnome_keyring(tmp_path, monkeypatch) as running_daemon:
        yield running_daemon
