"""The first steps: one page, tested as soon as it is complete, with each error beside its field."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.errors import KeyringUnavailableError
from app.domain.texts import Text
from app.settings import FixedSettings
from app.ui.context.places import SettingsPlace
from app.ui.settings.assistant import Assistant
from app.ui.settings.forms import value_of
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.widgets.fitted_dialog import KeepFitted, Scrolled
from tests.carrier.scripted_carrier import Script, ScriptedCarrier, in_pieces, says, says_nothing
from tests.flows.conftest import TOKEN, USER, Bench, FixedDay

WRONG = "00000000-0000-4000-8000-000000000000"


class NoKeyring(SessionVault):
    """What a machine without a keyring does."""

    def write(self, name: SecretName, kept: str) -> None:  # noqa: ARG002 - the protocol's
        raise KeyringUnavailableError(Text("Test", "There is no keyring here."))


def opened(bench: Bench) -> Assistant:
    """Return the assistant, once it has opened at the start."""
    bench.qtbot.waitUntil(lambda: bench.window.findChild(Assistant) is not None)
    return bench.the(Assistant)


def at_first_start(bench: Bench) -> Assistant:
    bench.change_settings(base_url="", carrier="")
    assistant = opened(bench.open())
    assistant.carrier._pause.setInterval(0)
    return assistant


def fill(assistant: Assistant, url: str, token: str = TOKEN, user: str = USER, code: str = "ANDINA-BOG") -> None:
    """Fill in the page; the cursor is in the last field."""
    assistant.carrier.base_url.setText(url)
    assistant.carrier.token_line.field.setText(token)
    assistant.carrier.user_line.field.setText(user)
    assistant.carrier.code.setFocus()
    assistant.carrier.code.setText(code)


def error(assistant: Assistant, field: QWidget) -> str:
    return assistant._errors.text(field)


def wait_for_outcome(bench: Bench, assistant: Assistant, text: str) -> None:
    bench.qtbot.waitUntil(lambda: assistant.carrier.test.outcome.text().startswith(text))


def test_a_skipped_assistant_does_not_open_again(bench: Bench) -> None:
    assistant = at_first_start(bench)
    with bench.qtbot.waitSignal(assistant.finished):
        assistant.skip.click()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(Assistant) is None)
    bench.change_settings(language="es")
    bench.window.settings.rebuild_asked.emit()
    bench.settle()
    assert bench.window.findChild(Assistant) is None
    bench.window.first_steps.open()
    assert bench.the(Assistant).isVisible()


def test_the_assistant_opens_again_in_another_language(bench: Bench) -> None:
    assistant = at_first_start(bench)
    assistant.language.setCurrentIndex(assistant.language.findData("es"))
    assistant.language.activated.emit(assistant.language.currentIndex())
    again = opened(bench)
    assert again.skip.text() == "Omitir"
    assert again.language.currentData() == "es"


def test_a_complete_page_is_tested_without_a_click_and_again_when_it_changes(bench: Bench) -> None:
    url = bench.carrier()
    assistant = at_first_start(bench)
    fill(assistant, url, token=WRONG)
    wait_for_outcome(bench, assistant, "✕ 401")
    assert "does not accept this token with this user" in error(assistant, assistant.carrier.token_line)
    assert assistant.save.text() == "Save all the same"
    assistant.carrier.token_line.field.setText(TOKEN)
    wait_for_outcome(bench, assistant, "✓ 200")
    assert error(assistant, assistant.carrier.token_line) == ""
    assert assistant.save.text() == "Save and load today"
    assistant.carrier.code.setText("SIN-PLANILLA-7")
    wait_for_outcome(bench, assistant, "! 404")
    assert "SIN-PLANILLA-7" in assistant.carrier.test.outcome.text()
    assert assistant.carrier.test.outcome.property("tone") == "warn"


def test_on_a_small_screen_the_result_of_the_test_is_scrolled_to(bench: Bench) -> None:
    url = bench.carrier()
    assistant = at_first_start(bench)
    fitted, area = assistant.findChild(KeepFitted), assistant.findChild(Scrolled)
    assert isinstance(fitted, KeepFitted)
    assert isinstance(area, Scrolled)
    assistant.removeEventFilter(fitted)  # as on a screen that has no room to grow into
    assistant.resize(assistant.width(), assistant.minimumSizeHint().height())
    fill(assistant, url)
    wait_for_outcome(bench, assistant, "✓ 200")

    def is_seen() -> bool:
        label = assistant._errors.label(assistant.carrier.token_line) or assistant.carrier.test.outcome
        shown = QRect(label.mapTo(area.viewport(), QPoint()), label.size())
        return area.viewport().rect().contains(shown)

    assert area.viewport().height() < assistant.carrier.height() / 2
    bench.qtbot.waitUntil(is_seen)
    assistant.carrier.token_line.field.setText(WRONG)
    wait_for_outcome(bench, assistant, "✕ 401")
    bench.qtbot.waitUntil(is_seen)


def test_tab_goes_through_what_is_typed_and_not_to_a_button_that_has_just_appeared(bench: Bench) -> None:
    carrier = at_first_start(bench).carrier
    typed = [carrier.base_url, carrier.token_line.field, carrier.user_line.field, carrier.code]
    typed[0].setFocus()
    for field in typed:
        assert field.hasFocus()
        QTest.keyClicks(field, "x")
        QTest.keyClick(field, Qt.Key.Key_Tab)
    assert carrier.token_line.reveal.hasFocus()


def test_nothing_is_sent_while_the_cursor_is_in_the_address(bench: Bench) -> None:
    with ScriptedCarrier(says(401)) as carrier:
        assistant = at_first_start(bench)
        fill(assistant, "")
        assistant.carrier.base_url.setFocus()
        assistant.carrier.base_url.setText(carrier.url)
        bench.qtbot.waitUntil(lambda: not assistant.carrier._pause.isActive())
        assert not assistant.carrier.test.is_running
        QTest.keyClick(assistant.carrier.base_url, Qt.Key.Key_Tab)
        wait_for_outcome(bench, assistant, "✕ 401")
    assert len(carrier.requests) == 1


def test_a_code_is_tested_once_it_is_typed_and_the_wrong_token_is_sent_only_once(bench: Bench) -> None:
    with ScriptedCarrier(says(200, b"[]"), says(401), says(404)) as carrier:
        assistant = at_first_start(bench)
        fill(assistant, carrier.url, code="")
        for letter in "ANDINA":
            QTest.keyClicks(assistant.carrier.code, letter)
            bench.qtbot.waitUntil(lambda: not assistant.carrier._pause.isActive())
            assert not assistant.carrier.test.is_running
        assert assistant.carrier.test.outcome.text() == "Press Enter, and the connection is tested."
        QTest.keyClick(assistant.carrier.code, Qt.Key.Key_Return)
        wait_for_outcome(bench, assistant, "✓ 200")
        assert len(carrier.requests) == 2
        assistant.carrier.code.setFocus()
        QTest.keyClicks(assistant.carrier.code, "-BOG")
        QTest.keyClick(assistant.carrier.code, Qt.Key.Key_Tab)
        wait_for_outcome(bench, assistant, "! 404")
        assert "refuses a wrong one" in assistant.carrier.test.outcome.text()
    assert [one.headers["authorization-token"] == TOKEN for one in carrier.requests] == [True, False, True]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (in_pieces(b"<!doctype html><title>Sign in</title>"), "A web page or another program answers"),
        (says(302, headers={"Location": "https://login.example/"}), "redirects the request to https://login.example"),
    ],
)
def test_the_sign_in_page_of_a_network_is_an_error_of_the_address(bench: Bench, script: Script, words: str) -> None:
    with ScriptedCarrier(script) as carrier:
        assistant = at_first_start(bench)
        fill(assistant, carrier.url)
        bench.qtbot.waitUntil(lambda: words in error(assistant, assistant.carrier.base_url))
    assert assistant.carrier.base_url.property("invalid") is True


def test_a_running_test_is_cancelled_by_its_button_and_the_cursor_stays(bench: Bench) -> None:
    with ScriptedCarrier(says_nothing) as carrier:
        assistant = at_first_start(bench)
        fill(assistant, carrier.url)
        bench.qtbot.waitUntil(lambda: len(carrier.requests) == 1)
        button = assistant.carrier.test.button
        button.setFocus()
        assert button.text() == "Cancel"
        button.click()
        bench.qtbot.waitUntil(lambda: not bench.window.context.connection_tests._running)
        with bench.qtbot.waitSignal(bench.desk._workers.start(lambda _report: None).succeeded):
            pass  # what the cancelled test reported was delivered before
        assert assistant.carrier.test.outcome.text() == "The test was cancelled."
        assert assistant.focusWidget() is button


def test_what_is_pasted_with_line_breaks_is_cleaned_and_shown_on_demand(bench: Bench) -> None:
    assistant = at_first_start(bench)
    line = assistant.carrier.token_line
    QGuiApplication.clipboard().setText(f"  {TOKEN[:18]}\n{TOKEN[18:]}\u200b\r\n")
    line.field.paste()
    assert line.typed == TOKEN
    assert line.field.echoMode() is QLineEdit.EchoMode.Password
    line.reveal.click()
    assert line.field.echoMode() is QLineEdit.EchoMode.Normal
    line.field.clear()
    assert line.field.echoMode() is QLineEdit.EchoMode.Password
    QGuiApplication.clipboard().setText("api.example.com/c/v2/planillas-envios?codigoCarrier=A&fecha=2026-11-20\n")
    assistant.carrier.base_url.paste()
    assistant.carrier.base_url.editingFinished.emit()
    assert assistant.carrier.base_url.text() == "https://api.example.com/c"


def test_enter_goes_to_what_is_missing_then_to_the_button_and_an_error_keeps_the_cursor(bench: Bench) -> None:
    url = bench.carrier()
    assistant = at_first_start(bench)
    carrier = assistant.carrier

    def enter(text: str) -> None:
        field = assistant.focusWidget()
        assert isinstance(field, QLineEdit)
        field.setText(text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    enter("http://carrier.example")
    assert "not encrypted" in error(assistant, carrier.base_url)
    assert assistant.focusWidget() is carrier.base_url
    next(one for one in carrier.findChildren(QPushButton) if one.text() == "Use https").click()
    assert carrier.base_url.text() == "https://carrier.example"
    assert error(assistant, carrier.base_url) == ""
    enter(url)
    assert error(assistant, carrier.base_url) == ""
    assert assistant.focusWidget() is carrier.token_line.field
    enter(TOKEN)
    assert assistant.focusWidget() is carrier.user_line.field
    assistant.save.click()
    assert error(assistant, carrier.code) == "This is still missing."
    assert assistant.focusWidget() is carrier.user_line.field
    enter(USER)
    enter("ANDINA-BOG")
    assert assistant.focusWidget() is assistant.save
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        QTest.keyClick(assistant.save, Qt.Key.Key_Return)


def test_a_refused_token_is_no_lost_connection_and_enter_does_not_save_it(bench: Bench) -> None:
    url = bench.carrier()
    assistant = at_first_start(bench)
    page = assistant.carrier
    fill(assistant, url, token=WRONG)
    wait_for_outcome(bench, assistant, "✕ 401")
    assert "The carrier answers, and does not accept this" in page.test.outcome.text()
    assistant.save.setFocus()
    QTest.keyClick(assistant.save, Qt.Key.Key_Return)
    assert page.token_line.field.hasFocus()
    assert not assistant._saving.is_written
    page.token_line.field.setText(TOKEN)
    wait_for_outcome(bench, assistant, "✓ 200")
    assistant.save.setFocus()
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        QTest.keyClick(assistant.save, Qt.Key.Key_Return)


def test_the_first_day_loads_for_this_session_alone_in_another_zone(bench: Bench) -> None:
    url = bench.carrier()
    bench.credentials = Credentials({}, SessionVault(), NoKeyring())
    bench.place = FixedDay(bench.folder, {}, bench.credentials, lambda: bench.clock)
    assistant = at_first_start(bench)
    fill(assistant, url)
    assistant.zone.show_zone("America/Lima")
    assistant.accept()
    bench.qtbot.waitUntil(assistant.session_only.isVisible)
    before = bench.window
    assistant.session_only.click()
    bench.qtbot.waitUntil(lambda: bench.window is not before)
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 60)
    assert bench.window.context.clock.zone.key == "America/Lima"
    assert not bench.window.findChildren(Assistant)  # it does not ask again


def test_a_zone_is_found_by_a_part_of_its_name_and_one_that_does_not_exist_is_said_so(bench: Bench) -> None:
    url = bench.carrier()
    assistant = at_first_start(bench)
    fill(assistant, url)
    zone = assistant.zone
    zone.setEditText("Bogotá/Marte")
    assistant.save.click()
    assert "There is no such time zone" in error(assistant, zone)
    assert assistant.focusWidget() is zone
    zone.setEditText("mexico city")
    with bench.qtbot.waitSignal(assistant.saved):
        assistant.save.click()
    assert bench.place.settings_file.read().time_zone == "America/Mexico_City"


def test_the_assistant_from_the_menu_stays_open_in_another_language(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.window.first_steps.open()
    assistant = opened(bench)
    assistant.language.setCurrentIndex(assistant.language.findData("es"))
    assistant.language.activated.emit(assistant.language.currentIndex())
    assert opened(bench).language.currentData() == "es"


def test_values_of_the_environment_are_shown_and_read_only(bench: Bench) -> None:
    bench.place = FixedDay(
        bench.folder, {"DESPACHO_BASE_URL": "https://carrier.example"}, bench.credentials, lambda: bench.clock
    )
    bench.open()
    bench.window.first_steps.open()
    assistant = opened(bench)
    assert not assistant.carrier.base_url.isEnabled()
    assert assistant.carrier.base_url.text() == "https://carrier.example"
    assert "DESPACHO_BASE_URL" in assistant.carrier.base_url.toolTip()
    assert assistant.carrier.code.isEnabled()


def test_values_that_an_administrator_fixes_are_shown_and_read_only(bench: Bench) -> None:
    fixed = bench.folder.parent / "fixed.toml"
    fixed.write_text('base_url = "https://carrier.example"\nretention_days = 30\n')
    bench.place = FixedDay(
        bench.folder, {}, bench.credentials, lambda: bench.clock, fixed_settings=FixedSettings(fixed)
    )
    bench.open()
    bench.window.settings.open_settings(SettingsPlace.ALERTS)
    dialog = bench.the(SettingsDialog)
    for field, value in ((dialog.carrier.base_url, "https://carrier.example"), (dialog.fields["retention_days"], 30)):
        assert not field.isEnabled()
        assert str(fixed) in field.toolTip()
        assert value_of(field) == value


def test_skipping_after_a_failure_keeps_the_settings_and_loads_no_day(bench: Bench) -> None:
    url = bench.carrier()
    bench.credentials = Credentials({}, SessionVault(), NoKeyring())
    bench.place = FixedDay(bench.folder, {}, bench.credentials, lambda: bench.clock)
    assistant = at_first_start(bench)
    fill(assistant, url)
    assistant.save.click()
    bench.qtbot.waitUntil(assistant.session_only.isVisible)
    assert assistant.focusWidget() is assistant.session_only
    with bench.qtbot.assertNotEmitted(bench.window.current_day.load_started):
        assistant.skip.click()
    assert bench.place.settings_file.read().base_url == url
