import json
from decimal import Decimal

import pytest
from pydantic import ValidationError

from app.domain.contract.manifests import Manifest, Provider, Shipment
from app.domain.contract.wire_values import (
    plain_number,
)


def shipment(**fields: object) -> Shipment:
    return Shipment.model_validate({"numero": "1"} | fields)


@pytest.mark.parametrize("form", [json.dumps, dict])
def test_provider_data_reads_alike_as_text_and_as_object(form: type) -> None:
    data = form({"SellerId": "S1", "parcelNumber": "P1", "skus": [{"skuDesc": "Mesa", "weight": "1.5"}]})
    read = shipment(dinamicouno=data)
    assert read.provider_data is not None
    assert read.provider_data.seller_id == "S1"
    assert read.weight == 1.5


@pytest.mark.parametrize(
    "data",
    [
        None,
        "",
        "null",
        "None",
        "{",
        "[]",
        "[" * 100_000,
        7,
        ["x"],
        '"text"',
        "{'a': }1",
        '{"a": "b" 1}',
        '{"a": ' + "[" * 500 + "]" * 500 + "}",
    ],
)
def test_missing_or_unreadable_provider_data_loses_nothing_else(data: object) -> None:
    read = shipment(dinamicouno=data, destinatario="Ana")
    assert (read.provider_data, read.cells["recipient"], read.weight, read.declared_value) == (None, "Ana", None, None)


@pytest.mark.parametrize(
    "data",
    [
        "{'SellerId': 'S', 'skus': [{'weight': '2.5'}], 'x': None}",
        '{"SellerId":"S","skus":[{"weight":2.5,}],"x":NaN,}',
        '{"SellerId":"S","skus":{"0":{"weight":1},"2":{"weight":1.5}},"x":1e99999999999999999999}',
        {"SellerId": "S", "skus": {"weight": "2.5"}},
    ],
)
def test_provider_data_that_are_not_json_are_read_where_they_have_one_meaning(data: object) -> None:
    read = shipment(dinamicouno=data)
    assert read.provider_data is not None
    assert (read.provider_data.seller_id, read.weight) == ("S", 2.5)


@pytest.mark.parametrize(
    ("data", "provider"),
    [
        ({"flujo": "OPL"}, Provider.OPERATOR),
        ({"SellerId": "S"}, Provider.MARKETPLACE),
        ({"flujo": "OPL", "SellerId": "S"}, Provider.OPERATOR),
        ({"flujo": "OTRO"}, None),
        ({"SellerId": None}, None),
        ({}, None),
    ],
)
def test_the_provider_is_recognized_by_its_marker(data: dict[str, object], provider: Provider | None) -> None:
    read = shipment(dinamicouno=data)
    assert read.provider_data is not None
    assert read.provider_data.provider == provider


@pytest.mark.parametrize("text", ["None", "null", "", "  ", " null "])
def test_the_texts_for_a_missing_value_become_none(text: str) -> None:
    assert shipment(destinatario=text).cells["recipient"] is None


def test_ids_become_texts_from_every_type() -> None:
    assert Shipment.model_validate({"numero": 7001, "idEstadoEnvio": 24, "telefonoDest": 3001}).number == "7001"
    assert shipment(idPoblacionDestino="05001000").cells["locality_code"] == "05001000"
    assert Manifest.model_validate({"idPlanillaReparto": 9001}).number == 9001
    assert Manifest.model_validate({"idPlanillaReparto": "A-1"}).number == "A-1"
    assert Manifest.model_validate({"idPlanillaReparto": 2**70}).number == str(2**70)


@pytest.mark.parametrize("number", [None, "", "None", {}, [], True])
def test_a_shipment_without_number_is_refused(number: object) -> None:
    with pytest.raises(ValidationError):
        Shipment.model_validate({"numero": number})


def test_the_own_declared_value_takes_precedence_over_the_one_inside() -> None:
    inside = {"valorDeclarado": "200"}
    assert shipment(valorDeclarado=100, dinamicouno=inside).declared_value == 100
    assert shipment(valorDeclarado=0, dinamicouno=inside).declared_value == 200
    assert shipment(valorDeclarado="0", dinamicouno={"valorDeclarado": 0}).declared_value == 0
    assert shipment(valorDeclarado=0, dinamicouno={}).declared_value == 0
    assert shipment(valorDeclarado="None", dinamicouno=inside).declared_value == 200
    assert shipment(dinamicouno=json.dumps({"valorDeclarado": 12.5})).declared_value == 12.5


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("129900", 129900),
        (" 129900.50 ", 129900.5),
        ("-5", -5),
        (Decimal("1.10"), 1.1),
        ("45.000", "45.000"),
        ("1.234.567", "1.234.567"),
        ("45,000", "45,000"),
        ("45,5", 45.5),
        ("45,50", 45.5),
        ("1.234,50", 1234.5),
        ("1,234.50", 1234.5),
        ("1234,500", 1234.5),
        ("12.34,5", "12.34,5"),
        ("$ 100", "$ 100"),
        (Decimal("1E+400"), "1E+400"),
        (Decimal("1E+9999999"), "1E+9999999"),
        (Decimal("1E-9999999"), 0.0),
        ("1e5", "1e5"),
        ("NaN", "NaN"),
    ],
)
def test_a_declared_value_is_a_number_only_if_it_is_unambiguous(value: object, read: object) -> None:
    assert shipment(valorDeclarado=value).declared_value == read


