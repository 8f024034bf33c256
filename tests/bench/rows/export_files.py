"""10,000 shipments of a day exported to csv and to xlsx: from the first row read to the complete file."""

import csv
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from xlsxwriter import Workbook

from app.board.reading.column_sql import TABLES, named
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.exports import Format
from app.export.csv_format import Delimiter
from app.facts.file.opening import FILE_NAME
from app.services.exporting.export_rows import Headers, day_rows, write_rows
from app.services.open_reader import opened_store
from tests.bench.days import DAY, data_folder
from tests.bench.row import Compared, Figures, Row, Target
from tests.database import connected

_TRIED = """
The check for what no spreadsheet holds looked at each text with an accent twice by regular expression: what
`isprintable` says is enough, and with one look at the first character it is all that most cells cost. Flags got their
type back by a look at every cell of every row: which columns are flags is asked once for all rows now (csv, processor
time: 2.3 → 1.85 times).

Since what follows a separator in a text is guarded too, csv took 0.64 s: Python expands the replacement at each call,
even where there is nothing to replace. That is looked for first now, and texts of letters and digits stand as they are:
0.28 s (2026-11-28). What is left over the plain writer is a look at each of 430,000 cells, 0.11 s.

Tried and taken out again: to see in `write_csv` itself that a cell stands as it is, without a call for it (7 %); to go
through the shipments by the index alone, without the sorting by carrier (5 %).
"""
ROW = Row(
    "export of 10,000 shipments",
    "`csv.writer` and xlsxwriter on the same cells: plain sqlite3 reads them by the same expressions, and each row is "
    "handed to `writerow` or `write_row` as it comes",
    (
        Target("csv", "csv", 2.0, compared=Compared.TIMES),
        Target("xlsx", "xlsx", 1.3, compared=Compared.TIMES),
    ),
    tried=_TRIED,
)

_SHIPMENTS = 10_000
_RUNS = 3


def prepare(folder: Path) -> None:
    """Make the day."""
    data_folder(folder, _SHIPMENTS)


def contender(folder: Path) -> Figures:
    """Export it as the command line and the window do, header line in words and all."""
    database = data_folder(folder, _SHIPMENTS) / FILE_NAME

    def write(form: Format) -> None:
        with opened_store(database) as reader:
            columns, rows = day_rows(reader, Table.SHIPMENTS, DAY.date, DAY.carrier, form)
            written = write_rows(
                rows,
                Table.SHIPMENTS,
                columns,
                target=folder / f"exported.{form}",
                form=form,
                headers=Headers.UI,
                delimiter=Delimiter.COMMA,
                say=lambda text: text.source,
            )
        assert written == _SHIPMENTS

    return {form.value: _quickest(lambda form=form: write(form)) for form in (Format.CSV, Format.XLSX)}  # type: ignore[misc]


def yardstick(folder: Path) -> Figures:
    """Write the same cells without a look at them."""
    return {
        "csv": _quickest(lambda: _write_csv(folder)),
        "xlsx": _quickest(lambda: _write_xlsx(folder)),
    }


def _write_csv(folder: Path) -> None:
    with (folder / "plain.csv").open("w", encoding="utf-8", newline="") as stream, _cells(folder) as rows:
        writer = csv.writer(stream)
        writer.writerow(_titles())
        writer.writerows(rows)


def _write_xlsx(folder: Path) -> None:
    with Workbook(folder / "plain.xlsx", {"constant_memory": True}) as workbook, _cells(folder) as rows:
        sheet = workbook.add_worksheet()
        sheet.write_row(0, 0, _titles())
        for line, row in enumerate(rows, start=1):
            sheet.write_row(line, 0, row)


@contextmanager
def _cells(folder: Path) -> Iterator[sqlite3.Cursor]:
    shipments = TABLES[Table.SHIPMENTS]
    cells = ", ".join(shipments.columns[column.key] for column in COLUMNS[Table.SHIPMENTS] if column.is_exported)
    with connected(data_folder(folder, _SHIPMENTS) / FILE_NAME) as db, closing(db.cursor()) as cursor:
        yield cursor.execute(
            f"SELECT {cells} FROM {shipments.source} WHERE {shipments.of_the_day} ORDER BY s.position",
            named(DAY),
        )


def _titles() -> list[str]:
    return [column.title.source for column in COLUMNS[Table.SHIPMENTS] if column.is_exported]


def _quickest(work: Callable[[], None]) -> float:
    """Return the seconds of the quickest of some runs: the first one of a process fills caches."""
    took = []
    for _ in range(_RUNS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return min(took)
