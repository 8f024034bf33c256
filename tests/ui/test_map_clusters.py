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
from app.ui.map.map_pane import MapPane
from app.ui.map.map_scene import Scene
from tests.ui.test_map import BOGOTA, dressed_pane, north, scene, visit

pane = dressed_pane


def crowd(count: int, spread_m: float = 9000) -> Scene:
    dice = Random(7)
    return scene(
        *(
            visit(
                number,
                north(dice.gauss(0, spread_m), dice.gauss(0, spread_m)),
                state=State.EXCEPTION if number % 10 == 0 else State.DELIVERED,
            )
            for number in range(count)
        )
    )


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


def test_clusters_split_as_one_looks_nearer_and_the_nearest_look_has_none() -> None:
    spots = crowd(500).spots
    counts = [len(found.groups) + len(found.singles) for found in (clustered(spots, level) for level in range(-15, 4))]
    assert counts[0] == 1
    assert counts == sorted(counts)
    assert counts[-1] == 500


def test_few_visits_beside_each_other_are_no_cluster_and_few_on_each_other_are() -> None:
    beside = clustered(scene(*(visit(nth, north(100 * nth)) for nth in range(3))).spots, level_of(0.1))
    assert not beside.groups
    upon = clustered(scene(*(visit(nth, north(nth)) for nth in range(3)), visit(9, north(900))).spots, level_of(0.1))
    assert [len(one.spots) for one in upon.groups] == [3]
    assert [one.visit.visit_id for one in upon.singles] == [9]
    assert clustered((), 0) == Clusters()


def test_ten_thousand_visits_are_grouped_before_they_are_painted(pane: MapPane, qtbot: QtBot) -> None:
    many = crowd(10_000)
    found = clustered(many.spots, level_of(0.01))
    assert len(found.groups) + len(found.singles) < 1000
    pane.show_scene(many, is_new=True)
    pane.resize(900, 600)
    qtbot.waitUntil(lambda: pane.view.height() > 300)
    before = pane.view._clusters
    assert len(before.groups) > 3
    pane.view.grab()
    assert pane.view._clusters is before


def test_a_click_on_a_cluster_looks_nearer_until_it_splits(pane: MapPane) -> None:
    pane.resize(800, 500)
    pane.show_scene(scene(*(visit(nth, north(9 * nth)) for nth in range(6)), visit(9, north(5000))), is_new=True)
    (group,) = pane.view._clusters.groups
    assert len(group.spots) == 6
    QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=pane.view.camera.seen(group.at).toPoint())
    assert not pane.view._clusters.groups
    assert all(pane.view.camera.shows(one.at) for one in group.spots)


def test_a_cluster_that_no_zoom_splits_selects_its_rows(pane: MapPane, qtbot: QtBot) -> None:
    pane.show_scene(scene(*(visit(nth) for nth in range(999))), is_new=True)
    (group,) = pane.view._clusters.groups
    with qtbot.waitSignal(pane.view.area_picked) as picked:
        QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=pane.view.camera.seen(group.at).toPoint())
    assert sorted(picked.args[0]) == list(range(999))
    assert pane.copy.text() == "Copy 999 row(s)"


def test_the_pointer_tells_what_is_in_a_cluster(pane: MapPane, qtbot: QtBot) -> None:
    failed = [visit(nth, state=State.EXCEPTION) for nth in range(2)]
    pane.show_scene(scene(*failed, *(visit(nth) for nth in range(2, 7))), is_new=True)
    (group,) = pane.view._clusters.groups
    QTest.mouseMove(pane.view, QPoint(5, 60))
    QTest.mouseMove(pane.view, pane.view.camera.seen(group.at).toPoint())
    qtbot.waitUntil(QToolTip.isVisible)
    said = pane.view.accessibleDescription().split(". ")
    assert said == ["7 visit(s) here", "Failed  2", "Delivered  5", "Click to see them apart"]


def drawn(pane: MapPane, one: QPoint, other: QPoint, shift: bool = True) -> None:
    keys = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.mousePress(pane.view, Qt.MouseButton.LeftButton, keys, one)
    QTest.mouseMove(pane.view, other)
    QTest.mouseRelease(pane.view, Qt.MouseButton.LeftButton, keys, other)


