"""Labels that show data as it is: never as HTML, whatever a name holds."""

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget


def plain_label(text: str = "", *, heading: str = "", tone: str = "", selectable: bool = False) -> QLabel:
    """Return a label of plain text that wraps; `heading` and `tone` are properties that the style sheet knows."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(True)
    if heading:
        label.setProperty("heading", heading)
    if tone:
        label.setProperty("tone", tone)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        label.setToolTip(html.escape(text))  # a long word without a gap is cut, not wrapped
    return label


def name_field(field: QWidget, name: str) -> None:
    """Name a field for assistive technology, and the line inside of it that takes the keys."""
    field.setAccessibleName(name)
    for line in field.findChildren(QLineEdit):
        line.setAccessibleName(name)


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
