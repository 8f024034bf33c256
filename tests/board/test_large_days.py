"""A large day is written in parts that no reader sees, and visits are derived in between."""

import shutil
import sqlite3
import threading
from collections.abc import Callable

import pytest
from filelock import FileLock

from app.board import writer as board_writer
from app.board.projecting import apply_facts, day_rows, decisions
from app.board.projecting.day_rows import DayProjection
from app.board.reading.reader import Reader
from app.domain.contract.notifications import Received
from app.domain.days import CarrierAnswer, Day, Scope
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.journal import ChangedRows, Kind, append_entries, day_key
from app.facts.loads.load_history import save_load
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer
from tests.board.board_rows import board_of
from tests.database import connected, wait_until_derived
from tests.temporary_store import DAY, Store, arrival_of, aviso, envio, moment
from tests.waiting import PATIENCE, wait_until

OTHER = Day("OTRA", DAY.date)
MANY = [envio(f"garcia {nth}") for nth in range(12)]
ROWS = "SELECT carrier, count(*) FROM day JOIN shipment ON day_id = day.id GROUP BY 1"
Part = Callable[[DayProjection, sqlite3.Connection, int], None]


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day_rows, "LARGE_BYTES", 0)
    monkeypatch.setattr(board_writer, "_ROWS_PER_PART", 3)


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[int], object]) -> None:
    """Have something done with the number of each part, once it is written and before it is committed."""
    write: Part = DayProjection.write_some
    parts: list[int] = []

    def write_some(self: DayProjection, db: sqlite3.Connection, most: int) -> None:
        write(self, db, most)
        parts.append(1)
        act(len(parts))

    monkeypatch.setattr(DayProjection, "write_some", write_some)


def test_a_visit_is_followed_while_a_large_day_is_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.load({1: [envio("n1")]})
    order: list[str] = []
    follow = decisions.derive_visits

    def note(db: sqlite3.Connection, visits: list[int]) -> set[int]:
        order.extend(["visit"] * bool(visits))
        return follow(db, visits)

    monkeypatch.setattr(apply_facts, "derive_visits", note)

    def act(part: int) -> None:
        order.append("part")
        if part == 2:
            store.intake.save(received(aviso(1, "12:00:05", "completada", "n1"))).result(30)

    between(monkeypatch, act)
    store.load({2: MANY}, day=OTHER)
    assert order == ["part", "part", "visit", "part", "part", "part"]
    assert store.shown("n1")["shown_status"] == "Entregado"


