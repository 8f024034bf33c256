import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, SECRETS, TOKEN, USER, Despacho, Ended
from tests.cli.terminals import read_until, terminal
from tests.cli.wire import DATE, good_day

FETCH = ("fetch", "--carrier", "ACME", "--date", DATE)
BUS = "DBUS_SESSION_BUS_ADDRESS"
NAMES = ["authorization-token", "authorization-user", "receiver-token", "receiver-token-next", "handover-phrase"]

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the Secret Service is a keyring of Linux")


def status(despacho: Despacho) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in despacho.run("credentials", "status").text.splitlines())


def kept_for(despacho: Despacho, name: str, address: str) -> str:
    """Save a secret while an address is set, and return the origin that it is kept for."""
    kept = despacho.knowing(DESPACHO_BASE_URL=f"{address}/v1").run("credentials", "set", name, stdin=b"ana")
    return kept.said.removeprefix(f"{name} was saved in the keyring. It is sent to ").removesuffix(" only.\n")


@pytest.fixture
def with_keyring(despacho: Despacho, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Despacho]:
    """`despacho` with a real, unlocked keyring of the test's own."""
    from tests.credentials.secret_service import gnome_keyring  # noqa: PLC0415 - Linux alone

    home = tmp_path / "keyring"
    home.mkdir()
    with gnome_keyring(home, monkeypatch) as daemon:
        yield despacho.knowing(**{BUS: os.environ[BUS]})
    assert daemon.process.returncode is not None


@on_linux
def test_a_secret_is_saved_used_and_deleted_and_never_shown(with_keyring: Despacho) -> None:
    secrets = (
        ("authorization-token", TOKEN, ""),
        ("authorization-user", USER, "\ufeff"),
        ("receiver-token", TOKEN, ""),
    )
    for name, secret, mark in secrets:  # programs of Windows may write a byte order mark
        kept = with_keyring.run("credentials", "set", name, stdin=f"{mark}{secret}\r\n".encode())
        assert (kept.code, kept.out, kept.said) == (0, b"", f"{name} was saved in the keyring.\n")
    assert status(with_keyring) == dict.fromkeys(NAMES[:3], "kept in the keyring") | dict.fromkeys(NAMES[3:], "not set")
    with ScriptedCarrier(says(200, good_day())) as carrier:
        loaded = with_keyring.knowing(DESPACHO_BASE_URL=carrier.url).run(*FETCH)
    assert loaded.code == 0
    assert carrier.requests[0].headers["authorization-token"] == TOKEN
    assert carrier.requests[0].headers["authorization-user"] == USER
    for said in ("was removed", "was not set"):
        gone = with_keyring.run("credentials", "delete", "authorization-user")
        assert (gone.code, gone.out, gone.said) == (0, b"", f"authorization-user {said}.\n")
    missing = with_keyring.knowing(DESPACHO_BASE_URL="http://127.0.0.1:1").run(*FETCH)
    assert missing.code == 4
    assert missing.said.startswith("Not set yet: authorization-user. ")
    assert status(with_keyring)["authorization-user"] == "not set"
    assert kept_for(with_keyring, "authorization-user", "https://api.example") == "https://api.example"
    elsewhere = with_keyring.knowing(DESPACHO_BASE_URL="http://127.0.0.1:1").run(*FETCH)
    assert elsewhere.code == 4
    assert f"entered for {carrier.url}, so they are not sent to http://127.0.0.1:1." in elsewhere.said
    assert not [
        path for path in with_keyring.folder.rglob("*") if path.is_file() and TOKEN.encode() in path.read_bytes()
    ]


