"""Saved views, filter chips, pasted lists, phones, and the search through all days, on a whole desk."""

import re
from datetime import timedelta

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QListWidget, QPushButton

from app.domain.days import Day, Scope
from app.domain.views.columns import Table
from app.domain.views.queries import SavedView, ValueFilter, View
from app.services.receiving.restarted_server import ListenAddress
from app.ui.search.global_search import GlobalSearchDialog
from app.ui.tables.filter_bar import MissingNumbers
from app.ui.views.saved_views import ViewNameDialog
from tests.flows.conftest import NOW, Bench
from tests.flows.places.day import a_day
from tests.shown_counts import saved_counts, view_count


def ready(bench: Bench, shipments: int = 60) -> Bench:
    bench.carrier(shipments)
    bench.trust()
    bench.open().load()
    return bench


def chips(bench: Bench) -> list[str]:
    """Return what the chips and the buttons beside them say, from left to right."""
    filters = bench.window.tabs.page.filters
    buttons = [one for one in filters.findChildren(QAbstractButton) if one.isVisible() and one is not filters.columns]
    return [one.text().removesuffix("  ✕") for one in buttons]


OFFERS = ["Filters", "+ Status", "+ Locality", "+ Promised"]
"""What is there while nothing is filtered."""


def press(bench: Bench, text: str) -> None:
    buttons = bench.window.tabs.page.filters.findChildren(QAbstractButton)
    next(one for one in buttons if one.isVisible() and one.text().removesuffix("  ✕") == text).click()


def shown(bench: Bench) -> int:
    return len(bench.window.tabs.page.model.ids)


def save_as(bench: Bench, name: str) -> None:
    press(bench, "Save as view…")
    dialog = bench.the(ViewNameDialog)
    assert (dialog.field.selectedText(), dialog.field.cursorPosition()) == (dialog.field.text(), 0)
    dialog.field.setText(name)
    dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(ViewNameDialog) is None)


def marked(bench: Bench) -> str:
    """Return the view that is marked at the left."""
    items = bench.window.views.selectedItems()
    return items[0].text() if items else ""


