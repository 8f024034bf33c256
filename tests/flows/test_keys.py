"""The window's shortcuts: each works, none is used twice, and Help and the palette list them all."""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.views.columns import Table
from app.domain.views.queries import SavedView, View
from app.ui.context.places import HelpPage
from app.ui.help.help_dialog import HelpDialog
from app.ui.help.palette import Palette
from tests.flows.conftest import NOW, Bench
from tests.systems import own_print_dialog

TODAY = NOW.date()


@pytest.fixture
def ready(bench: Bench) -> Bench:
    """A desk with a day on it, its window in front."""
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.window.activateWindow()
    bench.qtbot.waitUntil(bench.window.isActiveWindow)
    bench.window.tabs.page.view.setFocus()
    return bench


def press(bench: Bench, keys: str, at: QWidget | None = None) -> None:
    QTest.keySequence(at or bench.window, QKeySequence(keys))


def test_no_shortcut_is_used_twice(ready: Bench) -> None:
    actions = [*ready.window.actions(), *ready.window.tabs.page.view.actions()]
    keys = Counter(key.toString() for one in actions for key in one.shortcuts())
    assert [key for key, count in keys.items() if count > 1] == []
    texts = Counter((one.property("group"), one.text()) for one in ready.window.actions())
    assert [text for text, count in texts.items() if count > 1] == []
    assert all(one.text() and one.property("group") for one in ready.window.actions())


@pytest.mark.parametrize(
    ("keys", "focused"),
    [
        ("Ctrl+F", lambda window: window.top.search),
        ("Ctrl+L", lambda window: window.top.carrier),
        ("Ctrl+D", lambda window: window.top.date),
        ("Return", lambda window: window.detail),
    ],
)
def test_shortcuts_move_the_focus_to_fields_and_tables(
    ready: Bench, keys: str, focused: Callable[..., QWidget]
) -> None:
    press(ready, keys, ready.window.tabs.page.view)
    wanted = focused(ready.window)
    ready.qtbot.waitUntil(lambda: wanted.hasFocus() or wanted.isAncestorOf(ready.window.focusWidget()))


def test_keys_go_through_the_days(ready: Bench) -> None:
    def shown() -> date:
        return ready.window.current_day.shown_day.date

    press(ready, "Alt+Left")
    assert shown() == TODAY - timedelta(days=1)
    press(ready, "Alt+Left")
    press(ready, "Alt+Right")
    assert shown() == TODAY - timedelta(days=1)
    press(ready, "Ctrl+T")
    assert shown() == TODAY
    with ready.qtbot.waitSignal(ready.window.current_day.load_ended):
        press(ready, "F5")


def test_a_key_for_each_tab_and_f6_for_the_panes(ready: Bench) -> None:
    window = ready.window
    for place in reversed(range(window.tabs.count())):
        press(ready, f"Ctrl+{place + 1}")
        assert window.tabs.currentIndex() == place
    assert window.tabs.count() == 7
    ready.qtbot.waitUntil(window.detail.isVisible)  # of the first row, which the key has selected
    visited: list[QWidget | None] = []
    for _ in range(4):
        press(ready, "F6")
        visited.append(window.focusWidget())
    assert len(set(visited)) == 4
    press(ready, "Shift+F6")
    assert window.focusWidget() == visited[-2]


def test_typing_in_a_table_searches(ready: Bench) -> None:
    view, search = ready.window.tabs.page.view, ready.window.top.search
    search.setText("before")
    QTest.keyClicks(view, "g")
    assert search.hasFocus()
    QTest.keyClicks(search, "arcia")
    ready.settle()
    assert (search.text(), ready.window.tabs.page.narrowing.search) == ("garcia", "garcia")


def test_escape_clears_the_filters(ready: Bench) -> None:
    ready.window.top.search.show_words("zzz")
    ready.window.views.view_chosen.emit(View.DELIVERED)
    press(ready, "Esc")
    assert ready.window.top.search.text() == ""
    assert ready.window.tabs.page.query is not None
    assert not ready.window.tabs.page.query.is_narrowed


def test_keys_copy_rows(ready: Bench) -> None:
    view = ready.window.tabs.page.view
    view.selectRow(0)
    press(ready, "Ctrl+C", view)
    without = QGuiApplication.clipboard().text()
    press(ready, "Ctrl+Shift+C", view)
    assert len(without.strip().splitlines()) == 1
    assert QGuiApplication.clipboard().text().strip().splitlines()[1:] == without.strip().splitlines()


