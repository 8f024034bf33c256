import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Queue
from threading import Event
from typing import TypeVar

import httpx
import pytest

from app.board.reading.reader import Reader
from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.errors import PortTakenError, StoreBusyError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.probing import Cause, Diagnosis
from app.domain.reception.receiver_status import ReceiverStatus
from app.domain.reception.reception_state import ReceptionState
from app.domain.reception.refusals import WrongTokens
from app.domain.texts import Text
from app.facts.file.connect import write_lock
from app.facts.file.database import utc_text
from app.facts.gaps import Heartbeat, save_heartbeat
from app.services.app_context import AppContext
from app.services.receiving.heartbeat import KNOWS_SLEEP, Reading
from app.services.receiving.receiver_log import ReceiverEvents
from app.services.receiving.receiver_supervisor import ReceiverSupervisor, Timing
from app.services.receiving.restarted_server import ListenAddress
from app.store.writer import Writer
from tests.proxies.programs import free_port
from tests.waiting import PATIENCE, wait_until

T = TypeVar("T")
NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
TOKEN = "a-token-of-the-test"
BODY = b'{"timestamp":"2026-11-20T12:00:05","data":{"visita_id":1,"estado_nuevo":"completada"}}'


@dataclass(frozen=True)
class Site(AppContext):
    """An AppContext whose clocks the test turns: the wall's, the one that goes on asleep, the one that does not."""

    hands: list[tuple[float, Reading]] = field(default_factory=lambda: [(0.0, Reading(0.0, 0.0))])

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.hands[-1][0])

    def read(self) -> Reading:
        return self.hands[-1][1]

    def turn(self, wall: float, elapsed: float | None = None, awake: float | None = None) -> None:
        """Let time pass, all at once; the heartbeat continues."""
        before, read = self.hands[-1]
        elapsed, awake = (wall if one is None else one for one in (elapsed, awake))
        self.hands.append((before + wall, Reading(read.elapsed + elapsed, read.awake + awake)))


class Bench:
    """A receiver supervisor on a store, which checks when the test asks."""

    def __init__(self, folder: Path, writer: Writer, stack: ExitStack) -> None:
        self.writer = writer
        self.environment: dict[str, str] = {}
        self.place = Site(folder, {}, Credentials(self.environment, SessionVault(), SessionVault()))
        self.gaps: Queue[Gap] = Queue()
        self.bugs: Queue[BaseException] = Queue()
        self._stack = stack
        self.at = ListenAddress("127.0.0.1", 0, "/visitas")
        self.reader = stack.enter_context(Reader.opened(writer.path))

    def trust(self, token: str = TOKEN) -> None:
        self.place.credentials.write(SecretName.RECEIVER_TOKEN, token)

    def receiver_supervisor(self, *, watched: bool = True, longest_turn: float = 60) -> ReceiverSupervisor:
        """Return a supervisor; the test advances the clock and has it check again."""
        receiver_supervisor = ReceiverSupervisor(
            self.place,
            self.writer,
            lambda: self.at,
            ReceiverEvents(on_bug=self.bugs.put, on_gap=self.gaps.put),
            timing=Timing(self.place.read, every=0.02, longest_turn=longest_turn),
        )
        self._stack.callback(receiver_supervisor.stop)
        if watched:
            receiver_supervisor.open()
            receiver_supervisor.start()
        return receiver_supervisor

    def wait_until(self, receiver_supervisor: ReceiverSupervisor, reception: ReceptionState) -> ReceiverStatus:
        wait_until(lambda: receiver_supervisor.reception is reception, lambda: receiver_supervisor.reception)
        return receiver_supervisor.listening(self.reader)

    def received_again(self, receiver_supervisor: ReceiverSupervisor) -> None:
        """Wait for a heartbeat of a time that begins now: one of before may still be under way."""
        self.place.turn(0.001)

        def has_beaten() -> bool:
            last = self.reader.heartbeat()
            return last is not None and last.at == self.place.now()

        wait_until(has_beaten, lambda: receiver_supervisor.reception)


