"""A large day comes onto the board in parts that nobody reads, and visits are followed between them."""

import shutil
import sqlite3
from collections.abc import Callable

import pytest

from app.domain.columns import Table
from app.domain.days import Day
from app.domain.notifications import Received
from app.domain.queries import RowQuery
from app.store import board_writer, deciding, following, showing
from app.store.reader import Reader
from app.store.showing import DayShowing
from app.store.writer import Writer
from tests.database import connected
from tests.store.board import board_of
from tests.store.conftest import DAY, Store, arrival_of, aviso, envio

OTHER = Day("OTRA", DAY.date)
MANY = [envio(f"garcia {nth}") for nth in range(12)]
ROWS = "SELECT carrier, count(*) FROM day JOIN shipment ON day_id = day.id GROUP BY 1"
Part = Callable[[DayShowing, sqlite3.Connection, int], None]


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "LARGE", 0)
    monkeypatch.setattr(board_writer, "_SLICE", 3)


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[int], object]) -> None:
    """Have something done with the number of each part, once it is written and before it is committed."""
    write: Part = DayShowing.write_some
    parts: list[int] = []

    def write_some(self: DayShowing, db: sqlite3.Connection, most: int) -> None:
        write(self, db, most)
        parts.append(1)
        act(len(parts))

    monkeypatch.setattr(DayShowing, "write_some", write_some)


def test_a_visit_is_followed_while_a_large_day_is_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.load({1: [envio("n1")]})
    order: list[str] = []
    follow = deciding.follow_visits

    def note(db: sqlite3.Connection, visits: list[int]) -> set[int]:
        order.extend(["visit"] * bool(visits))
        return follow(db, visits)

    monkeypatch.setattr(following, "follow_visits", note)

    def act(part: int) -> None:
        order.append("part")
        if part == 2:
            store.intake.keep(received(aviso(1, "12:00:05", "completada", "n1"))).result(30)

    between(monkeypatch, act)
    store.load({2: MANY}, day=OTHER)
    assert order == ["part", "part", "visit", "part", "part", "part"]
    assert store.shown("n1")["shown_status"] == "Entregado"


def test_nobody_reads_a_day_before_it_is_whole(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def look(_part: int) -> None:
        with Reader.opened(store.writer.path) as reader:
            seen.append(reader.row_ids(RowQuery(Table.SHIPMENTS, OTHER), DAY.date))
            seen.append(reader.hits("garcia", 10))
            seen.append(reader.figures(DAY.date, None).tally.counts)
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
    store.intake.keep(early).result(30)
    between(monkeypatch, lambda part: part == 4 and store.intake.keep(late).result(30))
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


def test_a_day_of_which_a_part_meets_a_bug_is_shown_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(part: int) -> None:
        if part == 2:
            raise ZeroDivisionError

    between(monkeypatch, fail)
    store.load({2: MANY}, day=OTHER)
    assert len(store.rows(RowQuery(Table.SHIPMENTS, OTHER))) == 12


def received(body: bytes) -> Received:
    return Received.read(body, arrival_of(body))
