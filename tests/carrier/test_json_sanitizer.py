import random

import pytest

from app.carrier.json_sanitizer import MOST_CHARACTERS, MOST_LEVELS, JsonSanitizer

FINE, LONG = b"7" * MOST_CHARACTERS, b"8" * (MOST_CHARACTERS + 1)


def deep(levels: int, inmost: bytes = b"1") -> bytes:
    return b"[" * levels + inmost + b"]" * levels


def sifted(data: bytes, cuts: list[int]) -> bytes:
    sanitizer = JsonSanitizer()
    pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    return b"".join([*map(sanitizer.pass_on, pieces), sanitizer.close()])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'[{"a": [1, -2.5e+3, true, null]}, "b"]', None),
        (b"[" + FINE + b"," + FINE + b"]", None),
        (b"[1e99999, 1E-99999]", None),
        (b"[" + LONG + b"]", b'["' + LONG + b'"]'),
        (b"[-" + LONG + b" ]", b'["-' + LONG + b'" ]'),
        (b"[0." + LONG + b",1]", b'["0.' + LONG + b'",1]'),
        (b"[1e999999, -1.5E+1000000]", b'["1e999999", "-1.5E+1000000"]'),
        (b'["' + LONG + b'", "1e999999"]', None),
        (b'["", ' + LONG + b"]", b'["", "' + LONG + b'"]'),
        (rb'["\"' + LONG + rb'"]', None),
        (rb'["\\", ' + LONG + rb"]", rb'["\\", "' + LONG + rb'"]'),
        (rb'["\\\"' + LONG + rb'"]', None),
        (b'{"' + LONG + b'":' + LONG + b"}", b'{"' + LONG + b'":"' + LONG + b'"}'),
        (deep(MOST_LEVELS), None),
        (deep(MOST_LEVELS + 1), deep(MOST_LEVELS, b"null")),
        (deep(5 * MOST_LEVELS), deep(MOST_LEVELS, b"null")),
        (
            b'[{"x":' + deep(MOST_LEVELS, b'"]{\\"",' + LONG) + b'},{"x":' + deep(MOST_LEVELS - 2) + b"}]",
            b'[{"x":' + deep(MOST_LEVELS - 2, b"null") + b'},{"x":' + deep(MOST_LEVELS - 2) + b"}]",
        ),
        (deep(MOST_LEVELS, b'"[", [[2], [3]], "]", [4]'), deep(MOST_LEVELS, b'"[", null, "]", null')),
        (b"[" * (MOST_LEVELS + 5), b"[" * MOST_LEVELS),
        (b"]]]" + deep(MOST_LEVELS), None),
        (b"[1, 2e", b"[1, 0"),
        (b"[" + LONG, b"[0"),
        (b'["a\\', b'["a0'),
        (b"\\\"[{\xff'", None),
        (rb'["\u00f1 \ud83d\ude9a \\udc00 \\\\udc00 \\"]', None),
        (rb'[{"\udc00": "a\\\uDFFFb\ude9a\ud83d", "\ud83dx": 1}]', rb'[{"?": "a\\?b??", "?x": 1}]'),
        (rb'["\ud800\ud83d\ude9a\udc00"]', rb'["?\ud83d\ude9a?"]'),
    ],
)
def test_only_the_absurd_is_changed_however_the_json_is_cut(data: bytes, expected: bytes | None) -> None:
    wanted = data if expected is None else expected
    chance = random.Random(len(data))
    assert sifted(data, []) == wanted
    assert sifted(data, list(range(1, len(data)))) == wanted
    for _ in range(100):
        assert sifted(data, sorted(chance.sample(range(1, len(data)), 3))) == wanted
