"""Every thread that a bug ends is restarted, and the bug is reported."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from app.credentials.credentials import Credentials, SessionVault
from app.domain.reception.alerts import AlertKind
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.reception_state import ReceptionState
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.logs.crash_reports import unhandled_errors
from app.logs.process_log import Voice
from app.threads import IMMEDIATE_RESTARTS
from tests.faults.figures import Figures, Length
from tests.faults.injected_bugs import BuggyContext, BuggyVault, BugInjector
from tests.flows.conftest import NOW, Bench
from tests.flows.conftest import bench as bench  # noqa: PLC0414 - a fixture
from tests.waiting import PATIENCE

FAULT = "supervision"


class Watched:
    """A desk whose threads are trapped, as it runs: an uncaught error is shown and reported."""

    def __init__(self, bench: Bench, stack: ExitStack) -> None:
        self.bench, self.traps = bench, BugInjector()
        bench.credentials = Credentials({}, SessionVault(), BuggyVault(self.traps))
        bench.place = BuggyContext(bench.folder, {}, bench.credentials, lambda: bench.clock, self.traps)
        stack.enter_context(bench.journal.opened(Voice.DESK))
        bench.carrier()
        bench.trust()
        bench.open()
        bench.desk.receiver_supervisor._url_monitor._every = 0.05
        stack.enter_context(unhandled_errors(bench.desk._uncaught))
        bench.receive()
        self.kept = 0

    @property
    def alerts(self) -> list[AlertKind]:
        """What the bell tells of, the oldest first."""
        return [one.kind for one in self.bench.window.alerts.list.kept]

    @property
    def reported(self) -> set[str]:
        """The names of the bugs that the bell tells of."""
        return {one.bug for one in self.bench.window.alerts.list.kept if one.bug}

    def wait(self, until: Callable[[], bool]) -> None:
        self.bench.qtbot.waitUntil(until)

    def notify(self, count: int) -> None:
        """Send so many notifications; each is answered 200."""
        for _ in range(count):
            self.kept += 1
            assert self.bench.notify(self.kept, at=f"10:{self.kept // 60:02}:{self.kept % 60:02}") == "stored"

    def end_receiver(self) -> None:
        """Have a notification end the receiver's thread: it is not answered."""
        self.traps.set("receiver")
        with pytest.raises(httpx.RemoteProtocolError):
            self.bench.notify(self.kept + 1)

    def answers(self) -> bool:
        """Whether the receiver is there."""
        with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
            try:
                return client.get(httpx.URL(self.bench.receiver_url).join("/healthz")).status_code == 200
            except httpx.TransportError:
                return False

    def lost(self) -> int:
        """Return how many of those that were answered 200 are not in the file."""
        rows = self.bench.desk._program.rows
        found = set(rows.row_ids(RowQuery(Table.VISITS, self.bench.window.current_day.shown_day), NOW.date()))
        return len(set(range(1, self.kept + 1)) - found)

    def reports(self) -> set[str]:
        """Return the names of the bugs that have a report and a line in the log."""
        log = (self.bench.journal.folder / "despacho.log").read_text(encoding="utf-8")
        reports = "".join(one.read_text(encoding="utf-8") for one in self.bench.journal.folder.glob("crash-*.txt"))
        name = re.compile(r"\w+InjectedError")
        return set(name.findall(log)) & set(name.findall(reports))


@pytest.fixture
def watched(bench: Bench) -> Iterator[Watched]:
    with ExitStack() as stack:
        yield Watched(bench, stack)
        bench.desk.stop()


def test_a_receiver_that_ends_repeatedly_is_restarted_and_reported(
    watched: Watched, figures: Figures, length: Length
) -> None:
    receiver_supervisor, each = watched.bench.desk.receiver_supervisor, length.of(5, 40)
    restarts = -1
    while receiver_supervisor.reception is not ReceptionState.FAILED and restarts <= IMMEDIATE_RESTARTS:
        watched.wait(watched.answers)
        restarts += 1
        watched.notify(each)
        watched.end_receiver()
        watched.wait(lambda: watched.answers() or receiver_supervisor.reception is ReceptionState.FAILED)
    watched.wait(lambda: AlertKind.NOT_RECEIVING in watched.alerts)
    [stopped] = [one for one in watched.bench.window.alerts.list.kept if one.kind is AlertKind.NOT_RECEIVING]
    assert "keeps ending unexpectedly" in str(stopped.problem)
    watched.wait(watched.answers)
    watched.notify(each)
    watched.wait(lambda: receiver_supervisor.reception is ReceptionState.LISTENING)
    figures.at_least("restarts at once", restarts, IMMEDIATE_RESTARTS)
    figures.at_most("restarts at once", restarts, IMMEDIATE_RESTARTS)
    figures.at_most(f"of {watched.kept} notifications answered 200: lost", watched.lost(), 0)
    watched.wait(lambda: "ReceiverInjectedError" in watched.reported)
    assert watched.reported == {"ReceiverInjectedError"}  # nor was a port left to be freed by chance
    figures.at_most("receivers that ended without a report", int("ReceiverInjectedError" not in watched.reports()), 0)


def test_every_thread_that_ends_is_reported_and_restarted(watched: Watched, figures: Figures) -> None:
    desk, traps, asked = watched.bench.desk, watched.traps, threading.Event()
    before = names()
    expected = set()

    def spring(_: object) -> None:
        traps.spring()

    for thread in ("receiver-supervisor", "public-url-monitor", "tokens", "auto-reload"):
        traps.set(thread)
        expected.add(traps.kind(thread).__name__)
        if thread == "auto-reload":
            desk._reloader.after_gap(Gap(NOW, NOW, GapCause.CLOSED))
        desk.receiver_supervisor._tokens.refresh()
        desk.receiver_supervisor._look_again()
        watched.wait(lambda: expected <= watched.reported)
    for thread, ask in (
        ("query-thread", lambda: desk._query_thread.ask("a trap", lambda _rows: traps.spring())),
        ("worker_0", lambda: desk._workers.start(lambda _report: traps.spring())),
        ("store-writer", lambda: desk._writer.submit(lambda _db: asked.wait()).add_done_callback(spring)),
    ):
        traps.set(thread)
        expected.add(traps.kind(thread).__name__)
        asked.clear()
        ask()
        asked.set()  # only now, so that the writer's own thread calls back
        watched.wait(lambda: expected <= watched.reported)
    assert names() >= before
    watched.notify(1)
    watched.bench.load()
    assert watched.bench.window.tabs.page.model.ids
    watched.wait(lambda: desk.receiver_supervisor.reception is ReceptionState.LISTENING)
    figures.at_least("threads ended by a bug, one after the other", len(expected), 7)
    figures.at_most("of them without a report", len(expected - watched.reports()), 0)


def names() -> set[str]:
    return {one.name for one in threading.enumerate()}
