"""Save notifications from any thread, many in one commit; the board applies them afterwards."""

import sqlite3
from concurrent.futures import Future
from datetime import datetime
from itertools import islice
from threading import Lock

from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.errors import OverloadedError, StoreError
from app.facts.changed_rows import ChangedRows
from app.facts.deviations import save_deviations
from app.facts.journal import Kind, append_entries
from app.facts.quarantine_quota import QuarantineLimits, QuarantineQuota
from app.facts.save_notification import apply_again, mark_unread, save_batch, save_first_received
from app.store.writer import Writer

MAX_WAITING = 2000
BATCH_SIZE = 500
_BATCH_BYTES = 2_000_000  # of bodies: the file's log holds a transaction
_LOCK_TIMEOUT_SECONDS = 2.0  # for the write lock; the receiver answers 503 after 2.5 s


class NotificationIngest:
    """Queues notifications and saves all that wait in one transaction. Thread-safe.

    Args:
        writer: of the store.
        limits: what is kept of quarantined bodies; tests use smaller ones.

    Attributes:
        problem: why the last transaction failed; None: it succeeded.
    """

    def __init__(self, writer: Writer, limits: QuarantineLimits | None = None) -> None:
        self.problem: BaseException | None = None
        self._writer = writer
        self._quota = QuarantineQuota(limits)
        self._lock = Lock()
        self._waiting: dict[Future[Outcome], Received] = {}
        self._is_scheduled = False

    def save(self, received: Received) -> "Future[Outcome]":
        """Queue a notification; the future completes once it is on the disk. If cancelled in time it is not saved.

        Raises:
            OverloadedError: the queue is full.
        """
        done: Future[Outcome] = Future()
        done.add_done_callback(self._drop_cancelled)
        with self._lock:
            if len(self._waiting) >= MAX_WAITING:
                raise OverloadedError
            self._waiting[done] = received
            is_first, self._is_scheduled = not self._is_scheduled, True
        if is_first:
            self._submit_batch()
        return done

    def check(self) -> "Future[None]":
        """Check whether notifications can be saved now; the future fails with a StoreError if not."""
        if isinstance(self.problem, StoreError):  # an empty transaction may succeed all the same
            failed: Future[None] = Future()
            failed.set_exception(self.problem)
            return failed
        return self._writer.submit(lambda _db: None, _LOCK_TIMEOUT_SECONDS)

    def apply_again(self, notification_id: int, at: datetime) -> Outcome:
        """Parse a quarantined body with this version of the program, and apply it.

        Its visit counts as unseen again, even if it was seen or acknowledged since the body arrived.

        Args:
            notification_id: of the body.
            at: when it is applied, UTC.

        Returns:
            The new outcome; QUARANTINED: it still cannot be applied.

        Raises:
            StoreError: nothing was changed.
        """
        from app.facts.save_notification import save_first_received  # noqa: PLC0415 - pydantic loads slowly

        changed = ChangedRows()

        def work(db: sqlite3.Connection) -> tuple[Outcome, int]:
            outcome = apply_again(db, notification_id, at, changed)
            save_deviations(db, changed.deviations, at)
            mark_unread(db, changed.visits)
            number = append_entries(db, Kind.VISIT, changed.visits)
            save_first_received(db)
            return outcome, number

        outcome, number = self._writer.write(work)
        self._writer.apply_soon(changed.visits)
        self._writer.when_applied(number).result()
        return outcome

    def _drop_cancelled(self, done: "Future[Outcome]") -> None:
        """Remove a cancelled notification from the queue, since the writer may be blocked for long."""
        if done.cancelled():
            with self._lock:
                self._waiting.pop(done, None)

    def _submit_batch(self) -> None:
        taken: list[Future[Outcome]] = []
        changed = ChangedRows()

        def work(db: sqlite3.Connection) -> list[Outcome | Exception]:
            with self._lock:
                self._is_scheduled = False
                batch = [(self._waiting.pop(done), done) for done in self._next_waiting()]
                has_more, self._is_scheduled = bool(self._waiting), bool(self._waiting)
            if has_more:
                self._submit_batch()
            batch = [one for one in batch if one[1].set_running_or_notify_cancel()]
            taken.extend(done for _, done in batch)
            outcomes = save_batch(db, [received for received, _ in batch], changed, self._quota)
            append_entries(db, Kind.VISIT, changed.visits)
            save_first_received(db)
            if batch:
                save_deviations(db, changed.deviations, batch[-1][0].received_at)
            return outcomes

        self._writer.submit(work, _LOCK_TIMEOUT_SECONDS).add_done_callback(
            lambda done: self._complete(done, taken, changed)
        )

    def _next_waiting(self) -> "list[Future[Outcome]]":
        """Return the notifications of the next transaction, at least one; they stay in the queue."""
        chosen: list[Future[Outcome]] = []
        size = 0
        for done, received in islice(self._waiting.items(), BATCH_SIZE):
            size += len(received.body)
            if chosen and size > _BATCH_BYTES:
                break
            chosen.append(done)
        return chosen

    def _complete(
        self, committed: "Future[list[Outcome | Exception]]", taken: "list[Future[Outcome]]", changed: ChangedRows
    ) -> None:
        error = self.problem = committed.exception()
        if error is not None:
            self._quota.forget()
            if not taken:  # the lock was not released in time, for the whole queue
                with self._lock:
                    self._is_scheduled = False
                    taken = [done for done in self._waiting if done.set_running_or_notify_cancel()]
                    self._waiting.clear()
            for future in taken:
                future.set_exception(error)
            return
        for future, outcome in zip(taken, committed.result(), strict=True):
            if isinstance(outcome, Outcome):
                future.set_result(outcome)
            else:
                future.set_exception(outcome)
        self._writer.apply_soon(changed.visits)
