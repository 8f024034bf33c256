"""A notification reaches the screen: from a POST to the real receiver to cells, details and counts."""

import json

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QScrollBar, QWidget

from app.domain.access.credentials import SecretName
from app.domain.days import Day
from app.domain.views.columns import DESK_TABLES, Table
from app.domain.views.queries import View
from app.services.receiving.restarted_server import ListenAddress
from app.ui.appearance.icons import CellRole
from app.ui.appearance.pills import StatusPill
from tests.flows.conftest import NOW, RECEIVER_TOKEN, Bench
from tests.shown_counts import view_count

DETAILS = {
    "conductor": {"id": 3, "nombre": "Ana Peña"},
    "ubicacion": {"latitud": "4.668", "longitud": "-74.054"},
    "check_in": {"fecha_hora": f"{NOW.date()}T09:56:00", "latitud": "4.66", "longitud": "-74.05"},
    "check_out": {"fecha_hora": f"{NOW.date()}T09:59:20", "latitud": "4.66", "longitud": "-74.05"},
}


def ready(bench: Bench, shipments: int = 60, *, seed: int = 1) -> Bench:
    bench.carrier(shipments, seed=seed)
    bench.trust()
    bench.open().load()
    bench.receive()
    return bench


def on_its_way(bench: Bench) -> int:
    """Return the first row of a shipment that is out for delivery."""
    return bench.column("shown_status").index("Out for delivery")


def receive_first(bench: Bench) -> None:
    """Let the first notification come, before which none can be missing: it puts signs on rows that it is not about."""
    with bench.qtbot.waitSignal(bench.window.tabs.page.rows_flashed):
        bench.notify(1, "completada", bench.column("number")[on_its_way(bench)], at="09:00:00")


def wait_for_visits(bench: Bench, count: int) -> None:
    model = bench.window.tabs.pages[Table.VISITS].model
    bench.qtbot.waitUntil(lambda: len(model.ids) == count)


def show(bench: Bench, table: Table) -> None:
    bench.window.tabs.setCurrentWidget(bench.window.tabs.pages[table])


def in_front(bench: Bench) -> str:
    return bench.window.tabs.page.table


def button(bench: Bench, name: str) -> QPushButton:
    """Return a button of the detail, once it is there."""

    def found() -> list[QPushButton]:
        pane = bench.window.detail
        return [one for one in pane.findChildren(QPushButton) if name in (one.text(), one.accessibleName())]

    bench.qtbot.waitUntil(lambda: bool(found()))
    return found()[0]


def test_a_visit_reaches_the_cells_of_both_tables_without_a_reload(bench: Bench) -> None:
    ready(bench)
    row = on_its_way(bench)
    number = bench.column("number")[row]
    assert bench.notify(7, "completada", number, at="10:05:00", **DETAILS) == "stored"
    bench.qtbot.waitUntil(lambda: bench.column("shown_status")[row] == "Delivered")
    wait_for_visits(bench, 1)
    assert bench.column("status", Table.VISITS) == ["Delivered"]
    assert bench.column("driver", Table.VISITS) == ["Ana Peña"]
    assert bench.column("shipments", Table.VISITS) == [number]
    assert bench.column("dwell", Table.VISITS) == ["3 min 20 s"]
    assert bench.column("check_in_distance", Table.VISITS)[0].endswith(" m")
    bench.qtbot.waitUntil(lambda: bench.column("outcome", Table.NOTIFICATIONS) == ["Applied"])
    model = bench.window.tabs.page.model
    cell = model.index(row, model.position("shown_status"))
    assert model.data(cell, CellRole.MARK) is None
    assert "Ahead of the carrier" in str(model.data(cell, Qt.ItemDataRole.AccessibleDescriptionRole))


def test_the_largest_number_that_a_visit_can_have_is_shown_like_any_other(bench: Bench) -> None:
    ready(bench)
    largest = 2**63 - 1
    bench.notify(largest, "completada", bench.column("number")[0])
    wait_for_visits(bench, 1)
    show(bench, Table.VISITS)
    bench.window.tabs.page.view.selectRow(0)
    bench.qtbot.waitUntil(lambda: f"Visit {largest}" in bench.window.detail.shown_texts())


