"""Opens the list of what the provider sends outside the contract."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QHeaderView, QPushButton, QStackedWidget, QTableWidget, QTableWidgetItem

from app.domain.column import Cell
from app.domain.contract.deviations import DeviationRow, shape_text
from app.domain.errors import AppError
from app.domain.formulas import pasteable
from app.domain.views.columns import DEVIATION_COLUMNS
from app.ui.appearance.theme import row_height, scaled
from app.ui.cells.row_table import list_rows
from app.ui.context.window_context import DialogFeature, WindowContext
from app.ui.widgets.empty_state import Emptiness, EmptyState
from app.ui.widgets.fitted_dialog import scaled_room
from app.ui.widgets.labels import CopyButton, CopyIcons, plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_WIDTHS = (110, 200, 330, 150, 110, 110, 70)
_WHAT = 2
_WIDEST = 520
_TIMES = 6
_LEFT, _RIGHT = (
    side | Qt.AlignmentFlag.AlignVCenter for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
)


class DeviationsDialog(QDialog):
    """A table of the deviations, read again whenever it is opened."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._say, self._queries, self._formats = context.say, context.queries, context.formats
        self._rows: Sequence[DeviationRow] = ()
        title = self.tr("What the provider sends outside the contract")
        self.setWindowTitle(title)
        self.resize(scaled_room(self, 1240, 560))
        self.setMinimumSize(scaled_room(self, 480, 240))
        self.table = QTableWidget(0, len(DEVIATION_COLUMNS))
        self.table.setAccessibleName(title)
        self.empty = EmptyState(context.theme)
        self.count = plain_label(tone="dim")
        self.copy = CopyButton(self.tr("all"), self._as_text, CopyIcons.of(context.theme), has_word=True)
        self.copy.setText(self.tr("Copy all"))
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.reject)
        self._lay_out()

    def _lay_out(self) -> None:
        table = self.table
        for place, column in enumerate(DEVIATION_COLUMNS):
            title = QTableWidgetItem(self._say(column.title))
            title.setTextAlignment(_RIGHT if place == _TIMES else _LEFT)
            table.setHorizontalHeaderItem(place, title)
        list_rows(table)
        table.verticalHeader().setDefaultSectionSize(row_height())
        header = table.horizontalHeader()
        for place, width in enumerate(_WIDTHS):
            table.setColumnWidth(place, scaled(width))
        header.setMaximumSectionSize(scaled(_WIDEST))
        header.setSectionResizeMode(_WHAT, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        about = plain_label(
            self.tr(
                "Fields, types and spellings that the contract does not list. What they mean is read all the same, as"
                " far as it can be. Where a field holds data of persons, the example is the shape of the value."
            ),
            tone="dim",
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(table)
        bottom = in_row((self.count, 1), self.copy, self.close_button, spacing=8)
        in_column(about, (self._stack, 1), bottom, on=self, margins=16, spacing=12)

    def refresh(self) -> None:
        """Read the deviations again."""
        asked = self._queries.ask("deviations", lambda rows: rows.deviations())
        asked.succeeded.connect(self._show)
        asked.failed.connect(self._show_failure)

    @Slot(object)
    def _show(self, rows: Sequence[DeviationRow]) -> None:
        self._rows = rows
        self.table.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, text in enumerate(self._shown(row)):
                item = QTableWidgetItem(text)
                item.setToolTip(tool_tip(text))
                if column == _TIMES:
                    item.setTextAlignment(_RIGHT)
                self.table.setItem(place, column, item)
        self.copy.setEnabled(bool(rows))
        self.count.setText(self.tr("%Ln kind(s)", "", len(rows)) if rows else "")
        if rows:
            self.table.setCurrentCell(0, 0)
            self._stack.setCurrentWidget(self.table)
            self.table.setFocus()
            return
        nothing = self.tr("Everything that was loaded and received was as the contract says.")
        self._show_emptiness(Emptiness("check", self.tr("Nothing outside the contract"), nothing))

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        self.copy.setEnabled(False)
        text = self._say(error.user_message)
        self._show_emptiness(Emptiness("warning", self.tr("This cannot be read"), text))

    def _show_emptiness(self, emptiness: Emptiness) -> None:
        self.empty.show_emptiness(emptiness)
        self._stack.setCurrentWidget(self.empty)
        self.close_button.setFocus()

    def _shown(self, row: DeviationRow) -> list[str]:
        shape = shape_text(row.what, row.example)
        said = row._replace(example=self._say(shape)) if shape is not None else row
        return [self._formats.cell(column, cell) for column, cell in zip(DEVIATION_COLUMNS, _cells(said), strict=True)]

    def _as_text(self) -> str:
        """Return the table as text for the clipboard: tab-separated, titles first, and no formulas."""
        titles = [self._say(column.title) for column in DEVIATION_COLUMNS]
        lines = [titles]
        for row in self._rows:
            cells = zip(DEVIATION_COLUMNS, _cells(row), strict=True)
            texts = [self._formats.exact(column, cell).replace("\t", " ") for column, cell in cells]
            lines.append(list(map(pasteable, texts)))
        return "\n".join("\t".join(line) for line in lines)


def _cells(row: DeviationRow) -> tuple[Cell, ...]:
    times = row.first_at.isoformat(), row.last_at.isoformat()
    return (row.source, row.place, row.what, row.example, *times, row.times)


class Deviations(DialogFeature[DeviationsDialog]):
    """Holds the dialog while it is open."""

    @Slot()
    def open(self) -> None:
        """Open the list as it is stored now."""
        dialog = self.dialog or self._held(DeviationsDialog(self._context))
        dialog.refresh()
        dialog.open()
