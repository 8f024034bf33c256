import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise
from pathlib import Path
from threading import Event, Thread

import pytest
from filelock import FileLock

from app.domain.days import Answer as Answered
from app.domain.days import Day
from app.domain.errors import LoadCancelledError, StoreBusyError
from app.store import ahead, days, matching, staging
from app.store.days import note_answer, save_day
from app.store.reader import Reader
from app.store.staging import StagedAnswer
from tests.database import connected
from tests.store.conftest import DAY, Answer, Store, aviso, envio, moment
from tests.store.loads import FIRST, SECOND, SteppingWriter, fill, shown

ROOT = Path(__file__).parents[2]
NOTHING: Answer = {}
first_and_later = pytest.mark.parametrize("before", [NOTHING, FIRST], ids=["a first load", "a later load"])


@pytest.fixture(autouse=True)
def _small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SLICE", 2)
    monkeypatch.setattr(staging, "SLICE", 3)
    monkeypatch.setattr(matching, "CACHED_SLICE", 3)


@pytest.fixture
def writer(path: Path) -> Iterator[SteppingWriter]:
    with SteppingWriter(path) as writer:
        yield writer


@pytest.fixture
def stepping(writer: SteppingWriter) -> Store:
    return Store(writer)


def listed_at_once(path: Path) -> list[str]:
    """Return the numbers that the days list, in order, as one statement finds them: another process may swap the day
    between two."""
    with connected(path) as db:
        found = db.execute(
            "SELECT number FROM shipment JOIN day ON day.id = day_id"
            " WHERE loaded_at IS NOT NULL AND gone_at IS NULL ORDER BY position, shipment.id"
        )
        return [row[0] for row in found]


def leftovers(path: Path) -> set[str]:
    """Return which tables hold what no day shows."""
    with connected(path) as db:
        found = db.execute(
            "SELECT 'day' FROM day WHERE loaded_at IS NULL"
            " UNION SELECT 'shipment' FROM shipment JOIN day ON day.id = day_id WHERE loaded_at IS NULL"
            " UNION SELECT 'manifest' FROM manifest JOIN day ON day.id = day_id WHERE loaded_at IS NULL"
        )
        return {row[0] for row in found}


@first_and_later
def test_between_any_two_pieces_of_a_load_the_day_is_the_old_one_or_the_new_one_whole(
    writer: SteppingWriter, stepping: Store, before: Answer
) -> None:
    if before:
        stepping.load(before)
    seen = [shown(writer.path)]

    def look() -> None:
        now = shown(writer.path)
        if now != seen[-1]:
            seen.append(now)

    writer.within = writer.between = look
    stepping.load(SECOND)
    assert len(seen) == 2
    listed = [row["number"] for row in stepping.rows() if row["current"]]
    assert listed == ["D1", "D2", "B2", "A1", "A2", "N1", "A3", "A4", "B1", "N2", "N3", "A1"]
    assert leftovers(writer.path) == set()


def test_a_thread_that_looks_all_the_time_sees_only_whole_days(writer: SteppingWriter, stepping: Store) -> None:
    def exported(reader: Reader) -> list[object]:
        return list(reader.exported_shipments(DAY.date, None, with_documents=True))

    stepping.load(FIRST)
    seen: list[list[object]] = []
    is_done = Event()

    def look() -> None:
        with Reader.opened(writer.path) as reader:
            while not is_done.is_set():
                seen.append(exported(reader))

    thread = Thread(target=look)
    with Reader.opened(writer.path) as reader:
        whole = [exported(reader)]
        thread.start()
        try:
            for answer in (SECOND, FIRST, SECOND, FIRST):
                stepping.load(answer)
                whole.append(exported(reader))
        finally:
            is_done.set()
            thread.join()
    assert seen
    assert all(one in whole for one in seen)


