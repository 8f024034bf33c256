"""The dispatcher calls one recipient after the other, by keyboard, while the board changes underneath."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from app.domain.days import Day
from app.domain.follow_ups import FollowUp, FollowUpEdit
from app.domain.reception.alerts import AlertKind
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import View
from app.store.follow_ups import FollowUps
from app.ui.calls.call_page import CallPage
from app.ui.calls.recipient_view import FactsBox
from app.ui.context.places import SettingsPlace
from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import NOW, Bench
from tests.flows.test_follow_ups import count, to_attend
from tests.flows.test_visits import on_its_way, ready
from tests.programs import Programs

SHOP = "300 111 2233 / +58 412 5550134"


def failed_visits(bench: Bench) -> Bench:
    """Open a desk on which three recipients are to be called, one of them about two visits."""
    bench.open()
    bench.receive()
    for visit, phone in enumerate((SHOP, "601 555 1234", "3001112233", "no tiene"), 1):
        contact = {"nombre": f"Señora {phone[:3]}", "telefono": phone}
        bench.notify(visit, "falso_flete", f"N{visit}", at=f"09:0{visit}:00", contacto=contact)
    return bench


def page_of(bench: Bench) -> CallPage:
    bench.qtbot.waitUntil(lambda: bench.window.calls.page is not None)
    page = bench.window.calls.page
    assert page is not None
    return page


def opened(bench: Bench) -> CallPage:
    next(one for one in bench.window.actions() if one.shortcut().toString() == "F8").trigger()
    page = page_of(bench)
    bench.window.activateWindow()
    bench.qtbot.waitUntil(lambda: QApplication.focusWidget() in page.findChildren(QWidget))
    return page


def press(page: CallPage, key: Qt.Key, with_: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the keyboard is."""
    QTest.keyClick(page.focusWidget(), key, with_)


def numbers(bench: Bench) -> tuple[str, ...]:
    current = bench.window.calls.session.current
    return current.numbers if current is not None else ()


def follow_up_of(bench: Bench, visit: int) -> FollowUp:
    detail = bench.rows.visit(visit)
    assert detail is not None
    return detail.follow_up or FollowUp()


def queue_left(bench: Bench) -> str:
    """How many are to be called now or later, and how many were."""
    session = bench.window.calls.session
    return f"{len(session.ready) + len(session.later)} to attend" + (f" · {session.done} done" if session.done else "")


def until_read(bench: Bench, left: str) -> None:
    bench.qtbot.waitUntil(lambda: queue_left(bench) == left)


