"""The outlines of `resources/icons`, drawn in any colour and sharp at every scale."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.domain.resources import resource

_DISABLED_OPACITY = 0.45
_ENGINE = "svg"
"""The name under which Qt knows the engine that draws an icon when and as large as it is asked for."""


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    """Return the text of `resources/icons/<name>.svg`; an unknown name is a bug and raises FileNotFoundError."""
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


def _tinted(name: str, color: str | QColor) -> str:
    """Return the outline in this colour: neither a style sheet nor a palette can tint an SVG."""
    return _source(name).replace("currentColor", QColor(color).name())


def _paler(svg: str) -> str:
    """Return an outline for a control that cannot be used now."""
    return svg.replace(">", f'><g opacity="{_DISABLED_OPACITY}">', 1).replace("</svg>", "</g></svg>")


def icon(name: str, color: str | QColor) -> QIcon:
    """Return the outline in this colour; disabled it is the same outline, paler.

    Qt's own engine draws it: one written in Python does not survive `QIcon`'s copies (PySide6 6.11: a crash after some
    hundreds), and pixmaps for all sizes and scales take ten times as long to draw as a window has icons. It takes a
    text only out of a stream: no names of files, not compressed, the texts by mode and state, no pixmaps. Make it
    again when the theme changes.
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
        stream.writeInt32(len(text.encode()))  # `<<` has PySide make the classes of all that it takes
        stream.writeRawData(text.encode())
    stream.writeInt32(0)
    result = QIcon()
    QDataStream(written) >> result
    return result


def icon_pixmap(name: str, color: str | QColor, side: int, ratio: float = 1.0) -> QPixmap:
    """Return the outline as a pixmap: `side` in device-independent pixels, `ratio` of where it will be painted."""
    device_side = int(side * ratio + 0.5)
    pixmap = QPixmap(device_side, device_side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(_tinted(name, color).encode())).render(painter, QRectF(0, 0, device_side, device_side))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
