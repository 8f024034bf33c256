"""Writes rows as csv that spreadsheets open directly, and in which they run no formula."""

import codecs
import csv
import math
from collections.abc import Iterable, Sequence
from decimal import Decimal

from app.domain.formulas import guarded
from app.export.delimiter import Delimiter
from app.export.rows import Cell, ExportRow, Sink, for_spreadsheet


def write_csv(
    stream: Sink, titles: Sequence[str], rows: Iterable[ExportRow], delimiter: Delimiter = Delimiter.AUTO
) -> None:
    """Write a header line and the rows: UTF-8 with BOM, CRLF, quoted by RFC 4180.

    Numbers have a decimal point in every locale, flags are `true` and `false`, None is an empty cell.

    Args:
        stream: takes bytes; it is neither flushed nor closed.
        titles: of the columns, as they are written.
        rows: iterated once; their extras are left out.
        delimiter: between two cells.

    Raises:
        OSError: the stream could not be written.
    """
    stream.write(codecs.BOM_UTF8)
    writer = csv.writer(_Encoded(stream), delimiter=delimiter.character, lineterminator="\r\n")
    writer.writerow([guarded(for_spreadsheet(title)) for title in titles])
    width = len(titles)
    for row in rows:
        if len(row.cells) != width:
            raise ValueError(f"a row of {len(row.cells)} cells under {width} titles")
        writer.writerow([_text(cell) for cell in row.cells])


class _Encoded:
    """A text stream that writes UTF-8 to a sink."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def write(self, text: str, /) -> int:
        return self._sink.write(text.encode())


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell if cell.isalnum() else guarded(for_spreadsheet(cell))  # letters and digits can do no harm
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return str(cell) if isinstance(cell, int) else _digits(cell)


def _digits(number: float) -> str:
    """Return a float without an exponent, and without `.0` where it is whole; empty where it is not finite."""
    if not math.isfinite(number):
        return ""
    if number == int(number):
        return str(int(number))
    digits = repr(number)
    return digits if "e" not in digits else format(Decimal(digits), "f")
