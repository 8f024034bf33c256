"""Apply the facts to the board, by the one connection of this process that writes it, in a thread of its own."""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from app.board.applied import BATCH_SIZE, Waiters, count_unapplied, fail, has_new, has_unapplied, last_applied
from app.board.current_board import CurrentBoard
from app.domain.days import Day
from app.domain.errors import StoreBusyError, StoreError, report_unhandled
from app.facts.file.corruption import is_damage
from app.facts.file.failures import in_transaction, store_failures
from app.facts.journal import ChangedRows, day_key, last_number
from app.files.process_lock import ProcessLock
from app.threads import TaskThread

if TYPE_CHECKING:  # see `_apply_batch`
    from app.board.projecting.day_rows import DayProjection, ParsedShipments

LARGE_DAY_WAIT_SECONDS = 30.0
"""How long to wait for another process that writes a large day, or is about to."""

_SHORTEST_PAUSE = 0.005  # seconds between two rounds: several visits in one transaction take less time each
_BURST = 16  # visits of one commit, from which on notifications arrive as fast as they are answered
_BURST_PAUSE_FACTOR = 9  # the pause in a burst, in working times, up to the longest: senders come first
_LONGEST_PAUSE = 0.25  # seconds; so much later rows may be for it, however long a round takes
_ROWS_PER_PART = 500  # shipments of a large day in one transaction; they take about 50 ms
_RETRY_SECONDS = 1.0
_LOADING_WAIT_SECONDS = 0.1  # another process may just look whether one loads
_CLOSING_SECONDS = 1.0  # for applying more facts before the file is closed

_log = logging.getLogger(__name__)

T = TypeVar("T")


