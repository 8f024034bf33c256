"""Writes rows as an Excel workbook of one sheet in which nothing is run, followed or guessed."""

import math
import re
from collections.abc import Iterable, Sequence
from tempfile import TemporaryDirectory
from typing import BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from app.domain.columns import Column, Kind
from app.domain.errors import OutputError
from app.domain.texts import Text
from app.export.latch import LatchedStream
from app.export.rows import Cell, ExportRow
from app.export.texts import for_spreadsheet

MOST_ROWS = 1_048_575
"""What a sheet holds below its header line."""

LONGEST_TEXT = 32_767
"""What a cell holds, in UTF-16 code units."""

CUT_MARK = " […]"
"""Stands at the end of a text that was too long for a cell."""

_LONGEST_SHEET_TITLE = 31
_NOT_IN_SHEET_TITLES = re.compile(r"[\[\]:*?/\\\s]+")
_DIGITS_KEPT = 15  # of a number; Excel shows zeros for the others
_FILTER_BUTTON = 3  # characters

_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


def write_xlsx(
    stream: BinaryIO, sheet_title: str, titles: Sequence[str], columns: Sequence[Column], rows: Iterable[ExportRow]
) -> None:
    """Write a workbook: texts as text, numbers as numbers, flags as flags, days and moments as the texts they are.

    A text too long for a cell is cut and ends in `CUT_MARK`; a whole number of more digits than Excel keeps is
    written as text. Nothing reaches the stream before the last row was taken.

    Args:
        stream: takes bytes; it is neither flushed nor closed.
        sheet_title: names the sheet.
        titles: one for each column, in the language or spelling that the header shall have.
        columns: say how wide each is and what it holds.
        rows: taken one by one; their extras are left out.

    Raises:
        OSError: the stream took no more, or there was no room for temporary files.
        OutputError: there are more rows than a sheet holds.
    """
    latched = LatchedStream(stream)
    with TemporaryDirectory(prefix="despacho-", ignore_cleanup_errors=True) as scratch:
        workbook = Workbook(latched, _OPTIONS | {"tmpdir": scratch})
        workbook.use_zip64()
        sheet = workbook.add_worksheet(_sheet_title(sheet_title))
        try:
            _SheetWriter(workbook, sheet, columns).write(titles, rows)
            workbook.close()
        except FileCreateError as error:
            raise OSError(*error.args[0].args) from error
        finally:
            latched.shut()
            sheet.row_data_fh.close()  # the workbook closes it only where all goes well
    latched.raise_failure()


def _sheet_title(title: str) -> str:
    """Return the title without what Excel refuses in the name of a sheet."""
    fit = _NOT_IN_SHEET_TITLES.sub(" ", for_spreadsheet(title)).strip(" '")
    return fit.encode("utf-16-le")[: 2 * _LONGEST_SHEET_TITLE].decode("utf-16-le", "ignore").strip(" '")


def _cut(text: str) -> str:
    """Return the text, or as much of it as a cell holds with the mark that something is missing."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * LONGEST_TEXT:
        return text
    return units[: 2 * (LONGEST_TEXT - len(CUT_MARK))].decode("utf-16-le", "ignore") + CUT_MARK


class _SheetWriter:
    """Fills one sheet from the top down; a row once begun ends the one before it."""

    def __init__(self, workbook: Workbook, sheet: Worksheet, columns: Sequence[Column]) -> None:
        self._sheet = sheet
        self._columns = columns
        self._bold = workbook.add_format({"bold": True})
        self._plain = workbook.add_format()
        self._whole_money = workbook.add_format({"num_format": "#,##0"})
        self._broken_money = workbook.add_format({"num_format": "#,##0.00"})

    def write(self, titles: Sequence[str], rows: Iterable[ExportRow]) -> None:
        """Write the header line, which stays in sight and filters, and the rows."""
        last_column = len(self._columns) - 1
        for at, (title, column) in enumerate(zip(titles, self._columns, strict=True)):
            self._sheet.set_column(at, at, max(column.width, len(title) + _FILTER_BUTTON))
            self._sheet.write_string(0, at, for_spreadsheet(title), self._bold)
        line = 0
        for line, row in enumerate(rows, start=1):
            if line > MOST_ROWS:
                raise OutputError(
                    Text(
                        "Error", "An .xlsx sheet holds {most} rows and there are more. Export them as csv instead."
                    ).filled(most=f"{MOST_ROWS:,}"),
                    wrong_path=False,
                )
            for at, (cell, column) in enumerate(zip(row.cells, self._columns, strict=True)):
                self._write_cell(line, at, cell, column.kind)
        self._sheet.freeze_panes(1, 0)
        self._sheet.autofilter(0, 0, line, last_column)
        # No green corner for every id that looks like a number.
        self._sheet.ignore_errors({"number_stored_as_text": f"A1:{xl_col_to_name(last_column)}{line + 1}"})

    def _write_cell(self, line: int, at: int, cell: Cell, kind: Kind) -> None:
        if cell is None:
            return
        if isinstance(cell, str):
            self._write_text(line, at, cell)
        elif isinstance(cell, bool):
            self._sheet.write_boolean(line, at, cell)
        elif isinstance(cell, int) and (kind is Kind.ID or abs(cell) >= 10**_DIGITS_KEPT):
            self._write_text(line, at, str(cell))
        elif math.isfinite(cell):
            self._sheet.write_number(line, at, cell, self._number_format(cell, kind))

    def _write_text(self, line: int, at: int, text: str) -> None:
        fit = _cut(for_spreadsheet(text).replace("\r\n", "\n").replace("\r", "\n"))
        if fit.startswith("<r>") and fit.endswith("</r>"):
            # XlsxWriter 3.3 takes such a text for mark-up of its own and writes it as it stands; not so in two runs.
            self._sheet.write_rich_string(line, at, fit[0], self._plain, fit[1:])
        elif fit:
            self._sheet.write_string(line, at, fit)

    def _number_format(self, number: float, kind: Kind) -> Format | None:
        if kind is not Kind.MONEY:
            return None
        return self._whole_money if number == int(number) else self._broken_money
