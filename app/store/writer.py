"""Write the facts by the one writing connection of this process, in a thread of its own."""

import math
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Self, TypeVar

from app.board.applied import count_unapplied
from app.board.board_file import Board, attach_board, newest_board
from app.board.writer import BoardWriter
from app.domain.errors import AppError, StoreBusyError, StoreDamagedError, StoreError
from app.domain.reception.recovery import Recovery
from app.facts.deviations import save_deviations
from app.facts.file.connect import write_lock
from app.facts.file.corruption import DamagedError, DamageSuspicion, is_damage
from app.facts.file.failures import in_transaction, store_failures
from app.facts.journal import ChangedRows, last_number
from app.facts.recovery.current_file import CurrentFile
from app.files.private_files import private_folder
from app.files.process_lock import LOCK_WAIT_SECONDS
from app.threads import TaskThread

BOARD_WAIT_SECONDS = 1.0
"""How long a window or a receiver waits at its start for the latest days of a board that is derived anew."""

_PROGRESS_SECONDS = 0.2

_NOT_IN_FACTS = "the facts are not damaged, but damage was reported ({})"

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


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


class Writer:
    """Runs the writes of all threads one after the other, each in its own transaction. A context manager.

    On entering, the file is created or migrated in the caller's thread. A damaged file is restored on entering, or as
    soon as damage is reported; until then writes fail with a `StoreError`. When another process has restored it, the
    writer switches to the new file.

    Attributes:
        path: of the store.
        board: the writer of the board.
    """

    def __init__(self, path: Path, board_timeout: float = math.inf) -> None:
        """Prepare the writer without touching any file.

        Args:
            path: of the store.
            board_timeout: seconds for which entering waits until the board has applied all facts, the latest days
                first; afterwards it continues in the background.
        """
        self.path = path
        self._board_timeout = board_timeout
        self._lock = write_lock(path)
        self._attached = AttachedBoard(path)
        self._current = CurrentFile(
            path, self._report_recovery, lambda reason: self.board.replace(_NOT_IN_FACTS.format(reason))
        )
        self._suspicion = DamageSuspicion()
        self._thread = TaskThread("store-writer", self._close)
        self.board = BoardWriter(path, self._report_applied, self._restore_soon)
        self._last_number = 0  # of the journal's numbers, as reported to the board
        self._callbacks_lock = Lock()  # guards the three that follow
        self._applied_callbacks: list[Callable[[ChangedRows], object]] = []
        self._recovered_callback: Callable[[Recovery], None] | None = None
        self._unreported_recovery: Recovery | None = None

    def __enter__(self) -> Self:
        """Open the files and start the threads.

        Raises:
            StoreError: busy, newer than this program, full, or not permitted.
        """
        with store_failures(self.path):
            private_folder(self.path.parent)
            with self._lock:
                self._current.open()
        self._thread.start()
        try:
            waits = self._board_timeout == math.inf
            self._retry_after_restore(partial(self.board.open, waits_for_large_day=waits))
        except BaseException:
            self._thread.stop()
            raise
        try:
            self._retry_after_restore(self._wait_for_board)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _retry_after_restore(self, step: Callable[[], object]) -> None:
        """Run a step; if it finds the facts damaged, restore them and run it again."""
        try:
            step()
        except StoreDamagedError:
            self.recover()
            step()

    def __exit__(self, *_: object) -> None:
        """Run the submitted writes, then close both files."""
        self._thread.submit(lambda: None).result()  # so that the board applies the last writes
        self.board.close()
        self._thread.stop()

    def _wait_for_board(self) -> None:
        applied = self.board.when_applied()
        if self._board_timeout == math.inf:
            while not wait([applied], _PROGRESS_SECONDS).done:  # Windows heeds Ctrl+C only between two waits
                pass
            applied.result()
        else:
            wait([applied], self._board_timeout)

    def on_recovered(self, callback: Callable[[Recovery], None]) -> None:
        """Register a callback for recoveries, by this process or another; it is called at once if one happened already.

        Later calls come from the writer's thread; the callback must not block.
        """
        with self._callbacks_lock:
            self._recovered_callback, recovery, self._unreported_recovery = callback, self._unreported_recovery, None
        if recovery is not None:
            callback(recovery)

    def on_applied(self, callback: Callable[[ChangedRows], object]) -> None:
        """Register a callback for the rows that changed on the board, possibly none after `apply_soon`.

        It is called in the board's thread, and must not block.
        """
        with self._callbacks_lock:
            self._applied_callbacks.append(callback)

    def write(self, work: Work[T], *, with_board: bool = False) -> T:
        """Run `work` in one transaction, and return its result once that is on the disk.

        Raises:
            StoreError: nothing was changed.
        """
        return self.submit(work, with_board=with_board).result()

    def submit(
        self, work: Work[T], lock_timeout: float = LOCK_WAIT_SECONDS, *, with_board: bool = False
    ) -> "Future[T]":
        """Schedule `work` in one transaction, and return the future of its result.

        Args:
            work: given the connection.
            lock_timeout: seconds to wait for the lock.
            with_board: whether to attach the board for reading.
        """
        return self._submit(lambda: self._in_transaction(work, lock_timeout, with_board=with_board))

    def read(self, work: Work[T]) -> "Future[T]":
        """Run `work`, which only reads, without the lock; return the future of its result."""
        return self._submit(lambda: work(self._current.db))

    def recover(self) -> None:
        """Restore a file that is reported as damaged now, rather than with the next transaction.

        Raises:
            StoreError: it could not be restored; nothing was changed.
        """
        self.write(lambda _db: None)

    def rebuild(self, on_progress: Callable[[int, int], object]) -> None:
        """Derive a new board from all facts, while other processes may write.

        If this ends early, the next process that writes continues it.

        Args:
            on_progress: called with the number of days and visits derived, and their total.

        Raises:
            StoreError: the board could not be completed.
        """
        total = self.board.start_new_board()
        applied = self.board.when_applied()
        on_progress(0, total)
        while not wait([applied], _PROGRESS_SECONDS).done:
            on_progress(max(total - self.board.read(count_unapplied).result(), 0), total)
        applied.result()
        on_progress(total, total)

    def run_locked(self, work: Work[T]) -> T:
        """Run `work` without a transaction, with the lock held.

        Raises:
            StoreError: the lock was not released in time, or the work failed.
        """

        def task() -> T:
            with self._lock:
                return work(self._current.db)

        return self._submit(task).result()

    def _submit(self, task: Callable[[], T]) -> "Future[T]":
        return self._thread.submit(partial(self._run_task, task))

    def _close(self) -> None:
        with suppress(StoreBusyError, OSError):  # a process that hangs does not write
            self._lock.acquire(timeout=LOCK_WAIT_SECONDS)
        try:
            self._current.close()
        finally:
            self._lock.release()

    def _run_task(self, task: Callable[[], T]) -> T:
        try:
            with store_failures(self.path, lambda: self._current.file):
                return self._finding_damage(task)
        except StoreError as error:
            if is_damage(error.__cause__):
                self._restore_soon()
            raise

    def _restore_soon(self) -> None:
        """Schedule the restoration of a damaged file, rather than wait for the next transaction."""
        self._thread.submit(self._restore_if_damaged)

    def _finding_damage(self, task: Callable[[], T]) -> T:
        """Run a task; raise an unexpected error as `DamagedError` if a check finds the file damaged."""
        try:
            return task()
        except (AppError, DamagedError):
            raise
        except Exception as error:
            found = None if is_damage(error) else self._suspicion.confirm(self._current.db, error)
            if found is not None:
                raise DamagedError(found) from error
            raise

    def _restore_if_damaged(self) -> None:
        """Restore the file if it is damaged or missing."""
        with suppress(StoreError, OSError, sqlite3.DatabaseError), self._lock:  # the next write retries and raises
            self._current.ensure_current()

    def _in_transaction(self, work: Work[T], lock_timeout: float, *, with_board: bool) -> T:
        with self._lock.acquire(timeout=lock_timeout):
            self._current.ensure_current()
            if with_board:
                self._attached.refresh(self._current.db)
            db = self._current.db
            with in_transaction(db):
                result = work(db)
                last = last_number(db)
            self._current.ensure_committed()
        if last != self._last_number:
            self._last_number = last
            self._thread.submit(lambda: self.board.apply_up_to(last))  # after the callbacks of this commit
        return result

    def _report_applied(self, changed: ChangedRows) -> None:
        for counts, at in changed.seen_deviations:
            if counts:
                self.submit(partial(save_deviations, counts=counts, at=at))
        with self._callbacks_lock:
            callbacks = list(self._applied_callbacks)
        for callback in callbacks:
            callback(changed)

    def _report_recovery(self, recovery: Recovery) -> None:
        self.board.apply_external()
        with self._callbacks_lock:
            callback = self._recovered_callback
            if callback is None:
                self._unreported_recovery = recovery
        if callback is not None:
            callback(recovery)
