"""The one connection of this process that writes the board, in a thread of its own: it follows the facts."""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from app.board.board_file import Board, board_damage, newest_board, open_board, remove_other_boards
from app.domain.days import Day
from app.domain.errors import StoreBusyError, StoreError
from app.domain.unhandled import report_unhandled
from app.facts.changed_rows import ChangedRows
from app.facts.file.corruption import is_damage, is_environment
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.journal import (
    BATCH_SIZE,
    count_unapplied,
    day_key,
    has_applied,
    has_unapplied,
    last_applied,
    last_number,
)
from app.files.process_lock import ProcessLock
from app.threads.task_thread import TaskThread

if TYPE_CHECKING:  # see `_follow_some`
    from app.board.projecting.day_rows import DayShowing, Words

LONGEST_WAIT_SECONDS = 30.0
"""For which whoever waits for the board waits for another process to let go of it, which may write a large day."""

_SHORTEST_PAUSE = 0.005  # seconds between two transactions: several visits together take less time for each
_CROWD = 16  # visits of one commit: then notifications come as fast as they are answered
_REST_IN_CROWD = 9  # times as long as it worked: rows follow a burst, and no sender waits for them
_SLICE = 500  # shipments of a large day: they take some 50 ms
_AGAIN_SECONDS = 1.0
_LAST_TURN_SECONDS = 1.0

_log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass
class _Wait:
    """Somebody who waits for the board to follow a fact.

    Attributes:
        number: the fact's; None: that of the last one which is kept, once it can be read.
        is_all: whether everything that older facts left to derive is waited for too.
        done: ends then.
        day: the key of a day that is to be shown too.
    """

    number: int | None
    is_all: bool
    done: "Future[None]"
    day: str = ""


