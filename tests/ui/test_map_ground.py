"""Tiles under the map, from a real server over TLS: asked for only where a site names them, and kept in memory."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from struct import pack
from typing import cast

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.places.geography import Place
from app.domain.places.tiles import tiles_over
from app.domain.settings import Settings
from app.photos.photo import Photo
from app.qt_threads.worker_pool import WorkerPool
from app.services.live_settings import LiveSettings
from app.ui.appearance.theme import LIGHT
from app.ui.context.window_context import WindowContext
from app.ui.map import map_ground
from app.ui.map.map_ground import MapGround
from app.ui.map.map_page import MapPage
from app.ui.map.map_scene import Camera
from tests.carrier.scripted_carrier import Script, raw, says
from tests.photos.servers import HOST, serving
from tests.photos.servers import Place as Server
from tests.ui.test_map import BOGOTA, north, opened_page, scene, visit


def chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


def red_tile() -> bytes:
    head = pack(">IIBBBBB", 256, 256, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\xff\0\0" * 256) * 256
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Site:
    """What a site names, and the server behind it; the map looks at less than one tile at a time."""

    def __init__(self) -> None:
        self.template = ""
        self.attribution = "© Someone"
        self.place: Server | None = None
        self.asked: list[str] = []

    def read(self) -> Settings:
        return replace(Settings(), map_tiles=self.template, map_attribution=self.attribution)

    def tile(self, address: str, _most_pixels: int) -> Photo:
        self.asked.append(address)
        assert self.place is not None
        return self.place.photo(address, largest=100_000)


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def page(site: Site, context: WindowContext, qtbot: QtBot, dressed: QApplication) -> Iterator[MapPage]:
    workers = WorkerPool()
    context = replace(context, settings=cast("LiveSettings", site), workers=workers)
    made = opened_page(context, qtbot, MapGround(context, site.tile))
    made.resize(300, 350)
    ground(made).switch(wanted=True)
    yield made
    ground(made).close()
    workers.stop()


def look(page: MapPage, metres: float = 0) -> None:
    """Look at the middle of the tile of the first visit, so near that no other is visible; or so far to the east."""
    _look_at(page, 0.5, metres)


def look_at_four(page: MapPage) -> None:
    """Look at the corner of the tile of the first visit, where four meet."""
    _look_at(page, 0)


def _look_at(page: MapPage, part: float, metres: float = 0) -> None:
    page.show_scene(scene(visit(1), visit(2, north(0, 3000))), is_new=True)
    plane = page.view.scene.plane
    assert plane is not None
    (tile,) = tiles_over(Place(*BOGOTA), Place(*BOGOTA), 19)
    one, other = map(plane.point, tile.corners())
    middle = one[0] + (other[0] - one[0]) * part + metres, one[1] + (other[1] - one[1]) * part
    page.view._look(Camera(QSizeF(page.view.size()), *middle, 10.0))


def ground(page: MapPage) -> MapGround:
    assert page.view.ground is not None
    return page.view.ground


def said(page: MapPage) -> str:
    return page.foot.said.text()


def use(site: Site, place: Server) -> None:
    site.place, site.template = place, f"https://{HOST}:{place.server.port}/{{z}}/{{x}}/{{y}}.png"


def test_while_no_site_names_tiles_nothing_is_asked_and_nothing_is_said(
    page: MapPage, site: Site, qtbot: QtBot
) -> None:
    with serving(says(200, red_tile())) as place:
        site.place = place
        look(page)
        qtbot.waitUntil(lambda: not ground(page)._pause.isActive())
        assert site.asked == []
        assert place.server.connected.empty()
    assert not ground(page).is_on
    assert said(page) == "Nothing leaves this computer."


def test_while_the_street_map_is_switched_off_nothing_is_asked_and_what_would_leave_is_said(
    page: MapPage, site: Site, qtbot: QtBot
) -> None:
    with serving(says(200, red_tile())) as place:
        use(site, place)
        ground(page).switch(wanted=False)
        look(page)
        qtbot.waitUntil(lambda: not ground(page)._pause.isActive())
        assert site.asked == []
        assert said(page) == "Nothing leaves this computer."
        page.foot.ask.click()
        assert page.foot.leaves.isVisible()
        assert page.foot.leaves.text().startswith(f"This computer would ask {HOST} for the pictures")
        with qtbot.waitSignal(page.foot.streets_asked) as asked:
            page.foot.streets.click()
        assert asked.args == [True]
        ground(page).switch(wanted=True)
        qtbot.waitUntil(lambda: len(site.asked) == 1 and not ground(page)._running)
        assert said(page).startswith(f"{HOST} is asked for the area that you look at.")


def test_tiles_are_laid_under_the_visits_with_their_makers_name_and_asked_for_once(
    page: MapPage, site: Site, qtbot: QtBot
) -> None:
    with serving(says(200, red_tile())) as place:
        use(site, place)
        look(page)
        qtbot.waitUntil(lambda: not ground(page)._pause.isActive() and not ground(page)._running)
        assert said(page).endswith("© Someone")
        image = page.view.grab().toImage()
        shown = image.pixelColor(image.width() // 2 + 40, 60)
        assert shown.red() == 255
        assert 45 < shown.green() < 60, "red, four fifths strong, on white"
        first = list(site.asked)
        assert len(first) == 1
        assert {one.split("/")[3] for one in first} == {"19"}
        page.view._look(page.view.camera)
        qtbot.waitUntil(lambda: not ground(page)._pause.isActive())
        assert site.asked == first
        site.attribution = ""
        page.view._look(page.view.camera)
        qtbot.waitUntil(lambda: said(page).endswith(f"Map: {HOST}"))
        assert {request.headers["host"] for request in place.server.requests} == {f"{HOST}:{place.server.port}"}
        site.template = ""
        page.view._look(page.view.camera)
        qtbot.waitUntil(lambda: not ground(page).is_on)
    image = page.view.grab().toImage()
    assert image.pixelColor(image.width() // 2 + 40, 60) in (QColor(LIGHT.ground), QColor(LIGHT.line))
    assert said(page).endswith("Nothing leaves this computer.")


@pytest.mark.parametrize(
    "answer",
    [says(200, b"<html>Login</html>"), says(302, b"", {"Location": "https://127.0.0.1/1.png"}), says(500)],
)
def test_a_failure_is_a_sentence_the_map_stays_and_it_is_tried_again_later(
    page: MapPage, site: Site, qtbot: QtBot, answer: Script
) -> None:
    with serving(answer) as place:
        use(site, place)
        look(page)
        qtbot.waitUntil(lambda: "sends no map now" in said(page))
        assert said(page).startswith(HOST)
        assert page.view.isVisible()
        qtbot.waitUntil(lambda: not ground(page)._running)
        asked = len(site.asked)
        look(page, 200)
        qtbot.waitUntil(lambda: not ground(page)._pause.isActive())
        assert len(site.asked) == asked, "it waits before it asks again"
        assert len(place.server.requests) <= asked
        ground(page).retry.timeout.emit()
        assert len(site.asked) > asked
        qtbot.waitUntil(lambda: not ground(page)._running)


def test_a_tile_that_is_missing_leaves_the_others_and_is_asked_for_once(
    page: MapPage, site: Site, qtbot: QtBot
) -> None:
    with serving(says(404), says(200, red_tile())) as place:
        use(site, place)
        look_at_four(page)
        qtbot.waitUntil(lambda: len(ground(page)._kept) == 3)
        assert said(page).endswith("© Someone")
        page.view._look(page.view.camera)
        qtbot.waitUntil(lambda: not ground(page)._pause.isActive())
        assert len(site.asked) == len(set(site.asked)) == 4
        assert not ground(page).retry.isActive()


def test_where_all_tiles_are_missing_the_map_says_so(page: MapPage, site: Site, qtbot: QtBot) -> None:
    with serving(says(404)) as place:
        use(site, place)
        look_at_four(page)
        qtbot.waitUntil(lambda: said(page).endswith(f"{HOST} has no map of this area"))
        assert len(site.asked) == 4


def test_a_tile_that_fails_leaves_the_others_and_is_tried_again_later(page: MapPage, site: Site, qtbot: QtBot) -> None:
    with serving(says(500), says(200, red_tile())) as place:
        use(site, place)
        look_at_four(page)
        qtbot.waitUntil(lambda: len(ground(page)._kept) == 3)
        assert said(page).endswith("© Someone")
        assert len(site.asked) == 4
        ground(page).retry.timeout.emit()
        qtbot.waitUntil(lambda: len(ground(page)._kept) == 4)


@pytest.mark.parametrize(("answer", "most"), [(says(500), 4), (raw(b""), 2)])
def test_no_more_tiles_are_asked_for_after_several_failures_or_a_lost_connection(
    page: MapPage, site: Site, qtbot: QtBot, answer: Script, most: int
) -> None:
    with serving(answer) as place:
        use(site, place)
        look_at_four(page)
        qtbot.waitUntil(lambda: "sends no map now" in said(page))
        qtbot.waitUntil(lambda: not ground(page)._running)
        assert 0 < len(site.asked) <= most


def test_tiles_that_are_not_visible_are_kept_up_to_a_number_of_bytes(
    page: MapPage, site: Site, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_ground, "_MOST_KEPT_BYTES", 3 * 256 * 256 * 4)
    with serving(says(200, red_tile())) as place:
        use(site, place)
        look_at_four(page)
        qtbot.waitUntil(lambda: len(ground(page)._kept) == 4)
        look(page, 2000)
        qtbot.waitUntil(lambda: len(site.asked) > 4 and not ground(page)._running)
        assert len(ground(page)._kept) == 3
        assert set(ground(page)._wanted) <= set(ground(page)._kept)
