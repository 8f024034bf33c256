"""Loads a day's answer from memory in the real window, as if the carrier had sent it."""

import random
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import date
from mmap import mmap
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.board.reading.reader import Reader
from app.bootstrap.desk import Desk
from app.carrier import client
from app.domain.days import LoadSummary
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file.opening import FILE_NAME
from tests.bench.days import DAY, answer_bytes
from tests.bench.windows import Watch, desk_on

CHANGED = 0.02
"""The share of shipments that have another status when the day is loaded again."""

_SETTLED_MS = 500
_PIECE = 1 << 16
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


def load(desk: Desk, body: bytes | mmap) -> Loaded:
    """Load the day on the desk out of these bytes, until it is shown."""
    current_day, page = desk.window.current_day, desk.window.tabs.page
    found: list[LoadSummary] = []
    loop, watch = QEventLoop(), Watch()

    def end() -> None:
        if found:
            loop.quit()

    connections = current_day.load_ended.connect(found.append), page.rows_shown.connect(end)
    began = time.perf_counter()
    with _in_hand(body), watch.over():
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


@contextmanager
def _in_hand(body: bytes | mmap) -> Iterator[None]:
    """Have the client find the answer in hand instead of asking for it; all that it does with it is as ever."""

    @asynccontextmanager
    async def ask(_request: object, _timeout_seconds: float) -> AsyncIterator[_Answer]:
        yield _Answer(body)

    asked, client.ask = client.ask, ask  # type: ignore[assignment, attr-defined]  # what it uses of an answer is here
    try:
        yield
    finally:
        client.ask = asked  # type: ignore[attr-defined]


class _Answer:
    """What the client uses of an answer whose head has arrived."""

    status = 200
    location = charset = other_compression = ""

    def __init__(self, body: bytes | mmap) -> None:
        self._body, self.total, self.received = memoryview(body), len(body), 0

    async def next_piece(self) -> bytes:
        piece = self._body[self.received : self.received + _PIECE]
        self.received += len(piece)
        return bytes(piece)