class BoardWriter:
    """Has the board follow the facts as they come; where it is gone, damaged or of other facts, from the first on.

    Args:
        path: of the store.
        tell: told, in this thread, what was derived, also where what was kept brought nothing.
        on_facts_damage: told that the facts are damaged, rather than the board.
    """

    def __init__(self, path: Path, tell: Callable[[ChangedRows], None], on_facts_damage: Callable[[], object]) -> None:
        self._path = path
        self._tell, self._on_facts_damage = tell, on_facts_damage
        self._lock = ProcessLock(path.with_name("board.lock"))
        self._thread = TaskThread("board-writer", self._end)
        self._guard = Lock()  # around the seven that follow
        self._is_due = False  # that it follows, or has its turn later
        self._is_asked = False  # since the last turn began
        self._is_untold = False  # that something was kept
        self._is_crowded = False  # that many were kept at once
        self._visits: dict[int, None] = {}  # of which something was kept here, in their order
        self._words: dict[str, Words] = {}  # what was read of days already, by their keys
        self._doubt: str | None = None
        """Why the board is not to be gone on with."""
        # Of this thread:
        self._waiting: list[_Wait] = []
        self._applied = 0  # the number of the last fact that it follows
        self._not_before = 0.0  # by the monotonic clock; while notifications come, at least half of the time is theirs
        self._held_up_since = 0.0  # by the monotonic clock; 0 while nothing holds it up
        self._logged = ""  # what holds it up, once that is logged
        self._is_closing = False
        self._db: sqlite3.Connection
        self._facts: Path
        self._board: Board

    def open(self, *, is_patient: bool = False) -> None:
        """Open the board, made first where that is needed, and begin to work.

        Args:
            is_patient: whether to wait for a process that writes a large day.

        Raises:
            StoreError: busy, no room, or not permitted.
        """
        with (
            store_failures(self._path),
            self._lock.acquire(LONGEST_WAIT_SECONDS if is_patient else None),
        ):
            self._open()
            remove_other_boards(self._path, self._board.file)
        self._thread.start()

    def close(self) -> None:
        """Follow some more of the facts, and close the file."""
        self._is_closing = True
        self._thread.stop()

    def follow(self, visits: Iterable[int] = ()) -> None:
        """Have it follow what notifications came, soon, and that be told in any case.

        Args:
            visits: of which some were kept just now.
        """
        with self._guard:
            before = len(self._visits)
            self._visits |= dict.fromkeys(visits)
            self._is_crowded = len(self._visits) - before >= _CROWD
            self._is_untold = True
        self._follow_soon()

    def follow_up_to(self, number: int) -> None:
        """Have it follow a fact, soon."""
        if number > self._applied:
            self._follow_soon()

    def follow_others(self) -> None:
        """Have it follow what another process kept and did not come to derive, and go over to other files."""

        def look() -> None:
            if not self._is_current() or has_unapplied(self._db):
                self._follow_soon()

        self._thread.submit(look)

    @contextmanager
    def knowing(self, day: Day, words: "Words") -> Iterator[None]:
        """Have it show a day within a block by what was read of its shipments already."""
        key = day_key(day)
        with self._guard:
            self._words[key] = words
        try:
            yield
        finally:
            with self._guard:
                self._words.pop(key, None)

    def followed(self, number: int | None = None, day: Day | None = None) -> "Future[None]":
        """Wait for it to follow a fact.

        Args:
            number: the fact's; None: all that are kept now.
            day: that was loaded by it.

        Returns:
            A future, which ends with a StoreError where that could not be done now; it is tried again.
        """
        done: Future[None] = Future()

        def last() -> int | None:
            return last_number(self._db, "facts") if self._is_current() else None

        def begin() -> None:
            waits_for = self._noting_failures(last) if number is None else number
            self._waiting.append(_Wait(waits_for, number is None, done, day_key(day) if day else ""))
            self._follow()

        self._thread.submit(begin).add_done_callback(lambda begun: _fail(done, begun.exception()))
        return done

    def doubt(self, reason: str) -> None:
        """Have a new board take the place of this one, since damage was met that is none of the facts."""
        with self._guard:
            self._doubt = reason
        self._follow_soon()

    def give_up(self) -> int:
        """Go over to a new board, of which everything is still to be derived; return how much that is.

        Raises:
            StoreError: no room, or not permitted; the board is as it was.
        """

        def work() -> int:
            with store_failures(self._path), self._lock:
                self._doubt = "somebody asked for it"
                self._attend()
            return count_unapplied(self._db)

        left = self._thread.submit(work).result()
        self._follow_soon()
        return left

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in a transaction, and return what it returns.

        Raises:
            StoreError: nothing was changed.
        """
        return self._thread.submit(lambda: self._noting_failures(lambda: self._in_transaction(work))).result()

    def look(self, work: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        """Have `work` run that is no transaction of its own: no lock is taken."""
        return self._thread.submit(lambda: self._noting_failures(lambda: work(self._db)))

    def locked(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work`, which is no part of a transaction, with the lock held.

        Raises:
            StoreError: the lock did not come free, or the work failed.
        """

        def task() -> T:
            with self._lock:
                return work(self._db)

        return self._thread.submit(lambda: self._noting_failures(task)).result()

    def _open(self) -> None:
        doubt = self._doubt
        self._facts = newest_file(self._path)
        self._db, self._board = open_board(self._path, self._facts, doubt)
        with self._guard:
            if self._doubt == doubt:
                self._doubt = None

    def _attend(self) -> None:
        """See that this is the board which everybody reads, and that these are the facts which it follows."""
        if self._doubt is not None or not self._is_current():
            before, facts = self._db, self._facts
            self._open()
            if self._facts != facts:  # restored ones may never come to such a number
                for one in self._waiting:
                    one.number = None
            with suppress(sqlite3.Error):
                before.close()
            remove_other_boards(self._path, self._board.file)

    def _is_current(self) -> bool:
        return newest_board(self._path) == self._board and newest_file(self._path) == self._facts

    def _follow_soon(self) -> None:
        """Have some of the facts followed as soon as it is its turn again."""
        with self._guard:
            self._is_asked = True
            is_due, self._is_due = self._is_due, True
        if not is_due:
            self._begin()

    def _begin(self) -> None:
        self._thread.submit(self._take_turn, max(self._not_before - time.monotonic(), 0))

    def _take_turn(self) -> None:
        self._is_asked = False
        try:
            self._follow()
        finally:
            with self._guard:
                self._is_due = self._is_asked
            if self._is_due:
                self._begin()

    def _follow(self) -> None:
        """Follow some of the facts; what is left, or could not be followed, soon."""
        try:
            large = self._follow_once()
            if large is not None:
                self._show_large(large)
        except Exception as error:  # noqa: BLE001 - whoever waits for it is told, or it is reported
            self._note_failure(error)

    def _follow_once(self) -> Day | None:
        """Follow some of the facts in one transaction; return a large day that is to be shown next.

        Raises:
            StoreError: nothing was changed.
        """
        with self._guard:
            visits, words = [*islice(self._visits, BATCH_SIZE)], dict(self._words)
            is_untold, self._is_untold = self._is_untold, False
        began = time.monotonic()
        self._held_up_since = self._held_up_since or began
        try:
            kept, is_more_left, large = self._noting_failures(
                lambda: self._in_transaction(lambda db: self._follow_some(db, visits, words))
            )
        except BaseException:
            with self._guard:
                self._is_untold |= is_untold
            raise
        with self._guard:
            for visit in kept.visits:
                self._visits.pop(visit, None)
            is_more_left = is_more_left or bool(self._visits)
        ended = time.monotonic()
        pause = max((ended - began) * (_REST_IN_CROWD if self._is_crowded else 1), _SHORTEST_PAUSE)
        self._not_before = ended + pause if visits else 0.0
        if is_more_left:
            self._follow_soon()
        if is_untold or kept != ChangedRows() or kept.seen_deviations:
            self._tell_safely(kept)
        return large

    def _follow_some(
        self, db: sqlite3.Connection, visits: list[int], words: "dict[str, Words]"
    ) -> tuple[ChangedRows, bool, Day | None]:
        if not visits and not has_unapplied(db):
            return ChangedRows(), False, None
        from app.board.projecting import apply_facts  # noqa: PLC0415 - the window is open before pydantic is needed

        kept = apply_facts.follow_some(db, visits, words)
        return kept, has_unapplied(db), apply_facts.next_large_day(db)

    def _show_large(self, day: Day) -> None:
        """Write a large day that the board does not show yet in parts, with other facts followed between, and show it.

        Where it is loaded again or removed meanwhile, or the program ends, what was written of it is given up.

        Raises:
            StoreError: it could not be written; it is tried again.
        """
        from app.board.projecting import apply_facts  # noqa: PLC0415 - see above
        from app.board.projecting.day_rows import DayShowing  # noqa: PLC0415 - see above

        self._held_up_since = self._held_up_since or time.monotonic()
        with self._guard:
            words = self._words.get(day_key(day), {})
        showing = DayShowing(day, words)
        with store_failures(self._path, lambda: self._facts), self._lock:
            try:
                self._write_in_parts(showing)
            except StoreError:
                raise
            except Exception as bug:  # noqa: BLE001 - the day is shown at once then
                _log.warning("The day %s of %s could not be written in parts: %r", day.date, day.carrier, bug)
                showing = DayShowing(day, words)
            kept = self._noting_failures(lambda: self._in_transaction(lambda db: apply_facts.show_large(db, showing)))
        self._tell_safely(kept)

    def _write_in_parts(self, showing: "DayShowing") -> None:
        write = partial(showing.write_some, most=_SLICE)
        while not (showing.is_written or showing.is_given_up):
            self._noting_failures(lambda: self._in_transaction(write))
            self._follow_once()
            showing.is_given_up |= self._is_closing and not showing.is_written

    def _tell_safely(self, kept: ChangedRows) -> None:
        try:
            self._tell(kept)
        except Exception as bug:  # noqa: BLE001 - it is theirs who are told
            report_unhandled(bug)

    def _note_failure(self, error: Exception) -> None:
        ends = time.monotonic() + _AGAIN_SECONDS + self._lock.timeout  # of the next attempt
        is_patient = isinstance(error, StoreBusyError) and ends <= self._held_up_since + LONGEST_WAIT_SECONDS
        waiting = [] if is_patient else self._waiting
        for one in waiting:
            _fail(one.done, error)
        self._waiting = self._waiting if is_patient else []
        if isinstance(error, StoreError):
            if not is_patient and str(error) != self._logged:
                self._logged = str(error)
                _log.warning("The board cannot follow the facts: %s", error)
            self._not_before = time.monotonic() + _AGAIN_SECONDS
            self._follow_soon()
            if is_damage(error.__cause__):
                self._on_facts_damage()
        elif not waiting:
            report_unhandled(error)  # it is tried again with the next fact, or at the next start

    def _release(self) -> None:
        """Tell those who waited for what is followed now."""
        rest: list[_Wait] = []
        for one in self._waiting:
            if one.number is not None and has_applied(self._db, one.number, one.day, is_all=one.is_all):
                one.done.set_result(None)
            else:
                rest.append(one)
        self._waiting = rest

    def _noting_failures(self, task: Callable[[], T]) -> T:
        """Run a task; where it turns out that the board is damaged, once more with a new one."""
        with store_failures(self._path, lambda: self._facts):
            try:
                return task()
            except Exception as error:
                problem = None if is_environment(error) or isinstance(error, StoreBusyError) else board_damage(self._db)
                if problem is None:
                    raise
                with self._lock:
                    self._doubt = problem
                    self._attend()
                return task()

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            self._attend()
            for one in self._waiting:
                if one.number is None:
                    one.number = last_number(self._db, "facts")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                result = work(self._db)
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.DatabaseError):  # of a damaged file; what is told is the first one
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                raise
        self._held_up_since, self._logged = 0.0, ""
        self._applied = last_applied(self._db)
        self._release()
        return result

    def _end(self) -> None:
        ends = time.monotonic() + _LAST_TURN_SECONDS
        while self._is_asked and time.monotonic() < ends:
            self._is_asked = False
            self._follow()
        for one in self._waiting:
            one.done.cancel()
        with suppress(StoreBusyError, OSError):  # then somebody hangs with the lock, and does not write
            self._lock.acquire()
        try:
            with suppress(sqlite3.Error):
                self._db.close()
        finally:
            self._lock.release()


def _fail(done: "Future[None]", error: BaseException | None) -> None:
    if error is not None and not done.done():
        done.set_exception(error)