@pytest.mark.parametrize("keys", ["Ctrl+E", pytest.param("Ctrl+P", marks=own_print_dialog), "Ctrl+,", "F1", "Ctrl+K"])
def test_a_key_opens_a_window_of_its_own(ready: Bench, keys: str) -> None:
    press(ready, keys)
    opened: list[QDialog] = []

    def is_open() -> bool:
        opened[:] = [one for one in ready.window.findChildren(QDialog) if one.isVisible()]
        return len(opened) == 1

    ready.qtbot.waitUntil(is_open)
    opened[0].reject()
    ready.qtbot.waitUntil(lambda: not is_open())


@pytest.mark.parametrize("text", ["Shortcuts", "Palette…", "Search in all days…", "Export this table…"])
def test_an_open_dialog_is_not_opened_twice(ready: Bench, text: str) -> None:
    opens = next(one for one in ready.window.actions() if one.text() == text)
    for _ in range(2):
        opens.trigger()
    [shown] = [one for one in ready.window.findChildren(QDialog) if one.isVisible()]
    shown.reject()
    opens.trigger()
    assert [one.isVisible() for one in ready.window.findChildren(QDialog)].count(True) == 1


def test_help_lists_every_shortcut_and_opens_at_them(ready: Bench) -> None:
    press(ready, "Ctrl+F1")
    dialog = ready.the(HelpDialog)
    assert dialog.tabs.currentIndex() == HelpPage.SHORTCUTS
    table = dialog.shortcuts.table
    listed = {item.text() for row in range(table.rowCount()) if (item := table.item(row, 1)) is not None}
    for keys in ("Ctrl+F", "Esc", "F5", "Ctrl+C", "Ctrl+Shift+C", "Ctrl+E", "Ctrl+P", "Ctrl+K", "Ctrl+D", "Alt+←"):
        assert keys in listed
    for keys in (
        "Alt+→",
        "Ctrl+T",
        "Ctrl+L",
        "Enter",
        "F6",
        "F1",
        "Ctrl+F1",
        *(f"Ctrl+{number}" for number in range(1, 6)),
    ):
        assert keys in listed
    dialog.close()


def palette(bench: Bench, words: str) -> Palette:
    bench.window.activateWindow()  # no window manager does it
    bench.qtbot.waitUntil(bench.window.isActiveWindow)
    press(bench, "Ctrl+K")
    found = [one for one in bench.window.findChildren(Palette) if one.isVisible()][-1]
    found.field.setText(words)
    return found


def enter(bench: Bench, words: str) -> None:
    QTest.keyClick(palette(bench, words).field, Qt.Key.Key_Return)


def test_the_palette_goes_to_days_views_carriers_and_tabs_and_does_things(ready: Bench) -> None:
    window = ready.window
    enter(ready, "2026-11-18")
    ready.qtbot.waitUntil(lambda: window.current_day.shown_day.date == date(2026, 11, 18))
    enter(ready, "today")
    ready.qtbot.waitUntil(lambda: window.current_day.shown_day.date == TODAY)
    enter(ready, "no shipment")
    ready.qtbot.waitUntil(
        lambda: window.tabs.page.table is Table.VISITS and window.tabs.page.narrowing.view is View.NO_SHIPMENT
    )
    enter(ready, "manifests tabs")
    ready.qtbot.waitUntil(lambda: window.tabs.page.table is Table.MANIFESTS)
    window.saved._keep((SavedView("Mine", Table.SHIPMENTS, View.DELIVERED),))
    assert palette(ready, "mine").shown() == ["Mine"]
    enter(ready, "mine")
    ready.qtbot.waitUntil(lambda: window.tabs.page.narrowing.view is View.DELIVERED)
    enter(ready, "andina")
    ready.qtbot.waitUntil(lambda: window.current_day.shown_day.carriers == ("ANDINA-BOG",))
    enter(ready, "search")
    ready.qtbot.waitUntil(window.top.search.hasFocus)
    last = palette(ready, "")
    assert last.shown()[:3] == ["Search", "ANDINA-BOG", "Mine"]
    last.reject()
