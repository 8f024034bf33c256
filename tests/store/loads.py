"""Two answers for one day, and what a reader sees of it."""

import json
from datetime import datetime
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.contract.manifests import Manifest, ReceivedManifest, ReceivedShipment, Shipment
from app.domain.days import CarrierAnswer, Day, LoadSummary
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.loads.day_answer import DayAnswer
from app.store.save_day import save_day
from app.store.writer import Writer
from tests.temporary_store import DAY, ListedDay, envio

DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FIRST: ListedDay = {
    9001: [envio("A1"), envio("A2", destinatario="Antes"), envio("A3"), envio("A4"), envio("A4", peso=1)],
    9002: [envio("B1"), envio("B2"), envio("A1")],
    9003: [envio("C1")],
}
SECOND: ListedDay = {
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


def fill(received: DayAnswer, answer: ListedDay) -> DayAnswer:
    """Hand over an answer as the manifest client does."""
    for position, (number, envios) in enumerate(answer.items()):
        head = {"idPlanillaReparto": number, "estado": "VIG"}
        received.take_manifest(ReceivedManifest(position, Manifest.model_validate(head), json.dumps(head)))
        received.take_shipments(
            [ReceivedShipment(position, Shipment.model_validate(one), json.dumps(one)) for one in envios]
        )
    return received


def say(writer: Writer, day: Day, said: CarrierAnswer, asked_at: datetime) -> LoadSummary:
    """Have the carrier say that there is nothing, or no day."""
    return save_day(writer, DayAnswer(writer.path, day), asked_at, said)


def shown(path: Path, *, with_ids: bool = True) -> dict[str, object]:
    """Return all that a reader can find out about days; without ids not why a row says it, which names other rows."""
    with Reader.opened(path) as reader, reader.snapshot():
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
