"""The button that copies the number under the pointer."""

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QHoverEvent
from PySide6.QtWidgets import QTableView, QToolButton

from app.domain.formulas import pasteable
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import CELL_PADDING, Theme, scaled
from app.ui.cells.table_model import RowsModel
from app.ui.widgets.labels import tool_tip

_PHONES = ("recipient_phone", "contact_phone")
_COPIED = ("number", "visit_id", *_PHONES)
"""The columns whose values are copied one by one."""
_ICON, _SIDE = 14, 18


class CopyHere(QToolButton):
    """Stands behind a number or a telephone while the pointer is over its cell, and covers nothing of it."""

    copied = Signal(str)
    """What is on the clipboard now, in words."""

    def __init__(self, view: QTableView, rows: RowsModel, theme: Theme) -> None:
        super().__init__(view.viewport())
        self._view, self._rows = view, rows
        self._at = QPersistentModelIndex()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+C and the menu do the same
        self.setIcon(icon("copy", theme.dim))
        self.setIconSize(QSize(scaled(_ICON), scaled(_ICON)))
        self.setFixedSize(scaled(_SIDE), scaled(_SIDE))
        self.setProperty("inCell", True)
        self.setAccessibleName(self.tr("Copy"))
        self.setToolTip(tool_tip(self.accessibleName()))
        self.hide()
        self.clicked.connect(self._copy)
        view.viewport().installEventFilter(self)
        for bar in (view.verticalScrollBar(), view.horizontalScrollBar()):
            bar.valueChanged.connect(self.hide)
        for changed in (rows.rowsInserted, rows.modelReset):
            changed.connect(self.hide)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pointer."""
        if isinstance(event, QHoverEvent):
            at = event.position().toPoint()
            if event.type() == QEvent.Type.HoverLeave:
                self.hide()
            elif not (self.isVisible() and self.geometry().contains(at)):
                self._follow(at)
        return super().eventFilter(watched, event)

    def _follow(self, at: QPoint) -> None:
        index = self._view.indexAt(at)
        key = self._rows.columns[index.column()].key if index.isValid() else ""
        if key not in _COPIED or self._rows.text(index.row(), key) is None:
            self.hide()
            return
        self._at, cell = QPersistentModelIndex(index), self._view.visualRect(index)
        behind = cell.left() + self._view.sizeHintForIndex(index).width() - CELL_PADDING
        self.move(min(behind, cell.right() - self.width()) + 1, cell.top() + (cell.height() - self.height()) // 2)
        self.show()

    @Slot()
    def _copy(self) -> None:
        if not self._at.isValid():
            return
        key = self._rows.columns[self._at.column()].key
        text = self._rows.text(self._at.row(), key) or ""
        text = self._rows.formats.phone(text) if key in _PHONES else text
        QGuiApplication.clipboard().setText(pasteable(text))
        self.copied.emit(self.tr("{text} is on the clipboard.").format(text=text))
