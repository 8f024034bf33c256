"""Reception gaps: each is found by the next receiver, reported, and its day is loaded again."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from app.board.reading.reader import Reader
from app.credentials.credentials import Credentials, SessionVault
from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import Day
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.probing import Cause, Diagnosis
from app.domain.reception.reception_state import ReceptionState
from app.domain.texts import Text
from app.facts.file.opening import FILE_NAME
from app.facts.gaps import Heartbeat, save_heartbeat
from app.services.app_context import AppContext
from app.services.receiving.heartbeat import BEAT_SECONDS, KNOWS_SLEEP, HeartbeatWriter, Reading
from app.services.receiving.receiver_log import ReceiverEvents
from app.services.receiving.receiver_supervisor import ReceiverSupervisor, Timing
from app.services.receiving.restarted_server import ListenAddress
from app.store.writer import Writer
from tests.cli.process import TOKEN, USER, Despacho
from tests.faults.figures import Figures, Length
from tests.waiting import PATIENCE, wait_until

FAULT = "closed, asleep, stopped, tunnel down"
AS_LONG = 20.0  # seconds: what the sender's three tries do not reach beyond
CARRIER = "ANDINA-BOG"
NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@dataclass(frozen=True)
class Rhythm:
    """The receiver's heartbeat interval, and from how many seconds on its silence is a gap."""

    beat: float
    gap: float


@dataclass(frozen=True)
class Outage:
    """A receiver that did not receive: until when, and when its day had been loaded again."""

    since: datetime
    until: datetime
    read_at: datetime
    is_found: bool


