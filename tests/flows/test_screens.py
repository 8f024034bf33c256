"""The window at the sizes of small and large screens: nothing is cut, and every control can be reached."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QMargins, QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QStyle, QTableView, QToolButton, QWidget

from app.domain.views.columns import Table
from app.ui.cells.row_table import show_whole_rows
from app.ui.drivers import lanes_table
from app.ui.tables import table_view
from app.ui.top_bar.top_bar import Fold
from app.ui.widgets.two_lines import row_height
from tests.conftest import SCREENS
from tests.faults.figures import results_folder
from tests.flows.conftest import Bench
from tests.flows.keyboard_looks import without_a_look
from tests.flows.places.day import a_day
from tests.flows.places.every_place import every_place
from tests.flows.places.ways import settle
from tests.flows.truncated_texts import cut_digits, cut_texts
from tests.systems import needs_segoe
from tests.waiting import PATIENCE

FRAME = QSize(0, 32)
"""What the title bar of a maximized window takes, in pixels at 100 %."""
PANEL = 40
"""The height of the system's panel, likewise."""
IS_WHOLE = results_folder() is not None or "DESPACHO_PICTURES" in os.environ
"""Whether to look at all scales, and at the large screen in each language and font, as `packaging/dev.py soak` does."""
IS_SCALED = os.environ.get("QT_SCALE_FACTOR") is not None
SCALES = ("1.25", "1.5", "2") if IS_WHOLE else ("1.5",)
"""Beside 100 %."""


def screens() -> dict[str, QRect]:
    """Return the free areas of those that users have, by their names."""
    return {one.name(): one.availableGeometry() for one in QGuiApplication.screens() if "x" in one.name()}


def fit(bench: Bench, free: QRect) -> None:
    """Put the window on a screen, as large as it can be there."""
    bench.window.setGeometry(QRect(free.topLeft(), free.size() - FRAME))
    settle()
    assert (bench.window.screen().availableGeometry(), bench.window.size()) == (free, free.size() - FRAME)


