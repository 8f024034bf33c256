"""The one connection of this process that writes the facts, in a thread of its own; the board follows them."""

import math
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Self, TypeVar

from app.board.writer import BoardWriter
from app.domain.days import Day
from app.domain.errors import AppError, StoreBusyError, StoreDamagedError, StoreError
from app.domain.reception.recovery import Recovery
from app.facts.changed_rows import ChangedRows
from app.facts.deviations import save_deviations
from app.facts.file.connect import write_lock
from app.facts.file.corruption import DamagedError, DamageSuspicion, is_damage
from app.facts.file.failures import store_failures
from app.facts.journal import count_unapplied, last_number
from app.facts.recovery.current_file import CurrentFile
from app.facts.unnamed_failures import has_unnamed_failures, name_acknowledged_failures
from app.files.private_folder import private_folder
from app.files.process_lock import LOCK_WAIT_SECONDS
from app.store.attached_board import AttachedBoard
from app.threads.task_thread import TaskThread

PATIENCE_SECONDS = 1.0
"""For which a window or a receiver waits at its start until the rows of the latest days are derived again."""

_LOOK_SECONDS = 0.2

_NONE_OF_FACTS = "damage was met that is none of the facts ({})"

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class Writer:
    """Does the writes that other threads hand it, one after the other, each in a transaction of its own.

    Open it as a context manager. Making or migrating the file happens on entering, in the caller's thread.

    A damaged file is restored on entering, or as soon as anybody has met the damage; what was written meanwhile fails
    with a `StoreError`. Where another process restored it, the writer goes over to the new file by itself.

    Attributes:
        path: of the database.
        board: the board's own writer.
    """

    def __init__(self, path: Path, patience: float = math.inf) -> None:
        """Name the database file; nothing is touched yet.

        Args:
            path: of the facts.
            patience: seconds for which entering waits until the board follows all facts, the latest days first; the
                rest it follows in its own time.
        """
        self.path = path
        self._patience = patience
        self._lock = write_lock(path)
        self._attached = AttachedBoard(path)
        self._current = CurrentFile(
            path, self._note_recovery, lambda reason: self.board.doubt(_NONE_OF_FACTS.format(reason))
        )
        self._suspicion = DamageSuspicion()
        self._thread = TaskThread("store-writer", self._close)
        self.board = BoardWriter(path, self._note_followed, self._attend_soon)
        self._entered = 0  # in the journal, as far as the board was told
        self._telling = Lock()  # around the three that follow
        self._tell_followed: list[Callable[[ChangedRows], object]] = []
        self._tell: Callable[[Recovery], None] | None = None
        self._untold: Recovery | None = None

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
            is_patient = self._patience == math.inf
            self._unless_facts_are_damaged(partial(self.board.open, is_patient=is_patient))
        except BaseException:
            self._thread.stop()
            raise
        try:
            self._unless_facts_are_damaged(self._wait_for_board)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _unless_facts_are_damaged(self, step: Callable[[], object]) -> None:
        """Take a step; where only that met damage of the facts, once more with the restored ones."""
        try:
            step()
        except StoreDamagedError:
            self.recover()
            step()

    def __exit__(self, *_: object) -> None:
        """Do what is still waiting, then close the files."""
        self._thread.submit(lambda: None).result()  # what it does last, the board follows
        self.board.close()
        self._thread.stop()

    def _wait_for_board(self) -> None:
        followed = self.board.followed()
        if self._patience == math.inf:
            followed.result()
        else:
            wait([followed], self._patience)
        if self.look(has_unnamed_failures).result():
            followed.add_done_callback(self._name_acknowledged)

    def _name_acknowledged(self, followed: "Future[None]") -> None:
        if not followed.cancelled() and followed.exception() is None:
            self.submit(name_acknowledged_failures, with_board=True)

    def tell_recovered(self, callback: Callable[[Recovery], None]) -> None:
        """Have it told that the file was restored, by whomever: now if that was since entering, else when it is.

        It is told in the writer's thread, then, and returns at once.
        """
        with self._telling:
            self._tell, untold, self._untold = callback, self._untold, None
        if untold is not None:
            callback(untold)

    def tell_followed(self, callback: Callable[[ChangedRows], object]) -> None:
        """Have it told each time that the board followed something, and where what was kept brought nothing.

        It is told in the board's thread, and returns at once.
        """
        with self._telling:
            self._tell_followed.append(callback)

    def followed(self, number: int | None = None, day: Day | None = None) -> "Future[None]":
        """Wait for the board to follow a fact; as `BoardWriter.followed`."""
        return self.board.followed(number, day)

    def follow(self, visits: Iterable[int] = ()) -> None:
        """Have the board follow what was kept just now, and that be told; as `BoardWriter.follow`."""
        self.board.follow(visits)

    def write(self, work: Work[T], *, with_board: bool = False) -> T:
        """Run `work` in one transaction, and return what it returns once that is on disk.

        Args:
            work: is handed the connection.
            with_board: whether it reads the board as well.

        Raises:
            StoreError: nothing was changed.
        """
        return self.submit(work, with_board=with_board).result()

    def submit(
        self, work: Work[T], patience: float = LOCK_WAIT_SECONDS, delay: float = 0.0, *, with_board: bool = False
    ) -> "Future[T]":
        """Have `work` run in one transaction, without waiting for it.

        Args:
            work: is handed the connection.
            patience: seconds for which it waits for the lock.
            delay: seconds before which it does not begin, but at the end of all.
            with_board: whether it reads the board as well.
        """
        return self._hand_over(lambda: self._in_transaction(work, patience, with_board=with_board), delay)

    def look(self, work: Work[T]) -> "Future[T]":
        """Have `work` run that only reads: no lock is taken, and nobody waits for it."""
        return self._hand_over(lambda: work(self._current.db))

    def recover(self) -> None:
        """Have a file that a check found damaged restored now, rather than before the next transaction.

        Raises:
            StoreError: that could not be done; nothing was changed.
        """
        self.write(lambda _db: None)

    def rebuild(self, on_progress: Callable[[int, int], object]) -> None:
        """Have a new board follow all facts from the first; others write in between.

        Once the new board is there nothing is lost if this ends early: whoever writes next goes on with it.

        Args:
            on_progress: told how many days and visits are derived, and how many there are.

        Raises:
            StoreError: the last step was not taken.
        """
        total = self.board.give_up()
        followed = self.board.followed()
        on_progress(0, total)
        while not wait([followed], _LOOK_SECONDS).done:
            on_progress(max(total - self.board.look(count_unapplied).result(), 0), total)
        followed.result()
        on_progress(total, total)

    def locked(self, work: Work[T]) -> T:
        """Run `work`, which is no part of a transaction, with the lock held.

        Raises:
            StoreError: the lock did not come free, or the work failed.
        """

        def task() -> T:
            with self._lock:
                return work(self._current.db)

        return self._hand_over(task).result()

    def _hand_over(self, task: Callable[[], T], delay: float = 0.0) -> "Future[T]":
        return self._thread.submit(partial(self._do, task), delay)

    def _close(self) -> None:
        with suppress(StoreBusyError, OSError):  # then somebody hangs with the lock, and does not write
            self._lock.acquire(timeout=LOCK_WAIT_SECONDS)
        try:
            self._current.close()
        finally:
            self._lock.release()

    def _do(self, task: Callable[[], T]) -> T:
        try:
            with store_failures(self.path, lambda: self._current.file):
                return self._unless_damaged(task)
        except StoreError as error:
            if is_damage(error.__cause__):
                self._attend_soon()
            raise

    def _attend_soon(self) -> None:
        """Have a damaged file restored soon, rather than with the next transaction."""
        self._thread.submit(self._attend)

    def _unless_damaged(self, task: Callable[[], T]) -> T:
        """Run a task; an error that nobody expected is one of the file where that turns out to be damaged."""
        try:
            return task()
        except (AppError, DamagedError):
            raise
        except Exception as error:
            found = None if is_damage(error) else self._suspicion.confirm(self._current.db, error)
            if found is not None:
                raise DamagedError(found) from error
            raise

    def _attend(self) -> None:
        """Have a damaged file restored at once, rather than with the next transaction."""
        with suppress(StoreError, OSError, sqlite3.DatabaseError), self._lock:  # it is tried again, and told
            self._current.ensure_current()

    def _in_transaction(self, work: Work[T], patience: float, *, with_board: bool) -> T:
        with self._lock.acquire(timeout=patience):
            self._current.ensure_current()
            if with_board:
                self._attached.refresh(self._current.db)
            db = self._current.db
            db.execute("BEGIN IMMEDIATE")
            try:
                result = work(db)
                entered = last_number(db)
                db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.DatabaseError):  # of a damaged file; what is told is the first one
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                raise
            self._current.ensure_committed()
        if entered != self._entered:
            self._entered = entered
            self._thread.submit(lambda: self.board.follow_up_to(entered))  # behind what is told of this commit
        return result

    def _note_followed(self, kept: ChangedRows) -> None:
        for counts, at in kept.seen_deviations:
            if counts:
                self.submit(partial(save_deviations, counts=counts, at=at))
        with self._telling:
            callbacks = list(self._tell_followed)
        for callback in callbacks:
            callback(kept)

    def _note_recovery(self, recovery: Recovery) -> None:
        self.board.follow_others()
        with self._telling:
            tell = self._tell
            if tell is None:
                self._untold = recovery
        if tell is not None:
            tell(recovery)
