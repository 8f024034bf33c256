"""The status pill: an icon and a word in the colours of the state, in tables and in details."""

from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QLabel

from app.domain.contract.statuses import State
from app.ui.appearance.icons import icon_pixmap
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import Theme, line_height, scaled

_HEIGHT = 22
PILL_ICONS = {
    State.ON_ITS_WAY: "truck",
    State.DELIVERED: "check",
    State.EXCEPTION: "circle-x",
    State.PICKUP: "store",
    State.OTHER: "package",
    "warning": "warning",
    "missed": "help",
}
"""Icons by the keys of `Theme.tone`."""
_ICON = 14
_DISC, _INITIALS = 18, 9
"""The width of a disc with initials, and the size of these."""
_FINE = 2
"""Device pixels of a disc for each of its pixels."""
_GAP = 6
_PADDING = 9
_LONGEST = 200
"""The most characters that are measured; a pill is never wider."""


def initials_icon(name: str, theme: Theme) -> QIcon:
    """Return a disc with the initials of the first and the last part of a name."""
    side, words = scaled(_DISC), name.split() or [""]
    pixmap = QPixmap(_FINE * side, _FINE * side)
    pixmap.setDevicePixelRatio(_FINE)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent_bg))
        painter.drawEllipse(0, 0, side, side)
        font = QApplication.font()
        font.setPixelSize(scaled(_INITIALS))
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(QColor(theme.accent))
        initials = "".join(one[:1] for one in dict.fromkeys((words[0], words[-1]))).upper()
        painter.drawText(QRectF(0, 0, side, side), Qt.AlignmentFlag.AlignCenter, initials)
    return QIcon(pixmap)


def pill_height() -> int:
    """Return the height of a pill."""
    return line_height(_HEIGHT)


def pill_padding() -> int:
    """Return the width of a pill beyond its text."""
    return _PADDING + scaled(_ICON) + _GAP + _PADDING + 2


class PillPainter:
    """Paints pills in one theme and one font, and caches what it measured and rendered."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        self._theme = theme
        self._font = font
        self._metrics = QFontMetricsF(font)
        self._height, self._icon, self._beside = pill_height(), scaled(_ICON), pill_padding()
        self._narrowest = _PADDING + self._icon + _PADDING
        """A narrower pill is unreadable."""
        self._baseline = round((self._height - self._metrics.height()) / 2 + self._metrics.ascent())
        self._fitted = lru_cache(maxsize=512)(self._fit)
        self._pixmap = lru_cache(maxsize=256)(self._render)
        self._colors = lru_cache(maxsize=16)(self._make_colors)

    def width(self, text: str) -> int:
        """Return the width in pixels of a pill with the whole text."""
        return ceil(self._metrics.horizontalAdvance(text[:_LONGEST])) + self._beside

    def paint(self, painter: QPainter, rect: QRectF, key: str, text: str, *, is_dimmed: bool = False) -> float:
        """Paint a pill at the left of `rect`, vertically centred, its text elided if needed; return its width.

        The painter's pen and font are not restored. `key` is the value of a `State`, `warning` or `missed`.
        """
        shown, width = self._fitted(text, max(int(rect.width()), 0))
        left, top = rect.left(), rect.top() + int((rect.height() - self._height) / 2)
        painter.drawPixmap(
            QPointF(left, top), self._pixmap(key, width, painter.device().devicePixelRatioF(), is_dimmed)
        )
        if width < self._narrowest:
            return width
        painter.setPen(self._colors(State.OTHER if is_dimmed else key)[0])
        painter.setFont(self._font)
        painter.drawText(QPointF(left + _PADDING + self._icon + _GAP, top + self._baseline), shown)
        return width

    def _fit(self, text: str, room: int) -> tuple[str, float]:
        """Return the elided text, and the width of its pill."""
        cut = text[:_LONGEST]
        shown = elided(cut, self._metrics, room - self._beside)
        return shown, min(self.width(shown), room)

    def _render(self, key: str, width: float, ratio: float, is_dimmed: bool) -> QPixmap:
        """Return a cached pill without its text, since drawing its shape takes longer than all else in a row."""
        pixmap = QPixmap(ceil(width * ratio), ceil(self._height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
        painter.setPen(Qt.PenStyle.NoPen)
        colored = State.OTHER if is_dimmed else key
        painter.setBrush(self._colors(colored)[1])
        painter.drawRoundedRect(QRectF(0, 0, width, self._height), self._height / 2, self._height / 2)
        if width >= self._narrowest:
            icon = icon_pixmap(PILL_ICONS[key], self._theme.tone(colored).foreground, self._icon, ratio)
            painter.drawPixmap(QPointF(_PADDING, (self._height - self._icon) / 2), icon)
        painter.end()
        return pixmap

    def _make_colors(self, key: str) -> tuple[QColor, QColor]:
        tone = self._theme.tone(key)
        return QColor(tone.foreground), QColor(tone.background)


class StatusPill(QLabel):
    """A pill as a widget. It is a label to screen readers, with plain text."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._key: str | None = None
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._painter = PillPainter(theme, self.font())
        self.update()

    def show_status(self, key: str | None, text: str) -> None:
        """Show a key (value of a `State`, `warning` or `missed`) with its text; None shows nothing."""
        self._key = key
        self.setText(text if key is not None else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the pill with its whole text."""
        return QSize(self._painter.width(self.text()) if self._key is not None else 0, pill_height())

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(min(self.sizeHint().width(), scaled(64)), pill_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill instead of the label's text."""
        if self._key is None:
            return
        with QPainter(self) as painter:
            self._painter.paint(painter, QRectF(self.rect()), self._key, self.text())
