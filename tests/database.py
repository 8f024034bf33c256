"""A connection to all that a store holds, past the program: its facts, and the board beside them."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.board.board_file import newest_board
from app.facts.file.generations import newest_file


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
