"""One line under the top bar: the worst first, closed where that is allowed."""

from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.domain.days import CarrierAnswer, DayState
from app.domain.errors import (
    AddressError,
    AppError,
    CarrierAnswerError,
    CarrierStatusError,
    CarrierTimeoutError,
    CarrierUnreachableError,
    CredentialsRefusedError,
    KeyringLockedError,
)
from app.domain.reception.reception_state import ReceptionState
from app.domain.texts import Text
from app.ui.appearance.theme import LIGHT
from app.ui.context.places import HelpPlace, Page, SettingsPlace
from app.ui.notices.banner import Banner, NoticeRow
from app.ui.notices.notices import FailedLoad, Gravity, Notice, Notices, Remedies, Remedy, Topic
from app.ui.widgets.chip import Chip
from tests.ui.conftest import DAY

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


@pytest.fixture
def notices(qapp: QApplication) -> Notices:
    return Notices()


@pytest.fixture
def banner(dressed: QApplication, qtbot: QtBot) -> Banner:
    banner = Banner(LIGHT, Chip(LIGHT, "Notes of the day"))
    qtbot.addWidget(banner)
    qtbot.addWidget(banner._chip)
    return banner


def shown(banner: Banner) -> list[QPushButton]:
    rows = [row for row in banner.findChildren(NoticeRow) if not row.isHidden()]
    return [one for row in rows for one in row.findChildren(QPushButton) if not one.isHidden()]


def buttons(banner: Banner) -> list[str]:
    return [one.text() or one.accessibleName() for one in shown(banner)]


def press(banner: Banner, name: str) -> None:
    next(one for one in shown(banner) if name in (one.text(), one.accessibleName())).click()


def said(banner: Banner) -> tuple[str, list[str]]:
    """Return what the strip says, and the list behind the chip."""
    strip, *listed = banner.findChildren(NoticeRow)
    rows = [row.shown[1].text for row in (strip, *listed) if row.shown is not None and not row.isHidden()]
    assert banner._chip.isHidden() is (len(rows) == (not strip.isHidden()))
    return ("", rows) if strip.isHidden() else (rows[0], rows[1:])


def test_a_gap_that_was_made_up_for_offers_the_visits_that_may_have_missed_their_notice(notices: Notices) -> None:
    notice = notices.about_gap("10:12", "10:41", "the computer was asleep", more=0, is_made_up_for=True, missed=7)
    assert notice.text.startswith(
        "Not listening from 10:12 to 10:41 (the computer was asleep). The day was loaded again: 7 "
    )
    assert (notice.button, notice.remedy, notice.can_close) == ("Show the 7", Remedy.SHOW_MISSED, True)
    assert notice.gravity is Gravity.WARNING


@pytest.mark.parametrize(
    ("made_up_for", "missed", "gravity", "remedy"),
    [
        (True, 0, Gravity.INFO, None),
        (True, None, Gravity.INFO, None),
        (False, 7, Gravity.WARNING, Remedy.LOAD),
        (False, None, Gravity.WARNING, Remedy.LOAD),
    ],
)
def test_a_gap_is_as_grave_as_what_it_may_have_cost(
    notices: Notices, made_up_for: bool, missed: int | None, gravity: Gravity, remedy: Remedy | None
) -> None:
    notice = notices.about_gap("10:12", "10:41", "x", more=2, is_made_up_for=made_up_for, missed=missed)
    assert (notice.gravity, notice.remedy, notice.can_close) == (gravity, remedy, True)
    assert "And 2 " in notice.text


@pytest.mark.parametrize(
    ("reception", "remedy"),
    [
        (ReceptionState.STOPPED, Remedy.START_RECEIVER),
        (ReceptionState.TAKEN, Remedy.START_RECEIVER),
        (ReceptionState.FAILED, Remedy.START_RECEIVER),
        (ReceptionState.NO_TOKEN, SettingsPlace.RECEIVER_TOKEN),
    ],
)
def test_a_stopped_receiver_says_since_when_why_and_what_to_do_and_cannot_be_closed(
    notices: Notices, reception: ReceptionState, remedy: Remedy
) -> None:
    notice = notices.about_outage(reception, "10:12", "Another program listens there. End it.")
    assert notice.text == ("Notifications have not been received since 10:12. Another program listens there. End it.")
    assert (notice.gravity, notice.remedy, notice.can_close) == (Gravity.ERROR, remedy, False)
    assert notice.button


