"""Deviations from the contract, from carrier and receiver to the page; a carrier code in another case."""

from typing import Any

from PySide6.QtWidgets import QMenu

from app.domain.days import Day
from tests.flows.conftest import Bench


def test_the_page_of_deviations_opens_from_the_menu(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    title = "What the provider sends outside the contract…"
    (action,) = [one for one in bench.window.actions() if one.text() == title]
    gear = bench.window.top.menu_button.menu().actions()
    assert [one.text() for one in gear] == ["Settings…", "Reception…", "First steps…", "Help"]
    helpful = gear[-1].menu()
    assert isinstance(helpful, QMenu)
    assert action in helpful.actions()
    action.trigger()
    page: Any = bench.window.deviations.dialog
    bench.qtbot.waitUntil(lambda: bool(page.empty.title.text()) or page.table.rowCount() > 0)
    page.close_button.click()
    bench.qtbot.waitUntil(lambda: bench.window.deviations.dialog is None)


def test_a_code_in_another_case_is_suggested_in_the_known_spelling(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    window = bench.window
    known = window.current_day.day
    assert known is not None
    window.navigation.show_day(Day("andina -bog", known.date))
    bench.qtbot.waitUntil(lambda: "Did you mean the carrier ANDINA-BOG?" in window.banner.text)
    bench.notice_buttons()["Use ANDINA-BOG"].click()
    bench.qtbot.waitUntil(lambda: window.current_day.day == known)
    assert "Did you mean" not in window.banner.text
