"""Lines of labels and values that change in place."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.ui.appearance.theme import Theme
from app.ui.widgets.copy_button import CopyButton, CopyIcons
from app.ui.widgets.labels import plain_label, restyle


class ValueLines(QWidget):
    """A grid of labels and values, some with a button. A line without a value is hidden."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = CopyIcons.of(theme)
        self._values: dict[str, QLabel] = {}
        self._lines: dict[str, list[QWidget]] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)

    def add(self, key: str, title: str, *, can_copy: bool = False, beside: QWidget | None = None) -> None:
        """Add a line, hidden until it has a value, with a copy button or another widget beside it."""
        label = plain_label(title, tone="dim")
        value = plain_label(selectable=True)
        label.setWordWrap(False)
        if can_copy:
            beside = CopyButton(title, value.text, self._icons)
        row = self._grid.rowCount()
        at = Qt.AlignmentFlag.AlignVCenter if beside is not None else Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(label, row, 0, at)
        self._grid.addWidget(value, row, 1, 1, 1 if beside is not None else 2, at)
        self._lines[key] = [label, value]
        self._values[key] = value
        if beside is not None:
            self._grid.addWidget(beside, row, 2, at)
            self._lines[key].append(beside)
        for widget in self._lines[key]:
            widget.hide()

    def show_fact(self, key: str, text: str, tone: str = "") -> None:
        """Show a value; an empty one hides the line."""
        value = self._values[key]
        if value.text() != text:
            value.setText(text)
        restyle(value, "tone", tone)
        for widget in self._lines[key]:
            widget.setVisible(bool(text))

    def fact(self, key: str) -> str:
        """Return the value of a line; empty if it is hidden."""
        return self._values[key].text()