@pytest.fixture
def bench(tmp_path: Path, writer: Writer) -> Iterator[Bench]:
    with ExitStack() as stack:
        bench = Bench(tmp_path / "data", writer, stack)
        bench.trust()
        yield bench
        assert bench.bugs.empty()


def post(receiver_supervisor: ReceiverSupervisor, reader: Reader, token: str = TOKEN, **headers: str) -> httpx.Response:
    server = receiver_supervisor.listening(reader).server
    assert server is not None
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        return client.post(server.url, content=BODY, headers={"Authorization": f"Bearer {token}", **headers})


def read_tokens(receiver_supervisor: ReceiverSupervisor) -> None:
    """Wait for the tokens of a supervisor that may not have been started."""
    receiver_supervisor._tokens.refresh(60).result(timeout=60)


def test_what_is_answered_200_is_in_the_file(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    assert post(receiver_supervisor, bench.reader).json() == {"status": "stored"}
    assert bench.writer.read(lambda db: db.execute("SELECT visit_id FROM notification").fetchall()).result() == [(1,)]
    listening = receiver_supervisor.listening(bench.reader)
    assert listening.last_saved_at == NOON
    assert listening.server is not None
    assert (listening.server.kept, listening.problem, listening.not_receiving_since) == (1, None, None)


def test_what_came_to_another_computer_or_address_proves_nothing_here(bench: Bench) -> None:
    first = bench.receiver_supervisor()
    bench.wait_until(first, ReceptionState.LISTENING)
    assert first.listening(bench.reader).reached_at is None
    post(first, bench.reader)
    assert first.listening(bench.reader).reached_at == NOON
    bench.place.settings_file.write({"public_url": "https://one.example"})
    first.restart()
    bench.wait_until(first, ReceptionState.LISTENING)
    assert first.listening(bench.reader).reached_at is None
    post(first, bench.reader)
    assert first.listening(bench.reader).reached_at is None
    post(first, bench.reader, **{"X-Forwarded-For": "203.0.113.7"})
    assert first.listening(bench.reader).reached_at == NOON
    bench.place.settings_file.write({"public_url": "https://two.example"})  # by another process
    first._url_monitor.follow_address()
    assert first.listening(bench.reader).reached_at is None
    first.stop()
    moved = bench.receiver_supervisor()
    listening = bench.wait_until(moved, ReceptionState.LISTENING)
    assert (listening.last_saved_at, listening.reached_at) == (NOON, None)


def test_a_first_start_is_no_gap(bench: Bench) -> None:
    bench.wait_until(bench.receiver_supervisor(), ReceptionState.LISTENING)
    assert bench.reader.gaps() == []


def test_a_receiver_that_hangs_is_a_gap_until_it_responds(bench: Bench) -> None:
    receiver_supervisor, released = bench.receiver_supervisor(longest_turn=0.3), Event()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    assert receiver_supervisor._server.current is not None
    receiver_supervisor._server.current._soon(released.wait)
    listening = bench.wait_until(receiver_supervisor, ReceptionState.STALLED)
    assert "does not respond" in str(listening.problem)
    bench.place.turn(25)
    released.set()
    assert bench.wait_until(receiver_supervisor, ReceptionState.LISTENING).problem is None
    gap = bench.gaps.get(timeout=30)
    assert (gap.cause, gap.until - gap.since) == (GapCause.STALLED, timedelta(seconds=25))


def test_the_time_in_which_the_program_was_closed_is_a_gap(bench: Bench) -> None:
    first = bench.receiver_supervisor()
    bench.wait_until(first, ReceptionState.LISTENING)
    bench.received_again(first)
    first.stop()
    closed_at = bench.place.now()
    bench.place.turn(3600)
    bench.wait_until(bench.receiver_supervisor(), ReceptionState.LISTENING)
    gap = bench.gaps.get(timeout=30)
    assert (gap.cause, gap.until - gap.since >= timedelta(hours=1)) == (GapCause.CLOSED, True)
    assert abs(gap.since - closed_at) < timedelta(seconds=1)
    assert bench.reader.gaps() == [gap]


def test_after_a_run_that_ended_before_its_first_heartbeat_the_whole_gap_is_reported(bench: Bench) -> None:
    bench.writer.write(lambda db: save_heartbeat(db, Heartbeat(NOON - timedelta(hours=3), "of-yesterday")))
    receiver_supervisor = bench.receiver_supervisor(watched=False)
    receiver_supervisor.open()
    read_tokens(receiver_supervisor)
    assert post(receiver_supervisor, bench.reader).json() == {"status": "stored"}
    receiver_supervisor.stop()
    bench.wait_until(bench.receiver_supervisor(), ReceptionState.LISTENING)
    assert bench.gaps.get(timeout=30) == Gap(NOON - timedelta(hours=3), NOON, GapCause.CLOSED)


def test_who_waited_for_the_first_look_finds_a_heartbeat(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    receiver_supervisor.wait_for_first_look(60)
    assert (receiver_supervisor.reception, bench.reader.heartbeat() is None) == (ReceptionState.LISTENING, False)


def test_a_quick_restart_is_no_gap(bench: Bench) -> None:
    first = bench.receiver_supervisor()
    bench.wait_until(first, ReceptionState.LISTENING)
    first.stop()
    bench.place.turn(19)
    second = bench.receiver_supervisor()
    bench.wait_until(second, ReceptionState.LISTENING)
    bench.received_again(second)
    assert bench.reader.gaps() == []


@pytest.mark.skipif(not KNOWS_SLEEP, reason="Windows has no clock that tells sleep")
@pytest.mark.parametrize(("awake", "cause"), [(0.0, GapCause.ASLEEP), (60.0, GapCause.STALLED)])
def test_sleep_and_standstill_have_different_causes(bench: Bench, awake: float, cause: GapCause) -> None:
    bench.wait_until(bench.receiver_supervisor(), ReceptionState.LISTENING)
    bench.place.turn(60, awake=awake)
    assert bench.gaps.get(timeout=30).cause is cause


@pytest.mark.parametrize("seconds", [7200, -7200])
def test_a_wall_clock_that_was_set_is_no_gap(bench: Bench, seconds: float) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    bench.place.turn(seconds, elapsed=0.01, awake=0.01)
    bench.received_again(receiver_supervisor)
    bench.received_again(receiver_supervisor)
    assert bench.reader.gaps() == []


def test_without_a_token_nothing_is_received_until_one_is_set(bench: Bench) -> None:
    first = bench.receiver_supervisor()
    bench.wait_until(first, ReceptionState.LISTENING)
    first.stop()
    bench.place.credentials.delete(SecretName.RECEIVER_TOKEN)
    receiver_supervisor = bench.receiver_supervisor()
    listening = bench.wait_until(receiver_supervisor, ReceptionState.NO_TOKEN)
    assert "receiver-token" in str(listening.problem)
    assert listening.not_receiving_since is not None
    assert post(receiver_supervisor, bench.reader).status_code == 503
    bench.place.turn(60)
    bench.trust()
    receiver_supervisor.restart()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    assert bench.gaps.get(timeout=30).cause is GapCause.NO_TOKEN


def test_a_second_token_that_cannot_be_used_keeps_the_first_one_in_force(bench: Bench) -> None:
    bench.environment["DESPACHO_RECEIVER_TOKEN_NEXT"] = "with a space at its end "
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    assert post(receiver_supervisor, bench.reader).status_code == 200


def test_a_token_that_cannot_be_used_is_said_to_be_one(bench: Bench) -> None:
    bench.environment["DESPACHO_RECEIVER_TOKEN"] = "ñandú"
    receiver_supervisor = bench.receiver_supervisor()
    assert "receiver-token contains characters that cannot be sent" in str(
        bench.wait_until(receiver_supervisor, ReceptionState.NO_TOKEN).problem
    )


def test_notifications_that_cannot_be_saved_are_a_gap_despite_the_heartbeat(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    problems = list[str]()  # told for a moment, until it is tried again
    noting = replace(receiver_supervisor._events, on_changed=lambda: problems.append(str(receiver_supervisor.problem)))
    monkeypatch.setattr(receiver_supervisor, "_events", noting)
    monkeypatch.setattr(receiver_supervisor._ingest, "problem", StoreBusyError(Text("Error", "no room")))
    wait_until(lambda: any("no room" in one for one in problems), lambda: problems)
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)


def test_a_receiver_is_not_opened_again_after_it_was_stopped(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    receiver_supervisor.stop()
    receiver_supervisor.restart()
    assert receiver_supervisor.listening(bench.reader).server is None


def test_a_taken_port_is_said_and_taken_over_once_it_is_free(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        bench.at = ListenAddress("127.0.0.1", taken.getsockname()[1], "/visitas")
        receiver_supervisor = bench.receiver_supervisor(watched=False)
        with pytest.raises(PortTakenError):
            receiver_supervisor.open()
        receiver_supervisor.start()
        listening = bench.wait_until(receiver_supervisor, ReceptionState.TAKEN)
        assert str(taken.getsockname()[1]) in str(listening.problem)
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)


def test_another_process_that_listens_on_the_same_data_is_no_trouble(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        bench.at = ListenAddress("127.0.0.1", other.getsockname()[1], "/visitas")
        bench.writer.write(lambda db: save_heartbeat(db, Heartbeat(bench.place.now(), "another", bench.at.port)))
        receiver_supervisor = bench.receiver_supervisor(watched=False)
        with pytest.raises(PortTakenError, match="Another Despacho with this data already listens"):
            receiver_supervisor.open()
        receiver_supervisor.start()
        assert bench.wait_until(receiver_supervisor, ReceptionState.ELSEWHERE).not_receiving_since is None
        bench.place.turn(60)
        bench.wait_until(receiver_supervisor, ReceptionState.TAKEN)


def test_a_receiver_that_the_user_stopped_stays_stopped_until_it_is_started(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    receiver_supervisor.close()
    assert bench.wait_until(receiver_supervisor, ReceptionState.STOPPED).server is None
    bench.place.turn(60)
    receiver_supervisor.restart()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    assert bench.gaps.get(timeout=30).cause is GapCause.NOT_LISTENING


def test_a_store_that_cannot_save_is_a_gap_too(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    real = bench.writer.submit

    def refuse(*_: object, **__: object) -> None:
        raise StoreBusyError(Text("Error", "busy for the test"))

    monkeypatch.setattr(bench.writer, "submit", refuse)
    listening = bench.wait_until(receiver_supervisor, ReceptionState.NOT_SAVING)
    assert "busy for the test" in str(listening.problem)
    bench.place.turn(60)
    monkeypatch.setattr(bench.writer, "submit", real)
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    assert bench.gaps.get(timeout=30).cause is GapCause.STORE


def test_a_lock_that_somebody_else_holds_makes_the_sender_try_again(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    with write_lock(bench.writer.path):
        assert post(receiver_supervisor, bench.reader).status_code == 503
    assert post(receiver_supervisor, bench.reader).status_code == 200


def test_a_token_set_while_it_listens_is_accepted_at_once(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    bench.place.credentials.write(SecretName.RECEIVER_TOKEN_NEXT, "the-next-one-of-two")
    receiver_supervisor.restart()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    read_tokens(receiver_supervisor)
    assert post(receiver_supervisor, bench.reader, "the-next-one-of-two").status_code == 200
    assert post(receiver_supervisor, bench.reader).status_code == 200
    assert post(receiver_supervisor, bench.reader, "neither").status_code == 401


def test_the_test_from_inside_proves_that_this_receiver_answers(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    diagnosis = receiver_supervisor.test_inside()
    assert (diagnosis.works, diagnosis.cause, diagnosis.status) == (True, Cause.FINE, 200)
    receiver_supervisor.close()
    assert not receiver_supervisor.test_inside().works


def test_the_test_from_outside_says_what_is_wrong_with_the_address(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    assert receiver_supervisor.test_outside().cause is Cause.NO_URL
    bench.place.settings_file.write({"public_url": "http://example.com/visitas"})
    assert receiver_supervisor.test_outside().cause is Cause.NOT_HTTPS


@pytest.mark.parametrize(
    ("public", "address"),
    [
        ("", ""),
        ("https://a.example", "https://a.example/visitas"),
        ("https://a.example/", "https://a.example/visitas"),
        ("https://a.example/hook", "https://a.example/hook"),
    ],
)
def test_the_public_address_has_the_receivers_path_where_it_names_none(bench: Bench, public: str, address: str) -> None:
    bench.place.settings_file.write({"public_url": public})
    assert bench.place.settings_file.read().public_address == address


def test_a_bug_in_a_check_is_reported_and_the_checks_continue(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    real = receiver_supervisor._heartbeat.beat
    monkeypatch.setattr(receiver_supervisor._heartbeat, "beat", lambda *_: 1 / 0)
    assert isinstance(bench.bugs.get(timeout=30), ZeroDivisionError)
    monkeypatch.setattr(receiver_supervisor._heartbeat, "beat", real)
    bench.received_again(receiver_supervisor)
    while not bench.bugs.empty():
        bench.bugs.get()


def test_an_outage_that_lasts_when_the_program_is_closed_is_kept(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    since = bench.place.now()
    receiver_supervisor._url_monitor.note(
        Diagnosis(False, Cause.TUNNEL_DOWN, 530, 9, Text("Test", "The tunnel is down."))
    )
    bench.place.turn(10)
    receiver_supervisor.stop()
    assert bench.reader.gaps() == [Gap(since, bench.place.now(), GapCause.UNREACHABLE)]
    assert bench.gaps.empty()  # no further load begins


def refuse(bench: Bench, receiver_supervisor: ReceiverSupervisor, times: int = 3) -> None:
    """Send wrong tokens, a minute apart."""
    for _ in range(times):
        bench.place.turn(60, 0.01, 0.01)  # the wall clock alone: silence would be another gap
        assert post(receiver_supervisor, bench.reader, "rotated").status_code == 401


def open_gaps(bench: Bench) -> list[tuple[str, str, str]]:
    gaps = bench.reader.gaps_touching("2026", "2027")
    return [(utc_text(gap.since), utc_text(gap.until), gap.cause.value) for gap in gaps]


def test_wrong_tokens_are_a_gap_from_the_first_on_and_until_a_right_one_comes(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    refuse(bench, receiver_supervisor, 2)
    bench.received_again(receiver_supervisor)
    assert receiver_supervisor.listening(bench.reader).refused_since is None
    since = NOON + timedelta(minutes=1)
    refuse(bench, receiver_supervisor, 1)
    began = bench.gaps.get(timeout=30)
    assert (began.cause, began.until - began.since) == (GapCause.TOKEN_REFUSED, timedelta(minutes=2, milliseconds=1))
    listening = receiver_supervisor.listening(bench.reader)
    assert (listening.reception, listening.refused_since, listening.gaps) == (ReceptionState.REFUSED, since, ())
    assert open_gaps(bench) == [(utc_text(since), utc_text(bench.place.now()), "token_refused")]
    refuse(bench, receiver_supervisor)
    bench.received_again(receiver_supervisor)
    assert open_gaps(bench) == [(utc_text(since), utc_text(bench.place.now()), "token_refused")]
    assert post(receiver_supervisor, bench.reader).status_code == 200
    assert receiver_supervisor.refused_since is None
    ended = bench.gaps.get(timeout=30)
    assert ended == Gap(since, bench.place.now(), GapCause.TOKEN_REFUSED)
    assert bench.reader.gaps() == [ended]
    assert open_gaps(bench) == [(utc_text(since), utc_text(ended.until), "token_refused")]
    assert receiver_supervisor.listening(bench.reader).refused_since is None
    assert bench.gaps.empty()


def refuse_for_good(bench: Bench, receiver_supervisor: ReceiverSupervisor) -> Gap:
    """Have a request with the right token refused; return it as it is saved."""
    server = receiver_supervisor.listening(bench.reader).server
    assert server is not None
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Encoding": "br"}
        assert client.post(server.url, content=b"\x0b", headers=headers).status_code == 415
    at = bench.place.now()
    wait_until(lambda: [gap for gap in bench.reader.gaps() if gap.until == at], bench.reader.gaps)
    return bench.reader.gaps()[0]


def test_requests_with_the_right_token_that_are_refused_are_a_gap_reported_every_ten_minutes(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    first = refuse_for_good(bench, receiver_supervisor)
    assert first == Gap(bench.place.now(), bench.place.now(), GapCause.REFUSED)
    assert bench.gaps.get(timeout=30) == first
    bench.place.turn(300, 0.01, 0.01)
    joined = refuse_for_good(bench, receiver_supervisor)
    assert joined == Gap(first.until, bench.place.now(), GapCause.REFUSED)
    bench.received_again(receiver_supervisor)
    assert bench.gaps.empty()
    bench.place.turn(300, 0.01, 0.01)
    assert bench.gaps.get(timeout=30) == Gap(joined.until, joined.until, GapCause.REFUSED)
    bench.place.turn(400, 0.01, 0.01)
    later = refuse_for_good(bench, receiver_supervisor)
    assert bench.reader.gaps() == [later, joined]
    assert [cause for _, _, cause in open_gaps(bench)] == ["refused", "refused"]
    assert post(receiver_supervisor, bench.reader).status_code == 200


def test_a_refused_request_just_before_the_end_is_saved(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    refuse_for_good(bench, receiver_supervisor)
    bench.place.turn(60, 0.01, 0.01)
    receiver_supervisor._refusals.note_final()
    receiver_supervisor.stop()
    assert bench.reader.gaps()[0].until == bench.place.now()


def test_a_refusal_outlasts_a_restart_of_the_receiver_at_another_port(bench: Bench) -> None:
    receiver_supervisor = bench.receiver_supervisor()
    bench.wait_until(receiver_supervisor, ReceptionState.LISTENING)
    refuse(bench, receiver_supervisor)
    began = bench.gaps.get(timeout=30)
    receiver_supervisor.restart()
    bench.received_again(receiver_supervisor)
    assert receiver_supervisor.refused_since == began.since
    assert [gap[0] for gap in open_gaps(bench)] == [utc_text(began.since)]
    bench.wait_until(receiver_supervisor, ReceptionState.REFUSED)
    post(receiver_supervisor, bench.reader)
    assert bench.gaps.get(timeout=30) == Gap(began.since, bench.place.now(), GapCause.TOKEN_REFUSED)


@pytest.mark.parametrize("hours", [0, 1])
@pytest.mark.parametrize("times", [2, 3])
def test_closing_the_program_amid_a_refusal_leaves_one_gap(bench: Bench, times: int, hours: int) -> None:
    bench.at = ListenAddress("127.0.0.1", free_port(), "/visitas")
    first = bench.receiver_supervisor()
    bench.wait_until(first, ReceptionState.LISTENING)
    since = NOON + timedelta(minutes=1)
    refuse(bench, first, times)
    first.stop()
    while not bench.gaps.empty():
        bench.gaps.get()  # its start is reported unless the program ends at once
    if times == 3:
        assert [gap[0] for gap in open_gaps(bench)] == [utc_text(since)]
        bench.place.turn(3600 * hours)
    second = bench.receiver_supervisor()
    bench.wait_until(second, ReceptionState.LISTENING if times == 2 else ReceptionState.REFUSED)
    if times == 2:
        refuse(bench, second, 1)
    while bench.gaps.get(timeout=30).cause is not GapCause.TOKEN_REFUSED:
        pass  # while it was closed is a gap too, and part of this one
    assert second.listening(bench.reader).refused_since == since
    post(second, bench.reader)
    ended = bench.gaps.get(timeout=30)
    assert ended == Gap(since, bench.place.now(), GapCause.TOKEN_REFUSED)
    assert bench.reader.gaps() == [ended]


def test_a_right_token_that_comes_before_the_last_process_is_known_ends_what_that_saw(bench: Bench) -> None:
    first = bench.receiver_supervisor()
    bench.wait_until(first, ReceptionState.LISTENING)
    refuse(bench, first)
    began = bench.gaps.get(timeout=30)
    first.stop()
    bench.place.turn(60)
    second = bench.receiver_supervisor(watched=False)
    second.open()
    read_tokens(second)
    server = second._server.current
    assert server is not None
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        client.post(server.url, content=BODY, headers={"Authorization": f"Bearer {TOKEN}"})
    second.start()
    bench.wait_until(second, ReceptionState.LISTENING)
    gaps = [bench.gaps.get(timeout=30) for _ in range(2)]
    assert gaps[1] == Gap(began.since, bench.place.now(), GapCause.TOKEN_REFUSED)
    assert second.refused_since is None


def test_a_refusal_is_seen_by_another_process_too_and_gone_on_from_where_that_ends(bench: Bench) -> None:
    bench.at = ListenAddress("127.0.0.1", free_port(), "/visitas")
    first = bench.receiver_supervisor()
    bench.wait_until(first, ReceptionState.LISTENING)
    second = bench.receiver_supervisor(watched=False)
    with pytest.raises(PortTakenError):
        second.open()
    second.start()
    bench.wait_until(second, ReceptionState.ELSEWHERE)
    refuse(bench, first)
    began = bench.gaps.get(timeout=30)
    assert second.listening(bench.reader).refused_since == began.since
    assert second.refused_since is None
    first.stop()
    bench.wait_until(second, ReceptionState.REFUSED)
    assert bench.gaps.get(timeout=30).since == began.since
    assert second.refused_since == began.since


def test_a_refusal_that_lasts_reaches_to_the_latest_time_that_a_clock_showed_in_it(bench: Bench) -> None:
    since, latest = NOON - timedelta(minutes=50), NOON + timedelta(minutes=9)
    wrong = WrongTokens((latest,), refused_since=since)
    bench.writer.write(
        lambda db: save_heartbeat(db, Heartbeat(NOON, "first", 8750, wrong))
    )  # set back by more than nine minutes
    assert open_gaps(bench) == [(utc_text(since), utc_text(latest), "token_refused")]


def test_a_port_that_is_given_up_keeps_the_gap_that_it_had(bench: Bench) -> None:
    since, wrong = NOON - timedelta(minutes=5), WrongTokens(refused_since=NOON - timedelta(minutes=5))
    bench.writer.write(lambda db: save_heartbeat(db, Heartbeat(NOON, "first", 8750, wrong)))
    bench.writer.write(lambda db: save_heartbeat(db, Heartbeat(NOON + timedelta(days=8), "second", 9000)))
    assert bench.reader.gaps() == [Gap(since, NOON, GapCause.TOKEN_REFUSED)]
    assert open_gaps(bench) == [(utc_text(since), utc_text(NOON), "token_refused")]
