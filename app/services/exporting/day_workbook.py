"""Exports a day as a workbook: a summary, shipments, visits, follow-ups, rejected notifications and gaps."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from app.board.reading.reader import Reader
from app.domain.column import Cell, Column
from app.domain.days import Day, Scope
from app.domain.errors import ExportCancelledError
from app.domain.texts import Say, Text
from app.domain.views.columns import COLUMNS, Table, is_offered
from app.domain.views.queries import RowQuery
from app.domain.views.report import PARCELS
from app.export.rows import ExportRow
from app.export.sheets import Sheet, Summary, SummaryLine
from app.services.exporting.export_rows import Headers, in_words, titles_of, typed, write_book
from app.services.exporting.summary_sheet import (
    SHEET_TITLE,
    TABLE_TITLES,
    ExportInfo,
    day_lines,
    export_info_lines,
    gap_lines,
    site_time,
)
from app.services.exporting.totals import ROWS, VALUE, Totals

_OTHER_TABLES = (Table.FOLLOW_UPS, Table.REJECTED, Table.GAPS)


def write_day(
    reader: Reader,
    day: Day | Scope,
    *,
    target: Path | BinaryIO,
    headers: Headers,
    say: Say,
    info: ExportInfo,
    identity_photos: bool = False,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> bool:
    """Write the workbook from one snapshot of the store.

    It holds the shipments and visits of all carriers where `day` names none. `target` is a file, or standard output's
    bytes; `is_cancelled` is asked before each row.

    Returns:
        Whether the store has any shipment or visit of the day.

    Raises:
        OutputError: the workbook could not be written. No partial file is left, and an older file is unchanged.
        StoreError: the store could not be read; the same is true.
        ExportCancelledError: it was cancelled; the same is true.
    """
    book = _DayBook(reader, day, headers, say, info, is_cancelled, identity_photos=identity_photos)
    with reader.snapshot():
        write_book(book.sheets(), Summary(say(SHEET_TITLE), book.lines(), stands_first=True), target)
    return bool(book.shipments.all.rows or book.visits.all.rows)


class _DayBook:
    """The sheets of a day, and the summary of what was written to them."""

    def __init__(
        self,
        reader: Reader,
        day: Day | Scope,
        headers: Headers,
        say: Say,
        info: ExportInfo,
        is_cancelled: Callable[[], bool],
        *,
        identity_photos: bool,
    ) -> None:
        self._reader = reader
        self._day = day
        self._loaded = Scope(day.carriers or tuple(reader.carriers_of(day.date)), day.date)
        self._headers = headers
        self._say = say
        self._info = info
        self._is_cancelled = is_cancelled
        self._reasons = reader.reasons()
        self._has_identity_photos = identity_photos
        self.shipments = Totals(Table.SHIPMENTS)
        self.visits = Totals(Table.VISITS)
        self._counts: dict[str, int] = {}

    def sheets(self) -> list[Sheet]:
        """Return the sheets of the tables, in their order."""
        reader, on = self._reader, self._day.date
        rows = {
            Table.FOLLOW_UPS: reader.exported_follow_ups(self._day),
            Table.REJECTED: reader.exported_rejected(on, identity_photos=self._has_identity_photos),
            Table.GAPS: reader.exported_gaps(on),
        }
        return [
            self._sheet(TABLE_TITLES[Table.SHIPMENTS], COLUMNS[Table.SHIPMENTS], self._shipment_rows()),
            self._sheet(TABLE_TITLES[Table.VISITS], COLUMNS[Table.VISITS], self._visit_rows()),
            *(self._sheet(TABLE_TITLES[table], COLUMNS[table], rows[table]) for table in _OTHER_TABLES),
        ]

    def _sheet(self, title: Text, columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> Sheet:
        """Return a sheet with the columns, the private ones only if they were asked for."""
        name = self._say(title)
        carriers, has_photos = self._loaded.carriers, self._has_identity_photos
        places = [
            nth for nth, one in enumerate(columns) if is_offered(one, carriers) or (has_photos and one.is_private)
        ]
        offered = [columns[place] for place in places]
        cells = ([row[place] for place in places] for row in self._counted(name, rows))
        made = map(ExportRow, map(typed(offered), cells))
        said = in_words(made, offered, self._say, self._reasons) if self._headers is Headers.UI else made
        return Sheet(name, titles_of(offered, self._headers, self._say), offered, said)

    def _counted(self, name: str, rows: Iterable[Sequence[Cell]]) -> Iterator[Sequence[Cell]]:
        self._counts[name] = 0
        for row in rows:
            if self._is_cancelled():
                raise ExportCancelledError
            self._counts[name] += 1
            yield row

    def _shipment_rows(self) -> Iterator[Sequence[Cell]]:
        ids = self._reader.row_ids(RowQuery(Table.SHIPMENTS, self._loaded), self._info.today)
        return self.shipments.counting(self._reader.exported_rows(Table.SHIPMENTS, ids))

    def _visit_rows(self) -> Iterator[Sequence[Cell]]:
        query = RowQuery(Table.VISITS, self._day)
        newest_first = self._reader.row_ids(query, self._info.today)
        return self.visits.counting(self._reader.exported_rows(Table.VISITS, newest_first[::-1], self._day.carriers))

    def lines(self) -> Iterator[SummaryLine]:
        """Yield the lines of the summary; call it once the sheets are filled."""
        say, zone = self._say, self._reader.zone()
        yield SummaryLine((say(Text("Summary", "Date")), self._day.date.isoformat()))
        yield from export_info_lines(self._info, zone, say)
        yield SummaryLine()
        yield from day_lines(self._reader, self._loaded, say)
        yield from gap_lines(self._reader, self._day.date, zone, say)
        yield SummaryLine()
        yield from self._carrier_lines()
        yield SummaryLine()
        yield SummaryLine((None, say(Text("Summary", "Sheet")), say(ROWS)), is_heading=True)
        yield from (SummaryLine((None, name, count)) for name, count in self._counts.items())
        yield SummaryLine()
        yield from self.shipments.lines(Text("Summary", "Rows of shipments"), say)
        yield SummaryLine()
        yield from self.visits.lines(Text("Summary", "Rows of visits"), say)

    def _carrier_lines(self) -> Iterator[SummaryLine]:
        say, zone = self._say, self._reader.zone()
        heads = (
            Text("Summary", "Carrier"),
            Text("Summary", "Loaded"),
            PARCELS,
            VALUE,
            Text("Summary", "Shipments that could not be read"),
        )
        yield SummaryLine(tuple(map(say, heads)), is_heading=True)
        for day in self._loaded.days:
            tally, state = self._reader.figures(day).tally, self._reader.day_state(day)
            loaded = site_time(state.loaded_at, zone) if state and state.loaded_at else say(Text("Summary", "never"))
            skipped = len(state.skipped) if state else 0
            yield SummaryLine((day.carrier, loaded, tally.total, tally.value, skipped))
        if not self._loaded.carriers:
            yield SummaryLine((say(Text("Summary", "There is no data of a carrier for this day.")),))
