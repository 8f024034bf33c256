"""The small answer in `resources/samples/`: read by tests, shown by the demo and the README."""

import json
from types import SimpleNamespace

from app.domain.manifests import Manifest, Provider, Shipment
from app.domain.resources import resource

MANIFESTS = json.loads(resource("samples", "manifests.json").read_text("utf-8"))


def test_every_shipment_of_the_sample_can_be_read() -> None:
    for manifest in MANIFESTS:
        Manifest.model_validate({key: value for key, value in manifest.items() if key != "envios"})
    read = [Shipment.model_validate(fields) for manifest in MANIFESTS for fields in manifest["envios"]]
    assert len({shipment.number for shipment in read}) == 6
    assert {shipment.status_id for shipment in read} == {"2", "3", "4", "11", "24"}
    assert {shipment.provider_data.provider for shipment in read if shipment.provider_data} == set(Provider)


def test_the_demo_carrier_answers_with_the_sample_on_every_day(carrier: SimpleNamespace) -> None:
    assert carrier.manifests("MUESTRA") == MANIFESTS
    assert carrier.manifests("MUESTRA", "2024-02-29") == MANIFESTS
