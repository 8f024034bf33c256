import json
from decimal import Decimal

import pytest
import simplejson

from app.carrier.manifest_reader import (
    MOST_LEVELS,
    JsonObject,
    is_too_deep,
    read_manifest,
    read_sent,
    sent_shipment,
)
from app.domain.contract.manifests import ReceivedManifest, ReceivedShipment
from app.domain.days import Skipped, SkipReason

HEAD, _ = read_manifest(4, {"idPlanillaReparto": 7001}, "ANDINA")


def nested(levels: int) -> object:
    value: object = 1
    for level in range(levels):
        value = [value] if level % 2 else {"in": value}
    return value


def read(element: object, head: ReceivedManifest = HEAD) -> ReceivedShipment | Skipped:
    sent = sent_shipment(element, head)
    return sent if isinstance(sent, Skipped) else read_sent(sent, head)[0]


def missed(element: object) -> Skipped:
    found = read(element)
    assert isinstance(found, Skipped)
    return found


@pytest.mark.parametrize("element", [None, True, 5, Decimal("1.5"), "100", [], [{"numero": "1"}]])
def test_a_shipment_is_an_object(element: object) -> None:
    assert missed(element) == Skipped(None, "7001", SkipReason.NOT_AN_OBJECT)


@pytest.mark.parametrize("number", [None, "None", "null", "", "  ", True, [], {"a": 1}])
def test_a_shipment_without_a_number_is_none(number: object) -> None:
    assert missed({"numero": number, "destinatario": []}) == Skipped(None, "7001", SkipReason.NO_NUMBER)


def test_a_shipment_whose_number_is_missing_is_none() -> None:
    assert missed({"destinatario": "Ana"}) == Skipped(None, "7001", SkipReason.NO_NUMBER)


def test_a_shipment_with_fields_that_cannot_be_read_stays_and_is_marked_with_their_names_on_the_wire() -> None:
    element = {"numero": 100, "telefonoDest": ["1"], "valorDeclarado": {"a": 1}, "destinatario": "Ana", "otro": [1]}
    received = read(element)
    assert not isinstance(received, Skipped)
    assert received.shipment.odd_fields == ("telefonoDest", "valorDeclarado")
    assert (received.shipment.number, received.shipment.cells["recipient"]) == ("100", "Ana")
    assert received.shipment.cells["recipient_phone"] is received.shipment.declared_value is None


def test_nesting_is_borne_to_a_limit_and_no_further() -> None:
    assert not is_too_deep({"x": nested(MOST_LEVELS)})
    assert is_too_deep({"x": nested(MOST_LEVELS + 1)})
    received = read({"numero": "1", "x": nested(MOST_LEVELS)})
    assert not isinstance(received, Skipped)
    assert missed({"numero": "1", "x": nested(100_000)}) == Skipped("1", "7001", SkipReason.TOO_DEEP)
    assert missed({"x": nested(100_000)}) == Skipped(None, "7001", SkipReason.TOO_DEEP)


def test_a_shipments_text_has_every_value_as_it_was_sent() -> None:
    sent = '{"numero":"1","a":1.10,"b":123456789012345678901234567890,"c":null,"d":[true,{}],"e":"ñ\\u0000\\n😀"}'
    received = read(simplejson.loads(sent, use_decimal=True))
    assert not isinstance(received, Skipped)
    assert received.raw == sent
    assert received.manifest_position == 4


def test_half_a_surrogate_pair_is_no_text() -> None:
    received = read({"numero": "1", "destinatario": "Ana \ud800", "valorDeclarado": Decimal("1.5")})
    assert not isinstance(received, Skipped)
    assert received.shipment.cells["recipient"] == "Ana ?"
    assert received.raw == '{"numero":"1","destinatario":"Ana ?","valorDeclarado":1.5}'


def test_a_manifest_is_described_without_its_shipments() -> None:
    element: JsonObject = {"idPlanillaReparto": 7, "envios": [{"numero": "1"}], "ruta": Decimal("2.50")}
    received, _ = read_manifest(2, element, "ANDINA")
    assert (received.position, received.manifest.number) == (2, 7)
    assert received.raw == '{"idPlanillaReparto":7,"ruta":2.50}'


def test_what_cannot_be_read_of_a_manifest_is_absent_and_the_rest_is_not() -> None:
    element: JsonObject = {
        "idPlanillaReparto": {"id": 1},
        "estado": "VIG",
        "codigoCarrier": ["C"],
        "fechaCreacion": True,
        "otro": nested(100_000),
    }
    received, _ = read_manifest(0, element, "ANDINA")
    assert received.manifest.number is received.manifest.carrier_code is received.manifest.created_at is None
    assert received.manifest.status == "VIG"
    assert json.loads(received.raw) == {key: value for key, value in element.items() if key != "otro"}
    assert read(None, received) == Skipped(None, None, SkipReason.NOT_AN_OBJECT)


def test_a_shipment_that_took_in_another_one_is_none() -> None:
    taken = {"numero": "8", "idEstadoEnvio": "3"}
    assert missed({"numero": "7", "x": [1, taken]}) == Skipped("7", "7001", SkipReason.NOT_JSON, "envios")
    history = [{"idEstadoEnvio": "2"}, {"idEstadoEnvio": "3"}]
    assert isinstance(read({"numero": "7", "historial": history, "piezas": [{"numero": 1}]}), ReceivedShipment)
