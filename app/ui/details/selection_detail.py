"""What the detail shows while several rows are selected: how many, and what can be done with all of them."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.ui.widgets.labels import card, plain_label


class SelectionDetailBuilder(QObject):
    """Builds the widgets of a selection."""

    def __init__(self, follow_up: Callable[[], object], export: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._acts = (
            (self.tr("Acknowledge…"), self.tr("Reason, next step, call and note for all that failed."), follow_up),
            (self.tr("Export…"), self.tr("The selected rows alone, as a file."), export),
        )

    def build(self, rows: int) -> list[QWidget]:
        """Return the widgets for so many rows."""
        column = QVBoxLayout()
        column.setSpacing(6)
        for text, explained, act in self._acts:
            button = QPushButton(text)
            button.setAccessibleDescription(explained)
            button.clicked.connect(lambda _checked=False, act=act: act())
            column.addWidget(button)
            column.addWidget(plain_label(explained, tone="dim"))
        title = plain_label(self.tr("%Ln row(s) selected", "", rows), heading="title")
        return [title, card(self.tr("For all of them"), column)]
