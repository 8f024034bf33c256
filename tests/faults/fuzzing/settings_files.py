"""Generates unusual settings files and files of the window's state."""

from collections.abc import Iterator, Sequence
from random import Random

from app.domain.settings import KEYS
from tests.faults.corpus.settings import SETTINGS, STATES

_KEYS = (
    *(key.encode() for key in KEYS),
    b"x",
    b"carrier.x",
    b'"carrier"',
    b'""',
    b"receiver_port.a.b",
)
_TABLES = (b"[carrier]", b"[[carrier]]", b"[a.b.c]", b"[receiver_port.x]", b"[]", b"[")
_VALUES = (
    b'"x"', b'""', b"1", b"-1", b"nan", b"-inf", b"1e400", b"9" * 30, b"true", b"[1]", b"[" * 300 + b"]" * 300, b"{a=1}",
    b"2026-01-01", b"07:32:00", b"0000-00-00T99:99:99Z", b"'''x'''", b'"""a\n"""', rb'"\ud800"', rb'"\u0000"', b'"\x00"',
    b'"https://a@b"', b'"http://["', b'"http://a:99999999999"', b'"//"', b'"America"', b'"zone.tab"', b'"24:00"', b'"12:3"',
    b'"/a b"', b"0b1", b"+1", b"8_750", b"08750", b"8750.0", b"{a={b={c=1}}}", b"0x" + b"f" * 5000,
)  # fmt: skip
_SECTIONS = (b"[General]", b"[layout]", b"[columns]", b"[export]", b"[alerts]", b"[gap]", b"[%General]", b"[")
_STATE_KEYS = (
    b"carriers", b"views", b"welcomed", b"palette", b"map", b"window", b"panes", b"tab", b"shipments", b"visits", b"told",
    b"known", b"closed", b"folder", b"form", b"export/folder", b"columns\\shipments",
)  # fmt: skip
_STATE_VALUES = (
    b"", b"yes", b"@Invalid()", b"@ByteArray(\\0\\x1\\xff)", b"@Rect(1 2 3 4)", b"@DateTime(xx)", b"@@x", b"@String(\\xd800)",
    b"\\xd800", b"a, b, c", b"\\", b'"', b"\\xzz", b"[]", b'"[\\"A\\"]"', b'"[\\"\\\\ud800\\"]"', b'"[\\"\\xd800\\"]"',
    b'"[[\\"number\\",100,true]]"', b'"[true,[[\\"number\\",false]]]"', b'"[1,2,\\"2026-06-15T12:00:00+00:00\\"]"', b"NaN",
    b'"[1,2,\\"9999-99-99\\"]"', b"\xff\xfe", b"9" * 5000, b'"' + b"[" * 900 + b"]" * 900 + b'"', b"@Variant(",
)  # fmt: skip


def settings_files(random: Random) -> Iterator[bytes]:
    """Return settings files without end."""
    return _files(random, _TABLES, _KEYS, _VALUES, tuple(SETTINGS.values()))


def states(random: Random) -> Iterator[bytes]:
    """Return window states without end."""
    return _files(random, _SECTIONS, _STATE_KEYS, _STATE_VALUES, tuple(STATES.values()))


def _files(
    random: Random, heads: Sequence[bytes], keys: Sequence[bytes], values: Sequence[bytes], kept: Sequence[bytes]
) -> Iterator[bytes]:
    while True:
        lines = [
            random.choice(heads) if random.random() < 0.2 else random.choice(keys) + b"=" + random.choice(values)
            for _ in range(random.randrange(8))
        ]
        text = random.choice((b"\n", b"\n", b"\r\n")).join(lines) + random.choice((b"\n", b""))
        if random.random() < 0.1:
            text = random.choice(kept)
        if random.random() < 0.3:
            place = random.randrange(len(text) + 1)
            new = random.choice((random.randbytes(2), random.choice(values), b""))
            text = text[:place] + new + text[place + random.randrange(5) :]
        yield text