def out_of_reach(window: QWidget) -> list[str]:
    """Return the controls of a window that lie outside of it, or of what they are in, unless one can scroll to them."""
    controls = [
        one for one in window.findChildren(QWidget) if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    found = [f"{type(one).__name__} {one.accessibleName()}" for one in controls if _is_outside(one, window)]
    frame = QMargins(2, 2, 2, 2)  # which the offscreen platform puts around a window
    if not window.screen().availableGeometry().marginsAdded(frame).contains(window.geometry()):
        found.append(f"{type(window).__name__} itself: {window.geometry().getRect()}")
    return found


def _is_outside(control: QWidget, window: QWidget) -> bool:
    place = QRect(QPoint(), control.size())
    within: QWidget = control
    while within is not window:
        place.translate(within.pos())
        parent = within.parentWidget()
        assert parent is not None
        area = parent.parentWidget()
        if isinstance(area, QAbstractScrollArea) and parent is area.viewport():
            is_fixed = area.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            return is_fixed and not (place.left() >= 0 and place.right() < parent.width())
        if not parent.rect().contains(place):
            return True
        within = parent
    return False


def nameless(window: QWidget) -> list[str]:
    """Return what takes the keyboard in a window and says no name to assistive technology."""
    takers = [one for one in window.findChildren(QWidget) if one.isVisibleTo(window) and one.isEnabled()]
    takers = [one for one in takers if one.focusPolicy() & Qt.FocusPolicy.TabFocus and not one.focusProxy()]
    return [
        f"{one!r} in {one.parentWidget()!r}"
        for one in takers
        if not (one.accessibleName() or getattr(one, "text", lambda: "")())
    ]


def wrong_with(bench: Bench, window: QWidget) -> list[str]:
    """Return what is cut, out of reach or nameless for good: a text that has just come gets its room a turn later."""
    found: list[str] = []

    def is_fine() -> bool:
        found[:] = cut_texts(window) + cut_digits(window) + out_of_reach(window) + nameless(window)
        return not found

    with suppress(bench.qtbot.TimeoutError):
        bench.qtbot.waitUntil(is_fine, timeout=10_000)  # as often as there are places with a fault
    return found


@pytest.mark.parametrize(("language", "theme"), [("es", "light"), ("en", "dark")], ids=["es", "en"])
def test_in_every_place_on_every_screen_nothing_is_cut_out_of_reach_or_the_same_with_the_keyboard(
    bench: Bench, language: str, theme: str
) -> None:
    if language == "en" and not (IS_WHOLE or IS_SCALED):
        pytest.skip("the other scale and the long run look at the English window")
    theme, known = os.environ.get("DESPACHO_PICTURES_THEME", theme), set[tuple[str, str]]()
    bench.change_settings(language=language, theme=theme)
    a_day(bench)
    is_large_too = IS_WHOLE or (language == "es" and not IS_SCALED)
    looked_at = None if IS_SCALED else known
    assert wrong_on_screens(bench, f"{language}-{theme}", is_large_too=is_large_too, looked_at=looked_at) == {}
    assert IS_SCALED or len(known) > 100


@needs_segoe
def test_with_a_system_font_of_20_points_as_well(bench: Bench, large_texts: None) -> None:
    bench.change_settings(language="es")
    a_day(bench)
    assert bench.window.font().pixelSize() == 27  # 20 points at 96 dots an inch
    assert wrong_on_screens(bench, "es-20-points", is_large_too=IS_WHOLE) == {}
    menu = bench.window.top.menu_button.menu()
    menu.aboutToShow.emit()
    menu.popup(QPoint())
    assert len({menu.actionGeometry(one).left() for one in menu.actions()}) == 1  # in one column, which is scrolled
    menu.close()


MANY = 60
"""Turns in which a table has long found its height."""
ENOUGH = 8
"""Places with a fault after which no more are looked at: each takes seconds."""


def wrong_on_screens(
    bench: Bench, pictures: str, *, is_large_too: bool, looked_at: set[tuple[str, str]] | None = None
) -> dict[str, list[str]]:
    """Return what is wrong with each place of the window on the small screen, or on each, by their names.

    Args:
        looked_at: collects the controls whose look with the keyboard is compared with that without; None: of none.
    """
    found: dict[str, list[str]] = {}
    smallest_first = sorted(screens().items(), key=lambda one: one[1].width())
    for screen, free in smallest_first if is_large_too else smallest_first[:1]:
        fit(bench, free)
        for name, widget in every_place(bench):
            found[f"{name} at {screen}"] = wrong_with(bench, widget)
            take_picture(widget, f"{name}-{pictures}-{screen}")
            if looked_at is not None:
                found[f"{name} at {screen}"] += without_a_look(bench, widget, looked_at)
            bench.window.resize(free.size() - FRAME)  # in case that something made it grow
            if sum(map(bool, found.values())) >= ENOUGH:
                return {place: what for place, what in found.items() if what}
    return {place: what for place, what in found.items() if what}


def take_picture(widget: QWidget, name: str) -> None:
    """Save a picture of a place, if pictures are wanted, as in `tests/assistive/test_day.py`."""
    folder = os.environ.get("DESPACHO_PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        assert widget.grab().save(f"{folder}/{name.replace(' ', '-')}-{round(100 * widget.devicePixelRatio())}.png")


@pytest.mark.skipif(IS_SCALED, reason="it starts itself at another scale")
@pytest.mark.parametrize("scale", SCALES)
def test_at_other_scales_as_well(tmp_path: Path, scale: str) -> None:
    kept = [one for one in json.loads(SCREENS.read_bytes())["screens"] if "x" in one["name"]]
    for one in kept:
        one["height"] = int(one["name"].partition("x")[2]) - round(PANEL * float(scale))
    (tmp_path / "screens.json").write_text(json.dumps({"screens": kept}), encoding="utf-8")
    platform = f"offscreen:configfile={tmp_path / 'screens.json'}"
    test = test_in_every_place_on_every_screen_nothing_is_cut_out_of_reach_or_the_same_with_the_keyboard.__name__
    languages = ("es", "en") if IS_WHOLE else ("en",)
    tests = [f"{__file__}::{test}[{language}]" for language in languages]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        env=os.environ | {"QT_QPA_PLATFORM": platform, "QT_SCALE_FACTOR": scale},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * PATIENCE,
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
    window.line.show_message("What was loaded. " * 9)
    assert [window.line.isAncestorOf(one) and one.isVisible() for one in (window.top.age, window.line.zone)] == [
        True,
        False,
    ]
    window.line.show_message("")
    assert window.line.zone.isVisible()
    menu = window.tab_actions.more.menu()
    assert menu.style().styleHint(QStyle.StyleHint.SH_Menu_Scrollable, None, menu)  # columns may be wider than a screen
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
    window.tabs.page.view.selectRow(0)
    bench.qtbot.waitUntil(window.detail.isVisible)
    window.resize(910, 480)
    bench.qtbot.waitUntil(lambda: not window.detail.isVisible())
    window.detail_fold.button.click()
    assert window.detail.isVisible()
    assert window.views.isVisible()  # as a rail
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
    bench.qtbot.waitUntil(lambda: bool(bench.window.tabs.page.model.ids))
    bench.window.tabs.page.view.selectRow(0)
    bench.window.follow_up.write_note()
    assert bench.window.detail.isVisible()


@pytest.mark.parametrize(("width", "seen"), [(1200, 96), (911, 0)])
def test_in_a_narrow_window_the_detail_lies_over_the_table_and_leaves_its_columns(
    bench: Bench, width: int, seen: int
) -> None:
    bench.carrier()
    bench.trust()
    window = bench.open().window
    bench.load()
    window.resize(width, 600)
    view, beside, detail = window.tabs.page.view, window.tabs.beside, window.detail
    bench.qtbot.waitUntil(lambda: beside.width() < width)
    columns = view.columns_header.shown_places()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, view.rowViewportPosition(2) + 9))
    bench.qtbot.waitUntil(detail.isVisible)
    settle()
    assert (detail.x() - beside.x(), detail.geometry().right()) == (seen, beside.geometry().right())
    assert (view.columns_header.shown_places(), (view if seen else detail).hasFocus()) == (columns, True)
    QTest.keyClick(detail, Qt.Key.Key_Down)
    bench.qtbot.waitUntil(lambda: view.currentIndex().row() == 3)
    window.tabs.page.filters.columns.setFocus()  # which it covers
    assert not detail.isVisible()
    window.tabs.page.detail_asked.emit()
    bench.qtbot.waitUntil(detail.is_of_row.__bool__)
    next(one for one in detail.findChildren(QToolButton) if one.text() == "List").click()
    assert (detail.isVisible(), view.hasFocus()) == (False, True)


