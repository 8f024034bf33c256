from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import pytest

from app.board.reading.reader import Reader
from app.credentials.credentials import Credentials, SessionVault
from app.domain.cancellation import Cancellation
from app.domain.days import CarrierAnswer, Day, LoadSummary
from app.domain.errors import AppError, CarrierUnreachableError, LoadCancelledError, NoManifestError, SettingsError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.texts import Text
from app.facts.gaps import save_gap
from app.facts.journal import Kind, append_entries, day_key
from app.facts.loads.load_history import save_load
from app.load_process.client import LoadTurns
from app.services.app_context import AppContext
from app.services.loading import auto_reload
from app.services.loading.auto_reload import AutoReloader
from app.store.writer import Writer
from app.threads import OnceReporter

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
TODAY = date(2026, 11, 20)
BODY = b'[{"idPlanillaReparto": 1, "estado": "VIG", "envios": [{"numero": "01"}]}]'
Load = Callable[[Day, bytes, datetime], LoadSummary]


class Site(AppContext):
    """An AppContext at a noon of its own."""

    def now(self) -> datetime:
        return NOON


class Bench:
    """A reloader before a carrier that answers what the test says."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.place = Site(folder, {}, Credentials({}, SessionVault(), SessionVault()))
        self.turns = LoadTurns()
        self.clock = 1000.0
        self.asked: Queue[Day] = Queue()
        self.reported: Queue[tuple[Day, AppError | None]] = Queue()
        self.bugs: Queue[BaseException] = Queue()
        self.answer: Callable[[Day, Cancellation], object] = lambda _day, _cancellation: None
        self.reloader = AutoReloader(
            self.place,
            self._load,
            lambda day, error: self.reported.put((day, error)),
            self.bugs.put,
            clock=lambda: self.clock,
        )
        stack.callback(self.reloader.stop)

    def _load(self, day: Day, cancellation: Cancellation) -> object:
        with self.turns.turn(cancellation, is_automatic=True):
            self.asked.put(day)
            return self.answer(day, cancellation)

    def change_settings(self, **settings: object) -> None:
        self.place.settings_file.write(
            {"base_url": "https://carrier.example", "time_zone": "America/Bogota"} | settings
        )

    def wake(self, hours: float) -> None:
        self.reloader.after_gap(Gap(NOON - timedelta(hours=hours), NOON, GapCause.ASLEEP))

    def loads(self, count: int) -> list[Day]:
        return [self.reported.get(timeout=30)[0] for _ in range(count)]


@pytest.fixture
def bench(tmp_path: Path, writer: Writer) -> Iterator[Bench]:
    with ExitStack() as stack:
        bench = Bench(tmp_path / "data", stack)
        bench.change_settings()
        yield bench
        bench.reloader.stop()
        assert bench.bugs.empty()


def at(days: int, carrier: str = "ACME") -> Day:
    return Day(carrier, TODAY - timedelta(days=days))


def unreachable() -> AppError:
    return CarrierUnreachableError(Text("Error", "down"))


def fails(error: AppError, times: int) -> Callable[[Day, Cancellation], None]:
    left = [error] * times

    def answer(_day: Day, _cancellation: Cancellation) -> None:
        if left:
            raise left.pop()

    return answer


def test_after_a_gap_the_days_it_touched_are_loaded_again_the_newest_first(bench: Bench, load: Load) -> None:
    for day in (at(0), at(1), at(2), at(0, "OTHER"), at(9)):
        load(day, BODY, NOON)
    bench.reloader.start()
    bench.wake(hours=30)
    assert bench.loads(4) == [at(0), at(0, "OTHER"), at(1), at(1, "OTHER")]
    bench.reloader.stop()
    assert bench.asked.qsize() == 4


def test_after_a_gap_days_that_were_never_loaded_are_loaded_for_the_carriers_in_use_alone(
    bench: Bench, load: Load
) -> None:
    bench.change_settings(carrier="MINE")
    load(at(30, "USED"), BODY, NOON - timedelta(days=6))
    load(at(1, "LEFT"), BODY, NOON - timedelta(days=31))
    bench.answer = fails(NoManifestError(Text("Error", "404")), 1)
    bench.reloader.start()
    bench.wake(hours=30)
    assert bench.loads(4) == [at(0, "MINE"), at(0, "USED"), at(1, "MINE"), at(1, "USED")]
    bench.reloader.stop()
    assert bench.asked.qsize() == 4


def lose(writer: Writer, *days: Day) -> None:
    """Have days as a recovery leaves those that were loaded after the copy."""
    for one in days:
        writer.write(partial(save_load, day=one, at=NOON.isoformat(), answer=CarrierAnswer.MANIFESTS))
        writer.write(partial(append_entries, kind=Kind.DAY, keys=[day_key(one)]))
    writer.board.when_applied().result()


def test_days_that_a_recovery_lost_are_loaded_again_however_old_they_are(
    bench: Bench, load: Load, writer: Writer
) -> None:
    load(at(40), BODY, NOON - timedelta(days=1))
    load(at(0), BODY, NOON)
    bench.reloader.start()
    bench.wake(hours=1)
    assert bench.loads(1) == [at(0)]
    lose(writer, at(40), at(1, "OTHER"))
    bench.wake(hours=1)
    assert bench.loads(3) == [at(0), at(1, "OTHER"), at(40)]


def test_days_that_were_lost_and_not_loaded_are_loaded_at_the_next_start(
    bench: Bench, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_reload, "_CHECK_EVERY", 0.01)
    lose(writer, at(40))
    bench.reloader.start()
    assert bench.loads(1) == [at(40)]


def test_days_of_a_gap_that_no_load_has_answered_are_loaded_at_the_next_start(
    bench: Bench, load: Load, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_reload, "_CHECK_EVERY", 0.01)
    bench.change_settings(carrier="ACME", refresh_minutes=60)
    hour = timedelta(hours=1)
    for gap in (
        Gap(NOON - 241 * hour, NOON - 240 * hour, GapCause.CLOSED),  # more than a week ago
        Gap(NOON - 73 * hour, NOON - 72 * hour, GapCause.CLOSED),
        Gap(NOON - 49 * hour, NOON - 48 * hour, GapCause.ASLEEP),
        Gap(NOON - 26 * hour, NOON - 25 * hour, GapCause.ASLEEP),
    ):
        writer.write(partial(save_gap, gap=gap))
    writer.board.when_applied().result()
    load(at(2), BODY, NOON - 49 * hour)
    load(at(1), BODY, NOON - 24 * hour)
    bench.answer = fails(unreachable(), 1)
    bench.reloader.start()
    assert bench.loads(3) == [at(2), at(3), at(2)]
    bench.reloader.stop()
    assert bench.asked.qsize() == 3


def test_days_of_earlier_gaps_wait_until_the_board_has_all_days(
    bench: Bench, load: Load, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_reload, "_CHECK_EVERY", 0.01)
    left = [7, 0]
    monkeypatch.setattr(Reader, "left_to_derive", lambda _reader: left.pop(0))
    bench.change_settings(carrier="ACME", refresh_minutes=0)
    writer.write(partial(save_gap, gap=Gap(NOON - timedelta(hours=2), NOON - timedelta(hours=1), GapCause.CLOSED)))
    writer.board.when_applied().result()
    bench.reloader.start()
    assert bench.loads(1) == [at(0)]
    assert left == []


def test_a_new_gap_stays_urgent_when_earlier_ones_are_looked_for_later(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [7, 0]
    monkeypatch.setattr(Reader, "left_to_derive", lambda _reader: left.pop(0))
    bench.change_settings(carrier="ACME", refresh_minutes=60)
    bench.answer = fails(unreachable(), 2)
    bench.wake(hours=1)
    pauses = []
    for _ in range(2):
        pauses.append(bench.reloader._look())
        bench.clock += pauses[-1]
    assert pauses[1] == 2 * pauses[0]
    assert left == []


def test_of_a_long_absence_the_last_week_is_loaded_and_before_it_what_had_been_loaded(bench: Bench, load: Load) -> None:
    for days in (0, 7, 8, 60, 100):
        load(at(days), BODY, NOON)
    bench.reloader.start()
    bench.wake(hours=24 * 90)
    assert bench.loads(10) == [*map(at, range(8)), at(8), at(60)]
    bench.reloader.stop()
    assert bench.asked.qsize() == 10


def test_the_carrier_in_the_settings_is_loaded_though_its_today_never_was(bench: Bench) -> None:
    bench.change_settings(carrier="ACME")
    bench.reloader.start()
    bench.wake(hours=1)
    assert bench.loads(1) == [at(0)]


def test_a_failed_load_is_tried_again_after_pauses_that_grow(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_reload, "_FIRST_PAUSE", 0.001)
    pauses: list[float] = []
    real = bench.reloader._look

    def look() -> float:
        pauses.append(real())
        return pauses[-1]

    monkeypatch.setattr(bench.reloader, "_look", look)
    bench.change_settings(carrier="ACME")
    bench.answer = fails(unreachable(), 5)
    bench.reloader.start()
    bench.wake(hours=1)
    reported = [bench.reported.get(timeout=30) for _ in range(6)]
    assert [error is None for _, error in reported] == [False] * 5 + [True]
    growing = [pause for pause in pauses if pause < 1]
    assert growing[:5] == [0.001 * 2**nth for nth in range(5)]


def test_pauses_grow_to_half_an_hour_and_no_further(bench: Bench) -> None:
    bench.change_settings(carrier="ACME", refresh_minutes=1)
    bench.answer = fails(unreachable(), 99)
    bench.reloader._add(TODAY)
    assert [bench.reloader._look() for _ in range(7)] == [60, 120, 240, 480, 960, 1800, 1800]


def test_a_day_that_fails_holds_up_no_other(bench: Bench, load: Load) -> None:
    load(at(0, "OTHER"), BODY, NOON)
    bench.change_settings(carrier="ACME")

    def answer(day: Day, _cancellation: Cancellation) -> None:
        if day.carrier == "ACME":
            raise unreachable()

    bench.answer = answer
    bench.reloader._add(TODAY)
    bench.reloader._look()
    assert {bench.reported.get_nowait()[0] for _ in range(2)} == {at(0), at(0, "OTHER")}
    bench.reloader._look()
    assert bench.reported.get_nowait()[0] == at(0)
    assert bench.reported.empty()


def test_a_carrier_that_fails_for_weeks_is_still_asked_every_half_hour(bench: Bench) -> None:
    bench.change_settings(carrier="ACME")
    bench.answer = fails(unreachable(), 2000)
    bench.reloader._add(TODAY)
    assert [bench.reloader._look() for _ in range(1500)][-1] == 1800


def test_a_gap_that_is_noticed_while_its_day_loads_has_it_loaded_once_more(bench: Bench) -> None:
    bench.change_settings(carrier="ACME")
    gaps = [1.0]

    def answer(_day: Day, _cancellation: Cancellation) -> None:
        if gaps:
            bench.wake(hours=gaps.pop())

    bench.answer = answer
    bench.reloader._add(TODAY)
    bench.reloader._look()
    assert bench.reloader._woken.is_set()  # the next look comes at once
    bench.reloader._look()
    assert bench.asked.qsize() == 2


def test_a_day_without_a_manifest_is_no_failure(bench: Bench) -> None:
    bench.change_settings(carrier="ACME")
    bench.answer = fails(NoManifestError(Text("Error", "404")), 1)
    bench.reloader.start()
    bench.wake(hours=1)
    assert bench.reported.get(timeout=30) == (at(0), None)


def test_every_so_many_minutes_today_is_loaded(bench: Bench, load: Load) -> None:
    load(at(0), BODY, NOON)
    load(at(1), BODY, NOON)
    bench.change_settings(refresh_minutes=1)
    for bench.clock in (1059.0, 1061.0, 1100.0, 1122.0):
        bench.reloader._look()
    assert [bench.reported.get_nowait()[0] for _ in range(2)] == [at(0), at(0)]
    assert bench.reported.empty()


def test_today_is_loaded_every_ten_minutes_where_the_settings_say_nothing(bench: Bench) -> None:
    bench.change_settings(carrier="ACME")
    for bench.clock in (1599.0, 1601.0, 2000.0, 2202.0):
        bench.reloader._look()
    assert [bench.reported.get_nowait()[0] for _ in range(2)] == [at(0), at(0)]
    assert bench.reported.empty()


def test_nothing_loads_automatically_without_an_address_or_if_disabled(bench: Bench, load: Load) -> None:
    load(at(0), BODY, NOON)
    bench.change_settings(refresh_minutes=0)
    bench.clock += 10_000
    bench.reloader._look()
    bench.change_settings(base_url="", refresh_minutes=1)
    bench.reloader._add(TODAY)
    bench.reloader._look()
    assert bench.asked.empty()


def test_a_load_by_the_user_ends_an_automatic_one_which_is_repeated(bench: Bench) -> None:
    bench.change_settings(carrier="ACME")
    under_way, asked_for = Event(), Event()

    def answer(_day: Day, cancellation: Cancellation) -> None:
        if asked_for.is_set():
            return
        cancelled = Event()
        with cancellation.stopping(cancelled.set):
            under_way.set()
            assert cancelled.wait(30)
        raise LoadCancelledError

    bench.answer = answer
    bench.reloader.start()
    bench.wake(hours=1)
    assert under_way.wait(30)
    with bench.turns.turn(Cancellation(), is_automatic=False):
        asked_for.set()
    assert bench.reported.get(timeout=30) == (at(0), None)
    assert bench.asked.qsize() == 2


def test_two_loads_that_users_ask_for_take_turns(bench: Bench) -> None:
    inside = Event()
    with bench.turns.turn(Cancellation(), is_automatic=False):
        other = Thread(target=lambda: ask(bench.turns, inside))
        other.start()
        assert not inside.is_set()
    other.join(30)
    assert inside.is_set()


def ask(turns: LoadTurns, inside: Event) -> None:
    with turns.turn(Cancellation(), is_automatic=False):
        inside.set()


def test_stopping_ends_the_load_under_way(bench: Bench) -> None:
    bench.change_settings(carrier="ACME")
    under_way = Event()

    def answer(_day: Day, cancellation: Cancellation) -> None:
        cancelled = Event()
        with cancellation.stopping(cancelled.set):
            under_way.set()
            assert cancelled.wait(30)
        raise LoadCancelledError

    bench.answer = answer
    bench.reloader.start()
    bench.wake(hours=1)
    assert under_way.wait(30)
    bench.reloader.stop()
    assert bench.reported.empty()


def test_a_bug_is_reported_and_the_next_round_runs(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_reload, "_CHECK_EVERY", 0.01)
    bench.change_settings(carrier="ACME")
    answers = [ZeroDivisionError()]

    def answer(_day: Day, _cancellation: Cancellation) -> None:
        if answers:
            raise answers.pop()

    bench.answer = answer
    bench.reloader.start()
    bench.wake(hours=1)
    assert isinstance(bench.bugs.get(timeout=30), ZeroDivisionError)
    bench.wake(hours=1)
    assert bench.reported.get(timeout=30) == (at(0), None)


def test_settings_that_cannot_be_read_are_tried_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_reload, "_CHECK_EVERY", 0.01)
    bench.change_settings(carrier="ACME")
    bench.reloader._add(TODAY)
    file = bench.place.folder / "settings.toml"
    good = file.read_bytes()
    file.write_bytes(b"= nothing")
    looked = Event()
    real = bench.reloader._look

    def look() -> float:
        looked.set()
        return real()

    monkeypatch.setattr(bench.reloader, "_look", look)
    bench.reloader.start()
    for _ in range(2):  # by the second time the first has failed
        assert looked.wait(30)
        looked.clear()
    file.write_bytes(good)
    assert bench.reported.get(timeout=30) == (at(0), None)
    assert bench.bugs.empty()


def test_an_error_before_a_reload_is_reported_once_and_the_gap_stays(bench: Bench, load: Load) -> None:
    reported: Queue[AppError] = Queue()
    load(at(0), BODY, NOON)
    bench.reloader._reporter = OnceReporter(reported.put)
    before = bench.place.settings_file.path.read_bytes()
    bench.place.settings_file.path.write_text("no TOML", encoding="utf-8")
    bench.reloader.start()
    bench.wake(hours=1)
    assert isinstance(reported.get(timeout=30), SettingsError)
    bench.place.settings_file.path.write_bytes(before)
    bench.wake(hours=1)
    assert bench.loads(1) == [at(0)]
    assert reported.empty()
