"""Follow-ups of failed deliveries at the desk: shown, edited, acknowledged, undone, and kept through every change."""

from datetime import timedelta
from threading import Event

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame

from app.domain.days import Scope
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import View
from app.ui.appearance.icons import CellRole
from app.ui.follow_up.follow_up_card import FollowUpCard
from app.ui.follow_up.follow_up_dialog import FollowUpDialog
from app.ui.tables.row_menu import RowAct
from tests.flows.conftest import NOW, Bench
from tests.flows.test_filter_popup import items, opened
from tests.flows.test_visits import DETAILS, on_its_way, ready, show, wait_for_visits
from tests.shown_counts import view_count


def card(bench: Bench) -> FollowUpCard:
    """Return the card of the row in the detail, once it is there."""
    found = bench.window.detail.follow_up
    bench.qtbot.waitUntil(found.isVisible)
    return found


def choose(bench: Bench, field: str, word: str) -> None:
    """Choose a word in one of the card's fields, as the keyboard does."""
    choice = getattr(card(bench), field)
    choice.setFocus()
    choice.setCurrentText(word)
    choice.activated.emit(choice.currentIndex())


def count(bench: Bench, view: View) -> int:
    window = bench.window
    return bench.rows.view_counts(window.current_day.shown_day, window.clock.today())[view]


def is_new(bench: Bench, row: int) -> bool:
    model = bench.window.tabs.page.model
    return bool(model.data(model.index(row, 0), CellRole.NEW))


def row_of(bench: Bench, number: str) -> int:
    return bench.column("number").index(number)


def pick(bench: Bench, number: str) -> None:
    bench.window.tabs.page.view.pick(row_of(bench, number))
    bench.qtbot.waitUntil(lambda: number in bench.window.detail.shown_texts())


def fail(bench: Bench, *numbers: str) -> None:
    """Have a driver fail to deliver each of these, and wait until the desk shows it."""
    for visit, number in enumerate(numbers, 7):
        assert bench.notify(visit, "falso_flete", number, at="10:05:00", **DETAILS) == "stored"
    rows = [row_of(bench, number) for number in numbers]
    bench.qtbot.waitUntil(lambda: {bench.column("shown_status")[row] for row in rows} == {"Failed"})


def to_attend(bench: Bench, expected: int) -> None:
    bench.qtbot.waitUntil(lambda: count(bench, View.TO_ATTEND) == expected)


