"""Texts and tables laid out on pages of a paper's size, to be painted on a printer or into a PDF.

No widget and no markup: texts are printed as they are. Everything may be used off the main thread. QTextDocument
repeats a table's head as well, but it breaks a row of two lines at the end of a page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress, zip_longest

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from app.ui.appearance.shown_texts import broken

DOTS = 600
"""Units per inch, fine enough for texts to measure the same on the screen and on paper."""
POINT = DOTS / 72
_INK, _DIM, _LINE, _SHADE = "#000000", "#444444", "#9A9A9A", "#EEEEEE"
_CELL_SIDE, _CELL_TOP = 3 * POINT, 2 * POINT
_GAP = 24 * POINT
_FOOT = 16 * POINT
_WORD = 90 * POINT
"""A longer word is broken to keep the others' room."""
_FEWEST_LINES = 4
"""The least number of lines of a broken row at the end of a page."""


@dataclass(frozen=True)
class PaperColumn:
    """A column: its share of the width, and whether its cells are aligned right."""

    title: str
    share: float
    is_number: bool = False


@dataclass(frozen=True)
class PaperTable:
    """A table with its title. The last `totals` rows are bold; `rest` is printed if there are no rows."""

    title: str
    columns: tuple[PaperColumn, ...]
    rows: Sequence[Sequence[str]]
    totals: int = 0
    rest: str = ""


@dataclass(frozen=True)
class _Mark:
    """A painted element: a line of text, or a filled box if there is no text."""

    place: QRectF
    text: str
    font: int
    color: str


@dataclass
class _Page:
    marks: list[_Mark] = field(default_factory=list)


_PLAIN, _BOLD, _SMALL, _HEAD, _TITLE = range(5)
_SIZES = ((8.0, False), (8.0, True), (7.5, False), (7.5, True), (12.0, True))
"""Size in points and weight of each font."""


