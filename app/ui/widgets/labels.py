"""Labels that show data as it is: never as HTML, whatever a name holds."""

import html
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.ui.widgets.long_label import LongLabel

_LONGEST = 2000  # characters of a label; whoever copies gets the whole
_LONGEST_BROKEN = 500  # characters of a text with such words: it takes a line for each few of them
_LONGEST_WORD = 15  # of which every label has room; a longer one, such as an e-mail address, may have to be broken

Line = tuple[str, str, str]
"""A label, what stands beside it, and its tone (empty: none)."""


def plain_label(text: str = "", *, heading: str = "", tone: str = "", selectable: bool = False) -> QLabel:
    """Return a label of plain text that wraps; `heading` and `tone` are properties that the style sheet knows."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(shortened(text))
    label.setWordWrap(True)
    if heading:
        label.setProperty("heading", heading)
    if tone:
        label.setProperty("tone", tone)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        label.setToolTip(tool_tip(text))  # a long word without a gap is cut, not wrapped
    return label


def tool_tip(text: str) -> str:
    """Return a text as a tool tip shows it as it is: Qt draws as HTML what looks like it, and this does."""
    return f"<p>{html.escape(shortened(text))}</p>" if text else ""


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Return a text as far as it is shown: to lay out hundreds of thousands of characters takes seconds."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def name_field(field: QWidget, name: str) -> None:
    """Name a field for assistive technology, and what inside of it takes the keys."""
    field.setAccessibleName(name)
    inside: list[QWidget | None]
    if isinstance(field, QComboBox):
        inside = [field.lineEdit(), field.view()]
    elif isinstance(field, QAbstractSpinBox):
        inside = [field.lineEdit()]
    else:  # it takes a while, the first time: PySide makes the classes of all that it comes across
        inside = [*field.findChildren(QLineEdit), *field.findChildren(QAbstractItemView)]
    for one in filter(None, inside):
        one.setAccessibleName(name)


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Change a property that the style sheet looks at, and have the widget drawn by it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def card(title: str, content: QLayout) -> QFrame:
    """Return a card with a small title over its content."""
    frame = QFrame()
    frame.setProperty("card", True)
    inside = QVBoxLayout(frame)
    inside.setContentsMargins(16, 12, 16, 12)
    inside.setSpacing(8)
    inside.addWidget(plain_label(title.upper(), heading="section"))
    inside.addLayout(content)
    return frame


def lines_grid(lines: Iterable[Line], *, narrow: bool = False) -> QLayout:
    """Return lines under each other, labels in a column of their own; `narrow`: no wider than they need."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(1, 1)
    if not narrow:
        grid.setColumnMinimumWidth(0, 88)
    for label, value, tone in lines:
        title = plain_label(label, tone="dim")
        title.setWordWrap(False)
        row = grid.rowCount()
        grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_value(value, tone), row, 1, Qt.AlignmentFlag.AlignTop)
    return grid


def _value(text: str, tone: str) -> QLabel:
    if max(map(len, text.split()), default=0) <= _LONGEST_WORD:
        return plain_label(text, tone=tone, selectable=True)

    label = LongLabel(shortened(text, _LONGEST_BROKEN))
    label.setToolTip(tool_tip(text))
    if tone:
        label.setProperty("tone", tone)
    return label
