"""Writes rows as an Excel workbook without formulas, links or guessed types."""

import math
import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from datetime import datetime
from tempfile import TemporaryDirectory

from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from app.domain.column import Kind
from app.domain.errors import OutputError
from app.domain.texts import Text
from app.export.rows import Cell, Sink, for_spreadsheet
from app.export.sheets import Sheet, Summary, SummaryLine

MOST_ROWS = 1_048_575
"""Of a sheet, below its header line."""

LONGEST_TEXT = 32_767
"""Of a cell, in UTF-16 code units."""

CUT_MARK = " […]"
"""The end of a text that was too long for a cell."""

_LONGEST_SHEET_TITLE = 31
_NOT_IN_SHEET_TITLES = re.compile(r"[\[\]:*?/\\\s]+")
_DIGITS_KEPT = 15  # of a number; Excel shows zeros for the others
_FILTER_BUTTON = 3  # characters
_TIMES = {
    Kind.DATE: re.compile(r"\d{4}-\d\d-\d\d", re.ASCII),
    Kind.MOMENT: re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?", re.ASCII),
    Kind.SENT: re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?", re.ASCII),
    Kind.INSTANT: re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z", re.ASCII),
}
"""Of each kind of time the form that becomes one; an offset, or another spelling, stays text."""
_TIME_FORMATS = {
    Kind.DATE: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm:ss.000",
    Kind.SENT: "yyyy-mm-dd hh:mm:ss.000",
    Kind.INSTANT: 'yyyy-mm-dd hh:mm:ss.000"Z"',
}
_TIME_WIDTHS = {kind: len(shown) for kind, shown in _TIME_FORMATS.items()}  # in less, `####` is shown
_FIRST_DAY = datetime(1900, 3, 1)  # noqa: DTZ001 - a cell has no zone; Excel takes 1900 for a leap year
_SUMMARY_WIDTHS = (38, 22, 22, 34)

_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


class _FailOnceStream:
    """Writes to another stream until that fails; then keeps the error, and ignores further writes.

    `ZipFile` writes once more when it is collected after a failed write, where no caller can catch the second error.
    This stream has no `tell`, so that `ZipFile` writes sequentially, to pipes as well as to files.
    """

    def __init__(self, stream: Sink) -> None:
        self._stream: Sink | None = stream
        self._failure: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write the bytes, or ignore them after a failure."""
        if self._stream is not None:
            try:
                self._stream.write(data)
            except OSError as error:
                self._failure = error
                self.shut()
        return len(data)

    def flush(self) -> None:
        """Do nothing: the owner of the stream flushes it, and handles its errors."""

    def shut(self) -> None:
        """Ignore all further writes."""
        self._stream = None

    def raise_failure(self) -> None:
        """Raise the error of a failed write, if there was one."""
        if self._failure is not None:
            raise self._failure


def write_xlsx(stream: Sink, sheets: Sequence[Sheet], summary: Summary | None = None) -> None:
    """Write a workbook: numbers, flags, dates and times as such, all else as text.

    A text too long for a cell is cut and ends in `CUT_MARK`; a whole number of more digits than Excel keeps is written
    as text, and so is a time that is part of a key, cannot be read, has an offset, or is before March 1900. Nothing is
    written to the stream before the last row was read. The stream takes bytes, and is neither flushed nor closed; the
    sheets are written one after the other.

    Raises:
        OSError: the stream or a temporary file could not be written.
        OutputError: there are more rows than a sheet holds.
    """
    output = _FailOnceStream(stream)
    with ExitStack() as stack:
        scratch = stack.enter_context(TemporaryDirectory(prefix="despacho-", ignore_cleanup_errors=True))
        stack.callback(output.shut)
        workbook = Workbook(output, _OPTIONS | {"tmpdir": scratch})
        workbook.use_zip64()
        try:
            _write_sheets(workbook, stack, sheets, summary)
            workbook.close()
        except FileCreateError as error:
            raise OSError(*error.args[0].args) from error
    output.raise_failure()


def _write_sheets(workbook: Workbook, stack: ExitStack, sheets: Sequence[Sheet], summary: Summary | None) -> None:
    """Add the sheets in their order, and fill the summary last."""
    formats = _Formats(workbook)

    def made(title: str) -> Worksheet:
        sheet = workbook.add_worksheet(_sheet_title(title))
        stack.callback(sheet.row_data_fh.close)  # the workbook closes it only if no error occurs
        return sheet

    first = made(summary.title) if summary is not None and summary.stands_first else None
    for sheet, empty in [(sheet, made(sheet.title)) for sheet in sheets]:
        _fill(empty, formats, sheet)
    if summary is not None:
        _fill_summary(first or made(summary.title), formats, summary.lines)


def _sheet_title(title: str) -> str:
    """Return a title without characters that Excel refuses in the name of a sheet."""
    fit = _NOT_IN_SHEET_TITLES.sub(" ", for_spreadsheet(title)).strip(" '")
    return fit.encode("utf-16-le")[: 2 * _LONGEST_SHEET_TITLE].decode("utf-16-le", "ignore").strip(" '")


def _cut(text: str) -> str:
    """Return a text, cut where it is too long for a cell."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * LONGEST_TEXT:
        return text
    return units[: 2 * (LONGEST_TEXT - len(CUT_MARK))].decode("utf-16-le", "ignore") + CUT_MARK


