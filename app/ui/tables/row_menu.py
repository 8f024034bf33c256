"""The context menu of a cell: open the row, act on it, filter by the value, copy."""

from collections.abc import Sequence
from enum import Enum, auto

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.formulas import pasteable
from app.domain.views.queries import ValueFilter
from app.ui.appearance.shown_texts import key_text
from app.ui.cells.table_model import RowsModel


class RowAct(Enum):
    """The actions on rows that can be followed up."""

    ACKNOWLEDGE = auto()
    NOTE = auto()
    SUMMARY = auto()
    TAKE = auto()
    RELEASE = auto()
    SEEN = auto()


class RowMenu(QMenu):
    """Made anew each time, and deleted once it is closed."""

    open_asked = Signal()
    act_asked = Signal(object)
    """The `RowAct` that was chosen."""
    filter_asked = Signal(object)
    """The `ValueFilter` that was chosen."""
    copy_asked = Signal()
    """The selected rows are to be copied."""
    titled_copy_asked = Signal()
    """They are to be copied with the titles of their columns."""

    def __init__(
        self, rows: RowsModel, index: QModelIndex, selected: Sequence[int], open_text: str, parent: QWidget
    ) -> None:
        """Make the menu of a cell; values are copied of all `selected` rows, if its own is one of them."""
        super().__init__(parent)
        self._selected = selected if index.row() in selected else (index.row(),)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rows = rows
        self.addAction(open_text).triggered.connect(self.open_asked)
        self._add_acts()
        self.addSeparator()
        self._add_filters(index)
        self.addSeparator()
        self._add_copies(index.row())
        self.addSeparator()

    def add_column_menu(self) -> QMenu:
        """Add the menu of the column, for the header to fill."""
        return self.addMenu(self.tr("Column"))

    def _add_acts(self) -> None:
        if not self._rows.has("failure"):
            return
        for act, text, key in (
            (RowAct.ACKNOWLEDGE, self.tr("Acknowledge…"), "Ctrl+Return"),
            (RowAct.NOTE, self.tr("Add note"), "F2"),
            (RowAct.TAKE, self.tr("Assign to me"), ""),
            (RowAct.RELEASE, self.tr("Assign to nobody"), ""),
            (RowAct.SUMMARY, self.tr("Copy summary"), ""),
            (RowAct.SEEN, self.tr("Mark as seen"), ""),
        ):
            shown = key_text(QKeySequence(key))
            action = self.addAction(
                f"{text}\t{shown}" if shown else text
            )  # a real shortcut would also be active in the window
            action.triggered.connect(lambda _checked=False, act=act: self.act_asked.emit(act))

    def _add_filters(self, index: QModelIndex) -> None:
        column = self._rows.columns[index.column()]
        value = self._rows.value(index.row(), column.key)
        shown = _short(self._rows.formats.cell(column, value) or self.tr("(empty)"))
        for text, is_excluded in (
            (self.tr("Filter by “{value}”"), False),
            (self.tr("Exclude “{value}”"), True),
        ):
            chosen = ValueFilter(column.key, value, exclude=is_excluded)
            self.addAction(text.format(value=shown)).triggered.connect(
                lambda _checked=False, chosen=chosen: self.filter_asked.emit(chosen)
            )

    def _add_copies(self, row: int) -> None:
        for key, text in (
            ("number", self.tr("Copy number")),
            ("numbers", self.tr("Copy tracking numbers")),
            ("recipient_phone", self.tr("Copy phone")),
            ("contact_phone", self.tr("Copy phone")),
            ("recipient_address", self.tr("Copy address")),
            ("address", self.tr("Copy address")),
            ("visit_id", self.tr("Copy visit number")),
            ("raw", self.tr("Copy as sent")),
        ):
            if self._rows.has(key) and self._rows.text(row, key) is not None:
                self.addAction(text).triggered.connect(lambda _checked=False, key=key: self._copy_values(key))
        self.addAction(self.tr("Copy rows")).triggered.connect(self.copy_asked)
        self.addAction(self.tr("Copy rows with titles")).triggered.connect(self.titled_copy_asked)

    def _copy_values(self, key: str) -> None:
        """Copy a column's value of each row, one a line."""
        found = [text for row in self._selected if (text := self._rows.text(row, key)) is not None]
        if key in ("recipient_phone", "contact_phone"):
            found = [self._rows.formats.phone(text) for text in found]
        QGuiApplication.clipboard().setText("\n".join(found if key == "raw" else map(pasteable, found)))


def _short(text: str) -> str:
    shown = text.replace("&", "&&")
    return shown if len(shown) <= 40 else shown[:39] + "…"
