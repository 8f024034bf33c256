"""What the user just did answers first: a load that failed, also where notifications are not received."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from app.domain.errors import CarrierStatusError
from app.domain.texts import Text
from app.domain.views.columns import DESK_TABLES, Table
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.flows.conftest import Bench

NOT_RECEIVED = "Notifications have not been received since"
FAILED = "status 500"


@pytest.fixture
def failing() -> Iterator[ScriptedCarrier]:
    with ScriptedCarrier(says(500)) as carrier:
        yield carrier


def stop_receiving(bench: Bench) -> None:
    bench.receive()
    bench.window.receiver.stop()
    bench.qtbot.waitUntil(lambda: bench.says(NOT_RECEIVED))


def press(bench: Bench, name: str) -> None:
    bench.notice_buttons()[name].click()


@pytest.fixture
def cut_off(bench: Bench, failing: ScriptedCarrier) -> Bench:
    """A desk with a loaded day that receives no notifications, and whose carrier answers no more."""
    bench.carrier()
    bench.trust()
    bench.open().load()
    stop_receiving(bench)
    bench.change_settings(base_url=failing.url)
    bench.load()
    return bench


def test_a_failed_load_is_said_before_that_notifications_are_not_received(cut_off: Bench) -> None:
    assert cut_off.says(FAILED)
    assert cut_off.says("You see the day as loaded")
    assert cut_off.says("1 shipment could not be read and is missing here.")  # still, of what is shown
    assert len(cut_off.window.tabs.page.model.ids) == 60


def test_a_failed_load_answers_at_its_button_and_puts_the_keyboard_on_the_remedy(cut_off: Bench) -> None:
    top = cut_off.window.top
    assert cut_off.says("ANDINA-BOG, Fri 20 Nov was not loaded.")
    assert (top.load.text(), top.load.accessibleName(), top.age.text()) == ("Retry", "Load", "failed at 10:00")
    top.load.setFocus()
    cut_off.load()
    remedy = QApplication.focusWidget()
    assert isinstance(remedy, QPushButton)
    assert remedy.text() == "Retry"
    assert cut_off.window.banner.text.startswith(remedy.accessibleDescription())
    assert remedy.accessibleDescription()
    cut_off.carrier()
    cut_off.load()
    assert (top.load.text(), top.age.text()) == ("Load", "just now")


def test_once_a_load_succeeds_what_remains_is_said(cut_off: Bench) -> None:
    cut_off.carrier()
    with cut_off.qtbot.waitSignal(cut_off.window.current_day.load_ended):
        press(cut_off, "Retry")
    assert cut_off.says(NOT_RECEIVED)


def test_a_closed_notice_of_a_failed_load_stays_closed_until_the_next_one_fails(cut_off: Bench) -> None:
    press(cut_off, "Close")
    assert cut_off.says(NOT_RECEIVED)
    cut_off.window.current_day.reread()
    assert cut_off.says(NOT_RECEIVED)
    cut_off.load()
    assert cut_off.says(FAILED)


def test_an_automatic_load_that_fails_is_said_after_that_notifications_are_not_received(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    stop_receiving(bench)
    day = bench.window.current_day.day
    assert day is not None
    bench.window.current_day.note_reload(day.days[0], CarrierStatusError(Text("Test", "out of order"), 500))
    assert bench.says(NOT_RECEIVED)
    bench.window.receiver.restart()
    bench.qtbot.waitUntil(lambda: bench.says("out of order"))


def test_a_first_load_that_fails_is_said_also_where_the_table_shows_visits(
    bench: Bench, failing: ScriptedCarrier
) -> None:
    bench.trust()
    bench.change_settings(base_url=failing.url)
    bench.open()
    stop_receiving(bench)
    bench.window.tabs.setCurrentIndex(DESK_TABLES.index(Table.VISITS))
    bench.load()
    assert bench.says(FAILED)


def test_a_carrier_that_lists_nothing_more_is_said_first_as_well(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    stop_receiving(bench)
    with ScriptedCarrier(says(404)) as carrier:
        bench.change_settings(base_url=carrier.url)
        bench.load()
    assert bench.says("The carrier now lists nothing for this day.")