@pytest.mark.parametrize("shift", [True, False])
def test_a_rectangle_selects_the_visits_within_and_does_not_move_the_map(
    pane: MapPane, qtbot: QtBot, shift: bool
) -> None:
    pane.show_scene(scene(*(visit(nth, north(0, 3000 * nth)) for nth in range(5))), is_new=True)
    camera, seen = pane.view.camera, {one.visit.visit_id: one.at for one in pane.view.scene_shown.spots}
    first, last = camera.seen(seen[1]), camera.seen(seen[3])
    if not shift:
        pane.area.click()
    with qtbot.waitSignal(pane.view.area_picked) as picked:  # from the right below to the left above
        drawn(pane, (last + QPointF(9, 9)).toPoint(), (first - QPointF(9, 9)).toPoint(), shift)
    assert sorted(picked.args[0]) == [1, 2, 3]
    assert pane.view.camera == camera
    assert pane.copy.isVisible()
    with qtbot.waitSignal(pane.copy_asked):
        QTest.keyClick(pane.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(pane.view.area_picked) as removed:
        QTest.keyClick(pane.view, Qt.Key.Key_Escape)
    assert removed.args == [[]]
    assert not pane.copy.isVisible()


def test_all_that_is_visible_is_selected_by_one_key_and_only_of_the_chosen_driver(pane: MapPane, qtbot: QtBot) -> None:
    near = [visit(nth, north(0, 500 * nth), driver="Luis" if nth == 2 else "Ana Peña") for nth in range(4)]
    pane.show_scene(scene(*near, visit(9, north(0, 300_000))), is_new=True)
    with qtbot.waitSignal(pane.view.area_picked) as picked:
        QTest.keyClick(pane.view, Qt.Key.Key_A)
    assert sorted(picked.args[0]) == [0, 1, 2, 3]
    pane.drivers.setCurrentIndex(pane.drivers.findData("Luis"))
    with qtbot.waitSignal(pane.view.area_picked) as picked:
        QTest.keyClick(pane.view, Qt.Key.Key_A)
    assert picked.args[0] == [2]


def test_the_first_view_is_of_the_crowd_and_a_button_goes_to_each_that_is_far(pane: MapPane, qtbot: QtBot) -> None:
    swapped = (BOGOTA[1], BOGOTA[0])
    city = [visit(nth, north(900 * (nth % 7), 700 * (nth // 7))) for nth in range(40)]
    pane.show_scene(scene(*city, visit(98, swapped), visit(99, north(240_000))), is_new=True)
    view = pane.view
    seen = {one.visit.visit_id: one.at for one in view.scene_shown.spots}
    assert all(view.camera.shows(seen[one.visit_id]) for one in city)
    assert math.dist(view.camera.point(QPointF(0, 0)), view.camera.point(QPointF(0, view.height()))) < 15_000
    assert pane.far.text() == "2 far away"
    first, second = pane.far_menu.actions()
    assert first.text().startswith("Visit 98 · Contact 98 · ")
    assert first.text().endswith(" from the others · latitude and longitude seem swapped")
    assert second.text() == "Visit 99 · Contact 99 · 237 km from the others"
    with qtbot.waitSignal(view.visit_picked) as picked:
        second.trigger()
    assert picked.args == [99]
    assert view.camera.shows(seen[99])
    assert not view.camera.shows(seen[1])
    pane.show_scene(scene(*city), is_new=False)
    assert not pane.far.isVisible()


def test_coordinates_that_are_no_place_are_counted_and_none_at_all_is_no_error(pane: MapPane) -> None:
    pane.show_scene(scene(visit(1), visit(2, None)), is_new=True)
    assert len(pane.view.scene_shown.spots) == 1
    QTest.keyClick(pane.view, Qt.Key.Key_A)
    pane.show_scene(scene(visit(2, None)), is_new=False)
    pane.show_scene(Scene(), is_new=True)
    pane.view.pick_visible()
    assert pane.view._clusters == Clusters(pane.view._clusters.level)
