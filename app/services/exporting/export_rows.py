"""Exports a date's rows in the store, or the rows that the window shows, as csv, xlsx or json."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import date
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from app.board.reading.reader import Reader
from app.domain.calls.reasons import USUAL_REASONS, Reasons
from app.domain.column import Cell, Column, Kind
from app.domain.days import Day
from app.domain.errors import ExportCancelledError
from app.domain.texts import Say
from app.domain.views.columns import COLUMNS, WORDS, Table
from app.domain.views.exports import ExportOrder, Format
from app.domain.views.sign_texts import sign_names
from app.export.csv_format import Delimiter, write_csv
from app.export.json_format import write_json
from app.export.output import file_output, standard_output
from app.export.rows import ExportRow, ProgressStream
from app.export.sheets import Sheet, Summary
from app.services.exporting.summary_sheet import SHEET_TITLE, TABLE_TITLES, ExportInfo, shown_summary
from app.services.exporting.totals import Totals

_LOOK_AFTER = 100  # rows


class Headers(StrEnum):
    """How a header line names the columns: in the user's language, or as the carrier's service does."""

    UI = "ui"
    API = "api"


def day_rows(
    reader: Reader, table: Table, day: date, carrier: str | None, form: Format, *, identity_photos: bool = False
) -> tuple[Sequence[Column], Iterator[ExportRow]]:
    """Return the columns and rows of a table for a date; for json, rows have extras beyond their cells.

    Of all carriers where none is given; with `identity_photos`, the bodies of notifications have their addresses.
    """
    columns = tuple(column for column in COLUMNS[table] if column.is_exported)
    if form is Format.JSON and table in (Table.SHIPMENTS, Table.VISITS):
        from app.services.exporting import json_rows  # noqa: PLC0415 - csv and xlsx do without pydantic

        if table is Table.SHIPMENTS:
            return columns, json_rows.shipment_rows(reader, day, carrier, typed(columns))
        return json_rows.VISIT_JSON_COLUMNS, json_rows.visit_rows(reader, day, carrier)
    cells: Iterable[Sequence[Cell]]
    if table is Table.SHIPMENTS:
        cells = (row[0] for row in reader.exported_shipments(day, carrier, with_documents=False))
    elif table is Table.VISITS:
        cells = (row[0] for row in reader.exported_visits(day, carrier))
    elif table is Table.NOTIFICATIONS:
        cells = reader.exported_notifications(day, identity_photos=identity_photos)
    elif table is Table.REJECTED:
        cells = reader.exported_rejected(day, identity_photos=identity_photos)
    elif table is Table.GAPS:
        cells = reader.exported_gaps(day)
    elif table is Table.FOLLOW_UPS:
        cells = reader.exported_follow_ups(Day(carrier or "", day))
    else:
        cells = reader.exported_deviations(day)
    return columns, map(ExportRow, map(typed(columns), cells))


def write_rows(
    rows: Iterable[ExportRow],
    table: Table,
    columns: Sequence[Column],
    *,
    target: Path | BinaryIO,
    form: Format,
    headers: Headers,
    delimiter: Delimiter,
    say: Say,
    reasons: Reasons = USUAL_REASONS,
) -> int:
    """Write rows, and return their number: one at least if there are any, also for a reader that left the pipe.

    `rows` are iterated once, and not kept in memory; `table` is for the title of an xlsx sheet, `delimiter` for csv,
    and json always names columns as the service does. `target` is a file, or standard output's bytes. The names of the
    site's `reasons` stand for their keys under headers in the user's language.

    Raises:
        OutputError: the file could not be written. No partial file is left, and an older file is unchanged.
        StoreError: the store could not be read; the same is true.
    """
    is_in_words = headers is Headers.UI and form is not Format.JSON
    counted = _Counted(in_words(rows, columns, say, reasons) if is_in_words else rows)
    titles = titles_of(columns, headers, say)
    if form is Format.XLSX:
        write_book([Sheet(say(TABLE_TITLES[table]), titles, columns, counted)], None, target)
    else:
        with _opened(target) as stream:
            if form is Format.CSV:
                write_csv(stream, titles, counted, delimiter)
            else:
                write_json(stream, columns, counted)
    return counted.count or len([*islice(counted, 1)])


def write_shown(
    reader: Reader,
    order: ExportOrder,
    *,
    delimiter: Delimiter,
    say: Say,
    info: ExportInfo,
    report: Callable[[int], None] = lambda _rows: None,
) -> int:
    """Write rows that the window shows, from one snapshot of the store, and return their number.

    An xlsx file has a second sheet with a summary. `report` is called from time to time with the number of rows so far;
    `delimiter` is that of csv.

    Raises:
        ExportCancelledError: the order was cancelled.
        OutputError: the file could not be written.
        StoreError: the store could not be read. After each of these no partial file is left, and an older file is
            unchanged.
    """
    table, totals = order.query.table, Totals(order.query.table)
    places = [COLUMNS[table].index(column) for column in order.columns]
    titles = titles_of(order.columns, Headers.UI, say)
    with reader.snapshot():
        cells = totals.counting(reader.exported_rows(table, order.ids, order.query.day.carriers))
        rows = map(ExportRow, map(typed(order.columns), ([row[place] for place in places] for row in cells)))
        counted = _Counted(in_words(rows, order.columns, say, reader.reasons()), _watch(order, report))
        if order.form is Format.XLSX:
            sheet = Sheet(say(TABLE_TITLES[table]), titles, order.columns, counted)
            summary = Summary(say(SHEET_TITLE), shown_summary(reader, order, totals, info, say))
            write_book([sheet], summary, order.path, counted.look)
        else:
            with _opened(order.path) as stream:
                write_csv(ProgressStream(stream, counted.look), titles, counted, delimiter)
    return counted.count


def write_book(
    sheets: Sequence[Sheet],
    summary: Summary | None,
    target: Path | BinaryIO,
    watch: Callable[[], None] = lambda: None,
) -> None:
    """Write a workbook to a file, or to standard output's bytes; `watch`, called before each write, may cancel it.

    Raises:
        OutputError: it could not be written. No partial file is left, and an older file is unchanged.
    """
    from app.export.xlsx_format import write_xlsx  # noqa: PLC0415 - slow to import, and csv does not need it

    with _opened(target) as stream:
        write_xlsx(ProgressStream(stream, watch), sheets, summary)


def _opened(target: Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    return file_output(target) if isinstance(target, Path) else standard_output(target)


def _watch(order: ExportOrder, report: Callable[[int], None]) -> Callable[[int], None]:
    last = -1

    def watch(rows: int) -> None:
        nonlocal last
        if order.cancelled.is_set():
            raise ExportCancelledError
        if rows != last:
            report(rows)
        last = rows

    return watch


class _Counted:
    """Iterates over rows, counts them, and calls `watch` with the count."""

    def __init__(self, rows: Iterable[ExportRow], watch: Callable[[int], None] = lambda _rows: None) -> None:
        self._rows = rows
        self._watch = watch
        self.count = 0

    def look(self) -> None:
        """Call `watch` with the number of rows so far."""
        self._watch(self.count)

    def __iter__(self) -> Iterator[ExportRow]:
        for row in self._rows:
            if self.count % _LOOK_AFTER == 0:
                self.look()
            self.count += 1
            yield row


def titles_of(columns: Sequence[Column], headers: Headers, say: Say) -> list[str]:
    """Return the titles of columns; those in the user's language include the unit, as the cells do not."""
    if headers is Headers.API:
        return [column.api for column in columns]
    return [
        f"{say(column.title)} ({column.kind.unit})" if column.kind.unit else say(column.title) for column in columns
    ]


