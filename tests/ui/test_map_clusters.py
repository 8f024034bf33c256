"""Clusters on the map, areas that select rows, and visits far from all others."""

import math
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import State
from app.ui.map.map_marks import Clusters, clustered, level_of
from app.ui.map.map_page import MapPage
from app.ui.map.map_scene import Scene
from tests.ui.test_map import dressed_page, north, scene, visit

page = dressed_page


def crowd(count: int, spread_m: float = 9000) -> Scene:
    dice = Random(7)
    return scene(*(visit(number, north(dice.gauss(0, spread_m), dice.gauss(0, spread_m))) for number in range(count)))


def ids(found: Clusters) -> list[int]:
    grouped = [one.visit.visit_id for group in found.groups for one in group.spots]
    return sorted([*grouped, *(one.visit.visit_id for one in found.singles)])


def test_a_visit_is_found_in_its_cluster_and_in_none_if_it_stands_alone() -> None:
    far = visit(99, north(50_000, 0))
    spots = scene(*(visit(number, north(number)) for number in range(5)), far).spots
    found = clustered(spots, -6)
    assert [found.of(one) for one in spots] == [*[found.groups[0]] * 5, None]


@pytest.mark.parametrize("level", range(-15, 4))
def test_every_visit_is_in_one_cluster_or_alone_at_every_level(level: int) -> None:
    found = clustered(crowd(500).spots, level)
    assert ids(found) == list(range(500))
    for group in found.groups:
        assert group.states.total() == len(group.spots)


def test_a_failure_is_never_grouped() -> None:
    spots = scene(*(visit(nth, state=State.EXCEPTION if nth < 3 else State.DELIVERED) for nth in range(9))).spots
    found = clustered(spots, -15)
    assert [len(one.spots) for one in found.groups] == [6]
    assert [one.visit.visit_id for one in found.singles] == [0, 1, 2]


def test_the_number_of_a_group_stands_beside_a_failure_at_its_place() -> None:
    spots = scene(*(visit(nth, state=State.EXCEPTION if nth < 2 else State.DELIVERED) for nth in range(9))).spots
    (group,) = clustered(spots, level_of(0.1)).groups
    assert math.dist(group.at, spots[0].at) * 0.1 > group.radius
    (other,) = clustered(spots[2:8], level_of(0.1), spots[8:]).groups
    assert math.dist(other.at, spots[8].at) * 0.1 > other.radius


def test_clusters_split_as_one_looks_nearer_and_the_nearest_look_has_none() -> None:
    spots = crowd(500).spots
    counts = [len(found.groups) + len(found.singles) for found in (clustered(spots, level) for level in range(-15, 4))]
    assert counts[0] == 1
    assert counts == sorted(counts)
    assert counts[-1] == 500


def test_fewer_than_four_visits_are_no_cluster_even_on_each_other() -> None:
    beside = clustered(scene(*(visit(nth, north(100 * nth)) for nth in range(3))).spots, level_of(0.1))
    assert not beside.groups
    upon = clustered(scene(*(visit(nth, north(nth)) for nth in range(3)), visit(9, north(900))).spots, level_of(0.1))
    assert not upon.groups
    assert [one.visit.visit_id for one in upon.singles] == [0, 1, 2, 9]
    assert clustered((), 0) == Clusters()


def test_ten_thousand_visits_are_grouped_before_they_are_painted(page: MapPage, qtbot: QtBot) -> None:
    many = crowd(10_000)
    found = clustered(many.spots, level_of(0.01))
    assert len(found.groups) + len(found.singles) < 1000
    page.show_scene(many, is_new=True)
    page.resize(900, 600)
    qtbot.waitUntil(lambda: page.view.height() > 300)
    before = page.view._clusters
    assert len(before.groups) > 3
    page.view.grab()
    assert page.view._clusters is before


