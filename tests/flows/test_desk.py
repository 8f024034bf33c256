import os
import stat
from itertools import groupby

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.appearance.icons import CellRole
from app.ui.context.window_state import STATE_FILE
from app.ui.tables.flashes import HiddenBelow
from tests.flows.conftest import Bench
from tests.shown_counts import view_count


def ready(bench: Bench, shipments: int = 60) -> Bench:
    bench.carrier(shipments)
    bench.trust()
    bench.open().load()
    return bench


def empty_title(bench: Bench) -> str:
    page = bench.window.tabs.page
    assert page.empty.isVisible()
    return page.empty.title.text()


def test_a_day_is_loaded_counted_and_shown(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    assert len(window.tabs.page.model.ids) == 60
    assert window.tabs.page.view.isVisible()
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.ALL) == 60)
    model = window.tabs.page.model
    counted = [
        status
        for row, status in enumerate(bench.column("shown_status"))
        if not model.data(model.index(row, 0), CellRole.DIMMED)
    ]
    assert view_count(window.views, View.DELIVERED) == counted.count("Delivered") > 0
    bench.qtbot.waitUntil(lambda: window.line.counted.text().startswith("60 of 60 · $"))
    assert window.top.age.text() == "just now"
    bench.qtbot.waitUntil(lambda: len(window.tabs.pages[Table.MANIFESTS].model.ids) == 2)  # it is behind another tab


def test_a_view_shows_what_it_counts(bench: Bench) -> None:
    ready(bench)
    bench.window.views.choose(View.DELIVERED)
    bench.settle()
    assert set(bench.column("shown_status")) == {"Delivered"}
    shown = f"{len(bench.column('number'))} of 60 ·"
    bench.qtbot.waitUntil(lambda: bench.window.line.counted.text().startswith(shown))


def test_typing_searches_and_an_empty_result_names_the_filter_and_offers_to_clear_it(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    recipient = bench.column("recipient")[3]
    QTest.keyClicks(window.top.search, recipient.encode("ascii", "ignore").decode()[:4])
    bench.qtbot.waitUntil(lambda: 0 < len(window.tabs.page.model.ids) < 60)
    assert recipient in bench.column("recipient")
    window.top.search.selectAll()
    QTest.keyClicks(window.top.search, "zzzz")
    bench.qtbot.waitUntil(window.tabs.page.empty.isVisible)
    assert "zzzz" in window.tabs.page.empty.text.text()
    bench.offered()[0].click()
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == 60)
    assert window.top.search.text() == ""


