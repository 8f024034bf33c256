"""The bell counts unread alerts; its list works with keys alone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from app.domain.reception.alerts import Alert, AlertKind
from app.ui.alerts.alert_controller import Bell
from app.ui.alerts.alerts import MOST, Alerts, AlertWords
from app.ui.alerts.alerts_panel import AlertsPanel
from app.ui.appearance.theme import LIGHT
from app.ui.context.window_context import WindowContext
from app.ui.settings.forms import SettingFields, show_value, value_of
from app.ui.settings.settings_groups import AlertSettings
from tests.ui.conftest import TODAY, formats

NOON = datetime(2026, 11, 20, 17, 2, tzinfo=UTC)


def failed(visit: int, minutes: float = 0) -> Alert:
    return Alert(
        AlertKind.FAILED, NOON + timedelta(minutes=minutes), TODAY, visit, visit, "Luis Páez", "<b>Ana</b> Castro"
    )


@pytest.fixture
def alerts(qapp: QApplication) -> Alerts:
    return Alerts()


@pytest.fixture
def panel(alerts: Alerts, dressed: QApplication, qtbot: QtBot) -> Iterator[AlertsPanel]:
    window = QWidget()
    qtbot.addWidget(window)
    bell = Bell(LIGHT)
    bell.setParent(window)
    window.show()
    panel = AlertsPanel(alerts, AlertWords(str, formats), LIGHT, bell, window)
    yield panel
    panel.close()


def received(panel: AlertsPanel) -> list[str]:
    """What a screen reader says of each line."""
    interface = QAccessible.queryAccessibleInterface(panel.list)
    assert interface.text(QAccessible.Text.Name) == "Alerts"
    return [interface.child(row).text(QAccessible.Text.Name) for row in range(interface.childCount())]


def test_the_bell_is_called_alerts_and_says_how_many(dressed: QApplication, qtbot: QtBot) -> None:
    bell = Bell(LIGHT)
    qtbot.addWidget(bell)
    interface = QAccessible.queryAccessibleInterface(bell)
    assert interface.text(QAccessible.Text.Name) == "Alerts"
    assert (bell.text(), interface.text(QAccessible.Text.Description)) == ("", "Alerts: none unread")
    bell.show_unread(3)
    assert (bell.text(), interface.text(QAccessible.Text.Description)) == ("3", "3 unread alert(s)")
    bell.show_unread(1000)
    assert bell.text() == "99+"


def test_lines_say_what_who_and_when_the_latest_first(alerts: Alerts, panel: AlertsPanel) -> None:
    alerts.add([failed(1), failed(2, 3), failed(7, 20)])
    panel.open_under_bell()
    assert received(panel) == [
        "Failed: <b>Ana</b> Castro, Luis Páez, 12:22, unread",
        "2 failed visit(s), Luis Páez, 12:02–12:05, unread",
    ]


def test_the_first_alert_of_an_open_panel_gets_the_keyboard(alerts: Alerts, panel: AlertsPanel) -> None:
    panel.open_under_bell()
    assert panel.focusWidget() is panel.settings
    alerts.add([failed(1)])
    assert panel.focusWidget() is panel.list
    panel.help.setFocus()
    alerts.add([failed(2, 3)])
    assert panel.focusWidget() is panel.help


def test_a_number_that_is_wider_than_the_list_takes_more_lines(alerts: Alerts, panel: AlertsPanel) -> None:
    for hours, number in enumerate(("1234567890" * 16, "1234567890")):
        at = NOON + timedelta(hours=hours)
        alerts.add(Alert(AlertKind.REMINDER, at, TODAY, number=one) for one in (number, f"2{number}"))
    panel.open_under_bell()
    line = panel.fontMetrics().lineSpacing()
    assert panel.list.sizeHintForRow(1) >= panel.list.sizeHintForRow(0) + 3 * line


def test_keys_move_and_choose_and_what_was_seen_is_read(alerts: Alerts, panel: AlertsPanel, qtbot: QtBot) -> None:
    alerts.add([failed(1), failed(7, 20)])
    panel.open_under_bell()
    assert alerts.unread == 2
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.chosen) as chosen:
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert chosen.args == [(failed(1),)]
    assert not panel.isVisible()
    assert alerts.unread == 0
    panel.open_under_bell()
    assert not any("unread" in line for line in received(panel))
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_what_comes_while_the_list_is_open_is_in_it_and_the_cursor_stays(alerts: Alerts, panel: AlertsPanel) -> None:
    alerts.add([failed(1)])
    panel.open_under_bell()
    alerts.mark_read()
    assert alerts.unread == 0
    alerts.add([failed(7, 20)])
    assert [line.endswith("unread") for line in received(panel)] == [True, False]
    assert panel.list.currentRow() == 1


def test_the_list_without_alerts_says_so(panel: AlertsPanel) -> None:
    panel.open_under_bell()
    assert panel.empty.isVisible()
    assert not panel.list.isVisible()


def test_an_alert_is_kept_once_and_of_many_the_latest(alerts: Alerts, qtbot: QtBot) -> None:
    alerts.add([failed(1)])
    with qtbot.assertNotEmitted(alerts.added):
        alerts.add([failed(1)])
    assert alerts.unread == 1
    alerts.add([failed(visit, visit) for visit in range(2, MOST + 50)])
    assert (len(alerts.kept), alerts.unread) == (MOST, MOST)
    assert alerts.kept[-1].visit_id == MOST + 49


def test_another_window_takes_over_what_is_read_and_what_is_not(alerts: Alerts) -> None:
    alerts.add([failed(1)])
    alerts.mark_read()
    alerts.add([failed(7, 20)])
    other = Alerts()
    other.take_over(alerts)
    assert [is_new for _, is_new in other.lines()] == [True, False]


def test_the_settings_page_reads_back_what_it_shows(
    context: WindowContext, dressed: QApplication, qtbot: QtBot
) -> None:
    fields = SettingFields(context)
    page = AlertSettings(fields, has_tray=False)
    qtbot.addWidget(page)
    page.show()
    wanted = {
        "alert_failed_as": "message",
        "alert_reminder_as": "both",
        "alert_reception_as": "off",
        "alert_set_aside_as": "list",
        "alert_program_as": "sound",
        "alert_silent_minutes": 45,
        "alert_silent_as": "both",
        "alert_promise_at": "16:00",
        "alert_promise_as": "message",
        "alert_route_percent": 0,
        "alert_route_as": "list",
        "alert_not_loaded_minutes": 20,
        "alert_not_loaded_as": "sound",
        "quiet_from": "22:00",
        "quiet_until": "06:00",
        "smtp_server": "mail.example.com:587",
        "smtp_user": "desk",
        "smtp_from": "desk@example.com",
        "alert_mail_to": "ana@example.com,luis@example.com",
    }
    for key, field in fields.items():
        show_value(field, wanted[key])
    assert {key: value_of(field) for key, field in fields.items()} == wanted
    route = fields["alert_route_percent"]
    assert isinstance(route, QSpinBox)
    assert route.text() == "off"
    assert page.no_tray.isVisible()
    assert not page.test.isEnabled()
    assert not page.half.isVisible()
    page.quiet_until.clear()
    assert page.half.isVisible()
