"""Decodes the picture on standard input: `python -m app.picture_decoder MEGABYTES SECONDS PIXELS`.

`app.photos.decoding` starts it, and `app.photos.decoder_protocol` says what it reads and writes.
"""

import os
import sys
from threading import Thread, stack_size

from app.photos.decoder_protocol import BUG_EXIT, LENGTH
from app.picture_decoder.decoded_file import answer
from app.picture_decoder.process_limits import limit_process

_NO_MEMORY = 3
"""Exit code."""
_STACK = 256 * 1024


def main() -> None:
    """Read the file, decode it, and write the answer."""
    megabytes, seconds, most_pixels = map(int, sys.argv[1:])
    limit_process(megabytes * 2**20, seconds)
    (length,) = LENGTH.unpack(sys.stdin.buffer.read(LENGTH.size))
    file = sys.stdin.buffer.read(length)
    stack_size(_STACK)  # the usual 8 MB would be taken from the limit
    Thread(target=_end_with_parent, daemon=True).start()
    for part in answer(file, most_pixels):
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()


def _end_with_parent() -> None:
    """End this process once standard input is closed, which the system does when the parent is killed."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


try:
    main()
except MemoryError:
    sys.exit(_NO_MEMORY)
except Exception:  # noqa: BLE001 - the parent reports it
    sys.exit(BUG_EXIT)
