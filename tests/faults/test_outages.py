"""A day with outages: each row of the desk is right, or carries a sign of doubt."""

import heapq
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from queue import Queue
from threading import Event
from uuid import uuid4

import httpx
import pytest

from app.board.reading.reader import Reader
from app.credentials.credentials import Credentials, SessionVault
from app.demo.carrier_server import CarrierServer
from app.demo.day.day import DayPlan, generate
from app.demo.day.day_schedule import Closing
from app.demo.day.notification import Envelope, envelopes
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials, SecretName
from app.domain.board.signs import DOUBTS, Sign
from app.domain.cancellation import Cancellation
from app.domain.contract.statuses import STATUS_IDS, State
from app.domain.days import Day
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.reception_state import ReceptionState
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.domain.views.sign_texts import signs_of
from app.services.app_context import AppContext, endpoint_of, zone_of
from app.services.loading.load_day import load_day
from app.services.receiving.heartbeat import SHORTEST_GAP, Reading
from app.services.receiving.receiver_log import ReceiverEvents
from app.services.receiving.receiver_supervisor import ReceiverSupervisor, Timing
from app.services.receiving.restarted_server import ListenAddress
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.faults.figures import Figures
from tests.waiting import PATIENCE

FAULT = "a whole day of random outages"
START = datetime(2026, 11, 20, 13, tzinfo=UTC)  # eight in the morning at the site
OPTIONS = DayOptions(shipments=150, per_minute=2)
CARRIER = CarrierCredentials(str(uuid4()), "ana")
TOKEN = "a-token-of-the-test"
ATTEMPTS = (0.0, 5.0, 25.0)  # seconds after the change, by the contract
STEP = 10.0
REFRESH = 1200.0

# When the tunnel is down, and when and why the desk does not listen, in seconds after the start.
TUNNEL_DOWN = ((300.0, 520.0), (2300.0, 2310.0), (2700.0, 3000.0))
DESK_AWAY = ((700.0, 1100.0, GapCause.CLOSED), (1500.0, 1660.0, GapCause.ASLEEP), (2400.0, 2404.0, GapCause.CLOSED))


@dataclass(frozen=True)
class Site(AppContext):
    """An AppContext whose clock the test turns."""

    hands: list[Reading] = field(default_factory=lambda: [Reading(0.0, 0.0)])

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds)

    @property
    def seconds(self) -> float:
        """How many have passed since the start."""
        return self.hands[-1].elapsed

    def read(self) -> Reading:
        return self.hands[-1]

    def turn(self, seconds: float, *, asleep: bool) -> None:
        """Let time pass, all at once; the heartbeat continues."""
        last = self.hands[-1]
        self.hands.append(Reading(last.elapsed + seconds, last.awake + (0.0 if asleep else seconds)))


