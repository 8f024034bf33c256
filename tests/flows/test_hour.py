"""A dispatcher's hour in the window, from the first steps to the second start, on whatever system this is."""

from pathlib import Path

import httpx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.views.queries import View
from app.ui.shift.end_page import EndPage
from tests.flows.conftest import Bench
from tests.flows.test_calls import numbers, opened, press
from tests.flows.test_export import export_to, table
from tests.flows.test_first_steps import at_first_start, fill, wait_for_outcome
from tests.flows.test_follow_ups import card, choose, fail, pick, to_attend
from tests.flows.test_shift import PHRASE, dialog, do
from tests.flows.test_shift import choose as choose_folder

FAILED = (7, 8)
"""The visits of the hour, as `fail` numbers them."""


def test_an_hour_of_a_dispatcher_is_whole_after_a_second_start(bench: Bench, tmp_path: Path) -> None:
    loaded = first_steps(bench)
    out = [
        number
        for number, status in zip(bench.column("number"), bench.column("shown_status"), strict=True)
        if status == "Out for delivery"
    ]
    failed = out[: len(FAILED)]
    bench.receive()
    fail(bench, *failed)
    attend(bench, failed[0])
    call_the_next(bench)
    exported = table(export_to(bench, "día.csv", whole=True))
    assert len(exported) == loaded
    end_shift(bench, tmp_path)
    stop(bench)
    bench.open()
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == loaded)
    pick(bench, failed[0])
    assert (card(bench).reason.currentText(), card(bench).note.text) == ("Recipient absent", "bell is broken")
    assert not card(bench).acknowledge.isVisible()
    stop(bench)


def first_steps(bench: Bench) -> int:
    """Enter what the carrier gave, and load the day; return the number of its shipments."""
    url = bench.carrier()
    assistant = at_first_start(bench)
    fill(assistant, url)
    wait_for_outcome(bench, assistant, "✓ 200")
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        assistant.save.click()
    bench.settle()
    bench.qtbot.waitUntil(lambda: bench.window.tabs.page.model.ids != [])
    return len(bench.window.tabs.page.model.ids)


def attend(bench: Bench, number: str) -> None:
    """Write down why a delivery failed, and close the case."""
    before = bench.rows.view_counts(bench.window.current_day.shown_day, bench.window.clock.today())[View.TO_ATTEND]
    bench.window.tabs.page.show_view(View.TO_ATTEND)
    bench.qtbot.waitUntil(lambda: number in bench.column("number"))
    pick(bench, number)
    choose(bench, "reason", "Recipient absent")
    card(bench).note.setFocus()
    QTest.keyClicks(card(bench).note, "bell is broken")
    card(bench).acknowledge.click()
    to_attend(bench, before - 1)
    bench.window.filtering.clear()


def call_the_next(bench: Bench) -> None:
    """Call whom the queue names first, and say that the recipient was absent."""
    calls = opened(bench)
    first = numbers(bench)
    press(calls, Qt.Key.Key_3)
    bench.qtbot.waitUntil(lambda: numbers(bench) != first)
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    bench.window.calls.close()
    called = bench.rows.shipment(bench.row_id(bench.column("number").index(first[0])))
    assert called is not None
    assert called.follow_up is not None
    assert called.follow_up.reason == "absent"


def end_shift(bench: Bench, folder: Path) -> None:
    """Save the shift's files for the next desk."""
    do(bench, "End shift…")
    ending = dialog(bench, EndPage)
    bench.qtbot.waitUntil(ending.main.isEnabled)
    ending.phrase.field.setText(PHRASE)
    ending.main.click()
    choose_folder(bench, folder, ending)
    bench.qtbot.waitUntil(ending.open_folder.isVisible)
    assert list(folder.glob("Shift *.json"))
    ending.buttons.rejected.emit()


def stop(bench: Bench) -> None:
    """Close the desk; its receiver's port is free then."""
    bench.desk.stop()
    with pytest.raises(httpx.ConnectError):
        bench.notify(FAILED[0])
