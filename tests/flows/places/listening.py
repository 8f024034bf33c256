"""Places of the receiver: its panel, and the steps until notifications arrive."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.receiver_status import FirstReception, ReceiverStatus
from app.domain.reception.reception_state import ReceptionState
from app.domain.reception.refusals import Refusal
from app.domain.settings import Settings
from app.ui.receiver.receiver_panel import ReceiverPanel
from app.ui.receiver.shown_receiver import ShownReceiver
from tests.flows.conftest import NOW, Bench
from tests.flows.places.problems import REDIRECTED, other_desks
from tests.flows.places.ways import Place, close, settle, shown

_PUBLIC = Settings(public_url="https://despacho-andina-bogota.trycloudflare.example/visitas")


def listening(bench: Bench) -> Iterator[Place]:
    """Yield them."""
    yield from _steps(bench)
    yield from _panel(bench)


def _steps(bench: Bench) -> Iterator[Place]:
    window, card = bench.window, bench.window.steps_card
    window.steps.show()
    settle()
    yield "steps taken", window
    nothing = ShownReceiver(ReceiverStatus(ReceptionState.STOPPED), Settings(), {})
    states = {"steps": nothing, "steps with an address": replace(nothing, settings=_PUBLIC)}
    for name, state in states.items():
        card.show_state(state)
        settle()
        yield name, window
    card.closed.emit()
    settle()


def _panel(bench: Bench) -> Iterator[Place]:
    window = bench.window
    window.receiver.open_panel()
    panel = shown(bench, ReceiverPanel)
    yield "receiver", panel
    formats, state = window.clock.formats, window.receiver.state
    causes = list(GapCause)
    gaps = tuple(
        Gap(NOW - timedelta(hours=nth + 1), NOW - timedelta(hours=nth, minutes=20), cause)
        for nth, cause in enumerate(causes)
    )
    heard = replace(state.listening, gaps=gaps, quarantined=12)
    if heard.server is not None:
        refused = dict.fromkeys(Refusal, 1234)
        heard = replace(heard, server=replace(heard.server, last_other_path="/otra/visitas", refused=refused))
    panel.show_state(replace(state, listening=heard, settings=_PUBLIC), formats, is_busy=False)
    panel.probes.public_url._show(REDIRECTED)
    panel.probes.here._show(REDIRECTED)
    settle()
    yield "receiver with gaps", panel
    never = ReceiverStatus(ReceptionState.NO_TOKEN, first_reception=FirstReception())
    panel.show_state(ShownReceiver(never, Settings(), {}), formats, is_busy=False)
    settle()
    yield "receiver without a token", panel
    relying = [ShownReceiver(never, Settings(), {}, others) for others in other_desks()]
    panel.show_state(relying[1], formats, is_busy=False)
    settle()
    yield "receiver without the other desks", panel
    close(panel)
    for nth, one in enumerate(relying[:4]):
        window.receiver.chip.show_look(window.receiver._words.chip(one))
        settle()
        yield f"receiver of other desks {nth + 1}", window
    window.receiver.refresh()
