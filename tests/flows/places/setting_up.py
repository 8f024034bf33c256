"""Places of the first steps and the settings."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent

from app.domain.errors import CredentialsElsewhereError
from app.ui.settings.assistant import Assistant
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.settings.zone_field import ZoneField
from app.ui.widgets.fitted_dialog import Question
from tests.flows.conftest import Bench
from tests.flows.places.ways import Place, close, discard, pages, settle, shown

_OTHER = "https://api.reparto-andino.example"


def setting_up(bench: Bench) -> Iterator[Place]:
    """Yield them; nothing is saved."""
    yield from _assistant(bench)
    yield from _settings(bench)


def _assistant(bench: Bench) -> Iterator[Place]:
    bench.window.first_steps.open()
    assistant = shown(bench, Assistant)
    yield "first steps", assistant
    assistant.carrier._pause.setInterval(0)
    assistant.carrier.code.setFocus()
    assistant.carrier.code.setText("ANDINA-BOG ")
    assistant.zone.setFocus()
    bench.qtbot.waitUntil(lambda: assistant.carrier.test.outcome.text()[:1] in "✓!✕")
    settle()
    yield "first steps tested", assistant
    assistant.carrier.base_url.clear()
    assistant.carrier.code.clear()
    assistant.accept()
    assistant.carrier.base_url.setText("http://carrier.example")
    assistant.zone.setEditText("Nowhere")
    assistant.carrier.check_address()
    assistant.zone.settled.emit()
    settle()
    yield "first steps with errors", assistant
    assistant._show_failure(CredentialsElsewhereError("https://api.example", _OTHER))
    settle()
    yield "first steps at another address", assistant
    close(assistant)


def _settings(bench: Bench) -> Iterator[Place]:
    bench.window.settings.open_settings()
    dialog = shown(bench, SettingsDialog)
    bench.qtbot.waitUntil(dialog.carrier.token_line.forget.isVisible)
    yield from pages(dialog, "settings")
    dialog.carrier.base_url.setText("http://carrier.example")
    dialog.carrier.check_address()
    dialog.fields.line("public_url").setText("http://carrier.example")
    dialog.alerts.quiet_from.setText("22:00")
    dialog.calls.after.setCurrentIndex(dialog.calls.after.count() - 1)
    dialog.calls.message.setPlainText("{precio}, {recipient}, {otro} " * 12)
    dialog.calls._take()
    zone = dialog.fields["time_zone"]
    assert isinstance(zone, ZoneField)
    zone.setEditText("Nowhere")
    zone.settled.emit()
    dialog._show_failure(CredentialsElsewhereError("https://api.example", _OTHER))
    yield from pages(dialog, "settings with errors")
    dialog.reject()
    yield "settings that are not saved", shown(bench, SettingsDialog).findChildren(Question)[0]
    dialog.findChildren(Question)[0].reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    discard(dialog)
