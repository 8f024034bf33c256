"""The filters by value that are on, as chips: what is filtered out is never a secret."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QToolButton, QWidget

from app.desk.flow_layout import FlowLayout
from app.desk.table_model import RowsModel
from app.domain.queries import ValueFilter


class FilterBar(QFrame):
    """Hidden while there is no filter."""

    removed = Signal(object)
    cleared = Signal()

    def __init__(self, model: RowsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._row = FlowLayout(self, margin=8, spacing=8)
        self.hide()

    def show_filters(self, filters: tuple[ValueFilter, ...]) -> None:
        """Show a chip for each filter, and a way to be rid of all."""
        self._row.clear()
        for one in filters:
            chip = QToolButton()
            chip.setProperty("chip", True)
            text = self.describe(one)
            chip.setText(text.replace("&", "&&") + "  ✕")
            chip.setAccessibleName(self.tr("Remove filter {filter}").format(filter=text))
            chip.clicked.connect(lambda _checked=False, one=one: self.removed.emit(one))
            self._row.addWidget(chip)
        if filters:
            clear = QPushButton(self.tr("Clear filters"), flat=True)
            clear.clicked.connect(self.cleared)
            self._row.addWidget(clear)
        self.setVisible(bool(filters))

    def describe(self, one: ValueFilter) -> str:
        """Return a filter in words."""
        position = self._model.position(one.key)
        value = self._model.formats.cell(self._model.columns[position], one.value) or self.tr("(empty)")
        shown = value if len(value) <= 40 else value[:39] + "…"
        return f"{self._model.title(one.key)} {'≠' if one.exclude else ':'} {shown}".replace(" :", ":")