@pytest.mark.parametrize("patience", [30.0, 0.0])
def test_a_day_that_another_process_loads_is_left_to_it_for_a_while(
    store: Store, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    monkeypatch.setattr(board_writer, "LARGE_DAY_WAIT_SECONDS", patience)
    monkeypatch.setattr(board_writer, "_RETRY_SECONDS", 0.01)
    write: Part = DayProjection.write_some
    writing: list[sqlite3.Connection] = []

    def note(self: DayProjection, db: sqlite3.Connection, most: int) -> None:
        writing.append(db)
        write(self, db, most)

    monkeypatch.setattr(DayProjection, "write_some", note)
    path, loader = store.writer.path, store.writer.board
    own = loader.read(lambda db: db).result()
    goes_on = threading.Event()
    with Writer(path) as other:
        loader.read(lambda _: goes_on.wait(30))  # its thread is busy as the load is saved
        load = threading.Thread(target=store.load, args=[{2: MANY}], kwargs={"day": OTHER})
        load.start()
        while not (writing or other.board._left_since):
            other.board.apply_external()
            load.join(0.01)
        if not patience:
            other.board.when_applied().result(30)
        goes_on.set()
        load.join()
        wait_until_derived(store.writer)
    assert len(store.rows(RowQuery(Table.SHIPMENTS, OTHER))) == 12
    assert all(db is own for db in writing) == bool(patience)


@pytest.mark.parametrize("large", [0, 200_000])
def test_another_process_shows_visits_while_it_leaves_a_day(
    store: Store, monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    monkeypatch.setattr(day_rows, "LARGE_BYTES", large)
    goes_on, shown = threading.Event(), threading.Event()

    def note(changed: ChangedRows) -> None:
        if changed.visits:
            shown.set()

    def left() -> bool:
        other.board.apply_external()
        return other.board._left_since > 0

    with Writer(store.writer.path) as other:
        other.on_applied(note)
        store.writer.board.read(lambda _: goes_on.wait(PATIENCE))  # its thread is busy as the load is saved
        load = threading.Thread(target=store.load, args=[{2: [envio("n1")]}], kwargs={"day": OTHER})
        load.start()
        wait_until(left)
        NotificationIngest(other).save(received(aviso(1, "12:00:05", "completada", "n1"))).result(PATIENCE)
        assert shown.wait(PATIENCE)
        with Reader.opened(other.path) as reader:
            assert not reader.row_ids(RowQuery(Table.SHIPMENTS, OTHER), DAY.date)
        goes_on.set()
        load.join()
        wait_until_derived(store.writer)
    assert store.shown("n1", OTHER)["shown_status"] == "Entregado"


def test_no_reader_sees_a_day_before_it_is_complete(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def look(_part: int) -> None:
        with Reader.opened(store.writer.path) as reader:
            seen.append(reader.row_ids(RowQuery(Table.SHIPMENTS, OTHER), DAY.date))
            seen.append(reader.hits("garcia", 10))
            seen.append(reader.figures(Scope(tuple(reader.carriers_of(DAY.date)), DAY.date)).tally.counts)
            seen.append(reader.loaded_days(DAY.date, DAY.date))

    between(monkeypatch, look)
    store.load({2: MANY}, day=OTHER)
    assert len(seen) == 20
    assert not any(map(any_of, seen))
    assert len(store.rows(RowQuery(Table.SHIPMENTS, OTHER))) == 12


def any_of(found: object) -> bool:
    return any(found) if isinstance(found, (list, tuple)) else bool(found)


def test_visits_that_were_there_before_and_that_come_meanwhile_lead_its_rows(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    early, late = (received(aviso(nth, "12:00:05", "completada", f"garcia {nth}")) for nth in (1, 2))
    store.intake.save(early).result(30)
    between(monkeypatch, lambda part: part == 4 and store.intake.save(late).result(30))
    store.load({2: MANY}, day=OTHER)
    shown = {row["number"]: row["shown_status"] for row in store.rows(RowQuery(Table.SHIPMENTS, OTHER))}
    assert [number for number, status in shown.items() if status == "Entregado"] == ["garcia 1", "garcia 2"]


def test_what_was_written_of_a_day_before_a_kill_goes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.writer.path
    left = path.parents[1] / "left" / path.name

    def leave(part: int) -> None:
        if part == 3:
            shutil.copytree(path.parent, left.parent, ignore=shutil.ignore_patterns("*-shm", "*.lock"))

    between(monkeypatch, leave)
    store.load({2: MANY}, day=OTHER)
    with connected(left) as db:
        assert db.execute(ROWS).fetchall() == [("", 6)]
    with Writer(left):
        pass
    with connected(left) as db:
        assert db.execute(ROWS).fetchall() == [("OTRA", 12)]
    assert board_of(left) == board_of(path)


def test_a_day_that_is_loaded_again_between_parts_is_shown_as_the_last_load_has_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = [envio(f"garcia {nth}", idEstadoEnvio="3", estadoEnvio="Entregado") for nth in range(15)]
    again: list[threading.Thread] = []

    def load(part: int) -> None:
        if part == 2:
            again.append(threading.Thread(target=store.load, args=[{2: more}], kwargs={"day": OTHER}))
            again[0].start()
            while len(loads(store)) < 2:
                again[0].join(0.01)

    between(monkeypatch, load)
    store.load({2: MANY}, day=OTHER)
    again[0].join()
    assert {row["shown_status"] for row in store.rows(RowQuery(Table.SHIPMENTS, OTHER))} == {"Entregado"}
    assert len(store.numbers(RowQuery(Table.SHIPMENTS, OTHER))) == 15
    assert rows(store) == [("OTRA", 15)]


def loads(store: Store) -> list[object]:
    return store.writer.read(lambda db: db.execute("SELECT id FROM load").fetchall()).result()


@pytest.mark.parametrize("last", [2, 5])
def test_a_day_that_is_purged_between_parts_is_not_shown_and_blocks_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    def forget(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM load")
        db.execute("DELETE FROM content")
        append_entries(db, Kind.DAY, [day_key(OTHER)])

    between(monkeypatch, lambda part: part == last and store.writer.submit(forget).result(30))
    store.load({2: MANY}, day=OTHER)
    wait_until_derived(store.writer)
    assert rows(store) == []
    with FileLock(store.writer.path.with_name("board.lock"), timeout=5):
        pass


def test_large_days_that_are_loaded_at_once_are_all_shown(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    third = Day("TERCERA", DAY.date)
    others: list[threading.Thread] = []

    def load(part: int) -> None:
        if part == 2:
            for day in (third, DAY):
                others.append(threading.Thread(target=store.load, args=[{2: MANY}], kwargs={"day": day}))
                others[-1].start()
            while len(loads(store)) < 3:
                others[0].join(0.01)

    between(monkeypatch, load)
    store.load({2: MANY}, day=OTHER)
    for one in others:
        one.join()
    assert rows(store) == [(DAY.carrier, 12), ("OTRA", 12), ("TERCERA", 12)]


def test_parts_are_written_behind_a_day_that_was_given_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[int] = []

    def act(part: int) -> None:
        parts.append(part)
        if part == 3:
            store.writer.submit(lambda db: append_entries(db, Kind.DAY, [day_key(OTHER)])).result(30)
            store.writer.submit(lambda db: save_load(db, OTHER, moment(9).isoformat(), CarrierAnswer.NOT_FOUND)).result(
                30
            )

    between(monkeypatch, act)
    store.load({2: MANY}, day=OTHER)
    wait_until_derived(store.writer)
    assert rows(store) == [("OTRA", 12)]
    assert len(parts) > 7  # those of the second try are parts too


def rows(store: Store) -> list[object]:
    with connected(store.writer.path) as db:
        return db.execute(ROWS).fetchall()


def test_a_day_with_a_part_that_meets_a_bug_is_shown_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(part: int) -> None:
        if part == 2:
            raise ZeroDivisionError

    between(monkeypatch, fail)
    store.load({2: MANY}, day=OTHER)
    assert len(store.rows(RowQuery(Table.SHIPMENTS, OTHER))) == 12


def received(body: bytes) -> Received:
    return Received.read(body, arrival_of(body))
