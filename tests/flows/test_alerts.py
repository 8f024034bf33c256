"""Alerts with real parts: a notification raises an alert once, and a click on it shows the row."""

from dataclasses import replace
from datetime import timedelta

import httpx
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSystemTrayIcon

from app.domain.errors import CredentialsMissingError
from app.domain.pace.alert_rules import WAYS
from app.domain.reception.alerts import AlertKind
from app.domain.reception.reception_state import ReceptionState
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.facts.quarantine_quota import QuarantineLimits, QuarantineQuota
from app.services.kept_secrets import secret_states
from app.services.maintenance.disk_space import DISK_LOW
from app.ui.context.places import SettingsPlace
from app.ui.help.help_dialog import HelpDialog
from app.ui.settings.forms import show_value
from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import NOW, Bench
from tests.waiting import PATIENCE


def ready(bench: Bench) -> Bench:
    """A desk with a day that receives, after its first alerts."""
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.receive()
    bench.qtbot.waitUntil(lambda: bench.window.state.alert_marks is not None)
    return bench


class Icon(QSystemTrayIcon):
    """An icon as a desktop with a tray shows it, which here is none; it records the calls."""

    def __init__(self, image: QIcon, parent: QObject) -> None:
        super().__init__(image, parent)
        self.said: list[str] = []

    def show(self) -> None:
        self.said.append("show")

    def hide(self) -> None:
        self.said.append("hide")

    def showMessage(self, title: str, text: str, *_: object) -> None:  # noqa: N802 - Qt's
        self.said.append(f"{title}: {text}")


class Icons(list[Icon]):
    """A desktop's tray."""

    def make(self, image: QIcon, parent: QObject) -> Icon:
        """Make an icon, and keep it to be looked at."""
        self.append(Icon(image, parent))
        return self[-1]


def with_tray(bench: Bench) -> Icons:
    """Give the desktop a tray."""
    icons = Icons()
    bench.window.alerts.tray.make_icon = icons.make
    return icons


def wish(bench: Bench, way: str, *kinds: AlertKind) -> None:
    """Have alerts of these kinds announced in this way; without any, those of each."""
    bench.window.context.settings.save({WAYS[kind]: way for kind in kinds or AlertKind})
    bench.window.receiver.note_secrets(secret_states(bench.place))


def wait_for(bench: Bench, *kinds: AlertKind) -> None:
    bench.qtbot.waitUntil(lambda: [one.kind for one in bench.window.alerts.list.kept] == list(kinds))


def choose(bench: Bench, row: int) -> None:
    """Open the list by the bell, and choose a line by keys."""
    bench.window.top.bell.click()
    panel = bench.window.alerts.panel
    assert panel.isVisible()
    panel.list.setCurrentRow(row)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert not panel.isVisible()


def send_all(bench: Bench) -> None:
    """Send something with an unknown token."""
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        answer = client.post(bench.receiver_url, json={}, headers={"Authorization": "Bearer wrong"})
    assert answer.status_code == 401


def test_a_failed_visit_raises_an_alert_that_leads_to_it(bench: Bench) -> None:
    ready(bench)
    bench.notify(1, "completada")
    bench.notify(2, "falso_flete", conductor={"nombre": "Luis Páez"})
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.top.bell.text() == "1"
    bench.window.resize(1200, 700)  # where the detail lies over the table, if it is asked for
    choose(bench, 0)
    assert bench.window.top.bell.text() == ""
    visits = bench.window.tabs.pages[Table.VISITS]
    assert bench.window.tabs.currentWidget() is visits
    bench.qtbot.waitUntil(lambda: visits.view.current_id() == 2)
    bench.qtbot.waitUntil(bench.window.detail.isVisible)


def test_a_kind_that_is_off_raises_no_alert(bench: Bench) -> None:
    ready(bench)
    wish(bench, "off", AlertKind.FAILED)
    bench.notify(2, "falso_flete")
    bench.post(b"{}")
    wait_for(bench, AlertKind.QUARANTINED)
    wish(bench, "list", AlertKind.FAILED)
    bench.notify(3, "falso_flete")
    wait_for(bench, AlertKind.QUARANTINED, AlertKind.FAILED)


