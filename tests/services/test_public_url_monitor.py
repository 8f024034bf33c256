"""The public address is looked at now and then: what fails twice is said, once, and taken back."""

from datetime import UTC, datetime, timedelta

from app.domain.errors import StoreBusyError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.probing import Cause, Diagnosis, Outage
from app.domain.texts import Text
from app.services.receiving import public_url_monitor
from app.services.receiving.public_url_monitor import ProbedAddress, PublicUrlMonitor, RunningOutage
from app.services.receiving.receiver_log import ReceiverEvents

FINE = Diagnosis(True, Cause.FINE, 200, 9, Text("Test", "It answered."))
DOWN = Diagnosis(False, Cause.TUNNEL_DOWN, 530, 9, Text("Test", "The tunnel is down."))
SILENT = Diagnosis(False, Cause.NO_ANSWER, None, 9, Text("Test", "No server accepted the connection."))
STOPPED = Diagnosis(False, Cause.STOPPED, None, 9, Text("Test", "Stopped."))
NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


class Outside:
    """A monitor with scripted test results, one after the other."""

    def __init__(self, left: Outage | None = None) -> None:
        self.running = left
        self.found: list[Diagnosis] = []
        self.address = "https://here.example"
        self.is_listening = True
        self.is_locked = False
        self.changes = 0
        self.now = NOON
        self.gaps: list[Gap] = []
        self.watch = PublicUrlMonitor(
            ProbedAddress(lambda: self.address, lambda: self.found.pop(0), lambda: self.is_listening),
            RunningOutage(lambda: self.running, self._keep_running),
            ReceiverEvents(on_bug=lambda _bug: None, on_changed=self._count, on_gap=self._keep),
            lambda: self.now,
            again=0,
        )

    def _keep(self, gap: Gap) -> None:
        if self.is_locked:
            raise StoreBusyError(Text("Test", "Locked."))
        self.gaps.append(gap)

    def _keep_running(self, outage: Outage | None) -> None:
        self.running = outage

    def _count(self) -> None:
        self.changes += 1

    def look(self, *found: Diagnosis) -> Text | None:
        """Have it look, and find these, all of them; return what it says then."""
        self.found = list(found)
        self.watch.look()
        assert not self.found
        return self.watch.problem


def test_a_tunnel_that_is_down_twice_is_said_and_taken_back_once_it_is_up() -> None:
    outside = Outside()
    assert outside.look(DOWN, FINE) is None
    assert outside.look(DOWN, DOWN) == DOWN.text
    assert outside.look(DOWN, DOWN) == DOWN.text
    assert outside.changes == 2
    assert outside.look(FINE) is None
    assert outside.changes == 3


def test_that_it_was_reached_holds_until_a_test_fails_or_the_address_changes() -> None:
    outside = Outside()
    assert outside.watch.reached_at is None
    outside.look(FINE)
    outside.look(STOPPED)  # proves nothing
    assert outside.watch.reached_at == NOON
    outside.look(DOWN, DOWN)
    assert outside.watch.reached_at is None
    outside.look(FINE)
    outside.address = "https://there.example"
    outside.look(DOWN, STOPPED)
    assert outside.watch.reached_at is None


def test_when_the_address_changed_is_known_but_not_of_the_first_one() -> None:
    outside = Outside()
    outside.address = ""
    outside.watch.look()
    assert outside.watch.changed_at is None
    outside.address = "https://there.example"
    assert outside.watch.follow_address() == "https://there.example"
    assert outside.watch.changed_at == NOON


def test_an_outage_is_found_within_a_minute_of_the_last_test_that_worked() -> None:
    watch = Outside().watch
    assert watch._every + public_url_monitor._AGAIN <= 60


def test_a_network_that_never_let_it_out_and_in_again_proves_nothing() -> None:
    outside = Outside()
    assert outside.look(SILENT) is None
    assert outside.look(FINE) is None
    assert outside.look(SILENT, SILENT) == SILENT.text


def test_a_test_that_was_stopped_changes_nothing() -> None:
    outside = Outside()
    outside.look(DOWN, DOWN)
    assert outside.look(STOPPED) == DOWN.text


def test_a_test_by_hand_counts_and_without_an_address_there_is_nothing_to_say() -> None:
    outside = Outside()
    outside.look(DOWN, DOWN)
    outside.watch.note(FINE)
    assert outside.watch.problem is None
    outside.look(DOWN, DOWN)
    outside.address = ""
    assert outside.look() is None


def test_the_time_in_which_it_did_not_lead_here_is_a_gap_from_the_last_test_that_worked() -> None:
    outside = Outside()
    outside.look(FINE)
    outside.now += timedelta(minutes=5)
    outside.look(DOWN, DOWN)
    outside.now += timedelta(minutes=5)
    outside.look(DOWN, DOWN)
    outside.now += timedelta(minutes=5)
    outside.look(FINE)
    outside.look(FINE)
    assert outside.gaps == [Gap(NOON, NOON + timedelta(minutes=15), GapCause.UNREACHABLE)]