def test_the_row_under_the_cursor_stays_and_its_detail_follows(bench: Bench) -> None:
    ready(bench, 400)
    window, page = bench.window, bench.window.tabs.page
    page.view.verticalScrollBar().setValue(150)
    row = bench.column("shown_status").index("Out for delivery", 155)
    page.view.selectRow(row)
    number = bench.column("number")[row]
    bench.qtbot.waitUntil(lambda: number in window.detail.shown_texts())
    before, ids = page.view.visualRect(page.view.currentIndex()), list(page.model.ids)
    selected = page.view.selected_ids()
    bench.notify(7, "falso_flete", number, at="10:05:00", **DETAILS)
    bench.unfold("History")
    bench.qtbot.waitUntil(lambda: "Visit: Failed, Ana Peña" in window.detail.shown_texts())
    assert window.detail.findChildren(StatusPill)[0].text() == "Failed"
    assert page.view.visualRect(page.view.currentIndex()).top() == before.top()
    assert list(page.model.ids) == ids
    assert page.view.selected_ids() == selected


def test_only_changed_rows_are_highlighted(bench: Bench) -> None:
    ready(bench)
    receive_first(bench)
    row = on_its_way(bench)
    with bench.qtbot.waitSignal(bench.window.tabs.page.rows_flashed) as flashed:
        bench.notify(7, "completada", bench.column("number")[row])
    assert set(flashed.args[0]) == {bench.row_id(row)}


def test_counts_follow_and_no_shipment_leads_to_the_visits_that_have_none(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    bench.notify(8, "completada", "no-shipment", at="10:06:00")
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.NO_SHIPMENT) == 1)
    row = on_its_way(bench)
    missed, unvisited = (view_count(window.views, view) for view in (View.MISSED, View.NO_VISIT))
    bench.notify(7, "completada", bench.column("number")[row])
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.NO_VISIT) == unvisited - 1)
    assert view_count(window.views, View.NO_SHIPMENT) == 1
    assert view_count(window.views, View.MISSED) == missed
    wait_for_visits(bench, 2)
    window.views.choose(View.NO_SHIPMENT)
    assert in_front(bench) == "visits"
    bench.settle()
    assert bench.column("id", Table.VISITS) == ["8"]
    assert window.line.counted.text() == "1 of 2"
    show(bench, Table.SHIPMENTS)
    assert window.views.currentItem().text() == "All"
    assert len(window.tabs.page.model.ids) == 60
    show(bench, Table.VISITS)
    assert window.views.currentItem().text() == "No shipment"
    QTest.keyClick(window, Qt.Key.Key_Escape)
    wait_for_visits(bench, 2)
    assert in_front(bench) == "visits"
    assert window.views.selectedItems() == []
    (every,) = window.views.findItems("All", Qt.MatchFlag.MatchExactly)
    QTest.mouseClick(
        window.views.viewport(), Qt.MouseButton.LeftButton, pos=window.views.visualItemRect(every).center()
    )
    assert in_front(bench) == "shipments"


def test_an_empty_view_says_so_and_offers_to_clear_it(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    bench.notify(7, "completada", bench.column("number")[0])
    wait_for_visits(bench, 1)
    window.views.choose(View.NO_SHIPMENT)
    bench.settle()
    assert window.tabs.page.empty.title.text() == "No visit without a shipment"
    bench.offered()[0].click()
    bench.qtbot.waitUntil(window.tabs.page.view.isVisible)
    assert bench.column("id", Table.VISITS) == ["7"]


def test_an_empty_tab_of_visits_updates_its_reason_when_the_receiver_starts(bench: Bench) -> None:
    window = bench.open().window
    show(bench, Table.VISITS)
    bench.settle()
    bench.desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
    bench.qtbot.waitUntil(lambda: window.tabs.page.empty.title.text() == "The receiver is not set up")
    window.tabs.show_named("drivers")
    assert window.lanes.page.empty.title.text() == "The receiver is not set up"
    show(bench, Table.VISITS)
    bench.credentials.write(SecretName.RECEIVER_TOKEN, RECEIVER_TOKEN)
    bench.desk.receiver_supervisor.restart()
    bench.qtbot.waitUntil(lambda: window.tabs.page.empty.title.text() == "No visit yet")
    window.receiver.stop()
    bench.qtbot.waitUntil(lambda: window.tabs.page.empty.title.text() == "Notifications are not being received")
    (start,) = bench.offered()
    start.click()
    bench.qtbot.waitUntil(lambda: window.tabs.page.empty.title.text() == "No visit yet")


def test_a_visit_leads_to_its_shipment_and_back_despite_filters(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    row = on_its_way(bench)
    number, shipment = bench.column("number")[row], bench.row_id(row)
    bench.notify(7, "falso_flete", number, at="10:05:00", **DETAILS)
    wait_for_visits(bench, 1)
    window.views.choose(View.DELIVERED)
    bench.settle()
    show(bench, Table.VISITS)
    window.tabs.page.view.selectRow(0)
    button(bench, f"Show shipment {number}").click()
    bench.qtbot.waitUntil(lambda: window.tabs.page.view.current_id() == shipment)
    assert in_front(bench) == "shipments"
    assert window.views.currentItem().text() == "All"
    button(bench, "Visit 7").click()
    assert in_front(bench) == "visits"
    bench.qtbot.waitUntil(lambda: window.tabs.page.view.current_id() == 7)


def test_visits_need_no_carrier_and_follow_the_date(bench: Bench) -> None:
    bench.change_settings(carrier="")
    bench.open()
    bench.receive()
    window = bench.window
    show(bench, Table.VISITS)
    bench.qtbot.waitUntil(lambda: window.tabs.page.empty.title.text() == "No visit yet")
    bench.notify(7, "completada", "x")
    wait_for_visits(bench, 1)
    assert window.tabs.page.view.isVisible()
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.NO_SHIPMENT) == 1)
    window.top.step(-1)
    wait_for_visits(bench, 0)
    assert window.tabs.page.empty.title.text() == "No visit that day"
    assert "November 19" in window.tabs.page.empty.text.text()
    assert window.current_day.day is None
    window.top.step(1)
    wait_for_visits(bench, 1)


