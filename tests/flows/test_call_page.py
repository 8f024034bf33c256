"""The calls take the place of views, tables and detail, and give it back as it was."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.store.follow_ups import FollowUps
from app.ui.calls.call_list import CallList
from app.ui.follow_up.follow_up_dialog import FollowUpDialog
from app.ui.settings.forms import show_value
from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import NOW, Bench
from tests.flows.places.ways import press as press_window
from tests.flows.places.ways import settle
from tests.flows.test_call_notes import note, saved
from tests.flows.test_calls import failed_visits, numbers, opened, page_of, press


def lines(queue: CallList) -> list[tuple[str, str]]:
    """Return the texts of the queue: at the left and at the right."""
    return [(one.text, one.beside) for one in queue.entries]


def click(queue: CallList, row: int) -> None:
    at = queue.visualRect(queue.model().index(row, 0)).center()
    QTest.mouseClick(queue.viewport(), Qt.MouseButton.LeftButton, pos=at)


def focused() -> QWidget | None:
    return QApplication.focusWidget()


def visits(bench: Bench, row: int) -> None:
    """Show the visits, with the keyboard on one of them."""
    table = bench.window.tabs.pages[Table.VISITS]
    bench.window.tabs.setCurrentWidget(table)
    bench.qtbot.waitUntil(lambda: len(table.model.ids) == 4)
    table.view.setFocus()
    table.view.pick(row)


def test_the_queue_lists_who_is_to_be_called_now_and_later_and_a_click_leads_to_each(bench: Bench) -> None:
    failed_visits(bench)
    bench.window.resize(1366, 740)
    page = opened(bench)
    assert lines(page.list) == [
        ("NOW · 3", "waiting"),
        ("Señora 300", "59 min"),
        ("Señora 601", "58 min"),
        ("Señora no ", "56 min"),
    ]
    assert [one.is_current for one in page.list.entries] == [False, True, False, False]
    press(page, Qt.Key.Key_1)
    later = [("CALL AGAIN · 1", "at"), ("Señora 300", "11:00")]
    bench.qtbot.waitUntil(lambda: lines(page.list)[3:] == later)
    assert page.list.entries[4].below == "No answer 10:00"
    click(page.list, 0)  # a title
    assert numbers(bench) == ("N2",)
    click(page.list, 2)
    assert numbers(bench) == ("N4",)
    assert focused() is page.skip  # there is no number
    click(page.list, 4)
    assert numbers(bench) == ("N1", "N3")
    assert focused() is page.recipient.phones[0].call
    page.list.setFocus()
    press(page, Qt.Key.Key_Up)
    press(page, Qt.Key.Key_Return)
    assert numbers(bench) == ("N4",)


def test_who_looks_through_the_queue_stays_there_while_times_pass(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    page.list.setFixedHeight(60)
    bar = page.list.verticalScrollBar()
    bench.qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    before, bench.clock = lines(page.list), bench.clock + 600
    bench.window.calls.tick()
    assert lines(page.list) != before
    assert bar.value() == bar.maximum()


def test_where_there_is_little_room_a_button_lists_the_queue_in_place_of_the_outcomes(bench: Bench) -> None:
    failed_visits(bench)
    bench.window.resize(1366, 740)
    page = opened(bench)
    assert (page.list.isVisible(), page.queue.isVisible()) == (True, False)
    bench.window.resize(1000, 740)
    bench.qtbot.waitUntil(lambda: not page.list.isVisible())
    assert page.queue.text() == "Queue · 3"
    page.queue.click()
    assert (page.list.isVisible(), page.outcomes.isVisible()) == (True, False)
    click(page.list, 2)
    assert numbers(bench) == ("N2",)
    assert (page.list.isVisible(), page.outcomes.isVisible()) == (False, True)


def test_the_calls_that_were_made_are_counted_also_after_the_page_was_left(bench: Bench) -> None:
    failed_visits(bench)
    visits(bench, 0)
    bench.qtbot.waitUntil(lambda: "4 of 4" in bench.window.line.counted.text())
    page = opened(bench)
    assert bench.window.line.counted.text() == ""
    press(page, Qt.Key.Key_3)
    page.close_button.click()
    bench.qtbot.waitUntil(lambda: "4 of 4" in bench.window.line.counted.text())
    assert opened(bench).progress.text().endswith("1 done")


def test_esc_leaves_a_field_and_then_the_page_for_where_the_user_was(bench: Bench) -> None:
    failed_visits(bench)
    visits(bench, 2)
    window, view = bench.window, bench.window.tabs.page.view
    chosen = view.current_id()
    page = opened(bench)
    assert window.top.isVisible()
    assert not window.tabs.isVisible()
    press(page, Qt.Key.Key_3)
    before = numbers(bench), page.progress.text(), focused()
    QTest.keyClick(window, Qt.Key.Key_F8)
    bench.settle()
    assert (window.calls.page, (numbers(bench), page.progress.text(), focused())) == (page, before)
    page.reminder.choice.setCurrentIndex(page.reminder.choice.count() - 1)
    for field in (page.note, page.message.text, page.message.about, page.reminder.clock, page.owner):
        field.setFocus()
        press(page, Qt.Key.Key_Escape)
        assert focused() is page.recipient.phones[0].call
    press(page, Qt.Key.Key_Escape)
    assert window.calls.page is None
    assert (window.tabs.front, view.current_id()) == (window.tabs.pages[Table.VISITS], chosen)
    assert focused() is view
    window.views.setFocus()
    page = opened(bench)
    page.close_button.click()
    assert focused() is window.views


def test_the_keys_of_the_page_are_characters_in_a_text_and_nothing_elsewhere_in_the_window(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    before = page.message.message
    for text in (page.note, page.message.text):
        text.setFocus()
        QTest.keyClicks(text, "14wc")
        assert "14wc" in text.toPlainText()
    assert page.message.message != before
    assert numbers(bench) == ("N1", "N3")
    page.message.restore.click()
    assert (page.message.message, page.message.restore.isVisible()) == (before, False)
    bench.window.top.load.setFocus()
    QTest.keyClicks(bench.window.top.load, "4")
    assert (numbers(bench), bench.window.calls.session.done) == (("N1", "N3"), 0)


def test_f6_goes_to_the_top_bar_and_back_to_the_control_that_had_the_keyboard(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    page.owner.setFocus()
    press_window(bench, "F6")
    assert focused() is bench.window.top.search
    press_window(bench, "F6")
    assert focused() is page.owner


def test_c_copies_the_first_number(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    QApplication.clipboard().clear()
    press(page, Qt.Key.Key_C)
    assert QApplication.clipboard().text() == "+57 300 1112233"


@pytest.mark.parametrize("key", ["Ctrl+1", "Ctrl+6"])
def test_who_asks_for_a_tab_gets_it(bench: Bench, key: str) -> None:
    failed_visits(bench)
    opened(bench)
    press_window(bench, key)
    assert bench.window.calls.page is None
    assert bench.window.tabs.isVisible()
    assert bench.window.tabs.currentIndex() == int(key[-1]) - 1


def test_enter_in_the_search_leads_to_what_was_found(bench: Bench) -> None:
    failed_visits(bench)
    visits(bench, 0)
    opened(bench)
    bench.window.top.search.setFocus()
    QTest.keyClicks(bench.window.top.search, "N4")
    QTest.keyClick(bench.window.top.search, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: bench.window.calls.page is None)
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 1)


def test_nothing_is_done_with_the_rows_that_are_hidden(bench: Bench) -> None:
    failed_visits(bench)
    visits(bench, 0)
    page = opened(bench)
    press_window(bench, "Ctrl+Return")
    settle()
    assert bench.window.findChildren(FollowUpDialog) == []
    bench.window.follow_up.write_note()
    assert focused() is page.recipient.phones[0].call
    press(page, Qt.Key.Key_F2)
    assert focused() is page.note


def test_the_queue_follows_the_day_that_is_chosen_above_it(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    note(page, "gate shut")
    bench.window.top.step(-1)
    bench.qtbot.waitUntil(lambda: numbers(bench) == ())
    bench.window.top.step(1)
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N1", "N3"))
    assert (bench.window.calls.page, saved(bench, 1)) == (page, "gate shut")


def test_a_typed_note_is_saved_when_the_window_closes(bench: Bench) -> None:
    failed_visits(bench)
    note(opened(bench), "gate shut")
    bench.window.close_anyway()
    bench.qtbot.waitUntil(lambda: saved(bench, 1) == "gate shut")


def test_a_window_in_another_theme_has_the_page_as_it_was(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    press(page, Qt.Key.Key_Right)
    note(page, "gate shut")
    before = bench.window
    bench.window.settings.open_settings()
    dialog = bench.the(SettingsDialog)
    show_value(dialog.fields["theme"], "dark")
    dialog.buttons.button(dialog.buttons.StandardButton.Save).click()
    bench.qtbot.waitUntil(lambda: bench.window is not before)
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N2",))
    page = page_of(bench)
    bench.qtbot.waitUntil(lambda: page.note.text == "gate shut")
    assert page.isVisible()


def test_a_case_is_assigned_from_the_page(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    own = bench.window.follow_up.own_name()
    page.owner.setCurrentIndex(page.owner.findData(own))
    page.owner.activated.emit(page.owner.currentIndex())
    bench.qtbot.waitUntil(lambda: saved_owner(bench) == own)
    assert numbers(bench) == ("N1", "N3")


def saved_owner(bench: Bench) -> str:
    detail = bench.rows.visit(1)
    return detail.follow_up.assigned_to if detail is not None and detail.follow_up is not None else ""


def test_the_wait_grows_as_time_passes(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    assert NOW.minute == 0
    bench.clock = 5 * 60
    bench.window.clock.tick()
    assert lines(page.list)[1][1] == "1 h 04 min"
    assert page.list.entries[1].is_long


def test_what_could_not_be_saved_is_said_wherever_the_user_is_then(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = ON"))
    page.note.setFocus()
    QTest.keyClicks(page.note, "gate shut")
    press(page, Qt.Key.Key_Escape)
    press(page, Qt.Key.Key_3)
    press(page, Qt.Key.Key_Escape)
    assert bench.window.calls.page is None
    bench.qtbot.waitUntil(lambda: bool(bench.notice_buttons("attempt to write a readonly database")))
    page = opened(bench)
    assert (numbers(bench), page.note.text) == (("N1", "N3"), "gate shut")
    assert not bench.window.close()
    assert bench.window.isVisible()
    assert "attempt to write a readonly database" in page.status.text()
    assert bench.window.calls.finish()  # the user was told
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = OFF"))


def test_the_keyboard_stays_in_the_top_bar_whatever_comes(bench: Bench) -> None:
    bench.open().receive()
    page = opened(bench)
    assert focused() is page.close_button
    search = bench.window.top.search
    search.setFocus()
    bench.window.clock.tick()
    assert focused() is search
    bench.notify(7, "falso_flete", "N7", contacto={"nombre": "Señora", "telefono": "3005550102"})
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N7",))
    assert focused() is search
    press_window(bench, "F6")
    assert focused() in page.findChildren(QWidget)


def test_enter_in_the_search_opens_the_one_hit_in_place_of_the_page(bench: Bench) -> None:
    failed_visits(bench)
    visits(bench, 0)
    bench.window.views.setFocus()
    opened(bench)
    search = bench.window.top.search
    search.setFocus()
    QTest.keyClicks(search, "N4")
    QTest.keyClick(search, Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 1)
    bench.qtbot.waitUntil(lambda: bench.window.tabs.page.view.currentIndex().row() == 0)
    assert bench.window.calls.page is None
    assert bench.window.detail.isVisible()


def test_an_answer_about_the_day_before_is_not_taken(bench: Bench) -> None:
    failed_visits(bench)
    opened(bench)
    calls = bench.window.calls
    assert calls.session.current is not None
    late = calls._day, [calls.session.current], dict[tuple[Subject, ...], str]()
    bench.window.top.step(-1)
    calls._take(late)
    assert numbers(bench) == ()
    calls.open_for("")
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N1", "N3"))
    assert bench.window.current_day.shown_day.date == NOW.date()


def test_the_keyboards_place_in_the_queue_stays_while_time_passes(bench: Bench) -> None:
    failed_visits(bench)
    bench.window.resize(1366, 740)
    page = opened(bench)
    page.list.setFocus()
    for _ in range(2):
        press(page, Qt.Key.Key_Down)
    assert page.list.currentIndex().row() == 3
    bench.clock = 60
    bench.window.clock.tick()
    assert lines(page.list)[3][1] == "57 min"
    assert page.list.currentIndex().row() == 3


def test_cases_of_several_people_are_shown_as_nobodys_and_not_as_free(bench: Bench) -> None:
    failed_visits(bench)
    elsewhere = FollowUps(bench.writer, bench.desk._tell_followed_up, lambda: "luz")
    elsewhere.save([Subject(Table.VISITS, 1)], FollowUpEdit(assigned_to="luz"), NOW)
    page = opened(bench)
    assert (numbers(bench), page.owner.currentIndex()) == (("N1", "N3"), -1)
    assert ["assigned to luz" in one.below for one in page.list.entries] == [False, True, False, False]


def test_an_outcome_that_no_longer_waits_for_its_note_looks_as_before_and_what_was_typed_stays(bench: Bench) -> None:
    page = opened(failed_visits(bench))
    button = page.outcomes.buttons[3]

    def screen() -> QImage:
        """Return what is painted on the screen; a widget's own picture would be painted anew."""
        whole = bench.window.screen().grabWindow(bench.window.winId()).toImage()
        return whole.copy(QRect(button.mapTo(bench.window, QPoint()), button.size()))

    bench.settle()
    settle()
    before = screen()
    press(page, Qt.Key.Key_4)
    QTest.keyClicks(page.note, "Cra. 10 # 20-30")
    settle()
    assert screen() != before
    press(page, Qt.Key.Key_Escape)
    settle()
    assert page.note.text == "Cra. 10 # 20-30"
    assert screen() == before
