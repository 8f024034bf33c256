"""Items of a batch do not take each other along."""

import sqlite3
from collections.abc import Collection
from contextlib import closing

import pytest

from app.facts.file.failures import run_all_or_each


def test_a_batch_that_memory_is_lacking_for_is_done_item_by_item() -> None:
    def work(items: Collection[int]) -> set[int]:
        db.executemany("INSERT INTO done VALUES (?)", [(one,) for one in items])
        if len(items) > 1 or 4 in items:
            raise MemoryError
        return set(items)

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute("CREATE TABLE done (item)")
        assert run_all_or_each(db, [1, 2, 3], work) == {1, 2, 3}
        assert db.execute("SELECT item FROM done").fetchall() == [(1,), (2,), (3,)]
        with pytest.raises(MemoryError):
            run_all_or_each(db, [4], work)
