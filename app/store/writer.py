"""The one connection of this process that writes, in a thread of its own."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Self, TypeVar

from filelock import Timeout

from app.domain.errors import StoreUnusableError
from app.domain.recovery import Recovery
from app.domain.texts import Text
from app.store.backups import back_up
from app.store.durably import private_folder
from app.store.failures import store_failures
from app.store.generations import newest
from app.store.opening import LOCK_WAIT_SECONDS, open_for_writing, write_lock

_REPLACED = Text(
    "Error",
    "The file {path} was removed, moved or replaced while Despacho was running, and nothing more is written to it. "
    "Put it back, or start Despacho again.",
)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class Writer:
    """Does the writes that other threads hand it, one after the other, each in a transaction of its own.

    Open it as a context manager. Making or migrating the file happens on entering, in the caller's thread.
    """

    def __init__(self, path: Path) -> None:
        """Name the database file; nothing is touched yet."""
        self.path = path
        self._lock = write_lock(path)
        self._queue: SimpleQueue[tuple[Work[object], float | None, Future[object]] | None] = SimpleQueue()

    def __enter__(self) -> Self:
        """Open the file and start the thread.

        Raises:
            StoreError: busy, newer than this program, damaged, full, or not permitted.
        """
        with store_failures(self.path):
            private_folder(self.path.parent)
            with self._lock:
                connection = open_for_writing(
                    newest(self.path), lambda migration: back_up(self.path, datetime.now(UTC), migration)
                )
            self._file = _identity(newest(self.path))
        self._thread = Thread(target=self._work_off, args=[connection], name="store-writer")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Do what is still waiting, then close the file."""
        self._queue.put(None)
        self._thread.join()

    def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction, and return what it returns once that is on disk.

        Raises:
            StoreError: nothing was changed.
        """
        return self._hand_over(work, LOCK_WAIT_SECONDS).result()

    def submit(self, work: Work[T], patience: float = LOCK_WAIT_SECONDS) -> "Future[T]":
        """Have `work` run in one transaction, without waiting for it; it waits `patience` seconds for the lock."""
        return self._hand_over(work, patience)

    def look(self, work: Work[T]) -> "Future[T]":
        """Have `work` run that only reads: no lock is taken, and nobody waits for it."""
        return self._hand_over(work, None)

    def stage(self, work: Work[T]) -> T:
        """Run `work`, which writes only to temporary tables: no lock is taken, nobody waits for it."""
        return self._hand_over(work, None).result()

    def recover(self, reason: str) -> Recovery:
        """Set the file aside and go on from the newest backup that is whole: a check found it damaged.

        Args:
            reason: what the check said.

        Raises:
            StoreError: that could not be done; nothing was changed.
        """
        raise NotImplementedError(reason)

    def _hand_over(self, work: Work[T], patience: float | None) -> "Future[T]":
        done: Future[T] = Future()
        self._queue.put((work, patience, done))  # type: ignore[arg-type]  # a Future takes what its work returns
        return done

    def _work_off(self, connection: sqlite3.Connection) -> None:
        while (item := self._queue.get()) is not None:
            work, patience, done = item
            if not done.set_running_or_notify_cancel():
                continue
            try:
                with store_failures(self.path):
                    done.set_result(
                        work(connection) if patience is None else self._in_transaction(connection, work, patience)
                    )
            except BaseException as error:  # noqa: BLE001 - it is raised again in the thread that waits for the result
                done.set_exception(error)
        with suppress(Timeout, OSError):  # then somebody hangs with the lock, and does not write
            self._lock.acquire(timeout=LOCK_WAIT_SECONDS)
        try:
            connection.close()  # of the last connection it is a checkpoint
        finally:
            self._lock.release()

    def _in_transaction(self, connection: sqlite3.Connection, work: Work[T], patience: float) -> T:
        with self._lock.acquire(timeout=patience):
            self._refuse_another_file()
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

    def _refuse_another_file(self) -> None:
        """See that the open file is still the one at its path: what is written to a removed one is lost.

        Raises:
            StoreUnusableError: it was removed, moved or replaced.
        """
        try:
            is_same = _identity(self.path) == self._file
        except FileNotFoundError:
            is_same = False
        if not is_same:
            raise StoreUnusableError(_REPLACED.filled(path=self.path))


def _identity(path: Path) -> tuple[int, int]:
    """Return what tells one file from another."""
    found = path.stat()
    return found.st_dev, found.st_ino
