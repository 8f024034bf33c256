"""Writes rows as csv that spreadsheets on this machine open directly, and in which they run no formula."""

import codecs
import csv
import math
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import StrEnum

from app.domain.formulas import guarded
from app.export.rows import Cell, ExportRow, Sink, for_spreadsheet


class Delimiter(StrEnum):
    """The values of `--delimiter`."""

    AUTO = "auto"
    COMMA = "comma"
    SEMICOLON = "semicolon"

    @property
    def character(self) -> str:
        """The character itself; for `AUTO` the list separator of the machine's locale."""
        return {Delimiter.COMMA: ",", Delimiter.SEMICOLON: ";"}.get(self) or list_separator(*_regional_settings())


def list_separator(separator: str | None, decimal_mark: str | None) -> str:
    """Return the list separator for a region's settings.

    Args:
        separator: the region's own list separator, where it has one (Windows).
        decimal_mark: where this is a comma, the separator is a semicolon.
    """
    if separator is not None and len(separator) == 1 and separator.isascii() and not separator.isalnum():
        return separator if separator not in "\"' \r\n" else ","
    return ";" if decimal_mark == "," else ","


if sys.platform == "win32":
    import winreg

    def _regional_settings() -> tuple[str | None, str | None]:
        """Return the user's list separator and decimal mark from where Excel reads them."""
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Control Panel\International") as key:
                return winreg.QueryValueEx(key, "sList")[0], winreg.QueryValueEx(key, "sDecimal")[0]
        except OSError:
            return None, None

else:
    import ctypes
    import locale

    def _regional_settings() -> tuple[str | None, str | None]:
        """Return the decimal mark of the environment's locale; POSIX has no list separator.

        It uses a separate locale object, as `setlocale` would change the locale of all threads. A locale that is not
        installed has a decimal point.
        """
        libc = ctypes.CDLL(None)
        libc.newlocale.restype = ctypes.c_void_p
        libc.newlocale.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p]
        libc.nl_langinfo_l.restype = ctypes.c_char_p
        libc.nl_langinfo_l.argtypes = [ctypes.c_int, ctypes.c_void_p]
        libc.freelocale.restype = None
        libc.freelocale.argtypes = [ctypes.c_void_p]
        named = libc.newlocale(1 << locale.LC_NUMERIC, b"", None)  # the mask of a category, in glibc, musl and macOS
        if named is None:
            return None, None
        mark: bytes = libc.nl_langinfo_l(locale.RADIXCHAR, named)
        libc.freelocale(named)
        return None, mark.decode("ascii", "replace")


def write_csv(
    stream: Sink, titles: Sequence[str], rows: Iterable[ExportRow], delimiter: Delimiter = Delimiter.AUTO
) -> None:
    """Write a header line and the rows: UTF-8 with BOM, CRLF, quoted by RFC 4180.

    Numbers have a decimal point in every locale, flags are `true` and `false`, None is an empty cell. The stream takes
    bytes, and is neither flushed nor closed; the rows are iterated once, and their extras left out.

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
