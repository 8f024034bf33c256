"""The carrier's answer: a day as JSON, manifest by manifest."""

import json
from collections.abc import Iterator, Sequence

from app.demo.day.day import DayPlan, PlannedManifest
from app.demo.day.routes import Parcel


def answer(plan: DayPlan, closed: int) -> Iterator[bytes]:
    """Yield the pieces of the JSON array that shows a day after so many closings, one manifest in each."""
    separator = b"["
    for manifest, parcels in plan.listed(closed):
        yield separator + _manifest(plan.carrier, manifest, parcels)
        separator = b",\n"
    yield b"]"


def _manifest(carrier: str, manifest: PlannedManifest, parcels: Sequence[tuple[Parcel, str]]) -> bytes:
    fields = {
        "idPlanillaReparto": manifest.number,
        "estado": manifest.status,
        "codigoCarrier": carrier,
        "fechaCreacion": manifest.created_at.isoformat(timespec="seconds"),
    }
    shipments = b",".join(parcel.text.with_status(status_id) for parcel, status_id in parcels)
    return json.dumps(fields)[:-1].encode() + b',"envios":[' + shipments + b"]}"
