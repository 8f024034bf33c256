import os
import socket
import sys
from pathlib import Path

import pytest

from app.net import addresses
from app.net.addresses import command_for, listening_users, other_user
from tests.systems import needs_posix

linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")


@linux
@pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_the_user_of_a_listening_program_is_found_by_its_port(family: int, host: str) -> None:
    with socket.socket(family) as server:
        try:
            server.bind((host, 0))
        except OSError:
            pytest.skip("this computer has no such address")
        port = server.getsockname()[1]
        assert listening_users(port) == frozenset()  # it does not listen yet
        server.listen()
        assert listening_users(port) == {os.getuid()}
        assert other_user(port) == ""


@linux
@pytest.mark.parametrize(("user", "name"), [(0, "root"), (4_000_000_000, "4000000000")])
def test_another_user_is_named_where_the_system_knows_the_name(
    user: int, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "tcp"
    table.write_text(
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        f"   0: 0100007F:222E 00000000:0000 0A 00000000:00000000 00:00000000 00000000 {user:5}        0 20 1 0 100\n"
        "   1: 0100007F:222E 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1234        0 21 1 0 20\n"
    )
    monkeypatch.setattr(addresses, "_TABLES", (table, tmp_path / "absent"))
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert listening_users(8750) == {user}
    assert other_user(8750) == name
    assert other_user(8751) == ""


@needs_posix
@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_elsewhere_a_file_at_the_path_of_linux_table_is_not_believed(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "tcp"
    table.write_text("  sl  local\n   0: 0100007F:222E 00000000:0000 0A 0:0 0:0 0 1234 0 20\n")
    monkeypatch.setattr(addresses, "_TABLES", (table,))
    monkeypatch.setattr(sys, "platform", system)
    assert listening_users(8750) == frozenset()
    assert other_user(8750) == ""


def test_the_command_that_finds_the_program_names_the_port() -> None:
    assert "8750" in command_for(8750)
