"""The list of an export's columns, in which they are chosen and ordered."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import line_height, scaled
from app.ui.widgets.layouts import in_column, in_row

_ROWS_SEEN = 5
_KEY = Qt.ItemDataRole.UserRole


class _Columns(QListWidget):
    """Reports Alt with an arrow, which moves the current row."""

    move_asked = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_asked.emit(step)
        else:
            super().keyPressEvent(event)


class ExportColumns(QWidget):
    """Check boxes that are ordered by dragging, by Alt and an arrow, or by the buttons beside the list."""

    changed = Signal()
    reset_asked = Signal()

    def __init__(self, titles: dict[str, str]) -> None:
        super().__init__()
        self._titles = titles
        self.list = _Columns()
        self.list.setAccessibleName(self.tr("Columns to export"))
        self.list.setToolTip(with_system_keys(self.tr("Space chooses a column, Alt+↑ and Alt+↓ move it.")))
        self.list.setProperty("field", True)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.up = self._button(self.tr("Move up"), lambda: self.move_current(-1))
        self.down = self._button(self.tr("Move down"), lambda: self.move_current(1))
        self.reset = self._button(self.tr("As on the screen"), self.reset_asked.emit)
        self.list.move_asked.connect(self.move_current)
        buttons = in_column(self.up, self.down, self.reset, 1, spacing=8)
        in_row((self.list, 1), buttons, on=self, margins=(22, 0, 0, 0), spacing=12)
        self.list.itemChanged.connect(self.changed)
        self.list.model().rowsMoved.connect(self.changed)
        self.list.model().rowsInserted.connect(self.changed)  # this is how Qt drops a dragged row

    def _button(self, text: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, autoDefault=False)
        button.clicked.connect(lambda: act())
        return button

    def changeEvent(self, event: QEvent) -> None:
        """Return a height for a fixed number of rows, whatever their height in this style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def _fit(self) -> None:
        height = self.list.sizeHintForRow(0) if self.list.count() else 0
        self.list.setFixedHeight(
            max(height * min(self.list.count(), _ROWS_SEEN) + 2 * self.list.frameWidth(), scaled(96))
        )

    def show_choice(self, columns: Sequence[tuple[str, bool]]) -> None:
        """Show these columns in their order, the chosen ones checked; all others follow, unchecked."""
        known = [(key, chosen) for key, chosen in columns if key in self._titles]
        named = {key for key, _ in known}
        self.list.clear()
        for key, chosen in [*known, *((key, False) for key in self._titles if key not in named)]:
            item = QListWidgetItem(self._titles[key])
            item.setData(_KEY, key)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsUserCheckable
                | Qt.ItemFlag.ItemIsDragEnabled
            )
            item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
            item.setSizeHint(QSize(0, line_height(28)))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._fit()
        self.changed.emit()

    def choice(self) -> list[tuple[str, bool]]:
        """Return all columns in their order: key, and whether it is chosen."""
        items = map(self.list.item, range(self.list.count()))
        return [(item.data(_KEY), item.checkState() is Qt.CheckState.Checked) for item in items]

    @Slot(int)
    def move_current(self, step: int) -> None:
        """Move the column under the cursor up or down."""
        row = self.list.currentRow()
        if 0 <= row < self.list.count() and 0 <= row + step < self.list.count():
            item = self.list.takeItem(row)
            self.list.insertItem(row + step, item)
            self.list.setCurrentRow(row + step)
