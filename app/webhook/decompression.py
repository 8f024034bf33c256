"""Bodies that came compressed, unpacked within a limit."""

import zlib

_GZIP, _DEFLATE, _BARE = 31, 15, -15  # zlib's names of the frames around what is compressed
_FRAMES = {"gzip": (_GZIP,), "x-gzip": (_GZIP,), "deflate": (_DEFLATE, _BARE)}
"""By the standard `deflate` is within zlib's frame; some send it without one."""


def unpacked(body: bytes, coding: str, most: int) -> bytes | None:
    """Return a body as it was before it was compressed.

    Args:
        body: as it came.
        coding: the value of `Content-Encoding`, in small letters.
        most: bytes that it may have.

    Returns:
        The body as it came where its coding is none that is read, where it is not what its coding says, or is cut off;
        None where it would be too large.
    """
    for frame in _FRAMES.get(coding, ()):
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
