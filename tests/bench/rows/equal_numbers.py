"""A day whose shipments all have one number, beside one whose numbers differ."""

import json
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from app.board.reading.reader import Reader
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file.opening import FILE_NAME
from app.store.writer import Writer
from tests.bench.days import DAY, load_day
from tests.bench.row import Compared, Figures, Row, Scale, Target
from tests.database import wait_until_derived

ROW = Row(
    "20,000 shipments that all have one number",
    "20,000 different numbers",
    (
        Target("load", "loaded, derived and searchable", 3, scale=Scale.SECONDS, compared=Compared.TIMES),
        Target("detail", "the detail of one of them", 2, scale=Scale.SECONDS),
    ),
    "",
    rounds=3,
)

_SHIPMENTS = 20_000


def contender(folder: Path) -> Figures:
    """Load equal numbers."""
    return _measured(folder, iter(lambda: "7", ""))


def yardstick(folder: Path) -> Figures:
    """Load different ones."""
    return _measured(folder, map(str, count(10_000_000)))


def _measured(folder: Path, numbers: Iterator[str]) -> Figures:
    sent = [{"numero": next(numbers), "idEstadoEnvio": "2", "estadoEnvio": "En Reparto"} for _ in range(_SHIPMENTS)]
    body = json.dumps([{"idPlanillaReparto": 1, "estado": "VIG", "envios": sent}]).encode()
    with TemporaryDirectory(dir=folder) as own, Writer(Path(own) / FILE_NAME) as writer:
        began = time.perf_counter()
        load_day(writer, body)
        wait_until_derived(writer)
        loaded = time.perf_counter()
        with Reader.opened(writer.path) as reader:
            ids = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)
            assert len(ids) == _SHIPMENTS
            asked = time.perf_counter()
            reader.shipment(ids[_SHIPMENTS // 2])
            return {"load": loaded - began, "detail": time.perf_counter() - asked}