def test_the_worst_is_said_first_and_the_next_one_once_it_is_over(banner: Banner) -> None:
    banner.show_notice(Topic.DAY, Notice(Gravity.WARNING, "day"))
    banner.show_notice(Topic.GAP, Notice(Gravity.WARNING, "gap"))
    assert said(banner) == ("", ["gap", "day"])
    banner.show_notice(Topic.RECEIVER, Notice(Gravity.ERROR, "stopped"))
    assert said(banner) == ("stopped", ["gap", "day"])
    banner.show_notice(Topic.DAY, Notice(Gravity.ERROR, "not loaded"))
    assert said(banner) == ("stopped", ["not loaded", "gap"])
    banner.show_notice(Topic.RECEIVER, None)
    assert said(banner) == ("not loaded", ["gap"])
    banner.show_notice(Topic.DAY, None)
    assert said(banner) == ("", ["gap"])
    banner.show_notice(Topic.GAP, None)
    assert said(banner) == ("", [])


def test_what_failed_last_is_said_before_all_others(banner: Banner) -> None:
    def failed(minute: int, gravity: Gravity = Gravity.ERROR) -> Notice:
        return Notice(gravity, f"failed at {minute}", failed_at=NOON.replace(minute=minute))

    banner.show_notice(Topic.RECEIVER, Notice(Gravity.ERROR, "stopped"))
    banner.show_notice(Topic.DAY, failed(1, Gravity.WARNING))
    assert said(banner) == ("failed at 1", ["stopped"])
    banner.show_notice(Topic.FAILURE, failed(2))
    assert said(banner) == ("failed at 2", ["failed at 1", "stopped"])
    banner.show_notice(Topic.DAY, failed(3))
    assert said(banner) == ("failed at 3", ["failed at 2", "stopped"])
    banner.show_notice(Topic.DAY, None)
    banner.show_notice(Topic.FAILURE, None)
    assert said(banner) == ("stopped", [])


def test_the_chip_says_the_one_note_or_how_many_there_are(banner: Banner) -> None:
    banner.show_notice(Topic.DAY, Notice(Gravity.WARNING, "One cannot be read.", brief="1 shipment missing"))
    assert (banner._chip.text(), "One cannot be read." in banner._chip.accessibleDescription()) == (
        "1 shipment missing",
        True,
    )
    banner.show_notice(Topic.GAP, Notice(Gravity.WARNING, "gap"))
    assert banner._chip.text().startswith("2 note")
    banner.show_notice(Topic.DAY, None)
    assert banner._chip.text() == "Reception gap"


def test_a_click_on_the_chip_opens_the_list_and_its_remedy_closes_it(banner: Banner, qtbot: QtBot) -> None:
    for topic in Topic:
        banner.show_notice(topic, Notice(Gravity.WARNING, f"{topic}", "Show them", Remedy.SHOW_MISSED))
    banner._chip.click()
    assert banner.list.isVisible()
    assert len(shown(banner)) == 2 * len(Topic)
    with qtbot.waitSignal(banner.asked):
        press(banner, "Show them")
    assert not banner.list.isVisible()


def test_what_only_informs_comes_after_a_warning(banner: Banner) -> None:
    banner.show_notice(Topic.DAY, Notice(Gravity.WARNING, "day"))
    banner.show_notice(Topic.GAP, Notice(Gravity.INFO, "gap"))
    assert said(banner) == ("", ["day", "gap"])


def test_the_button_says_what_is_wanted_and_is_there_only_where_something_can_be_done(
    banner: Banner, qtbot: QtBot
) -> None:
    banner.show_notice(Topic.GAP, Notice(Gravity.WARNING, "gap", "Show the 7", Remedy.SHOW_MISSED))
    assert buttons(banner) == ["Show the 7", "Help"]
    with qtbot.waitSignal(banner.asked) as asked:
        press(banner, "Show the 7")
    assert asked.args == [Remedy.SHOW_MISSED]
    banner.show_notice(Topic.GAP, Notice(Gravity.INFO, "gap", can_close=True))
    assert buttons(banner) == ["Help", "Close"]


