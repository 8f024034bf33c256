"""The receiver's panel and chip with a real receiver, a real store and real sockets."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import httpx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QPushButton, QWidget

from app.domain.access.credentials import SecretName
from app.domain.errors import KeyringUnavailableError
from app.domain.reception.alerts import AlertKind
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.queries import View
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.ui.context.places import SettingsPlace
from app.ui.settings import saving
from app.ui.settings.forms import show_value
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.widgets.fitted_dialog import Question
from tests.flows.conftest import NOW, RECEIVER_TOKEN, Bench
from tests.proxies.programs import free_port
from tests.shown_counts import view_count
from tests.waiting import PATIENCE

UNPROVEN = "Listening on this computer only"


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


def ready(bench: Bench) -> Bench:
    bench.carrier()
    bench.trust()
    bench.open().load()
    return bench


def chip(bench: Bench) -> str:
    return bench.window.top.receiver.text()


def wait_for_chip(bench: Bench, text: str) -> None:
    bench.qtbot.waitUntil(lambda: chip(bench).startswith(text))


def wait_for_banner(bench: Bench, text: str) -> None:
    bench.qtbot.waitUntil(lambda: bench.says(text))


def wait_for_bell(bench: Bench, count: str) -> None:
    bench.qtbot.waitUntil(lambda: bench.window.top.bell.text() == count)


def press(inside: QWidget, name: str) -> None:
    """Press the button that says so, or is called so."""
    buttons = [one for one in inside.findChildren(QPushButton) if one.isVisible()]
    next(one for one in buttons if name in (one.text(), one.accessibleName())).click()


def listening(bench: Bench) -> Bench:
    """A desk with a day, which receives and says so."""
    ready(bench).receive()
    wait_for_chip(bench, UNPROVEN)
    return bench


def open_panel(bench: Bench) -> QWidget:
    bench.window.top.receiver.click()
    bench.qtbot.waitUntil(bench.window.receiver.panel.isVisible)
    return bench.window.receiver.panel


def settings_of(bench: Bench) -> SettingsDialog:
    found = bench.the(SettingsDialog)
    assert found.isVisible()
    return found


def test_without_a_configured_receiver_no_warning_is_shown(bench: Bench) -> None:
    ready(bench)
    bench.change_settings(receiver_port=free_port())
    bench.desk.listen()
    wait_for_chip(bench, "Receiver not set up")
    assert bench.window.top.receiver.property("tone") == "dim"
    assert "could not be read" in bench.window.banner.text  # of the day, not of the receiver
    open_panel(bench)
    assert bench.window.receiver.panel.title.text() == "The receiver is not set up"


def test_the_panel_says_that_no_notification_ever_arrived_until_one_does(bench: Bench) -> None:
    listening(bench)
    panel = open_panel(bench)
    assert "No notification has arrived yet" in bench.window.receiver.panel.text.text()
    bench.notify(7)
    bench.qtbot.waitUntil(lambda: "No notification" not in bench.window.receiver.panel.text.text())
    panel.close()


def test_a_rotated_token_raises_an_alert_and_loads_today_until_a_right_one_arrives(bench: Bench) -> None:
    listening(bench)
    bench.notify(6)
    bench.window.alerts.list.mark_read()
    reloads: list[object] = []
    bench.window.current_day.reload_noted.connect(lambda _day, error: reloads.append(error))
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        for header in ("Bearer rotated", "Basic rotated", "Bearer rotated", "", "Bearer rotated"):
            assert client.post(bench.receiver_url, json={}, headers={"Authorization": header}).status_code == 401
    wait_for_chip(bench, "Wrong token · since 10:00")
    assert bench.window.top.receiver.property("tone") == "bad"
    wait_for_banner(bench, "Notifications have been refused since 10:00: their token is not accepted here.")
    assert "ask the provider for the new one" in bench.window.banner.text
    bench.qtbot.waitUntil(lambda: reloads == [None])
    reported = [one.kind for one in bench.window.alerts.list.kept]
    assert reported.count(AlertKind.TOKEN_REFUSED) == 1
    open_panel(bench)
    panel = bench.window.receiver.panel
    assert panel.title.text() == "Wrong token"
    assert "ask the provider for the new one" in panel.text.text()
    bench.notice_buttons()["Enter the token"].click()
    assert settings_of(bench).receiver.isVisible()
    settings_of(bench).reject()
    bench.clock = 300
    bench.notify(7)
    wait_for_chip(bench, "Receiving")
    bench.qtbot.waitUntil(lambda: reloads == [None, None])
    bench.qtbot.waitUntil(lambda: panel.gaps.rowCount() == 1)
    wait_for_banner(bench, "Not listening from 10:00 to 10:05 (the notifications had a wrong token).")


def test_an_unreachable_public_address_is_on_the_chip_until_a_test_succeeds(bench: Bench) -> None:
    listening(bench)
    bench.change_settings(public_url="http://desk.example.org/visitas")
    bench.desk.receiver_supervisor.test_outside()
    wait_for_chip(bench, "Not reachable from outside")
    wait_for_bell(bench, "1")
    open_panel(bench)
    assert "https" in bench.window.receiver.panel.text.text()


def test_the_chip_says_that_it_receives_and_since_when(bench: Bench) -> None:
    listening(bench)
    assert chip(bench) == UNPROVEN
    bench.notify(7)
    wait_for_chip(bench, "Receiving · last 10:00")
    interface = QAccessible.queryAccessibleInterface(bench.window.top.receiver)
    assert interface.text(QAccessible.Text.Name) == "Receiver"
    assert (
        interface.text(QAccessible.Text.Description)
        == f"{chip(bench)} · last notification 10:00:00 · listening since 10:00"
    )


def test_the_panel_opens_by_key_counts_live_and_closes_by_escape(bench: Bench) -> None:
    listening(bench)
    window = bench.window
    window.top.receiver.setFocus()
    QTest.keyClick(window.top.receiver, Qt.Key.Key_Space)
    panel = window.receiver.panel
    bench.qtbot.waitUntil(panel.isVisible)
    assert panel.address.fact("url") == bench.receiver_url
    bench.notify(7)
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        answer = client.post(bench.receiver_url, json={}, headers={"Authorization": "Bearer wrong"})
    assert answer.status_code == 401
    bench.qtbot.waitUntil(lambda: panel.taken_in.fact("kept").startswith("1 "))
    bench.qtbot.waitUntil(lambda: panel.taken_in.fact("refused") == "1 × without the right token")
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_nothing_in_the_panel_shows_the_token(bench: Bench) -> None:
    listening(bench)
    panel = open_panel(bench)
    bench.qtbot.waitUntil(lambda: bench.window.receiver.panel.address.fact("token") == "✓ set")
    texts = [
        str(one.property("text") or "") + one.toolTip() + one.accessibleName() for one in panel.findChildren(QWidget)
    ]
    assert not any(RECEIVER_TOKEN in one for one in texts)


def test_the_local_test_reaches_this_receiver(bench: Bench) -> None:
    listening(bench)
    open_panel(bench)
    trial = bench.window.receiver.panel.probes.here
    trial.button.click()
    bench.qtbot.waitUntil(lambda: trial.outcome.text().startswith("✓ 200 · "))
    assert bench.window.receiver.panel.taken_in.fact("kept").startswith("0 ")


def test_the_public_test_needs_a_public_address_and_says_what_is_wrong_with_it(bench: Bench) -> None:
    listening(bench)
    open_panel(bench)
    probes = bench.window.receiver.panel.probes
    assert not probes.public_url.button.isEnabled()
    probes.missing.click()
    dialog = settings_of(bench)
    assert dialog.receiver.isVisible()
    dialog.fields.line("public_url").setText("http://desk.example.org")
    assert dialog.receiver.plain_http.isVisible()
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(probes.public_url.button.isEnabled)
    probes.public_url.button.click()
    bench.qtbot.waitUntil(lambda: probes.public_url.outcome.text().startswith("✕ "))
    assert "https" in probes.public_url.outcome.text()


def gap_row(bench: Bench) -> list[str]:
    """Return the cells of the first gap in the panel."""
    table = bench.window.receiver.panel.gaps
    cells = [table.item(0, column) for column in range(table.columnCount())]
    return [cell.text() for cell in cells if cell is not None]


def test_a_stopped_receiver_is_shown_as_an_error_until_it_is_started_again(bench: Bench) -> None:
    listening(bench)
    panel = open_panel(bench)
    press(panel, "Stop…")
    press(bench.the(Question), "Go on receiving")
    assert bench.window.receiver.is_receiving
    bench.qtbot.waitUntil(lambda: panel.findChild(Question) is None)
    press(panel, "Stop…")
    press(bench.the(Question), "Stop")
    wait_for_chip(bench, "Not listening since 10:00")
    bench.qtbot.waitUntil(lambda: gap_row(bench) == ["10:00:00", "not over yet", "", "the receiver was not running"])
    wait_for_banner(bench, "Notifications have not been received since 10:00.")
    assert bench.window.top.receiver.property("tone") == "bad"
    bench.notice_buttons()["Start the receiver"].click()
    wait_for_chip(bench, UNPROVEN)
    bench.qtbot.waitUntil(lambda: "not been received" not in bench.window.banner.text)
    bench.qtbot.waitUntil(lambda: not bench.window.receiver.is_busy)


def test_a_taken_port_is_named_and_tried_again(bench: Bench) -> None:
    bench.credentials.write(SecretName.RECEIVER_TOKEN, RECEIVER_TOKEN)
    ready(bench)
    with taken_port() as port:
        bench.change_settings(receiver_port=port)
        bench.desk.listen()
        wait_for_chip(bench, f"Port {port} taken")
        wait_for_banner(bench, "Notifications are not being received.")
    bench.notice_buttons()["Try again"].click()
    wait_for_chip(bench, UNPROVEN)


@pytest.fixture
def reopened(bench: Bench) -> Bench:
    """A desk that was closed for half an hour, and now is open and receives again."""
    bench.carrier()
    bench.trust()
    bench.open().receive()
    bench.notify(6)  # from then on a notification can be missing
    bench.clock = 1
    bench.load()
    bench.desk.stop()
    bench.clock = 30 * 60
    bench.open()
    bench.receive()
    return bench


def test_a_gap_is_reported_with_the_visits_that_may_be_missing(reopened: Bench) -> None:
    window = reopened.window
    wait_for_banner(reopened, "Not listening from 10:00 to 10:30 (Despacho was closed).")
    wait_for_banner(reopened, "The day was loaded again: ")
    missed = view_count(window.views, View.MISSED)
    assert missed > 0
    wait_for_banner(reopened, f" {missed} ")
    QTest.keyClicks(window.top.search, "zzzz")
    reopened.qtbot.waitUntil(lambda: not window.tabs.page.model.ids)
    reopened.notice_buttons()[f"Show the {missed}"].click()
    reopened.qtbot.waitUntil(lambda: len(window.tabs.page.model.ids) == missed)
    assert window.tabs.page.narrowing.view is View.MISSED


def test_a_gap_before_any_notification_ever_came_raises_no_alert(bench: Bench) -> None:
    ready(bench).receive()
    bench.desk.stop()
    bench.clock = 30 * 60
    bench.open()
    bench.receive()
    bench.load()
    bench.qtbot.waitUntil(lambda: len(bench.window.receiver.state.listening.gaps) == 1)
    assert "Not listening from" not in bench.window.banner.text
    assert not [alert for alert in bench.window.alerts.list.kept if alert.kind is AlertKind.GAP]


def test_a_closed_notice_of_a_gap_stays_closed_in_a_new_window_too(reopened: Bench) -> None:
    wait_for_banner(reopened, "Not listening from 10:00 to 10:30")
    reopened.notice_buttons("Not listening")["Close"].click()
    assert "Not listening" not in reopened.window.banner.text
    reopened.load()
    assert "Not listening" not in reopened.window.banner.text
    old = reopened.window
    old.settings.rebuild_asked.emit()
    reopened.qtbot.waitUntil(lambda: reopened.window is not old)
    wait_for_banner(reopened, "could not be read")
    assert reopened.window.receiver.panel.gaps.rowCount() == 0  # not opened yet
    open_panel(reopened)
    assert reopened.window.receiver.panel.gaps.rowCount() == 1


def test_a_gap_of_another_day_is_not_shown_on_this_one(reopened: Bench) -> None:
    wait_for_banner(reopened, "Not listening from 10:00 to 10:30")
    reopened.window.top.step(-1)
    reopened.load()
    assert reopened.window.tabs.page.model.ids
    assert "Not listening" not in reopened.window.banner.text


def test_a_gap_before_the_end_of_a_night_shift_belongs_to_the_day_before(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.change_settings(day_ends_at="08:00")
    bench.clock = -5 * 3600
    bench.open().receive()
    bench.notify(6)  # from then on a notification can be missing
    bench.clock += 1
    bench.load()
    bench.desk.stop()
    bench.clock = -3 * 3600
    bench.open().receive()
    wait_for_banner(bench, "Not listening from 05:00 to 07:00 (Despacho was closed).")
    bench.window.top.step(1)
    bench.load()
    assert bench.window.tabs.page.model.ids
    assert "Not listening" not in bench.window.banner.text


def test_changed_settings_restart_the_receiver_at_the_new_address(bench: Bench) -> None:
    ready(bench)
    bench.change_settings(receiver_port=free_port())
    bench.desk.listen()
    bench.window.settings.open_settings(SettingsPlace.RECEIVER)
    dialog = settings_of(bench)
    bench.qtbot.waitUntil(lambda: dialog.receiver.token_line.field.placeholderText() == "not set")
    port = free_port()
    show_value(dialog.fields["receiver_port"], port)
    dialog.fields.line("receiver_path").setText("/otra")
    dialog.receiver.token_line.field.setText(RECEIVER_TOKEN)
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    wait_for_chip(bench, UNPROVEN)
    bench.receiver_url = f"http://127.0.0.1:{port}/otra"
    assert bench.notify(7) == "stored"
    assert RECEIVER_TOKEN not in bench.place.settings_file.path.read_text("utf-8")
    assert RECEIVER_TOKEN not in str(bench.credentials.read(SecretName.RECEIVER_TOKEN))


def test_a_generated_token_is_shown_to_be_copied_and_accepted_once_it_is_saved(bench: Bench) -> None:
    ready(bench)
    bench.change_settings(receiver_port=free_port())
    bench.desk.listen()
    bench.window.settings.open_settings(SettingsPlace.RECEIVER_TOKEN)
    dialog = settings_of(bench)
    assert not dialog.carrier.token_line.generate.isVisible()
    line = dialog.receiver.token_line
    press(line, "Generate: Token")
    token = line.field.selectedText()
    assert (line.field.echoMode(), len(token)) == (QLineEdit.EchoMode.Normal, 43)
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    wait_for_chip(bench, UNPROVEN)
    server = bench.window.receiver.state.listening.server
    assert server is not None
    answer = httpx.post(server.url, content=b"{}", headers={"Authorization": f"Bearer {token}"}, trust_env=False)
    assert answer.status_code == 200


def test_the_tokens_are_never_shown_and_a_next_one_is_accepted_as_well(bench: Bench) -> None:
    listening(bench)
    bench.window.settings.open_settings(SettingsPlace.RECEIVER)
    dialog = settings_of(bench)
    bench.qtbot.waitUntil(lambda: "kept" in dialog.receiver.token_line.field.placeholderText())
    shown = [one.text() + one.placeholderText() for one in dialog.findChildren(QLineEdit)]
    assert not any(RECEIVER_TOKEN in one for one in shown)
    assert dialog.receiver.next_token_line.field.echoMode() is QLineEdit.EchoMode.Password
    dialog.receiver.next_token_line.field.setText("the one after")
    dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(lambda: "receiver-token-next is too short" in dialog.error.text())
    assert bench.credentials.read(SecretName.RECEIVER_TOKEN_NEXT) is None
    dialog.receiver.next_token_line.field.setText("the one after it")
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    panel = bench.window.receiver.panel
    open_panel(bench)
    bench.qtbot.waitUntil(lambda: bool(panel.address.fact("next_token")))
    wait_for_chip(bench, UNPROVEN)


def test_an_invalid_path_is_marked_in_its_field(bench: Bench) -> None:
    ready(bench)
    bench.window.settings.open_settings()
    dialog = settings_of(bench)
    assert dialog.tabs.currentIndex() == 0
    dialog.fields.line("receiver_path").setText("no path")
    dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(
        lambda: "a path that begins with /" in dialog._errors.text(dialog.fields.line("receiver_path"))
    )
    assert dialog.receiver.isVisible()
    assert dialog.fields.line("receiver_path").property("invalid") is True
    dialog.fields.line("receiver_path").setText("/path")
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    assert bench.place.settings_file.read().receiver_path == "/path"


def test_a_click_shows_the_quarantined_notifications(bench: Bench) -> None:
    listening(bench)
    assert bench.post(b"no json") == "quarantined"
    bench.notify(7)
    panel = open_panel(bench)
    bench.qtbot.waitUntil(lambda: bench.window.receiver.panel.taken_in.fact("quarantined").startswith("1 "))
    press(panel, "Look at them")
    window = bench.window
    assert window.tabs.page is window.tabs.pages[Table.NOTIFICATIONS]
    bench.qtbot.waitUntil(lambda: window.tabs.page.model.rowCount() == 1)
    assert bench.column("raw", Table.NOTIFICATIONS) == ["no json"]
    window.filtering.clear()
    window.top.step(-3)
    press(open_panel(bench), "Look at them")  # they are counted over all days
    assert window.current_day.shown_day.date == NOW.date()
    bench.qtbot.waitUntil(lambda: bench.column("raw", Table.NOTIFICATIONS) == ["no json"])


def test_settings_written_before_the_keyring_failed_stay_after_cancelling(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.open()
    restarted = Event()

    def fail(*_: object, **__: object) -> None:
        raise KeyringUnavailableError(Text("Error", "no keyring for the test"))

    monkeypatch.setattr(saving, "keep_secret", fail)
    monkeypatch.setattr(ReceiverSupervisor, "restart", lambda _receiver: restarted.set())
    bench.window.settings.open_settings(SettingsPlace.RECEIVER)
    dialog = bench.the(SettingsDialog)
    dialog.fields.line("receiver_path").setText("/aviso")
    dialog.receiver.token_line.field.setText("a-new-token-of-it")
    saved: list[object] = []
    dialog.saved.connect(saved.append)
    dialog.buttons.button(QDialogButtonBox.StandardButton.Save).click()
    bench.qtbot.waitUntil(lambda: dialog.error.isVisible() and dialog.buttons.isEnabled())
    dialog.reject()
    (question,) = dialog.findChildren(Question)  # the token was not kept
    question.reject()
    dialog.receiver.token_line.field.clear()
    dialog.fields.line("receiver_path").setText("/otro")
    dialog.reject()
    assert not saved  # this change is not written
    dialog.findChildren(Question)[-1].reject()
    dialog.fields.line("receiver_path").setText("/aviso")
    dialog.reject()
    assert len(saved) == 1
    assert bench.place.settings_file.read().receiver_path == "/aviso"
    assert restarted.wait(30)


def test_a_field_of_a_million_characters_does_not_block_the_window(bench: Bench) -> None:
    bench.open()
    bench.receive()
    assert bench.notify(1, "completada", direccion="calle " * 140_000) == "stored"
    page = bench.window.tabs.pages[Table.VISITS]
    bench.window.tabs.setCurrentWidget(page)
    bench.qtbot.waitUntil(lambda: len(page.model.ids) == 1)
    page.view.selectRow(0)
    bench.qtbot.waitUntil(lambda: any("calle" in text for text in bench.window.detail.shown_texts()))
    assert max(map(len, bench.window.detail.shown_texts())) < 3000


def test_a_found_free_port_is_kept_over_a_restart(bench: Bench) -> None:
    bench.open()
    url = bench.receive()
    bench.desk.receiver_supervisor.restart()
    assert bench.notify(1) == "stored"
    assert bench.desk.receiver_supervisor.listening(bench.rows).server.url == url  # type: ignore[union-attr]
