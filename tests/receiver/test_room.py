"""How much the door takes in at once: bodies, and connections where the system allows few files."""

import pytest

from app.receiver.descriptors import fitting
from app.receiver.limits import Limits
from tests.receiver.conftest import Opened
from tests.receiver.visiting import patient, request, visit


def test_bodies_beyond_the_room_for_all_are_told_to_come_again(opened: Opened) -> None:
    raw = request(visit())
    house = opened(limits=patient(held_bytes=len(visit())))
    assert house.post().said == "stored"
    with house.client() as first:
        first.send(raw[:-20])
        assert house.post().status == 503
        first.send(raw[-20:])
        assert first.reply().said == "stored"
    assert house.post().said == "stored"  # all room was given back


def test_a_kept_body_gives_its_room_back(opened: Opened) -> None:
    house = opened(limits=patient(held_bytes=len(visit())))
    assert [house.post().said for _ in range(5)] == ["stored"] * 5


@pytest.mark.parametrize(
    ("files", "connections", "leaving"),
    [(4096, 500, 2000), (2700, 500, 2000), (1024, 500, 324), (256, 37, 19), (10, 1, 1)],
)
def test_no_more_connections_are_let_in_than_there_may_be_files(files: int, connections: int, leaving: int) -> None:
    limits = fitting(Limits(), files)
    assert (limits.connections, limits.leaving) == (connections, leaving)
