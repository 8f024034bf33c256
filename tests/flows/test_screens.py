"""The window at the sizes of small and large screens: nothing is cut, and every control can be reached."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.ui.top_bar.top_bar import Fold
from tests.flows.all_views import a_day
from tests.flows.conftest import Bench
from tests.flows.truncated_texts import cut_texts

SCREENS = (QSize(1366, 768), QSize(1920, 1080))
PANELS = QSize(16, 88)
"""Pixels of a screen that the system's panels and the window's frame take at 100 %."""


def out_of_reach(window: QWidget) -> list[str]:
    """Return the controls of a window that lie outside of it, or of what they are in, unless one can scroll to them."""
    controls = [
        one for one in window.findChildren(QWidget) if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    return [f"{type(one).__name__} {one.accessibleName()}" for one in controls if _is_outside(one, window)]


def _is_outside(control: QWidget, window: QWidget) -> bool:
    place = QRect(QPoint(), control.size())
    within: QWidget = control
    while within is not window:
        place.translate(within.pos())
        parent = within.parentWidget()
        assert parent is not None
        area = parent.parentWidget()
        if isinstance(area, QAbstractScrollArea):
            is_fixed = area.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            return is_fixed and not 0 <= place.left() <= place.right() < parent.width()
        if not parent.rect().contains(place):
            return True
        within = parent
    return False


def wrong_with(bench: Bench) -> list[str]:
    """Return what is cut or out of reach for good: a text that has just come gets its room a turn later."""
    window = bench.window
    with suppress(bench.qtbot.TimeoutError):
        bench.qtbot.waitUntil(lambda: not (cut_texts(window) or out_of_reach(window)), timeout=1000)
    return cut_texts(window) + out_of_reach(window)


@pytest.mark.parametrize("language", ["es", "en"])
def test_on_every_screen_nothing_is_cut_or_out_of_reach(bench: Bench, language: str) -> None:
    bench.change_settings(language=language)
    a_day(bench)
    assert wrong_on_screens(bench) == {}


def test_with_a_system_font_of_20_points_as_well(bench: Bench, large_texts: None) -> None:
    bench.change_settings(language="es")
    a_day(bench)
    assert bench.window.font().pixelSize() == 27  # 20 points at 96 dots an inch
    assert wrong_on_screens(bench) == {}
    menu = bench.window.top.menu_button.menu()
    menu.aboutToShow.emit()
    menu.popup(QPoint())
    assert len({menu.actionGeometry(one).left() for one in menu.actions()}) == 1  # in one column, which is scrolled
    menu.close()


def wrong_on_screens(bench: Bench) -> dict[tuple[int, str], list[str]]:
    """Return what is wrong with each part of the window at the size of each screen."""
    window = bench.window
    found: dict[tuple[int, str], list[str]] = {}
    window.tabs.page.view.selectRow(0)
    bench.qtbot.waitUntil(lambda: window.detail.is_of_row)
    window.map.toggle()
    for screen in SCREENS:
        free = (screen - PANELS) / window.devicePixelRatio()
        window.resize(free)
        assert window.size() == free
        for tab in range(window.tabs.count()):
            window.tabs.setCurrentIndex(tab)
            found[screen.width(), window.tabs.tabText(tab)] = wrong_with(bench)
        window.tabs.setCurrentIndex(0)
        window.detail_fold.open()
        assert window.detail.isVisible()
        found[screen.width(), "detail"] = wrong_with(bench)
        assert window.size() == free  # nothing made it grow
    return {place: what for place, what in found.items() if what}


@pytest.mark.skipif(os.environ.get("QT_SCALE_FACTOR") is not None, reason="it starts itself at another scale")
def test_at_150_percent_as_well(tmp_path: Path) -> None:
    screens = {"screens": [{"name": "one", "width": 1920, "height": 1080, "logicalDpi": 96, "logicalBaseDpi": 96}]}
    (tmp_path / "screen.json").write_text(json.dumps(screens), encoding="utf-8")
    platform = f"offscreen:configfile={tmp_path / 'screen.json'}"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    ended = subprocess.run(
        [*command, "-k", "every_screen"],
        env=os.environ | {"QT_QPA_PLATFORM": platform, "QT_SCALE_FACTOR": "1.5"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert ended.returncode == 0, ended.stdout


def test_the_smallest_window_folds_the_bar_into_the_menu_and_the_status_line(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    window = bench.open().window
    bench.receive()
    bench.load()
    window.resize(1500, 800)
    assert window.top.fold is Fold.NOTHING
    assert window.top.isAncestorOf(window.top.age)

    def is_smallest() -> bool:  # once what the load showed is gone
        window.resize(683, 340)
        return window.size() == QSize(683, 340)

    bench.qtbot.waitUntil(is_smallest)
    bench.qtbot.waitUntil(lambda: window.top.fold is Fold.WIDTHS)
    assert window.line.isAncestorOf(window.top.age)
    menu = window.top.menu_button.menu()
    menu.aboutToShow.emit()
    offered = {action.text(): action for action in menu.actions()}
    assert {"Today", "Previous day", "Next day", window.top.receiver.text()} <= set(offered)
    before = window.top.chosen_date()
    offered["Previous day"].trigger()
    assert window.top.chosen_date() < before
    offered[window.top.receiver.text()].trigger()
    assert window.receiver.panel.isVisible()
    window.receiver.panel.close()

    window.resize(1500, 800)
    bench.qtbot.waitUntil(lambda: window.top.fold is Fold.NOTHING)
    menu.aboutToShow.emit()
    assert "Today" not in {action.text() for action in menu.actions()}
    assert window.top.isAncestorOf(window.top.age)


def test_the_detail_folds_in_a_narrow_window_and_comes_back_by_key_button_and_enter(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    window = bench.open().window
    bench.load()
    assert window.detail.isVisible()
    window.resize(910, 480)
    bench.qtbot.waitUntil(lambda: not window.detail.isVisible())
    window.detail_fold.button.click()
    assert window.detail.isVisible()
    next(action for action in window.actions() if action.shortcut().toString() == "Ctrl+I").trigger()
    assert not window.detail.isVisible()
    window.tabs.page.view.selectRow(0)
    window.tabs.page.detail_asked.emit()
    assert window.detail.isVisible()

    window.resize(1500, 800)
    bench.qtbot.waitUntil(window.views.isVisible)
    window.detail_fold.button.click()
    bench.window.settings.rebuild_asked.emit()
    assert not bench.window.detail.isVisible()
    bench.window.follow_up.write_note()
    assert bench.window.detail.isVisible()


def test_a_window_outside_every_screen_comes_back(bench: Bench) -> None:
    window = bench.open().window
    free = window.screen().availableGeometry()
    window.setGeometry(free.right() + 200, free.bottom() + 200, 900, 600)
    window.screen().availableGeometryChanged.emit(free)
    bench.qtbot.waitUntil(lambda: free.contains(window.frameGeometry()))
