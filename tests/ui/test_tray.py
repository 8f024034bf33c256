"""Messages outside the window: gathered, with little personal data, and none in quiet time."""

from datetime import UTC, datetime, time, timedelta

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.domain.reception.alerts import Alert, AlertKind
from app.domain.reception.gaps import Gap, GapCause
from app.domain.settings import Settings
from app.domain.texts import Text
from app.ui.alerts.alert_controller import Announcer
from app.ui.alerts.alerts import AlertWords
from app.ui.widgets.system import Tray
from tests.ui.conftest import TODAY, formats

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


def failed(visit: int, driver: str | None = "Luis Páez") -> Alert:
    return Alert(AlertKind.FAILED, NOON, TODAY, visit, visit, driver, "Ana Castro")


GAP = Alert(AlertKind.GAP, NOON, gap=Gap(NOON - timedelta(hours=1), NOON, GapCause.ASLEEP))


class Outside:
    """Everything outside of the window: its screen, its loudspeaker, its clock, the user's wishes."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.beeps = 0
        self.at = time(12)
        self.settings = Settings(alert_failed_as="message", alert_reception_as="message")
        self.announcer = Announcer(
            self.show, AlertWords(str, formats), lambda: self.settings, lambda: self.at, self.beep
        )

    def show(self, title: str, text: str) -> None:
        self.shown.append((title, text))

    def beep(self) -> None:
        self.beeps += 1

    def time_passes(self) -> None:
        """The time until the next look is over."""
        if self.announcer.gathering.isActive():
            self.announcer.gathering.stop()
            self.announcer.gathering.timeout.emit()


@pytest.fixture
def outside(qapp: QApplication) -> Outside:
    return Outside()


def test_one_failed_visit_names_visit_and_driver_and_nothing_of_the_recipient(outside: Outside) -> None:
    outside.announcer.take([failed(123)])
    assert outside.shown == []
    outside.time_passes()
    assert outside.shown == [("Failed visit 123", "Luis Páez")]
    assert outside.announcer.announced == [failed(123)]


def test_what_comes_within_ten_seconds_is_one_message(outside: Outside) -> None:
    for visit in range(5):
        outside.announcer.take([failed(visit, f"Driver {visit}")])
    outside.time_passes()
    outside.time_passes()
    assert outside.shown == [("5 failed visit(s)", "Driver 0, Driver 1, Driver 2 and 2 more")]
    outside.announcer.take([failed(9), GAP])
    outside.time_passes()
    assert outside.shown[1:] == [("2 alert(s)", "Failed visit 9\nWithout reception for 1 h")]


def test_alerts_of_quiet_time_are_shown_afterwards_in_one_message(outside: Outside) -> None:
    outside.settings = Settings(alert_failed_as="both", quiet_from="22:00", quiet_until="06:00")
    for at, visit in ((time(23, 50), 1), (time(0, 10), 2), (time(5, 59), 3)):
        outside.at = at
        outside.announcer.take([failed(visit)])
        outside.time_passes()
    assert (outside.shown, outside.beeps) == ([], 0)
    outside.at = time(6)
    outside.time_passes()
    assert outside.shown == [("3 failed visit(s)", "Luis Páez")]
    assert outside.beeps == 1


def test_alerts_seen_in_the_window_are_not_shown_again(outside: Outside) -> None:
    outside.announcer.take([failed(1)])
    outside.announcer.forget()
    outside.time_passes()
    assert outside.shown == []


@pytest.mark.parametrize(
    ("settings", "messages", "beeps"),
    [
        (Settings(), 0, 0),
        (Settings(alert_failed_as="sound"), 0, 1),
        (Settings(alert_failed_as="message"), 1, 0),
        (Settings(alert_failed_as="both"), 1, 1),
    ],
)
def test_message_and_sound_are_enabled_separately(
    outside: Outside, settings: Settings, messages: int, beeps: int
) -> None:
    outside.settings = settings
    outside.announcer.take([failed(1)])
    outside.time_passes()
    assert (len(outside.shown), outside.beeps) == (messages, beeps)


def silent(driver: str) -> Alert:
    text = Text("Test", "{driver} has closed no visit since 11:00.").filled(driver=driver)
    return Alert(AlertKind.SILENT, NOON, TODAY, driver=driver, problem=text, of_visits=("driver", driver))


@pytest.mark.parametrize(
    ("way", "messages", "beeps"), [("list", 0, 0), ("message", 1, 0), ("sound", 0, 1), ("both", 1, 1)]
)
def test_alerts_of_a_rule_are_announced_in_its_own_way(outside: Outside, way: str, messages: int, beeps: int) -> None:
    outside.settings = Settings(alert_failed_as="both", alert_silent_as=way)
    outside.announcer.take([silent("Luis")])
    outside.time_passes()
    assert (len(outside.shown), outside.beeps) == (messages, beeps)
    assert outside.shown in ([], [("1 silent driver(s)", "Luis has closed no visit since 11:00.")])


def test_alerts_of_several_ways_are_one_message_of_those_that_are_to_be_shown(outside: Outside) -> None:
    outside.settings = Settings(alert_failed_as="message", alert_silent_as="sound", alert_route_as="both")
    route = Alert(AlertKind.ROUTE, NOON, TODAY, problem=Text("Test", "Norte fails."), of_visits=("route", "Norte"))
    outside.announcer.take([silent("Luis"), route, silent("Ana"), failed(7)])
    outside.time_passes()
    assert outside.shown == [("2 alert(s)", "Failed visit 7\nMany failures on a route")]
    assert outside.beeps == 1
    assert outside.announcer.announced == [route, failed(7)]


def test_a_desktop_without_a_tray_is_no_error(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    tray = Tray(QIcon(), window)
    asked: list[QObject] = []

    def make(_image: QIcon, parent: QObject) -> None:
        asked.append(parent)

    tray.make_icon = make
    tray.want(wanted=True)
    tray.show("title", "text")
    tray.want(wanted=False)
    assert asked == [tray]
    assert tray.findChildren(QSystemTrayIcon) == []
