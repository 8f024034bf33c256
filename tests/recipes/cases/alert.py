"""The alert of the recipe, in the whole window: once until the carrier answers again."""

from app.domain.errors import CarrierUnreachableError
from app.domain.reception.alerts import AlertKind
from app.domain.texts import Text
from app.ui.help.help_dialog import HelpDialog
from tests.flows.conftest import Bench


def test_a_carrier_that_does_not_answer_raises_an_alert_once_until_it_does(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    day = bench.window.current_day.day
    assert day is not None
    away = CarrierUnreachableError(Text("Test", "No route to it."))
    raised = []
    for problem in (away, away, None, away):
        bench.clock += 1
        bench.window.current_day.note_reload(day.days[0], problem)
        raised.append([one.kind for one in bench.window.alerts.list.kept].count(AlertKind("carrier_away")))
    assert raised == [1, 1, 1, 2]
    bench.window.top.bell.click()
    line = bench.window.alerts.panel.list.item(0)
    assert "does not answer" in line.text()
    bench.window.alerts.panel.help.click()
    assert "The day could not be loaded" in bench.the(HelpDialog).manual.text.toPlainText()
