"""Labels that show data as plain text, never as HTML."""

import html
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPaintEvent, QPalette, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from app.domain.contract.statuses import State
from app.ui.appearance.icons import icon
from app.ui.appearance.shown_texts import broken, elided, lay_out
from app.ui.appearance.theme import Theme, scaled
from app.ui.widgets.layouts import in_column

_LAYOUTS_KEPT = 2
_LEAST = "0" * 14
"""What is always in one line, as long as it is no longer than this; so are nearly all words."""
_LONGEST = 2000  # characters that a label shows; copying gives all
_LONGEST_BROKEN = 500  # characters of a text with a word that takes many lines
_LONGEST_WORD = 100  # characters of a word that is shown whole, which any number and any e-mail address have room in
_LEAST_VALUE = 72
"""Pixels that a value keeps beside a long title."""

Line = tuple[str, str, str]
"""A label, its value, and the tone of the value (may be empty)."""
SamplePaint = Callable[[QPainter, QRectF], None]
"""Paints a sample into a room."""
_THANKS_MS = 1500
_BESIDE_SAMPLE = 6
_WIDTH = 34


class WrappingLabel(QLabel):
    """A plain text; where it wraps, a word that is too wide is broken, after a dot or the like, if there is one.

    A text that is too long to be laid out is cut. Selecting and copying gives the text itself, without characters to
    break it.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._of: tuple[object, ...] = ()
        self._widest = 0
        self._layouts: dict[int, QTextLayout] = {}
        self.line_width: int | None = None
        """If it asks for one line, the least width of that; otherwise it asks for the lines that Qt likes."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        """Show a text; of what others send no more than can be laid out at once."""
        super().setText(shortened(text))

    def sizeHint(self) -> QSize:
        """Return the size that it asks for; it may get a smaller width and a larger height."""
        hint = super().sizeHint()
        if self.line_width is not None:
            hint.setWidth(max(self.fontMetrics().size(0, self.text()).width(), self.line_width))
        return hint

    def minimumSizeHint(self) -> QSize:
        """Return a width that a longer word does not widen."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), _least(self)), hint.height()) if self.wordWrap() else hint

    def heightForWidth(self, width: int) -> int:
        """Return the height of the whole text at a width."""
        margins = self.contentsMargins()
        room = width - margins.left() - margins.right()
        if self._fits(room):
            return super().heightForWidth(width)
        return _height(self._laid_out(room)) + margins.top() + margins.bottom()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the broken text with its selection."""
        content = self.contentsRect()
        if self._fits(content.width()):
            super().paintEvent(event)
            return
        layout = self._laid_out(content.width())
        size = QSize(content.width(), _height(layout))
        place = QStyle.alignedRect(self.layoutDirection(), self.alignment(), size, content)
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            chosen = []
            if self.hasSelectedText():
                part = QTextLayout.FormatRange()
                part.start, part.length = self.selectionStart(), len(self.selectedText())
                part.format = QTextCharFormat()
                part.format.setBackground(self.palette().brush(QPalette.ColorRole.Highlight))
                part.format.setForeground(self.palette().brush(QPalette.ColorRole.HighlightedText))
                chosen = [part]
            layout.draw(painter, QPointF(place.topLeft()), chosen)

    def _fits(self, width: int) -> bool:
        """Return whether no word has to be broken."""
        self._look()
        return not self.wordWrap() or self._widest <= width

    def _look(self) -> None:
        """Forget what was laid out of another text, or in another font."""
        of = self.text(), self.font().key(), self.devicePixelRatio(), self.logicalDpiY()
        if self._of != of:
            self._of, self._layouts = of, {}
            self._widest = max(map(self.fontMetrics().horizontalAdvance, self.text().split()), default=0)

    def _laid_out(self, width: int) -> QTextLayout:
        """Return the text laid out at a width; cached, since Qt asks for the height many times before it paints.

        Two widths are cached: Qt asks alternately for the present and the next one.
        """
        self._look()
        layout = self._layouts.pop(width, None) or lay_out(self.text(), self.font(), width, self, self.alignment())
        self._layouts = dict([*self._layouts.items(), (width, layout)][-_LAYOUTS_KEPT:])
        return layout


class WrappingButton(QPushButton):
    """A button whose text takes several lines where it has no room in one."""

    def __init__(self, text: str) -> None:
        super().__init__(text.replace("&", "&&"))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:
        """Return a width that a longer text does not widen."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._around() + _least(self)), hint.height())

    def heightForWidth(self, width: int) -> int:
        """Return the height of the whole text at a width."""
        return self.sizeHint().height() + (len(self._lines(width)) - 1) * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with its lines."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self._lines(self.width())).replace("&", "&&")
        with QPainter(self) as painter:
            self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)

    def _around(self) -> int:
        """Return the width of what is beside the text."""
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, self.text())
        return self.sizeHint().width() - text.width()

    def _lines(self, width: int) -> list[str]:
        text = self.text().replace("&&", "&")
        if width >= self.sizeHint().width():
            return [text]
        return broken(text, self.font(), max(width - self._around(), 1), self)


