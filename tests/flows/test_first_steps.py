from PySide6.QtWidgets import QWizard

from app.desk.assistant import Assistant
from tests.flows.conftest import Bench


def opened(bench: Bench) -> Assistant:
    """Return the assistant, once it has opened by itself."""
    bench.qtbot.waitUntil(lambda: bench.window.findChild(Assistant) is not None)
    return bench.the(Assistant)


def test_skipped_once_it_does_not_come_again_by_itself(bench: Bench) -> None:
    bench.set_up(base_url="", carrier="")
    assistant = opened(bench.open())
    with bench.qtbot.waitSignal(assistant.finished):
        assistant.button(QWizard.WizardButton.CancelButton).click()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(Assistant) is None)
    bench.set_up(language="es")
    bench.window.rebuild_asked.emit()
    bench.settle()
    assert bench.window.findChild(Assistant) is None
    bench.window.first_steps.open()
    assert bench.the(Assistant).isVisible()


def test_in_another_language_it_opens_again(bench: Bench) -> None:
    bench.set_up(base_url="", carrier="")
    assistant = opened(bench.open())
    assistant.language.setCurrentIndex(assistant.language.findData("es"))
    assistant.language.activated.emit(assistant.language.currentIndex())
    again = opened(bench)
    assert again.button(QWizard.WizardButton.NextButton).text().replace("&", "").startswith("Siguiente")
    assert again.language.currentData() == "es"


def test_an_address_that_cannot_be_is_told_on_the_last_page(bench: Bench) -> None:
    bench.set_up(base_url="", carrier="")
    assistant = opened(bench.open())
    assistant.next()
    assistant.carrier.base_url.setText("ftp://somewhere")
    assistant.next()
    assistant.next()
    assistant.button(QWizard.WizardButton.FinishButton).click()
    bench.qtbot.waitUntil(assistant.error.isVisible)
    assert "base_url" in assistant.error.text()
    assert assistant.isVisible()