def test_a_case_says_when_and_how_far_from_the_address_with_whom_and_what_it_is_worth(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.receive()
    row = on_its_way(bench)
    model, number = bench.window.tabs.page.model, bench.column("number")[row]
    sender, value = model.value(row, "sender"), model.value(row, "declared_value")
    place = {"latitud": 4.65, "longitud": -74.05}
    came = {"fecha_hora": f"{NOW.date()}T09:01:00", "latitud": 4.652, "longitud": -74.05}
    driver = {"id": 1, "nombre": "Eva Ríos"}
    bench.notify(1, "falso_flete", number, at="09:03:00", conductor=driver, ubicacion=place, check_in=came)
    bench.notify(2, "completada", "N2", at="09:48:00", conductor=driver)
    box = opened(bench).recipient.findChild(FactsBox)
    assert isinstance(box, FactsBox)
    texts = [label.text() for label in box.findChildren(QLabel)]
    facts = {title: texts[texts.index(title) + 1] for title in ("Failed", "Driver", "Sender", "Declared value")}
    assert texts[texts.index("Driver") + 2] == "Last visit 09:48"
    assert facts == {
        "Failed": "09:03 · 222 m from the address",
        "Driver": "Eva Ríos",
        "Sender": sender,
        "Declared value": model.formats.money(float(str(value))),
    }


def test_what_several_cases_have_in_common_is_said_once_and_the_rest_in_rows(bench: Bench) -> None:
    bench.open()
    bench.receive()
    bench.window.resize(1366, 740)
    eva, shop = {"id": 1, "nombre": "Eva Ríos"}, {"nombre": "Señora", "telefono": "300 111 2233"}
    for visit, at in ((1, "09:01:00"), (2, "09:03:00")):
        bench.notify(visit, "falso_flete", f"N{visit}", at=at, conductor=eva, contacto=shop)
    bench.notify(3, "falso_flete", "N3", at="09:05:00", contacto={"nombre": "Señor", "telefono": "300 777 8888"})
    page = opened(bench)
    boxes = page.recipient.findChildren(FactsBox)
    said = [[one.text() for one in box.findChildren(QLabel) if one.text()] for box in boxes]
    assert said == [
        ["Driver", "Eva Ríos", "Last visit 09:03"],
        ["Failed", "09:01", "Content", "no shipment"],
        ["09:03", "no shipment"],
    ]
    assert [one.text() for box in boxes for one in box.findChildren(QPushButton)] == ["N1", "N2"]

    def call_at() -> QPoint:
        bench.settle()
        button = page.recipient.phones[0].call
        return button.mapTo(page, QPoint())

    before = call_at()
    press(page, Qt.Key.Key_Right)
    assert (numbers(bench), call_at()) == (("N3",), before)


def test_a_fact_is_as_high_as_its_text_at_once_in_another_width(bench: Bench) -> None:
    ready(bench)
    bench.notify(7, "falso_flete", bench.column("number")[on_its_way(bench)], at="10:05:00")
    bench.window.resize(1366, 600)
    page = opened(bench)
    assert page.group is not None
    case = replace(page.group.cases[0], content="Crema hidratante de guayaba 250 ml")
    page.recipient.show_group(replace(page.group, cases=(case,)), (), bench.window.context.formats)
    bench.settle()
    for width in (1100, 1366, 911, 1100):
        bench.window.resize(width, 512)
        for _ in range(4):
            QApplication.processEvents()
        labels = page.recipient.findChildren(FactsBox)[-1].findChildren(QLabel)
        assert [one.text() for one in labels if one.height() < one.heightForWidth(one.width())] == []


def test_a_case_shows_its_history_as_the_detail_does(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)

    def history() -> list[str]:
        return [label.text() for label in page.recipient.history.findChildren(QLabel)]

    said = "Failed · received 10:00:00"
    assert history() == ["HISTORY OF N1", "09:01:00", said, "HISTORY OF N3", "09:03:00", said]
    press(page, Qt.Key.Key_Right)
    assert history() == ["HISTORY", "09:02:00", said]
    elsewhere = FollowUps(bench.writer, bench.desk._tell_followed_up, lambda: "luz")
    elsewhere.save([Subject(Table.VISITS, 2)], FollowUpEdit(is_called=True, note="at work"), NOW)
    called = ["10:00:00", "luz: called, note “at work”"]
    bench.qtbot.waitUntil(lambda: history() == ["HISTORY", *called, "09:02:00", said])
    for _ in range(3):
        press(page, Qt.Key.Key_3)
    bench.qtbot.waitUntil(page.empty.isVisible)
    assert (history(), page.recipient.history.isVisible()) == ([], False)


def test_the_queue_is_worked_through_by_keys_and_taken_back(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    assert (numbers(bench), page.progress.text()) == (("N1", "N3"), "3 people to call now · 4 shipments")
    assert [one.call.accessibleName() for one in page.recipient.phones] == [
        "Call 300 111 2233",
        "Call +58 412-5550134",
    ]
    assert len({one.call.x() for one in page.recipient.phones}) == 1  # below each other
    press(page, Qt.Key.Key_F2)
    QTest.keyClicks(page.note, "1 dog")  # a text takes the keys of the outcomes
    press(page, Qt.Key.Key_Escape)
    press(page, Qt.Key.Key_3)
    assert numbers(bench) == ("N2",)
    until_read(bench, "2 to attend · 1 done")
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    for visit in (1, 3):
        kept = follow_up_of(bench, visit)
        assert (kept.reason, kept.note, kept.called_at, kept.acknowledged_at) == ("absent", "1 dog", NOW, NOW)
    press(page, Qt.Key.Key_1, Qt.KeyboardModifier.KeypadModifier)
    until_read(bench, "2 to attend · 2 done")
    assert numbers(bench) == ("N4",)
    assert not page.recipient.phones
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N2",))
    until_read(bench, "2 to attend · 1 done")
    assert follow_up_of(bench, 2) == FollowUp()
    press(page, Qt.Key.Key_Right)
    assert numbers(bench) == ("N4",)
    press(page, Qt.Key.Key_Left)
    assert numbers(bench) == ("N2",)
    page.close_button.click()
    assert bench.window.calls.page is None


def test_enter_presses_the_button_that_has_the_keyboard_and_dials_from_a_number_alone(
    bench: Bench, programs: Programs
) -> None:
    failed_visits(bench)
    page = opened(bench)
    page.recipient.phones[1].call.setFocus()
    press(page, Qt.Key.Key_Return)
    assert programs.opened == ["tel:+584125550134"]
    page.reminder.choice.setCurrentIndex(page.reminder.choice.count() - 1)
    for field in (page.reminder.clock, page.reminder.choice, page.message.about):
        field.setFocus()
        press(page, Qt.Key.Key_Return)
        assert page.focusWidget() is page.recipient.phones[0].call
    page.skip.setFocus()
    press(page, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert numbers(bench) == ("N2",)
    page.outcomes.buttons[2].setFocus()
    press(page, Qt.Key.Key_Return)
    assert (numbers(bench), bench.window.calls.session.done) == (("N4",), 1)
    bench.qtbot.waitUntil(lambda: follow_up_of(bench, 2).reason == "absent")
    page.close_button.setFocus()
    press(page, Qt.Key.Key_Return)
    assert (bench.window.calls.page, programs.opened) == (None, ["tel:+584125550134"])


def test_enter_does_not_dial_about_what_was_closed_elsewhere(bench: Bench, programs: Programs) -> None:
    failed_visits(bench)
    page = opened(bench)
    press(page, Qt.Key.Key_Right)
    assert numbers(bench) == ("N2",)
    page.outcomes.buttons[0].setFocus()
    bench.notify(2, "completada", "N2", at="09:30:00")
    bench.qtbot.waitUntil(lambda: not page.outcomes.buttons[0].isEnabled())
    assert page.focusWidget() is page.skip
    press(page, Qt.Key.Key_W)
    press(page, Qt.Key.Key_Return)
    assert (numbers(bench), programs.opened) == (("N4",), [])


def test_a_double_click_is_one_call(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    for event in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):  # what a double click sends
        event(page.outcomes.buttons[2], Qt.MouseButton.LeftButton)
    assert (numbers(bench), bench.window.calls.session.done) == (("N2",), 1)
    until_read(bench, "2 to attend · 1 done")


def test_a_shipment_of_an_earlier_day_is_called_about_until_it_is_closed(bench: Bench) -> None:
    ready(bench)
    number = bench.column("number")[on_its_way(bench)]
    bench.notify(7, "falso_flete", number, at="10:05:00")
    to_attend(bench, before := count(bench, View.TO_ATTEND))
    bench.clock = 24 * 3600
    tomorrow = Day("ANDINA-BOG", bench.window.clock.today())
    bench.window.navigation.show_day(tomorrow)
    assert bench.rows.view_counts(tomorrow, tomorrow.date)[View.EARLIER] == before
    page = opened(bench)
    assert page.earlier.isVisible()
    assert (bench.window.calls.session.left, page.earlier.isChecked()) == (0, False)
    page.earlier.click()
    left = bench.window.calls.session.left
    assert left > 0
    page.close_button.click()
    page = opened(bench)
    assert (bench.window.calls.session.left, page.earlier.isChecked()) == (left, True)
    shown = bench.window.calls.session.current
    assert shown is not None
    press(page, Qt.Key.Key_3)
    bench.qtbot.waitUntil(
        lambda: bench.rows.view_counts(tomorrow, tomorrow.date)[View.EARLIER] == before - len(shown.cases)
    )


def test_what_is_closed_elsewhere_while_it_is_shown_says_so_and_takes_no_outcome(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    FollowUps(bench.writer, bench.desk._tell_followed_up, lambda: "luz").save(
        [Subject(Table.VISITS, 1)], FollowUpEdit(is_acknowledged=True), NOW
    )
    labels = "N1: acknowledged meanwhile by luz, 10:00"
    bench.qtbot.waitUntil(lambda: labels in texts(page))
    assert page.outcomes.buttons[0].isEnabled()  # the other visit is still to be called about
    bench.notify(3, "completada", "N3", at="09:30:00")
    bench.qtbot.waitUntil(lambda: not page.outcomes.buttons[0].isEnabled())
    assert "N3: meanwhile Delivered" in texts(page)
    press(page, Qt.Key.Key_1)
    assert follow_up_of(bench, 3) == FollowUp()
    press(page, Qt.Key.Key_Right)
    assert numbers(bench) == ("N2",)


def texts(page: CallPage) -> list[str]:
    column = page.recipient.layout()
    assert column is not None
    widgets = [item.widget() for place in range(column.count()) if (item := column.itemAt(place)) is not None]
    return [str(getattr(one, "text", lambda: "")()) for one in widgets]


def test_undo_says_that_a_call_was_taken_back_once_it_was(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    failed_visits(bench)
    page = opened(bench)
    said: list[str] = []
    monkeypatch.setattr(page, "say", lambda text, **_tone: said.append(text))
    press(page, Qt.Key.Key_3)
    until_read(bench, "2 to attend · 1 done")
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    luz = FollowUps(bench.writer, bench.desk._tell_followed_up, lambda: "luz")
    luz.save([Subject(Table.VISITS, one) for one in (1, 3)], FollowUpEdit(note="on site"), NOW)
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    changed = "This could not be taken back, because somebody changed it since: Recipient absent · "
    assert bench.window.line.message.text().startswith(changed)
    assert not any(one.startswith(changed) for one in said)  # it is said once
    assert (numbers(bench), queue_left(bench)) == (("N2",), "2 to attend · 1 done")
    press(page, Qt.Key.Key_3)
    until_read(bench, "1 to attend · 2 done")
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = ON"))
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: bool(bench.notice_buttons("Not undone: Recipient absent · ")))
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)  # the key does nothing before
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = OFF"))
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N2",))
    assert (said[-1], said.count(said[-1])) == ("The last call was taken back.", 1)


def test_an_outcome_that_asks_for_a_note_waits_for_it_and_is_saved_with_it(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    button, usual = page.outcomes.buttons[3], page.note.placeholderText()
    said = button.accessibleDescription()
    press(page, Qt.Key.Key_4)
    assert (numbers(bench), page.note.hasFocus(), button.isChecked()) == (("N1", "N3"), True, True)
    assert page.note.placeholderText() == button.accessibleDescription() == "Write the new address"
    press(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    page.outcomes.buttons[3].click()
    assert (numbers(bench), page.note.hasFocus(), button.isChecked()) == (("N1", "N3"), True, True)
    assert (page.status.property("tone"), bench.window.calls.session.done) == ("warn", 0)
    bench.window.clock.tick()
    assert page.note.placeholderText() == button.accessibleDescription() == "Write the new address"
    QTest.keyClicks(page.note, "Cra 9 # 4-5")
    press(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N2",))
    bench.qtbot.waitUntil(lambda: follow_up_of(bench, 1).note == "Cra 9 # 4-5")
    assert follow_up_of(bench, 1).reason == "address"
    left = page.note.placeholderText(), button.accessibleDescription(), button.isChecked()
    assert left == (usual, said, False)
    page.reminder.choice.setCurrentIndex(1)  # a time says nothing of an address
    press(page, Qt.Key.Key_4)
    assert (numbers(bench), page.note.hasFocus()) == (("N2",), True)


def test_esc_takes_back_that_an_outcome_waits_and_another_one_takes_its_place(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    hints = page.status.text()
    for _ in range(2):
        press(page, Qt.Key.Key_9)
        assert (page.note.hasFocus(), page.status.text() == hints) == (True, False)
        press(page, Qt.Key.Key_Escape)
        assert (numbers(bench), page.note.hasFocus(), page.status.text()) == (("N1", "N3"), False, hints)
        assert not any(one.isChecked() for one in page.outcomes.buttons)
    press(page, Qt.Key.Key_9)
    page.outcomes.buttons[1].click()
    assert [one.isChecked() for one in page.outcomes.buttons].index(True) == 1
    page.outcomes.buttons[2].click()
    bench.qtbot.waitUntil(lambda: follow_up_of(bench, 1).reason == "absent")


def test_a_promised_call_comes_back_also_after_the_program_was_closed(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    press(page, Qt.Key.Key_1)
    until_read(bench, "3 to attend · 1 done")
    bench.clock = 3600 + 5  # no timer ran meanwhile
    bench.window.clock.tick()
    until_read(bench, "3 to attend · 1 done")
    press(page, Qt.Key.Key_Right)
    assert numbers(bench) == ("N1", "N3")
    bench.qtbot.waitUntil(lambda: reminded(bench) == {"N1", "N3"})
    bench.window.clock.tick()
    assert len(reminded(bench)) == 2
    page.close_button.click()
    bench.desk.stop()
    bench.open()
    bench.qtbot.waitUntil(lambda: reminded(bench) == {"N1", "N3"})
    bench.window.alerts.go_to(tuple(one for one in bench.window.alerts.list.kept if one.kind is AlertKind.REMINDER))
    page = page_of(bench)
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N1", "N3"))
    press(page, Qt.Key.Key_8)
    bench.qtbot.waitUntil(lambda: bench.rows.reminders() == [])


def reminded(bench: Bench) -> set[str]:
    return {one.number for one in bench.window.alerts.list.kept if one.kind is AlertKind.REMINDER}


def test_a_message_that_is_too_long_for_a_link_is_on_the_clipboard(bench: Bench, programs: Programs) -> None:
    failed_visits(bench)
    page = opened(bench)
    page.message.text.setPlainText("ñ" * 400)
    press(page, Qt.Key.Key_W)
    assert programs.opened == ["https://wa.me/573001112233"]
    assert QGuiApplication.clipboard().text() == "ñ" * 400
    assert "too long for a link" in page.status.text()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_number_is_dialled_and_written_to_or_copied_where_no_program_does(
    bench: Bench, is_there: bool, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_there:
        monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)  # as the system answers
    failed_visits(bench)
    page = opened(bench)
    press(page, Qt.Key.Key_Return)
    called, dialled = page.status.text(), QGuiApplication.clipboard().text()
    page.message.text.setPlainText("Hola, ¿cuándo? & {precio}")
    press(page, Qt.Key.Key_W)
    assert page.status.text() == "Complete the message first: {precio}"
    page.message.text.setPlainText("Hola, ¿cuándo? &")
    page.recipient.phones[1].chat.click()
    if is_there:
        assert (called, dialled) == ("Calling 300 111 2233.", "")
        assert programs.opened == [
            "tel:+573001112233",
            "https://wa.me/584125550134?text=Hola%2C%20%C2%BFcu%C3%A1ndo%3F%20%26",
        ]
    else:
        assert called == "No program on this computer makes calls. 300 111 2233 is on the clipboard."
        assert (dialled, QGuiApplication.clipboard().text()) == ("+57 300 1112233", "+58 412-5550134")
        assert page.status.text().startswith("No browser or WhatsApp could be opened.")
        page.skip.click()
        assert page.status.text().startswith("1–9: outcome")  # it was not about the next recipient


def test_a_site_changes_its_reasons_and_old_follow_ups_keep_theirs(bench: Bench) -> None:
    failed_visits(bench)
    bench.writer.write(lambda _db: None)
    FollowUps(bench.writer, bench.desk._tell_followed_up, lambda: "luz").save(
        [Subject(Table.VISITS, 2)], FollowUpEdit("rescheduled"), NOW
    )
    bench.window.settings.open_settings(SettingsPlace.CALLS)
    settings = bench.the(SettingsDialog).calls
    settings.list.setCurrentRow(1)
    settings.remove.click()
    settings.add.click()
    settings.name.selectAll()
    QTest.keyClicks(settings.name, "Perro bravo")
    settings.message.setPlainText("Hola {recipient}, amarre el perro")
    settings.up.click()
    settings.list.setCurrentRow(settings.list.count() - 1)
    assert (settings.name.text(), settings.name.isEnabled(), settings.remove.isEnabled()) == (
        "First contact",
        False,
        False,
    )
    assert settings.message.toPlainText().startswith("Hello {recipient}. We could not deliver")
    settings.message.setPlainText("Buenas, {recipient}: le escribe la bodega")
    before = bench.window
    bench.the(SettingsDialog).buttons.button(bench.the(SettingsDialog).buttons.StandardButton.Save).click()
    bench.qtbot.waitUntil(lambda: bench.window is not before)
    assert [one.key for one in bench.rows.reasons().offered][-2:] == ["perro_bravo", "other"]
    page = opened(bench)
    assert [one.accessibleName() for one in page.outcomes.buttons][-2:] == ["8 Perro bravo", "9 Other"]
    page.message.about.setCurrentText("Perro bravo")
    assert page.message.message == "Hola Señora 300, amarre el perro"
    page.message.about.setCurrentText("First contact")
    assert page.message.message == "Buenas, Señora 300: le escribe la bodega"
    press(page, Qt.Key.Key_8)
    bench.qtbot.waitUntil(lambda: follow_up_of(bench, 1).reason == "perro_bravo")
    bench.qtbot.waitUntil(lambda: numbers(bench) == ("N2",))
    assert "Rescheduled" in "".join(one.text() for one in page.recipient.findChildren(type(page.status)))


def test_the_settings_of_reasons_open_over_the_calls(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    page.skip.click()
    before = numbers(bench)
    next(one for one in page.findChildren(QPushButton) if one.text() == "Reasons and messages…").click()
    bench.the(SettingsDialog).reject()
    assert (bench.window.calls.page, page.isVisible(), numbers(bench)) == (page, True, before)


def test_tab_goes_through_the_page_of_calls_before_it_leaves_it(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    order: list[QWidget] = []
    at: QWidget | None = page.recipient.phones[0].call
    while at is not None and page.isAncestorOf(at) and len(order) < 100:
        order.append(at)
        QTest.keyClick(at, Qt.Key.Key_Tab)
        at = QApplication.focusWidget()
    line, outcomes = page.recipient.phones[0], page.outcomes.buttons
    wanted = [
        line.chat,
        line.copy,
        page.message.text,
        page.note,
        *outcomes,
        page.reminder.choice,
        page.owner,
        page.skip,
    ]
    assert [one for one in order if one in wanted] == wanted
    page.setFocus()
    press(page, Qt.Key.Key_0)
    assert page.reminder.choice.view().isVisible()
    page.reminder.choice.hidePopup()
    page.reminder.hide()  # as where nobody is left to call
    page.setFocus()
    press(page, Qt.Key.Key_0)
    assert not page.reminder.choice.view().isVisible()


def test_a_low_window_shows_every_outcome_without_scrolling(bench: Bench) -> None:
    failed_visits(bench)
    outcomes = opened(bench).outcomes
    assert outcomes.buttons[5].x() == outcomes.buttons[0].x()
    for height in (512, 560, 620, 660, 700):
        bench.window.resize(911, height)
        bench.qtbot.waitUntil(lambda: outcomes.verticalScrollBar().maximum() == 0)
    bench.window.resize(911, 512)
    bench.qtbot.waitUntil(lambda: outcomes.buttons[5].x() > outcomes.buttons[0].x())
    assert all(one.accessibleDescription() in one.toolTip() for one in outcomes.buttons)


def test_the_line_says_with_whom_a_call_was_what_came_of_it_and_how_to_undo_it(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    press(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.window.line.message.text() == ""  # no word of the table behind the page
    name = page.recipient.findChildren(QLabel)[0].text()
    press(page, Qt.Key.Key_1)
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text() != "")
    said = bench.window.line.message.text()
    assert said.startswith(f"No answer · {name} · call again ")
    assert said.endswith(" · Ctrl+Z undoes")
    page.owner.setCurrentIndex(page.owner.findText("You"))
    page.owner.activated.emit(page.owner.currentIndex())
    bench.qtbot.waitUntil(lambda: bench.window.line.message.text().startswith("assigned to "))


def test_the_detail_has_the_buttons_in_its_head(bench: Bench, programs: Programs) -> None:
    failed_visits(bench)
    table = bench.window.tabs.pages[Table.VISITS]
    bench.window.tabs.setCurrentWidget(table)
    bench.qtbot.waitUntil(lambda: len(table.model.ids) == 4)
    table.pick(1)
    name = "Write to 300 111 2233 by WhatsApp"
    bench.qtbot.waitUntil(lambda: any(one.accessibleName() == name for one in buttons(bench)))
    next(one for one in buttons(bench) if one.accessibleName() == name).click()
    assert programs.opened[0].startswith("https://wa.me/573001112233?text=Hello%20Se%C3%B1ora%20300.")
    assert bench.window.line.message.text() == "The message to 300 111 2233 is in WhatsApp: send it there."


def buttons(bench: Bench) -> list[QPushButton]:
    return bench.window.detail.findChildren(QPushButton)


def test_a_time_that_is_past_is_tomorrows(bench: Bench) -> None:
    failed_visits(bench)
    page = opened(bench)
    page.reminder.choice.setCurrentIndex(page.reminder.choice.count() - 1)
    page.reminder.clock.setTime(page.reminder.clock.time().fromString("08:30", "HH:mm"))
    page.recipient.phones[0].call.setFocus()
    press(page, Qt.Key.Key_3)
    bench.qtbot.waitUntil(lambda: follow_up_of(bench, 1).remind_at is not None)
    kept = follow_up_of(bench, 1)
    assert (kept.remind_at, kept.acknowledged_at) == (datetime(2026, 11, 21, 13, 30, tzinfo=UTC), None)
