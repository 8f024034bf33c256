"""Notifications are kept, many in one commit and each exactly as it came; the board follows them behind that."""

import sqlite3
from concurrent.futures import Future
from datetime import datetime
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

from app.domain.contract.outcomes import Outcome
from app.domain.errors import OverloadedError, StoreError
from app.facts.changed_rows import ChangedRows
from app.facts.deviations import save_deviations
from app.facts.journal import Kind, append_entries
from app.store.writer import Writer

if TYPE_CHECKING:  # what reads a notification comes with the receiver: the window is open without
    from app.domain.contract.notifications import Received

MOST_WAITING = 2000
MOST_AT_ONCE = 500
_PATIENCE_SECONDS = 2.0  # for the write lock; the receiver answers 503 after 2.5 s


class NotificationIngest:
    """Takes notifications from any thread and hands them to the writer, as many at once as are waiting.

    Whoever sent one is answered once it is on the disk. Visits and rows follow it on the board.

    Args:
        writer: of the store; it tells what the board followed.

    Attributes:
        problem: why nothing could be kept the last time that it was tried; None where it could.
    """

    def __init__(self, writer: Writer) -> None:
        self.problem: BaseException | None = None
        self._writer = writer
        self._lock = Lock()
        self._waiting: dict[Future[Outcome], Received] = {}
        self._is_due = False

    def keep(self, received: "Received") -> "Future[Outcome]":
        """Have a body kept. The future ends once it is on disk; one that is cancelled in time is not kept.

        What it says is derived soon after.

        Raises:
            OverloadedError: too many are waiting.
        """
        done: Future[Outcome] = Future()
        done.add_done_callback(self._let_go)
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                raise OverloadedError
            self._waiting[done] = received
            due, self._is_due = not self._is_due, True
        if due:
            self._work_off()
        return done

    def ready(self) -> "Future[None]":
        """Find out whether something could be kept now: the future ends well, or with a StoreError."""
        if isinstance(self.problem, StoreError):  # to write nothing may go well all the same
            failed: Future[None] = Future()
            failed.set_exception(self.problem)
            return failed
        return self._writer.submit(lambda _db: None, _PATIENCE_SECONDS)

    def apply_again(self, notification_id: int, at: datetime) -> Outcome:
        """Read a quarantined body once more, as this version of the program does.

        What it says of the visit is news as of now, whatever was seen or acknowledged since the body came.

        Args:
            notification_id: of the body.
            at: when it is applied, UTC.

        Returns:
            What became of it; QUARANTINED: it still cannot be applied.

        Raises:
            StoreError: nothing was changed.
        """
        kept = ChangedRows()

        def work(db: sqlite3.Connection) -> tuple[Outcome, int]:
            from app.facts.save_notification import apply_again, mark_unread, save_first_received  # noqa: PLC0415 - see above

            outcome = apply_again(db, notification_id, at, kept)
            save_deviations(db, kept.deviations, at)
            mark_unread(db, kept.visits)
            number = append_entries(db, Kind.VISIT, kept.visits)
            save_first_received(db)
            return outcome, number

        outcome, number = self._writer.write(work)
        self._writer.follow(kept.visits)
        self._writer.followed(number).result()
        return outcome

    def _let_go(self, done: "Future[Outcome]") -> None:
        """Let others work on; drop a body that is not to be kept any more: the writer may be held up for long."""
        if done.cancelled():
            with self._lock:
                self._waiting.pop(done, None)

    def _work_off(self) -> None:
        taken: list[Future[Outcome]] = []
        kept = ChangedRows()

        def work(db: sqlite3.Connection) -> list[Outcome | Exception]:
            with self._lock:
                self._is_due = False
                batch = [(self._waiting.pop(done), done) for done in [*islice(self._waiting, MOST_AT_ONCE)]]
                again, self._is_due = bool(self._waiting), bool(self._waiting)
            if again:
                self._work_off()
            batch = [one for one in batch if one[1].set_running_or_notify_cancel()]
            taken.extend(done for _, done in batch)
            from app.facts.save_notification import save_batch, save_first_received  # noqa: PLC0415 - see above

            outcomes = save_batch(db, [received for received, _ in batch], kept)
            append_entries(db, Kind.VISIT, kept.visits)
            save_first_received(db)
            if batch:
                save_deviations(db, kept.deviations, batch[-1][0].received_at)
            return outcomes

        self._writer.submit(work, _PATIENCE_SECONDS).add_done_callback(lambda done: self._tell(done, taken, kept))

    def _tell(
        self, committed: "Future[list[Outcome | Exception]]", taken: "list[Future[Outcome]]", kept: ChangedRows
    ) -> None:
        error = self.problem = committed.exception()
        if error is not None:
            if not taken:  # the lock did not come free: all that waits has waited long enough
                with self._lock:
                    self._is_due = False
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
        self._writer.follow(kept.visits)
