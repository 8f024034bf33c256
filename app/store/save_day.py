"""Save a load of a carrier's day with the changes that it brings, and wait until the board shows it."""

import logging
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from app.board.board_file import board_for_reading
from app.board.reading.drops import gone_rows, last_drop
from app.domain.days import CarrierAnswer, Day, Drop, LoadSummary
from app.domain.errors import StoreError
from app.facts.deviations import save_deviations
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.journal import Kind, append_entries, day_key
from app.facts.loads.comparison import Difference, compare
from app.facts.loads.day_answer import DayAnswer
from app.facts.loads.day_facts import packed_contents, save_contents
from app.facts.loads.load_history import delete_loads, last_load, packed, save_load
from app.facts.sharing.relay_state import is_shared
from app.follow_ups.merge_cases import Edits, has_visits_to_merge, merge_again, merge_visits
from app.store.writer import Writer

_log = logging.getLogger(__name__)

_LONGEST_LOAD = timedelta(minutes=10)
_ROWS = "SELECT count(*) FROM shipment WHERE day_id = ?"
_DAY = "SELECT id FROM day WHERE carrier = ? AND date = ?"


def save_day(
    writer: Writer,
    answer: DayAnswer,
    asked_at: datetime,
    said: CarrierAnswer = CarrierAnswer.MANIFESTS,
    on_saved: Callable[[], object] = lambda: None,
) -> LoadSummary:
    """Save a load and its changes in one transaction, and wait until the board shows it.

    After a load with manifests, the first answer without any (a 404 or an empty list) only sets the day's mark; the
    second in a row counts as a load that lists nothing, and all rows are gone since `asked_at`.

    A load may show that a visit that desks wrote about has a shipment here: that becomes one case.

    Args:
        writer: of the store.
        answer: all of the answer; at least one manifest, unless `said` tells that there is none.
        asked_at: when the carrier was asked, UTC; the time of every status that differs from the last load's.
        said: the kind of answer.
        on_saved: called once the load is on the disk, before the board shows it.

    Returns:
        Counts of new, changed and gone shipments. A shipment no longer listed stays, marked as gone; one that is listed
        but unreadable stays unchanged. If a later request was answered earlier, nothing changes.

    Raises:
        LoadCancelledError: the user cancelled it. The day is unchanged.
        StoreError: busy, full, not permitted or damaged. The day is unchanged; if only the board could not be written,
            it follows as soon as it can.
    """
    number, lists, found, listed = 0, said is CarrierAnswer.MANIFESTS, Difference(), len(answer.listed)
    while not number and not _is_superseded(asked_at, answer):
        answer.check()
        loads = answer.stored.loads
        lists = said is CarrierAnswer.MANIFESTS or loads.is_second_without
        found = compare(answer.stored, answer.heads, answer.listed, answer.skipped) if lists else Difference()
        changes, contents = packed(found.lines) if lists else None, packed_contents(found.contents)
        found.contents.clear()  # so that `answer` alone holds the texts
        with writer.board.using_parsed(answer.day, answer.parsed):
            number = writer.write(lambda db: _save(db, answer, asked_at, said, changes, contents))  # noqa: B023 - at once
            if number:
                on_saved()
                answer.release()
                writer.board.when_applied(number, answer.day).result()
        if not number:
            answer.read_stored()  # another load of the day was saved meanwhile
            found = Difference()
    if number:
        _merge_visits(writer)
    kept, drop = _kept_and_dropped(writer, answer.day, found, lists=lists)
    return LoadSummary(
        answer.day,
        len(answer.heads),
        listed,
        found.new,
        found.changed,
        found.gone,
        tuple(answer.skipped),
        said,
        kept,
        drop if drop is not None and drop.at == asked_at else None,
    )


def _merge_visits(writer: Writer) -> None:
    """Merge what was noted on visits with what was noted on their shipments, as far as the load shows them.

    The load is saved: a failure here does not undo it, and the next load merges.
    """
    try:
        if writer.read(has_visits_to_merge).result():
            is_relayed = writer.read(is_shared).result()
            merge = partial(merge_again, cases=()) if is_relayed else merge_visits
            writer.write(partial(merge, edits=Edits()), with_board=True)
    except StoreError as error:
        _log.warning("Follow-ups of visits are not merged with those of their shipments yet: %s", error)


def _save(
    db: sqlite3.Connection,
    answer: DayAnswer,
    asked_at: datetime,
    said: CarrierAnswer,
    changes: bytes | None,
    contents: dict[str, bytes],
) -> int:
    """Save a load, and return the number of its journal entry; 0: another one was saved since the comparison."""
    day = answer.day
    if last_load(db, day) != answer.stored.loads.last:
        return 0
    if changes is not None and answer.stored.loads.loaded_at is None:
        delete_loads(db, day)
    save_load(db, day, asked_at.isoformat(), said, changes, answer.skipped)
    save_contents(db, day, contents.items())
    save_deviations(db, answer.deviations, asked_at)
    return append_entries(db, Kind.DAY, [day_key(day)])


def _is_superseded(asked_at: datetime, answer: DayAnswer) -> bool:
    """Return whether the stored load answers a later request, for example one of another process.

    A load that was stored before the request does not, nor one from the far future, after the clock was set back.
    """
    loaded_at = answer.stored.loads.loaded_at
    if loaded_at in (None, answer.loaded_at_request):
        return False
    return asked_at < datetime.fromisoformat(loaded_at) < asked_at + _LONGEST_LOAD


def _kept_and_dropped(writer: Writer, day: Day, found: Difference, *, lists: bool) -> tuple[int, Drop | None]:
    """Return the rows that stay though a load does not list them, and what it dropped: the board shows it by now."""
    key = (day.carrier, day.date.isoformat())
    kept, drop = 0, None
    with store_failures(writer.path), board_for_reading(writer.path, newest_file(writer.path)) as db:

        def ask(sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
            return db.execute(sql, values).fetchall()

        for (day_id,) in ask(_DAY, key):
            kept = gone_rows(ask, day_id) if lists else ask(_ROWS, (day_id,))[0][0]
            drop = last_drop(ask, day_id) if found.gone else None
    return kept, drop