def test_the_follow_up_card_looks_like_the_others(bench: Bench) -> None:
    ready(bench)
    number = bench.column("number")[on_its_way(bench)]
    fail(bench, number)
    pick(bench, number)
    own = card(bench)
    bench.unfold("History")
    frames = bench.window.detail.findChildren(QFrame)
    other = next(one for one in frames if one.property("card") and one.isVisible() and one is not own)
    bench.qtbot.waitUntil(lambda: other.height() > 0)
    edges = [[one.grab().toImage().pixelColor(x, one.height() // 2).name() for x in (0, 4)] for one in (own, other)]
    assert edges[0] == edges[1]
    assert edges[0][0] != edges[0][1]


def test_a_failed_visit_is_new_until_it_is_shown(bench: Bench) -> None:
    ready(bench)
    number = bench.column("number")[on_its_way(bench)]
    fail(bench, number)
    row = row_of(bench, number)
    model = bench.window.tabs.page.model
    bench.qtbot.waitUntil(lambda: is_new(bench, row))
    cell = model.index(row, 0)
    assert str(model.data(cell, Qt.ItemDataRole.AccessibleDescriptionRole)).startswith("New.")
    pick(bench, number)
    bench.qtbot.waitUntil(lambda: not is_new(bench, row))
    wait_for_visits(bench, 1)
    show(bench, Table.VISITS)
    bench.qtbot.waitUntil(lambda: not is_new(bench, 0))


def test_all_new_rows_can_be_marked_as_seen(bench: Bench) -> None:
    ready(bench)
    numbers = bench.column("number")[on_its_way(bench) :][:3]
    fail(bench, *numbers)
    rows = [row_of(bench, number) for number in numbers]
    bench.qtbot.waitUntil(lambda: all(is_new(bench, row) for row in rows))
    QTest.keyClick(bench.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: not any(is_new(bench, row) for row in rows))


def test_a_case_is_taken_by_the_menu_or_the_card_and_is_then_among_mine(bench: Bench) -> None:
    bench.change_settings(dispatcher="Eva")
    ready(bench)
    first, second = bench.column("number")[on_its_way(bench) :][:2]
    fail(bench, first, second)
    to_attend(bench, 2)
    mine = bench.window.views
    pick(bench, first)
    bench.window.tabs.page.view.act_asked.emit(RowAct.TAKE)
    bench.qtbot.waitUntil(lambda: view_count(mine, View.MINE) == 1)
    bench.qtbot.waitUntil(lambda: card(bench).owner.currentText() == "You")
    assert not card(bench).owner.itemIcon(card(bench).owner.currentIndex()).isNull()  # initials
    pick(bench, second)
    choose(bench, "owner", "You")
    bench.qtbot.waitUntil(lambda: view_count(mine, View.MINE) == 2)
    mine.choose(View.MINE)
    bench.qtbot.waitUntil(lambda: bench.column("number") == [first, second])
    assert bench.column("assigned_to") == ["You", "You"]
    popup = opened(bench, "assigned_to")
    popup.field.setText("eva")
    assert [name for name, item in items(popup).items() if not item.isHidden()] == ["You"]
    popup.reject()
    bench.window.tabs.page.view.act_asked.emit(RowAct.RELEASE)
    bench.qtbot.waitUntil(lambda: len(bench.column("number")) == 1)
    bench.window.undo_stack.undo()
    bench.qtbot.waitUntil(lambda: len(bench.column("number")) == 2)


def test_an_acknowledgement_can_be_undone_and_survives_reload_and_restart(
    bench: Bench,
) -> None:
    ready(bench, seed=3)  # with failures of its own
    number = bench.column("number")[on_its_way(bench)]
    before = count(bench, View.TO_ATTEND)
    fail(bench, number)
    to_attend(bench, before + 1)
    bench.window.tabs.page.show_view(View.TO_ATTEND)
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == before + 1)
    pick(bench, number)
    choose(bench, "reason", "Recipient absent")
    choose(bench, "step", "Try again")
    card(bench).note.setFocus()
    QTest.keyClicks(card(bench).note, "bell is broken")
    card(bench).acknowledge.click()
    to_attend(bench, before)
    bench.qtbot.waitUntil(lambda: number not in bench.column("number"))
    bench.qtbot.waitUntil(lambda: bench.window.tabs.page.view.current_id() is not None)  # the one that came next
    bench.window.undo_stack.undo()
    to_attend(bench, before + 1)
    bench.qtbot.waitUntil(lambda: number in bench.column("number"))
    bench.qtbot.waitUntil(lambda: number in bench.window.detail.shown_texts())
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text().startswith("Undone: 1 row"))
    bench.window.undo_stack.redo()
    to_attend(bench, before)
    bench.window.filtering.clear()
    bench.load()
    pick(bench, number)
    assert count(bench, View.TO_ATTEND) == before
    bench.desk.stop()
    reopened = bench.open()
    bench.qtbot.waitUntil(lambda: len(reopened.window.tabs.page.model.ids) == 60)
    pick(reopened, number)
    found = card(reopened)
    assert (found.reason.currentText(), found.step.currentText()) == ("Recipient absent", "Try again")
    assert found.note.text == "bell is broken"
    assert not found.acknowledge.isVisible()
    reopened.unfold("History")
    assert any(text.startswith("Acknowledged: ") for text in reopened.window.detail.shown_texts())
    assert any("reason Recipient absent, next step Try again" in text for text in reopened.window.detail.shown_texts())


def test_many_failures_are_acknowledged_and_undone_together_by_keyboard(bench: Bench) -> None:
    ready(bench)
    numbers = bench.column("number")[on_its_way(bench) :][:3]
    before = count(bench, View.TO_ATTEND)
    fail(bench, *numbers)
    to_attend(bench, before + 3)
    bench.window.tabs.page.show_view(View.TO_ATTEND)
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == before + 3)
    view = bench.window.tabs.page.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    dialog = bench.the(FollowUpDialog)
    bench.qtbot.waitUntil(lambda: dialog.isVisible() and dialog.reason.hasFocus())
    QTest.keyClicks(dialog.reason, "rec")
    assert dialog.reason.currentText() == "Recipient absent"
    QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
    to_attend(bench, 0)
    bench.qtbot.waitUntil(lambda: not bench.window.tabs.page.model.ids)
    bench.window.activateWindow()  # a desktop does so, the offscreen platform does not
    bench.qtbot.waitUntil(bench.window.isActiveWindow)
    QTest.keyClick(bench.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    to_attend(bench, before + 3)
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == before + 3)
    assert {bench.column("failure")[row_of(bench, number)] for number in numbers} == {""}
    bench.window.undo_stack.redo()
    to_attend(bench, 0)
    bench.window.filtering.clear()
    bench.qtbot.waitUntil(lambda: set(numbers) <= set(bench.column("number")))
    rows = [row_of(bench, number) for number in numbers]
    bench.qtbot.waitUntil(lambda: {bench.column("failure")[row] for row in rows} == {"Recipient absent"})


