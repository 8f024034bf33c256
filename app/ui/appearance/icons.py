"""Draws the outlines of `resources/icons` in any colour, sharp at every scale."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.domain.resources import resource

_DISABLED_OPACITY = 0.45
_ENGINE = "svg"
"""The name of Qt's engine that draws an SVG icon on demand at any size."""


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    """Return the text of `resources/icons/<name>.svg`; an unknown name is a bug and raises FileNotFoundError."""
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


def _tinted(name: str, color: str | QColor) -> str:
    """Return the SVG in this colour, since neither a style sheet nor a palette can tint one."""
    return _source(name).replace("currentColor", QColor(color).name())


def _paler(svg: str) -> str:
    """Return the SVG for a disabled control."""
    return svg.replace(">", f'><g opacity="{_DISABLED_OPACITY}">', 1).replace("</svg>", "</g></svg>")


def icon(name: str, color: str | QColor) -> QIcon:
    """Return an icon in this colour, paler if disabled.

    Qt's own engine draws it: one written in Python does not survive `QIcon`'s copies (PySide6 6.11: a crash after some
    hundreds), and drawing pixmaps for all sizes and scales takes ten times as long. It reads the SVG only from a
    stream: no file names, not compressed, the texts by mode and state, no pixmaps. It is made anew per theme.
    """
    svg = _tinted(name, color)
    texts = {QIcon.Mode.Normal: svg, QIcon.Mode.Disabled: _paler(svg)}
    written = QByteArray()
    stream = QDataStream(written, QIODevice.OpenModeFlag.WriteOnly)
    stream.writeQString(_ENGINE)
    for number in (0, 0, len(texts)):
        stream.writeInt32(number)
    for mode, text in texts.items():
        stream.writeInt32(mode.value << 4 | QIcon.State.Off.value)
        stream.writeInt32(len(text.encode()))  # `<<` makes PySide create the classes of all its overloads
        stream.writeRawData(text.encode())
    stream.writeInt32(0)
    result = QIcon()
    QDataStream(written) >> result
    return result


def icon_pixmap(name: str, color: str | QColor, side: int, ratio: float = 1.0) -> QPixmap:
    """Return the icon as a pixmap: `side` in device-independent pixels, for a device pixel `ratio`."""
    device_side = int(side * ratio + 0.5)
    pixmap = QPixmap(device_side, device_side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(_tinted(name, color).encode())).render(painter, QRectF(0, 0, device_side, device_side))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
