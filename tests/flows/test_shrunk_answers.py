"""An answer that lists less than the one before, or nothing: the window says so, and keeps the rows."""

import json
from collections.abc import Callable

from app.domain.views.columns import Table
from app.domain.views.queries import View
from tests.carrier.scripted_carrier import Script, ScriptedCarrier, says
from tests.flows.conftest import Bench
from tests.shown_counts import view_count

WHOLE, LESS = ((5001, 30), (5002, 30)), ((5001, 20), (5002, 28))
DROPPED = "12 of 60 shipments are no longer listed: manifests 5001, 5002"
DOUBTED = (
    "The carrier now lists nothing for this day. You see its 60 shipments as loaded just now, until another answer "
    "agrees."
)
CONFIRMED = "The carrier lists nothing for this day any more: 60 shipments are no longer listed."


def answer(*manifests: tuple[int, int]) -> Script:
    """Answer with so many shipments in each manifest, of the same numbers each time."""
    listed = [
        {"idPlanillaReparto": number, "envios": [{"numero": f"{number}-{nth}"} for nth in range(count)]}
        for number, count in manifests
    ]
    return says(200, json.dumps(listed).encode())


def load(bench: Bench, script: Script) -> None:
    with ScriptedCarrier(script) as carrier:
        bench.change_settings(base_url=carrier.url)
        bench.clock += 1
        bench.load()


def ready(bench: Bench, *scripts: Script) -> Bench:
    bench.trust()
    bench.change_settings(base_url="http://127.0.0.1:9")
    bench.open()
    for script in scripts:
        load(bench, script)
    return bench


def said(bench: Bench) -> str:
    return bench.window.banner.text


def buttons(bench: Bench) -> dict[str, Callable[[], None]]:
    return {name: button.click for name, button in bench.notice_buttons().items()}


def test_a_drop_is_reported_and_leads_to_the_missing_shipments(bench: Bench) -> None:
    ready(bench, answer(*WHOLE))
    assert said(bench) == ""
    load(bench, answer(*LESS))
    assert said(bench) == DROPPED
    load(bench, answer(*LESS))
    assert said(bench) == DROPPED
    buttons(bench)["Show them"]()
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 12)
    assert bench.window.tabs.page.narrowing.view is View.GONE
    load(bench, answer(*WHOLE))
    assert said(bench) == ""


def test_a_closed_notice_of_unreadable_shipments_returns_only_for_others(bench: Bench) -> None:
    def unreadable(count: int) -> Script:
        envios = [{"numero": "5001-0"}, *range(count)]
        return says(200, json.dumps([{"idPlanillaReparto": 5001, "envios": envios}]).encode())

    ready(bench, unreadable(1))
    assert said(bench) == "1 shipment could not be read and is missing here."
    buttons(bench)["Close"]()
    load(bench, unreadable(1))
    assert said(bench) == ""
    load(bench, unreadable(2))
    assert said(bench) == "2 shipments could not be read and are missing here."


def test_a_dismissed_drop_is_not_reported_again_and_a_further_one_is(bench: Bench) -> None:
    ready(bench, answer(*WHOLE), answer(*LESS))
    buttons(bench)["Close"]()
    assert said(bench) == ""
    load(bench, answer(*LESS))
    assert said(bench) == ""
    old = bench.window
    bench.change_settings(language="es")
    old.settings.rebuild_asked.emit()
    bench.qtbot.waitUntil(lambda: bench.window is not old)
    bench.settle()
    assert said(bench) == ""
    load(bench, answer((5002, 28)))
    assert said(bench) == "20 de 48 envíos ya no figuran: planilla 5001"


def test_an_empty_answer_after_a_good_day_keeps_the_rows_until_the_next_one_confirms_it(bench: Bench) -> None:
    ready(bench, answer(*WHOLE), says(404))
    assert said(bench) == DOUBTED
    assert len(bench.window.tabs.page.model.ids) == 60
    assert view_count(bench.window.views, View.GONE) == 0
    load(bench, says(503))
    assert "503" in said(bench)
    with ScriptedCarrier(says(200, b"[]")) as carrier:
        bench.change_settings(base_url=carrier.url)
        bench.clock += 1
        with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
            buttons(bench)["Retry"]()
    assert said(bench) == CONFIRMED
    bench.qtbot.waitUntil(lambda: view_count(bench.window.views, View.GONE) == 60)
    assert len(bench.window.tabs.page.model.ids) == 60
    load(bench, answer(*WHOLE))
    assert said(bench) == ""
    bench.qtbot.waitUntil(lambda: view_count(bench.window.views, View.GONE) == 0)


def test_a_good_load_ends_the_doubt(bench: Bench) -> None:
    ready(bench, answer(*WHOLE), says(200, b"[]"))
    assert said(bench) == DOUBTED
    load(bench, answer(*WHOLE))
    assert said(bench) == ""
    load(bench, says(404))
    assert said(bench) == DOUBTED
    assert len(bench.column("number", Table.SHIPMENTS)) == 60