def test_a_click_on_a_cluster_looks_nearer_until_it_splits(page: MapPage) -> None:
    page.resize(800, 500)
    page.show_scene(scene(*(visit(nth, north(9 * nth)) for nth in range(6)), visit(9, north(5000))), is_new=True)
    (group,) = page.view._clusters.groups
    assert len(group.spots) == 6
    QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.camera.seen(group.at).toPoint())
    assert not page.view._clusters.groups
    assert all(page.view.camera.shows(one.at) for one in group.spots)


def test_a_cluster_that_no_zoom_splits_selects_its_rows(page: MapPage, qtbot: QtBot) -> None:
    page.show_scene(scene(*(visit(nth) for nth in range(999))), is_new=True)
    (group,) = page.view._clusters.groups
    with qtbot.waitSignal(page.view.area_picked) as picked:
        QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.camera.seen(group.at).toPoint())
    assert sorted(picked.args[0]) == list(range(999))


def test_the_pointer_tells_what_is_in_a_cluster(page: MapPage, qtbot: QtBot) -> None:
    waiting = [visit(nth, state=State.PICKUP) for nth in range(2)]
    page.show_scene(scene(*waiting, *(visit(nth) for nth in range(2, 7))), is_new=True)
    (group,) = page.view._clusters.groups
    QTest.mouseMove(page.view, QPoint(5, 60))
    QTest.mouseMove(page.view, page.view.camera.seen(group.at).toPoint())
    qtbot.waitUntil(QToolTip.isVisible)
    said = page.view.accessibleDescription().split(". ")
    assert said == ["7 visit(s) here", "Delivered  5", "Ready for pickup  2", "Click to see them apart"]


def drawn(page: MapPage, one: QPoint, other: QPoint) -> None:
    keys = Qt.KeyboardModifier.ShiftModifier
    QTest.mousePress(page.view, Qt.MouseButton.LeftButton, keys, one)
    QTest.mouseMove(page.view, other)
    QTest.mouseRelease(page.view, Qt.MouseButton.LeftButton, keys, other)


def test_a_rectangle_selects_the_visits_within_and_does_not_move_the_map(page: MapPage, qtbot: QtBot) -> None:
    page.show_scene(scene(*(visit(nth, north(0, 1500 * nth)) for nth in range(5))), is_new=True)
    camera, seen = page.view.camera, {one.visit.visit_id: one.at for one in page.view.scene.spots}
    first, last = camera.seen(seen[1]), camera.seen(seen[3])
    with qtbot.waitSignal(page.view.area_picked) as picked:  # from the right below to the left above
        drawn(page, (last + QPointF(9, 9)).toPoint(), (first - QPointF(9, 9)).toPoint())
    assert sorted(picked.args[0]) == [1, 2, 3]
    assert page.view.camera == camera
    with qtbot.waitSignal(page.view.copy_asked):
        QTest.keyClick(page.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(page.view.area_picked) as removed:
        QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert removed.args == [[]]


def test_all_that_is_visible_is_selected_by_one_key_and_only_of_the_chosen_driver(page: MapPage, qtbot: QtBot) -> None:
    near = [visit(nth, north(0, 500 * nth), driver="Luis" if nth == 2 else "Ana Peña") for nth in range(4)]
    page.show_scene(scene(*near, visit(9, north(0, 300_000))), is_new=True)
    with qtbot.waitSignal(page.view.area_picked) as picked:
        QTest.keyClick(page.view, Qt.Key.Key_A)
    assert sorted(picked.args[0]) == [0, 1, 2, 3]
    page.show_driver("Luis")
    with qtbot.waitSignal(page.view.area_picked) as picked:
        QTest.keyClick(page.view, Qt.Key.Key_A)
    assert picked.args[0] == [2]


def test_coordinates_that_are_no_place_are_counted_and_none_at_all_is_no_error(page: MapPage) -> None:
    page.show_scene(scene(visit(1), visit(2, None)), is_new=True)
    assert len(page.view.scene.spots) == 1
    QTest.keyClick(page.view, Qt.Key.Key_A)
    page.show_scene(scene(visit(2, None)), is_new=False)
    page.show_scene(Scene(), is_new=True)
    page.view.pick_visible()
    assert page.view._clusters == Clusters(page.view._clusters.level)
