"""Reads a store as a desk does, while its standard input is open: `python -m tests.faults.damage.reader PATH`.

Prints a line for each read: the number of visits, or `failed`. Any error but a `StoreError` ends it.
"""

import sys
from datetime import date
from pathlib import Path
from threading import Thread

from app.board.reading.reader import Reader
from app.domain.errors import StoreError
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from tests.temporary_store import DAY

_PAUSE_SECONDS = 0.02


def look_on(path: Path) -> None:
    """Read until standard input closes, and once more."""
    waiting = Thread(target=sys.stdin.read, daemon=True)
    waiting.start()
    with Reader.opened(path) as reader:
        while waiting.is_alive():
            print(_seen(reader, DAY.date), flush=True)  # noqa: T201 - read by the parent process
            waiting.join(_PAUSE_SECONDS)
        print(_seen(reader, DAY.date), flush=True)  # noqa: T201


def _seen(reader: Reader, today: date) -> int | str:
    try:
        for table in (Table.SHIPMENTS, Table.NOTIFICATIONS, Table.VISITS):  # of the board, of the facts, of both
            ids = reader.row_ids(RowQuery(table, DAY), today)
            reader.cells(table, ids)
        return len(ids)
    except StoreError:
        return "failed"


if __name__ == "__main__":
    look_on(Path(sys.argv[1]))
