"""Reads small answers that could grow big, in a process of its own: `python -m tests.faults.fuzzing.bombs`.

Prints one JSON object: for each the seconds of computing that it took, and the MB by which the process grew beyond its largest
size before.
"""

import json
import sys
import time
from contextlib import suppress
from pathlib import Path

from app.domain.errors import AppError
from tests.faults.fuzzing.manifests import Heap, in_an_answer, read, seeds

_SIZE = 1_000_000


def _in_a_field(value: bytes) -> bytes:
    return b'[{"idPlanillaReparto":1,"envios":[{"numero":"7","x":' + value + b'},{"numero":"8"}]}]'


def _broken(shipment: bytes) -> bytes:
    return b'[{"idPlanillaReparto":1,"envios":[' + shipment * (_SIZE // len(shipment)) + b'{"numero":"8"}]}]'


BOMBS = {
    "lists": b"[" * _SIZE,
    "objects": b"[" + b'{"a":' * (_SIZE // 5),
    "lists in a field": _in_a_field(b"[" * (_SIZE // 2) + b"]" * (_SIZE // 2)),
    "lists and objects in turn": _in_a_field(b'[{"a":' * (_SIZE // 6)),
    "a number": _in_a_field(b"9" * _SIZE),
    "a fraction": _in_a_field(b"0." + b"9" * _SIZE),
    "exponents": _in_a_field(b"[" + b"1e999999999," * (_SIZE // 12) + b"1]"),
    "exponents of six digits": _in_a_field(b"[" + b"1e99999," * (_SIZE // 8) + b"1]"),
    "a text that never ends": b'["' + b"\\u0041" * (_SIZE // 6),
    "backslashes": b'["' + b"\\" * _SIZE,
    "a name": _in_a_field(b'{"' + b"a" * _SIZE + b'":1}'),
    "provider data that are lists": in_an_answer(b'{"x":' + b"[" * (_SIZE // 2)),
    "provider data that are a number": in_an_answer(b'{"valorDeclarado":' + b"9" * (_SIZE // 2) + b"}"),
    "shipments with a bracket too many": _broken(b'{"numero":"7","x":]},'),
    "shipments whose texts never end": _broken(b'{"numero":"7","x":"a},'),
    "shipments that never end": _broken(b'{"x":{"y":"'),
    "shipments of which no next one is known": _broken(b'{"a":[}x'),
    "shipments that Python wrote": _broken(b'{"numero":"7","x":None},'),
    "quotes inside a text": _in_a_field(b'"' + b'a" ' * (_SIZE // 3) + b'"'),
    "nothing but quotes": _broken(b'"'),
    "brackets that end too much": _broken(b"]}"),
    "nothing but spaces": b" " * _SIZE + b"x",
}
"""Each about one MB, as little as a server sends in no time."""


def main() -> int:
    """Read them one after the other; an ordinary answer comes first, so that what every reading needs is there."""
    read(seeds()[0].text, Heap())
    found = {}
    for name, data in BOMBS.items():
        before, began = _largest(), time.process_time()
        with suppress(AppError):
            read(data, Heap())
        found[name] = (time.process_time() - began, (_largest() - before) / 2**20)
    json.dump(found, sys.stdout)
    return 0


def _largest() -> int:
    """Return the most bytes that this process ever held in memory."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    raise SystemExit(main())