def typed(columns: Sequence[Column]) -> Callable[[Sequence[Cell]], list[Cell]]:
    """Return a function that converts the flags of a row to bool, which SQLite does not have."""
    flags = [place for place, column in enumerate(columns) if column.kind is Kind.FLAG]

    def typed_row(cells: Sequence[Cell]) -> list[Cell]:
        row = list(cells)
        for place in flags:
            cell = row[place]
            row[place] = bool(cell) if cell is not None else None
        return row

    return typed_row


def in_words(rows: Iterable[ExportRow], columns: Sequence[Column], say: Say, reasons: Reasons) -> Iterator[ExportRow]:
    """Translate the codes in rows, for headers in the user's language; `reasons` are the site's."""
    failures = [place for place, column in enumerate(columns) if column.kind is Kind.FAILURE]
    signs = [place for place, column in enumerate(columns) if column.kind is Kind.SIGNS]
    said = [(place, WORDS[column.kind]) for place, column in enumerate(columns) if column.kind in WORDS]
    for row in rows:
        cells = list(row.cells)
        for place, words in said:
            text = words.get(str(cells[place]))
            cells[place] = say(text) if text is not None else cells[place]
        for place in failures:
            cells[place] = reasons.name(str(row.cells[place]), say) if row.cells[place] else row.cells[place]
        for place in signs:
            cells[place] = sign_names(str(cells[place] or ""), say)
        yield ExportRow(cells, row.extras)
