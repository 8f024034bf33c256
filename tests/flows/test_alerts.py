"""Alerts with real parts: what the receiver takes in rings the bell, once, and a click goes there."""

import httpx
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.desk.settings_dialog import SettingsDialog
from app.domain.alerts import AlertKind
from app.domain.columns import Table
from app.domain.errors import CredentialsMissingError
from app.domain.queries import View
from app.domain.texts import Text
from tests.flows.conftest import Bench

SOON = 15_000  # ms; a heartbeat is 5 s


def ready(bench: Bench) -> Bench:
    """A desk with a day, which hears, and has told of all that was before."""
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.receive()
    bench.qtbot.waitUntil(lambda: bench.window.state.alerts_told() is not None)
    return bench


def wait_for(bench: Bench, *kinds: AlertKind) -> None:
    bench.qtbot.waitUntil(lambda: [one.kind for one in bench.window.alerts.list.kept] == list(kinds), timeout=SOON)


def choose(bench: Bench, row: int) -> None:
    """Open the list by the bell, and choose a line by keys."""
    bench.window.top.bell.click()
    panel = bench.window.alerts.panel
    assert panel.isVisible()
    panel.list.setCurrentRow(row)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert not panel.isVisible()


def knock(bench: Bench) -> None:
    """Send something with a token that nobody knows."""
    with httpx.Client(trust_env=False) as client:
        answer = client.post(bench.receiver_url, json={}, headers={"Authorization": "Bearer wrong"})
    assert answer.status_code == 401


def test_a_failed_visit_rings_and_its_line_leads_to_it(bench: Bench) -> None:
    ready(bench)
    bench.notify(1, "completada")
    bench.notify(2, "falso_flete", conductor={"nombre": "Luis Páez"})
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.top.bell.text() == "1"
    choose(bench, 0)
    assert bench.window.top.bell.text() == ""
    visits = bench.window.pages[Table.VISITS]
    assert bench.window.tabs.currentWidget() is visits
    bench.qtbot.waitUntil(lambda: visits.view.current_id() == 2)


def test_several_failures_are_one_line_that_leads_to_what_is_to_be_attended_to(bench: Bench) -> None:
    number = ready(bench).column("number")[0]
    bench.notify(2, "falso_flete", number)
    bench.notify(3, "falso_flete")
    wait_for(bench, AlertKind.FAILED, AlertKind.FAILED)
    bench.window.top.search.setText("nothing has this")
    choose(bench, 0)
    page = bench.window.pages[Table.SHIPMENTS]
    bench.qtbot.waitUntil(lambda: page.chosen_view is View.TO_ATTEND)
    assert page.query is not None
    assert not page.query.search


def test_failures_without_shipments_lead_to_the_visits_to_attend_to(bench: Bench) -> None:
    ready(bench)
    for visit in (2, 3):
        bench.notify(visit, "falso_flete")
    wait_for(bench, AlertKind.FAILED, AlertKind.FAILED)
    choose(bench, 0)
    page = bench.window.pages[Table.VISITS]
    bench.qtbot.waitUntil(lambda: page.chosen_view is View.TO_ATTEND_VISITS)


def test_what_came_before_the_first_start_alerts_nobody_and_what_came_while_it_was_closed_does(bench: Bench) -> None:
    ready(bench)
    bench.notify(1, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    bench.desk.stop()
    (bench.folder / "window.ini").unlink()  # as a data folder that only `despacho receive` ever wrote to
    bench.open()
    bench.qtbot.waitUntil(lambda: bench.window.state.alerts_told() is not None)
    bench.receive()
    bench.notify(2, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.alerts.list.kept[0].visit_id == 2
    bench.desk.stop()
    bench.open()  # nobody looked at it
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.top.bell.text() == "1"
    choose(bench, 0)
    bench.desk.stop()
    bench.open()  # somebody did
    bench.receive()
    bench.notify(3, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.alerts.list.kept[0].visit_id == 3


def test_the_first_sender_without_the_token_rings_and_the_next_ones_do_not(bench: Bench) -> None:
    ready(bench)
    knock(bench)
    wait_for(bench, AlertKind.REFUSED)
    bench.clock = 30
    knock(bench)
    bench.post(b"no json")
    wait_for(bench, AlertKind.REFUSED, AlertKind.QUARANTINED)
    bench.clock = 60
    bench.desk.ears.restart()
    knock(bench)
    wait_for(bench, AlertKind.REFUSED, AlertKind.QUARANTINED, AlertKind.REFUSED)
    choose(bench, 0)
    assert bench.window.receiver.panel.isVisible()


def test_a_receiver_that_was_stopped_rings(bench: Bench) -> None:
    ready(bench)
    bench.window.receiver.stop()
    wait_for(bench, AlertKind.DEAF)
    line = bench.window.alerts.panel
    bench.window.top.bell.click()
    assert "The receiver was stopped." in line.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_day_that_no_longer_loads_by_itself_for_its_credentials_rings_once(bench: Bench) -> None:
    ready(bench)
    day = bench.window.keeper.day
    assert day is not None
    for _ in range(2):
        bench.window.keeper.note_reload(day, CredentialsMissingError(Text("Test", "Not set.")))
    wait_for(bench, AlertKind.CREDENTIALS)
    choose(bench, 0)
    assert bench.the(SettingsDialog).isVisible()


def test_another_theme_keeps_the_alerts(bench: Bench) -> None:
    ready(bench)
    bench.notify(2, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    before = bench.window
    bench.set_up(theme="dark")
    before.rebuild_asked.emit()
    assert bench.window is not before
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.top.bell.text() == "1"


def test_the_settings_are_saved_and_a_wrong_hour_is_pointed_at(bench: Bench) -> None:
    ready(bench)
    bench.window.set_up.open_settings(at_alerts=True)
    dialog = bench.the(SettingsDialog)
    dialog.alerts.failed.setChecked(True)
    dialog.alerts.quiet_from.setText("25:00")
    dialog.buttons.button(dialog.buttons.StandardButton.Save).click()
    assert dialog.error.isVisible()
    assert dialog.tabs.currentWidget() is dialog.alerts
    dialog.alerts.quiet_from.setText("22:00")
    dialog.alerts.quiet_until.setText("6:00")
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.button(dialog.buttons.StandardButton.Save).click()
    settings = bench.place.settings_file.read()
    assert (settings.alert_failed, settings.alert_sound) == (True, False)
    assert (settings.quiet_from, settings.quiet_until) == ("22:00", "06:00")