class Paper:
    """Pages of one size, filled from top to bottom.

    Args:
        family: the font.
        size: of the printable area, in points.
        head: of every page: a title, and lines under it.
        page_of: returns the text for a page's number and the number of pages.
        continued: returns the title of a table that continues from the page before.
    """

    def __init__(
        self,
        family: str,
        size: QSizeF,
        head: tuple[str, Sequence[str]],
        page_of: Callable[[int, int], str],
        continued: Callable[[str], str],
    ) -> None:
        self._fonts = [_font(family, points, is_bold=is_bold) for points, is_bold in _SIZES]
        self._metrics = [QFontMetricsF(font) for font in self._fonts]
        self._width, self._height = size.width() * POINT, size.height() * POINT
        self._head, self._page_of, self._continued = head, page_of, continued
        self._wrapped = lru_cache(maxsize=4096)(self._wrap)
        self._pages: list[_Page] = []
        self._top = self._begin = 0.0
        self._begin_page()

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def add_tables(self, *tables: PaperTable) -> None:
        """Add short tables side by side; they are not broken over pages."""
        width = (self._width - _GAP * (len(tables) - 1)) / len(tables)
        top, bottom = self._top, self._top
        for nth, table in enumerate(tables):
            self._top = top
            self._add(table, nth * (width + _GAP), width)
            bottom = max(bottom, self._top)
        self._top = bottom

    def add_table(self, table: PaperTable) -> None:
        """Add a table over as many pages as it takes, with its titles on each."""
        self._add(table, 0.0, self._width)

    def paint(self, painter: QPainter, new_page: Callable[[], bool]) -> bool:
        """Paint all pages and call `new_page` between them. The painter's units are those of `DOTS`.

        Returns:
            Whether every call of `new_page` succeeded.
        """
        for nth, page in enumerate(self._pages):
            if nth and not new_page():
                return False
            for mark in page.marks:
                self._paint(painter, mark)
            number = self._page_of(nth + 1, len(self._pages))
            left = self._width - self._metrics[_SMALL].horizontalAdvance(number)
            place = QRectF(left, self._height - self._metrics[_SMALL].height(), 0, 0)
            self._paint(painter, _Mark(place, number, _SMALL, _DIM))
        return True

    def _paint(self, painter: QPainter, mark: _Mark) -> None:
        if not mark.text:
            painter.fillRect(mark.place, QColor(mark.color))
            return
        painter.setFont(self._fonts[mark.font])
        painter.setPen(QColor(mark.color))
        baseline = mark.place.top() + self._metrics[mark.font].ascent()
        painter.drawText(QPointF(mark.place.left(), baseline), mark.text)

    def _begin_page(self) -> None:
        self._pages.append(_Page())
        self._top = 0.0
        title, lines = self._head
        self._write_lines(self._wrapped(title, self._width, _TITLE), _TITLE, _INK)
        for line in lines:
            self._write_lines(self._wrapped(line, self._width, _SMALL), _SMALL, _DIM)
        self._top += 4 * POINT
        self._fill(QRectF(0, self._top, self._width, 0.75 * POINT), _INK)
        self._top += 8 * POINT
        self._begin = self._top

    def _write_lines(self, lines: Sequence[str], font: int, color: str, left: float = 0.0) -> None:
        for line in lines:
            self._pages[-1].marks.append(_Mark(QRectF(left, self._top, 0, 0), line or " ", font, color))
            self._top += self._metrics[font].height()

    def _fill(self, place: QRectF, color: str) -> None:
        self._pages[-1].marks.append(_Mark(place, "", _PLAIN, color))

    @property
    def _room(self) -> float:
        return self._height - _FOOT - self._top

    def _add(self, table: PaperTable, left: float, width: float) -> None:
        if table.rows:  # what is empty in every row leaves its room to the others
            kept = [any(cells) for cells in zip(*table.rows, strict=True)]
            columns, rows = tuple(compress(table.columns, kept)), [tuple(compress(row, kept)) for row in table.rows]
            table = replace(table, columns=columns, rows=rows)
        widths = self._widths(table, width)
        first = self._cells(table.rows[0], widths, _PLAIN) if table.rows else []
        if self._room < self._title_height(table, widths) + self._row_height(first, _PLAIN) and self._top > self._begin:
            self._begin_page()
        self._begin_table(table, table.title, left, widths)
        if not table.rows:
            self._write_lines(self._wrapped(table.rest, width, _PLAIN), _PLAIN, _DIM, left)
        plain = len(table.rows) - table.totals
        for nth, row in enumerate(table.rows):
            font = _PLAIN if nth < plain else _BOLD
            self._add_row(table, self._cells(row, widths, font), font, left, widths)
        self._top += 14 * POINT

    def _widths(self, table: PaperTable, width: float) -> list[float]:
        """Return a width for each column in which no word of usual length is broken, the rest by their shares."""
        shares, cells = sum(column.share for column in table.columns), map(" ".join, zip(*table.rows, strict=True))
        texts = zip_longest((column.title for column in table.columns), cells, fillvalue="")
        words = [{*" ".join(both).split()} for both in texts]
        bold = self._metrics[_BOLD].horizontalAdvance
        least = [min(max(map(bold, some), default=0.0), _WORD) + 2 * _CELL_SIDE + 1 for some in words]
        slack, fit = max(width - sum(least), 0.0), min(width / sum(least), 1.0)
        return [one * fit + slack * column.share / shares for one, column in zip(least, table.columns, strict=True)]

    def _title_height(self, table: PaperTable, widths: Sequence[float]) -> float:
        titles = self._cells([column.title for column in table.columns], widths, _HEAD)
        return self._metrics[_BOLD].height() + 3 * POINT + self._row_height(titles, _HEAD)

    def _begin_table(self, table: PaperTable, title: str, left: float, widths: Sequence[float]) -> None:
        self._write_lines(self._wrapped(title, sum(widths), _BOLD), _BOLD, _INK, left)
        self._top += 3 * POINT
        titles = self._cells([column.title for column in table.columns], widths, _HEAD)
        self._fill(QRectF(left, self._top, sum(widths), self._row_height(titles, _HEAD)), _SHADE)
        self._write_row(table, titles, _HEAD, left, widths)

    def _cells(self, row: Sequence[str], widths: Sequence[float], font: int) -> list[tuple[str, ...]]:
        return [self._wrapped(text, width - 2 * _CELL_SIDE, font) for text, width in zip(row, widths, strict=True)]

    def _row_height(self, cells: Sequence[Sequence[str]], font: int) -> float:
        return max(map(len, cells), default=1) * self._metrics[font].height() + 2 * _CELL_TOP

    def _add_row(
        self, table: PaperTable, cells: list[tuple[str, ...]], font: int, left: float, widths: Sequence[float]
    ) -> None:
        """Add a row: on the next page if it fits there as a whole, else over as many pages as it takes."""
        line, is_fresh = self._metrics[font].height(), False
        whole = self._height - _FOOT - self._begin - self._title_height(table, widths)
        while (height := self._row_height(cells, font)) > self._room:
            if not is_fresh and (height <= whole or self._room < _FEWEST_LINES * line):
                is_fresh = self._go_on(table, left, widths)
                continue
            fitting = max(int((self._room - 2 * _CELL_TOP) // line), 1)
            self._write_row(table, [cell[:fitting] for cell in cells], font, left, widths)
            cells = [cell[fitting:] for cell in cells]
            if not any(cells):
                return
            is_fresh = self._go_on(table, left, widths)
        self._write_row(table, cells, font, left, widths)

    def _go_on(self, table: PaperTable, left: float, widths: Sequence[float]) -> bool:
        """Start a page with the table's titles."""
        self._begin_page()
        self._begin_table(table, self._continued(table.title), left, widths)
        return True

    def _write_row(
        self, table: PaperTable, cells: Sequence[Sequence[str]], font: int, left: float, widths: Sequence[float]
    ) -> None:
        marks, metrics = self._pages[-1].marks, self._metrics[font]
        right = left
        for column, lines, width in zip(table.columns, cells, widths, strict=True):
            begin, right = right, right + width
            for nth, text in enumerate(lines):
                advance = metrics.horizontalAdvance(text) if column.is_number else 0.0
                at = right - _CELL_SIDE - advance if column.is_number else begin + _CELL_SIDE
                if text:
                    place = QRectF(at, self._top + _CELL_TOP + nth * metrics.height(), 0, 0)
                    marks.append(_Mark(place, text, font, _INK))
        self._top += self._row_height(cells, font)
        self._fill(QRectF(left, self._top - 0.4 * POINT, right - left, 0.4 * POINT), _LINE)

    def _wrap(self, text: str, width: float, font: int) -> tuple[str, ...]:
        """Return the lines of a text, broken between words, or within a word that is longer than a line."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            whole = "".join(char if char.isprintable() else " " for char in paragraph).strip()
            if self._metrics[font].horizontalAdvance(whole) <= width:
                lines.append(whole)
            else:
                lines += broken(whole, self._fonts[font], width)
        return tuple(lines)


def _font(family: str, points: float, *, is_bold: bool) -> QFont:
    font = QFont(family)
    font.setPixelSize(round(points * POINT))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
    font.setFeature(QFont.Tag("calt"), 0)  # the font's alternative colons and dashes cannot be copied from Qt's PDFs
    return font
