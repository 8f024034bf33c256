"""Hold the newest board open for writing; derive a new one when it is damaged, missing or of other facts."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TypeVar

from app.board.board_file import Board, board_damage, newest_board, open_board, remove_other_boards
from app.domain.errors import StoreBusyError
from app.facts.file.corruption import is_environment
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.files.process_lock import ProcessLock

T = TypeVar("T")


class CurrentBoard:
    """The open board of one `BoardWriter`, with the facts attached to read. Used by one thread, but for `replace`.

    `on_new_facts` is called when the facts go on in another file, whose numbers may begin lower.

    Attributes:
        lock: to be held around each write and checkpoint.
        db: the connection.
        facts: the file of the attached facts.
    """

    db: sqlite3.Connection
    facts: Path

    def __init__(self, path: Path, on_new_facts: Callable[[], object]) -> None:
        self._path = path
        self._on_new_facts = on_new_facts
        self.lock = ProcessLock(path.with_name("board.lock"))
        self._guard = Lock()  # guards `_problem`
        self._problem: str | None = None
        """Why the board must be replaced."""
        self._board: Board

    def open(self, timeout: float | None = None) -> None:
        """Open the newest board, or create one, and delete obsolete ones.

        Args:
            timeout: seconds to wait for the lock; None: its default.

        Raises:
            StoreError: busy, disk full, or not permitted.
        """
        with store_failures(self._path), self.lock.acquire(timeout):
            self._open()
            remove_other_boards(self._path, self._board.file)

    def replace(self, reason: str) -> None:
        """Have the next `ensure_current` create a new board. Thread-safe."""
        with self._guard:
            self._problem = reason

    def is_current(self) -> bool:
        """Whether this is the newest board, and its facts are the current file."""
        return newest_board(self._path) == self._board and newest_file(self._path) == self.facts

    def ensure_current(self) -> None:
        """Switch to the newest board and the current facts; create a board where needed. Call with the lock held.

        Raises:
            OSError, sqlite3.DatabaseError: disk full, or not permitted.
        """
        if self._problem is None and self.is_current():
            return
        previous, facts = self.db, self.facts
        self._open()
        if self.facts != facts:
            self._on_new_facts()
        with suppress(sqlite3.Error):
            previous.close()
        remove_other_boards(self._path, self._board.file)

    def run(self, task: Callable[[], T]) -> T:
        """Run a task; if it fails because the board is damaged, run it again with a new board.

        Raises:
            StoreError: the environment failed.
        """
        with store_failures(self._path, lambda: self.facts):
            try:
                return task()
            except Exception as error:
                damage = None if is_environment(error) or isinstance(error, StoreBusyError) else board_damage(self.db)
                if damage is None:
                    raise
                with self.lock:
                    self.replace(damage)
                    self.ensure_current()
                return task()

    def close(self) -> None:
        """Close the board with the lock held, or without it if another process keeps it."""
        with suppress(StoreBusyError, OSError):  # a process that hangs does not write
            self.lock.acquire()
        try:
            with suppress(sqlite3.Error):
                self.db.close()
        finally:
            self.lock.release()

    def _open(self) -> None:
        problem = self._problem
        self.facts = newest_file(self._path)
        self.db, self._board = open_board(self._path, self.facts, problem)
        with self._guard:
            if self._problem == problem:
                self._problem = None
