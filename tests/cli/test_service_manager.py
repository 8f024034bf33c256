"""What a service manager is told, at a socket of the test's own."""

import os
import socket
from pathlib import Path

import pytest

from app.cli.receive import ServiceManager

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sockets of POSIX")


def test_a_service_manager_is_told_on_every_system_with_such_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(socket, "SOCK_CLOEXEC", raising=False)  # Linux alone has it
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("notify")
        ServiceManager({"NOTIFY_SOCKET": "notify"}).tell("READY=1", "STATUS=Receiving.\nNow")
        assert manager.recv(1000) == b"READY=1\nSTATUS=Receiving. Now"


def test_without_a_service_manager_nothing_happens(tmp_path: Path) -> None:
    ServiceManager({}).tell("READY=1")
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")
