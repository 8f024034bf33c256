"""A notice says that the numbers of a day do not match, or that no notification can be missing."""

from app.domain.views.columns import Table
from app.domain.views.queries import View
from tests.flows.conftest import Bench
from tests.shown_counts import view_count

BEFORE = "The day was last loaded before notifications were received here"


def ready(bench: Bench) -> Bench:
    bench.carrier()
    bench.trust()
    bench.open()
    bench.receive()
    bench.notify(1, "completada", "elsewhere")
    bench.load()
    return bench


def test_visits_that_match_no_shipment_are_reported_with_examples(bench: Bench) -> None:
    ready(bench)
    numbers = bench.column("number")[:2]
    bench.notify(2, "completada", f"00{numbers[0]}", at="10:06:00")
    bench.notify(3, "completada", f"00{numbers[1]}", at="10:07:00")
    banner = bench.window.banner
    bench.qtbot.waitUntil(lambda: "3 of 3 visits match no shipment of the day." in banner.text)
    for number in numbers:
        assert f"00{number} / {number}" in banner.text
    bench.notice_buttons()["Show these visits"].click()
    bench.qtbot.waitUntil(lambda: bench.window.tabs.page.table is Table.VISITS)
    assert bench.window.tabs.page.narrowing.view is View.NO_SHIPMENT


def test_a_few_visits_that_match_no_shipment_are_not_reported(bench: Bench) -> None:
    ready(bench)
    for visit, number in enumerate(bench.column("number")[:3], 2):
        bench.notify(visit, "completada", number, at=f"10:0{visit}:00")
    with bench.qtbot.waitSignal(bench.window.live.outdated):
        bench.notify(9, "completada", "nowhere", at="10:09:00")
    bench.qtbot.waitUntil(lambda: view_count(bench.window.views, View.NO_SHIPMENT) == 2)
    bench.qtbot.waitUntil(lambda: "match no shipment" not in bench.window.banner.text)  # it spoke of the one of before


def test_a_day_loaded_before_the_first_notification_says_so_until_it_is_loaded_again(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.clock += 1
    bench.receive()
    bench.notify(7, "completada", bench.column("number")[0])
    bench.qtbot.waitUntil(lambda: bench.says(BEFORE))
    bench.clock += 60
    bench.notice_buttons(BEFORE)["Load again"].click()
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        pass
    assert not bench.says(BEFORE)