def test_a_typed_note_survives_updates_and_is_saved_when_another_row_is_shown(bench: Bench) -> None:
    ready(bench)
    number, other = bench.column("number")[on_its_way(bench) :][:2]
    fail(bench, number)
    pick(bench, number)
    note = card(bench).note
    note.setFocus()
    QTest.keyClicks(note, "call the ")
    bench.notify(7, "falso_flete", number, at="10:06:00", **DETAILS)
    bench.qtbot.waitUntil(lambda: any("10:06:00" in text for text in bench.window.detail.shown_texts()))
    assert card(bench).note is note
    assert note.hasFocus()
    QTest.keyClicks(note, "neighbour")
    assert note.text == "call the neighbour"
    pick(bench, other)
    pick(bench, number)
    bench.qtbot.waitUntil(lambda: bench.column("note")[row_of(bench, number)] == "call the neighbour")
    assert card(bench).note.text == "call the neighbour"


def test_a_typed_note_is_saved_when_the_window_closes(bench: Bench) -> None:
    ready(bench)
    number = bench.column("number")[on_its_way(bench)]
    fail(bench, number)
    pick(bench, number)
    card(bench).note.setFocus()
    QTest.keyClicks(card(bench).note, "half a sentence")
    bench.desk.stop()
    reopened = bench.open()
    bench.qtbot.waitUntil(lambda: len(reopened.window.tabs.page.model.ids) == 60)
    assert reopened.column("note")[row_of(reopened, number)] == "half a sentence"


def test_a_note_can_be_added_to_a_shipment_that_did_not_fail_and_its_timeline_copied(bench: Bench) -> None:
    ready(bench)
    row = on_its_way(bench)
    number = bench.column("number")[row]
    pick(bench, number)
    assert not bench.window.detail.follow_up.isVisible()
    QTest.keyClick(bench.window, Qt.Key.Key_F2)
    note = card(bench).note
    bench.qtbot.waitUntil(note.hasFocus)
    assert not card(bench).acknowledge.isVisible()
    QTest.keyClicks(note, "asks for the afternoon")
    QTest.keyClick(note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: bench.column("note")[row] == "asks for the afternoon")
    bench.window.follow_up.copy_summary()
    story = QGuiApplication.clipboard().text()
    assert story.splitlines()[0] == f"Shipment {number}: Out for delivery"
    assert "Note: asks for the afternoon" in story


def test_shipments_that_did_not_fail_are_not_acknowledged(bench: Bench) -> None:
    ready(bench)
    number, other = bench.column("number")[on_its_way(bench) :][:2]
    fail(bench, number)
    view = bench.window.tabs.page.view
    view.setFocus()
    view.pick(row_of(bench, other))
    bench.window.follow_up.acknowledge()
    assert bench.window.line.message.text() == "None of the selected rows failed: there is nothing to acknowledge."
    view.selectAll()
    failed = bench.column("shown_status").count("Failed")
    bench.window.follow_up.acknowledge()
    bench.the(FollowUpDialog).acknowledge.click()
    to_attend(bench, 0)
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text().startswith(f"{failed} row"))
    rows = bench.rows
    followed = [rows.shipment(one) for one in bench.window.tabs.page.model.ids]
    assert len([one for one in followed if one is not None and one.follow_up is not None]) == failed


