import json
import os
import subprocess
import sys

import pytest

from app.carrier.answer_parser import Elements
from app.carrier.manifest_reader import is_too_deep
from app.domain.errors import CarrierAnswerError

PROGRAM = """
import ijson, sys
from app.domain.errors import AppError
from app.carrier.answer_parser import Elements
assert ijson.backend == "python"
for size in (1, 7, 100_000):
    data = bytes.fromhex(sys.argv[1])
    elements = Elements()
    try:
        got = [one for at in range(0, len(data), size) for one in elements.feed(data[at : at + size])]
        print("ok", ascii(got + elements.close()))
    except AppError as error:
        print(type(error).__name__, error)
    finally:
        elements.abandon()
"""


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


def test_an_answer_can_be_left_in_the_middle() -> None:
    elements = Elements()
    elements.feed(b'[{"a": 1}, {"b"')
    elements.abandon()


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


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (b'\xef\xbb\xbf [{"a": 1.50, "b": [true, null, 12]}]', "ok [{'a': Decimal('1.50'), 'b': [True, None, 12]}]"),
        (b"[]", "ok []"),
        (b'["\\ud83d\\ude00"]', r"ok ['\U0001f600']"),
        (b'[{"a"', "CarrierAnswerError The carrier's answer is cut short"),
        (b"[NaN]", "CarrierAnswerError The carrier's answer is not valid JSON"),
        (b'["a\nb"]', "CarrierAnswerError The carrier's answer is not valid JSON"),
        (b'["\xff"]', r"ok ['\xff']"),
        (b"[] x", "CarrierAnswerError The carrier's answer is not valid JSON"),
        (b"[1e99999999999999999999]", "ok ['1e99999999999999999999']"),
    ],
)
def test_where_ijson_has_no_c_backend_its_python_one_does_the_same(body: bytes, outcome: str) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, body.hex()],
        env={**os.environ, "IJSON_BACKEND": "python"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = run.stdout.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(outcome) for line in lines), lines
    assert run.stderr == ""
