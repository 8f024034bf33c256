"""Rows on the clipboard: as tab-separated text and as an HTML table, so that they paste into a spreadsheet."""

import html
import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QMimeData

from app.domain.views.columns import Cell, Column
from app.ui.widgets.formats import Formats

_BREAKS = re.compile(r"[\t\r\n\0]+")
_TEXT = ' style="mso-number-format:\'\\@\'" sdnum="1033;0;@"'
"""How a cell says that it is text: to Excel, and to LibreOffice, which would take the zeros off an id."""
_EXCEL = ' xmlns:x="urn:schemas-microsoft-com:office:excel"'


def copied_rows(
    rows: Iterable[Sequence[Cell]], columns: Sequence[Column], formats: Formats, titles: Sequence[str] | None
) -> QMimeData:
    """Return rows as the clipboard holds them.

    Args:
        rows: the cells of the columns as the store gives them.
        columns: from left to right.
        formats: write the cells by the user's locale.
        titles: the columns' titles, where they are wanted as the first row; they get the unit of the bare cells.
    """
    head = [column.with_unit(title) for column, title in zip(columns, titles, strict=True)] if titles else []
    texts, cells = [], []
    for row in rows:
        shown = [_BREAKS.sub(" ", formats.exact(column, cell)) for column, cell in zip(columns, row, strict=True)]
        texts.append("\t".join(shown))
        cells.append("".join(map(_cell, row, columns, shown)))
    mime = QMimeData()
    mime.setText("\n".join(["\t".join(head), *texts] if titles else texts))
    lines = ["".join(f"<th>{html.escape(title)}</th>" for title in head), *cells] if titles else cells
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    mime.setHtml(f'<html{_EXCEL}><meta charset="utf-8"><table>{body}</table></html>')
    return mime


def _cell(cell: Cell, column: Column, shown: str) -> str:
    """Return a cell of the table: a number says its value itself, whichever decimal mark the spreadsheet reads."""
    is_number = column.kind.is_number and not isinstance(cell, str)
    value = f' x:num="{cell}" sdval="{cell}" sdnum="1033;"' if is_number and cell is not None else ""
    return f"<td{value if is_number else _TEXT}>{html.escape(shown)}</td>"