def test_undo_leaves_out_follow_ups_changed_since_and_says_so(bench: Bench) -> None:
    ready(bench)
    number = bench.column("number")[on_its_way(bench)]
    before = count(bench, View.TO_ATTEND)
    fail(bench, number)
    pick(bench, number)
    card(bench).acknowledge.click()
    to_attend(bench, before)
    follow_ups, row = bench.window.context.follow_ups, bench.row_id(row_of(bench, number))
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text().startswith("1 row"))
    follow_ups.save([Subject(Table.SHIPMENTS, row)], FollowUpEdit(note="another desk's"), bench.place.now())
    bench.window.undo_stack.undo()
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text().startswith("This could not be taken back"))
    assert count(bench, View.TO_ATTEND) == before


def test_undo_is_said_once_it_is_on_the_disk_and_can_be_tried_again_where_it_failed(bench: Bench) -> None:
    ready(bench)
    number = bench.column("number")[on_its_way(bench)]
    before = count(bench, View.TO_ATTEND)
    fail(bench, number)
    to_attend(bench, before + 1)
    pick(bench, number)
    card(bench).acknowledge.click()
    to_attend(bench, before)
    window, said = bench.window, list[str]()
    bench.qtbot.waitUntil(lambda: not window.follow_up.is_busy)
    window.undo_stack.reported.connect(said.append)
    window.context.signals.failed.connect(  # marks of read rows, too, may fail to be saved meanwhile
        lambda text: said.append(text) if "acknowledged" in text else None
    )
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = ON"))
    window.undo_stack.undo()
    assert said == []
    bench.qtbot.waitUntil(lambda: bool(said))
    assert said[0].startswith("Not undone: 1 row acknowledged. ")
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = OFF"))
    window.undo_stack.undo()
    to_attend(bench, before + 1)
    bench.qtbot.waitUntil(lambda: said[1:] == ["Undone: 1 row acknowledged"])
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = ON"))
    window.undo_stack.redo()
    bench.qtbot.waitUntil(lambda: said[2:] != [] and said[2].startswith("Not done again: 1 row acknowledged. "))
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = OFF"))
    window.undo_stack.undo()
    bench.qtbot.waitUntil(lambda: said[3:] == ["Undone: 1 row acknowledged"])
    window.undo_stack.redo()
    to_attend(bench, before)
    bench.qtbot.waitUntil(lambda: said[4:] == ["Done again: 1 row acknowledged"])


def test_an_acknowledgement_covers_the_failures_at_the_click(bench: Bench) -> None:
    ready(bench)
    number = bench.column("number")[on_its_way(bench)]
    fail(bench, number)
    pick(bench, number)
    goes_on = Event()
    bench.writer.submit(lambda _db: goes_on.wait(60))
    bench.clock = 100
    card(bench).acknowledge.click()
    bench.clock = 200
    goes_on.set()
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text().startswith("1 row"))
    detail = bench.rows.shipment(bench.row_id(row_of(bench, number)))
    assert detail is not None
    assert detail.follow_up is not None
    assert detail.follow_up.acknowledged_at == NOW + timedelta(seconds=100)


def test_a_click_shows_failures_of_earlier_days_until_they_are_acknowledged(bench: Bench) -> None:
    ready(bench)
    window, today = bench.window, bench.window.current_day.shown_day
    window.navigation.show_day(Scope(today.carriers, today.date - timedelta(days=1)))
    bench.load()
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.TO_ATTEND) > 1)
    left = view_count(window.views, View.TO_ATTEND)
    window.navigation.show_day(today)
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.EARLIER) == left)
    window.views.choose(View.EARLIER)
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == left)
    bench.qtbot.waitUntil(lambda: window.line.counted.text().startswith(f"{left} of {left}"))
    header, model = window.tabs.page.view.columns_header, window.tabs.page.model
    date = model.position("date")
    assert header.shown_places()[:2] == [model.position("number"), date]
    assert set(bench.column("date")) == {"yesterday"}
    number = bench.column("number")[0]
    pick(bench, number)
    QTest.mouseClick(card(bench).acknowledge, Qt.MouseButton.LeftButton)
    bench.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == left - 1)
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.EARLIER) == left - 1)
    window.tabs.page.view.selectAll()
    window.follow_up.acknowledge()
    bench.the(FollowUpDialog).acknowledge.click()
    bench.qtbot.waitUntil(
        lambda: window.tabs.page.empty.isVisible() and window.tabs.page.empty.title.text() == "Nothing to attend"
    )
    window.views.choose(View.ALL)
    bench.settle()
    assert date not in header.shown_places()
