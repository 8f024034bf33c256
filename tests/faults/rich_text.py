"""Finds texts in a window that Qt would interpret as rich text."""

from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QAbstractItemView, QLabel, QMessageBox, QTextEdit, QWidget

from app.ui.help.manual_page import ManualPage
from app.ui.tables.table_view import RowsView

_MARKS = ("<img", "<b>", "<a ", "<script", "<h1", "<style", "<table")
_MOST_ROWS = 60


def rich_texts(window: QWidget) -> Iterator[str]:
    """Yield a line for each text of a window that is not shown as plain text."""
    for one in [window, *window.findChildren(QWidget)]:
        kind = type(one).__name__
        if isinstance(one, QLabel) and one.text() and not _is_plain(one):
            yield f"{kind} of any format: {one.text()[:80]!r}"
        if isinstance(one, QMessageBox) and one.textFormat() is not Qt.TextFormat.PlainText:
            yield f"{kind} of any format: {one.text()[:80]!r}"
        if isinstance(one, QTextEdit) and not isinstance(one.parent(), ManualPage):  # which holds our own files alone
            yield f"{kind} takes markup: {one.toPlainText()[:80]!r}"
        for tip in (one.toolTip(), one.statusTip(), one.whatsThis()):
            if is_rich_text(tip):
                yield f"tool tip of {kind}: {tip[:80]!r}"
        if isinstance(one, QAbstractItemView) and one.isVisible() and one.model() is not None:
            yield from (f"tool tip in {kind}: {tip[:80]!r}" for tip in _tips(one.model()) if is_rich_text(tip))
        if isinstance(one, RowsView):
            heights = {one.rowHeight(row) for row in range(one.model().rowCount())}
            if len(heights) > 1:
                yield f"rows of {sorted(heights)} pixels"


def _is_plain(label: QLabel) -> bool:
    if label.windowType() is Qt.WindowType.ToolTip:  # Qt's own, open at the moment: it shows what is escaped
        return not is_rich_text(label.text())
    return label.textFormat() is Qt.TextFormat.PlainText


@cache
def is_rich_text(tip: str) -> bool:
    """Return whether Qt would interpret data in a tool tip as markup."""
    if not GuiQt.mightBeRichText(tip):
        return False
    return any(mark in tip.lower() for mark in _MARKS) or "\ufffc" in QTextDocumentFragment.fromHtml(tip).toPlainText()


def _tips(model: QAbstractItemModel) -> Iterator[str]:
    top = QModelIndex()
    columns = model.columnCount(top) if isinstance(model, QAbstractTableModel) else 1
    for row in range(min(model.rowCount(top), _MOST_ROWS)):
        for column in range(columns):
            tip = model.data(model.index(row, column, top), Qt.ItemDataRole.ToolTipRole)
            if isinstance(tip, str):
                yield tip
