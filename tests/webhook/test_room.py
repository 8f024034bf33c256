"""How much the server takes at once: bodies, and connections where the system allows few files."""

import pytest

from app.webhook.limits import Limits, limited_by_files
from tests.webhook.conftest import Opened
from tests.webhook.visiting import patient, request, visit


def test_bodies_beyond_the_room_for_all_are_told_to_come_again(opened: Opened) -> None:
    raw = request(visit())
    house = opened(limits=patient(budget_bytes=len(visit())))
    assert house.post().said == "stored"
    with house.client() as first:
        first.send(raw[:-20])
        assert house.post().status == 503
        first.send(raw[-20:])
        assert first.reply().said == "stored"
    assert house.post().said == "stored"  # all room was given back


def test_a_kept_body_gives_its_room_back(opened: Opened) -> None:
    house = opened(limits=patient(budget_bytes=len(visit())))
    assert [house.post().said for _ in range(5)] == ["stored"] * 5


@pytest.mark.parametrize(("files", "connections"), [(8192, 2500), (2700, 2500), (1024, 824), (256, 56), (10, 1)])
def test_there_are_no_more_connections_than_there_may_be_files(files: int, connections: int) -> None:
    assert limited_by_files(Limits(), files).connections == connections
