import random

import pytest

from app.manifest.long_numbers import MOST_DIGITS, LongNumbers

FINE, LONG = b"7" * MOST_DIGITS, b"8" * (MOST_DIGITS + 1)


def found(data: bytes, cuts: list[int]) -> bool:
    numbers = LongNumbers()
    pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    return any([numbers.found_in(piece) for piece in pieces])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"[" + LONG + b"]", True),
        (b"[" + FINE + b"]", False),
        (b"[" + FINE + b"," + FINE + b"]", False),
        (b"[-" + LONG + b"]", True),
        (b"[0." + LONG + b"]", True),
        (b'["' + LONG + b'"]', False),
        (b'["", ' + LONG + b"]", True),
        (rb'["\"' + LONG + rb'"]', False),
        (rb'["\\", ' + LONG + rb"]", True),
        (rb'["\\\"' + LONG + rb'"]', False),
        (rb'["\\\\", ' + LONG + rb"]", True),
        (b'["' + LONG + b'", ' + LONG + b"]", True),
        (b'["' + LONG + b'", ' + FINE + b', "' + LONG + b'"]', False),
        (b'{"' + LONG + b'":' + LONG + b"}", True),
    ],
)
def test_numbers_are_told_from_digits_in_a_text_however_the_answer_is_cut(data: bytes, *, expected: bool) -> None:
    chance = random.Random(len(data))
    assert found(data, []) is expected
    assert found(data, list(range(1, len(data)))) is expected
    for _ in range(50):
        assert found(data, sorted(chance.sample(range(1, len(data)), 4))) is expected
