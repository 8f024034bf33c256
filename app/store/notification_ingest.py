"""Save notifications from any thread, many in one commit; the board applies them afterwards."""

import sqlite3
from concurrent.futures import Future
from datetime import datetime
from threading import Lock
from typing import TypeVar

from app.domain.contract.notifications import Received, Saving
from app.domain.contract.outcomes import Outcome
from app.domain.errors import OverloadedError, StoreError
from app.facts.deviations import save_deviations
from app.facts.journal import ChangedRows, Kind, append_entries
from app.facts.quarantine_quota import QuarantineLimits, QuarantineQuota
from app.facts.save_notification import apply_again, mark_unread, save_batch, save_first_received
from app.store.writer import Writer

MAX_WAITING = 2000
BATCH_SIZE = 500  # notifications in a transaction; all bodies that wait share the receiver's 2 MiB
_LOCK_TIMEOUT_SECONDS = 2.0  # for the write lock; the receiver answers 503 after 2.5 s

T = TypeVar("T")


class _Batch(Future[list[Outcome | Exception]]):
    """The notifications that wait for one transaction; see `Saving`."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Received] = []


class NotificationIngest:
    """Queues notifications and saves all that wait in one transaction. Thread-safe.

    Attributes:
        problem: why the last transaction failed; None: it succeeded.
    """

    def __init__(self, writer: Writer, limits: QuarantineLimits | None = None) -> None:
        self.problem: BaseException | None = None
        self._writer = writer
        self._quota = QuarantineQuota(limits)
        self._lock = Lock()  # guards the following
        self._waiting = 0  # notifications
        self._batch: _Batch | None = None  # which the next notification joins

    def save(self, received: Received) -> Saving:
        """Queue a notification.

        Raises:
            OverloadedError: the queue is full.
        """
        with self._lock:
            if self._waiting >= MAX_WAITING:
                raise OverloadedError
            batch = self._batch
            is_new = batch is None or len(batch.waiting) >= BATCH_SIZE
            if batch is None or is_new:
                batch = self._batch = _Batch()
            saving = Saving(batch, len(batch.waiting))
            batch.waiting.append(received)
            self._waiting += 1
        if is_new:
            batch.add_done_callback(self._drop_cancelled)
            self._submit(batch)
        return saving

    def check(self) -> "Future[None]":
        """Check whether notifications can be saved now; the future fails with a StoreError if not."""
        if isinstance(self.problem, StoreError):  # an empty transaction may succeed all the same
            failed: Future[None] = Future()
            failed.set_exception(self.problem)
            return failed
        return self._writer.submit(lambda _db: None, _LOCK_TIMEOUT_SECONDS)

    def apply_again(self, notification_id: int, at: datetime) -> Outcome:
        """Parse a quarantined body with this version of the program, and apply it at a time (UTC).

        Its visit counts as unseen again, even if it was seen or acknowledged since the body arrived.

        Returns:
            The new outcome; QUARANTINED: it still cannot be applied.

        Raises:
            StoreError: nothing was changed.
        """
        changed = ChangedRows()

        def work(db: sqlite3.Connection) -> tuple[Outcome, int]:
            outcome = apply_again(db, notification_id, at, changed)
            save_deviations(db, changed.deviations, at)
            mark_unread(db, changed.visits)
            number = append_entries(db, Kind.VISIT, changed.visits)
            save_first_received(db)
            return outcome, number

        outcome, number = self._writer.write(work)
        self._writer.board.apply_soon(changed.visits)
        self._writer.board.when_applied(number).result()
        return outcome

    def _drop_cancelled(self, done: "Future[list[Outcome | Exception]]") -> None:
        """Remove a cancelled batch from the queue, since the writer may be blocked for long."""
        if isinstance(done, _Batch) and done.cancelled():
            self._take(done)

    def _take(self, batch: _Batch) -> list[Received]:
        """Close a batch, and return what has joined it."""
        with self._lock:
            if self._batch is batch:
                self._batch = None
            taken, batch.waiting = batch.waiting, []
            self._waiting -= len(taken)
        return taken

    def _submit(self, batch: _Batch) -> None:
        changed = ChangedRows()

        def work(db: sqlite3.Connection) -> list[Outcome | Exception]:
            taken = self._take(batch)
            outcomes = save_batch(db, taken, changed, self._quota)
            append_entries(db, Kind.VISIT, changed.visits)
            save_first_received(db)
            if taken:
                save_deviations(db, changed.deviations, taken[-1].received_at)
            return outcomes

        def complete(committed: "Future[list[Outcome | Exception]]") -> None:
            self.problem = committed.exception()
            if self.problem is not None:
                self._quota.forget()
                self._take(batch)  # the lock was not released in time
            self._pass_on(committed, batch)
            self._writer.board.apply_soon(changed.visits)

        self._writer.submit(work, _LOCK_TIMEOUT_SECONDS).add_done_callback(complete)

    def _pass_on(self, saved: "Future[T]", done: "Future[T]") -> None:
        """Complete a future as another one was, unless it is cancelled."""
        if done.set_running_or_notify_cancel():
            error = saved.exception()
            if error is None:
                done.set_result(saved.result())
            else:
                done.set_exception(error)
