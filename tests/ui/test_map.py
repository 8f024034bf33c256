"""The map alone: the places of visits, its zoom and movement, its texts."""

import math
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import State
from app.domain.places.geography import Place, distance_m
from app.domain.views.report import VisitPlace
from app.ui.appearance.theme import LIGHT
from app.ui.map.map_pane import MapPane
from app.ui.map.map_scene import Camera, Scene, near_each_other, round_length, scene_of
from app.ui.map.projection import Projection
from tests.ui.conftest import formats

BOGOTA = (4.668, -74.054)


def visit(
    number: int,
    address: tuple[float, float] | None = BOGOTA,
    check_in: tuple[float, float] | None = None,
    driver: str | None = "Ana Peña",
    state: State = State.DELIVERED,
    at: str = "2026-11-20T10:05:00.000000",
) -> VisitPlace:
    return VisitPlace(number, driver, at, state, f"Contact {number}", address, check_in)


def north(metres: float, east: float = 0) -> tuple[float, float]:
    return BOGOTA[0] + metres / 111_195, BOGOTA[1] + east / 111_195


def scene(*visits: VisitPlace) -> Scene:
    return scene_of(visits, None, lambda metres: metres > 100)[0]


@pytest.fixture(name="pane")
def dressed_pane(qtbot: QtBot, dressed: QApplication) -> MapPane:
    pane = MapPane(formats, LIGHT)
    qtbot.addWidget(pane)
    pane.open(wanted=True)
    pane.resize(900, 400)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane


def test_a_city_lies_on_the_plane_as_it_does_on_the_globe() -> None:
    rng = Random(4)
    places = [Place(4.6 + rng.uniform(-0.2, 0.2), -74.1 + rng.uniform(-0.2, 0.2)) for _ in range(50)]
    plane = Projection.around(places)
    for one, other in pairwise(places):
        assert math.dist(plane.point(one), plane.point(other)) == pytest.approx(distance_m(one, other), rel=0.003)


def test_the_antimeridian_tears_nothing_apart() -> None:
    one, other = Place(-17, 179.99), Place(-17, -179.99)
    plane = Projection.around([one, Place(-17, 179.98), other])
    assert math.dist(plane.point(one), plane.point(other)) == pytest.approx(distance_m(one, other), rel=0.003)


def test_visits_without_a_place_are_counted_and_one_with_a_check_in_alone_is_where_that_was() -> None:
    found = scene(visit(1), visit(2, None), visit(3, None, north(50)), visit(4, BOGOTA, north(80)))
    assert found.unplaced == 1
    spots = {one.visit.visit_id: one for one in found.spots}
    assert set(spots) == {1, 3, 4}
    assert spots[3].distance_m is None
    assert spots[4].distance_m == pytest.approx(80, rel=0.01)
    assert not spots[4].is_far
    assert scene(visit(1, BOGOTA, north(120))).spots[0].is_far


def test_a_drivers_way_is_in_the_order_of_time() -> None:
    late, early = visit(1, north(100), at="2026-11-20T11:00:00"), visit(2, north(200), at="2026-11-20T09:00:00")
    found = scene(late, visit(3, driver=None), visit(4, driver="Luis"), early)
    routes = dict(found.routes())
    assert list(routes) == ["Ana Peña", "Luis"]
    assert routes["Ana Peña"] == [
        one.at for one in sorted(found.of_driver("Ana Peña"), key=lambda one: one.visit.visit_id, reverse=True)
    ]
    assert found.drivers() == [("Ana Peña", "Ana Peña", 2), ("Luis", "Luis", 1)]


def test_drivers_of_one_name_are_distinct_and_one_of_two_names_is_one() -> None:
    at = "2026-11-20T11:00:00"
    found = scene(
        replace(visit(1), driver_id="8"),
        replace(visit(2, north(100)), driver_id="9"),
        replace(visit(3, north(200), driver="Ana P.", at=at), driver_id="9"),
        visit(4, driver="Luis"),
        replace(visit(5, driver=None), driver_id="7"),
    )
    assert found.drivers() == [("7", "7", 1), ("9", "Ana P.", 2), ("8", "Ana Peña", 1), ("Luis", "Luis", 1)]
    assert [one.visit.visit_id for one in found.of_driver("9")] == [2, 3]
    assert {driver: len(points) for driver, points in found.routes()} == {"7": 1, "8": 1, "9": 2, "Luis": 1}


