"""How much the server takes at once: bodies, and connections where the system allows few files."""

import pytest

from app.webhook.limits import Limits, limited_by_files
from tests.webhook.conftest import StartServer
from tests.webhook.running_server import patient, request, visit


def test_bodies_beyond_the_memory_budget_are_answered_503(start_server: StartServer) -> None:
    raw = request(visit())
    server = start_server(limits=patient(budget_bytes=len(visit())))
    assert server.post().said == "stored"
    with server.client() as first:
        first.send(raw[:-20])
        assert server.post().status == 503
        first.send(raw[-20:])
        assert first.reply().said == "stored"
    assert server.post().said == "stored"  # all room was given back


def test_a_saved_body_releases_its_memory(start_server: StartServer) -> None:
    server = start_server(limits=patient(budget_bytes=len(visit())))
    assert [server.post().said for _ in range(5)] == ["stored"] * 5


@pytest.mark.parametrize(("files", "connections"), [(8192, 2500), (2700, 2500), (1024, 824), (256, 56), (10, 1)])
def test_the_limit_of_connections_respects_the_limit_of_files(files: int, connections: int) -> None:
    assert limited_by_files(Limits(), files).connections == connections