def paste(bench: Bench, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keySequence(bench.window.top.search, QKeySequence(QKeySequence.StandardKey.Paste))


def undo(bench: Bench) -> None:
    bench.window.activateWindow()  # the offscreen platform does not when a dialog closes
    bench.qtbot.waitUntil(bench.window.isActiveWindow)
    QTest.keySequence(bench.window, QKeySequence("Ctrl+Z"))


def test_counts_of_another_day_are_not_shown(bench: Bench) -> None:
    ready(bench)
    bench.window.saved._keep((SavedView("Mine", Table.SHIPMENTS, View.ALL),))
    bench.qtbot.waitUntil(lambda: saved_counts(bench.window.views) == {"Mine": 60})
    day = bench.window.current_day.shown_day
    bench.window.saved._show_counts((day._replace(date=day.date - timedelta(days=1)), {"Mine": 7}))
    assert saved_counts(bench.window.views) == {"Mine": 60}


def test_a_view_of_ones_own_is_saved_counted_and_there_after_a_restart(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    locality = bench.column("locality")[0]
    window.tabs.page.add_filter(ValueFilter("locality", locality))
    window.tabs.page.view.columns_header.sort_by(window.tabs.page.model.position("recipient"))
    bench.settle()
    numbers = bench.column("number")
    save_as(bench, "My part of town")
    bench.qtbot.waitUntil(lambda: saved_counts(window.views) == {"My part of town": len(numbers)})
    assert marked(bench) == "My part of town"
    bench.desk.stop()
    bench.open()
    window = bench.window
    bench.qtbot.waitUntil(lambda: saved_counts(window.views) == {"My part of town": len(numbers)})
    window.tabs.setCurrentWidget(window.tabs.pages[Table.VISITS])
    window.views.choose(window.saved.views[0])
    bench.settle()
    assert window.tabs.page.table is Table.SHIPMENTS
    assert bench.column("number") == numbers
    assert chips(bench) == ["Filters · 1", f"Locality: {locality}", "Clear filters", "Save as view…"]
    title = window.tabs.page.model.headerData(window.tabs.page.model.position("recipient"), Qt.Orientation.Horizontal)
    assert title == "Recipient ↑"


def test_the_count_of_a_saved_view_is_updated(bench: Bench) -> None:
    ready(bench).receive()
    window = bench.window
    window.tabs.setCurrentWidget(window.tabs.pages[Table.VISITS])
    window.tabs.page.add_filter(ValueFilter("driver", "Ana Peña"))
    bench.settle()
    save_as(bench, "Ana")
    bench.qtbot.waitUntil(lambda: saved_counts(window.views) == {"Ana": 0})
    bench.notify(7, conductor={"id": 1, "nombre": "Ana Peña"})
    bench.qtbot.waitUntil(lambda: saved_counts(window.views) == {"Ana": 1})


def test_saved_views_can_be_renamed_replaced_deleted_and_restored(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.views.choose(View.DELIVERED)
    bench.settle()
    save_as(bench, "Done")
    window.saved.menu(window.saved.views[0]).actions()[0].trigger()
    dialog = bench.the(ViewNameDialog)
    dialog.field.setText("Delivered by now")
    dialog.buttons.accepted.emit()
    assert list(saved_counts(window.views)) == ["Delivered by now"]
    window.views.choose(View.EXCEPTIONS)
    bench.settle()
    window.saved.menu(window.saved.views[0]).actions()[1].trigger()
    assert [one.view for one in window.saved.views] == [View.EXCEPTIONS]
    window.views.setFocus()
    window.views.choose(window.saved.views[0])
    QTest.keyClick(window.views, Qt.Key.Key_Delete)
    assert not list(window.saved.views)
    undo(bench)
    assert [(one.name, one.view) for one in window.saved.views] == [("Delivered by now", View.EXCEPTIONS)]
    undo(bench)
    assert [(one.name, one.view) for one in window.saved.views] == [("Delivered by now", View.DELIVERED)]


def test_saving_under_a_used_name_warns_and_replaces_the_view(bench: Bench) -> None:
    ready(bench)
    for view in (View.DELIVERED, View.EXCEPTIONS):
        bench.window.views.choose(view)
        bench.settle()
        save_as(bench, "Mine")
    assert [(one.name, one.view) for one in bench.window.saved.views] == [("Mine", View.EXCEPTIONS)]
    press(bench, "Save as view…")
    assert "will be replaced" not in " ".join(visible_labels(bench.the(ViewNameDialog)))
    bench.the(ViewNameDialog).field.setText("mine")
    assert "will be replaced" in " ".join(visible_labels(bench.the(ViewNameDialog)))
    assert bench.the(ViewNameDialog)._save.text() == "Replace"


def test_a_filter_by_day_is_offered_as_a_name_with_its_date(bench: Bench) -> None:
    ready(bench)
    page = bench.window.tabs.page
    today = page.model.formats.today
    page.add_filter(ValueFilter("promised_date", today.isoformat()))
    bench.settle()
    assert set(bench.column("promised_date")) == {"today"}
    press(bench, "Save as view…")
    assert bench.the(ViewNameDialog).field.text() == f"Promised: {page.model.formats.short_date(today)}"


def visible_labels(dialog: ViewNameDialog) -> list[str]:
    return [one.text() for one in dialog.findChildren(QLabel) if one.isVisible()]


def test_every_filter_is_a_chip_whose_removal_can_be_undone(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.views.choose(View.ON_ITS_WAY)
    bench.settle()
    locality = bench.column("locality")[0]
    window.tabs.page.add_filter(ValueFilter("locality", locality))
    QTest.keyClicks(window.top.search, "555")
    bench.qtbot.waitUntil(lambda: window.tabs.page.narrowing.search == "555")
    bench.settle()
    narrowed = shown(bench)
    every = ["Filters · 1", "Out for delivery", "“555”", f"Locality: {locality}", "Clear filters", "Save as view…"]
    assert chips(bench) == every
    press(bench, "“555”")
    assert window.top.search.text() == ""
    bench.settle()
    press(bench, f"Locality: {locality}")
    bench.settle()
    press(bench, "Out for delivery")
    bench.settle()
    assert (shown(bench), chips(bench), marked(bench)) == (60, OFFERS, "All")
    for _ in range(3):
        undo(bench)
    bench.settle()
    assert (shown(bench), chips(bench), marked(bench)) == (narrowed, every, "Out for delivery")
    assert window.top.search.text() == "555"


def test_filters_cleared_by_escape_can_be_restored(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.views.choose(View.DELIVERED)
    QTest.keyClicks(window.top.search, "555")
    bench.qtbot.waitUntil(lambda: shown(bench) < 60)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    bench.qtbot.waitUntil(lambda: shown(bench) == 60)
    assert window.top.search.text() == ""
    undo(bench)
    bench.settle()
    assert chips(bench)[1:3] == ["Delivered", "“555”"]
    QTest.keySequence(window.tabs.page.view, QKeySequence("Ctrl+Y"))
    bench.qtbot.waitUntil(lambda: shown(bench) == 60)


def test_a_pasted_list_shows_its_rows_and_lists_what_is_missing(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    numbers = bench.column("number")[:12]
    paste(bench, "\n".join([*numbers, "", "999", numbers[0], "A-77", " 123456 "]) + "\n")
    bench.qtbot.waitUntil(lambda: shown(bench) == 12)
    assert sorted(bench.column("number")) == sorted(numbers)
    bench.qtbot.waitUntil(lambda: "12 of 15 numbers found" in chips(bench))
    assert "3 not found: 999, A-77, 123456" in chips(bench)
    press(bench, "3 not found: 999, A-77, 123456")
    popup = bench.the(MissingNumbers, window.tabs.page.filters)
    assert [popup.list.item(row).text() for row in range(popup.list.count())] == ["999", "A-77", "123456"]
    popup.copy.click()
    assert QGuiApplication.clipboard().text() == "999\nA-77\n123456"
    popup.global_search.click()
    assert bench.the(GlobalSearchDialog).field.text() == "999"
    bench.the(GlobalSearchDialog).reject()
    press(bench, "12 of 15 numbers found")
    bench.qtbot.waitUntil(lambda: shown(bench) == 60)
    undo(bench)
    bench.qtbot.waitUntil(lambda: shown(bench) == 12)


def test_a_pasted_list_updates_what_is_missing_when_the_day_changes(bench: Bench) -> None:
    ready(bench).receive()
    paste(bench, f"{bench.column('number')[0]}\nNEW-1")
    bench.qtbot.waitUntil(lambda: "1 of 2 numbers found" in chips(bench))
    bench.window.tabs.setCurrentWidget(bench.window.tabs.pages[Table.VISITS])
    bench.notify(7, "completada", "NEW-1")
    bench.qtbot.waitUntil(lambda: "2 of 2 numbers found" in chips(bench))


def test_a_list_is_dropped_on_the_field_and_a_line_of_text_is_searched_for(bench: Bench) -> None:
    ready(bench)
    field, numbers = bench.window.top.search, bench.column("number")

    def drop(text: str) -> None:
        data = QMimeData()
        data.setText(text)
        at = QPointF(QPoint(20, 10))
        event = QDropEvent(
            at, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        field.dropEvent(event)

    drop(f"{numbers[1]}; {numbers[2]}")
    bench.qtbot.waitUntil(lambda: shown(bench) == 2)
    assert field.text() == ""
    QTest.keyClick(bench.window, Qt.Key.Key_Escape)
    drop(numbers[3])
    bench.qtbot.waitUntil(lambda: bench.column("number") == [numbers[3]])
    assert field.text() == numbers[3]


def test_too_long_a_list_is_refused_with_a_message(bench: Bench) -> None:
    ready(bench)
    paste(bench, "\n".join(map(str, range(5001))))
    assert "5,000 numbers at once, and this one has 5,001" in bench.window.banner.text
    assert shown(bench) == 60
    paste(bench, "\n".join(map(str, range(5000))))
    bench.qtbot.waitUntil(lambda: "5,000 not found" in " ".join(chips(bench)).replace("5000", "5,000"))


WRITTEN = ("+57 {0} {1} {2}", "({0}) {1}-{2}", "{0}{1}{2}", "0057 {0}{1}{2}", "{0}.{1}.{2}")


@pytest.mark.parametrize("sent", [r"3\d{9}", r"3\d\d \d{3} \d{4}", r"\+57 3\d\d \d{3} \d{4}"])
def test_a_phone_is_found_in_every_spelling(bench: Bench, sent: str) -> None:
    ready(bench, 400).receive()
    window = bench.window

    def phones() -> list[str]:
        model = window.tabs.page.model
        return [str(model.value(row, "recipient_phone")) for row in range(len(model.ids))]

    phone = next(one for one in phones() if re.fullmatch(sent, one))
    digits = "".join(filter(str.isdigit, phone))[-10:]
    bench.notify(7, "completada", "NO-1", contacto={"nombre": "Ana", "telefono": phone})
    bench.notify(8, "completada", "NO-2", contacto={"nombre": "Eva", "telefono": "3"})
    for written in WRITTEN:
        window.top.search.setText(written.format(digits[:3], digits[3:6], digits[6:]))
        QTest.keyClick(window.top.search, Qt.Key.Key_Return)
        bench.qtbot.waitUntil(lambda: 0 < shown(bench) < 9 and phone in phones())
        bench.qtbot.waitUntil(lambda: bench.column("id", Table.VISITS) == ["7"])
        QTest.keyClick(window, Qt.Key.Key_Escape)
        bench.qtbot.waitUntil(lambda: len(bench.column("id", Table.VISITS)) == 2)


def test_a_number_of_yesterday_is_found_from_today_and_shown(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    today, yesterday = NOW.date(), NOW.date() - timedelta(days=1)
    window.navigation.show_day(Day("ANDINA-BOG", yesterday))
    bench.load()
    old = bench.column("number")[5]
    window.navigation.show_day(Day("ANDINA-BOG", today))
    bench.settle()
    assert old not in bench.column("number")
    QTest.keyClicks(window.top.search, old)
    bench.qtbot.waitUntil(window.tabs.page.empty.isVisible)
    _clear, global_search = bench.offered()
    assert global_search.text() == "Search in all days"
    global_search.click()
    dialog = bench.the(GlobalSearchDialog)
    bench.qtbot.waitUntil(lambda: [hit.number for hit in dialog.table.hits] == [old])
    assert dialog.table.model().index(0, 0).data() == "Yesterday"
    assert dialog.count.text() == "1 found"
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: window.tabs.page.view.current_id() is not None)
    assert window.current_day.day == Scope(("ANDINA-BOG",), yesterday)
    assert bench.column("number")[window.tabs.page.view.currentIndex().row()] == old
    assert window.top.search.text() == ""
    bench.qtbot.waitUntil(lambda: old in window.detail.shown_texts())


def test_the_search_through_all_days_works_by_keyboard_and_announces_results(bench: Bench) -> None:
    ready(bench, 400).receive()
    bench.notify(7, "falso_flete", "LONELY-1", contacto={"nombre": "Ana Sola"})
    window = bench.window
    QTest.keySequence(window, QKeySequence("Ctrl+Shift+F"))
    dialog = bench.the(GlobalSearchDialog)
    assert dialog.empty.title.text() == "Where is it?"
    QTest.keyClicks(dialog.field, "zzzz")
    bench.qtbot.waitUntil(lambda: dialog.empty.title.text() == "Not found")
    assert "“zzzz”" in dialog.empty.text.text()
    dialog.field.setText("555")
    bench.qtbot.waitUntil(lambda: dialog.count.text() == "The latest 200 are shown. Type more to find older ones.")
    dialog.field.setText(" ".join(f"w{nth}" for nth in range(101)))
    bench.qtbot.waitUntil(lambda: dialog.empty.title.text() == "This cannot be searched for")
    dialog.field.setText("sola")
    bench.qtbot.waitUntil(lambda: [hit.about for hit in dialog.table.hits] == ["Ana Sola"])
    assert dialog.table.model().index(0, 5).data() == "Visit"
    QTest.keyClick(dialog.field, Qt.Key.Key_Down)
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: window.tabs.page.table is Table.VISITS and window.tabs.page.view.current_id() == 7)


def test_the_left_side_marks_only_what_the_table_in_front_shows(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    assert marked(bench) == "All"
    for table in (Table.VISITS, Table.MANIFESTS, Table.NOTIFICATIONS):
        window.tabs.setCurrentWidget(window.tabs.pages[table])
        assert marked(bench) == ""
    window.views.choose(View.NO_SHIPMENT)
    assert (window.tabs.page.table, marked(bench)) == (Table.VISITS, "No shipment")
    window.tabs.setCurrentWidget(window.tabs.pages[Table.SHIPMENTS])
    assert marked(bench) == "All"
    window.tabs.setCurrentWidget(window.day.place)
    assert marked(bench) == ""


def test_an_empty_view_of_problems_is_shown_as_good_news(bench: Bench) -> None:
    ready(bench)
    bench.window.views.choose(View.CONFLICTS)
    bench.qtbot.waitUntil(bench.window.tabs.page.empty.isVisible)
    assert bench.window.tabs.page.empty.title.text() == "No contradictions"
    bench.window.views.choose(View.NO_SHIPMENT)
    bench.qtbot.waitUntil(lambda: bench.window.tabs.page.empty.title.text() == "No visit yet")
    bench.desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
    bench.qtbot.waitUntil(lambda: bench.window.tabs.page.empty.title.text() == "The receiver is not set up")
    assert [one.text() for one in bench.offered()] == ["Set up the receiver"]


def test_the_list_of_missing_numbers_has_accessible_names(bench: Bench) -> None:
    ready(bench)
    paste(bench, "999\n998\n997\n996\n")
    bench.qtbot.waitUntil(lambda: "4 not found" in chips(bench))
    press(bench, "4 not found")
    popup = bench.the(MissingNumbers, bench.window.tabs.page.filters)
    bench.qtbot.waitUntil(popup.isActiveWindow)
    controls = [*popup.findChildren(QListWidget), *popup.findChildren(QPushButton)]
    assert all(one.accessibleName() or (isinstance(one, QPushButton) and one.text()) for one in controls)
    QTest.keyClick(popup.list, Qt.Key.Key_Escape)
    bench.qtbot.waitUntil(lambda: bench.window.tabs.page.filters.findChild(MissingNumbers) is None)


def test_the_view_to_attend_adds_failures_and_drops_rows_when_chosen_again(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().receive()
    bench.load()
    window, page = bench.window, bench.window.tabs.pages[Table.SHIPMENTS]
    statuses = zip(bench.column("number"), bench.column("shown_status"), strict=True)
    on_their_way = [number for number, status in statuses if status == "Out for delivery"]
    window.views.choose(View.ON_ITS_WAY)
    bench.settle()
    before = len(page.model.ids)
    window.views.choose(View.TO_ATTEND)
    bench.settle()
    failed = len(page.model.ids)
    bench.notify(71, "falso_flete", on_their_way[0])
    bench.qtbot.waitUntil(lambda: len(page.model.ids) == failed + 1)
    assert on_their_way[0] in bench.column("number")
    window.views.choose(View.ON_ITS_WAY)
    bench.settle()
    assert len(page.model.ids) == before - 1
    bench.notify(72, "completada", on_their_way[1])
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.ON_ITS_WAY) == before - 2)
    assert on_their_way[1] in bench.column("number")  # nothing moves under the cursor
    window.views.view_chosen.emit(View.ON_ITS_WAY)
    bench.qtbot.waitUntil(lambda: len(page.model.ids) == before - 2)


def test_a_pasted_list_alone_cannot_be_saved_as_a_view(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.load()
    bench.window.filtering.show_list((bench.column("number")[0],))
    bench.settle()
    bench.window.saved.save_shown()
    assert bench.window.findChild(ViewNameDialog) is None
    assert any("pasted list" in label.text() for label in bench.window.line.findChildren(QLabel))


def test_what_is_to_attend_begins_with_the_oldest_failure(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.receive()
    statuses = zip(bench.column("number"), bench.column("shown_status"), strict=True)
    numbers = [number for number, status in statuses if status == "Out for delivery"][:3]
    for visit, (number, at) in enumerate(zip(numbers, ("10:30:00", "08:15:00", "09:45:00"), strict=True), 1):
        bench.notify(visit, "falso_flete", number, at=at)
    bench.window.views.choose(View.TO_ATTEND)
    bench.settle()
    shown = bench.column("number")
    assert [number for number in shown if number in numbers] == [numbers[1], numbers[2], numbers[0]]
    assert shown[:3] == [numbers[1], numbers[2], numbers[0]]  # those of which the time is not known come last


def test_the_title_of_a_view_says_by_what_its_rows_are_ordered_anyway(bench: Bench) -> None:
    a_day(bench)
    window = bench.window

    def titles() -> list[str]:
        page = window.tabs.page
        shown = [page.model.headerData(one, Qt.Orientation.Horizontal) for one in range(page.model.columnCount())]
        return [str(one) for one in shown if str(one)[-1] in "↑↓"]

    window.tabs.show_table(Table.VISITS)
    bench.settle()
    page = window.tabs.page
    assert titles() == ["Closed ↓"]
    newest_first = bench.column("timestamp", Table.VISITS)
    for order, title in ((newest_first[::-1], "Closed ↑"), (newest_first, "Closed ↓")):
        page.view.columns_header.sort_by(page.model.position("timestamp"))
        bench.settle()
        assert (bench.column("timestamp", Table.VISITS), titles()) == (order, [title])
    assert page.narrowing.sort == ()
    window.tabs.show_table(Table.SHIPMENTS)
    assert titles() == []
    window.filtering.show_view(View.TO_ATTEND)
    assert titles() == ["Failed at ↑"]
