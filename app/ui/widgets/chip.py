"""A chip of the top bar: a state in few words, of which less is seen in a narrow window."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter

from app.ui.appearance.icons import TextTone, icon
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import Theme, scaled
from app.ui.widgets.labels import restyle, tool_tip

_PADDING, _ICON, _GAP = 12, 14, 7


@dataclass(frozen=True)
class ChipLook:
    """The look of the chip; icon and tone mean the same as the words; their first part matters most.

    `short` is a shorter first part, if that is long; `more` is for the tooltip and screen readers. `figure` is what
    stands beside the icon where no words have room.
    """

    icon: str
    tone: TextTone
    parts: tuple[str, ...]
    short: str = ""
    more: tuple[str, ...] = ()
    figure: str = ""

    @property
    def text(self) -> str:
        """The text of the chip if it is wide enough."""
        return " · ".join(self.parts)

    @property
    def tooltip(self) -> str:
        """The text of the tooltip."""
        return " · ".join((*self.parts, *self.more))


class Extent(Enum):
    """How much of the chip is to be seen."""

    WHOLE = auto()
    FIRST_WORDS = auto()
    FIGURE = auto()
    ICON = auto()


class Chip(QPushButton):
    """A button whose text is the state. In a narrow window it paints less of that, or the icon and a figure."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._look: ChipLook | None = None
        self._extent = Extent.WHOLE
        self.setAccessibleName(name)
        self.setProperty("chip", True)
        self.setIconSize(QSize(scaled(_ICON), scaled(_ICON)))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_look(self, look: ChipLook) -> None:
        """Show a state."""
        before, self._look = self._look, look
        if look == before:
            return
        if before is None or (look.icon, look.tone) != (before.icon, before.tone):
            self.setIcon(icon(look.icon, self._theme.text_color(look.tone)))
            restyle(self, "tone", look.tone.value)
        self.setText(look.text)
        self.setToolTip(tool_tip(look.tooltip))
        self.setAccessibleDescription(look.tooltip)  # screen readers find the text here

    def use_extent(self, extent: Extent) -> None:
        """Ask for room for the whole text, for its first words, for its figure, or for the icon alone."""
        if extent is not self._extent:
            self._extent = extent
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size at the present extent."""
        return self.size_at(self._extent)

    def size_at(self, extent: Extent) -> QSize:
        """Return the size at an extent; it does not depend on the digits in the text."""
        if self._look is None or extent is Extent.WHOLE:
            return self._room(self.text())
        texts = {Extent.FIRST_WORDS: self._look.parts[0], Extent.FIGURE: self._look.figure}
        text = texts.get(extent)
        return self._room(text) if text else self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the size of the icon alone."""
        return QSize(_PADDING + self.iconSize().width() + _PADDING, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with as much of the text as fits; Qt would cut it at both ends."""
        if self._look is None:
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        content = self.rect().adjusted(_PADDING, 0, -_PADDING, 0)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawPixmap(
            self.style().alignedRect(self.layoutDirection(), left, self.iconSize(), content),
            self.icon().pixmap(self.iconSize(), self.devicePixelRatioF()),
        )
        content.setLeft(content.left() + self.iconSize().width() + _GAP)
        if content.width() < self._width("0"):
            return
        text = self._fitting(self._look, content.width())
        painter.setPen(QColor(self._theme.text_color(self._look.tone)))
        painter.drawText(content, left, elided(text, self.fontMetrics(), content.width()))

    def _fitting(self, look: ChipLook, room: int) -> str:
        """Return the longest of the texts that fits, or the shortest one."""
        texts = [look.text, look.parts[0], look.short or look.parts[0], *([look.figure] if look.figure else [])]
        return next((text for text in texts if self._width(text) <= room), texts[-1])

    def _room(self, text: str) -> QSize:
        before = _PADDING + self.iconSize().width() + _GAP
        return QSize(before + self._width(text) + _PADDING, super().sizeHint().height())

    def _width(self, text: str) -> int:
        return ceil(QFontMetricsF(self.font()).horizontalAdvance(re.sub(r"\d", "0", text)))