def test_an_outage_in_which_the_clock_is_set_back_begins_with_the_earliest_time_that_it_showed() -> None:
    outside = Outside()
    outside.look(FINE)
    assert outside.watch.unreachable_since is None
    outside.look(DOWN, DOWN)
    outside.now -= timedelta(minutes=30)
    outside.look(DOWN, DOWN)
    assert outside.watch.unreachable_since == NOON - timedelta(minutes=30)
    outside.now += timedelta(minutes=45)
    outside.look(FINE)
    assert outside.watch.unreachable_since is None
    assert outside.gaps == [Gap(NOON - timedelta(minutes=30), NOON + timedelta(minutes=15), GapCause.UNREACHABLE)]


def test_an_outage_in_which_the_clock_is_set_back_ends_with_the_latest_time_that_it_showed() -> None:
    outside = Outside()
    outside.look(FINE)
    outside.now += timedelta(minutes=20)
    outside.look(DOWN, DOWN)
    outside.now -= timedelta(minutes=15)
    outside.look(FINE)
    assert outside.gaps == [Gap(NOON, NOON + timedelta(minutes=20), GapCause.UNREACHABLE)]


def test_an_outage_continues_while_the_receiver_itself_does_not_listen() -> None:
    outside = Outside()
    outside.look(FINE)
    outside.look(DOWN, DOWN)
    outside.is_listening = False
    outside.now += timedelta(minutes=5)
    assert outside.look() == DOWN.text
    outside.is_listening = True
    outside.now += timedelta(minutes=5)
    outside.look(FINE)
    assert outside.gaps == [Gap(NOON, NOON + timedelta(minutes=10), GapCause.UNREACHABLE)]


def test_an_outage_that_the_end_of_the_program_or_another_address_cuts_short_is_kept() -> None:
    for way in ("stop", "empty", "another"):
        outside = Outside()
        outside.look(FINE)
        outside.now += timedelta(minutes=5)
        outside.look(DOWN, DOWN)
        outside.now += timedelta(minutes=5)
        if way == "stop":
            outside.watch.stop()
            outside.watch.stop()
        else:
            outside.address = "" if way == "empty" else "https://there.example"
            assert outside.look(*([FINE] if outside.address else [])) is None
        assert outside.gaps == [Gap(NOON, NOON + timedelta(minutes=10), GapCause.UNREACHABLE)]


def test_a_locked_store_loses_no_result_and_saves_the_outage_later() -> None:
    outside = Outside()
    outside.look(DOWN, DOWN)
    outside.now += timedelta(minutes=5)
    outside.is_locked = True
    outside.watch.note(FINE)
    assert outside.watch.problem is None
    outside.is_locked = False
    outside.now += timedelta(minutes=5)
    outside.look(FINE)
    outside.look(FINE)
    assert outside.gaps == [Gap(NOON, NOON + timedelta(minutes=5), GapCause.UNREACHABLE)]


def test_an_outage_outlives_a_kill_and_goes_on_in_the_next_process() -> None:
    """Also where nothing of the address proved yet, in that process, that this network lets it out and in again."""
    before = Outside()
    before.look(FINE)
    before.now += timedelta(minutes=1)
    before.look(SILENT, SILENT)
    before.now += timedelta(minutes=1)
    before.look(SILENT, SILENT)
    assert before.gaps == []

    after = Outside(before.running)
    after.now = NOON + timedelta(minutes=5)
    after.watch.resume()
    assert after.gaps == [Gap(NOON, NOON + timedelta(minutes=2), GapCause.UNREACHABLE)]
    assert after.look(SILENT, SILENT) == SILENT.text
    after.now += timedelta(minutes=1)
    after.look(FINE)
    assert after.gaps[1:] == [Gap(NOON + timedelta(minutes=2), after.now, GapCause.UNREACHABLE)]
    assert after.running is None


def test_an_outage_of_another_address_has_ended() -> None:
    outside = Outside(Outage(NOON - timedelta(hours=1), NOON, "https://before.example"))
    outside.watch.resume()
    assert outside.gaps == [Gap(NOON - timedelta(hours=1), NOON, GapCause.UNREACHABLE)]
    assert outside.running is None
    assert outside.look(SILENT) is None


def test_an_outage_that_was_over_leaves_nothing_for_the_next_process() -> None:
    outside = Outside()
    outside.look(DOWN, DOWN)
    assert outside.running is not None
    outside.look(FINE)
    assert outside.running is None
    outside.watch.resume()
    assert len(outside.gaps) == 1
