"""Direct access to a store in tests: a connection to its facts with the board attached, and a wait for the board."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.board.board_file import newest_board
from app.facts.file.generations import newest_file
from app.store.writer import Writer

_TIMEOUT = 60.0


def board_file(path: Path) -> Path:
    """Return the file of a store's board, which must be there."""
    board = newest_board(path)
    assert board is not None
    return board.file


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store to read and write; what was written is committed once the block ends well.

    Args:
        path: of the store.
    """
    db = sqlite3.connect(newest_file(path))
    try:
        db.execute("ATTACH DATABASE ? AS board", (str(board_file(path)),))
        with db:
            yield db
    finally:
        db.close()


def wait_until_derived(writer: Writer) -> None:
    """Wait until the board has applied all facts, and its callbacks have run."""
    writer.board.when_applied().result(_TIMEOUT)
    writer.board.read(lambda _: None).result(_TIMEOUT)  # after the callbacks of the last round
    writer.read(lambda _: None).result(_TIMEOUT)  # after the deviations that they save
