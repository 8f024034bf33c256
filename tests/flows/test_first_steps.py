from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWizard

from app.credentials.credentials import Credentials
from app.credentials.vault import SessionVault
from app.domain.access.credentials import SecretName
from app.domain.errors import KeyringUnavailableError
from app.domain.texts import Text
from app.ui.settings.assistant import Assistant
from tests.flows.conftest import TOKEN, USER, Bench, FixedDay
from tests.flows.truncated_texts import cut_texts


class NoKeyring(SessionVault):
    """What a machine without a keyring does."""

    def write(self, name: SecretName, kept: str) -> None:  # noqa: ARG002 - the protocol's
        raise KeyringUnavailableError(Text("Test", "There is no keyring here."))


def opened(bench: Bench) -> Assistant:
    """Return the assistant, once it has opened at the start."""
    bench.qtbot.waitUntil(lambda: bench.window.findChild(Assistant) is not None)
    return bench.the(Assistant)


def test_a_skipped_assistant_does_not_open_again(bench: Bench) -> None:
    bench.change_settings(base_url="", carrier="")
    assistant = opened(bench.open())
    with bench.qtbot.waitSignal(assistant.finished):
        assistant.button(QWizard.WizardButton.CancelButton).click()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(Assistant) is None)
    bench.change_settings(language="es")
    bench.window.settings.rebuild_asked.emit()
    bench.settle()
    assert bench.window.findChild(Assistant) is None
    bench.window.first_steps.open()
    assert bench.the(Assistant).isVisible()


def test_the_assistant_opens_again_in_another_language(bench: Bench) -> None:
    bench.change_settings(base_url="", carrier="")
    assistant = opened(bench.open())
    assistant.language.setCurrentIndex(assistant.language.findData("es"))
    assistant.language.activated.emit(assistant.language.currentIndex())
    again = opened(bench)
    assert again.button(QWizard.WizardButton.NextButton).text().replace("&", "").startswith("Siguiente")
    assert again.language.currentData() == "es"


def test_an_invalid_address_is_reported_on_the_last_page(bench: Bench) -> None:
    bench.change_settings(base_url="", carrier="")
    assistant = opened(bench.open())
    assistant.next()
    assistant.carrier.base_url.setText("ftp://somewhere")
    assistant.next()
    assistant.next()
    assistant.button(QWizard.WizardButton.FinishButton).click()
    bench.qtbot.waitUntil(assistant.error.isVisible)
    assert "base_url" in assistant.error.text()
    assert assistant.isVisible()


def test_the_connection_test_uses_the_entered_code(bench: Bench) -> None:
    url = bench.carrier()
    bench.change_settings(base_url="", carrier="")
    assistant = opened(bench.open())
    assistant.next()
    assistant.carrier.base_url.setText(url)
    assistant.carrier.token_line.field.setText(TOKEN)
    assistant.carrier.user_line.field.setText(USER)
    assistant.code.setText("SIN-PLANILLA-7")
    assert assistant.code.mapToGlobal(QPoint()).y() < assistant.carrier.test.mapToGlobal(QPoint()).y()
    assistant.carrier.test.click()
    bench.qtbot.waitUntil(lambda: "SIN-PLANILLA-7" in assistant.carrier.outcome.text())


def test_the_message_about_an_invalid_address_is_fully_visible_without_a_duration(bench: Bench) -> None:
    bench.trust()
    bench.change_settings(base_url="", carrier="", language="es")
    assistant = opened(bench.open())
    assistant.next()
    assistant.carrier.base_url.setText("ftp://somewhere")
    assistant.carrier.test.click()
    bench.qtbot.waitUntil(lambda: assistant.carrier.outcome.text().startswith("✕ La dirección"))
    assert " ms " not in assistant.carrier.outcome.text()
    bench.qtbot.waitUntil(lambda: cut_texts(assistant) == [])
    page, outcome = assistant.currentPage(), assistant.carrier.outcome
    assert page.rect().contains(outcome.rect().translated(outcome.mapTo(page, QPoint())))


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
    assert assistant.code.isEnabled()


def test_skipping_after_a_failure_keeps_the_settings_and_loads_no_day(bench: Bench) -> None:
    url = bench.carrier()
    bench.change_settings(base_url="", carrier="")
    bench.credentials = Credentials({}, SessionVault(), NoKeyring())
    bench.place = FixedDay(bench.folder, {}, bench.credentials, lambda: bench.clock)
    assistant = opened(bench.open())
    assistant.next()
    assistant.carrier.base_url.setText(url)
    assistant.carrier.token_line.field.setText(TOKEN)
    assistant.code.setText("ANDINA-BOG")
    assistant.next()
    assistant.next()
    assistant.button(QWizard.WizardButton.FinishButton).click()
    bench.qtbot.waitUntil(assistant.session_only.isVisible)
    with bench.qtbot.assertNotEmitted(bench.window.current_day.load_started):
        assistant.button(QWizard.WizardButton.CancelButton).click()
    assert bench.place.settings_file.read().base_url == url