def test_several_failures_are_one_alert_that_leads_to_these_visits(bench: Bench) -> None:
    number = ready(bench).column("number")[0]
    bench.notify(1, "completada")
    bench.notify(2, "falso_flete", number)
    bench.notify(3, "falso_flete")
    wait_for(bench, AlertKind.FAILED, AlertKind.FAILED)
    bench.window.top.search.setText("nothing has this")
    choose(bench, 0)
    page = bench.window.tabs.pages[Table.VISITS]
    assert bench.window.tabs.currentWidget() is page
    bench.qtbot.waitUntil(lambda: sorted(page.model.ids) == [2, 3])
    assert page.query is not None
    assert not page.query.search


def test_failures_before_the_first_start_raise_no_alert_and_those_while_closed_do(bench: Bench) -> None:
    ready(bench)
    bench.notify(1, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    state = bench.folder / "window.ini"
    bench.window.state.alert_marks = (7, 8, "")
    bench.desk.stop()
    assert "[7, 8, " in state.read_text()  # what Qt writes later would outlive the file
    state.unlink()  # as a data folder that only `despacho receive` ever wrote to
    bench.open()
    bench.qtbot.waitUntil(lambda: bench.window.state.alert_marks is not None)
    bench.receive()
    bench.notify(2, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.alerts.list.kept[0].visit_id == 2
    bench.desk.stop()
    bench.open()  # it was not looked at
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.top.bell.text() == "1"
    choose(bench, 0)
    bench.desk.stop()
    bench.open()  # somebody did
    bench.receive()
    bench.notify(3, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.alerts.list.kept[0].visit_id == 3


def test_only_the_first_request_without_the_token_raises_an_alert(bench: Bench) -> None:
    ready(bench)
    send_all(bench)
    wait_for(bench, AlertKind.REFUSED)
    bench.clock = 30
    send_all(bench)
    bench.post(b"no json")
    wait_for(bench, AlertKind.REFUSED, AlertKind.QUARANTINED)
    bench.clock = 60
    bench.desk.receiver_supervisor.restart()
    send_all(bench)
    wait_for(bench, AlertKind.REFUSED, AlertKind.QUARANTINED, AlertKind.REFUSED)
    choose(bench, 0)
    assert bench.window.receiver.panel.isVisible()


def test_more_than_is_kept_whole_of_what_is_set_aside_raises_an_alert(bench: Bench) -> None:
    ready(bench)
    bench.desk.receiver_supervisor._ingest._quota = QuarantineQuota(QuarantineLimits(10_000, 20_000, 40_000))
    for seconds in (30, 60, 90):
        bench.clock = seconds
        bench.post(b"no json" * 1000)
    wait_for(bench, AlertKind.QUARANTINED, AlertKind.SHORTENED, AlertKind.SHORTENED)
    bench.window.top.bell.click()
    assert bench.window.alerts.panel.list.item(0).text() == "Too much is set aside"
    bench.window.alerts.panel.close()
    choose(bench, 0)
    assert bench.window.tabs.currentWidget() is bench.window.tabs.pages[Table.NOTIFICATIONS]


def test_a_disk_that_is_filling_up_raises_an_alert_that_leads_to_the_manual(bench: Bench) -> None:
    ready(bench)
    bench.desk._alert_disk(DISK_LOW.filled(free=12, needed=1000))
    wait_for(bench, AlertKind.DISK)
    bench.window.top.bell.click()
    row = bench.window.alerts.panel.list.item(0)
    assert "12 MB are free" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    bench.window.alerts.panel.close()
    choose(bench, 0)
    assert bench.the(HelpDialog).isVisible()


def test_a_stopped_receiver_raises_an_alert(bench: Bench) -> None:
    ready(bench)
    bench.window.receiver.stop()
    wait_for(bench, AlertKind.NOT_RECEIVING)
    line = bench.window.alerts.panel
    bench.window.top.bell.click()
    assert "The receiver was stopped." in line.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert line.list.item(0).text() == "Reception stopped"  # the alert stays true when it receives again


def test_automatic_loads_refused_for_their_credentials_raise_one_alert(bench: Bench) -> None:
    ready(bench)
    day = bench.window.current_day.day
    assert day is not None
    for _ in range(2):
        bench.window.current_day.note_reload(day.days[0], CredentialsMissingError(Text("Test", "Not set.")))
    wait_for(bench, AlertKind.CREDENTIALS)
    choose(bench, 0)
    assert bench.the(SettingsDialog).isVisible()


def test_the_tray_icon_exists_while_messages_are_enabled(bench: Bench) -> None:
    icons = with_tray(ready(bench))
    assert icons == []
    wish(bench, "message")
    bench.qtbot.waitUntil(lambda: [one.said for one in icons] == [["show"]])
    shown = icons[0].said
    wish(bench, "list")
    bench.qtbot.waitUntil(lambda: shown == ["show", "hide"])


def test_the_tray_icon_is_removed_with_the_window(bench: Bench) -> None:
    icons = with_tray(ready(bench))
    wish(bench, "message")
    bench.qtbot.waitUntil(lambda: bool(icons))
    said = icons[0].said
    assert bench.window.close()
    assert said == ["show", "hide"]
    assert len(icons) == 1


def test_a_click_on_a_message_raises_the_window_and_shows_the_row(bench: Bench) -> None:
    icons = with_tray(ready(bench))
    wish(bench, "message")
    bench.qtbot.waitUntil(lambda: bool(icons))
    bench.notify(2, "falso_flete", conductor={"nombre": "Luis Páez"})
    wait_for(bench, AlertKind.FAILED)
    bench.window.alerts.announcer.gathering.timeout.emit()
    assert icons[0].said == ["show", "Failed visit 2: Luis Páez"]
    bench.window.showMinimized()
    icons[0].messageClicked.emit()
    assert not bench.window.isMinimized()
    visits = bench.window.tabs.pages[Table.VISITS]
    bench.qtbot.waitUntil(lambda: visits.view.current_id() == 2)


def test_a_receiver_that_fails_repeatedly_raises_one_alert_in_five_minutes(bench: Bench) -> None:
    ready(bench)
    watch, seen = bench.window.alerts.watch, bench.window.receiver.state
    assert seen is not None
    receiving = replace(seen, listening=replace(seen.listening, reception=ReceptionState.LISTENING))
    fails = replace(seen, listening=replace(seen.listening, reception=ReceptionState.FAILED, not_receiving_since=NOW))
    rung = []
    for passed in (timedelta(0), timedelta(minutes=4, seconds=59), timedelta(minutes=9, seconds=59)):
        bench.clock = passed.total_seconds()
        watch.follow_receiver(receiving)
        watch.follow_receiver(fails)
        rung.append(len(bench.window.alerts.list.kept))
    assert rung == [1, 1, 2]


def test_a_change_of_theme_keeps_the_alerts(bench: Bench) -> None:
    ready(bench)
    bench.notify(2, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    before = bench.window
    bench.change_settings(theme="dark")
    before.settings.rebuild_asked.emit()
    assert bench.window is not before
    wait_for(bench, AlertKind.FAILED)
    assert bench.window.top.bell.text() == "1"


def test_the_settings_are_saved_and_a_wrong_time_is_marked(bench: Bench) -> None:
    ready(bench)
    bench.window.settings.open_settings(SettingsPlace.ALERTS)
    dialog = bench.the(SettingsDialog)
    show_value(dialog.fields["alert_failed_as"], "both")
    dialog.alerts.quiet_from.setText("25:00")
    dialog.buttons.button(dialog.buttons.StandardButton.Save).click()
    assert "quiet_from" not in dialog.alerts.quiet_from.accessibleDescription() != ""
    assert not dialog.error.isVisible()
    assert dialog.alerts.isVisible()
    assert dialog.focusWidget() is dialog.alerts.quiet_from
    dialog.alerts.quiet_from.setText("22:00")
    dialog.alerts.quiet_until.setText("6:00")
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.button(dialog.buttons.StandardButton.Save).click()
    settings = bench.place.settings_file.read()
    assert (settings.alert_failed_as, settings.alert_reminder_as) == ("both", "list")
    assert (settings.quiet_from, settings.quiet_until) == ("22:00", "06:00")