def _least(widget: QWidget) -> int:
    return widget.fontMetrics().horizontalAdvance(_LEAST)


def _height(layout: QTextLayout) -> int:
    return ceil(layout.boundingRect().height())


def plain_label(
    text: str = "", *, heading: str = "", tone: str = "", selectable: bool = False, wraps: bool = True
) -> WrappingLabel:
    """Return a plain-text label; `heading` and `tone` are properties of the style sheet.

    `selectable` if the text is data, which is never wider than its room.
    """
    has_long_word = max(map(len, text.split()), default=0) > _LONGEST_WORD
    label = WrappingLabel(shortened(text, _LONGEST_BROKEN if has_long_word else _LONGEST))
    label.setWordWrap(wraps)
    if heading:
        label.setProperty("heading", heading)
    if tone:
        label.setProperty("tone", tone)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        policy = label.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        label.setSizePolicy(policy)
    return label


def tool_tip(text: str) -> str:
    """Return the HTML for a tooltip that shows a text literally, since Qt renders text that looks like HTML."""
    return f"<p>{html.escape(shortened(text))}</p>" if text else ""


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Return a text cut for display, since laying out hundreds of thousands of characters takes seconds."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def name_field(field: QWidget, name: str) -> None:
    """Set the accessible name of a field and of its inner editor."""
    field.setAccessibleName(name)
    editors: list[QWidget | None]
    if isinstance(field, QComboBox):
        editors = [field.lineEdit(), field.view()]
    elif isinstance(field, QAbstractSpinBox):
        editors = [field.lineEdit()]
    else:  # slow the first time: PySide creates the classes of all children
        editors = [*field.findChildren(QLineEdit), *field.findChildren(QAbstractItemView)]
    for one in filter(None, editors):
        one.setAccessibleName(name)


def begun(text: str) -> str:
    """Return a text that begins a line, with a capital."""
    return text[:1].upper() + text[1:]


def in_dialog_order(main: QPushButton, *others: QPushButton) -> tuple[QPushButton, ...]:
    """Return buttons as this system orders those of a dialog, from left to right: as a `QDialogButtonBox` does.

    That would also make its first button answer Enter, which these dialogs decide themselves.
    """
    order = QDialogButtonBox.ButtonLayout(main.style().styleHint(QStyle.StyleHint.SH_DialogButtonLayout))
    is_main_last = order in (QDialogButtonBox.ButtonLayout.MacLayout, QDialogButtonBox.ButtonLayout.GnomeLayout)
    return (*reversed(others), main) if is_main_last else (main, *others)


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Change a property of the style sheet, and restyle the widget."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def card(title: str, content: QLayout) -> QFrame:
    """Return a card with a small title above its content."""
    frame = QFrame()
    frame.setProperty("card", True)
    in_column(plain_label(title.upper(), heading="section"), content, on=frame, margins=(16, 12, 16, 12), spacing=8)
    return frame