def test_a_visit_on_another_continent_does_not_shrink_the_city() -> None:
    city = [visit(number, north(300 * number)) for number in range(20)]
    found = scene(*city, visit(99, (-74.054, 4.668)))
    assert [one.visit.visit_id for one, _ in found.astray] == [99]
    assert {one.visit.visit_id for one in near_each_other(found.spots)} == set(range(20))


def test_zooming_keeps_what_is_under_the_pointer_there() -> None:
    camera, at = Camera(QSizeF(800, 400), 100, 200, 0.05), QPointF(700, 50)
    zoomed = camera.zoomed(1.7, at)
    assert zoomed.point(at) == pytest.approx(camera.point(at))
    assert zoomed.seen(camera.point(at)) == at
    assert camera.zoomed(1e9, at).scale <= 10
    assert camera.zoomed(1e-9, at).scale > 0


@pytest.mark.parametrize(("most", "length"), [(1, 1), (4.9, 2), (5, 5), (99, 50), (100, 100), (2400, 2000), (0.3, 0.2)])
def test_the_scale_is_a_round_length(most: float, length: float) -> None:
    assert round_length(most) == pytest.approx(length)


def test_states_differ_by_shape_as_well_as_by_colour(pane: MapPane) -> None:
    """Painted on a line: the rows of pixels that each mark covers differ."""
    shapes = set()
    for state in State:
        pane.show_scene(scene(visit(1, state=state)), is_new=True)
        image = pane.view.grab().toImage()
        middle = pane.view.camera.seen((0, 0)).toPoint()
        surface = QColor(LIGHT.surface).rgb()
        shapes.add(
            tuple(
                sum(image.pixel(middle.x() + x, middle.y() + y) != surface for x in range(-6, 7)) for y in range(-6, 7)
            )
        )
    assert len(shapes) == len(State)


def test_the_pointer_finds_a_visit_and_says_it_in_plain_text(pane: MapPane, qtbot: QtBot) -> None:
    bold = VisitPlace(7, "Ana <b>", "2026-11-20T10:05:00.000000", State.EXCEPTION, "<img src=x>", BOGOTA, north(1409))
    pane.show_scene(scene(bold), is_new=True)
    at = pane.view.camera.seen((0, 0)).toPoint()
    QTest.mouseMove(pane.view, at + QPoint(60, 60))
    QTest.mouseMove(pane.view, at + QPoint(3, -3))
    qtbot.waitUntil(QToolTip.isVisible)
    assert pane.view.accessibleDescription().split(". ")[:3] == [
        "Visit 7 · <img src=x>",
        "Failed · 10:05:00",
        "Ana <b>",
    ]
    assert "Check-in 1.4 km from the address" in pane.view.accessibleDescription()
    assert "<img" not in QToolTip.text()
    QTest.mouseMove(pane.view, at + QPoint(60, 60))
    assert pane.view.accessibleDescription() == "Failed  1"
    with qtbot.waitSignal(pane.view.visit_picked) as picked:
        QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=at)
    assert picked.args == [7]


