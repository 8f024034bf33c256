"""Deviations from the contract: how deviating values are read, and that examples contain no personal data."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.contract.deviations import MOST_KINDS, Deviation, DeviationCounts, Source, What
from app.domain.contract.manifests import Manifest, Shipment
from app.domain.contract.notification_contract import notification_deviations
from app.domain.contract.notifications import Notification, Received, read_notification
from app.domain.contract.shipment_contract import manifest_deviations, read_shipment
from app.domain.contract.statuses import EVENT
from app.domain.contract.wire_values import (
    identifier,
    identifiers_of,
)

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
BOGOTA = ZoneInfo("America/Bogota")
GOOD: dict[str, Any] = {
    "numero": "1001",
    "numeroExterno": "PO-1",
    "idEstadoEnvio": "2",
    "estadoEnvio": "En Reparto",
    "destinatario": "Ana Peña",
    "telefonoDest": "3001234567",
    "valorDeclarado": 1000,
    "codigoProducto": "None",
    "latitud": "null",
    "peso": 0,
    "dinamicouno": json.dumps(
        {"flujo": "OPL", "promesaEntrega": "2026-11-22", "skus": [{"skuDesc": "Mesa", "weight": "1.5"}]}
    ),
    "dinamicodos": None,
    "dinamicotres": [1],
}
VISIT: dict[str, Any] = {
    "visita_id": 7,
    "estado_anterior": "pendiente",
    "estado_nuevo": "completada",
    "numero_seguimientos": ["1001"],
    "conductor": {"id": 3, "nombre": "Luis"},
    "check_in": {"fecha_hora": "2026-11-22T10:14:00", "latitud": "4.6", "longitud": "-74.1"},
    "fotos": {"dni": "https://a/b"},
}
ENVELOPE: dict[str, Any] = {"event": "visita_estado_cambio", "timestamp": "2026-11-22T10:14:00.000001", "data": VISIT}


def read(**fields: object) -> tuple[Shipment, set[tuple[str, str, str]]]:
    shipment, found = read_shipment(GOOD | fields)
    return shipment, {(one.place, one.what.value, one.example) for one in found}


def received(envelope: dict[str, Any], headers: tuple[tuple[str, str], ...] = ()) -> Received:
    return Received.read(json.dumps(envelope).encode(), NOON, headers)


def visit(**fields: object) -> tuple[Notification, set[tuple[str, str, str]]]:
    got = received(ENVELOPE | {"data": VISIT | fields})
    return read_notification(got.body), {(one.place, one.what.value, one.example) for one in got.deviations}


def test_what_the_contract_lists_or_mentions_is_no_deviation() -> None:
    assert read()[1] == set()
    assert read(dinamicouno=json.loads(GOOD["dinamicouno"]))[1] == set()
    assert visit()[1] == set()


FURTHER: dict[str, Any] = {
    "complementoDirDest": "Torre 3 Apto 402, portería azul", "complementoDirRem": "Muelle 2", "idFormaEntrega": "1",
    "nombreFormaEntrega": "Home Delivery", "totalPiezas": "2", "diceContener": "Libros", "pesoLiquidado": 1.5,
    "fechaRegistroEnvio": "2026-11-20T08:00:00", "idPoblacionOrigen": "11001000", "pesoVolumen": "0", "alto": "0",
    "ancho": "0", "largo": "0", "codigoProducto": "None",
}  # fmt: skip
THIRD_FLOW: dict[str, Any] = {
    "carrier": "X", "skuDesc": "Mesa", "unidades": "1", "unidadMedida": "UND", "ordenCompra": "OC1",
    "numeroPedido": "P1", "codigoProducto": "7", "promesaEntrega": "2026-11-22", "fulFillmentType": "FULL",
    **{f"{name}{whose}": "Lima" for name in ("distrito", "provincia", "departamento") for whose in ("Rem", "Dest")},
    "skus": [{"unidad": "1", "skuDesc": "Mesa", "codigoProducto": "7"}],
}  # fmt: skip


def test_what_carriers_are_known_to_send_beside_the_contract_is_no_deviation() -> None:
    assert read(**FURTHER, dinamicouno=json.dumps(THIRD_FLOW))[1] == set()


@pytest.mark.parametrize(
    ("fields", "deviation"),
    [
        ({"totalPiezas": "2 de 3"}, ("envios.totalPiezas", "other_spelling", "2 de 3")),
        ({"totalPiezas": []}, ("envios.totalPiezas", "odd_value", "list, 0 items")),
        ({"fechaRegistroEnvio": "ayer"}, ("envios.fechaRegistroEnvio", "odd_value", "ayer")),
        ({"pesoLiquidado": {"kg": 1}}, ("envios.pesoLiquidado", "odd_value", "object")),
        ({"alto": "alto"}, ("envios.alto", "other_spelling", "alto")),
    ],
)
def test_a_value_beside_the_contract_that_cannot_be_read_is_recorded_and_makes_no_row_doubtful(
    fields: dict[str, object], deviation: tuple[str, str, str]
) -> None:
    shipment, found = read(**fields)
    assert (found, shipment.odd_fields) == ({deviation}, ())


def test_a_complement_that_cannot_be_read_makes_its_row_doubtful() -> None:
    assert read(complementoDirDest={"torre": "3"})[0].odd_fields == ("complementoDirDest",)


Meaning = Callable[[Shipment], object]


@pytest.mark.parametrize(
    ("fields", "meaning", "wanted", "deviation"),
    [
        ({"numero": " 1001 "}, lambda one: one.number, "1001", ("envios.numero", "other_spelling", '" 1001 "')),
        ({"numero": 1001}, lambda one: one.number, "1001", ("envios.numero", "other_type", "1001")),
        ({"numeroExterno": "PO-1 "}, lambda one: one.cells["external_number"], "PO-1",
         ("envios.numeroExterno", "other_spelling", '"PO-1 "')),
        ({"idEstadoEnvio": "02"}, lambda one: one.status_id, "2", ("envios.idEstadoEnvio", "other_spelling", "02")),
        ({"idEstadoEnvio": 2}, lambda one: one.status_id, "2", ("envios.idEstadoEnvio", "other_type", "2")),
        ({"idEstadoEnvio": Decimal("2.0")}, lambda one: one.status_id, "2",
         ("envios.idEstadoEnvio", "other_type", "2.0")),
        ({"estadoEnvio": "EN REPARTO"}, lambda one: one.status_name, "En Reparto",
         ("envios.estadoEnvio", "other_spelling", "EN REPARTO")),
        ({"idEstadoEnvio": "30", "estadoEnvio": None}, lambda one: one.status_id, "30",
         ("envios.idEstadoEnvio", "unknown_status", "30")),
        ({"estadoEnvio": "Excepcion", "idEstadoEnvio": "4"}, lambda one: one.status_name, "Excepción",
         ("envios.estadoEnvio", "other_spelling", "Excepcion")),
        ({"estadoEnvio": "Entregado"}, lambda one: one.status_id, "2",
         ("envios.estadoEnvio", "contradiction", "2 Entregado")),
        ({"valorDeclarado": "1.234,50"}, lambda one: one.declared_value, 1234.5,
         ("envios.valorDeclarado", "other_spelling", "1.234,50")),
        ({"valorDeclarado": "45.000"}, lambda one: one.declared_value, 45,
         ("envios.valorDeclarado", None, "")),
        ({"valorDeclarado": 0, "dinamicouno": {"valorDeclarado": "900"}}, lambda one: one.declared_value, 900,
         ("envios.valorDeclarado", "zero_value", "0 / 900")),
        ({"dinamicouno": json.dumps(json.dumps({"parcelId": " P1 "}))}, lambda one: one.cells["parcel_id"], "P1",
         ("envios.dinamicouno", "other_encoding", "JSON in JSON")),
        ({"dinamicouno": {"parcelId": 77}}, lambda one: one.cells["parcel_id"], "77",
         ("envios.dinamicouno.parcelId", "other_type", "77")),
        ({"dinamicouno": {"promesaEntrega": "22/11/2026"}}, lambda one: one.cells["promised_date"], "2026-11-22",
         ("envios.dinamicouno.promesaEntrega", "other_spelling", "22/11/2026")),
        ({"dinamicouno": {"promesaEntrega": "2026-11-22T00:00:00"}}, lambda one: one.cells["promised_date"],
         "2026-11-22", ("envios.dinamicouno.promesaEntrega", "other_spelling", "2026-11-22T00:00:00")),
        ({"dinamicouno": {"skus": [{"weight": "1,5"}]}}, lambda one: one.weight, 1.5,
         ("envios.dinamicouno.skus.weight", "other_spelling", "1,5")),
        ({"prioridad": "ALTA"}, lambda one: one.number, "1001", ("envios.prioridad", "unknown_field",
                                                                 "text, 4 characters")),
    ],
)  # fmt: skip
def test_a_deviating_shipment_is_read_by_its_meaning_and_recorded(
    fields: dict[str, object], meaning: Meaning, wanted: object, deviation: tuple[str, str | None, str]
) -> None:
    shipment, found = read(**fields)
    if deviation[1] is None:  # ambiguous: forty-five or forty-five thousand
        assert meaning(shipment) == "45.000"
        return
    assert meaning(shipment) == wanted
    assert deviation in found
    assert shipment.odd_fields == ()


@pytest.mark.parametrize(
    ("fields", "odd"),
    [
        ({"destinatario": {"nombre": "Ana"}}, ("destinatario",)),
        ({"valorDeclarado": {}}, ("valorDeclarado",)),
        ({"idEstadoEnvio": ["2"]}, ("idEstadoEnvio",)),
        ({"telefonoDest": True}, ("telefonoDest",)),
        ({"dinamicouno": "no json"}, ("dinamicouno",)),
        ({"dinamicouno": {"parcelId": []}}, ("dinamicouno.parcelId",)),
        ({"dinamicouno": {"promesaEntrega": "pronto"}}, ("dinamicouno.promesaEntrega",)),
        ({"dinamicouno": {"skus": [{"weight": "un kilo"}, 7]}}, ("dinamicouno.skus.weight", "dinamicouno.skus")),
        ({"dinamicouno": []}, ()),
        ({"dinamicouno": "null", "destinatario": "None"}, ()),
    ],
)
def test_an_unreadable_value_keeps_the_shipment_and_marks_the_field(
    fields: dict[str, object], odd: tuple[str, ...]
) -> None:
    shipment, found = read(**fields)
    assert shipment.odd_fields == odd
    assert shipment.number == "1001"
    assert {place for place, what, _ in found if what == "odd_value"} == {f"envios.{one}" for one in odd}


def test_a_manifest_of_another_carrier_or_state_is_kept_and_recorded() -> None:
    head = {"idPlanillaReparto": 1, "estado": "vig ", "codigoCarrier": "OTRA", "fechaCreacion": "22/11/2026 06:00:00"}
    manifest = Manifest.model_validate(head)
    assert (manifest.status, manifest.is_in_force, manifest.created_at) == ("VIG", True, "2026-11-22T06:00:00")
    assert {(one.place, one.what) for one in manifest_deviations(head, "ANDINA-BOG")} == {
        ("estado", What.OTHER_SPELLING),
        ("fechaCreacion", What.OTHER_SPELLING),
        ("codigoCarrier", What.OTHER_CARRIER),
    }
    same = {"codigoCarrier": "andina-bog", "estado": "ANU"}
    assert {one.what for one in manifest_deviations(same, "ANDINA-BOG")} == {What.UNKNOWN_MANIFEST_STATE}


@pytest.mark.parametrize(
    ("fields", "meaning", "wanted", "deviation"),
    [
        ({"visita_id": " 7 "}, lambda one: one.change.visit_id, 7, ("data.visita_id", "other_type", '" 7 "')),
        ({"numero_seguimientos": "1001"}, lambda one: one.visit.tracking_numbers, ("1001",),
         ("data.numero_seguimientos", "other_type", '"1001"')),
        ({"numero_seguimientos": [1001, " 1002 "]}, lambda one: one.visit.tracking_numbers, ("1001", "1002"),
         ("data.numero_seguimientos", "other_type", "list, 2 items")),
        ({"numero_seguimientos": 1001}, lambda one: one.visit.tracking_numbers, ("1001",),
         ("data.numero_seguimientos", "other_type", "1001")),
        ({"estado_nuevo": "Completada "}, lambda one: one.change.status, "completada",
         ("data.estado_nuevo", "other_spelling", '"Completada "')),
        ({"estado_nuevo": "falso flete"}, lambda one: one.change.status, "falso_flete",
         ("data.estado_nuevo", "other_spelling", "falso flete")),
        ({"estado_nuevo": "reprogramada"}, lambda one: one.change.status, "reprogramada",
         ("data.estado_nuevo", "unknown_status", "reprogramada")),
        ({"estado_anterior": "Falso_Flete"}, lambda one: one.change.previous_status, "falso_flete",
         ("data.estado_anterior", "other_spelling", "Falso_Flete")),
        ({"conductor": "Luis"}, lambda one: one.visit.driver.name, None, ("data.conductor", "odd_value",
                                                                    "text, 4 characters")),
        ({"conductor": {"id": "3"}}, lambda one: one.visit.driver.id, "3", ("data.conductor.id", "other_type", '"3"')),
        ({"nuevo": 1}, lambda one: one.change.visit_id, 7, ("data.nuevo", "unknown_field", "number")),
        ({"check_in": {"fecha_hora": "22/11/2026 10:14:00"}}, lambda one: str(one.visit.check_in.moment),
         "2026-11-22 10:14:00", ("data.check_in.fecha_hora", "other_spelling", "22/11/2026 10:14:00")),
    ],
)  # fmt: skip
def test_a_deviating_visit_is_read_by_its_meaning_and_recorded(
    fields: dict[str, object], meaning: Callable[[Any], object], wanted: object, deviation: tuple[str, str, str]
) -> None:
    notification, found = visit(**fields)
    assert meaning(notification) == wanted
    assert deviation in found


@pytest.mark.parametrize(
    ("timestamp", "key", "moment"),
    [
        ("2026-11-22T10:14:00", "2026-11-22T10:14:00.000000", None),
        ("2026-11-22T10:14:00.000000", "2026-11-22T10:14:00.000000", None),
        ("22/11/2026 10:14:00", "2026-11-22T10:14:00.000000", None),
        ("2026-11-22T15:14:00Z", "2026-11-22T15:14:00.000000Z", datetime(2026, 11, 22, 15, 14, tzinfo=UTC)),
        ("2026-11-22T15:14:00.000+00:00", "2026-11-22T15:14:00.000000Z", datetime(2026, 11, 22, 15, 14, tzinfo=UTC)),
        ("2026-11-22T10:14:00-05:00", "2026-11-22T15:14:00.000000Z", datetime(2026, 11, 22, 15, 14, tzinfo=UTC)),
    ],
)
def test_a_stamp_gives_the_same_key_in_every_spelling(timestamp: str, key: str, moment: datetime | None) -> None:
    got = received(ENVELOPE | {"timestamp": timestamp}).change
    assert got is not None
    assert (got.timestamp, got.key_time, got.moment_utc) == (timestamp, key, moment)
    assert got.at_in(BOGOTA) == "2026-11-22T10:14:00.000000"


def test_a_deviating_event_media_type_and_byte_order_mark_are_recorded() -> None:
    got = received(ENVELOPE | {"event": "visita_creada"}, (("content-type", "text/plain"),))
    assert [(one.place, one.what, one.example) for one in got.deviations] == [
        ("header.Content-Type", What.OTHER_TYPE, '"text/plain"'),
        ("event", What.UNKNOWN_EVENT, "visita_creada"),
    ]
    marked = Received.read(b"\xef\xbb\xbf" + json.dumps(ENVELOPE).encode(), NOON)
    assert [(one.place, one.what) for one in marked.deviations] == [("body", What.OTHER_ENCODING)]


PERSON = "Rosalba-3009998877"
PERSONAL_OF_SHIPMENT = [
    "remitente", "destinatario", "documentoRem", "documentoDest", "telefonoRem", "telefonoDest", "direccionRem",
    "direccionDest", "complementoDirRem", "complementoDirDest", "emailRem", "emailDest", "otroCampo",
]  # fmt: skip


@pytest.mark.parametrize("wrap", [lambda text: [text], lambda text: {text: text}, lambda text: {"nombre": text}])
def test_no_example_contains_personal_data(wrap: Callable[[str], object]) -> None:
    _, found = read(**{name: wrap(PERSON) for name in PERSONAL_OF_SHIPMENT})
    assert {place for place, _, _ in found} == {f"envios.{name}" for name in PERSONAL_OF_SHIPMENT}
    _, of_visit = visit(
        titulo=wrap(PERSON),
        direccion=wrap(PERSON),
        contacto={"nombre": wrap(PERSON), "telefono": wrap(PERSON), "email": wrap(PERSON), "otro": PERSON},
        conductor={"id": 1, "nombre": wrap(PERSON)},
        fotos={"dni": wrap(PERSON), "evidencia": wrap(PERSON)},
        ubicacion=wrap(PERSON),
    )
    assert len(of_visit) >= 8
    assert not any(PERSON in example for _, _, example in found | of_visit)
    assert not any(PERSON in example for _, _, example in read(dinamicouno=PERSON)[1])


@pytest.mark.parametrize("name", ["https://fotos.example/ced/79123456", "HTTPS%3A%2F%2Ffotos.example%2F79123456"])
def test_a_name_that_may_be_an_address_is_no_place_of_a_deviation(name: str) -> None:
    document = {"event": EVENT, "timestamp": "2026-11-20T10:00:00.000000", "data": {"fotos": {name: 1}, name: 2}}
    found = [one.place for one in notification_deviations(document)]
    assert found == ["data.[identity photo]", "data.fotos.[identity photo]"]


def test_a_repeated_deviation_is_one_kind() -> None:
    counts = DeviationCounts()
    for number in range(3 * MOST_KINDS):
        counts.add([Deviation(Source.MANIFEST, "envios.numero", What.OTHER_SPELLING, f'" {number} "')])
    ((_, times),) = counts
    assert times == 3 * MOST_KINDS
    counts.add(Deviation(Source.MANIFEST, f"envios.x{one}", What.UNKNOWN_FIELD, "null") for one in range(5000))
    assert len(list(counts)) == MOST_KINDS


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.text(max_size=9),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*GOOD, "otro"]), JSON), st.sampled_from(["dict", "text", "twice"]), JSON)
def test_a_shipment_is_kept_whatever_its_fields_contain(fields: dict[str, Any], form: str, inside: object) -> None:
    data = {"skus": [inside, {"weight": inside, "width": inside}], "promesaEntrega": inside, "parcelId": inside}
    texts = {"dict": data, "text": json.dumps(data, default=str), "twice": json.dumps(json.dumps(data, default=str))}
    shipment, found = read_shipment({**GOOD, **fields, "numero": "1001", "dinamicouno": texts[form]})
    assert shipment.number == "1001"
    assert {f"envios.{one}" for one in shipment.odd_fields} == {
        one.place for one in found if one.what is What.ODD_VALUE
    }
    _ = shipment.weight, shipment.dimensions, shipment.declared_value, [one.example_class for one in found]


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (Decimal("4.007199254741E+15"), "4.007199254741E+15"),
        (Decimal("4007199254740995.0"), "4007199254740995"),
        ("12.000", "12.000"),
        ("12.0", "12"),
    ],
)
def test_a_number_that_lost_digits_or_may_have_thousands_is_read_as_it_was_sent(sent: object, read: str) -> None:
    assert identifier(sent) == read


def test_a_list_of_numbers_may_be_a_text() -> None:
    assert list(identifiers_of('["1001", "1002"]')) == ["1001", "1002"]
