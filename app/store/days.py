"""A day's answer becomes the cached day, and what changed is kept."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from filelock import FileLock, Timeout

from app.domain.days import Answer, Day, Drop, LoadSummary
from app.domain.errors import LoadCancelledError, StoreError
from app.store.ahead import clear_away, write_ahead
from app.store.contents import contents_of
from app.store.deriving import catch_up
from app.store.drops import gone_rows, last_drop
from app.store.failures import store_failures
from app.store.loads import changes_of
from app.store.matching import Difference, compare
from app.store.staging import StagedAnswer
from app.store.swapping import Cached, Swap, cached_day, note_answered
from app.store.writer import Writer

TURN_WAIT_SECONDS = 60.0
_LONGEST_LOAD = timedelta(minutes=10)
_ROWS = "SELECT count(*) FROM shipment JOIN day ON day.id = day_id WHERE carrier = ? AND date = ?"
_LOOK_UP_SECONDS = 0.5  # to see whether a load that waits for its turn was cancelled


def save_day(
    writer: Writer, day: Day, staged: StagedAnswer, loaded_at: datetime, answer: Answer = Answer.MANIFESTS
) -> LoadSummary:
    """Replace what the cache holds of one carrier's day by what the service answered, all at once for who reads.

    It takes many small pieces of work, so that others write in between: the answer is compared with the cached day,
    what is new is written ahead where nobody sees it, and one short transaction swaps the days.

    Args:
        writer: of the file.
        day: carrier code and date; the date is the `fecha` that was asked for, not `fechaCreacion`.
        staged: all of the answer; it holds at least one manifest, unless it confirms that there is none.
        loaded_at: when the carrier was asked, UTC; becomes the time of every status that differs from the last load's.
        answer: what the carrier said; anything but manifests is such a confirmation, and means that all rows are gone.

    Returns:
        Counts of shipments new, changed and gone. A shipment no longer listed stays, marked as gone; one that is
        listed and could not be read this time stays as it was. Where a later question was answered sooner, all stays.

    Raises:
        LoadCancelledError: somebody cancelled it, or a newer load of this process has begun.
        StoreBusyError: another process held the write lock for 5 s, or another load took a minute to end.
        StoreUnusableError: disk full, not permitted, damaged.
            The cached day is as it was, whatever is raised.
    """
    at = loaded_at.isoformat()
    skipped = tuple(staged.skipped)
    try:
        staged.flush()
        with _turn(staged):
            is_done = False
            while not is_done:
                clear_away(staged)
                is_whole = staged.write(partial(catch_up, day=day))
                cached = staged.stage(partial(cached_day, day=day))
                if cached and staged.stage(partial(_is_overtaken, loaded_at, cached)):
                    return _summary(day, staged, Difference(0, 0, 0), answer, loaded_at)
                if answer is not Answer.MANIFESTS and not (cached and cached.answer is not Answer.MANIFESTS):
                    return note_answer(writer, day, answer, loaded_at)  # a good load came meanwhile
                found = compare(staged, cached.id if cached else None)
                changes, contents = changes_of(staged), contents_of(staged, day, cached.id if cached else None)
                hidden = write_ahead(staged, day, at)
                swap = Swap(day, cached, hidden, skipped, at, changes, contents, is_whole, answer, staged.deviations)
                with _late_checkpoint(writer):
                    is_done = staged.write(swap.run)
            with suppress(LoadCancelledError, StoreError):  # the day is loaded; what is left the next load clears away
                clear_away(staged)
        return _summary(day, staged, found, answer, loaded_at)
    finally:
        staged.end()


def note_answer(
    writer: Writer, day: Day, answer: Answer, asked_at: datetime, staged: StagedAnswer | None = None
) -> LoadSummary:
    """Keep that the carrier had nothing for this day.

    After a load that brought manifests the first such answer changes nothing but the mark. The next one in a row, be it
    a 404 or an empty list, is a load that lists nothing: all rows are gone since `asked_at`.

    Args:
        writer: of the file.
        day: carrier code and date.
        answer: empty or not found.
        asked_at: when the carrier was asked, UTC.
        staged: the load's, which knows what was cached before the question; it holds nothing.

    Returns:
        Counts of shipments gone by this answer, and of the rows that stay though it does not list them. Where a later
        question was answered sooner, all stays.

    Raises:
        LoadCancelledError: as `save_day`.
        StoreError: the day is as it was.
    """

    def note(db: sqlite3.Connection) -> bool:
        catch_up(db, day)
        cached = cached_day(db, day)
        if cached is not None:
            if staged is not None and _is_overtaken(asked_at, cached, db):
                return True
            if cached.answer is not Answer.MANIFESTS:
                return False
        note_answered(db, day, asked_at.isoformat(), answer)
        return True

    if not (staged or writer).write(note):
        return save_day(writer, day, staged or StagedAnswer(writer), asked_at, answer)
    kept = writer.stage(lambda db: db.execute(_ROWS, (day.carrier, day.date.isoformat())).fetchone()[0])
    return LoadSummary(day, 0, 0, 0, 0, 0, answer=answer, kept=kept)


def _summary(day: Day, staged: StagedAnswer, found: Difference, answer: Answer, loaded_at: datetime) -> LoadSummary:
    """Return what a load found; what it dropped is looked for once it is done, and so in the file."""

    def left(db: sqlite3.Connection) -> tuple[int, Drop | None]:
        cached = cached_day(db, day)
        if cached is None:
            return 0, None

        def ask(sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
            return db.execute(sql, values).fetchall()

        return gone_rows(ask, cached.id), last_drop(ask, cached.id) if found.gone else None

    kept, drop = staged.writer.stage(left)
    return LoadSummary(
        day,
        staged.manifests,
        staged.shipments,
        found.new,
        found.changed,
        found.gone,
        tuple(staged.skipped),
        answer,
        kept,
        drop if drop is not None and drop.at == loaded_at else None,
    )


def _is_overtaken(asked_at: datetime, cached: Cached, db: sqlite3.Connection) -> bool:
    """Tell whether the cached day is an answer to a later question, such as of another process that was quicker.

    One that was there before the question is none, nor one from further ahead: the clock was set back.
    """
    is_later = asked_at < datetime.fromisoformat(cached.loaded_at) < asked_at + _LONGEST_LOAD
    return is_later and not _was_before(cached, db)


def _was_before(cached: Cached, db: sqlite3.Connection) -> bool:
    key = (cached.id, cached.loaded_at)
    return db.execute("SELECT 1 FROM staged_before WHERE (id, loaded_at) = (?, ?)", key).fetchone() is not None


@contextmanager
def _turn(staged: StagedAnswer) -> Iterator[None]:
    """Keep other loads into the file out meanwhile, of this process and others; whoever else writes need not wait."""
    path = staged.writer.path
    lock = FileLock(path.with_suffix(".loading"), mode=0o600)
    last = time.monotonic() + TURN_WAIT_SECONDS
    with store_failures(path):
        while not lock.is_locked:
            staged.check()
            try:
                lock.acquire(timeout=_LOOK_UP_SECONDS)
            except Timeout:
                if time.monotonic() > last:
                    raise
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _late_checkpoint(writer: Writer) -> Iterator[None]:
    """Leave the checkpoint to a later commit: behind a big one it takes as long again."""
    pages = writer.stage(lambda db: db.execute("PRAGMA wal_autocheckpoint").fetchone()[0])
    writer.stage(lambda db: db.execute("PRAGMA wal_autocheckpoint = 0"))
    try:
        yield
    finally:
        writer.stage(lambda db: db.execute(f"PRAGMA wal_autocheckpoint = {pages}"))
