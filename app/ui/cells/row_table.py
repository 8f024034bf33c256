"""What all tables of the window have in common: they list rows, in which nothing is edited."""

from collections.abc import Sequence

from PySide6.QtWidgets import QAbstractItemView, QTableView

_MOST_INSERTS = 8  # more runs than this are treated as a new list


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


def show_whole_rows(table: QTableView, row: int) -> None:
    """Leave to the widget around a table what is too little for a row: Qt would paint a part of one there.

    That widget has a least height of its own: if the rest counted into it, each height would ask for another rest.
    """
    around, height = table.parentWidget(), table.viewport().height()
    if around is not None and height >= row:
        around.setContentsMargins(0, 0, 0, (height + around.contentsMargins().bottom()) % row)


def inserted(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return first and last row of each run of ids that `new` has and `old` lacks.

    None if `new` is not `old` with a few such runs inserted.
    """
    if new[: len(old)] == old:  # fast path: the loop takes a frame for 100,000 rows
        return [(len(old), len(new) - 1)] if len(new) > len(old) else []
    runs: list[tuple[int, int]] = []
    at = 0
    for row, one in enumerate(new):
        if at < len(old) and old[at] == one:
            at += 1
        elif runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        elif len(runs) == _MOST_INSERTS:
            return None
        else:
            runs.append((row, row))
    return runs if at == len(old) else None


def with_new(shown: Sequence[int], ordered: Sequence[int], new: Sequence[int]) -> list[int]:
    """Return the shown ids with the new ones behind those that they follow in an order; the first ones come first."""
    added, behind, last = set(new), dict[int | None, list[int]](), None
    for one in ordered:
        if one in added:
            behind.setdefault(last, []).append(one)
        else:
            last = one
    rows = behind.pop(None, [])
    if not behind:
        return [*rows, *shown]
    for one in shown:
        rows += [one, *behind.get(one, ())]
    return rows
