"""The map alone: the places of visits, its zoom and movement, its texts."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import State
from app.domain.places.geography import Place, distance_m
from app.domain.views.columns import Table
from app.domain.views.report import KnownPlaces, VisitPlace
from app.qt_threads.worker_pool import WorkerPool
from app.ui.appearance.theme import LIGHT
from app.ui.context.window_context import WindowContext
from app.ui.drivers.day_visits import DayVisits
from app.ui.drivers.driver_model import DriverModel
from app.ui.map.map_ground import MapGround
from app.ui.map.map_marks import MARGIN
from app.ui.map.map_page import Kind, MapPage
from app.ui.map.map_scene import Camera, Scene, densest, round_length, scene_of
from app.ui.map.projection import Projection
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
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


def opened_page(context: WindowContext, qtbot: QtBot, ground: MapGround) -> MapPage:
    """Return the page of the map, as large as its tab is, beside a table of visits that it follows."""
    tabs = TableTabs({Table.VISITS: TablePage(Table.VISITS, context)}, context.window)
    drivers = DriverModel(context, DayVisits(context, tabs))
    page = MapPage(formats, LIGHT, ground, drivers, drivers.visits.new_bar(context.window))
    qtbot.addWidget(page)
    page.resize(900, 500)
    with qtbot.waitExposed(page):
        page.show()
    return page


@pytest.fixture(name="page")
def dressed_page(context: WindowContext, qtbot: QtBot, dressed: QApplication) -> Iterator[MapPage]:
    workers = WorkerPool()
    context = replace(context, workers=workers)
    yield opened_page(context, qtbot, MapGround(context, lambda *_: pytest.fail("no server is named")))
    workers.stop()


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
    assert len(found.unplaced) == 1
    spots = {one.visit.visit_id: one for one in found.spots}
    assert spots[4].place == Place(*north(80)), "where it was closed"
    assert spots[4].address is not None
    assert set(spots) == {1, 3, 4}
    assert spots[3].distance_m is None
    assert spots[4].distance_m == pytest.approx(80, rel=0.01)
    assert not spots[4].is_far
    assert scene(visit(1, BOGOTA, north(120))).spots[0].is_far


def test_a_drivers_way_is_in_the_order_of_time() -> None:
    late, early = visit(1, north(100), at="2026-11-20T11:00:00"), visit(2, north(200), at="2026-11-20T09:00:00")
    found = scene(late, visit(3, driver=None), visit(4, driver="Luis"), early)
    assert [one.visit.visit_id for one in found.of_driver("Ana Peña")] == [2, 1]
    assert [one.visit.visit_id for one in found.of_driver("")] == [3]
    assert len(found.of_driver(None)) == 4


def test_the_densest_area_is_the_town_with_most_visits() -> None:
    city = [visit(number, north(300 * number)) for number in range(20)]
    town = [visit(50 + number, north(60_000 + 300 * number)) for number in range(15)]
    found = scene(*city, *town, visit(99, (-74.054, 4.668)))
    assert {one.visit.visit_id for one in densest(found.spots)} == set(range(20))
    assert densest(()) == []


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


def test_states_differ_by_shape_as_well_as_by_colour(page: MapPage) -> None:
    """Painted on a line: the rows of pixels that each mark covers differ."""
    page.densest.setFocus()
    shapes = set()
    for state in State:
        page.show_scene(scene(visit(1, state=state)), is_new=True)
        image = page.view.grab().toImage()
        middle = page.view.camera.seen((0, 0)).toPoint()
        blank = QColor(LIGHT.ground).rgb(), QColor(LIGHT.surface).rgb()
        rows = (
            sum(image.pixel(middle.x() + x, middle.y() + y) not in blank for x in range(-6, 7)) for y in range(-6, 7)
        )
        shapes.add(tuple(rows))
    assert len(shapes) == len(State)


def test_the_pointer_finds_a_visit_and_says_it_in_plain_text(page: MapPage, qtbot: QtBot) -> None:
    bold = VisitPlace(7, "Ana <b>", "2026-11-20T10:05:00.000000", State.EXCEPTION, "<img src=x>", BOGOTA, north(1409))
    page.show_scene(scene(bold), is_new=True)
    at = page.view.camera.seen((0, 0)).toPoint()
    QTest.mouseMove(page.view, at + QPoint(60, 60))
    QTest.mouseMove(page.view, at + QPoint(3, -3))
    qtbot.waitUntil(QToolTip.isVisible)
    assert page.view.accessibleDescription().split(". ")[:3] == ["Failed · 10:05", "<img src=x>", "Ana <b>"]
    assert "Check-in 1.4 km from the address" in page.view.accessibleDescription()
    assert "<img" not in QToolTip.text()
    QTest.mouseMove(page.view, at + QPoint(60, 60))
    assert page.view.accessibleDescription() == "Failed  1"
    with qtbot.waitSignal(page.view.visit_picked) as picked:
        QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=at)
    assert picked.args == [7]


def test_it_is_dragged_and_a_drag_is_no_click(page: MapPage, qtbot: QtBot) -> None:
    page.show_scene(scene(visit(1)), is_new=True)
    picked: list[object] = []
    page.view.visit_picked.connect(picked.append)
    at = page.view.camera.seen((0, 0)).toPoint()
    QTest.mousePress(page.view, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(page.view, at + QPoint(40, 10))
    QTest.mouseRelease(page.view, Qt.MouseButton.LeftButton, pos=at + QPoint(40, 10))
    assert picked == []
    assert page.view.camera.seen((0, 0)).toPoint() == at + QPoint(40, 10)


def test_with_nothing_to_show_there_is_nothing_to_zoom(page: MapPage) -> None:
    tools = (page.smaller, page.larger, page.whole, page.densest)
    page.show_scene(scene(), is_new=True)
    assert not any(one.isEnabled() for one in tools)
    page.show_scene(scene(visit(1)), is_new=False)
    assert all(one.isEnabled() for one in tools)


def test_the_whole_of_it_goes_by_keyboard(page: MapPage, qtbot: QtBot) -> None:
    visits = [visit(number, north(0, 400 * number), at=f"2026-11-20T{10 + number}:00:00") for number in range(4)]
    page.show_scene(scene(*visits), is_new=True)
    view, fitted = page.view, page.view.camera
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.camera.x < fitted.x
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.camera.scale > fitted.scale
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.camera == fitted
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert "Contact 1" in view.accessibleDescription()
    with qtbot.waitSignal(view.visit_picked) as picked:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert picked.args == [1]
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert "Contact 0" in view.accessibleDescription()


def test_what_is_new_comes_in_without_losing_the_zoom(page: MapPage, qtbot: QtBot) -> None:
    first = [visit(number, north(500 * number)) for number in range(3)]
    found, plane = scene_of(first, None, lambda _: False)
    page.show_scene(found, is_new=True)
    page.larger.click()
    zoomed = page.view.camera
    more, _ = scene_of([*first, visit(9, north(-3000))], plane, lambda _: False)
    page.show_scene(more, is_new=False)
    assert page.view.camera == zoomed
    page.densest.click()
    assert page.view.camera.scale < zoomed.scale
    fitted = page.view.camera
    page.show_scene(found, is_new=False)
    assert page.view.camera.scale > fitted.scale, "what was fitted goes on fitting"


def test_a_drivers_visits_are_brought_into_view_and_never_grouped(page: MapPage) -> None:
    luis = [visit(number, north(9000 + 100 * (number % 2)), driver="Luis") for number in range(10, 20)]
    page.show_scene(scene(visit(1), *luis), is_new=True)
    assert len(page.view._clusters.groups) == 2
    page.show_driver("Luis")
    assert not page.view._clusters.groups
    assert not page.view.camera.shows((0, 9000))
    assert "Order of closing, not the way driven" in [text for _, text in page.view.plates.legend]
    middle = page.view.scene.of_driver("Luis")[0]
    assert page.view.spot_at(page.view.camera.seen(middle.at)) is not None
    page.show_driver(None)
    assert len(page.view._clusters.groups) == 2


def test_what_lies_outside_is_a_button_at_the_edge_that_goes_there(page: MapPage, qtbot: QtBot) -> None:
    swapped = replace(visit(98, (BOGOTA[1], BOGOTA[0])), locality="Suba")
    chia = [replace(visit(50 + nth, north(30_000)), locality="Chía (Cundinamarca)") for nth in range(3)]
    tunja = replace(visit(99, north(120_000)), locality="Tunja (Boyacá)")
    page.show_scene(scene(*(visit(nth, north(100 * nth)) for nth in range(9)), *chia, tunja, swapped), is_new=True)
    qtbot.waitUntil(lambda: page.edges.outside == 5)
    shown = [one for one in page.edges.buttons if one.isVisible()]
    assert [one.text() for one in shown] == ["↑ Chía · 3  29.6 km", "↘ Suba · 1  12,359 km", "↑ Tunja · 1  120 km"]
    assert "latitude and longitude seem swapped" in shown[1].toolTip()
    assert shown[0].accessibleName() == "3 visit(s) outside, Chía (Cundinamarca), 29.6 km away"
    shown[0].click()
    assert all(page.view.camera.shows(one.at) for one in page.view.scene.spots if one.visit.visit_id in (50, 51, 52))
    qtbot.waitUntil(lambda: page.edges.outside == 11)


def test_failed_and_far_visits_are_shown_alone_and_all_are_counted(page: MapPage, qtbot: QtBot) -> None:
    unplaced = visit(4, None, state=State.EXCEPTION)
    visits = (visit(1), visit(2, state=State.EXCEPTION), visit(3, BOGOTA, north(500)), unplaced)
    page.show_scene(scene(*visits), is_new=True)
    assert [one.text() for one in page.kinds.values()] == ["All · 4", "Failed · 2", "Far away · 1"]
    with qtbot.waitSignal(
        page.counted, check_params_cb=lambda text: text == "3 of 4 visit(s) in view · 1 without coordinates"
    ):
        page.edges.place()
    page.show_driver("Luis")
    with qtbot.waitSignal(page.counted, check_params_cb=lambda text: "without" not in text):
        page.edges.place()
    page.show_driver(None)
    page.kinds[Kind.FAR].click()
    assert [one.visit.visit_id for one in page.view.scene.spots] == [3]
    page.show_scene(scene(visit(1)), is_new=False)
    assert page.empty.isVisible()
    page.kinds[Kind.ALL].click()
    assert page.view.isVisible()


def test_the_card_of_the_selected_visit_says_how_far_from_the_address_it_was_closed(page: MapPage) -> None:
    page.show_scene(scene(visit(1), visit(2, BOGOTA, north(500), state=State.EXCEPTION)), is_new=True)
    page.choose(2)
    assert page.card.isVisible()
    assert [one.text() for one in page.card.lines[:2]] == ["10:05 · 2 of 2", "Contact 2"]
    assert page.card.pill.text() == "Failed"
    assert page.card.far.text() == "Closed 500 m from the address"
    page.view._look(page.view.camera.moved(QPointF(4000, 0)))
    assert not page.card.isVisible(), "its mark is out of view"
    page.choose(None)
    assert not page.card.isVisible()


def test_known_visits_are_the_ground_once_there_are_enough(page: MapPage) -> None:
    page.show_scene(scene(visit(1)), is_new=True)
    near = tuple(north(40 * (nth % 30), 40 * (nth // 30)) for nth in range(299))
    page.view.show_known(KnownPlaces(near, (("Suba", north(0)),)))
    at = page.view.camera.seen((40, -40)).toPoint() + QPoint(4, 4)
    assert page.view.grab().toImage().pixelColor(at) == QColor(LIGHT.ground)
    page.view.show_known(KnownPlaces((*near, north(2000)), ()))
    assert page.view.grab().toImage().pixelColor(at) == QColor(LIGHT.surface)


def test_what_is_not_on_the_map_is_said(page: MapPage, qtbot: QtBot) -> None:
    page.show_scene(scene(visit(1), visit(2, None), visit(3, None)), is_new=True)
    assert "2 visit(s) have nothing to place them by" in page.view.accessibleDescription()
    with qtbot.waitSignal(page.counted, check_params_cb=lambda text: text == ""):
        page.show_scene(scene(visit(2, None)), is_new=False)
    assert page.empty.isVisible()
    assert "1 visit(s) have nothing to place them by" in page.empty.text.text()
    page.show_scene(scene(visit(1)), is_new=False)
    assert page.view.isVisible()


def test_the_browsers_map_is_offered_for_a_selected_visit_alone(page: MapPage, qtbot: QtBot) -> None:
    page.show_scene(scene(visit(1), visit(2, None)), is_new=True)
    page.choose(2)
    assert not page.card.isVisible()
    page.choose(1)
    with qtbot.waitSignal(page.card.browser_asked):
        page.card.browser.click()
    assert "position to that site" in page.card.browser.toolTip()


def test_everything_that_takes_the_keys_has_a_name(page: MapPage) -> None:
    page.show_scene(scene(visit(1)), is_new=True)
    for one in page.findChildren(QWidget):
        if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.isVisible():
            assert QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name), one


def test_a_locality_has_its_name_where_no_plate_and_no_edge_cuts_it(page: MapPage, qtbot: QtBot) -> None:
    page.show_scene(scene(visit(1), visit(2, north(3000))), is_new=True)
    view = page.view

    def looks(*names: str) -> QImage:
        view.show_known(KnownPlaces(localities=tuple((name, north(1500)) for name in names)))
        return view.grab().toImage()

    without, named = looks(), looks("Suba")
    assert named != without
    plate = QWidget(view)
    plate.setGeometry(0, 0, 300, 200)
    plate.show()
    assert looks("Suba") == named
    plate.setGeometry(560, 200, 100, 100)
    assert looks("Suba") == without


def test_what_leads_outside_lies_at_the_edge_beside_what_failed(page: MapPage, qtbot: QtBot) -> None:
    failed = [visit(nth, north(800, 100 * (nth - 6)), state=State.EXCEPTION) for nth in range(12)]
    towns = [
        replace(visit(50 + nth, north(40_000 + 20_000 * nth, 900 * nth)), locality=f"Town {nth}") for nth in range(7)
    ]
    page.show_scene(scene(*failed, visit(20, north(-800)), *towns), is_new=True)
    qtbot.waitUntil(lambda: page.edges.outside == 7)
    camera, size = page.view.camera, page.view.size()
    marks = [camera.seen(one.at).toPoint() for one in page.view.scene.spots if one.visit.visit_id < 12]
    plates = [one.geometry() for one in page.edges.buttons if one.isVisible()]
    assert len(plates) == 7
    for plate in plates:
        assert not any(plate.contains(mark) for mark in marks)
        assert not any(plate.intersects(one) for one in plates if one is not plate)
        gaps = plate.left(), plate.top(), size.width() - plate.right(), size.height() - plate.bottom()
        assert min(gaps) <= MARGIN + 1
