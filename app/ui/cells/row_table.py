"""What all tables of the window have in common: they list rows, in which nothing is edited."""

from PySide6.QtWidgets import QAbstractItemView, QTableView


def list_rows(table: QTableView) -> None:
    """Have a table list rows, which are selected whole: without a grid and row titles, and Tab leaves it.

    Call it once the table has its viewport.
    """
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
    # The text of a cell at the edge says that it goes on, so its pixels cannot be moved when the table is scrolled.
    table.horizontalScrollBar().valueChanged.connect(table.viewport().update)