@first_and_later
def test_a_load_that_is_cancelled_at_any_piece_changes_nothing(
    writer: SteppingWriter, stepping: Store, before: Answer
) -> None:
    if before:
        stepping.load(before)
    old = shown(writer.path)
    pieces = 0
    is_cancelled = True
    while is_cancelled:
        pieces += 1
        countdown = iter(range(pieces))
        staged = StagedAnswer(writer, lambda left=countdown: next(left, None) is None)  # type: ignore[misc]
        try:
            save_day(writer, DAY, fill(staged, SECOND), moment(2))
            is_cancelled = False
        except LoadCancelledError:
            assert shown(writer.path) == old
    assert pieces > 20
    assert shown(writer.path) != old


@first_and_later
def test_a_load_that_is_killed_in_any_transaction_leaves_a_whole_day_and_nothing_that_stays(
    path: Path, tmp_path: Path, before: Answer
) -> None:
    with SteppingWriter(path) as writer:
        if before:
            Store(writer).load(before)
        else:
            Store(writer)
        old = shown(path)
    was_killed_before: list[bool] = []
    is_done = False
    while not is_done:
        copy = tmp_path / f"killed-{len(was_killed_before)}" / path.name
        shutil.copytree(path.parent, copy.parent)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.store.loads", str(copy), str(len(was_killed_before))],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            is_done = process.stdout.readline() == "done\n"
            process.kill()
        found = shown(copy)
        was_killed_before.append(found == old)
        with SteppingWriter(copy) as writer:
            store = Store(writer)
            store.minute = 1
            store.load(SECOND)
        assert found in (old, shown(copy))
        assert leftovers(copy) == set()
        with connected(copy) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert was_killed_before == sorted(was_killed_before, reverse=True)
    assert was_killed_before.count(True) > 4


def test_what_a_load_left_behind_the_next_load_of_any_day_clears_away(writer: SteppingWriter, stepping: Store) -> None:
    stepping.load(FIRST)
    staged = StagedAnswer(writer, lambda: "shipment" in leftovers(writer.path))
    with pytest.raises(LoadCancelledError):
        save_day(writer, DAY, fill(staged, SECOND), moment(2))
    assert leftovers(writer.path) == {"day", "manifest", "shipment"}
    old = shown(writer.path)["shipments"]
    stepping.load({1: [envio("1")]}, day=Day("OTRA", DAY.date))
    assert leftovers(writer.path) == set()
    assert shown(writer.path)["shipments"] == old


def test_a_big_day_takes_more_transactions_and_no_bigger_ones(writer: SteppingWriter, stepping: Store) -> None:
    sizes: list[int] = []

    def count() -> None:
        with connected(writer.path) as db:
            sizes.append(db.execute("SELECT count(*) FROM shipment").fetchone()[0])

    writer.between = count
    stepping.load({manifest: [envio(f"{manifest}-{nth}") for nth in range(7)] for manifest in range(6)})
    assert sizes[-1] == 42
    assert max(after - before for before, after in pairwise(sizes)) == ahead.SLICE


@first_and_later
def test_a_visit_that_comes_at_any_piece_of_a_load_belongs_to_what_is_shown(
    writer: SteppingWriter, stepping: Store, before: Answer
) -> None:
    def shipments_of(visit: int) -> list[object]:
        with Reader.opened(writer.path) as reader:
            detail = reader.visit(visit)
        assert detail is not None
        return [one.number for one in detail.shipments]

    def close() -> None:
        visits.append(len(visits))
        stepping.post(aviso(visits[-1], "12:00:05", "completada", "N2"))
        assert shipments_of(visits[-1]) == [number for number in stepping.numbers() if number == "N2"]

    if before:
        stepping.load(before)
    visits: list[int] = []
    writer.between = close
    stepping.load(SECOND)
    writer.between = lambda: None
    assert len(visits) > 20
    assert [shipments_of(visit) for visit in visits] == [["N2"]] * len(visits)


def test_a_day_that_is_another_one_by_the_time_of_the_swap_is_compared_anew(
    writer: SteppingWriter, stepping: Store
) -> None:
    def forget_once() -> None:
        if "shipment" in leftovers(writer.path):
            writer.between = lambda: None
            writer.submit(lambda db: db.execute("DELETE FROM day WHERE loaded_at IS NOT NULL")).result()

    stepping.load(FIRST)
    writer.between = forget_once
    summary = stepping.load(SECOND)
    assert (summary.new, summary.changed, summary.gone) == (6, 5, 3)  # of the day that its loads say there is
    assert leftovers(writer.path) == set()
    assert len([row for row in stepping.rows() if row["current"]]) == summary.shipments


