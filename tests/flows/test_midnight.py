"""A window that is open over midnight: it shows the new day, or offers it while the user works."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.domain.days import Scope
from app.domain.views.columns import Table
from app.domain.views.queries import View
from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import NOW, Bench

TODAY, TOMORROW = NOW.date(), NOW.date() + timedelta(days=1)
MIDNIGHT = datetime(2026, 11, 21, 5, tzinfo=UTC)
"""In Bogotá."""
OFFER = "Today is Saturday, November 21. You still see Friday, November 20."


def set_clock(bench: Bench, at: datetime) -> None:
    bench.clock = (at - NOW).total_seconds()


def hurry(bench: Bench) -> None:
    """Have the window look at the clock at once, and again and again."""
    bench.window.clock.timer.setInterval(20)


def wait_for_new_day(bench: Bench, on: date = TOMORROW) -> None:
    """Wait until the window knows that it is another day."""
    bench.qtbot.waitUntil(lambda: bench.window.tabs.pages[Table.SHIPMENTS].model.formats.today == on)


def wait_for_offer(bench: Bench) -> None:
    bench.qtbot.waitUntil(lambda: bench.says(OFFER))


def said(bench: Bench) -> str:
    return bench.window.banner.text


def button(bench: Bench) -> QPushButton:
    return bench.notice_buttons(OFFER)["Show today"]


def ready(bench: Bench) -> Bench:
    bench.carrier()
    bench.trust()
    bench.open().load()
    return bench


def offered(bench: Bench) -> Bench:
    """A window in which somebody worked over midnight."""
    ready(bench)
    set_clock(bench, MIDNIGHT - timedelta(minutes=2))
    QTest.keyClick(bench.window.windowHandle(), Qt.Key.Key_Shift)
    set_clock(bench, MIDNIGHT + timedelta(minutes=1))
    hurry(bench)
    wait_for_offer(bench)
    return bench


def test_an_idle_window_shows_the_new_day_and_keeps_its_filters(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.views.choose(View.EXCEPTIONS)
    bench.settle()
    set_clock(bench, MIDNIGHT + timedelta(minutes=1))
    hurry(bench)
    bench.qtbot.waitUntil(lambda: window.current_day.shown_day == Scope(("ANDINA-BOG",), TOMORROW))
    assert window.top.chosen_date() == TOMORROW
    assert window.tabs.page.narrowing.view is View.EXCEPTIONS
    assert "You still see" not in said(bench)
    window.views.choose(View.ALL)
    bench.qtbot.waitUntil(lambda: window.tabs.page.empty.title.text() == "This day is not loaded yet")


@pytest.mark.parametrize(
    ("zone", "midnight"),
    [
        ("America/Bogota", MIDNIGHT),
        ("America/Santiago", datetime(2026, 9, 6, 4, tzinfo=UTC)),  # the clock goes from 24:00 to 01:00
        ("America/Havana", datetime(2026, 11, 1, 4, tzinfo=UTC)),  # an hour later it is midnight once more
        ("Asia/Kathmandu", datetime(2026, 11, 20, 18, 15, tzinfo=UTC)),
    ],
)
def test_the_day_changes_with_the_sites_date_even_on_a_clock_change_at_midnight(
    bench: Bench, zone: str, midnight: datetime
) -> None:
    bench.change_settings(time_zone=zone)
    set_clock(bench, midnight - timedelta(minutes=10))
    bench.open()
    first = bench.window.clock.today()
    assert bench.window.current_day.shown_day.date == first
    set_clock(bench, midnight - timedelta(seconds=1))
    bench.window.notices.new_day.look()
    assert bench.window.current_day.shown_day.date == first
    set_clock(bench, midnight)
    hurry(bench)
    bench.qtbot.waitUntil(lambda: bench.window.current_day.shown_day.date == first + timedelta(days=1))
    set_clock(bench, midnight + timedelta(hours=2))
    bench.window.notices.new_day.look()
    assert bench.window.current_day.shown_day.date == first + timedelta(days=1)


def test_after_a_sleep_over_midnight_the_window_shows_the_new_day_when_activated(bench: Bench) -> None:
    ready(bench)
    set_clock(bench, MIDNIGHT - timedelta(minutes=2))
    QTest.keyClick(bench.window.windowHandle(), Qt.Key.Key_Shift)
    set_clock(bench, MIDNIGHT + timedelta(hours=7, days=2))
    QApplication.sendEvent(bench.window, QEvent(QEvent.Type.WindowActivate))
    assert bench.window.current_day.shown_day == Scope(("ANDINA-BOG",), TODAY + timedelta(days=3))


def test_without_a_carrier_the_date_changes_too(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.change_settings(carrier="")
    bench.open()
    set_clock(bench, MIDNIGHT)
    hurry(bench)
    bench.qtbot.waitUntil(lambda: bench.window.current_day.shown_day == Scope((), TOMORROW))


def test_an_active_user_is_offered_the_new_day(bench: Bench) -> None:
    offered(bench)
    window = bench.window
    assert window.current_day.shown_day == Scope(("ANDINA-BOG",), TODAY)
    set_clock(bench, MIDNIGHT + timedelta(hours=1))
    window.notices.new_day.look()
    assert (window.current_day.shown_day.date, bench.says(OFFER)) == (TODAY, True)
    assert button(bench).text() == "Show today"
    button(bench).click()
    assert window.current_day.shown_day == Scope(("ANDINA-BOG",), TOMORROW)
    assert "You still see" not in said(bench)


def type_a_search(bench: Bench) -> None:
    bench.window.top.search.setText("suba")


def paste_a_list(bench: Bench) -> None:
    bench.window.filtering.show_list((bench.column("number")[0], "9999"))


def open_a_dialog(bench: Bench) -> None:
    bench.window.settings.open_settings()
    bench.the(SettingsDialog)


def type_a_carrier(bench: Bench) -> None:
    bench.window.top.carrier.setEditText("ANDI")


def type_a_note(bench: Bench) -> None:
    window = bench.window
    window.tabs.page.view.selectRow(0)
    window.follow_up.write_note()
    bench.qtbot.waitUntil(window.detail.follow_up.isVisible)
    QTest.keyClicks(window.detail.follow_up.note, "Calls back")
    assert window.detail.follow_up.is_in_work


@pytest.mark.parametrize("begin", [type_a_search, paste_a_list, open_a_dialog, type_a_carrier, type_a_note])
def test_unfinished_input_keeps_the_window_on_its_day(bench: Bench, begin: Callable[[Bench], None]) -> None:
    ready(bench)
    begin(bench)
    set_clock(bench, MIDNIGHT + timedelta(hours=1))
    hurry(bench)
    wait_for_offer(bench)
    assert bench.window.current_day.shown_day == Scope(("ANDINA-BOG",), TODAY)


def test_an_older_day_stays_shown_and_today_means_the_new_day(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    window.top.step(-1)
    set_clock(bench, MIDNIGHT + timedelta(hours=1))
    hurry(bench)
    wait_for_new_day(bench)
    assert window.current_day.shown_day == Scope(("ANDINA-BOG",), TODAY - timedelta(days=1))
    assert "You still see" not in said(bench)
    window.top.step(1)
    assert "You still see" not in said(bench)
    window.top.today_button.click()
    assert window.current_day.shown_day == Scope(("ANDINA-BOG",), TOMORROW)


def test_a_closed_offer_does_not_return(bench: Bench) -> None:
    offered(bench)
    bench.notice_buttons(OFFER)["Close"].click()
    bench.window.current_day.reread()
    assert "You still see" not in said(bench)


def test_an_offer_is_over_once_another_day_is_shown(bench: Bench) -> None:
    offered(bench)
    bench.window.top.step(-1)
    assert "You still see" not in said(bench)
    bench.window.top.step(1)
    assert "You still see" not in said(bench)


def test_a_clock_set_wrong_and_right_again_does_not_change_the_day(bench: Bench) -> None:
    ready(bench)
    window = bench.window
    set_clock(bench, NOW - timedelta(days=1))
    window.notices.new_day.look()
    assert window.current_day.shown_day.date == TODAY
    assert bench.says("Today is Thursday, November 19. You still see Friday, November 20.")
    set_clock(bench, NOW)
    window.notices.new_day.look()
    assert window.current_day.shown_day.date == TODAY
    assert "You still see" not in said(bench)


def test_a_window_rebuilt_in_another_language_still_offers_the_new_day(bench: Bench) -> None:
    offered(bench)
    old = bench.window
    bench.change_settings(language="es")
    old.settings.rebuild_asked.emit()
    bench.qtbot.waitUntil(lambda: bench.window is not old)
    text = "Hoy es sábado, 21 de noviembre. En pantalla sigue el viernes, 20 de noviembre."
    bench.qtbot.waitUntil(lambda: bench.says(text))
    bench.notice_buttons(text)["Mostrar hoy"].click()
    assert bench.window.current_day.shown_day == Scope(("ANDINA-BOG",), TOMORROW)


def test_the_offer_is_visible_on_a_day_with_unreadable_shipments(bench: Bench) -> None:
    offered(bench)
    window = bench.window
    assert window.current_day.state is not None
    assert window.current_day.state.skipped
    assert "could not be read" in window.banner.text


def test_a_zone_of_the_site_in_which_it_is_another_date_brings_the_new_day(bench: Bench) -> None:
    ready(bench)
    set_clock(bench, MIDNIGHT - timedelta(minutes=30))
    bench.change_settings(time_zone="America/Santiago")  # as `despacho settings set` in a terminal does
    bench.desk._follow_others()
    bench.qtbot.waitUntil(lambda: bench.window.current_day.shown_day == Scope(("ANDINA-BOG",), TOMORROW))
    assert bench.window.context.formats.today == TOMORROW
