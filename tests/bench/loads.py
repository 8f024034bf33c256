"""Loads a day's answer from memory in the real window, as if the carrier had sent it."""

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.board.reading.reader import Reader
from app.bootstrap.desk import Desk
from app.domain.days import LoadSummary
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file.opening import FILE_NAME
from tests.bench.days import DAY, answer_bytes
from tests.bench.load_process import ANSWER
from tests.bench.windows import Watch, desk_on

CHANGED = 0.02
"""The share of shipments that have another status when the day is loaded again."""

_SETTLED_MS = 500
_STATUS = re.compile(rb'"idEstadoEnvio":"[^"]*","estadoEnvio":"[^"]*"')
_DELIVERED = '"idEstadoEnvio":"3","estadoEnvio":"Entregado {}"'


def answer_in(folder: Path, shipments: int) -> bytes:
    """Return the answer of a day of so many shipments; it is made once."""
    file = folder / f"{shipments}.json"
    if not file.exists():
        file.write_bytes(answer_bytes(shipments))
    return file.read_bytes()


def changed(body: bytes, turn: int) -> bytes:
    """Return the answer as it may be some minutes later: one status in fifty is another one, each time elsewhere."""
    rng = random.Random(turn)
    other = _DELIVERED.format(turn).encode()
    return _STATUS.sub(lambda status: other if rng.random() < CHANGED else status[0], body)


@contextmanager
def desk_before_the_carrier(folder: Path) -> Iterator[Desk]:
    """Open the window on the day before anything of it was loaded; what is in the folder already stays."""
    folder.mkdir(parents=True, exist_ok=True)
    with desk_on(folder, base_url="http://127.0.0.1:9") as desk:
        yield desk


@dataclass(frozen=True)
class Loaded:
    """What a load found, after how many seconds it was shown, and how long the window stood still at most in them."""

    summary: LoadSummary
    seconds: float
    late: float


def load(desk: Desk, body: bytes | Path) -> Loaded:
    """Load the day on the desk out of these bytes or those of a file, until it is shown."""
    answer = desk._place.database.with_name(ANSWER)
    answer.unlink(missing_ok=True)
    if isinstance(body, Path):
        answer.symlink_to(body.absolute())
    else:
        answer.write_bytes(body)
    current_day, page = desk.window.current_day, desk.window.tabs.page
    found: list[LoadSummary] = []
    loop, watch = QEventLoop(), Watch()

    def end() -> None:
        if found:
            loop.quit()

    connections = current_day.load_ended.connect(found.append), page.rows_shown.connect(end)
    began = time.perf_counter()
    with watch.over():
        current_day.load()
        loop.exec()
        QApplication.processEvents()
    seconds = time.perf_counter() - began
    for connection in connections:
        QObject.disconnect(connection)
    assert isinstance(found[0], LoadSummary)
    assert len(page.model.ids) == found[0].shipments
    return Loaded(found[0], seconds, watch.worst)


def settle() -> None:
    """Have the window do what waited until the benchmark itself was done with its own work: it is none of a load's."""
    loop = QEventLoop()
    QTimer.singleShot(_SETTLED_MS, loop.quit)
    loop.exec()


def see_searchable(desk_folder: Path, words: str, most: int) -> None:
    """See that the search finds some of the shipments, and not all of them."""
    with Reader.opened(desk_folder / FILE_NAME) as reader:
        found = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY, search=words), date.today())  # noqa: DTZ011 - any day
    assert 0 < len(found) < most
