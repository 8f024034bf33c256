"""The one connection of this process that writes, in a thread of its own."""

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Self, TypeVar

from filelock import Timeout

from app.domain.errors import AppError, StoreError
from app.domain.recovery import Recovery
from app.store.current import Current
from app.store.damage import DamagedError, Suspicion, is_damage
from app.store.durably import private_folder
from app.store.failures import store_failures
from app.store.journal import count_left
from app.store.making import LOCK_WAIT_SECONDS, write_lock
from app.store.precedence import Precedence

PATIENCE_SECONDS = 1.0
"""For which a window or a receiver waits at its start until the rows of the latest days are derived again."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
_Task = tuple[float, int, Callable[[], object], "Future[object]"]
"""The monotonic time at which it is due, its number, the function, and the future of its result."""


class Writer:
    """Does the writes that other threads hand it, one after the other, each in a transaction of its own.

    Open it as a context manager. Making or migrating the file happens on entering, in the caller's thread.

    A damaged file is restored on entering, or as soon as anybody has met the damage; what was written meanwhile fails
    with a `StoreError`. Where another process restored it, the writer goes over to the new file by itself.

    Attributes:
        path: of the database.
        precedence: whose answer is waited for; long work stands back for these.
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
        self.precedence = Precedence()
        self._lock = write_lock(path)
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._places = count()
        self._current = Current(path, self._note_recovery)
        self._suspicion = Suspicion()
        self._telling = Lock()  # around the three that follow
        self._tell_followed: Callable[[], None] = lambda: None
        self._tell: Callable[[Recovery], None] | None = None
        self._untold: Recovery | None = None

    def __enter__(self) -> Self:
        """Open the file and start the thread.

        Raises:
            StoreError: busy, newer than this program, full, or not permitted.
        """
        with store_failures(self.path):
            private_folder(self.path.parent)
            with self._lock:
                self._current.open()
        self._thread = Thread(target=self._work_off, name="store-writer")
        self._thread.start()
        try:
            self._follow_now()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Do what is still waiting, then close the file."""
        self._queue.put(None)
        self._thread.join()

    def _follow_now(self) -> None:
        if self._current.is_behind:
            from app.store.deriving import derive_some  # noqa: PLC0415 - see below

            ends = time.monotonic() + self._patience
            is_more_left, self._current.is_behind = True, False
            while is_more_left and time.monotonic() < ends:
                is_more_left = self.write(derive_some)
            if is_more_left:
                self._follow()

    def _follow(self) -> None:
        """Have the board follow some of the facts, and then the rest, in its own time."""
        from app.store.deriving import derive_some  # noqa: PLC0415 - it reads notifications, which takes long to import

        self._current.is_behind = False
        self.submit(derive_some).add_done_callback(self._go_on_following)

    def _go_on_following(self, done: "Future[bool]") -> None:
        if done.exception() is None:  # else it is tried with the next notification, or by the next who opens the store
            if done.result():
                self._follow()
            self._tell_followed()

    def tell_recovered(self, callback: Callable[[Recovery], None]) -> None:
        """Have it told that the file was restored, by whomever: now if that was since entering, else when it is.

        It is told in the writer's thread, then, and returns at once.
        """
        with self._telling:
            self._tell, untold, self._untold = callback, self._untold, None
        if untold is not None:
            callback(untold)

    def tell_followed(self, callback: Callable[[], None]) -> None:
        """Have it told each time that rows were derived which the board lacked as it was opened.

        It is told in the writer's thread, and returns at once.
        """
        with self._telling:
            self._tell_followed = callback

    def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction, and return what it returns once that is on disk.

        Raises:
            StoreError: nothing was changed.
        """
        return self.submit(work).result()

    def submit(self, work: Work[T], patience: float = LOCK_WAIT_SECONDS, delay: float = 0.0) -> "Future[T]":
        """Have `work` run in one transaction, without waiting for it.

        Args:
            work: is handed the connection.
            patience: seconds for which it waits for the lock.
            delay: seconds before which it does not begin, but at the end of all.
        """
        return self._hand_over(lambda: self._in_transaction(work, patience), delay)

    def look(self, work: Work[T]) -> "Future[T]":
        """Have `work` run that only reads: no lock is taken, and nobody waits for it."""
        return self._hand_over(lambda: work(self._current.db))

    def stage(self, work: Work[T]) -> T:
        """Run `work`, which writes only to temporary tables: no lock is taken, nobody waits for it."""
        return self.look(work).result()

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
        from app.store.deriving import derive_some  # noqa: PLC0415 - see below

        total = self._hand_over(self._give_up_board).result()
        while left := self.stage(count_left):
            on_progress(max(total - left, 0), total)
            self.write(derive_some)
        on_progress(total, total)

    def _give_up_board(self) -> int:
        with self._lock:
            self._current.give_up_board()
            self._current.is_behind = False  # whoever asked for it derives it
            return count_left(self._current.db)

    def _hand_over(self, task: Callable[[], T], delay: float = 0.0) -> "Future[T]":
        done: Future[T] = Future()
        due = time.monotonic() + delay if delay else 0.0
        self._queue.put((due, next(self._places), task, done))  # type: ignore[arg-type]  # as its task returns
        return done

    def _work_off(self) -> None:
        later: list[_Task] = []
        while (item := self._next(later)) is not None:
            if item[0] > time.monotonic():
                heappush(later, item)
            else:
                self._attempt(*item[2:])
        while later:
            self._attempt(*heappop(later)[2:])
        with suppress(Timeout, OSError):  # then somebody hangs with the lock, and does not write
            self._lock.acquire(timeout=LOCK_WAIT_SECONDS)
        try:
            self._current.close()
        finally:
            self._lock.release()

    def _next(self, later: list[_Task]) -> _Task | None:
        """Wait for the next task: the first of those that had to wait, once it is due, or one that is handed over."""
        wait = later[0][0] - time.monotonic() if later else None
        if wait is None or wait > 0:
            with suppress(Empty):
                return self._queue.get(timeout=wait)
        return heappop(later)

    def _attempt(self, task: Callable[[], object], done: "Future[object]") -> None:
        try:
            self._do(task, done)
        except BaseException as bug:  # noqa: BLE001 - a future's callback failed; the other tasks go on
            kind = type(bug)
            threading.excepthook(threading.ExceptHookArgs((kind, bug, bug.__traceback__, threading.current_thread())))

    def _do(self, task: Callable[[], object], done: "Future[object]") -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            with store_failures(self.path, lambda: self._current.file):
                result = self._unless_damaged(task)
        except BaseException as error:  # noqa: BLE001 - it is raised again in the thread that waits for the result
            done.set_exception(error)
            if isinstance(error, StoreError) and is_damage(error.__cause__):
                self._attend()
        else:
            done.set_result(result)
        if self._current.is_behind:
            self._follow()

    def _unless_damaged(self, task: Callable[[], T]) -> T:
        """Run a task; an error that nobody expected is one of the file where that turns out to be damaged."""
        try:
            return task()
        except (AppError, Timeout, DamagedError):
            raise
        except Exception as error:
            found = None if is_damage(error) else self._suspicion.confirmed(self._current.db, error)
            if found is not None:
                raise DamagedError(found) from error
            raise

    def _attend(self) -> None:
        """Have a damaged file restored at once, rather than with the next transaction."""
        with suppress(StoreError, Timeout, OSError, sqlite3.DatabaseError), self._lock:  # it is tried again, and told
            self._current.attend()

    def _in_transaction(self, work: Work[T], patience: float) -> T:
        with self._lock.acquire(timeout=patience):
            self._current.attend()
            db = self._current.db
            db.execute("BEGIN IMMEDIATE")
            try:
                result = work(db)
                db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.DatabaseError):  # of a damaged file; what is told is the first one
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                raise
            self._current.confirm()
            return result

    def _note_recovery(self, recovery: Recovery) -> None:
        with self._telling:
            tell = self._tell
            if tell is None:
                self._untold = recovery
        if tell is not None:
            tell(recovery)
