"""Copies rows as tab-separated text and as an HTML table, which spreadsheets paste."""

import html
import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QMimeData

from app.domain.column import Cell, Column
from app.domain.formulas import pasteable
from app.ui.appearance.formats import Formats

_BREAKS = re.compile(r"[\t\r\n\0]+")
_TEXT = ' style="mso-number-format:\'\\@\'" sdnum="1033;0;@"'
"""Marks a cell as text for Excel and LibreOffice, which would strip the zeros of an id."""
_EXCEL = ' xmlns:x="urn:schemas-microsoft-com:office:excel"'


def copied_rows(
    rows: Iterable[Sequence[Cell]], columns: Sequence[Column], formats: Formats, titles: Sequence[str] | None
) -> QMimeData:
    """Return rows as the clipboard holds them; in neither form does a spreadsheet run a formula.

    With `titles` these are the first row, with their units.
    """
    head = [column.with_unit(title) for column, title in zip(columns, titles, strict=True)] if titles else []
    texts, cells = [], []
    for row in rows:
        shown = [_BREAKS.sub(" ", formats.exact(column, cell)) for column, cell in zip(columns, row, strict=True)]
        texts.append("\t".join(map(pasteable, shown)))
        cells.append("".join(map(_cell, row, columns, shown)))
    mime = QMimeData()
    mime.setText("\n".join(["\t".join(head), *texts] if titles else texts))
    lines = ["".join(f"<th>{html.escape(title)}</th>" for title in head), *cells] if titles else cells
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    mime.setHtml(f'<html{_EXCEL}><meta charset="utf-8"><table>{body}</table></html>')
    return mime


def _cell(cell: Cell, column: Column, shown: str) -> str:
    """Return a cell of the HTML table; a number carries its value independently of the decimal mark."""
    is_number = column.kind.is_number and not isinstance(cell, str)
    value = f' x:num="{cell}" sdval="{cell}" sdnum="1033;"' if is_number and cell is not None else ""
    return f"<td{value if is_number else _TEXT}>{html.escape(shown)}</td>"
