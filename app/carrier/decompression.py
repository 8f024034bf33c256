"""Decompresses the carrier's answer in small pieces and within limits.

A few hundred bytes can decompress to gigabytes: httpx would decompress all that arrives at once, and every layer of it.
The webhook server decompresses whole small bodies, and saves those that it cannot decompress as they are; the two have
nothing in common but zlib.
"""

import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

import httpx

from app.carrier.failures import too_large
from app.domain.errors import CarrierAnswerError
from app.domain.texts import Text

MOST_BYTES: Final = 512 << 20
"""Of an answer, decompressed; a hundred thousand shipments take about a fifth of it."""
MOST_PACKED: Final = 50
"""The largest ratio of decompressed to compressed bytes; a day's manifests reach about ten."""
ALWAYS_BORNE: Final = 4 << 20
"""Decompressed bytes up to which the ratio does not matter."""
_PIECE: Final = 64 << 10
_GZIP: Final = zlib.MAX_WBITS | 16
_MAGIC: Final = b"\x1f"

_COMPRESSION = Text(
    "Error",
    "The carrier's answer is compressed in a way that cannot be read. Load again; if this continues, tell the carrier.",
)


async def unpacked(response: httpx.Response) -> AsyncIterator[bytes]:
    """Yield the decompressed body in pieces, none of them empty; of 64 KiB at most where it was compressed.

    Raises:
        CarrierAnswerError: it is not compressed as its header says, or too large.
    """
    packed = _is_packed(response.headers.get("Content-Encoding", ""))
    unpacker = _Unpacker()
    size = 0
    async for raw in response.aiter_raw():
        for piece in unpacker.pieces(raw) if packed else (raw,):
            size += len(piece)
            if size > MOST_BYTES or size > max(ALWAYS_BORNE, MOST_PACKED * response.num_bytes_downloaded):
                raise too_large()
            if piece:
                yield piece


def _is_packed(coding: str) -> bool:
    """Tell whether a body is compressed with gzip, the only coding that was requested.

    Raises:
        CarrierAnswerError: it is compressed in another way, or more than once.
    """
    layers = [one for one in (part.strip().lower() for part in coding.split(",")) if one not in ("", "identity")]
    if layers not in ([], ["gzip"], ["x-gzip"]):
        raise CarrierAnswerError(_COMPRESSION)
    return bool(layers)


class _Unpacker:
    """Decompresses gzip, of one member or several; other bytes after a member are padding."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP)

    def pieces(self, raw: bytes) -> Iterator[bytes]:
        """Yield the decompressed content of some more bytes."""
        try:
            while raw:
                if self._member.eof:
                    if not raw.startswith(_MAGIC):
                        return
                    self._member = zlib.decompressobj(_GZIP)
                yield self._member.decompress(raw, _PIECE)
                raw = self._member.unused_data or self._member.unconsumed_tail
        except zlib.error as error:
            raise CarrierAnswerError(_COMPRESSION) from error