@pytest.mark.parametrize(
    ("topic", "notice", "heading"),
    [
        (Topic.NUMBERS, Notice(Gravity.WARNING, "numbers"), "visits-match-no-shipment"),
        (Topic.DAY, Notice(Gravity.ERROR, "401", "Load again", Remedy.LOAD), "the-day-could-not-be-loaded"),
        (Topic.DAY, Notice(Gravity.WARNING, "3", "Which?", Remedy.SHOW_SKIPPED), "shipments-could-not-be-read"),
    ],
)
def test_help_leads_to_what_explains_the_notice_that_is_shown(
    banner: Banner, qtbot: QtBot, topic: Topic, notice: Notice, heading: str
) -> None:
    banner.show_notice(Topic.SIGNS, Notice(Gravity.INFO, "signs"))
    banner.show_notice(topic, notice)
    with qtbot.waitSignal(banner.help_asked) as asked:
        press(banner, "Help")
    assert asked.args == [HelpPlace(Page.TROUBLESHOOTING, heading)]


def test_closing_shows_what_lay_behind_and_tells_which_was_closed(banner: Banner, qtbot: QtBot) -> None:
    banner.show_notice(Topic.FAILURE, Notice(Gravity.ERROR, "failed", can_close=True))
    banner.show_notice(Topic.GAP, Notice(Gravity.WARNING, "gap", can_close=True))
    with qtbot.waitSignal(banner.closed) as closed:
        press(banner, "Close")
    assert closed.args == [Topic.FAILURE]
    assert said(banner) == ("", ["gap"])
    press(banner, "Close")
    assert said(banner) == ("", [])


@pytest.mark.parametrize(
    ("problem", "places"),
    [
        (CredentialsRefusedError(Text("Test", "401"), 401), [SettingsPlace.CARRIER_TOKEN, None]),
        (KeyringLockedError(Text("Test", "locked")), [None]),
        (AddressError(Text("Test", "none")), [SettingsPlace.CARRIER_ADDRESS]),
        (CarrierAnswerError(Text("Test", "a web page")), [SettingsPlace.CARRIER_ADDRESS, None]),
        (CarrierUnreachableError(Text("Test", "no such host")), [None, SettingsPlace.CARRIER_ADDRESS]),
        (CarrierTimeoutError(Text("Test", "slow")), [None, SettingsPlace.TIMEOUT]),
        (CarrierStatusError(Text("Test", "500"), 500), [None]),
    ],
)
def test_a_failed_load_leads_to_the_field_to_correct_or_to_another_try(
    qapp: QApplication, problem: AppError, places: list[SettingsPlace | None]
) -> None:
    assert [place for _, place in Remedies().after(problem)] == places


def test_the_second_button_of_a_notice_asks_for_its_own_remedy(banner: Banner, qtbot: QtBot) -> None:
    port = ("Change the port", SettingsPlace.RECEIVER_PORT)
    banner.show_notice(Topic.RECEIVER, Notice(Gravity.ERROR, "taken", "Try again", Remedy.START_RECEIVER, second=port))
    assert buttons(banner) == ["Try again", "Change the port", "Help"]
    with qtbot.waitSignal(banner.asked) as asked:
        press(banner, "Change the port")
    assert asked.args == [SettingsPlace.RECEIVER_PORT]


def test_notices_that_are_written_again_and_again_leave_nothing_behind(notices: Notices) -> None:
    day = DayState(DAY, CarrierAnswer.MANIFESTS, NOON, NOON, shipments=1, gone=0)
    before = len(notices.children())
    written = [
        notices.about(day, FailedLoad(CarrierTimeoutError(Text("Error", "late")), "late"), "5 min") for _ in range(3)
    ]
    assert written[0] == written[2] is not None
    assert len(notices.children()) == before