def test_an_answer_that_is_noted_meanwhile_costs_nothing(writer: SteppingWriter, stepping: Store) -> None:
    def note_once() -> None:
        if "shipment" in leftovers(writer.path):
            writer.between = lambda: None
            note_answer(writer, DAY, Answered.EMPTY, moment(30))

    writer.between = note_once
    assert stepping.load(SECOND).new == len(stepping.rows())
    with Reader.opened(writer.path) as reader:
        state = reader.day_state(DAY)
    assert state is not None
    assert (state.answer, state.loaded_at) == (Answered.MANIFESTS, moment(1))


def test_loads_take_turns_and_one_that_waits_can_be_cancelled(
    writer: SteppingWriter, stepping: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(is_cancelled: Callable[[], bool]) -> None:
        save_day(writer, DAY, fill(StagedAnswer(writer, is_cancelled), SECOND), moment(2))

    monkeypatch.setattr(days, "_LOOK_UP_SECONDS", 0.05)
    monkeypatch.setattr(days, "TURN_WAIT_SECONDS", 0.0)
    stepping.load(FIRST)
    old = shown(writer.path)
    with FileLock(writer.path.with_suffix(".loading")):
        with pytest.raises(StoreBusyError):
            wait(lambda: False)
        pieces = iter(range(10))
        monkeypatch.setattr(days, "TURN_WAIT_SECONDS", 60.0)
        with pytest.raises(LoadCancelledError):
            wait(lambda: next(pieces, None) is None)
    assert shown(writer.path) == old
    assert stepping.load(SECOND).new == 6  # five, and one that moved


def test_two_processes_that_load_a_day_at_once_end_with_one_of_the_two_whole(
    writer: SteppingWriter, stepping: Store, path: Path
) -> None:
    stepping.load(FIRST)
    others = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.store.loads", str(path), "-1"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    listed: list[object] = []
    answers = cycle((FIRST, SECOND))
    while any(other.poll() is None for other in others):
        stepping.minute = 1
        stepping.load(next(answers))
        listed.append(listed_at_once(path))
    assert [other.wait(60) for other in others] == [0, 0]
    whole = [[one["numero"] for envios in answer.values() for one in envios] for answer in (FIRST, SECOND)]
    assert all(one in whole for one in listed)
    assert leftovers(path) == set()


def test_one_shipment_or_manifest_more_or_less_moves_no_other(store: Store) -> None:
    def places() -> dict[object, object]:
        with connected(store.writer.path) as db:
            return dict(db.execute("SELECT number, position FROM shipment WHERE gone_at IS NULL").fetchall())

    store.load({9001: [envio("1"), envio("3")], 9002: [envio("5")]})
    before = places()
    more: Answer = {9000: [envio("0")], 9001: [envio("1"), envio("2"), envio("3")], 9002: [envio("5"), envio("6")]}
    store.load(more)
    assert store.numbers() == ["0", "1", "2", "3", "5", "6"]
    assert places().items() > before.items()
    before = places()
    store.load({9001: [envio("2"), envio("3")], 9002: [envio("6")]})
    assert before.items() > places().items()


def test_whatever_becomes_of_an_answer_the_day_stands_in_its_order(store: Store) -> None:
    dice = random.Random(5)
    numbers = [str(nth) for nth in range(40)]
    for _ in range(40):
        if dice.random() < 0.1:
            dice.shuffle(numbers)
        numbers.insert(dice.randrange(len(numbers)), numbers.pop(dice.randrange(len(numbers))))
        numbers.append(numbers.pop(dice.randrange(20)))
        listed = [one for one in numbers if dice.random() < 0.9]
        cut = dice.randrange(len(listed))
        heads = [(9001, listed[:cut]), (9002, listed[cut:])]
        store.load({head: [envio(one) for one in some] for head, some in heads})
        assert [row["number"] for row in store.rows() if row["current"]] == listed