@on_linux
def test_a_terminal_asks_without_echo(with_keyring: Despacho) -> None:
    for typed, code in ((TOKEN.encode() + b"\n", 0), (b"\x04", 2)):  # the second is Ctrl+D
        with terminal() as (ours, theirs):
            command = ("credentials", "set", "authorization-token")
            shell = ["setsid", "--ctty", sys.executable, "-m", "app", *command]
            with subprocess.Popen(
                shell, env=with_keyring.environment, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs
            ) as process:
                shown = read_until(ours, b"authorization-token: ")
                with open(ours, "wb", closefd=False, buffering=0) as keys:
                    keys.write(typed)
                shown += read_until(ours, b".\r\n")
                assert process.wait(DEADLINE) == code
        assert TOKEN.encode() not in shown
    assert b"authorization-token is empty. Enter its value." in shown
    assert status(with_keyring)["authorization-token"] == "kept in the keyring"


def test_a_secret_that_is_no_utf_8_is_not_saved(despacho: Despacho) -> None:
    ended = despacho.run("credentials", "set", "handover-phrase", stdin="una frase con eñe".encode("cp850"))
    assert (ended.code, ended.out) == (2, b"")
    assert ended.said.startswith("handover-phrase was not saved: what came by standard input is no UTF-8.")


def test_variables_replace_the_keyring_and_take_precedence(despacho: Despacho) -> None:
    server = despacho.knowing(**SECRETS)
    seen = server.run("credentials", "status")
    assert (seen.code, seen.said) == (0, "")
    assert seen.text.splitlines() == [
        "authorization-token: set by the environment",
        "authorization-user: set by the environment",
        "receiver-token: not set",
        "receiver-token-next: not set",
        "handover-phrase: not set",
    ]
    assert not despacho.folder.exists()


@on_linux
def test_a_variable_that_overrides_the_keyring_is_reported(with_keyring: Despacho) -> None:
    kept = with_keyring.knowing(**SECRETS).run("credentials", "set", "authorization-user", stdin=b"another\n")
    assert kept.code == 0
    assert kept.said.splitlines() == [
        "authorization-user was saved in the keyring.",
        "But DESPACHO_AUTHORIZATION_USER is set in the environment, and takes precedence.",
    ]
    assert status(with_keyring)["authorization-user"] == "kept in the keyring"


@on_linux
def test_a_locked_keyring_is_reported(despacho: Despacho, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.credentials.secret_service import gnome_keyring  # noqa: PLC0415 - Linux alone

    home = tmp_path / "keyring"
    home.mkdir()
    with gnome_keyring(home, monkeypatch) as daemon:
        asking = despacho.knowing(**{BUS: os.environ[BUS]})
        assert asking.run("credentials", "set", "authorization-token", stdin=TOKEN.encode()).code == 0
        daemon.lock()
        seen = asking.run("credentials", "status")
        fetched = asking.knowing(DESPACHO_BASE_URL="http://127.0.0.1:1").run(*FETCH)
    assert "authorization-token: the keyring is locked" in seen.text
    for ended in (seen, fetched):
        assert (ended.code, ended.said) == (4, "The keyring did not open. Unlock it and try again.\n")


@on_linux
@pytest.mark.parametrize("arguments", ["set authorization-token", "delete authorization-token", "status"])
def test_without_a_keyring_the_message_says_what_to_do(despacho: Despacho, arguments: str) -> None:
    ended = despacho.run("credentials", *arguments.split(), stdin=TOKEN.encode())
    assert (ended.code, ended.said.count("\n")) == (4, 1)
    assert ended.said.startswith("No keyring that encrypts can be reached on this computer.")
    assert "DESPACHO_AUTHORIZATION_TOKEN" in ended.said
    assert ended.text == ("".join(f"{name}: not set\n" for name in NAMES) if arguments == "status" else "")


def test_a_secret_that_no_header_can_hold_is_not_saved(despacho: Despacho) -> None:
    def kept(typed: bytes) -> Ended:
        return despacho.run("credentials", "set", "authorization-token", stdin=typed)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for ended in pool.map(kept, [b"", b"\n", "ñ".encode(), b"\xff", b"two words \n", b"a\tb"]):
            assert (ended.code, ended.out, ended.said.count("\n")) == (2, b"", 1)
            assert ended.said.startswith("authorization-token ")
