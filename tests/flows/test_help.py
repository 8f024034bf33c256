"""Help from where it is needed: a notice and an alert lead to the page and the heading that explain them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.reception.alerts import AlertKind
from app.ui.context.places import HelpPage, SettingsPlace
from app.ui.export.export_dialog import ExportDialog
from app.ui.help.help_dialog import HelpDialog
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.shift.shift_dialog import ShiftDialog
from tests.flows.conftest import Bench
from tests.flows.test_alerts import ready, wait_for


def ask(inside: QWidget, name: str) -> None:
    """Press the button for help by the keyboard."""
    button = next(one for one in inside.findChildren(QPushButton) if one.text() == name and one.isVisible())
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)


def at_the_top(dialog: HelpDialog) -> str:
    """Return the first heading that is seen of the page that is shown."""
    assert dialog.isVisible()
    assert dialog.tabs.currentIndex() == HelpPage.MANUAL
    text = dialog.manual.text
    block = text.cursorForPosition(text.viewport().rect().topLeft()).block()
    while not block.blockFormat().headingLevel():
        block = block.next()
    return block.text()


@pytest.mark.parametrize(
    ("language", "name", "heading"),
    [("en", "Help", "The day could not be loaded"), ("es", "Ayuda", "No se pudo cargar el día")],
)
def test_a_notice_leads_to_its_heading_in_the_language_of_the_window(
    bench: Bench, language: str, name: str, heading: str
) -> None:
    bench.change_settings(language=language)
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.trust(user="somebody-else")
    bench.load()
    assert bench.says("401")
    bench.notice_buttons("401")[name].click()
    dialog = bench.the(HelpDialog)
    assert at_the_top(dialog) == heading
    dialog.reject()


def test_an_alert_leads_to_its_heading(bench: Bench) -> None:
    ready(bench)
    bench.notify(2, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    bench.window.top.bell.click()
    panel = bench.window.alerts.panel
    ask(panel, "Help")
    assert not panel.isVisible()
    dialog = bench.the(HelpDialog)
    assert at_the_top(dialog) == "Acknowledge a failure"
    bench.window.activateWindow()
    bench.post(b"no json")
    wait_for(bench, AlertKind.FAILED, AlertKind.QUARANTINED)
    bench.window.top.bell.click()
    panel.list.setCurrentItem(panel.list.findItems("1 notification", Qt.MatchFlag.MatchStartsWith)[0])
    ask(panel, "Help")
    assert at_the_top(dialog) == "Notifications set aside"
    dialog.reject()


def test_without_an_alert_help_explains_what_alerts_are(bench: Bench) -> None:
    ready(bench)
    bench.window.top.bell.click()
    panel = bench.window.alerts.panel
    ask(panel, "Help")
    dialog = bench.the(HelpDialog)
    assert at_the_top(dialog) == "Alerts"
    dialog.reject()


@pytest.mark.parametrize(
    ("place", "heading"),
    [
        ("shipments", "The board and its signs"),
        ("map", "The map"),
        ("drivers", "The drivers"),
        ("day", "What the figures count"),
    ],
)
def test_the_key_of_help_opens_what_explains_the_tab_in_front(bench: Bench, place: str, heading: str) -> None:
    ready(bench)
    bench.window.tabs.show_named(place)
    QTest.keyClick(bench.window, Qt.Key.Key_F1)
    dialog = bench.the(HelpDialog)
    assert at_the_top(dialog) == heading
    dialog.reject()


def test_the_key_of_help_explains_the_calls_while_they_are_shown(bench: Bench) -> None:
    ready(bench)
    bench.notify(2, "falso_flete")
    wait_for(bench, AlertKind.FAILED)
    bench.window.calls.open()
    bench.qtbot.waitUntil(lambda: bench.window.calls.page is not None)
    QTest.keyClick(bench.window, Qt.Key.Key_F1)
    dialog = bench.the(HelpDialog)
    assert at_the_top(dialog) == "Call one recipient after another"
    dialog.reject()


def test_f1_in_a_dialog_opens_the_manual_at_its_page_over_it(bench: Bench) -> None:
    ready(bench)
    window = bench.window

    def explained(dialog: QWidget) -> str:
        dialog.activateWindow()
        bench.qtbot.waitUntil(dialog.isActiveWindow)
        QTest.keyClick(dialog, Qt.Key.Key_F1)
        bench.qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(HelpDialog)))
        help_dialog = bench.the(HelpDialog)
        heading = at_the_top(help_dialog)
        assert help_dialog.parent() is (dialog if dialog.isModal() else window)
        help_dialog.reject()
        bench.qtbot.waitUntil(lambda: not window.findChildren(HelpDialog))
        return heading

    window.settings.open_settings(SettingsPlace.SHARING)
    settings = bench.the(SettingsDialog)
    assert explained(settings) == "Connect a desk"
    settings.tabs.setCurrentIndex(1)
    assert explained(settings) == "Several carriers"
    settings.activateWindow()
    bench.qtbot.waitUntil(settings.isActiveWindow)
    QTest.keyClick(settings, Qt.Key.Key_F1)
    bench.qtbot.waitUntil(lambda: bool(window.findChildren(HelpDialog)))
    settings.reject()  # and the help over it goes
    bench.qtbot.waitUntil(lambda: not window.findChildren(HelpDialog))
    window.shift.take_over()
    shift = bench.the(ShiftDialog)
    assert explained(shift) == "Take over a shift"
    shift.reject()
    window.exporting.export_shown()
    assert explained(bench.the(ExportDialog)) == "Exports and the evening report"
    window.receiver.open_panel()
    assert explained(window.receiver.panel) == "Receive notifications"
