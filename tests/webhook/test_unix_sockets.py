"""The receiver at a Unix socket: who can connect, and what becomes of the file."""

import os
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from app.domain.errors import PortTakenError, SettingsError
from app.domain.reception.probing import Probe
from app.domain.settings import Settings
from app.services.diagnostics.checks import check_receiver
from app.url_check.check import check
from app.url_check.port_owner import ask_receiver
from app.webhook.handler import WebhookEndpoint
from app.webhook.server import WebhookServer
from tests.webhook.running_server import DEADLINE, NOON, TOKEN, RunningServer, request, visit

if sys.platform == "win32":
    pytest.skip("the receiver has no Unix sockets on Windows", allow_module_level=True)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of this user with a short path: a socket's may have about 100 bytes."""
    with tempfile.TemporaryDirectory(prefix="despacho-test-") as folder:
        yield Path(folder)


def unstarted_server(server: RunningServer, path: Path) -> WebhookServer:
    return WebhookServer(
        f"unix:{path}",
        8750,
        WebhookEndpoint(
            path="/visitas",
            tokens=server.tokens,
            keep=server.store.keep,
            is_ready=ready,
            now=lambda: NOON,
            on_bug=server.bugs.append,
        ),
    )


def ready() -> "Future[None]":
    is_ready: Future[None] = Future()
    is_ready.set_result(None)
    return is_ready


def post(path: Path) -> bytes:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(DEADLINE)
        client.connect(str(path))
        client.sendall(request(visit()))
        return client.recv(12)


def test_a_notification_comes_in_at_a_socket_whose_file_goes_with_the_receiver(
    server: RunningServer, folder: Path
) -> None:
    path = folder / "receiver.sock"
    at_socket = unstarted_server(server, path)
    for _ in range(2):
        at_socket.start()
        assert at_socket.url == f"unix:{path}:/visitas"
        assert at_socket.port == 8750
        assert post(path) == b"HTTP/1.1 200"
        at_socket.stop()
        assert not path.exists()


def test_the_local_checks_go_to_the_socket(server: RunningServer, folder: Path) -> None:
    path = folder / "receiver.sock"
    at_socket = unstarted_server(server, path)
    probe = Probe.new()
    assert str(path) in str(check(at_socket.url, probe, is_public=False).text)
    at_socket.start()
    at_socket.expect(probe)
    assert ask_receiver(f"unix:{path}", 8750) is True
    assert check(at_socket.url, probe, is_public=False).works
    assert not check(at_socket.url, probe, is_public=True).works  # the provider cannot use it
    at_socket.stop()


def test_doctor_says_what_to_do_where_the_data_cannot_tell_whose_receiver_listens(
    server: RunningServer, folder: Path
) -> None:
    database = folder / "facts.sqlite"
    database.write_bytes(b"no database" * 1000)
    at_socket = unstarted_server(server, folder / "receiver.sock")
    at_socket.start()
    settings = Settings(receiver_host=f"unix:{folder / 'receiver.sock'}")
    (port,) = check_receiver(settings, tuple, database, lambda: NOON)
    at_socket.stop()
    assert not port.works
    assert "first do what the check “store” says, then run again: despacho doctor" in str(port.text)


@pytest.mark.parametrize(("of_folder", "of_socket"), [(0o700, 0o600), (0o755, 0o600), (0o2750, 0o660)])
def test_the_socket_is_for_its_owner_and_with_the_setgid_bit_for_the_folders_group(
    server: RunningServer, folder: Path, of_folder: int, of_socket: int
) -> None:
    folder.chmod(of_folder)
    before = os.umask(0)
    at_socket = unstarted_server(server, folder / "receiver.sock")
    try:
        at_socket.start()
    finally:
        os.umask(before)
    found = (folder / "receiver.sock").stat()
    at_socket.stop()
    assert stat.S_IMODE(found.st_mode) == of_socket
    assert found.st_gid == folder.stat().st_gid


def test_a_socket_in_use_is_refused_and_stays(server: RunningServer, folder: Path) -> None:
    path = folder / "receiver.sock"
    at_socket = unstarted_server(server, path)
    at_socket.start()
    with pytest.raises(PortTakenError, match=f"already listens at {path}"):
        unstarted_server(server, path).start()
    assert post(path) == b"HTTP/1.1 200"
    at_socket.stop()


def test_the_socket_of_a_killed_process_is_replaced(server: RunningServer, folder: Path) -> None:
    path = folder / "receiver.sock"
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(path))
    at_socket = unstarted_server(server, path)
    at_socket.start()
    assert post(path) == b"HTTP/1.1 200"
    at_socket.stop()


def test_another_file_is_not_replaced(server: RunningServer, folder: Path) -> None:
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(SettingsError, match="cannot listen at"):
        unstarted_server(server, folder / "notes.txt").start()
    assert (folder / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("mode", [0o1777, 0o770, 0o702])
def test_a_folder_in_which_others_could_replace_the_socket_is_refused(
    server: RunningServer, folder: Path, mode: int
) -> None:
    folder.chmod(mode)
    with pytest.raises(SettingsError, match="only you can write to"):
        unstarted_server(server, folder / "receiver.sock").start()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", ["absent/receiver.sock", "r" * 120])
def test_a_path_that_cannot_be_used_is_said(server: RunningServer, folder: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="cannot listen at"):
        unstarted_server(server, folder / name).start()


def test_the_token_is_needed_at_a_socket_as_well(server: RunningServer, folder: Path) -> None:
    path = folder / "receiver.sock"
    at_socket = unstarted_server(server, path)
    at_socket.start()
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(DEADLINE)
        client.connect(str(path))
        client.sendall(request(visit(), token=f"{TOKEN}x"))
        assert client.recv(12) == b"HTTP/1.1 401"
    at_socket.stop()