class BoardWriter:
    """Applies new facts to the board as they arrive; a missing, damaged or foreign board is derived anew.

    In its thread, `on_applied` is called with the rows that changed, possibly none after `apply_soon`, and
    `on_facts_damage` when the facts turn out to be damaged, rather than the board.
    """

    def __init__(
        self, path: Path, on_applied: Callable[[ChangedRows], None], on_facts_damage: Callable[[], object]
    ) -> None:
        self._path = path
        self._on_applied, self._on_facts_damage = on_applied, on_facts_damage
        self._waiters = Waiters()
        self._current = CurrentBoard(path, self._waiters.forget_numbers)
        self._loading = ProcessLock(path.with_name("load.lock"))
        """Held by the process that loads a day: it has parsed it already, and does not keep a window waiting."""
        self._thread = TaskThread("board-writer", self._finish)
        self._guard = Lock()  # guards the six that follow
        self._is_scheduled = False  # whether a round runs or is due
        self._is_requested = False  # since the present round began
        self._must_report = False  # whether `on_applied` is to be called even if nothing changes
        self._is_burst = False  # whether many visits came since the round before
        self._visits: dict[int, None] = {}  # with new notifications of this process, in their order
        self._parsed: dict[str, ParsedShipments] = {}  # of days that this process loads, by their keys
        # Used by the thread alone:
        self._applied = 0  # the number of the last applied entry
        self._next_round_at = 0.0  # monotonic; the pause before it is for those that send
        self._blocked_since = 0.0  # monotonic; 0: not blocked
        self._left_since = 0.0  # monotonic; since when days are left to another process; 0: they are not
        self._next_look_at = 0.0  # monotonic; when it is looked whether they still are
        self._logged = ""  # the last logged failure
        self._is_closing = False

    def open(self, *, waits_for_large_day: bool = False) -> None:
        """Open the board, and start the thread; if it `waits_for_large_day`, also while another process writes one.

        Raises:
            StoreError: busy, disk full, or not permitted.
        """
        self._current.open(LARGE_DAY_WAIT_SECONDS if waits_for_large_day else None)
        self._thread.start()

    def close(self) -> None:
        """Apply facts for at most a second more, and close the file."""
        self._is_closing = True
        self._thread.stop()

    def apply_soon(self, visits: Iterable[int] = ()) -> None:
        """Schedule a round, and call `on_applied` even if nothing changes."""
        with self._guard:
            known = len(self._visits)
            self._visits |= dict.fromkeys(visits)
            self._is_burst |= len(self._visits) - known >= _BURST
            self._must_report = True
        self._request_round()

    def apply_up_to(self, number: int) -> None:
        """Schedule a round if the entry of this number is not applied."""
        if number > self._applied:
            self._request_round()

    def apply_external(self) -> None:
        """Schedule a round if another process left facts unapplied, or replaced a file."""

        def check() -> None:
            if not self._current.is_current() or has_unapplied(self._current.db):
                self._request_round()

        self._thread.submit(check)

    @contextmanager
    def using_parsed(self, day: Day, parsed: "ParsedShipments") -> Iterator[None]:
        """Within a block, show a day with shipments that the caller has parsed already; other processes leave it."""
        key = day_key(day)
        with self._guard:
            self._parsed[key] = parsed
        with ExitStack() as held:
            with suppress(StoreBusyError, OSError):  # another process loads as well
                held.enter_context(self._loading.acquire(_LOADING_WAIT_SECONDS))
            try:
                yield
            finally:
                with self._guard:
                    self._parsed.pop(key, None)

    def when_applied(self, number: int | None = None, day: Day | None = None) -> "Future[None]":
        """Return a future that completes once the board has applied a fact; without a number, all facts saved by now.

        `number` is that of its journal entry, `day` the one that it loaded. The future fails with a StoreError while
        the board cannot be written, which is retried.
        """
        done: Future[None] = Future()

        def last() -> int | None:
            return last_number(self._current.db, "facts") if self._current.is_current() else None

        def begin() -> None:
            awaited = self._current.run(last) if number is None else number
            self._waiters.add(done, awaited, day_key(day) if day else "", is_all=number is None)
            self._apply()

        self._thread.submit(begin).add_done_callback(lambda begun: fail(done, begun.exception()))
        return done

    def replace(self, reason: str) -> None:
        """Derive a new board, since reported damage is not in the facts."""
        self._current.replace(reason)
        self._request_round()

    def start_new_board(self) -> int:
        """Switch to a new, empty board, and return the number of days and visits to derive.

        Raises:
            StoreError: disk full, or not permitted; the board is unchanged.
        """

        def work() -> int:
            with store_failures(self._path), self._current.lock:
                self._current.replace("a rebuild was requested")
                self._current.ensure_current()
            return count_unapplied(self._current.db)

        left = self._thread.submit(work).result()
        self._request_round()
        return left

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in a transaction, and return its result.

        Raises:
            StoreError: nothing was changed.
        """
        return self._thread.submit(lambda: self._write(work)).result()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        """Run `work` without a transaction and a lock; return the future of its result."""
        return self._thread.submit(lambda: self._current.run(lambda: work(self._current.db)))

    def run_locked(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` without a transaction, with the lock held.

        Raises:
            StoreError: the lock was not released in time, or the work failed.
        """

        def task() -> T:
            with self._current.lock:
                return work(self._current.db)

        return self._thread.submit(lambda: self._current.run(task)).result()

    def _request_round(self) -> None:
        """Schedule a round, unless one is due; one that is running is followed by another."""
        with self._guard:
            self._is_requested = True
            is_scheduled, self._is_scheduled = self._is_scheduled, True
        if not is_scheduled:
            self._schedule_round()

    def _schedule_round(self) -> None:
        self._thread.submit(self._run_round, max(self._next_round_at - time.monotonic(), 0))

    def _run_round(self) -> None:
        self._is_requested = False
        try:
            self._apply()
        finally:
            with self._guard:
                self._is_scheduled = self._is_requested
            if self._is_scheduled:
                self._schedule_round()

    def _apply(self) -> None:
        """Apply a batch of facts, and request a round for the rest or for a retry."""
        try:
            large = self._apply_once()
            if large is not None:
                self._show_large(large)
        except Exception as error:  # noqa: BLE001 - the waiters get it, or it is reported
            self._handle_failure(error)

    def _apply_once(self) -> Day | None:
        """Apply a batch of facts in one transaction; return a large day that is to be shown next.

        Raises:
            StoreError: nothing was changed.
        """
        with self._guard:
            visits, parsed = [*islice(self._visits, BATCH_SIZE)], dict(self._parsed)
            must_report, self._must_report = self._must_report, False
        began = time.monotonic()
        self._blocked_since = self._blocked_since or began
        try:
            changed, has_more, large = self._write(lambda db: self._apply_batch(db, visits, parsed))
        except BaseException:
            with self._guard:
                self._must_report |= must_report
            raise
        with self._guard:
            for visit in changed.visits:
                self._visits.pop(visit, None)
            has_more = has_more or bool(self._visits)
            is_burst, self._is_burst = self._is_burst, False
        ended = time.monotonic()
        pause = (ended - began) * (_BURST_PAUSE_FACTOR if is_burst else 1)
        pause = min(max(pause, _SHORTEST_PAUSE), _LONGEST_PAUSE)
        self._next_round_at = ended + pause if visits else 0.0
        if has_more:
            self._request_round()
        if must_report or changed != ChangedRows() or changed.seen_deviations:
            self._report(changed)
        return large

    def _apply_batch(
        self, db: sqlite3.Connection, visits: list[int], parsed: "dict[str, ParsedShipments]"
    ) -> tuple[ChangedRows, bool, Day | None]:
        """Return the changed rows, whether there is more to apply, and a large day to be shown next."""
        if not visits and not has_unapplied(db):
            return ChangedRows(), False, None
        from app.board.projecting import apply_facts, day_rows  # noqa: PLC0415 - pydantic loads slowly

        changed = apply_facts.apply_next(db, visits, parsed, self._leaves_days)
        day = apply_facts.next_day(db)
        if day is not None and self._leaves_days():
            if time.monotonic() >= self._next_look_at:
                self._next_look_at = time.monotonic() + _RETRY_SECONDS
                self._thread.submit(self._request_round, _RETRY_SECONDS)
            return changed, has_new(db), None
        is_large = day is not None and day_rows.is_unshown_large_day(db, day)
        return changed, has_unapplied(db), day if is_large else None

    def _show_large(self, day: Day) -> None:
        """Write a large day in parts, applying other facts in between, and show it.

        The parts are dropped if the day is loaded again or removed meanwhile, or the program ends.

        Raises:
            StoreError: it could not be written; it is retried.
        """
        from app.board.projecting import apply_facts, day_rows  # noqa: PLC0415 - pydantic loads slowly

        self._blocked_since = self._blocked_since or time.monotonic()
        with self._guard:
            parsed = self._parsed.get(day_key(day), {})
        projection = day_rows.DayProjection(day, parsed)
        with store_failures(self._path, lambda: self._current.facts), self._current.lock:
            try:
                self._write_parts(projection)
            except (StoreError, MemoryError):
                raise
            except Exception as bug:  # noqa: BLE001 - the day is shown in one transaction instead
                _log.warning("The day %s of %s could not be written in parts: %r", day.date, day.carrier, bug)
                projection = day_rows.DayProjection(day, parsed)
            changed = self._write(lambda db: apply_facts.show_large_day(db, projection))
        self._report(changed)

    def _leaves_days(self) -> bool:
        """Whether another process is about to show a day that it loaded; after a while it counts as stuck."""
        try:
            with self._loading.acquire(0):
                self._left_since = 0.0
                return False
        except StoreBusyError:
            self._left_since = self._left_since or time.monotonic()
            return time.monotonic() - self._left_since < LARGE_DAY_WAIT_SECONDS
        except OSError:  # the lock is not permitted: the others have none either
            return False

    def _write_parts(self, projection: "DayProjection") -> None:
        write = partial(projection.write_some, most=_ROWS_PER_PART)
        while not (projection.is_written or projection.is_dropped):
            self._write(write)
            self._apply_once()
            projection.is_dropped |= self._is_closing and not projection.is_written

    def _report(self, changed: ChangedRows) -> None:
        try:
            self._on_applied(changed)
        except Exception as bug:  # noqa: BLE001 - a bug of the callback must not stop the board
            report_unhandled(bug)

    def _handle_failure(self, error: Exception) -> None:
        retry_ends = time.monotonic() + _RETRY_SECONDS + self._current.lock.timeout
        may_wait = isinstance(error, StoreBusyError) and retry_ends <= self._blocked_since + LARGE_DAY_WAIT_SECONDS
        was_awaited = not may_wait and self._waiters.fail(error)
        if isinstance(error, (StoreError, MemoryError)):
            said = str(error) or repr(error)
            if not may_wait and said != self._logged:
                self._logged = said
                _log.warning("The board cannot be brought up to date: %s", said)
            self._next_round_at = time.monotonic() + _RETRY_SECONDS
            self._request_round()
            if is_damage(error.__cause__):
                self._on_facts_damage()
        elif not was_awaited:
            report_unhandled(error)  # the next fact, or the next start, retries it

    def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return self._current.run(lambda: self._in_transaction(work))

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._current.lock:
            self._current.ensure_current()
            self._waiters.find_numbers(self._current.db)
            with in_transaction(self._current.db):
                result = work(self._current.db)
        self._blocked_since, self._logged = 0.0, ""
        self._applied = last_applied(self._current.db)
        self._waiters.complete(self._current.db)
        return result

    def _finish(self) -> None:
        ends = time.monotonic() + _CLOSING_SECONDS
        while self._is_requested and time.monotonic() < ends:
            self._is_requested = False
            self._apply()
        self._waiters.cancel()
        self._current.close()