def test_the_detail_takes_room_only_while_there_is_something_to_show_in_it(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    window = bench.open().window
    window.resize(1366, 740)
    bench.load()
    view = window.tabs.page.view
    assert view.current_id() is None
    assert not window.detail.isVisible()
    view.selectRow(3)
    bench.qtbot.waitUntil(window.detail.isVisible)
    window.tabs.page.detail_asked.emit()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused is window.detail or window.detail.isAncestorOf(focused)
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    assert (window.detail.isVisible(), view.hasFocus(), view.currentIndex().row()) == (False, True, 3)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, view.rowViewportPosition(5) + 9))
    bench.qtbot.waitUntil(window.detail.isVisible)
    assert view.currentIndex().row() == 5
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert (window.detail.isVisible(), view.hasFocus(), view.currentIndex().row()) == (False, True, 5)
    view.clearSelection()
    view.setCurrentIndex(QModelIndex())
    bench.qtbot.waitUntil(lambda: window.detail.is_empty)
    window.detail_fold.button.click()
    bench.qtbot.waitUntil(window.detail.isVisible)
    assert view.currentIndex().row() == 0


def test_a_window_outside_every_screen_comes_back(bench: Bench) -> None:
    window = bench.open().window
    free = window.screen().availableGeometry()
    window.setGeometry(free.right() + 200, free.bottom() + 200, 900, 600)
    window.screen().availableGeometryChanged.emit(free)
    bench.qtbot.waitUntil(lambda: free.contains(window.frameGeometry()))


def test_the_views_are_a_rail_in_a_narrow_window_and_as_one_wants_in_a_wide_one(bench: Bench) -> None:
    window = bench.open().window
    views, button = window.views, window.top.views_button
    wide, narrow = QSize(1500, 800), QSize(911, 512)

    def resized(size: QSize) -> int:
        window.resize(size)
        QApplication.sendPostedEvents()
        return views.width()

    names = resized(wide)
    assert (names > 160, button.isChecked()) == (True, True)
    rail = resized(narrow)
    assert (rail, views.is_rail, button.isChecked()) == (52, True, False)
    button.click()
    assert (views.is_rail, views.width()) == (False, names)
    resized(wide)
    assert (resized(narrow), resized(wide)) == (rail, names)  # it was asked for in a narrow window, not for ever
    button.click()
    assert views.is_rail
    window.close()
    window = bench.open().window
    window.resize(wide)
    assert window.views.is_rail
    window.top.views_button.click()
    QApplication.sendPostedEvents()
    assert (window.views.is_rail, window.views.width()) == (False, names)


def test_every_table_shows_whole_rows(bench: Bench) -> None:
    a_day(bench)
    window = bench.window
    window.resize(1366, 737)
    for table, page in window.tabs.pages.items():
        window.tabs.show_table(table)
        bench.settle()
        settle()
        view = page.view
        assert (table, view.viewport().height() % view.verticalHeader().defaultSectionSize()) == (table, 0)


def test_rows_settle_in_each_height(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    a_day(bench)
    window, steps = bench.window, list[int]()

    def step(table: QTableView, row: int) -> None:
        steps.append(row)
        if len(steps) < MANY:  # else it would go on for ever
            show_whole_rows(table, row)

    for place in (lanes_table, table_view):
        monkeypatch.setattr(place, "show_whole_rows", step)
    for name, page in (("visits", window.tabs.pages[Table.VISITS]), ("drivers", window.lanes.page)):
        window.tabs.show_named(name)
        for height in range(200, 240, 2):
            for before in range(303, 303 + row_height(), 14):
                for now in (before, height):
                    steps.clear()
                    page.setFixedHeight(now)
                    settle()
                    assert len(steps) < MANY, (name, before, height)
