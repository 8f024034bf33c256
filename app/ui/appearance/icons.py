"""Icons and tones: what pictures and colours mean, also as roles of a table's cells."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.domain.board.signs import Sign
from app.domain.resources import resource
from app.domain.views.sign_texts import signs_of

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


class CellRole(IntEnum):
    """Roles of every table's model; None means nothing special."""

    STATE = Qt.ItemDataRole.UserRole + 1
    """A value of `State`, or a key of `Theme.tones`: the cell is painted as a pill."""
    KIND = Qt.ItemDataRole.UserRole + 2
    """The column's `Kind`, for alignment, figures and flags."""
    TONE = Qt.ItemDataRole.UserRole + 3
    """A `TextTone` or its value, for the colour of the text."""
    FLASH = Qt.ItemDataRole.UserRole + 4
    """The strength of the flash of a change: 1.0 at first, 0.0 or None once it has faded."""
    MARK = Qt.ItemDataRole.UserRole + 5
    """A value of `Sign`, whose icon is painted beside the pill."""
    NEW = Qt.ItemDataRole.UserRole + 6
    """Whether the row is a failure of today that was not looked at; a red bar begins it."""
    DIMMED = Qt.ItemDataRole.UserRole + 7
    """Whether the figures of the day leave the row out; it is dim."""
    FIRST = Qt.ItemDataRole.UserRole + 8
    """How many characters of the text come before what is dim: the complement of an address; None: all.

    Of a share how many per cent it is."""


class CellLook(NamedTuple):
    """The look of a cell: its text, and the `CellRole`s of the same names."""

    text: str | None = None
    state: str | None = None
    kind: str | None = None
    tone: str | None = None
    mark: str | None = None
    first: int | None = None


class RowLook(NamedTuple):
    """The look of a row: `CellRole.FLASH`, `NEW` and `DIMMED` of its cells, and the looks of some cells."""

    flash: float | None
    is_new: bool
    cells: list[CellLook]
    is_dimmed: bool = False


class TextTone(StrEnum):
    """The meaning of a text's colour; the words must say it too."""

    BAD = "bad"
    WARN = "warn"
    GOOD = "good"
    MISSED = "missed"
    ACCENT = "accent"
    DIM = "dim"
    FAINT = "faint"


@dataclass(frozen=True)
class Mark:
    """The name of an icon and its tone; faint for signs that only inform."""

    icon: str
    tone: TextTone


MARKS = {
    Sign.CONTRADICTION: Mark("differ", TextTone.WARN),
    Sign.POSSIBLY_MISSED: Mark("help", TextTone.MISSED),
    Sign.AMBIGUOUS: Mark("split", TextTone.WARN),
    Sign.CLOCK: Mark("clock-alert", TextTone.WARN),
    Sign.OTHER_DAY: Mark("calendar", TextTone.WARN),
    Sign.ODD_DATA: Mark("warning", TextTone.WARN),
    Sign.MOVED: Mark("move", TextTone.FAINT),
    Sign.GONE: Mark("eye-off", TextTone.FAINT),
    Sign.NOT_IN_FORCE: Mark("ban", TextTone.FAINT),
    Sign.LISTED_AGAIN: Mark("forward", TextTone.FAINT),
    Sign.DELIVERED_BEFORE: Mark("check", TextTone.FAINT),
    Sign.TWO_CARRIERS: Mark("copy", TextTone.FAINT),
    Sign.TWO_MANIFESTS: Mark("copy", TextTone.FAINT),
    Sign.DECIDED_LATER: Mark("clock", TextTone.FAINT),
}
"""The icons of signs. That a visit is newer than the last load is usual during a day, and has words alone."""


@lru_cache(maxsize=1024)
def mark_of(signs: str | None) -> str | None:
    """Return the gravest sign of a row that has an icon, as a value of `Sign`; None if it has none."""
    return next((one.value for one in signs_of(signs or "") if one in MARKS), None)