class Receiver:
    """A real `despacho receive`, which is stopped, closed and killed, and then started again."""

    def __init__(self, folder: Path, carrier: str, rhythm: Rhythm) -> None:
        self.rhythm = rhythm
        self.despacho = Despacho(folder).asking(
            carrier, DESPACHO_RECEIVER_TOKEN=TOKEN, DESPACHO_CARRIER=CARRIER, DESPACHO_TIME_ZONE="UTC"
        )
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        """Start it, and wait until it listens."""
        script = Path(__file__).with_name("short_heartbeat.py")
        command = [sys.executable, str(script), str(self.rhythm.beat), str(self.rhythm.gap)]
        environment = {**self.despacho.environment, "PYTHONPATH": str(Path(__file__).parents[2])}
        self.process = subprocess.Popen(
            [*command, "receive", "--port", "0"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith(b"http://")
        self.wait_for_beat(datetime.now(UTC))
        return self.process

    def wait_for_beat(self, since: datetime) -> None:
        """Wait for a heartbeat that is later than a moment."""
        wait_until(lambda: (last := self.heartbeat()) is not None and last > since)

    def heartbeat(self) -> datetime | None:
        with Reader.opened(self.despacho.folder / FILE_NAME) as reader:
            last = reader.heartbeat()
            return last.at if last is not None else None

    def read_at(self) -> datetime | None:
        """Return when the day was last read."""
        today = datetime.now(UTC).date()
        with Reader.opened(self.despacho.folder / FILE_NAME) as reader:
            state = reader.day_state(Day(CARRIER, today))
            return state.loaded_at if state is not None else None

    def stop_receiving(self, how: str, seconds: float) -> Outage:
        """Let it not receive for so long, and wait until the gap is saved and the day loaded."""
        self.wait_for_beat(datetime.now(UTC))
        number = {"stop": signal.SIGSTOP, "close": signal.SIGTERM, "kill": signal.SIGKILL}[how]
        self.process.send_signal(number)
        if how != "stop":
            self.process.wait(PATIENCE)
        since = datetime.now(UTC)
        time.sleep(seconds)  # it is the silence itself that is tested
        back = datetime.now(UTC)
        if how == "stop":
            self.process.send_signal(signal.SIGCONT)
        else:
            self.close()
            self.start()
        wait_until(lambda: (read := self.read_at()) is not None and read > back)
        read_at = self.read_at()
        assert read_at is not None
        return Outage(since, back, read_at, self.has_gap(since, back))

    def has_gap(self, since: datetime, back: datetime) -> bool:
        """Whether there is a gap that holds all of a time."""
        with Reader.opened(self.despacho.folder / FILE_NAME) as reader:
            return any(gap.since <= since and gap.until >= back for gap in reader.gaps())

    def close(self) -> None:
        """End the process, however it stands."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def carrier() -> Iterator[str]:
    with CarrierServer(DayOptions(20, 0), CarrierCredentials(TOKEN, USER), now=lambda: datetime.now(UTC)) as server:
        yield server.url


def test_every_gap_of_a_real_receiver_is_found_and_its_day_loaded_again(
    tmp_path: Path, carrier: str, figures: Figures, length: Length
) -> None:
    rng = random.Random(20)
    rhythm = length.of(Rhythm(0.1, 0.6), Rhythm(BEAT_SECONDS, AS_LONG))
    kinds = length.of([["stop", "close"]], [["stop", "stop"]] * 5 + [["close", "kill"]] * 3)

    def run(place: int) -> list[Outage]:
        receiver = Receiver(tmp_path / f"{place}" / "data", carrier, rhythm)
        try:
            return [
                receiver.stop_receiving(how, length.of(0.7, rng.uniform(AS_LONG, 2 * AS_LONG))) for how in kinds[place]
            ]
        finally:
            receiver.close()

    with ThreadPoolExecutor(len(kinds)) as pool:
        outages = [one for found in pool.map(run, range(len(kinds))) for one in found]
    slowest = max((one.read_at - one.until).total_seconds() for one in outages)
    figures.at_least("real silences of 20 s or more (stopped, closed, killed)", len(outages), length.of(2, 16))
    figures.at_most("of them not found", sum(not one.is_found for one in outages), 0)
    figures.at_most("until the day of a gap was read again", slowest, 60, "s")


class Bed:
    """A machine that sleeps: its clocks go on, one of them only while it is awake."""

    def __init__(self) -> None:
        self.elapsed = self.awake = 0.0

    def read(self) -> Reading:
        return Reading(self.elapsed, self.awake)

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.elapsed)

    def sleep(self, seconds: float) -> None:
        self.elapsed += seconds

    def live(self, seconds: float) -> None:
        self.elapsed, self.awake = self.elapsed + seconds, self.awake + seconds


def test_every_sleep_is_found_and_no_shorter_pause_is_a_gap(tmp_path: Path, figures: Figures, length: Length) -> None:
    rng, bed = random.Random(7), Bed()
    count, wrong = length.of(100, 2000), 0
    with Writer(tmp_path / FILE_NAME) as writer:
        beats = HeartbeatWriter(writer, bed.now, bed.read)
        beats.beat(None, 8750)
        for _ in range(count):
            seconds = rng.choice([rng.uniform(0.0, 19.9), AS_LONG, rng.uniform(AS_LONG, 40_000)])
            bed.sleep(seconds)
            gap = beats.beat(None, 8750)
            is_right = gap is not None and abs((gap.until - gap.since).total_seconds() - seconds) < 0.001
            if KNOWS_SLEEP:
                is_right = is_right and gap is not None and gap.cause is GapCause.ASLEEP
            wrong += is_right is not (seconds >= AS_LONG)
            bed.live(BEAT_SECONDS)
            wrong += beats.beat(None, 8750) is not None
    figures.at_least("sleeps of 0 s to 11 h by the injected clock", count, length.of(100, 2000))
    figures.at_most("of them not found, or found where there was none", wrong, 0)


def test_a_receiver_hides_no_outage_of_another_one_on_the_same_folder(tmp_path: Path, figures: Figures) -> None:
    """It is not known to which of the two the public address leads: the silence of either is a gap."""
    bed, found = Bed(), 0
    with Writer(tmp_path / FILE_NAME) as writer:
        steady, other = HeartbeatWriter(writer, bed.now, bed.read), HeartbeatWriter(writer, bed.now, bed.read)
        for beats, port in ((steady, 8750), (other, 9000)):
            assert beats.beat(None, port) is None  # a second place is no gap of the first
        for _ in range(12):
            bed.live(BEAT_SECONDS)
            assert steady.beat(None, 8750) is None
        found += other.beat(GapCause.STALLED, 9000) is not None
        bed.live(60.0)
        steady.beat(None, 8750)
        again = HeartbeatWriter(writer, bed.now, bed.read)  # a new process at the other place
        found += again.beat(None, 9000) is not None
        bed.live(8 * 86400.0)
        steady.beat(None, 8750)
        found -= (
            HeartbeatWriter(writer, bed.now, bed.read).beat(None, 9000) is not None
        )  # given up for more than a week
    figures.at_least("outages of a receiver beside one that listened: found", found, 2)


def test_a_receiver_that_changes_its_port_keeps_its_heartbeat(tmp_path: Path) -> None:
    bed = Bed()
    with Writer(tmp_path / FILE_NAME) as writer:
        writer.write(lambda db: save_heartbeat(db, Heartbeat(bed.now(), "before each port had one")))
        bed.live(60.0)
        beats = HeartbeatWriter(writer, bed.now, bed.read)
        gap = beats.beat(None, 8750)
        assert gap is not None
        assert gap.until - gap.since == timedelta(seconds=60)
        bed.live(BEAT_SECONDS)
        assert beats.beat(None, 9000) is None
        bed.live(3600.0)
        assert beats.beat(None, 9000) is not None
        assert beats.beat(None, 8750) is None  # back at the old one, which it has left and not missed
    with Reader.opened(tmp_path / FILE_NAME) as reader:
        last = reader.heartbeat(9000)
        assert last is not None
        assert last.port == 8750


def test_a_tunnel_that_was_down_is_a_gap_once_it_is_up(tmp_path: Path, figures: Figures) -> None:
    fine = Diagnosis(True, Cause.FINE, 200, 9, Text("Test", "It answered."))
    down = Diagnosis(False, Cause.TUNNEL_DOWN, 530, 9, Text("Test", "The tunnel is down."))
    credentials = Credentials({"DESPACHO_RECEIVER_TOKEN": str(uuid4())}, SessionVault(), SessionVault())
    place = AppContext(tmp_path, {}, credentials)
    reports: list[Gap] = []
    with Writer(place.database) as writer:
        receiver_supervisor = ReceiverSupervisor(
            place,
            writer,
            lambda: ListenAddress("127.0.0.1", 0, "/visitas"),
            ReceiverEvents(on_bug=lambda _: None, on_gap=reports.append),
            timing=Timing(every=0.02),
        )
        try:
            receiver_supervisor.open()
            receiver_supervisor.start()
            wait_until(lambda: receiver_supervisor.reception is ReceptionState.LISTENING)
            for found in (fine, down, down):
                receiver_supervisor._url_monitor.note(found)
            assert receiver_supervisor.unreachable == down.text
            receiver_supervisor._url_monitor.note(fine)
            assert receiver_supervisor.unreachable is None
        finally:
            receiver_supervisor.stop()
        with Reader.opened(writer.path) as reader:
            kept = reader.gaps()
    assert kept == reports
    assert [gap.cause for gap in kept] == [GapCause.UNREACHABLE]
    figures.at_least("outages of the tunnel that became a gap", len(kept), 1)
