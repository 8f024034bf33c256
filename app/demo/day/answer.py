"""JSON of a day as the demo carrier answers it."""

import json
from collections.abc import Iterator, Sequence

from app.demo.day.day import DayPlan, PlannedManifest
from app.demo.day.routes import Parcel


def answer(plan: DayPlan, closed: int) -> Iterator[bytes]:
    """Yield the JSON array of a day after `closed` visits have closed, one manifest per piece."""
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