def test_a_declared_value_of_another_type_loses_nothing_else() -> None:
    assert shipment(valorDeclarado={}, destinatario="Ana").declared_value is None
    assert shipment(dinamicouno={"valorDeclarado": {}, "SellerId": "S"}).declared_value is None


def test_weights_add_up_over_readable_skus() -> None:
    skus = [{"weight": "0.1"}, {"weight": "0.2"}, {"weight": "pesado"}, {"weight": None}, "no sku", None]
    read = shipment(dinamicouno={"skus": skus}, peso=0)
    assert read.weight == 0.3
    assert read.provider_data is not None
    assert len(read.provider_data.skus) == 4
    assert read.dimensions == (None, None, None)


def test_dimensions_are_the_only_skus() -> None:
    read = shipment(dinamicouno={"skus": [{"width": "10", "height": "20.5", "length": 30}]}, alto=0)
    assert read.dimensions == (20.5, 10, 30)


def test_without_a_sku_that_has_any_the_shipments_own_weight_and_dimensions_count() -> None:
    own = {"pesoLiquidado": 12.5, "alto": "30", "ancho": "0", "largo": "7,5"}
    pieces = {"skus": [{"unidad": "1", "skuDesc": "Mesa"}, {"unidad": "1", "skuDesc": "Silla"}]}
    data: object
    for data in (None, {"skus": []}, pieces, {"skus": [{"weight": "0", "height": 0, "width": "0", "length": "0"}]}):
        read = shipment(dinamicouno=data, **own)
        assert (read.weight, read.dimensions[0], read.dimensions[2]) == (12.5, 30, 7.5)
        assert not read.dimensions[1]
    read = shipment(dinamicouno={"skus": [{"weight": "2", "height": "1", "width": "2", "length": "3"}]}, **own)
    assert (read.weight, read.dimensions) == (2, (1, 2, 3))


def test_a_weight_or_dimension_that_is_no_number_counts_as_none() -> None:
    read = shipment(pesoLiquidado="un kilo", alto={}, ancho="None", largo="NaN", dinamicouno={"skus": [{}]})
    assert (read.weight, read.dimensions) == (None, (None, None, None))


def test_the_third_flow_is_read_and_of_no_provider() -> None:
    data = {"carrier": "X", "ordenCompra": 77, "numeroPedido": " PE-1 ", "distritoDest": "Miraflores", "unidades": "2"}
    read = shipment(
        dinamicouno=json.dumps(data), complementoDirDest="Dpto 5", totalPiezas="2", fechaRegistroEnvio="None"
    )
    wanted = {"purchase_order": "77", "order_number": "PE-1", "district": "Miraflores", "complement": "Dpto 5",
              "pieces": 2, "registered_at": None, "provider": None, "skus": 0}  # fmt: skip
    assert {key: read.cells[key] for key in wanted} == wanted


@pytest.mark.parametrize(
    ("sent", "pieces"),
    [("3", 3), (3, 3), ("2 de 3", "2 de 3"), ("tres", "tres"), (None, None), ([], None), ("1.5", 1.5)],
)
def test_pieces_are_a_number_where_they_read_as_one_and_else_as_they_were_sent(sent: object, pieces: object) -> None:
    assert shipment(totalPiezas=sent).cells["pieces"] == pieces


@pytest.mark.parametrize("skus", [None, [], {}, "x"])
def test_missing_skus_in_any_form_are_none(skus: object) -> None:
    read = shipment(dinamicouno={"skus": skus, "SellerId": "S"})
    assert read.provider_data is not None
    assert read.provider_data.skus == ()
    assert read.weight is None


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    read = shipment(destinatario="Ñ\ud800", dinamicouno='{"SellerId": "S\\udfff"}')
    assert read.cells["recipient"] == "Ñ\ufffd"
    assert read.provider_data is not None
    assert read.provider_data.seller_id == "S\ufffd"


def test_fields_that_the_contract_does_not_list_are_kept() -> None:
    read = shipment(codigoProducto="None", latitud="null", dinamicodos={"x": 1})
    assert read.model_extra == {"codigoProducto": "None", "latitud": "null", "dinamicodos": {"x": 1}}


@pytest.mark.parametrize("value", [True, None, [], {}, "", "1e5", "٣", "1_000", float("inf"), float("nan"), 10**15])
def test_a_text_that_is_no_plain_number_gives_none(value: object) -> None:
    assert plain_number(value) is None
