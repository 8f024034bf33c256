"""What a carrier answered becomes a fact, with what changed by it, and the board shows the day as it is then."""

import sqlite3
from datetime import datetime, timedelta
from typing import Any

from app.board.board_file import opened_board
from app.domain.days import CarrierAnswer, LoadSummary
from app.facts.deviations import save_deviations
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.journal import Kind, append_entries, day_key
from app.facts.loads.carrier_words import keep_contents
from app.facts.loads.comparison import Difference, compare
from app.facts.loads.day_answer import DayAnswer
from app.facts.loads.drops import gone_rows, last_drop
from app.facts.loads.load_history import forget_loads, keep_load, last_load, packed
from app.store.writer import Writer

_LONGEST_LOAD = timedelta(minutes=10)
_ROWS = "SELECT count(*) FROM shipment WHERE day_id = ?"
_DAY = "SELECT id FROM day WHERE carrier = ? AND date = ?"


def save_day(
    writer: Writer, answer: DayAnswer, asked_at: datetime, said: CarrierAnswer = CarrierAnswer.MANIFESTS
) -> LoadSummary:
    """Keep what the carrier answered and what changed by it, all at once, and have the board show it.

    After a load that brought manifests the first answer that there are none changes nothing but the mark. The next one
    in a row, be it a 404 or an empty list, is a load that lists nothing: all rows are gone since `asked_at`.

    Args:
        writer: of the store.
        answer: all of the answer; it holds at least one manifest, unless the carrier said that there is none.
        asked_at: when the carrier was asked, UTC; becomes the time of every status that differs from the last load's.
        said: what the carrier said.

    Returns:
        Counts of shipments new, changed and gone. A shipment no longer listed stays, marked as gone; one that is
        listed and could not be read this time stays as it was. Where a later question was answered sooner, all stays.

    Raises:
        LoadCancelledError: somebody cancelled it. The day is as it was.
        StoreError: busy, full, not permitted, damaged. The day is as it was; where only the board could not be written,
            it is shown as it is as soon as that can be.
    """
    number, lists, found = 0, said is CarrierAnswer.MANIFESTS, Difference()
    while not number and not _is_overtaken(asked_at, answer):
        answer.check()
        loads = answer.kept.loads
        lists = said is CarrierAnswer.MANIFESTS or (
            loads.loaded_at is not None and loads.answer is not CarrierAnswer.MANIFESTS
        )
        found = compare(answer) if lists else Difference()
        keep = _Keep(answer, asked_at, said, packed(found.lines) if lists else None, found.contents)
        with writer.board.knowing(answer.day, answer.words):
            number = writer.write(keep)
            if number:
                writer.followed(number, answer.day).result()
        if not number:
            answer.read_kept()  # somebody else loaded the day meanwhile
            found = Difference()
    return _summary(writer, answer, asked_at, said, found, lists=lists)


class _Keep:
    """Keeps a load in a transaction, where no other one came since what it is compared with was read."""

    def __init__(
        self,
        answer: DayAnswer,
        asked_at: datetime,
        said: CarrierAnswer,
        changes: bytes | None,
        contents: dict[str, bytes],
    ) -> None:
        self._answer, self._asked_at, self._said = answer, asked_at, said
        self._changes, self._contents = changes, contents

    def __call__(self, db: sqlite3.Connection) -> int:
        """Do so; return the number of the fact in the journal, 0 where another load came."""
        answer, day = self._answer, self._answer.day
        if last_load(db, day) != answer.kept.loads.last:
            return 0
        if self._changes is not None and answer.kept.loads.loaded_at is None:
            forget_loads(db, day)
        keep_load(db, day, self._asked_at.isoformat(), self._said, self._changes, answer.skipped)
        keep_contents(db, day, self._contents.items())
        save_deviations(db, answer.deviations, self._asked_at)
        return append_entries(db, Kind.DAY, [day_key(day)])


def _is_overtaken(asked_at: datetime, answer: DayAnswer) -> bool:
    """Tell whether what is kept is an answer to a later question, such as of another process that was quicker.

    One that was there before the question is none, nor one from further ahead: the clock was set back.
    """
    loaded_at = answer.kept.loads.loaded_at
    if loaded_at in (None, answer.known_at):
        return False
    return asked_at < datetime.fromisoformat(loaded_at) < asked_at + _LONGEST_LOAD


def _summary(
    writer: Writer, answer: DayAnswer, asked_at: datetime, said: CarrierAnswer, found: Difference, *, lists: bool
) -> LoadSummary:
    """Return what a load found; what it dropped is looked for once it is done, and so on the board."""
    key = (answer.day.carrier, answer.day.date.isoformat())
    kept, drop = 0, None
    with store_failures(writer.path), opened_board(writer.path, newest_file(writer.path)) as db:

        def ask(sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
            return db.execute(sql, values).fetchall()

        for (day_id,) in ask(_DAY, key):
            kept = gone_rows(ask, day_id) if lists else ask(_ROWS, (day_id,))[0][0]
            drop = last_drop(ask, day_id) if found.gone else None
    return LoadSummary(
        answer.day,
        len(answer.heads),
        len(answer.listed),
        found.new,
        found.changed,
        found.gone,
        tuple(answer.skipped),
        said,
        kept,
        drop if drop is not None and drop.at == asked_at else None,
    )
