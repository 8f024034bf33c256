"""A decoder whose behaviour the file names: `python -m tests.photos.scripted_decoder MEGABYTES SECONDS PIXELS`."""

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from itertools import repeat

from app.photos.decoder_protocol import BUG_EXIT, HEAD, LENGTH, DecodingOutcome
from app.picture_decoder.process_limits import limit_process

_SIDE = 20
_HEAD, _PIXELS = HEAD.pack(DecodingOutcome.OPAQUE, _SIDE, _SIDE, 0), _SIDE * _SIDE * 4


def _wait(answer: bytes) -> bytes:
    """Write the start of an answer, and wait; ended by SIGTERM, exit with 1, as Windows has a killed process do."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(1))
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    time.sleep(3600)
    return b""


def _fail_late() -> bytes:
    os.close(1)
    time.sleep(0.3)
    sys.exit(BUG_EXIT)


_ANSWERS: Mapping[str, Callable[[], bytes]] = {
    "answers too much": lambda: _HEAD + bytes(_PIXELS + 1),
    "answers too little": lambda: _HEAD + bytes(_PIXELS - 1),
    "answers nothing": lambda: b"",
    "claims too many pixels": lambda: HEAD.pack(DecodingOutcome.OPAQUE, 50_000, 50_000, 0),
    "answers nonsense": lambda: b"\xff" * HEAD.size,
    "crashes": os.abort,
    "takes memory": lambda: _HEAD + bytes(2**28)[:_PIXELS],
    "works without end": lambda: bytes(sum(repeat(0))),
    "has a bug after its answer": _fail_late,
    "waits": lambda: _wait(_HEAD),
    "answers nonsense and waits": lambda: _wait(b"\xff" * HEAD.size),
}


def main() -> None:
    """Read the file, and behave so; an unknown name is a bug."""
    megabytes, seconds, _most_pixels = map(int, sys.argv[1:])
    limit_process(megabytes * 2**20, seconds)
    (length,) = LENGTH.unpack(sys.stdin.buffer.read(LENGTH.size))
    sys.stdout.buffer.write(_ANSWERS[sys.stdin.buffer.read(length).decode()]())


try:
    main()
except MemoryError:
    sys.exit(3)
except KeyError:
    sys.exit(BUG_EXIT)
