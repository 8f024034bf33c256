"""The settings of the desk's carriers and of sharing, and what is said of wrong values and of unsaved ones."""

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QSpinBox

from app.board.reading.reader import Reader
from app.domain.access.credentials import CARRIER_SECRETS, RECEIVER_SECRETS, RelayCredentials, SecretName
from app.domain.cancellation import Cancellation
from app.domain.errors import StoreError
from app.domain.relay.relay_status import RelayPhase
from app.domain.texts import Text
from app.services.diagnostics import relay_probe
from app.services.diagnostics.data_folder_checks import Check
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


def with_a_relays_user(bench: Bench) -> SettingsDialog:
    """The page of sharing, with a kept user and password."""
    bench.change_settings(relay_url=NOWHERE)
    for name in (SecretName.RELAY_USER, SecretName.RELAY_PASSWORD):
        bench.credentials.write(name, "kept", address=NOWHERE)
    dialog = opened(bench, SettingsPlace.SHARING)
    bench.qtbot.waitUntil(lambda: dialog.sharing.secrets()[SecretName.RELAY_USER].is_kept_here)
    return dialog


def test_an_nkey_is_tested_and_kept_in_place_of_user_and_password(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = with_a_relays_user(bench)
    QTest.keyClicks(dialog.sharing.secrets()[SecretName.RELAY_NKEY].field, "SUX")
    tested: list[object] = []
    monkeypatch.setattr(dialog.sharing.test, "start", lambda _values, secrets, *_: tested.append(secrets))
    dialog.sharing.test.button.click()
    assert tested == [{SecretName.RELAY_USER: "", SecretName.RELAY_PASSWORD: "", SecretName.RELAY_NKEY: "SUX"}]
    save(bench, dialog)
    assert bench.credentials.relay_credentials(NOWHERE) == RelayCredentials(nkey="SUX")


def test_the_test_of_a_relay_is_of_the_values_in_sight_and_can_be_cancelled(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Cancellation] = []

    def answer_at_once(*given: object) -> list[Check]:
        cancellation = given[-1]
        assert isinstance(cancellation, Cancellation)
        asked.append(cancellation)
        return [Check("relay", works=True, text=Text("Test", "reached"))]

    dialog = with_a_relays_user(bench)
    monkeypatch.setattr(relay_probe, "check_relay", answer_at_once)
    test, nkey = dialog.sharing.test, dialog.sharing.secrets()[SecretName.RELAY_NKEY]
    changes: list[Callable[[], None]] = [
        lambda: dialog.fields.line("site").setText("north"),
        lambda: nkey.field.setText("SUX"),
        lambda: nkey.forget.setChecked(True),
    ]
    for change in changes:
        test.button.click()
        bench.qtbot.waitUntil(lambda: test.outcome.text() == "✓ reached")
        change()
        assert test.outcome.isHidden()
    test.button.click()
    test.button.click()
    bench.qtbot.waitUntil(lambda: len(asked) == 4)
    assert [one.requested for one in asked] == [False, False, False, True]


def test_the_settings_open_while_the_facts_cannot_be_read(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.open()
    for name in ("carriers_of_desk", "reasons"):
        monkeypatch.setattr(Reader, name, Mock(side_effect=StoreError(Text("Test", "no store"))))
    bench.window.settings.open_settings()
    assert bench.the(SettingsDialog).isVisible()
    assert not bench.the(SettingsDialog).calls.isEnabled()  # they would replace those that were not read
    assert bench.the(SettingsDialog).error.text() == "no store"


def test_the_tabs_stay_in_their_places_when_another_one_is_chosen(bench: Bench) -> None:
    bench.open()
    bar = opened(bench).tabs.tabBar()
    before = [bar.tabRect(nth) for nth in range(bar.count())]
    bar.setCurrentIndex(3)
    QApplication.processEvents()
    assert [bar.tabRect(nth) for nth in range(bar.count())] == before


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


def test_at_a_start_the_keyring_is_not_asked_for_what_only_the_settings_show(bench: Bench) -> None:
    bench.open()
    bench.qtbot.waitUntil(lambda: bool(bench.window.receiver.state.secrets))
    assert set(bench.window.receiver.state.secrets) == {*CARRIER_SECRETS, *RECEIVER_SECRETS}