class Day150:
    """The sender, the tunnel and the desk of one day."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.place = Site(folder, {}, Credentials({}, SessionVault(), SessionVault()))
        server = CarrierServer(
            OPTIONS, CARRIER, now=lambda: self.place.now().astimezone(self.zone), clock=lambda: self.place.seconds
        )
        self.place.settings_file.write({"time_zone": "America/Bogota", "base_url": "", "retry_seconds": 0})
        self.zone = zone_of(self.place.settings_file.read())
        stack.enter_context(server)
        self.place.settings_file.write({"base_url": server.url})
        self.place.credentials.write(SecretName.RECEIVER_TOKEN, TOKEN)
        self.day = Day("ANDINA-BOG", self.place.now().astimezone(self.zone).date())
        self.plan: DayPlan = generate(self.day.carrier, self.day.date, OPTIONS)
        self.writer = stack.enter_context(Writer(self.place.database))
        save_site_rules(self.writer, SiteRules(self.zone))
        self.reader = stack.enter_context(Reader.opened(self.place.database))
        self.client = stack.enter_context(httpx.Client(trust_env=False, timeout=PATIENCE))
        self.gaps: Queue[Gap] = Queue()
        self.delivered: set[int] = set()
        self.abandoned: set[int] = set()
        self.receiver_supervisor: ReceiverSupervisor | None = None
        self.url = ""
        stack.callback(self.close)

    def open(self) -> None:
        """Open the desk, and wait until it listens."""
        beaten = Event()
        receiver_supervisor = self.receiver_supervisor = ReceiverSupervisor(
            self.place,
            self.writer,
            lambda: ListenAddress("127.0.0.1", 0, "/visitas"),
            ReceiverEvents(on_bug=lambda _: None, on_changed=beaten.set, on_gap=self.gaps.put),
            timing=Timing(self.place.read, every=0.002),
        )
        self.url = receiver_supervisor.open()
        receiver_supervisor.start()
        while receiver_supervisor.reception is not ReceptionState.LISTENING:
            beaten.wait(0.05)
            beaten.clear()

    def close(self) -> None:
        """Close the desk."""
        receiver_supervisor, self.receiver_supervisor = self.receiver_supervisor, None
        if receiver_supervisor is not None:
            receiver_supervisor.stop()

    def pass_time(self, until: float, *, asleep: bool = False) -> None:
        """Let time pass; a desk that listens keeps its heartbeat."""
        while (left := until - self.place.seconds) > 0:
            self.place.turn(left if asleep or self.receiver_supervisor is None else min(STEP, left), asleep=asleep)
            if self.receiver_supervisor is not None and not asleep:
                self._wait_for_beat()

    def _wait_for_beat(self) -> None:
        now, waiting = self.place.now(), Event()
        while (beat := self.reader.heartbeat()) is None or beat.at < now:
            waiting.wait(0.001)

    def load(self) -> None:
        """Load the day from the real carrier, as it stands now."""
        load_day(
            self.day,
            endpoint=endpoint_of(self.place.settings_file.read()),
            credentials=CARRIER,
            writer=self.writer,
            now=self.place.now,
            progress=lambda _: None,
            cancellation=Cancellation(),
        )

    def send(self, envelope: Envelope, *, attempt: int, reachable: bool) -> bool:
        """Try once to deliver; return whether to try again."""
        if reachable:
            answer = self.client.post(self.url, content=envelope.body, headers={"Authorization": f"Bearer {TOKEN}"})
            if answer.status_code == 200:
                self.delivered.add(envelope.visit)
                return False
        if attempt + 1 == len(ATTEMPTS):
            self.abandoned.add(envelope.visit)
            return False
        return True

    def truth(self) -> dict[str, list[State]]:
        """Return how each listed number truly stands now, once for each manifest that lists it."""
        closed = self.plan.closed_after(self.place.seconds, OPTIONS.per_minute)
        found: dict[str, list[State]] = {}
        for _, parcels in self.plan.listed(closed):
            for parcel, status in parcels:
                found.setdefault(str(parcel.serial), []).append(STATUS_IDS.get(status, State.OTHER))
        return found

    def rows(self) -> dict[str, list[tuple[State, frozenset[Sign]]]]:
        """Return what the desk shows for each number that is still listed: its state, and its signs of doubt."""
        ids = self.reader.row_ids(RowQuery(Table.SHIPMENTS, self.day), self.day.date)
        shown: dict[str, list[tuple[State, frozenset[Sign]]]] = {}
        for one in ids:
            detail = self.reader.shipment(one)
            assert detail is not None
            row = detail.why.row
            doubts = frozenset(signs_of(row.signs)) & frozenset(DOUBTS)
            if detail.cells["current"]:
                shown.setdefault(str(detail.cells["number"]), []).append((row.state, doubts))
        return shown

    def silently_wrong(self) -> list[str]:
        """Return the numbers whose rows show another state than the true one, and no doubt."""
        truth = self.truth()
        return [
            number
            for number, rows in self.rows().items()
            for state, doubts in rows
            if not doubts and state not in truth.get(number, [])
        ]


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day150]:
    with ExitStack() as stack:
        yield Day150(tmp_path / "data", stack)


class Story:
    """What happens in the day, one thing after the other."""

    def __init__(self, day: Day150) -> None:
        self.day = day
        self.noticed: list[Gap] = []
        self.looks = 0
        self._order = count()
        self._events: list[tuple[float, int, Callable[[float], None]]] = []

    def plan(self, seconds: float, what: Callable[[float], None]) -> None:
        """Let something happen so many seconds after the start."""
        heapq.heappush(self._events, (seconds, next(self._order), what))

    def play(self) -> None:
        """Let everything happen in its order."""
        while self._events:
            seconds, _, what = heapq.heappop(self._events)
            what(seconds)

    def load(self, seconds: float) -> None:
        """Load the day, as at each interval, unless the desk is closed."""
        if not is_away(seconds):
            self.day.pass_time(seconds)
            self.look()

    def look(self) -> None:
        """Load the day; then each row is right or marked."""
        self.day.load()
        assert self.day.silently_wrong() == []
        self.looks += 1

    def leave(self, seconds: float, until: float, cause: GapCause) -> None:
        """Let the desk be closed, or its machine sleep, until it is back."""
        self.day.pass_time(seconds)
        if cause is GapCause.CLOSED:
            self.day.close()
        self.plan(until, lambda back: self.come_back(back, back - seconds, cause))

    def come_back(self, seconds: float, away: float, cause: GapCause) -> None:
        """Let the desk listen again: it notices the gap, and loads the day."""
        self.day.pass_time(seconds, asleep=cause is GapCause.ASLEEP)
        if cause is GapCause.CLOSED:
            self.day.open()
        if away >= SHORTEST_GAP.total_seconds():
            self.noticed.append(self.day.gaps.get(timeout=30))
            self.look()

    def send(self, seconds: float, envelope: Envelope, attempt: int) -> None:
        """Try to deliver, and once more later where that fails."""
        if not is_away(seconds):
            self.day.pass_time(seconds)
        reachable = not is_away(seconds) and not any(begins <= seconds < ends for begins, ends in TUNNEL_DOWN)
        if self.day.send(envelope, attempt=attempt, reachable=reachable):
            pause = ATTEMPTS[attempt + 1] - ATTEMPTS[attempt]
            self.plan(seconds + pause, lambda later: self.send(later, envelope, attempt + 1))


def is_away(seconds: float) -> bool:
    return any(begins < seconds < ends for begins, ends, _ in DESK_AWAY)


def envelopes_of(day: Day150) -> Iterator[tuple[float, Envelope]]:
    """Go through what is notified, and when."""
    for turn in range(day.plan.closed_at_start, day.plan.closed_when_over):
        seconds = day.plan.closes_after(turn, OPTIONS.per_minute)
        at = (START + timedelta(seconds=seconds)).astimezone(day.zone).replace(tzinfo=None)
        for envelope in envelopes(Closing(day.plan.closings[turn], turn, at)):
            yield seconds, envelope


def test_after_a_day_of_outages_every_row_is_right_or_has_a_sign(day: Day150, figures: Figures) -> None:
    story, last = Story(day), 0.0
    for last, envelope in envelopes_of(day):
        story.plan(last, lambda seconds, envelope=envelope: story.send(seconds, envelope, 0))  # type: ignore[misc]
    for begins, ends, cause in DESK_AWAY:
        story.plan(begins, lambda seconds, ends=ends, cause=cause: story.leave(seconds, ends, cause))  # type: ignore[misc]
    for nth in range(1, int(last // REFRESH) + 1):
        story.plan(nth * REFRESH, story.load)
    day.open()
    day.load()
    story.play()
    story.look()
    assert [gap.cause for gap in story.noticed] == [GapCause.CLOSED, GapCause.ASLEEP]
    assert [round((gap.until - gap.since).total_seconds()) for gap in story.noticed] == [400, 160]
    assert len(day.abandoned) >= 20  # else the day had no outages worth the name
    assert len(day.delivered) >= 30
    assert set(day.reader.row_ids(RowQuery(Table.VISITS, day.day), day.day.date)) == day.delivered
    shown = day.rows()
    missed = {number for number, rows in shown.items() if any(Sign.POSSIBLY_MISSED in doubts for _, doubts in rows)}
    lost = {number for visit in day.plan.closings if visit.id in day.abandoned for number in visit.numbers}
    assert lost & shown.keys() <= missed
    figures.at_least("loads in a day of the demo carrier after each of which no row is silently wrong", story.looks, 4)