def test_a_value_filters_excludes_and_is_cleared_by_escape(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.view.filter_asked.emit(ValueFilter("shown_status", "Entregado"))
    bench.settle()
    delivered = len(page.model.ids)
    assert set(bench.column("shown_status")) == {"Delivered"}
    chips = [one.text() for one in page.filters.findChildren(QToolButton) if one.isVisible()]
    assert chips == ["Status: Delivered  ✕"]
    page.view.filter_asked.emit(ValueFilter("shown_status", "Entregado", exclude=True))
    bench.settle()
    assert len(page.model.ids) == 60 - delivered
    QTest.keyClick(bench.window, Qt.Key.Key_Escape)
    bench.qtbot.waitUntil(lambda: len(page.model.ids) == 60)
    chips = [one.text() for one in page.filters.findChildren(QToolButton) if one.isVisible()]
    assert chips == ["+ Status", "+ Locality", "+ Promised"]


def test_below_the_last_row_stands_how_many_the_filters_hide_and_a_click_shows_them(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.view.filter_asked.emit(ValueFilter("number", bench.column("number")[3]))
    bench.settle()
    (below,) = page.view.findChildren(HiddenBelow)
    assert (below.isVisible(), below.text()) == (True, "59 hidden · Clear all")
    row = page.view.visualRect(page.model.index(0, page.view.columns_header.shown_places()[0]))
    assert below.geometry().top() > page.view.viewport().mapTo(page.view, row.bottomLeft()).y()
    seen = []
    for height in (80, 400):
        page.view.resize(page.view.width(), height)
        seen.append(below.isVisible())
    assert seen == [False, True]
    below.click()
    bench.qtbot.waitUntil(lambda: len(page.model.ids) == 60)
    assert not below.isVisible()


def test_clicks_on_titles_sort_and_with_control_by_several(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    header = page.view.columns_header

    def click(key: str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        section = page.model.position(key)
        header.setOffset(0)
        at = header.viewport().rect().center()
        at.setX(header.sectionViewportPosition(section) + 12)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, modifiers, at)
        bench.settle()

    click("shown_status")
    in_order = ["Out for delivery", "Delivered"]
    assert [status for status, _ in groupby(bench.column("shown_status")) if status in in_order] == in_order
    click("recipient", Qt.KeyboardModifier.ControlModifier)
    assert [one.key for one in header.order] == ["shown_status", "recipient"]
    assert page.model.headerData(page.model.position("recipient"), Qt.Orientation.Horizontal) == "Recipient ↑2"
    click("number")
    click("number")
    assert bench.column("number") == sorted(bench.column("number"), key=lambda text: (len(text), text), reverse=True)
    click("number")
    assert header.order == ()


def test_reloading_keeps_selection_cursor_and_order(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.view.columns_header.sort_by(page.model.position("recipient"))
    bench.settle()
    page.view.selectRow(20)
    page.view.selectionModel().select(
        page.model.index(25, 0), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    )
    selected, current, order = page.view.selected_ids(), page.view.current_id(), list(page.model.ids)
    assert len(selected) == 2
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        QTest.keyClick(bench.window, Qt.Key.Key_F5)
    bench.settle()
    assert (page.view.selected_ids(), page.view.current_id(), list(page.model.ids)) == (selected, current, order)


def test_sorting_keeps_the_selected_rows(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.view.selectRow(20)
    selected, current = page.view.selected_ids(), page.view.current_id()
    page.view.columns_header.sort_by(page.model.position("recipient"))
    bench.settle()
    assert list(page.model.ids) != sorted(page.model.ids)
    assert (page.view.selected_ids(), page.view.current_id()) == (selected, current)


def test_a_change_of_the_carrier_is_shown_in_place_and_highlighted(bench: Bench) -> None:
    bench.carrier(60, per_minute=60)
    bench.trust()
    bench.open().load()
    before = dict(zip(bench.column("number"), bench.column("shown_status"), strict=True))
    bench.clock = 60.0
    with bench.qtbot.waitSignal(bench.window.tabs.page.rows_flashed) as flashed:
        bench.load()
    after = dict(zip(bench.column("number"), bench.column("shown_status"), strict=True))
    changed = {number for number in before if number in after and before[number] != after[number]}
    assert changed
    shining = {number for row, number in enumerate(bench.column("number")) if bench.row_id(row) in flashed.args[0]}
    assert shining >= changed


def test_rows_are_copied_as_text_and_as_a_table(bench: Bench) -> None:
    ready(bench)
    view = bench.window.tabs.page.view
    view.setFocus()
    view.selectRow(1)
    QTest.keySequence(view, QKeySequence(QKeySequence.StandardKey.Copy))
    text = QGuiApplication.clipboard().text()
    assert text.split("\t")[0] == bench.column("number")[1]
    QTest.keySequence(view, QKeySequence("Ctrl+Shift+C"))
    titles, row = QGuiApplication.clipboard().text().split("\n")
    assert titles.split("\t")[:3] == ["Number", "Status", "Recipient"]
    assert row == text
    html = QGuiApplication.clipboard().mimeData().html()
    assert "<th>Number</th>" in html
    assert f">{bench.column('number')[1]}</td>" in html


def test_columns_are_restored_and_can_be_reset(bench: Bench) -> None:
    ready(bench)
    header = bench.window.tabs.page.view.columns_header
    model = bench.window.tabs.page.model
    header.moveSection(header.visualIndex(model.position("recipient")), 0)
    header.resizeSection(model.position("recipient"), 234)
    header.menu(model.position("recipient_phone")).actions()[3].trigger()
    with bench.qtbot.waitSignal(bench.window.tabs.page._arrangement.kept):
        pass
    (bench.folder / STATE_FILE).chmod(0o644)
    bench.window.settings.rebuild_asked.emit()
    bench.settle()
    assert {stat.S_IMODE(one.stat().st_mode) for one in bench.folder.iterdir()} <= {0o600} or os.name != "posix"
    header, model = bench.window.tabs.page.view.columns_header, bench.window.tabs.page.model
    keys = [model.columns[place].key for place in header.shown_places()]
    assert keys[0] == "recipient"
    assert "recipient_phone" not in keys
    assert header.sectionSize(model.position("recipient")) == 234
    header.menu(-1).actions()[-1].trigger()
    keys = [model.columns[place].key for place in header.chosen_places()]
    assert keys[0] == "number"
    assert "recipient_phone" in keys


def test_the_detail_follows_the_cursor_and_shows_what_was_sent(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.view.selectRow(2)
    number, recipient = bench.column("number")[2], bench.column("recipient")[2]
    bench.qtbot.waitUntil(lambda: number in bench.window.detail.shown_texts())
    texts = bench.window.detail.shown_texts()
    assert recipient in texts
    assert not any(text.startswith("Listed in manifest") for text in texts)
    bench.unfold("History")
    assert any(text.startswith("Listed in manifest") for text in bench.window.detail.shown_texts())
    bench.window.tabs.setCurrentWidget(bench.window.tabs.pages[Table.MANIFESTS])
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 2)
    bench.window.tabs.page.view.selectRow(0)
    bench.qtbot.waitUntil(lambda: "".join(bench.window.detail.shown_texts()).startswith("Manifest "))


def test_unreadable_shipments_are_reported_and_listed(bench: Bench) -> None:
    ready(bench)
    assert bench.window.top.notes.text() == "1 shipment missing"
    bench.notice_buttons("could not be read")["Details"].click()
    assert "It has no numero" in " ".join(bench.window.detail.shown_texts())


def test_a_key_shows_the_day_before_or_after(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    bench.qtbot.waitUntil(lambda: empty_title(bench) == "This day is not loaded yet")
    QTest.keySequence(window, QKeySequence("Ctrl+T"))
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == 60)


def test_a_bug_in_a_load_leaves_the_desk_ready_for_the_next(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()

    current_day = bench.window.current_day
    good = current_day._load
    current_day._load = lambda *_: 1 / 0  # type: ignore[assignment]
    with bench.qtbot.captureExceptions() as raised, bench.qtbot.waitSignal(current_day.load_ended):
        bench.window.top.load.click()
    assert [one[0] for one in raised] == [ZeroDivisionError]
    current_day._load = good
    bench.load()
    assert len(bench.window.tabs.page.model.ids) == 60


def test_the_detail_shows_the_new_status_after_a_load_that_listed_the_same_rows(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.view.selectRow(0)
    number = bench.column("number")[0]
    bench.qtbot.waitUntil(lambda: number in bench.window.detail.shown_texts())
    bench.writer.board.write(
        lambda db: db.execute("UPDATE shipment SET shown_status = 'Devuelto' WHERE number = ?", (number,))
    )
    page.ask()
    bench.qtbot.waitUntil(lambda: "Devuelto" in bench.window.detail.shown_texts())
    bench.qtbot.waitUntil(lambda: bench.column("shown_status")[0] == "Devuelto")


def test_search_and_view_stay_when_another_day_is_chosen(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.views.choose(View.DELIVERED)
    bench.settle()
    delivered = list(window.tabs.page.model.ids)
    day = window.current_day.shown_day
    window.navigation.show_day(Day("", day.date))
    assert list(window.tabs.page.model.ids) == []
    window.navigation.show_day(day)
    bench.settle()
    assert list(window.tabs.page.model.ids) == delivered


def test_loading_by_key_takes_the_carrier_that_is_being_typed(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.top.carrier.setEditText("OTRA-MED")
    with bench.qtbot.waitSignal(window.current_day.load_ended):
        QTest.keyClick(window, Qt.Key.Key_F5)
    assert window.current_day.day is not None
    assert window.current_day.day.carriers == ("OTRA-MED",)


def test_new_rows_above_do_not_move_the_shown_rows_or_the_selection(bench: Bench) -> None:
    ready(bench, 400)
    page = bench.window.tabs.page
    page.view.selectAll()
    page.view.verticalScrollBar().setValue(200)
    top, selected = page.model.ids[200], page.view.selected_ids()
    page.view.columns_header.sort_by(page.model.position("recipient"))
    bench.settle()
    row = page.model.rows_of([top])[0]
    assert page.view.verticalScrollBar().value() == min(row, page.view.verticalScrollBar().maximum())
    assert sorted(page.view.selected_ids()) == sorted(selected)


def test_sorting_shows_the_first_rows_if_none_is_selected(bench: Bench) -> None:
    ready(bench, 400)
    page = bench.window.tabs.page
    page.view.columns_header.sort_by(page.model.position("recipient"))
    bench.settle()
    assert page.view.visible_rows().start == 0


def test_at_midnight_promises_of_the_day_become_overdue(bench: Bench) -> None:
    bench.carrier(200)
    bench.trust()
    bench.open().load()
    window, page = bench.window, bench.window.tabs.page
    with bench.qtbot.waitSignal(page.rows_shown):
        window.views.choose(View.OVERDUE)
    before = len(page.model.ids)
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.OVERDUE) == before)
    bench.clock = 14 * 60 * 60 - 60  # a minute before midnight
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Shift)  # somebody is at work, so that the day stays on the desk
    bench.clock += 120
    window.clock.timer.setInterval(20)
    bench.qtbot.waitUntil(lambda: len(page.model.ids) > before)
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.OVERDUE) == len(page.model.ids))


def test_the_window_says_which_desk_it_is_and_an_amount_what_it_is(bench: Bench) -> None:
    bench.change_settings(desk="Mostrador 2")
    ready(bench)
    assert bench.window.windowTitle() == "Despacho · Mostrador 2"
    view, line = bench.window.tabs.page.view, bench.window.line
    bench.qtbot.waitUntil(lambda: line.counted.text().endswith(" declared"))
    everything = line.counted.text()
    view.selectRow(0)
    bench.qtbot.waitUntil(lambda: " 1 selected · $" in line.counted.text() and " declared" in line.counted.text())
    view.clearSelection()
    bench.qtbot.waitUntil(lambda: line.counted.text() == everything)
