"""The steps until notifications arrive: a card that ticks itself off, and whose buttons lead to the fields."""

from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtGui import QGuiApplication

from app.domain.reception.probing import Cause, Diagnosis
from app.domain.relay.relay_status import OtherDesks, RelayPhase, RelayStatus
from app.domain.texts import Text
from app.ui.context.places import SettingsPlace
from app.ui.notices.notices import Gravity, Notice, Topic
from app.ui.receiver.steps import Step, StepsCard
from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import RECEIVER_TOKEN, Bench
from tests.flows.test_receiver_panel import UNPROVEN, open_panel, press, ready, wait_for_chip
from tests.proxies.programs import free_port

FINE = Diagnosis(True, Cause.FINE, 200, 12, Text("Test", "It answered."))


def card(bench: Bench) -> StepsCard:
    """Return the card, once it is shown."""
    bench.qtbot.waitUntil(bench.window.steps_card.isVisible)
    return bench.window.steps_card


def wait_for_ticks(bench: Bench, *steps: Step) -> None:
    bench.qtbot.waitUntil(lambda: bench.window.steps_card.done() == list(steps))


def without_a_token(bench: Bench) -> Bench:
    ready(bench)
    bench.change_settings(receiver_port=free_port())
    bench.receiver_url = bench.desk.listen()
    return bench


def test_each_step_leads_to_its_field_and_ticks_itself_off(bench: Bench) -> None:
    steps = card(without_a_token(bench))
    assert steps.done() == []
    assert "marks no row as possibly missed" in steps.text
    assert not bench.says("No notification has arrived yet")  # once is enough
    failed = Notice(gravity=Gravity.ERROR, text="it failed")
    bench.window.banner.show_notice(Topic.DAY, failed)
    assert not steps.isVisible()  # one strip at a time
    bench.window.banner.show_notice(Topic.DAY, None)
    assert steps.isVisible()
    steps.fold(is_low=True)
    assert [step for step in Step if steps.button(step).isVisible()] == [Step.TOKEN]
    assert "token" in steps.button(Step.TOKEN).toolTip()  # what the text says, which has no room
    steps.fold(is_low=False)
    steps.button(Step.ADDRESS).click()
    dialog = bench.the(SettingsDialog)
    assert dialog.focusWidget() is dialog.fields.line("public_url")
    dialog.fields.line("public_url").setText("https://127.0.0.1:1/visitas")
    dialog.receiver.token_line.field.setText(RECEIVER_TOKEN)
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    wait_for_ticks(bench, Step.TOKEN, Step.ADDRESS)
    steps.button(Step.OUTSIDE).click()
    trial = bench.window.receiver.panel.probes.public_url
    bench.qtbot.waitUntil(lambda: trial.outcome.text().startswith("✕ "))
    bench.window.receiver.panel.close()
    assert steps.done() == [Step.TOKEN, Step.ADDRESS]  # it was not reached
    bench.desk.receiver_supervisor._url_monitor.note(FINE)
    wait_for_ticks(bench, Step.TOKEN, Step.ADDRESS, Step.OUTSIDE)
    steps.button(Step.FIRST).click()
    assert QGuiApplication.clipboard().text() == "https://127.0.0.1:1/visitas"
    assert bench.notify(7) == "stored"
    wait_for_ticks(bench, *Step)
    assert "Notifications arrive" in steps.text
    bench.window.settings.open_settings(SettingsPlace.PUBLIC_URL)
    dialog = bench.the(SettingsDialog)
    dialog.fields.line("public_url").setText("https://127.0.0.1:2/visitas")
    with bench.qtbot.waitSignal(dialog.saved):
        dialog.buttons.accepted.emit()
    wait_for_ticks(bench, Step.TOKEN, Step.ADDRESS, Step.FIRST)  # nothing came to that address yet
    wait_for_chip(bench, UNPROVEN)


def test_a_closed_card_stays_closed_and_is_found_again_in_the_panel(bench: Bench) -> None:
    press(card(without_a_token(bench)), "Close the steps")
    bench.window.receiver.refresh()
    assert not bench.window.steps_card.isVisible()
    assert not bench.says("No notification has arrived yet")
    press(open_panel(bench), "Show the steps")
    assert bench.window.steps_card.isVisible()
    assert not bench.window.receiver.panel.isVisible()
    assert bench.window.focusWidget() is bench.window.steps_card.button(Step.TOKEN)


def test_a_desk_that_has_received_shows_no_card_but_on_demand(bench: Bench) -> None:
    ready(bench).receive()
    card(bench)
    bench.notify(7)
    wait_for_ticks(bench, Step.TOKEN, Step.FIRST)
    old = bench.window
    old.settings.rebuild_asked.emit()
    bench.qtbot.waitUntil(
        lambda: bench.window.receiver.state.has_received and bool(bench.window.receiver.state.secrets)
    )
    assert not bench.window.steps_card.isVisible()
    bench.window.steps.show()
    assert bench.window.steps_card.isVisible()


def test_a_desk_whose_visits_another_one_shares_is_asked_for_nothing(bench: Bench) -> None:
    without_a_token(bench)
    steps = card(bench)
    state = bench.window.receiver.state
    now = datetime.now(UTC)
    others = OtherDesks(RelayStatus(RelayPhase.SHARING, site="s"), [("Desk 1", now)], now, now)
    bench.window.steps.follow(replace(state, others=others))
    assert not steps.isVisible()
    bench.window.steps.show()
    bench.window.steps.follow(replace(state, others=others))
    assert steps.isVisible()
