"""The body of an answer, unpacked in small pieces and no further than any day can go.

Some hundred bytes can claim to be gigabytes: httpx would unpack whatever arrives at once, and every layer of it.
"""

import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

import httpx

from app.carrier.failures import too_large
from app.domain.errors import CarrierAnswerError
from app.domain.texts import Text

MOST_BYTES: Final = 512 << 20
"""Of an answer, unpacked; a hundred thousand shipments take about a fifth of it."""
MOST_PACKED: Final = 50
"""How many bytes one on the wire may stand for; a day's manifests come to about ten."""
ALWAYS_BORNE: Final = 4 << 20
"""Bytes, unpacked, up to which nobody asks how tightly they were packed."""
_PIECE: Final = 64 << 10
_GZIP: Final = zlib.MAX_WBITS | 16
_MAGIC: Final = b"\x1f"

_COMPRESSION = Text(
    "Error",
    "The carrier's answer is compressed in a way that cannot be read. Load again; if this continues, tell the carrier.",
)


async def unpacked(response: httpx.Response) -> AsyncIterator[bytes]:
    """Yield the body in pieces of 64 KiB at most where it was packed, none of them empty.

    Raises:
        CarrierAnswerError: it is not packed as it says, or it is too large.
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
    """Whether a body is gzip, which is all that was asked for.

    Raises:
        CarrierAnswerError: it is something else, or packed more than once.
    """
    layers = [one for one in (part.strip().lower() for part in coding.split(",")) if one not in ("", "identity")]
    if layers not in ([], ["gzip"], ["x-gzip"]):
        raise CarrierAnswerError(_COMPRESSION)
    return bool(layers)


class _Unpacker:
    """Unpacks gzip, of one member or several; what else comes behind it is padding."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP)

    def pieces(self, raw: bytes) -> Iterator[bytes]:
        """Yield what some more bytes stand for."""
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
