"""The reader of an answer, piece by piece."""

import json
from typing import Any

import pytest

from app.carrier.answer_parser import Elements, Unreadable
from app.carrier.manifest_reader import is_too_deep
from app.domain.errors import CarrierAnswerError


def parsed(answer: bytes, size: int = 1 << 16) -> list[object]:
    elements = Elements()
    found = [one for at in range(0, len(answer), size) for one in elements.feed(answer[at : at + size])]
    return found + elements.close()


def test_a_manifest_is_handed_over_once_it_is_whole() -> None:
    elements = Elements()
    assert elements.feed(b'[{"a": 1}, {"b') == [{"a": 1}]
    assert elements.feed(b'": 2') == []
    assert elements.feed(b"}, 3") + elements.feed(b"]") + elements.close() == [{"b": 2}, 3]


def test_a_number_inside_a_long_text_of_digits_is_no_number() -> None:
    text = "9" * 5000
    assert parsed(json.dumps([text]).encode()) == [text]


def test_depth_beyond_all_reason_costs_no_memory_and_no_neighbour() -> None:
    absurd = b'{"a": ' + b'[{"b": ' * 200_000 + b"1" + b"}]" * 200_000 + b"}"
    first, second = parsed(b"[" + absurd + b', {"c": 3}]')
    assert second == {"c": 3}
    assert isinstance(first, dict)
    assert is_too_deep(first)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("digits", [501, 5000, 10_000])
def test_a_number_with_more_digits_than_any_number_has_is_a_text(sign: str, digits: int) -> None:
    number = sign + "9" * digits
    (element,) = parsed(f'[{{"a": {number}, "b": 1e9999999}}]'.encode())
    assert isinstance(element, dict)
    assert (str(element["a"]), element["b"]) == (number, "1e9999999")


@pytest.mark.parametrize("end", [b"9" * 5000, b"1e99999999999999999999", b"-"])
def test_an_answer_that_ends_in_a_number_ends_too_early(end: bytes) -> None:
    with pytest.raises(CarrierAnswerError, match="cut short"):
        parsed(b"[" + end)


def manifests(body: bytes) -> list[dict[str, Any]]:
    elements = Elements()
    return [one for one in (*elements.feed(body), *elements.close()) if isinstance(one, dict)]


def shipments(body: bytes) -> list[object]:
    return [one for manifest in manifests(body) for one in manifest["envios"]]


def test_shipments_that_begin_as_their_manifests_do_are_shipments() -> None:
    first = b'{"id":"a","estado":"VIG","envios":[{"id":"b","numero":"1"},{"id":"c","numero":"2"}]}'
    body = b"[" + first + b',{"id":"d","envios":[]}]'
    assert [one["numero"] for one in shipments(body) if isinstance(one, dict)] == ["1", "2"]


@pytest.mark.parametrize(
    ("broken", "number"),
    [
        (b'{"numero":"2","x" "3"}', "2"),
        (b'{"numero":"2","x"}', "2"),
        (b'{"numero":"2","x"="3","y":1 2}', "2"),
        (b'{"numero":"AB 12","x":"}', "AB 12"),
        (rb'{"numero":"A\/5","x":"}', None),
        (b'{"numero":" 2 ","x":"}', "2"),
        (b'{"numero":" ","x":"}', None),
        (b'{"numero":null,"x" "3"}', None),
    ],
)
def test_a_broken_shipment_is_known_by_its_own_number_or_by_none(broken: bytes, number: str | None) -> None:
    first, second = shipments(b'[{"idPlanillaReparto":1,"envios":[' + broken + b',{"numero":"8"}]}]')
    assert isinstance(first, Unreadable)
    assert first.number == number
    assert second == {"numero": "8"}


def test_a_member_of_a_manifest_with_two_values_has_none() -> None:
    (manifest,) = manifests(b'[{"idPlanillaReparto":1,"estado":"VIG","estado":"ANU","envios":[]}]')
    assert manifest == {"idPlanillaReparto": 1, "estado": None, "envios": []}


def test_an_object_without_a_number_is_no_shipment_and_costs_no_other_manifest() -> None:
    body = b'[{"idPlanillaReparto":1,"envios":{}},{"idPlanillaReparto":2,"envios":{"peso":1,"numero":"7"}}]'
    assert [one["envios"] for one in manifests(body)] == [{}, [{"peso": 1, "numero": "7"}]]


@pytest.mark.parametrize(
    "rest",
    [
        b',"skus":[{"peso":,{"numero":"8","idEstadoEnvio":"3"}]}',
        b',"skus":"un,{"numero":"8","idEstadoEnvio":"3"}]}',
        b',"skus":"un,{\\"numero\\":\\"8\\",\\"idEstadoEnvio\\":\\"3"}',
    ],
)
def test_a_shipment_that_brackets_in_another_one_took_out_of_the_list_is_told(rest: bytes) -> None:
    (manifest,) = manifests(b'[{"idPlanillaReparto":1,"envios":[{"numero":"7"}]' + rest + b"]")
    whole, lost = manifest["envios"]
    assert whole == {"numero": "7"}
    assert isinstance(lost, Unreadable)
