"""The outlines of `resources/icons`, drawn in any colour and sharp at every scale."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.domain.resources import resource

_SIDES = (14, 16, 18, 20, 24, 40)
_RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0)
_DEVICE_SIDES = sorted({int(side * ratio + 0.5) for side in _SIDES for ratio in _RATIOS})
"""What an icon is asked for: Qt takes the entry of the very size where there is one, and else shrinks the next one."""
_DISABLED_OPACITY = 0.45


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    """Return the text of `resources/icons/<name>.svg`; an unknown name is a bug and raises FileNotFoundError."""
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


def _renderer(name: str, color: str) -> QSvgRenderer:
    """Return what draws the outline in this colour: neither a style sheet nor a palette can tint an SVG."""
    return QSvgRenderer(QByteArray(_source(name).replace("currentColor", color).encode()))


def _render(renderer: QSvgRenderer, side: int) -> QPixmap:
    """Draw into a transparent square of so many device pixels."""
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    return pixmap


def _paler(pixmap: QPixmap) -> QPixmap:
    """Return a copy for a control that cannot be used now."""
    result = QPixmap(pixmap.size())
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setOpacity(_DISABLED_OPACITY)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return result


def icon(name: str, color: str | QColor) -> QIcon:
    """Return the outline in this colour; disabled it is the same outline, paler.

    It holds pixmaps for the common sizes and scales, because an icon engine written in Python does not survive
    `QIcon`'s copies (PySide6 6.11: a crash after some hundreds). Make it again when the theme changes.
    """
    renderer = _renderer(name, QColor(color).name())
    result = QIcon()
    for side in _DEVICE_SIDES:
        pixmap = _render(renderer, side)
        result.addPixmap(pixmap, QIcon.Mode.Normal)
        result.addPixmap(pixmap, QIcon.Mode.Selected)
        result.addPixmap(_paler(pixmap), QIcon.Mode.Disabled)
    return result


def icon_pixmap(name: str, color: str | QColor, side: int, ratio: float = 1.0) -> QPixmap:
    """Return the outline as a pixmap: `side` in device-independent pixels, `ratio` of where it will be painted."""
    pixmap = _render(_renderer(name, QColor(color).name()), int(side * ratio + 0.5))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
