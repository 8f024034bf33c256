"""Two answers for one day, what a reader sees of it, and a writer that can be stopped between two pieces of work.

As a program (`FILE STOP`) it loads the second answer, and stands still for good in the transaction of that number.
"""

import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

from app.domain.answers import ReceivedManifest, ReceivedShipment
from app.domain.columns import Table
from app.domain.manifests import Manifest, Shipment
from app.domain.queries import RowQuery
from app.store import ahead, matching, staging
from app.store.reader import Reader
from app.store.staging import StagedAnswer
from app.store.writer import Work, Writer
from tests.store.conftest import DAY, Answer, Store, envio

T = TypeVar("T")

DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FIRST: Answer = {
    9001: [envio("A1"), envio("A2", destinatario="Antes"), envio("A3"), envio("A4"), envio("A4", peso=1)],
    9002: [envio("B1"), envio("B2"), envio("A1")],
    9003: [envio("C1")],
}
SECOND: Answer = {
    9004: [envio("D1"), envio("D2"), envio("B2")],  # B2 has moved, and D1 and D2 are new with their manifest
    9001: [
        envio("A1", **DELIVERED),
        envio("A2", destinatario="Despues"),
        envio("N1", destinatario="Nueva"),
        envio("A3", **DELIVERED),
        envio("A4"),  # and no longer twice
    ],
    9002: [envio("B1", **DELIVERED), envio("N2"), envio("N3"), envio("A1", telefonoDest="300 111")],
}  # and C1 is gone with its manifest
WORDS = ("a1", "antes", "despues", "nueva", "d2", "300111", "A4", "n")


def in_small_slices() -> None:
    """Have loads work in slices of two or three shipments."""
    ahead.SLICE, staging.SLICE, matching.CACHED_SLICE = 2, 3, 3


def fill(staged: StagedAnswer, answer: Answer) -> StagedAnswer:
    """Hand over an answer as the manifest client does."""
    for position, (number, envios) in enumerate(answer.items()):
        head = {"idPlanillaReparto": number, "estado": "VIG"}
        staged.take_manifest(ReceivedManifest(position, Manifest.model_validate(head), json.dumps(head)))
        staged.take_shipments(
            [ReceivedShipment(position, Shipment.model_validate(one), json.dumps(one)) for one in envios]
        )
    return staged


def shown(path: Path, *, with_ids: bool = True) -> dict[str, object]:
    """Return all that a reader can find out about days; without ids not why a row says it, which names other rows."""
    with Reader.opened(path) as reader:
        found = {word: RowQuery(Table.SHIPMENTS, DAY, search=word) for word in WORDS}
        details = [reader.shipment(one) for one in reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)]
        manifests = [reader.manifest(one) for one in reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)]
        return {
            "carriers": reader.carriers(),
            "days": reader.loaded_days(DAY.date, DAY.date),
            "state": reader.day_state(DAY),
            "counts": reader.view_counts(DAY, DAY.date),
            "exported": list(reader.exported_shipments(DAY.date, None, with_documents=True)),
            "found": {
                word: [row[5:8] for row in reader.exported_rows(Table.SHIPMENTS, reader.row_ids(query, DAY.date))]
                for word, query in found.items()
            },
            "shipments": [
                (one.cells, one.history, with_ids and one.why, one.raw, one.visits) for one in details if one
            ],
            "manifests": [(one.cells, one.raw) for one in manifests if one],
        }


class SteppingWriter(Writer):
    """Tells of every piece of work: in the writer's thread before a transaction ends, and between two pieces."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.within: Callable[[], object] = lambda: None
        self.between: Callable[[], object] = lambda: None

    def write(self, work: Work[T]) -> T:
        def told(db: object) -> T:
            result = work(db)  # type: ignore[arg-type]  # a connection
            self.within()
            return result

        try:
            return super().write(told)
        finally:
            self.between()

    def stage(self, work: Work[T]) -> T:
        try:
            return super().stage(work)
        finally:
            self.between()


def main(path: Path, stop: int) -> None:
    """Load the second answer as far as told."""
    in_small_slices()
    transactions = count()

    def stand_still() -> None:
        if next(transactions) == stop:
            print("stands still", flush=True)  # noqa: T201
            sys.stdin.read()

    with SteppingWriter(path) as writer:
        store = Store(writer)
        store.minute = 1
        writer.within = stand_still
        store.load(SECOND)
    print("done", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
