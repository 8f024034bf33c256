"""When the board applies what has arrived."""

import sqlite3
from types import SimpleNamespace

import pytest

from app.board.projecting import apply_facts
from app.facts.journal import ChangedRows
from tests.database import wait_until_derived
from tests.temporary_store import Store


def test_a_burst_is_over_with_the_round_after_it(store: Store) -> None:
    """While visits arrive by the dozen the board leaves the time to them; then it applies the rest without pauses."""
    board = store.writer.board
    board.apply_soon(range(1, 41))
    wait_until_derived(store.writer)
    assert not board._is_burst


def test_rows_do_not_wait_longer_the_longer_a_round_took(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    board, clock = store.writer.board, SimpleNamespace(now=1000.0)
    clock.monotonic = lambda: clock.now

    def apply_slowly(_db: sqlite3.Connection, visits: list[int], *_: object) -> ChangedRows:
        clock.now += 10
        return ChangedRows(visits=set(visits))

    monkeypatch.setattr(apply_facts, "apply_next", apply_slowly)
    monkeypatch.setattr("app.board.writer.time", clock)
    board.apply_soon(range(1, 41))
    board.read(lambda _db: None).result()  # the round was before it
    assert board._next_round_at == 1010.25
