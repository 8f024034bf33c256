"""Rows on the clipboard: as tab-separated text and as an HTML table, so that they paste into a spreadsheet."""

import html
import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QMimeData

_BREAKS = re.compile(r"[\t\r\n\0]+")


def copied_rows(rows: Iterable[Sequence[str]], titles: Sequence[str] | None, text_columns: Sequence[bool]) -> QMimeData:
    """Return rows as the clipboard holds them.

    Args:
        rows: the cells as they are shown.
        titles: the columns' titles, where they are wanted as the first row.
        text_columns: which columns a spreadsheet must take as text, so that an id keeps its zeros.
    """
    lines = [[_BREAKS.sub(" ", cell) for cell in row] for row in rows]
    mime = QMimeData()
    with_titles = [list(titles), *lines] if titles else lines
    mime.setText("\n".join("\t".join(row) for row in with_titles))
    mime.setHtml(_table(lines, titles, text_columns))
    return mime


def _table(rows: list[list[str]], titles: Sequence[str] | None, text_columns: Sequence[bool]) -> str:
    head = "<tr>" + "".join(f"<th>{html.escape(title)}</th>" for title in titles) + "</tr>" if titles else ""
    text = " style=\"mso-number-format:'\\@'\""  # how a cell says to Excel that it is text
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{text if is_text else ''}>{html.escape(cell)}</td>"
            for cell, is_text in zip(row, text_columns, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    return f'<meta charset="utf-8"><table>{head}{body}</table>'
