"""Bars of how parcels ended, as the Day tab paints them: what failed is hatched as well as red."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath

from app.domain.contract.statuses import State
from app.domain.views.report import OUTCOMES
from app.ui.appearance.theme import Theme

Parts = Sequence[float]
"""The amount of each outcome, in the order of `OUTCOMES`."""
_FAILED = 1
_ROUNDING = 4
_LEAST = 2.0
"""The least width in pixels of a part that is not 0."""


def part_colors(theme: Theme) -> list[str]:
    """Return the colours of the parts, in their order; what is still open is pale."""
    return [theme.thumb if one is State.ON_ITS_WAY else theme.states[one].foreground for one in OUTCOMES]


def paint_parts(painter: QPainter, room: QRectF, parts: Parts, theme: Theme) -> list[QRectF]:
    """Paint a bar that fills `room`, and return the rectangle of each part."""
    whole = sum(parts)
    widths = [max(room.width() * part / whole, _LEAST) if part > 0 else 0.0 for part in parts] if whole > 0 else [0.0]
    scale = room.width() / max(sum(widths), 1.0)
    outline = QPainterPath()
    outline.addRoundedRect(room, min(room.height() / 2, _ROUNDING), min(room.height() / 2, _ROUNDING))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(outline)
    painter.fillRect(room, QColor(theme.line))
    places: list[QRectF] = []
    left = room.left()
    for nth, width in enumerate(widths):
        place = QRectF(left, room.top(), width * scale, room.height())
        paint_mark(painter, place, nth, theme)
        if width and left > room.left():
            painter.fillRect(QRectF(left, room.top(), 1, room.height()), QColor(theme.surface))
        left = place.right()
        places.append(place)
    painter.restore()
    return places


def paint_mark(painter: QPainter, room: QRectF, nth: int, theme: Theme) -> None:
    """Paint a part: its colour, and the hatching if it failed."""
    painter.fillRect(room, QColor(part_colors(theme)[nth]))
    if nth == _FAILED:
        hatch = QColor(theme.surface)
        hatch.setAlpha(110)
        painter.fillRect(room, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
