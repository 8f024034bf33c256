"""How much the server takes at once: bodies, and connections where the system allows few files."""

import pytest

from app.webhook.limits import Limits, limited_by_system
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


@pytest.mark.parametrize(
    ("available", "expected"),
    [
        (7992, (2500, 500, 200)),
        (2500, (2500, 500, 200)),
        (824, (824, 412, 200)),
        (480, (480, 240, 120)),
        (-190, (1, 1, 0)),
    ],
)
def test_fewer_connections_than_wanted_serve_fewer_requests(available: int, expected: tuple[int, ...]) -> None:
    limits = limited_by_system(Limits(), available)
    assert (limits.connections, limits.requests, limits.held) == expected
