"""Attach the board to the connection that writes the facts, for transactions that read both."""

import sqlite3
from pathlib import Path

from app.board.board_file import Board, attach_board, newest_board


class AttachedBoard:
    """Keeps the newest board attached to a connection under the name `board`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None
        self._board: Board | None = None

    def refresh(self, db: sqlite3.Connection) -> None:
        """Attach the newest board in place of an older one. Call outside a transaction.

        Raises:
            sqlite3.DatabaseError: it cannot be opened.
        """
        if db is not self._db:
            self._db, self._board = db, None
        board = newest_board(self._path)
        if board == self._board:
            return
        if self._board is not None:
            db.execute("DETACH DATABASE board")
            self._board = None
        if board is not None:
            attach_board(db, board)
        self._board = board
