"""What all tables of the window have in common: they list rows, in which nothing is edited."""

from PySide6.QtWidgets import QAbstractItemView, QTableView


def list_rows(table: QTableView) -> None:
    """Have a table list rows, which are selected whole: without a grid and row titles, and Tab leaves it."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
