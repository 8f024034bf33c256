"""The formats of pictures, and what the decoder's process reads and answers."""

import struct
from collections.abc import Iterator
from enum import IntEnum

LENGTH = struct.Struct(">I")
"""Stands before the file: its length in bytes. Standard input stays open afterwards, and the decoder ends with it."""
HEAD = struct.Struct(">BIII")
"""Outcome, width, height, and the most pixels that are decoded of such a file; then the pixels of each level."""
BUG_EXIT = 70
"""Exit code of a decoder that a bug ended; not 1, with which `Popen.kill` ends a process on Windows."""
PIXEL_BYTES = 4
MOST_PIXELS = 40_000_000
MOST_SCANS = 64
"""Scans of a JPEG file. A progressive one has about ten; each costs time for all of the picture."""
_SMALLEST = 700
"""Pictures are halved down to about this width or height in pixels."""


class DecodingOutcome(IntEnum):
    """What became of a file. Pixels follow the first two."""

    OPAQUE = 0
    TRANSPARENT = 1
    NOT_A_PICTURE = 2
    DAMAGED = 3
    TOO_MANY_PIXELS = 4
    TOO_MANY_SCANS = 5


def level_sizes(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Return the width and height of a picture and of its halvings."""
    yield width, height
    while min(width, height) > 2 * _SMALLEST:
        width, height = width // 2, height // 2
        yield width, height


_PNG, _JPEG, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"WEBP"
SIGNATURE_BYTES = 12
"""Bytes at the start of a file that tell its format."""


def format_of(file: bytes | bytearray) -> str:
    """Return `png`, `jpeg` or `webp`; empty for every other file."""
    if len(file) < SIGNATURE_BYTES:
        return ""
    if file.startswith(_PNG):
        return "png"
    if file.startswith(_JPEG):
        return "jpeg"
    return "webp" if file[:4] == _RIFF and file[8:SIGNATURE_BYTES] == _WEBP else ""
