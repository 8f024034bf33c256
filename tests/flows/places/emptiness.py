"""The empty states: what stands where there are no rows."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from app.domain.days import Day, Scope
from app.domain.reception.reception_state import ReceptionState
from app.domain.views.columns import Table
from app.domain.views.queries import View
from tests.flows.conftest import NOW, Bench
from tests.flows.places.ways import Place, search, settle

NOWHERE = "http://127.0.0.1:9"


def emptiness(bench: Bench) -> Iterator[Place]:
    """Yield them; the day of before is shown again at the end, and it is received again."""
    window, shown = bench.window, bench.window.current_day.shown_day
    yield from _nothing_found(bench)
    yield from _nothing_loaded(bench, shown)
    yield from _nothing_received(bench, shown)
    window.navigation.show_day(shown)
    window.tabs.setCurrentIndex(0)
    bench.settle()


def _nothing_found(bench: Bench) -> Iterator[Place]:
    search(bench, "zzz")
    settle()
    yield "nothing matches", bench.window
    bench.window.navigation.show_view(View.BACKWARDS)
    bench.settle()
    settle()
    yield "good news", bench.window
    bench.window.filtering.clear()
    bench.window.tabs.setCurrentIndex(0)


def _nothing_loaded(bench: Bench, shown: Scope) -> Iterator[Place]:
    """Yield days that were never loaded, have no manifest, or could not be loaded."""
    window, before = bench.window, shown.date - timedelta(days=400)
    window.navigation.show_day(Scope(shown.carriers, before))
    settle()
    yield "not loaded", window
    window.tabs.show_named("day")
    bench.qtbot.waitUntil(lambda: bool(window.day.page.empty.title.text()))
    settle()
    yield "no figures", window
    window.tabs.setCurrentIndex(0)
    window.situations.note_set_up(False)
    settle()
    yield "not set up", window
    window.situations.note_set_up(True)
    window.navigation.show_day(Scope((), shown.date))
    settle()
    yield "no carrier", window
    for name, carrier in (("no manifest", "SIN-PLANILLA-1"), ("empty list", "VACIA-1")):
        window.navigation.show_day(Day(carrier, shown.date))
        bench.load()
        settle()
        yield name, window
    address = bench.place.settings_file.read().base_url
    bench.change_settings(base_url=NOWHERE)
    window.navigation.show_day(Scope(shown.carriers, before))
    bench.load()
    settle()
    yield "not reachable", window
    window.navigation.show_day(shown)
    bench.load()
    settle()
    yield "not reachable any more", window
    bench.change_settings(base_url=address, carrier=shown.carriers[0])
    if bench.desk.receiver_supervisor.reception is ReceptionState.LISTENING:
        bench.load()


def _nothing_received(bench: Bench, shown: Scope) -> Iterator[Place]:
    """Yield the table of visits of a day without any, and while nothing is received."""
    window = bench.window
    window.tabs.setCurrentWidget(window.tabs.pages[Table.VISITS])
    for name, on in (("no visit that day", -400), ("no visit yet", 30)):
        window.navigation.show_day(Scope(shown.carriers, NOW.date() + timedelta(days=on)))
        bench.settle()
        settle()
        yield name, window
    for act, state in (
        (window.receiver.stop, ReceptionState.STOPPED),
        (window.receiver.restart, ReceptionState.LISTENING),
    ):
        act()
        bench.qtbot.waitUntil(partial(_is_receiving, bench, state))
        settle()
        if state is ReceptionState.STOPPED:
            yield "nothing received", window


def _is_receiving(bench: Bench, state: ReceptionState) -> bool:
    """Return whether the receiver is in a state, and the window shows it."""
    window = bench.window
    shown = window.receiver.state.listening.reception, window.situations._receiver.listening.reception
    return not window.receiver.is_busy and shown == (state, state)
