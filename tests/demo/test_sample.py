"""The samples in `tests/samples/`, which tests read."""

import json
from pathlib import Path

from app.domain.contract.manifests import Manifest, Provider, Shipment
from app.domain.contract.notifications import read_notification
from app.domain.contract.statuses import VISIT_STATES

SAMPLES = Path(__file__).parents[1] / "samples"
MANIFESTS = json.loads((SAMPLES / "manifests.json").read_text("utf-8"))
NOTIFICATIONS = json.loads((SAMPLES / "notifications.json").read_text("utf-8"))


def test_every_shipment_of_the_sample_can_be_read() -> None:
    for manifest in MANIFESTS:
        Manifest.model_validate({key: value for key, value in manifest.items() if key != "envios"})
    read = [Shipment.model_validate(fields) for manifest in MANIFESTS for fields in manifest["envios"]]
    assert len({shipment.number for shipment in read}) == 6
    assert {shipment.status_id for shipment in read} == {"2", "3", "4", "11", "24"}
    assert {shipment.provider_data.provider for shipment in read if shipment.provider_data} == set(Provider)


def test_every_notification_of_the_sample_can_be_read() -> None:
    read = [read_notification(json.dumps(fields).encode()) for fields in NOTIFICATIONS]
    assert {one.change.event for one in read} == {"visita_estado_cambio"}
    assert {one.change.status for one in read} == set(VISIT_STATES)
    assert [one.change.at for one in read] == sorted({one.change.timestamp for one in read})
    assert {len(one.visit.tracking_numbers) for one in read} == {0, 1, 2}


def test_the_notifications_are_of_the_samples_shipments_but_for_one() -> None:
    read = [read_notification(json.dumps(fields).encode()) for fields in NOTIFICATIONS]
    listed = {fields["numero"] for manifest in MANIFESTS for fields in manifest["envios"]}
    named = [set(visit.tracking_numbers) or {str(visit.tracking_id)} for _, visit in read]
    assert [numbers <= listed for numbers in named] == [True] * 5 + [False]
    assert [change.visit_id for change, _ in read].count(880004) == 2


def test_the_notifications_show_what_the_contract_leaves_open() -> None:
    visits = [fields["data"] for fields in NOTIFICATIONS]
    assert any(visit.get("contacto", "absent") is None for visit in visits)
    assert any("fotos" not in visit for visit in visits)
    read = [read_notification(json.dumps(fields).encode()).visit for fields in NOTIFICATIONS]
    assert any((visit.check_in_distance_m or 0) > 500 for visit in read)
    assert any((visit.dwell_s or 0) < 0 for visit in read)
    assert sum(visit.location.place is None for visit in read) == 3
