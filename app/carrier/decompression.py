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
_MAGIC: Final = b"\x1f\x8b"
_ZLIB_HEADER: Final = 0x78  # of nearly every stream of zlib; others begin with the compressed data
_TEXT_BEGINS: Final = frozenset(b'\t\n\r [{"\xef\xfe\xff<)w/')
_NO_TEXT: Final = frozenset(range(1, 32)) - frozenset(b"\t\n\r\f")
_LOOKED_AT: Final = 64  # bytes
_PLAIN: Final = ("", "identity")

_COMPRESSION = Text(
    "Error",
    "The carrier's answer is compressed in a way that cannot be read. Load again; if this continues, tell the carrier.",
)


class Body:
    """Decompresses the body of an answer.

    The bytes decide how it is compressed, as proxies decompress and leave the header, or compress and set none. What is
    neither gzip nor deflate, and looks like text, is taken as it is, whatever the header says.

    Attributes:
        found: the `Content-Encoding` header where the body is encoded in another way, or it names none that exists.
    """

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self._coding = ",".join(
            one
            for one in map(str.strip, response.headers.get("Content-Encoding", "").lower().split(","))
            if one not in _PLAIN
        )
        self.found = ""

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the decompressed body in pieces, none of them empty; of 64 KiB at most where it was compressed.

        Raises:
            CarrierAnswerError: it is compressed in a way that cannot be read, or too large.
        """
        begun, unpacker, is_known = b"", None, False
        size = 0
        async for raw in self._response.aiter_raw():
            begun += raw
            if len(begun) < len(_MAGIC) and not is_known:
                continue
            if not is_known:
                unpacker, is_known = self._unpacker(begun), True
            packed, begun = begun, b""
            for piece in (packed,) if unpacker is None else unpacker.pieces(packed):
                size += len(piece)
                if size > MOST_BYTES or size > max(ALWAYS_BORNE, MOST_PACKED * self._response.num_bytes_downloaded):
                    raise too_large()
                if piece:
                    yield piece
        if begun:
            yield begun

    def _unpacker(self, begun: bytes) -> "_Unpacker | None":
        """Return what decompresses a body that begins so; None for one that is not compressed."""
        if begun.startswith(_MAGIC) and "," not in self._coding:
            self.found = "" if self._coding in ("gzip", "x-gzip") else f"gzip, declared as {self._coding or 'nothing'}"
            return _Unpacker(_GZIP)
        if self._coding == "deflate" and begun[0] not in _TEXT_BEGINS:
            return _Unpacker(zlib.MAX_WBITS if begun[0] == _ZLIB_HEADER else -zlib.MAX_WBITS)
        if self._coding:
            if not _NO_TEXT.isdisjoint(begun[:_LOOKED_AT]):
                raise CarrierAnswerError(_COMPRESSION)
            self.found = f"nothing, declared as {self._coding}"
        return None


class _Unpacker:
    """Decompresses a stream of zlib, or gzip of one member or several; other bytes after a member are padding."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._member = zlib.decompressobj(window)

    def pieces(self, raw: bytes) -> Iterator[bytes]:
        """Yield the decompressed content of some more bytes."""
        try:
            while raw:
                if self._member.eof:
                    if self._window != _GZIP or not raw.startswith(_MAGIC[:1]):
                        return
                    self._member = zlib.decompressobj(_GZIP)
                yield self._member.decompress(raw, _PIECE)
                raw = self._member.unused_data or self._member.unconsumed_tail
        except zlib.error as error:
            raise CarrierAnswerError(_COMPRESSION) from error