def lines_grid(lines: Iterable[Line], *, narrow: bool = False) -> QLayout:
    """Return a grid of labels and values; `narrow` if it must not be wider than needed."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(1, scaled(_LEAST_VALUE))
    if not narrow:
        grid.setColumnMinimumWidth(0, scaled(88))
    for label, value, tone in lines:
        title, row = plain_label(label, tone="dim"), grid.rowCount()
        title.line_width = 0
        grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(plain_label(value, tone=tone, selectable=True), row, 1, Qt.AlignmentFlag.AlignTop)
    return grid


def form_of(*controls: QWidget) -> QLayout:
    """Return a form of controls, each beside its accessible name, or below it where there is little room."""
    form = QFormLayout(rowWrapPolicy=QFormLayout.RowWrapPolicy.WrapLongRows)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    form.setHorizontalSpacing(12)
    form.setVerticalSpacing(8)
    for control in controls:
        label = plain_label(control.accessibleName(), tone="dim", wraps=False)
        label.setBuddy(control)
        form.addRow(label, control)
    return form


class LegendEntry(QLabel):
    """An entry of a legend: a sample of the paint, of a width and a height, and its name."""

    def __init__(self, paint: SamplePaint, size: tuple[int, int], name: str = "") -> None:
        super().__init__(name)
        self._paint, (self._width, self._height) = paint, map(scaled, size)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", "dim")
        self.setContentsMargins(self._width + _BESIDE_SAMPLE, 0, 0, 0)
        self.setMinimumHeight(self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sample before the name."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter, QRectF(0, (self.height() - self._height) / 2, self._width, self._height))


@dataclass(frozen=True)
class CopyIcons:
    """The icons that the buttons of a pane share, since drawing them takes milliseconds."""

    copy: QIcon
    copied: QIcon

    @classmethod
    def of(cls, theme: Theme) -> "CopyIcons":
        """Return the icons in a theme's colours."""
        return cls(icon("copy", theme.dim), icon("check", theme.states[State.DELIVERED].foreground))


def keyed(text: str, key: str) -> str:
    """Return the text of a button with the key that presses it."""
    return f"{text}   {key}"


class CopyButton(QPushButton):
    """Copies what `value` returns at the click; a tick replaces the icon for a moment."""

    def __init__(
        self,
        what: str,
        value: Callable[[], str],
        icons: CopyIcons,
        *,
        has_word: bool = False,
    ) -> None:
        """Make the button; `text` says what it copies, and is on the button if it `has_word`."""
        super().__init__()
        self._value = value
        self._icons = icons
        self._thanks = QTimer(self, singleShot=True, interval=_THANKS_MS)
        self._thanks.timeout.connect(lambda: self.setIcon(self._icons.copy))
        self.setIcon(icons.copy)
        self.setAutoDefault(False)
        if has_word:
            self.setText(what)
        else:
            self.setFixedWidth(scaled(_WIDTH))
        self.setAccessibleName(self.tr("Copy {what}").format(what=what))
        self.setToolTip(self.accessibleName())
        self.clicked.connect(self._do)

    @Slot()
    def _do(self) -> None:
        QGuiApplication.clipboard().setText(self._value())
        self.setIcon(self._icons.copied)
        self._thanks.start()


class ElidedLabel(QLabel):
    """Shows as much of a plain text as fits; the tool tip holds the whole.

    A plain label would keep its window as wide as its text, such as the path of an exported file.
    """

    def __init__(self, *, tone: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        if tone:
            self.setProperty("tone", tone)

    def show_text(self, text: str) -> None:
        """Show a text; an empty one shows nothing."""
        self.setText(text)
        self.setToolTip(tool_tip(text))

    def minimumSizeHint(self) -> QSize:
        """Return the size of an empty line."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        content = self.contentsRect()
        shown = elided(self.text(), self.fontMetrics(), content.width())
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(content, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), shown)
