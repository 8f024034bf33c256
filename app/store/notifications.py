"""Notifications are kept, many in one commit and each exactly as it came; what they say is derived behind that."""

import math
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

from app.domain.errors import OverloadedError, StoreError
from app.domain.outcomes import Outcome
from app.store.deviations import keep_deviations
from app.store.following import AT_ONCE, follow_some
from app.store.journal import Kind, enter, is_anything_left
from app.store.kept import Kept
from app.store.writer import Writer

if TYPE_CHECKING:  # what reads a notification comes with the door: the window is open without
    from app.domain.notifications import Notification, Received

MOST_WAITING = 2000
MOST_AT_ONCE = 500
_PATIENCE_SECONDS = 2.0  # for the write lock; the door answers 503 after 2.5 s
_SHORTEST_PAUSE = 0.005  # seconds from what was derived to the next: several together take less time for each
_AGAIN_SECONDS = 1.0
_MOST_READ = 1000


class Intake:
    """Takes notifications from any thread and hands them to the writer, as many at once as are waiting.

    Whoever sent one is answered once it is on the disk. Visits and rows follow it in a transaction of their own.

    Args:
        writer: of the file.
        on_kept: told what was derived, in the writer's thread, also where what was kept brought nothing; it returns at
            once.
        on_bug: told, in the writer's thread, of what is no failure of the environment.

    Attributes:
        problem: why nothing could be kept the last time that it was tried; None where it could.
    """

    def __init__(
        self, writer: Writer, on_kept: Callable[[Kept], None], on_bug: Callable[[BaseException], None]
    ) -> None:
        self.problem: BaseException | None = None
        self._writer = writer
        self._on_kept = on_kept
        self._on_bug = on_bug
        self._lock = Lock()
        self._waiting: dict[Future[Outcome], Received] = {}
        self._is_due = False
        # Of the writer's thread:
        self._kept: dict[int, None] = {}  # visits that something was kept of and nothing derived, in their order
        self._read: dict[int, Notification] = {}  # what was read of their notifications already, by their id
        self._read_from: sqlite3.Connection | None = None
        self._is_untold = False  # that something was kept
        self._is_deriving_due = False
        self._is_more_left = False
        self._derive_next_at = -math.inf

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
            self._writer.precedence.claim()
            due, self._is_due = not self._is_due, True
        if due:
            self._work_off()
        return done

    def derive_what_is_left(self) -> None:
        """Have derived what another process kept and did not come to derive, if there is any; in its own time."""

        def look(db: sqlite3.Connection) -> None:
            if is_anything_left(db):
                self._derive_soon(0.0)

        self._writer.look(look)

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
        kept = Kept()

        def work(db: sqlite3.Connection) -> tuple[Outcome, Kept]:
            from app.store.keeping import apply_again, note_as_news  # noqa: PLC0415 - see above

            outcome = apply_again(db, notification_id, at, kept)
            keep_deviations(db, kept.deviations, at)
            enter(db, Kind.VISIT, kept.visits)
            derived = follow_some(db, kept.visits, kept.read, self._on_bug)
            note_as_news(db, kept.visits)
            return outcome, derived

        outcome, derived = self._writer.write(work)
        self._on_kept(derived)
        return outcome

    def _let_go(self, done: "Future[Outcome]") -> None:
        """Let others work on; drop a body that is not to be kept any more: the writer may be held up for long."""
        self._writer.precedence.release()
        if done.cancelled():
            with self._lock:
                self._waiting.pop(done, None)

    def _work_off(self) -> None:
        taken: list[Future[Outcome]] = []
        kept = Kept()

        def work(db: sqlite3.Connection) -> list[Outcome | Exception]:
            with self._lock:
                self._is_due = False
                batch = [(self._waiting.pop(done), done) for done in [*islice(self._waiting, MOST_AT_ONCE)]]
                again, self._is_due = bool(self._waiting), bool(self._waiting)
            if again:
                self._work_off()
            batch = [one for one in batch if one[1].set_running_or_notify_cancel()]
            taken.extend(done for _, done in batch)
            from app.store.keeping import keep_one  # noqa: PLC0415 - see above

            self._forget_other_file(db)
            outcomes = [keep_one(db, received, kept) for received, _ in batch]
            enter(db, Kind.VISIT, kept.visits)
            if batch:
                keep_deviations(db, kept.deviations, batch[-1][0].received_at)
            return outcomes

        self._writer.submit(work, _PATIENCE_SECONDS).add_done_callback(lambda done: self._tell(done, taken, kept))

    def _tell(self, committed: "Future[list[Outcome | Exception]]", taken: "list[Future[Outcome]]", kept: Kept) -> None:
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
        self._is_untold = True
        self._kept |= dict.fromkeys(kept.visits)
        if len(self._read) < _MOST_READ:  # the others are read again out of the file
            self._read |= kept.read
        self._derive_soon(max(self._derive_next_at - time.monotonic(), 0.0))

    def _forget_other_file(self, db: sqlite3.Connection) -> None:
        """Forget what was read of another file than this one: a restored one may have given other ids."""
        if db is not self._read_from:
            self._read.clear()
            self._read_from = db

    def _derive_soon(self, delay: float) -> None:
        """Have some of what is kept derived, unless that is to be done already."""
        if self._is_deriving_due:
            return
        self._is_deriving_due = True
        began = -math.inf

        def work(db: sqlite3.Connection) -> Kept:
            nonlocal began
            began = time.monotonic()
            self._forget_other_file(db)
            derived = follow_some(db, islice(self._kept, AT_ONCE), self._read, self._on_bug)
            self._is_more_left = is_anything_left(db)
            return derived

        self._writer.submit(work, delay=delay).add_done_callback(lambda done: self._tell_derived(done, began))

    def _tell_derived(self, done: "Future[Kept]", began: float) -> None:
        self._is_deriving_due = False
        error = done.exception()
        if error is not None:
            if isinstance(error, StoreError):
                self._derive_soon(_AGAIN_SECONDS)
            else:
                self._on_bug(error)  # it is tried again with the next notification, or at the next start
            return
        derived = done.result()
        ended = time.monotonic()  # half of the time is for what comes, however much there is to derive
        self._derive_next_at = ended + max(ended - began, _SHORTEST_PAUSE)
        for visit in derived.visits:
            self._kept.pop(visit, None)
        if self._kept or self._is_more_left:
            self._derive_soon(self._derive_next_at - ended)
        else:
            self._read.clear()
        if not (derived.visits or self._is_untold):
            return
        self._is_untold = False
        try:
            self._on_kept(derived)
        except Exception as bug:  # noqa: BLE001 - what a future's callback raises is seen by nobody
            self._on_bug(bug)