def _time(text: str, kind: Kind) -> datetime | None:
    """Return the time in a cell of a date or a time, as written; None: it is no time that Excel has."""
    if kind not in _TIMES or not _TIMES[kind].fullmatch(text):
        return None
    try:
        time = datetime.fromisoformat(text.removesuffix("Z"))
    except ValueError:
        return None
    return time if time >= _FIRST_DAY else None


class _Formats:
    """The formats of cells."""

    def __init__(self, workbook: Workbook) -> None:
        self.plain = workbook.add_format()
        self.bold = workbook.add_format({"bold": True})
        self._whole = workbook.add_format({"num_format": "#,##0"})
        self._fraction = workbook.add_format({"num_format": "#,##0.00"})
        self.times = {
            kind: workbook.add_format({"num_format": shown, "align": "left"}) for kind, shown in _TIME_FORMATS.items()
        }

    def grouped(self, number: float) -> Format:
        """Return the format of a number with its thousands grouped, and with cents where it has any."""
        return self._whole if number == int(number) else self._fraction


class _CellWriter:
    """Writes cells of one sheet."""

    def __init__(self, sheet: Worksheet, formats: _Formats) -> None:
        self._sheet = sheet
        self._formats = formats

    def write_cell(self, line: int, at: int, cell: Cell, kind: Kind) -> None:
        """Write a cell by its type; None leaves it empty."""
        if cell is None:
            return
        if isinstance(cell, str):
            time = _time(cell, kind)
            if time is None:
                self.write_text(line, at, cell)
            else:
                self._sheet.write_datetime(line, at, time, self._formats.times[kind])
        elif isinstance(cell, bool):
            self._sheet.write_boolean(line, at, cell)
        elif isinstance(cell, int) and (kind is Kind.ID or abs(cell) >= 10**_DIGITS_KEPT):
            self.write_text(line, at, str(cell))
        elif math.isfinite(cell):
            number_format = self._formats.grouped(cell) if kind is Kind.MONEY else None
            self._sheet.write_number(line, at, cell, number_format)

    def write_text(self, line: int, at: int, text: str, *, is_bold: bool = False) -> None:
        """Write a text, also one that looks like a number, formula or link."""
        look = self._formats.bold if is_bold else None
        fit = _cut(for_spreadsheet(text).replace("\r\n", "\n").replace("\r", "\n"))
        if fit.startswith("<r>") and fit.endswith("</r>"):
            # XlsxWriter 3.3 takes such a text for its own mark-up and writes it unescaped; not so in two runs.
            self._sheet.write_rich_string(line, at, fit[0], look or self._formats.plain, fit[1:])
        elif fit:
            self._sheet.write_string(line, at, fit, look)


def _fill(made: Worksheet, formats: _Formats, sheet: Sheet) -> None:
    """Fill a sheet with a table from the top down, as XlsxWriter writes a row out once the next one begins.

    The header line is frozen, and has filters.
    """
    cells, last_column = _CellWriter(made, formats), len(sheet.columns) - 1
    for at, (title, column) in enumerate(zip(sheet.titles, sheet.columns, strict=True)):
        width = max(column.width, len(title) + _FILTER_BUTTON, _TIME_WIDTHS.get(column.kind, 0))
        made.set_column(at, at, width)
        cells.write_text(0, at, title, is_bold=True)
    line = 0
    for line, row in enumerate(sheet.rows, start=1):
        if line > MOST_ROWS:
            text = Text("Error", "An .xlsx sheet holds {most} rows and there are more. Export them as csv instead.")
            most = f"{MOST_ROWS:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
            raise OutputError(text.filled(most=most), wrong_path=False)
        for at, (cell, column) in enumerate(zip(row.cells, sheet.columns, strict=True)):
            cells.write_cell(line, at, cell, Kind.TEXT if column.is_exact else column.kind)
    made.freeze_panes(1, 0)
    made.autofilter(0, 0, line, last_column)
    # Hides Excel's warning at every id that looks like a number.
    made.ignore_errors({"number_stored_as_text": f"A1:{xl_col_to_name(last_column)}{line + 1}"})


def _fill_summary(made: Worksheet, formats: _Formats, lines: Iterable[SummaryLine]) -> None:
    """Fill a summary sheet: labels in the first column, values beside them; numbers are grouped, headings bold."""
    cells = _CellWriter(made, formats)
    for at, width in enumerate(_SUMMARY_WIDTHS):
        made.set_column(at, at, width)
    last = 0
    for last, line in enumerate(lines):
        for at, cell in enumerate(line.cells):
            if isinstance(cell, str):
                cells.write_text(last, at, cell, is_bold=line.is_heading)
            else:
                cells.write_cell(last, at, cell, Kind.MONEY)
    right = xl_col_to_name(len(_SUMMARY_WIDTHS) - 1)
    made.ignore_errors({"number_stored_as_text": f"A1:{right}{last + 1}"})
