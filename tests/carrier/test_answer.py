import json

import pytest

from app.carrier.answer_parser import Elements
from app.carrier.manifest_reader import is_too_deep
from app.domain.errors import CarrierAnswerError

def test_elements_come_as_soon_as_they_are_whole() -> None:
    elements = Elements()
    assert elements.feed(b'[{"a": 1}, {"b"') == [{"a": 1}]
    assert elements.feed(b": 2") == []
    assert elements.feed(b"}, 3") == [{"b": 2}]
    assert elements.feed(b"]") == [3]
    assert elements.close() == []


def test_a_number_inside_a_long_text_of_digits_is_no_number() -> None:
    elements = Elements()
    text = "9" * 5000
    assert elements.feed(json.dumps([text]).encode()) == [text]


def test_depth_beyond_all_reason_costs_no_memory_and_no_neighbour() -> None:
    elements = Elements()
    absurd = b'{"a": ' + b'[{"b": ' * 200_000 + b"1" + b"}]" * 200_000 + b"}"
    first, second = elements.feed(b"[" + absurd + b', {"c": 3}]')
    assert second == {"c": 3}
    assert isinstance(first, dict)
    assert is_too_deep(first)


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_that_would_end_the_process_becomes_a_text(sign: str) -> None:
    elements = Elements()
    number = sign + "9" * 5000
    assert elements.feed(f'[{{"a": {number}, "b": 1e9999999}}]'.encode()) == [{"a": number, "b": "1e9999999"}]
    assert elements.close() == []


@pytest.mark.parametrize("end", [b"9" * 5000, b"1e99999999999999999999", b"-"])
def test_an_answer_that_ends_in_a_number_ends_too_early(end: bytes) -> None:
    elements = Elements()
    elements.feed(b"[" + end)
    with pytest.raises(CarrierAnswerError, match="cut short"):
        elements.close()
