"""Paints the cells of all tables: backgrounds, pills, aligned figures, and the flash of changes."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from app.domain.board.signs import Sign
from app.domain.column import Kind
from app.domain.folding import fold
from app.ui.appearance.icons import MARKS, CellLook, TextTone, icon_pixmap
from app.ui.appearance.pills import PillPainter
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import CELL_PADDING, Theme, row_height, scaled, with_even_figures

_NUMBERS = frozenset(kind for kind in Kind if kind.is_number)
_PROPORTIONAL = frozenset((None, Kind.TEXT, Kind.CODED_STATUS, Kind.FLAG, Kind.OUTCOME, Kind.REASON, Kind.CAUSE))
_FLAG, _SHARE = Kind.FLAG, Kind.SHARE  # looking a member up in its class would double the time
_EMPTY = "\N{EM DASH}"
_ICON = 14
_ICON_GAP = 6
_AROUND = 5
"""Pixels above and below what is searched for."""
_BAR = 3
_BETWEEN = " · "
_LONGEST = 400
"""The most characters that are measured: no column is wider, and hostile texts are long."""
_Tones = Mapping[str | None, QColor]


class Ground(NamedTuple):
    """What a row shows, apart from its cells.

    Attributes:
        flash: how strongly it shows that it just changed.
        is_selected: whether the row is selected.
        is_hovered: whether the pointer is over it.
        has_keyboard: whether it is the current row of the focused table.
        is_new: whether it failed, and was not looked at.
    """

    flash: float | None
    is_selected: bool
    is_hovered: bool
    has_keyboard: bool
    is_new: bool


class Manner(NamedTuple):
    """How the cells of a row are painted.

    Attributes:
        is_selected: whether the row is selected.
        is_dimmed: whether the figures of the day leave the row out.
    """

    is_selected: bool = False
    is_dimmed: bool = False


def sign_width() -> int:
    """Return the width of the icon of a `Sign` beside a pill, and of that before a text."""
    return scaled(_ICON) + _ICON_GAP


class CellPainter:
    """Paints in one theme and one font, and caches what it measured and rendered.

    It does not restore the pen and the font of a painter.
    """

    def __init__(self, theme: Theme, font: QFont) -> None:
        self._fonts = QFont(font), with_even_figures(font)
        metrics = QFontMetricsF(font)
        self._metrics = tuple(QFontMetricsF(one) for one in self._fonts)
        self._row, self._icon = row_height(), scaled(_ICON)
        self._sign = sign_width()
        """The width of the icon of a `Sign` beside a pill, and of that before a text."""
        self._least = 2 * CELL_PADDING + self._icon
        """What is left of a cell at the edge of the table shows nothing if it is narrower."""
        self._baseline = round((self._row - metrics.height()) / 2 + metrics.ascent())
        self._hover = QColor(theme.hover)
        self._selection = QColor(theme.selection)
        self._line = QColor(theme.line)
        self._accent = QColor(theme.accent)
        self._flash = QColor(theme.accent_bg)
        self._new = QColor(theme.bad_fill)
        self._match = QColor(theme.match)
        self.words: Sequence[str] = ()
        """What is searched for, folded."""
        self._tones: dict[str | None, QColor] = {tone.value: QColor(theme.text_color(tone)) for tone in TextTone}
        self._selected_tones: dict[str | None, QColor] = {
            tone.value: QColor(theme.selected_text_color(tone)) for tone in TextTone
        }
        self._tones[None] = self._selected_tones[None] = QColor(theme.text)
        self._pill = PillPainter(theme, font)
        self.lacks_room = False
        """Whether a number had less room than it needs since this was set to False."""
        self._fitted = lru_cache(maxsize=8192)(self._fit)
        self._pixmap = lru_cache(maxsize=64)(self._render_icon)

    def width(self, cell: CellLook) -> int:
        """Return the width in pixels of a cell's full content."""
        text = _text(cell.text)
        if _has_city(text, cell.first):
            text = text[: cell.first]  # the city is seen where there is room for it
        if text and cell.state is not None:
            width = self._pill.width(text) + (self._sign if cell.mark is not None else 0)
        else:
            beside = self._sign if cell.kind == _FLAG else 0
            width = ceil(self._metrics[cell.kind not in _PROPORTIONAL].horizontalAdvance(text or _EMPTY)) + beside
        return width + 2 * CELL_PADDING

    def paint_ground(self, painter: QPainter, rect: QRect, ground: Ground, *, begins: bool) -> None:
        """Paint the background of a row: colour, hairline, flash, and the focus ring.

        `begins` if the part of the row includes its beginning.
        """
        left, top, width, bottom = rect.left(), rect.top(), rect.width(), rect.bottom()
        if ground.is_selected:
            painter.fillRect(rect, self._selection)
        elif ground.is_hovered:
            painter.fillRect(rect, self._hover)
        if ground.flash:
            painter.setOpacity(ground.flash)
            if not ground.is_selected:
                painter.fillRect(rect, self._flash)
            if begins:
                painter.fillRect(left, top, _BAR, rect.height(), self._accent)
            painter.setOpacity(1.0)
        painter.fillRect(left, bottom, width, 1, self._line)
        if ground.has_keyboard:
            if not ground.is_selected:
                painter.fillRect(left, top, width, 1, self._accent)
                painter.fillRect(left, bottom, width, 1, self._accent)
            if begins:
                painter.fillRect(left, top, _BAR, rect.height(), self._accent)
        if ground.is_new and begins:
            painter.fillRect(left, top, _BAR, rect.height(), self._new)

    def paint_cell(self, painter: QPainter, left: int, top: int, width: int, cell: CellLook, manner: Manner) -> None:
        """Paint the content of a cell, vertically centred in a row at `top`; `width` pixels of it can be seen."""
        if width < self._least:
            return
        is_selected, is_dimmed = manner
        tones = self._selected_tones if is_selected else self._tones
        said, status, kind, tone, mark, first = cell
        left, width, text = left + CELL_PADDING, width - 2 * CELL_PADDING, _text(said)
        if text and status is not None:
            room = QRectF(left, top, width, self._row)
            self._paint_status(painter, room, status, text, mark, tones, manner)
        elif text:
            color = tones[TextTone.DIM if is_dimmed else tone]
            if kind == _FLAG:
                self._paint_icon(painter, left, top, "check", color)
                left, width = left + self._sign, width - self._sign
            if kind == _SHARE and isinstance(first, int):
                self._paint_bar(painter, left, top, width, first)
            if first is None or kind == _SHARE:
                self._paint_text(painter, left, top, width, text, color, kind)
            else:
                advance = ceil(self._paint_text(painter, left, top, width, text[:first], color, kind))
                left, width, color = left + advance, width - advance, tones[TextTone.DIM]
                rest = text[first:].removeprefix(", ")
                is_cut = _has_city(text, first) and self._metrics[0].horizontalAdvance(rest) > width
                if rest and width > self._icon and not is_cut:  # else it would be a sign alone, or half a city
                    rest = f"{_BETWEEN if first and not rest.startswith(' ') else ''}{rest}"
                    self._paint_text(painter, left, top, width, rest, color, kind)
        elif kind != _FLAG:
            self._paint_text(painter, left, top, width, _EMPTY, tones[TextTone.FAINT], kind)

    def _paint_bar(self, painter: QPainter, left: int, top: int, width: int, share: int) -> None:
        """Paint so many per cent of a bar, as far as the widest text leaves room."""
        high, room = self._row // 5, max(width - ceil(self._metrics[1].horizontalAdvance("100 %")) - CELL_PADDING, 0)
        painter.fillRect(left, top + 2 * high, room, high, self._line)
        painter.fillRect(left, top + 2 * high, room * share // 100, high, self._accent)

    def _paint_status(
        self, painter: QPainter, room: QRectF, status: str, text: str, mark: str | None, tones: _Tones, manner: Manner
    ) -> None:
        """Paint a pill, and after it the icon of the row's gravest sign, which is never cut."""
        width = room.width() if mark is None else room.width() - self._sign
        place = QRectF(room.left(), room.top(), width, room.height())
        width = self._pill.paint(painter, place, status, text, is_dimmed=manner.is_dimmed)
        if mark is None:
            return
        self.lacks_room |= self._pill.width(text) > place.width()  # the sign has come since the columns got their room
        look = MARKS[Sign(mark)]
        self._paint_icon(painter, room.left() + width + _ICON_GAP, room.top(), look.icon, tones[look.tone])

    def _paint_icon(self, painter: QPainter, left: float, top: float, name: str, color: QColor) -> None:
        """Paint an icon, vertically centred in the row at `top`."""
        at = QPointF(left, int(top + (self._row - self._icon) / 2))
        painter.drawPixmap(at, self._pixmap(name, color.name(), painter.device().devicePixelRatioF()))

    def _paint_text(
        self,
        painter: QPainter,
        left: int,
        top: int,
        width: int,
        text: str,
        color: QColor,
        kind: str | None,
    ) -> float:
        """Paint a line of text, and return its width; numbers are aligned right."""
        has_figures = kind not in _PROPORTIONAL
        (shown, advance), font = self._fitted(text, width, has_figures), self._fonts[has_figures]
        if shown != text and has_figures:
            self.lacks_room = True
        painter.setPen(color)
        painter.setFont(font)
        at = QPointF(left + width - advance if kind in _NUMBERS else left, top + self._baseline)
        hits = self._hits(shown, font) if self.words else []
        for begin, long, _ in hits:
            painter.fillRect(QRectF(at.x() + begin, top + _AROUND, long, self._row - 2 * _AROUND), self._match)
        painter.drawText(at, shown)
        painter.setPen(self._tones[None] if hits else color)
        for begin, _, said in hits:  # readable also within dim text
            painter.drawText(QPointF(at.x() + begin, at.y()), said)
        return advance

    def _hits(self, text: str, font: QFont) -> list[tuple[float, float, str]]:
        """Return where the words that are searched for begin in a text, how long they are, and as they are written."""
        text = text.removesuffix("…")  # of a cut text; folded it is three dots
        folded, width = fold(text), QFontMetricsF(font).horizontalAdvance
        if len(folded) != len(text):
            return []
        spans = (one.span() for word in self.words for one in re.finditer(re.escape(word), folded))
        return [(width(text[:begin]), width(text[begin:end]), text[begin:end]) for begin, end in spans]

    def _fit(self, text: str, room: int, has_figures: bool) -> tuple[str, float]:
        """Return the elided text, and its width."""
        metrics = self._metrics[has_figures]
        width = metrics.horizontalAdvance(text)
        if width <= room:
            return text, width
        shown = elided(text, metrics, room)
        return shown, metrics.horizontalAdvance(shown)

    def _render_icon(self, name: str, color: str, ratio: float) -> QPixmap:
        return icon_pixmap(name, color, self._icon, ratio)


def _has_city(text: str, first: int | None) -> bool:
    """Return whether a text is a locality with its city in brackets."""
    return bool(first) and text[first:].startswith(" (")


def _text(value: object) -> str:
    """Return the cell's text on one line."""
    return "" if value is None else str(value)[:_LONGEST].replace("\n", " ")