def test_it_is_dragged_and_a_drag_is_no_click(pane: MapPane, qtbot: QtBot) -> None:
    pane.show_scene(scene(visit(1)), is_new=True)
    picked: list[object] = []
    pane.view.visit_picked.connect(picked.append)
    at = pane.view.camera.seen((0, 0)).toPoint()
    QTest.mousePress(pane.view, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(pane.view, at + QPoint(40, 10))
    QTest.mouseRelease(pane.view, Qt.MouseButton.LeftButton, pos=at + QPoint(40, 10))
    assert picked == []
    assert pane.view.camera.seen((0, 0)).toPoint() == at + QPoint(40, 10)


def test_with_nothing_to_show_there_is_nothing_to_zoom(pane: MapPane) -> None:
    tools = (pane.smaller, pane.larger, pane.whole, pane.area)
    pane.show_scene(scene(), is_new=True)
    assert not any(one.isEnabled() for one in tools)
    pane.show_scene(scene(visit(1)), is_new=False)
    assert all(one.isEnabled() for one in tools)


def test_the_whole_of_it_goes_by_keyboard(pane: MapPane, qtbot: QtBot) -> None:
    visits = [visit(number, north(0, 400 * number), at=f"2026-11-20T{10 + number}:00:00") for number in range(4)]
    pane.show_scene(scene(*visits), is_new=True)
    view, fitted = pane.view, pane.view.camera
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.camera.x < fitted.x
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.camera.scale > fitted.scale
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.camera == fitted
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.accessibleDescription().startswith("Visit 1 ")
    with qtbot.waitSignal(view.visit_picked) as picked:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert picked.args == [1]
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert view.accessibleDescription().startswith("Visit 0 ")


def test_what_is_new_comes_in_without_losing_the_zoom(pane: MapPane, qtbot: QtBot) -> None:
    first = [visit(number, north(500 * number)) for number in range(3)]
    found, plane = scene_of(first, None, lambda _: False)
    pane.show_scene(found, is_new=True)
    pane.larger.click()
    zoomed = pane.view.camera
    more, _ = scene_of([*first, visit(9, north(-9000))], plane, lambda _: False)
    pane.show_scene(more, is_new=False)
    assert pane.view.camera == zoomed
    pane.whole.click()
    assert pane.view.camera.scale < zoomed.scale
    fitted = pane.view.camera
    pane.show_scene(found, is_new=False)
    assert pane.view.camera.scale > fitted.scale, "what was fitted goes on fitting"


def test_a_driver_is_shown_alone_and_stays_chosen_while_visits_come(pane: MapPane) -> None:
    visits = [visit(1, north(0)), visit(2, north(9000), driver="Luis"), visit(3, north(9500), driver="Luis")]
    pane.show_scene(scene(*visits), is_new=True)
    assert [pane.drivers.itemText(nth) for nth in range(3)] == ["All drivers (2)", "Ana Peña (1)", "Luis (2)"]
    pane.drivers.setCurrentIndex(2)
    assert pane.view.accessibleDescription() == "Delivered  2"
    assert not pane.view.camera.shows((0, 9000))
    pane.show_scene(scene(*visits, visit(4, driver="Bea")), is_new=False)
    assert pane.drivers.currentText() == "Luis (2)"
    pane.show_scene(scene(visits[0]), is_new=False)
    assert pane.drivers.currentText() == "All drivers (1)"


def test_what_is_not_on_the_map_is_said(pane: MapPane) -> None:
    pane.show_scene(scene(visit(1), visit(2, None), visit(3, None)), is_new=True)
    assert "2 visit(s) have nothing to place them by" in pane.view.accessibleDescription()
    pane.show_scene(scene(visit(2, None)), is_new=False)
    assert pane.empty.isVisible()
    assert "1 visit(s) have nothing to place them by" in pane.empty.text
    pane.show_scene(scene(visit(1)), is_new=False)
    assert pane.view.isVisible()


@pytest.mark.parametrize(("height", "fits"), [(300, True), (120, False)])
def test_a_scale_without_room_below_the_legend_is_left_out(
    large_texts: None, pane: MapPane, height: int, fits: bool
) -> None:
    pane.show_scene(scene(visit(1), visit(2, north(900), state=State.EXCEPTION)), is_new=True)
    image = QImage(900, height, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.surface))
    with QPainter(image) as painter:
        pane.view.plates.paint(painter, QSizeF(image.size()), 0.1)
    rows = range(height - 16, height)
    assert any(all(image.pixelColor(x, y) == QColor(LIGHT.dim) for x in range(14, 50)) for y in rows) is fits


def test_the_browsers_map_is_offered_for_a_selected_visit_alone(pane: MapPane, qtbot: QtBot) -> None:
    pane.show_scene(scene(visit(1), visit(2, None)), is_new=True)
    assert not pane.browser.isEnabled()
    pane.choose(2)
    assert not pane.browser.isEnabled()
    pane.choose(1)
    with qtbot.waitSignal(pane.browser_asked) as asked:
        pane.browser.click()
    assert asked.args[0].place == Place(*BOGOTA)
    assert "position to that site" in pane.browser.toolTip()


def test_everything_that_takes_the_keys_has_a_name(pane: MapPane) -> None:
    pane.show_scene(scene(visit(1)), is_new=True)
    for one in pane.findChildren(QWidget):
        if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.isVisible():
            assert QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name), one


def test_closed_it_is_a_bar(pane: MapPane) -> None:
    pane.button.click()
    assert not pane.is_seen
    assert pane.maximumHeight() < 60