def test_new_visits_come_above_and_the_selected_one_stays_in_sight(bench: Bench) -> None:
    ready(bench)
    for visit in range(100, 160):
        bench.notify(visit, "completada", "x", at=f"09:{visit - 100:02}:00")
    show(bench, Table.VISITS)
    wait_for_visits(bench, 60)
    page = bench.window.tabs.page
    page.view.verticalScrollBar().setValue(20)
    row = page.view.rowAt(0) + 3
    page.view.selectRow(row)
    visit, before = bench.row_id(row), page.view.visualRect(page.view.currentIndex())
    for newer in range(200, 205):
        bench.notify(newer, "completada", "x", at=f"11:{newer - 200:02}:00")
    wait_for_visits(bench, 65)
    assert page.view.current_id() == visit
    assert page.view.visualRect(page.view.currentIndex()).top() == before.top()
    assert page.model.rows_of([visit]) == [row + 5]


def test_words_are_searched_in_all_tables(bench: Bench) -> None:
    ready(bench)
    bench.notify(7, "completada", "x", at="10:05:00", **DETAILS)
    bench.notify(8, "falso_flete", "x", at="10:06:00")
    wait_for_visits(bench, 2)
    show(bench, Table.VISITS)
    QTest.keyClicks(bench.window.top.search, "ana")
    wait_for_visits(bench, 1)
    assert bench.column("id", Table.VISITS) == ["7"]
    show(bench, Table.NOTIFICATIONS)
    bench.qtbot.waitUntil(lambda: bench.column("visit_id", Table.NOTIFICATIONS) == ["7"])
    assert bench.column("driver", Table.NOTIFICATIONS) == ["Ana Peña"]


def test_a_quarantined_notification_can_be_inspected_and_applied_later(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    assert bench.post(b'{"event": "x", \xff}') == "quarantined"
    body = {"event": "visita_estado_cambio", "timestamp": f"{NOW.date()}T10:05:00", "data": {"visita_id": 7}}
    assert bench.post(json.dumps(body).encode()) == "quarantined"
    show(bench, Table.NOTIFICATIONS)
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == 2)
    assert bench.column("outcome", Table.NOTIFICATIONS) == ["Set aside", "Set aside"]
    assert bench.column("reason", Table.NOTIFICATIONS) == ["estado_nuevo is missing", "it is not JSON"]
    window.tabs.page.view.selectRow(1)
    bench.qtbot.waitUntil(lambda: "Why: it is not JSON." in window.detail.shown_texts())
    (box,) = (one for one in window.detail.findChildren(QPlainTextEdit) if one.isReadOnly())
    assert box.toPlainText() == '{"event": "x", ÿ}'
    assert "authorization" not in " ".join(window.detail.shown_texts()).casefold()
    window.tabs.page.view.selectRow(0)
    bench.qtbot.waitUntil(lambda: "Why: estado_nuevo is missing." in window.detail.shown_texts())
    button(bench, "Apply again").click()
    bench.qtbot.waitUntil(lambda: "It still cannot be applied." in window.line.message.text())
    body["data"] = {"visita_id": 7, "estado_nuevo": "completada"}
    row_id = window.tabs.page.view.current_id()
    bench.writer.write(
        lambda db: db.execute("UPDATE notification SET body = ? WHERE id = ?", (json.dumps(body).encode(), row_id))
    )
    button(bench, "Apply again").click()
    bench.qtbot.waitUntil(lambda: "Applied: the visit shows it now." in window.line.message.text())
    bench.qtbot.waitUntil(lambda: "Applied" in bench.column("outcome", Table.NOTIFICATIONS))
    wait_for_visits(bench, 1)
    assert bench.column("status", Table.VISITS) == ["Delivered"]


