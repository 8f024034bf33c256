"""The settings of the desk's carriers and of sharing, and what is said of wrong values and of unsaved ones."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QSpinBox

from app.domain.access.credentials import SecretName
from app.domain.relay.relay_status import RelayPhase
from app.ui.context.places import SettingsPlace
from app.ui.settings.codes_field import CodesField
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.widgets.fitted_dialog import Question
from tests.flows.conftest import Bench

NOWHERE = "nats://127.0.0.1:1"


def opened(bench: Bench, place: SettingsPlace | None = None) -> SettingsDialog:
    bench.open()
    bench.window.settings.open_settings(place)
    return bench.the(SettingsDialog)


def save(bench: Bench, dialog: SettingsDialog) -> None:
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.button(dialog.buttons.StandardButton.Save).click()


def answer(dialog: SettingsDialog, text: str) -> None:
    """Press a button of the question that closing the dialog asks."""
    dialog.reject()
    (question,) = dialog.findChildren(Question)
    next(one for one in question.findChildren(QPushButton) if one.text() == text).click()


def test_the_desks_carriers_are_added_ordered_and_offered(bench: Bench) -> None:
    dialog = opened(bench)
    field = dialog.fields["carriers"]
    assert isinstance(field, CodesField)
    for code in (" ANDINA-BOG ", "ANDINA-SOA"):
        field.code.setText(code)
        field.add.click()
    field.code.setText("andina-bog")
    field.add.click()
    assert "andina-bog is in the list already." in dialog._errors.text(field)
    field.code.setText("ANDINA-CHI")
    field.code.textEdited.emit("ANDINA-CHI")
    assert not dialog._errors.text(field)
    field.up.click()
    assert field.codes() == ["ANDINA-SOA", "ANDINA-BOG", "ANDINA-CHI"]  # with what is typed
    old = bench.window
    save(bench, dialog)
    assert bench.place.settings_file.read().carriers == "ANDINA-SOA,ANDINA-BOG,ANDINA-CHI"
    assert bench.window is not old
    assert bench.window.navigation.desk_carriers() == ("ANDINA-SOA", "ANDINA-BOG", "ANDINA-CHI")


def test_the_carrier_in_use_stays_when_another_is_added(bench: Bench) -> None:
    bench.change_settings(carrier="ANDINA-BOG")
    dialog = opened(bench)
    field = dialog.fields["carriers"]
    assert isinstance(field, CodesField)
    assert field.list.item(0).text() == "ANDINA-BOG"
    assert field.codes() == []  # as before, while nothing is added
    field.add.click()
    assert field.list.count() == 1
    field.code.setText("ANDINA-SOA")
    field.add.click()
    save(bench, dialog)
    assert bench.place.settings_file.read().carriers == "ANDINA-BOG,ANDINA-SOA"


def test_sharing_is_set_up_tested_and_begins_and_ends_without_a_restart(bench: Bench) -> None:
    dialog = opened(bench, SettingsPlace.SHARING)
    assert bench.desk._sharing.status is None
    assert dialog.focusWidget() is dialog.fields["relay_url"]
    dialog.sharing.test.button.click()
    assert dialog._errors.text(dialog.fields["relay_url"]).startswith("It must be ")
    assert not dialog.sharing.test.outcome.text()
    for key, value in {"site": "north", "desk": "desk one", "relay_url": NOWHERE}.items():
        dialog.fields.line(key).setText(value)
    lines = dialog.sharing.secrets()
    lines[SecretName.RELAY_USER].field.setText("ana")
    lines[SecretName.RELAY_PASSWORD].field.setText("secret")
    dialog.sharing.test.button.click()
    bench.qtbot.waitUntil(lambda: dialog.sharing.test.outcome.text().startswith("✕ "))
    save(bench, dialog)
    kept = bench.place.settings_file.read()
    assert (kept.site, kept.desk, kept.relay_url) == ("north", "desk one", NOWHERE)
    assert bench.credentials.relay_credentials(NOWHERE).password == "secret"
    status = bench.desk._sharing.status
    assert status is not None
    assert status.phase is not RelayPhase.SHARING
    bench.window.settings.open_settings(SettingsPlace.SHARING)
    dialog = bench.the(SettingsDialog)
    dialog.fields.line("relay_url").clear()
    save(bench, dialog)
    assert bench.desk._sharing.status is None


def test_each_wrong_value_is_said_beside_its_field(bench: Bench) -> None:
    dialog = opened(bench)
    wrong = {"base_url": "http://carrier.example", "receiver_path": "visitas", "relay_url": "x", "country": "Perú"}
    for key, value in wrong.items():
        dialog.fields.line(key).setText(value)
    dialog.buttons.accepted.emit()
    assert {key for key, field in dialog.fields.items() if dialog._errors.text(field)} == {*wrong}
    assert dialog.focusWidget() is dialog.fields["base_url"]
    dialog.tabs.setCurrentIndex(2)
    assert dialog.focusWidget() is dialog.fields["receiver_path"]


@pytest.mark.parametrize(("text", "minutes"), [("Save", 7), ("Discard", 10), ("Keep editing", 10)])
def test_closing_with_changes_asks(bench: Bench, text: str, minutes: int) -> None:
    dialog = opened(bench)
    field = dialog.fields["refresh_minutes"]
    assert isinstance(field, QSpinBox)
    field.setValue(7)
    answer(dialog, text)
    bench.qtbot.waitUntil(lambda: bench.place.settings_file.read().refresh_minutes == minutes)
    bench.qtbot.waitUntil(lambda: bool(bench.window.findChildren(SettingsDialog)) == (text == "Keep editing"))
    QApplication.processEvents()


def test_closing_without_changes_does_not_ask(bench: Bench) -> None:
    dialog = opened(bench)
    dialog.fields.line("country").setText("PE")
    dialog.fields.line("country").setText("")
    with bench.qtbot.waitSignal(dialog.rejected):
        dialog.reject()
    assert not dialog.findChildren(Question)
