"""Bodies that came compressed, unpacked within a limit."""

import zlib
from enum import Enum

_GZIP, _DEFLATE, _BARE = 31, 15, -15  # zlib's names of the frames around what is compressed


class Coding(Enum):
    """The values of `Content-Encoding` that are read."""

    IDENTITY = "identity"
    GZIP = "gzip"
    DEFLATE = "deflate"  # by the standard within zlib's frame; some send it without one


_FRAMES = {Coding.IDENTITY: (), Coding.GZIP: (_GZIP,), Coding.DEFLATE: (_DEFLATE, _BARE)}


def unpacked(body: bytes, coding: Coding, most: int) -> bytes | None:
    """Return a body as it was before it was compressed.

    Args:
        body: as it came.
        coding: how it is compressed.
        most: bytes that it may have.

    Returns:
        The body as it came where it is not what its coding says, or is cut off; None where it would be too large.
    """
    for frame in _FRAMES[coding]:
        inflating = zlib.decompressobj(frame)
        try:
            found = inflating.decompress(body, most + 1)
        except zlib.error:
            continue
        if len(found) > most:
            return None
        if inflating.eof and not inflating.unused_data:
            return found
    return body
