"""Labels that show data as plain text, never as HTML."""

import html
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from app.ui.appearance.theme import scaled
from app.ui.widgets.wrapping import WrappingLabel

_LONGEST = 2000  # characters that a label shows; copying gives all
_LONGEST_BROKEN = 500  # characters of a text with a word that takes many lines
_LONGEST_WORD = 100  # characters of a word that is shown whole, which any number and any e-mail address have room in
_LEAST_VALUE = 72
"""Pixels that a value keeps beside a long title."""

Line = tuple[str, str, str]
"""A label, its value, and the tone of the value (may be empty)."""


def plain_label(text: str = "", *, heading: str = "", tone: str = "", selectable: bool = False) -> WrappingLabel:
    """Return a wrapping plain-text label; `heading` and `tone` are properties of the style sheet.

    `selectable` if the text is data, which is never wider than its room.
    """
    has_long_word = max(map(len, text.split()), default=0) > _LONGEST_WORD
    label = WrappingLabel(shortened(text, _LONGEST_BROKEN if has_long_word else _LONGEST))
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
    column = QVBoxLayout(frame)
    column.setContentsMargins(16, 12, 16, 12)
    column.setSpacing(8)
    column.addWidget(plain_label(title.upper(), heading="section"))
    column.addLayout(content)
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
