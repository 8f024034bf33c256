"""`ssh -R` by the templates, with Caddy or nginx in front of its remote end."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.proxies.programs import TEMPLATES, free_port, listens, running
from tests.proxies.reverse_proxies import KINDS, front
from tests.proxies.tunnels import Server, ssh_server
from tests.proxies.upstream import Upstream
from tests.waiting import PATIENCE, wait_until

TOKEN = "Bearer a.JWT-that.must_not-leak"


@pytest.fixture(scope="module")
def receiver_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def server(receiver_port: int) -> Iterator[Server]:
    with ssh_server(receiver_port) as server:
        yield server


def running_processes() -> Iterator[tuple[int, int]]:
    """Yield running processes with their parents, without zombies."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            state, parent, *_ = stat.read_text().rpartition(")")[2].split()
            if state != "Z":
                yield int(stat.parent.name), int(parent)


def children(pid: int) -> list[int]:
    return [child for child, parent in running_processes() if parent == pid]


@pytest.mark.parametrize("kind", KINDS)
def test_a_notification_goes_through_the_tunnel_and_while_there_is_none_all_is_503(
    kind: str, server: Server, receiver_port: int, tmp_path: Path
) -> None:
    with Upstream(receiver_port) as receiver, front(kind, server.remote_port, tmp_path / "front") as outside:
        assert outside.post().status_code == 503
        for _ in range(2):
            with server.tunnel() as ssh:
                assert outside.post("/visitas", b'{"a": 1}', Authorization=TOKEN).status_code == 200
                ssh.kill()
                wait_until(lambda: not listens(server.remote_port), "the tunnel is gone")
            assert outside.post().status_code == 503
        assert [(got.target, got.body, got.headers["Authorization"]) for got in receiver.got] == [
            ("/visitas", b'{"a": 1}', TOKEN)
        ] * 2


@pytest.mark.parametrize("kind", KINDS)
def test_while_the_desk_is_away_at_its_end_of_the_tunnel_all_is_503(
    kind: str, server: Server, receiver_port: int, tmp_path: Path
) -> None:
    with server.tunnel(), front(kind, server.remote_port, tmp_path / "front") as outside:
        for _ in range(2):
            assert {outside.post().status_code for _ in range(5)} == {503}
            with Upstream(receiver_port):
                wait_until(lambda: outside.post().status_code == 200, "the desk answers")


@pytest.mark.parametrize("kind", KINDS)
def test_a_dead_tunnel_is_503(kind: str, server: Server, receiver_port: int, tmp_path: Path) -> None:
    with (
        Upstream(receiver_port),
        server.tunnel() as ssh,
        front(kind, server.remote_port, tmp_path / "front", patience="300ms") as outside,
    ):
        ssh.send_signal(signal.SIGSTOP)
        try:
            assert outside.post().status_code == 503
        finally:
            ssh.send_signal(signal.SIGCONT)
        wait_until(lambda: outside.post().status_code == 200, "the tunnel speaks again")


def test_the_script_restarts_a_broken_tunnel(server: Server, receiver_port: int, tmp_path: Path) -> None:
    with (
        Upstream(receiver_port),
        server.kept() as script,
        front("nginx", server.remote_port, tmp_path / "front") as outside,
    ):
        for _ in range(2):
            wait_until(lambda: outside.post().status_code == 200, "the tunnel stands")
            (ssh,) = children(script.pid)
            os.kill(ssh, signal.SIGKILL)
            wait_until(lambda ended=ssh: ended not in children(script.pid), "that ssh has ended")  # type: ignore[misc]
        wait_until(lambda: outside.post().status_code == 200, "the tunnel stands again")


def test_the_script_ends_with_its_ssh(server: Server) -> None:
    with server.kept() as script:
        wait_until(lambda: len(children(script.pid)) == 1, "ssh runs")
        (ssh,) = children(script.pid)
        script.terminate()
        assert script.wait(PATIENCE) == 0
        wait_until(lambda: not listens(server.remote_port), "the tunnel is gone")
        wait_until(lambda: ssh not in dict(running_processes()), "ssh has ended")


def test_the_script_keeps_trying_while_it_is_refused(server: Server, tmp_path: Path) -> None:
    config = tmp_path / "ssh_config"
    port = f"Port {free_port()}"
    lines = server.config.read_text(encoding="utf-8").splitlines()
    config.write_text("\n".join(f"    {port}" if line.strip().startswith("Port ") else line for line in lines))
    said = tmp_path / "said.log"
    command = ["sh", str(TEMPLATES / "tunnel.sh"), str(config)]
    with running(command, said, server.environment) as script:
        wait_until(lambda: said.read_text().count("Connection refused") > 2, "it tried three times")
        assert script.poll() is None


def test_the_tunnels_key_allows_only_that_port(server: Server) -> None:
    other = free_port()
    listening = server.ssh("-N", "-R", f"127.0.0.1:{other}:127.0.0.1:9", "despacho-tunnel")
    assert listening.returncode != 0
    assert f"remote port forwarding failed for listen port {other}" in listening.stderr
    bare = ("-o", "ClearAllForwardings=yes", "despacho-tunnel")
    assert "inside" not in server.ssh(*bare, "echo", "inside").stdout
    with Upstream() as neighbour:
        reached = server.ssh("-W", f"127.0.0.1:{neighbour.port}", *bare)
    assert reached.returncode != 0
    assert "administratively prohibited" in reached.stderr
