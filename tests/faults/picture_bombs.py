"""Files that begin as pictures do, or claim to be one, and are made to take memory or time."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QImage

from tests.photos.pictures import (
    PNG_SIGNATURE,
    chunk,
    file_of,
    huge_png,
    picture,
    plain,
    png,
    progressive_jpeg,
    segment,
    turned_jpeg,
    zeros,
)

SHOWN = "^$"
_MUCH, _DAMAGED, _NO_PICTURE = "megapixels, more than the", "is damaged", "no PNG, JPEG or WebP picture"
_LAYERS = "more than 64 layers"
_REST = b"<html><script>alert(1)</script></html>PK\x05\x06" + bytes(18)
_TEXT = zlib.compress(b"x" * 7_000_000, 9)
"""One text: libpng refuses one of 8 MB, and keeps any number of smaller ones."""
_EMPTY = chunk(b"IDAT", b"")


@dataclass(frozen=True)
class Bomb:
    """One file.

    Args:
        name: what it is.
        file: at most 10 MB, which is all that is fetched.
        said: pattern of what the user reads in place of the picture; matches the empty text where it may be shown.
        is_short: whether it is opened in a short run too.
    """

    name: str
    file: bytes
    said: str
    is_short: bool = False


def bombs() -> Iterator[Bomb]:
    """Return all of them."""
    yield from _png_texts()
    yield from _png_sizes()
    yield from _png_pixels()
    yield from _jpegs()
    yield from _webps()
    yield from _others()


def slow_bomb() -> bytes:
    """Return the file that takes the most time of those that are decoded."""
    return progressive_jpeg(5000, 5000, 64)


def _small(before: bytes = b"", after: bytes = b"") -> bytes:
    """Return a PNG of 8 by 8 pixels with more chunks."""
    file = png(8, 8, 8, 2, zlib.compress(bytes(200)), before=before)
    end = chunk(b"IEND", b"")
    return file.removesuffix(end) + after + end


def _png_texts() -> Iterator[Bomb]:
    text = chunk(b"zTXt", b"a\0\0" + _TEXT) * 66
    yield Bomb("PNG: 66 texts of 7 MB", _small(text), SHOWN, is_short=True)
    yield Bomb("PNG: 264 texts of 7 MB", _small(text * 4), SHOWN)
    yield Bomb("PNG: a text of 1 GB", _small(chunk(b"zTXt", b"a\0\0" + zeros(1000))), SHOWN)
    international = chunk(b"iTXt", b"a\0\1\0\0\0" + _TEXT) * 140
    yield Bomb("PNG: 140 international texts of 7 MB", _small(international), SHOWN, is_short=True)
    profile = chunk(b"iCCP", b"a\0\0" + zeros(1000))
    yield Bomb("PNG: a profile of 1 GB", _small(profile), SHOWN, is_short=True)
    yield Bomb("PNG: a text behind the pixels", _small(after=text), SHOWN)
    yield Bomb("PNG: texts, profile and text at once", _small(text + profile + international, text), SHOWN)
    yield Bomb("PNG: plain text of 9 MB", _small(chunk(b"tEXt", b"a\0" + b"x" * 9_000_000)), SHOWN)
    yield Bomb("PNG: EXIF of 9 MB", _small(chunk(b"eXIf", b"MM\0*" + bytes(9_000_000))), SHOWN)
    yield Bomb("PNG: palette proposal of 9 MB", _small(chunk(b"sPLT", b"a\0\x08" + bytes(9_000_000))), SHOWN)
    yield Bomb("PNG: 800,000 chunks", _small(chunk(b"quIX", b"") * 800_000), SHOWN)
    control = chunk(b"acTL", struct.pack(">II", 2**31 - 1, 0))
    frame = struct.pack(">IIIIIHHBB", 0, 2**31 - 1, 2**31 - 1, 0, 0, 1, 1, 0, 0)
    moving = chunk(b"fcTL", frame) + chunk(b"fdAT", b"\0\0\0\1" + zeros(1000))
    yield Bomb("APNG: two thousand million frames", _small(control, moving * 5), SHOWN)


def _png_sizes() -> Iterator[Bomb]:
    nothing = zlib.compress(bytes(1000))
    yield Bomb("PNG: 50,000 x 50,000", huge_png(50_000, 50_000), _MUCH, is_short=True)
    yield Bomb("PNG: 2,147,483,647 squared", huge_png(2**31 - 1, 2**31 - 1), _DAMAGED)
    yield Bomb("PNG: 1 x 2,147,483,647", huge_png(1, 2**31 - 1), _DAMAGED)
    yield Bomb("PNG: 0 x 0", huge_png(0, 0), _DAMAGED)
    yield Bomb("PNG: 65,535 squared of one bit", png(65_535, 65_535, 1, 0, nothing), _MUCH)
    yield Bomb("PNG: a little over 40 megapixels", huge_png(6325, 6325), _MUCH)
    yield Bomb("PNG: 40 megapixels of 16 bits", png(8000, 5000, 16, 6, zeros(321)), _MUCH)
    yield Bomb("PNG: 50,000 x 50,000 interlaced", png(50_000, 50_000, 8, 2, nothing, interlaced=1), _MUCH)
    yield Bomb("PNG: 40 megapixels interlaced", png(8000, 5000, 8, 6, zeros(161), interlaced=1), SHOWN)
    yield Bomb("PNG: 40 megapixels in 160 kB", png(8000, 5000, 8, 6, zeros(161)), SHOWN)
    yield Bomb("PNG: 40 megapixels of a palette", file_of(plain(8000, 5000, QImage.Format.Format_Grayscale8)), SHOWN)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0))
    yield Bomb("PNG: a second, larger head", _small(head), _DAMAGED)


def _png_pixels() -> Iterator[Bomb]:
    head, end = _small()[:33], chunk(b"IEND", b"")
    yield Bomb(
        "PNG: 5 GB of pixels for 8 x 8", png(8, 8, 8, 2, zeros(5000)), f"{SHOWN}|took too long"
    )  # by the machine
    yield Bomb("PNG: 800,000 empty IDAT", head + _EMPTY * 800_000 + end, _DAMAGED)
    yield Bomb("PNG: pixels cut off", file_of(picture(900, 600))[:-200], _DAMAGED)
    yield Bomb("PNG: no pixels", head + end, _DAMAGED)
    yield Bomb("PNG: a chunk of 4 GB", head + b"\xff\xff\xff\xffIDAT" + bytes(100), _DAMAGED)
    yield Bomb("PNG: signature only", PNG_SIGNATURE + bytes(4), _DAMAGED)
    yield Bomb("PNG: polyglot with HTML and ZIP", file_of(picture(40, 20)) + _REST, SHOWN)


def _jpegs() -> Iterator[Bomb]:
    file = file_of(picture(40, 20), "jpg")
    yield Bomb("JPEG: 64 scans of 25 megapixels", slow_bomb(), SHOWN)
    yield Bomb("JPEG: 65 scans", progressive_jpeg(5000, 5000, 65), _LAYERS, is_short=True)
    yield Bomb("JPEG: 10,000 scans of 20 megapixels", progressive_jpeg(5000, 4000, 10_000), _LAYERS)
    yield Bomb("JPEG: 65,000 squared", progressive_jpeg(65_000, 65_000, 2), _MUCH)
    yield Bomb("JPEG: 40 megapixels, progressive", progressive_jpeg(8000, 5000, 3), _MUCH)
    yield Bomb("JPEG: 40 megapixels", file_of(plain(8000, 5000), "jpg"), SHOWN)
    yield Bomb("JPEG: 40 megapixels, to be turned", turned_jpeg(plain(8000, 5000)), SHOWN)
    frame = file.index(b"\xff\xc0")
    sized = segment(0xC0, b"\x08" + struct.pack(">HH", 60_000, 60_000) + file[frame + 9 : frame + 19])
    yield Bomb("JPEG: a second, larger frame", file[: frame + 19] + sized + file[frame + 19 :], _DAMAGED)
    yield Bomb("JPEG: 0 x 0", file[: frame + 5] + bytes(4) + file[frame + 9 :], _DAMAGED)
    yield Bomb("JPEG: cut off in its frame", file[: frame + 6], _DAMAGED)
    yield Bomb(
        "JPEG: 9 MB of profiles", file[:2] + segment(0xE2, b"ICC_PROFILE\0" + bytes(65_000)) * 140 + file[2:], SHOWN
    )
    yield Bomb("JPEG: EXIF that leads to itself", file[:2] + segment(0xE1, _looping_exif()) + file[2:], SHOWN)
    yield Bomb("JPEG: 9 MB of nothing", b"\xff\xd8\xff\xe0" + b"\xff\x01" * 4_500_000, _DAMAGED)
    yield Bomb("JPEG: polyglot with HTML and ZIP", file + _REST, SHOWN, is_short=True)


def _looping_exif() -> bytes:
    entry = struct.pack(">HHII", 0x8769, 4, 1, 8)
    return b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 8)


def _riff(*chunks: bytes) -> bytes:
    content = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(content)) + content


def _riff_chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _canvas(flags: int, side: int) -> bytes:
    return _riff_chunk(b"VP8X", struct.pack("<I", flags) + (side - 1).to_bytes(3, "little") * 2)


def _webps() -> Iterator[Bomb]:
    pixels = file_of(picture(40, 20), "webp")[12:]
    lossless = b"\x2f" + struct.pack("<I", 16_382 | 16_382 << 14) + bytes(50)
    yield Bomb("WebP: 16,383 squared", _riff(_riff_chunk(b"VP8L", lossless)), _MUCH, is_short=True)
    frame = _riff_chunk(b"ANMF", bytes(6) + (39).to_bytes(3, "little") + (19).to_bytes(3, "little") + bytes(4) + pixels)
    control = _riff_chunk(b"ANIM", bytes(6))
    yield Bomb("WebP: animated, 16,777,216 squared", _riff(_canvas(2, 2**24), control, frame), _DAMAGED)
    yield Bomb("WebP: animated, 16,000 squared", _riff(_canvas(2, 16_000), control, frame), _DAMAGED)
    yield Bomb("WebP: 20,000 frames", _riff(_canvas(2, 40), control, frame * 20_000), SHOWN)
    yield Bomb("WebP: cut off", _riff(pixels)[:60], _DAMAGED)


def _others() -> Iterator[Bomb]:
    gif = b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0xF7, 0, 0) + bytes(768)
    yield Bomb("GIF: 65,535 squared", gif + b"," + struct.pack("<HHHHBB", 0, 0, 65_535, 65_535, 0, 8), _NO_PICTURE)
    bitmap = struct.pack("<IiiHHIIiiII", 40, 50_000, 50_000, 1, 32, 0, 0, 0, 0, 0, 0)
    yield Bomb("BMP: 50,000 squared", b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + bitmap, _NO_PICTURE)
    entities = "".join(f'<!ENTITY a{nth} "{f"&a{nth - 1};" * 10}">' for nth in range(1, 10))
    svg = f'<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">{entities}]><svg xmlns="http://www.w3.org/2000/svg">&a9;</svg>'
    yield Bomb("SVG: a thousand million letters", svg.encode(), _NO_PICTURE, is_short=True)
    yield Bomb("TIFF", b"II*\0" + struct.pack("<IH", 8, 65_535) + bytes(100), _NO_PICTURE)
    yield Bomb("PDF", b"%PDF-1.7\n" + bytes(100), _NO_PICTURE)
    yield Bomb("HTML", _REST, _NO_PICTURE)
    yield Bomb("nothing at all", b"", _NO_PICTURE)
