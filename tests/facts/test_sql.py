"""The facts know nothing of what is derived from them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import app.facts
from tests.database import connected
from tests.temporary_store import Store

_NAMED = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE|REPLACE)\s+(?:\w+\.)?(\w+)")


def named_tables(code: str) -> Iterator[str]:
    """Yield the names that stand in the SQL of a module where those of tables do."""
    for one in ast.walk(ast.parse(code)):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield from _NAMED.findall(one.value)


@pytest.fixture
def board_tables(store: Store) -> set[str]:
    """Names of tables of the board."""
    with connected(store.writer.path) as db:
        return {name for (name,) in db.execute("SELECT name FROM board.sqlite_master WHERE type = 'table'")}


def test_no_statement_of_the_facts_names_a_table_of_the_board(board_tables: set[str]) -> None:
    folder = Path(app.facts.__file__).parent
    named = {(file.name, name) for file in folder.rglob("*.py") for name in named_tables(file.read_text("utf-8"))}
    assert {"notification", "load", "follow_up"} <= {name for _, name in named}
    assert {one for one in named if one[1] in board_tables} == set()