def test_a_repeated_notification_counts_on_the_first(bench: Bench) -> None:
    ready(bench)
    assert bench.notify(7, "completada", "x") == "stored"
    assert bench.notify(7, "completada", "x") == "duplicate"
    bench.qtbot.waitUntil(lambda: bench.column("repeats", Table.NOTIFICATIONS) == ["1"])


def test_the_tabs_have_an_order_and_shortcuts_and_are_restored_by_name(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    titles = ["Shipments", "Visits", "Drivers", "Map", "Manifests", "Notifications", "Day"]
    assert [window.tabs.tabText(nth) for nth in range(7)] == titles
    for nth, table in zip((0, 1, 4, 5), DESK_TABLES, strict=True):
        QTest.keyClick(window, getattr(Qt.Key, f"Key_{nth + 1}"), Qt.KeyboardModifier.ControlModifier)
        assert in_front(bench) == table
        assert window.tabs.page.view.accessibleName() == window.tabs.tabText(nth)
    QTest.keyClick(window, Qt.Key.Key_Home)  # Qt believes a modifier to be held until the next key
    window.settings.rebuild_asked.emit()
    assert bench.window is not window
    assert in_front(bench) == "notifications"


def test_a_day_loaded_by_another_process_is_read_again_without_losing_input(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    page.view.columns_header.sort_by(page.model.position("recipient"))
    bench.settle()
    page.view.selectRow(20)
    page.view.verticalScrollBar().setValue(15)
    selected, order, top = page.view.selected_ids(), list(page.model.ids), page.view.rowAt(0)
    bench.writer.board.write(
        lambda db: db.execute("UPDATE shipment SET shown_status = 'Devuelto' WHERE id = ?", (selected[0],))
    )
    with bench.qtbot.waitSignal(page.rows_shown):
        bench.desk._notifier.report_day()
    assert bench.column("shown_status")[20] == "Devuelto"
    assert (page.view.selected_ids(), list(page.model.ids), page.view.rowAt(0)) == (selected, order, top)


def test_visits_of_another_day_are_shown_with_it(bench: Bench) -> None:
    ready(bench)
    bench.notify(7, "completada", "x")
    wait_for_visits(bench, 1)
    bench.window.navigation.show_day(Day("ANDINA-BOG", NOW.date().replace(day=19)))
    wait_for_visits(bench, 0)


def test_updates_do_not_replace_other_contents_of_the_pane(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.tabs.page.view.selectRow(0)
    bench.qtbot.waitUntil(lambda: bench.column("number")[0] in window.detail.shown_texts())
    bench.notice_buttons("could not be read")["Details"].click()
    assert window.detail.shown_texts()[0] == "Not readable"
    for visit in (7, 8):
        bench.notify(visit, "completada", bench.column("number")[0])
        bench.qtbot.waitUntil(lambda visit=visit: str(visit) in bench.column("id", Table.VISITS))  # type: ignore[misc]
    with bench.qtbot.waitSignal(window.live.outdated):
        bench.notify(9, "completada", "x")
    assert window.detail.shown_texts()[0] == "Not readable"


def test_everything_in_the_details_has_a_name_and_shows_plain_text(bench: Bench) -> None:
    ready(bench)
    photos = {"evidencia": "https://photos.example/7.jpg", "dni": "https://photos.example/7-id.jpg"}
    bench.notify(7, "completada", bench.column("number")[0], at="10:05:00", fotos=photos, **DETAILS)
    bench.post(b"{}")
    wait_for_visits(bench, 1)
    signs = {Table.SHIPMENTS: "Visit 7", Table.VISITS: "Photo of the document", Table.NOTIFICATIONS: "Body"}
    for table, sign in signs.items():
        show(bench, table)
        bench.window.tabs.page.view.selectRow(0)
        button(bench, sign)
        pane = bench.window.detail
        nameless = [
            one
            for one in pane.findChildren(QWidget)
            if one.focusPolicy() != Qt.FocusPolicy.NoFocus
            and not QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)
            and not isinstance(one, QScrollBar)
        ]
        assert nameless == []
        assert {one.textFormat() for one in pane.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
