"""Decodes a picture's file with Qt's readers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QTransform

from app.photos.decoder_protocol import HEAD, MOST_PIXELS, MOST_SCANS, DecodingOutcome, format_of, level_sizes

_PNG_SIGNATURE = 8
_PNG_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""What makes the picture. The others hold texts, profiles and animations, some compressed without any limit."""
_PNG_FRAME, _PNG_FRAME_BYTES, _PNG_LAST = b"IHDR", 13, b"IEND"
_PNG_SHALLOW = 8
"""Bits a sample, at most, in a file that is decoded to 32 bits a pixel."""
_PNG_COLOURS = (2, 6)
_JPEG_MARKER = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")
"""A marker other than those within a scan: restarts, and the 0 after a byte of 255."""
_JPEG_ALONE, _JPEG_END, _JPEG_SCAN = (0x01, 0xD8), 0xD9, 0xDA
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_IN_ONE_PASS = (0xC0, 0xC1)
_JPEG_BYTES = {1: 5, 3: 4, 4: 8}
"""Memory by the number of components: decoded pixels other than RGB are converted."""
_COEFFICIENT_BYTES = 2
_PNG_DEEP_BYTES, _WEBP_BYTES = 12, 12
_MOST_BYTES = 200_000_000
"""Memory for the pixels of a picture while it is decoded."""
_STRIP = 64
"""Rows that are turned at once: the whole picture, turned, would take its memory a second time."""
_Turn = QImageIOHandler.Transformation


class RefusedError(Exception):
    """A file is not decoded; `outcome` says why."""

    def __init__(self, outcome: DecodingOutcome, width: int = 0, height: int = 0, most: int = 0) -> None:
        super().__init__(outcome.name)
        self.outcome, self.width, self.height, self.most = outcome, width, height, most


@dataclass(frozen=True)
class FileParts:
    """What is decoded of a file.

    Attributes:
        kind: `png`, `jpeg` or `webp`.
        content: the file without what does not make the picture.
        pixel_bytes: the most memory that decoding takes for a pixel.
    """

    kind: str
    content: bytes
    pixel_bytes: int


def file_parts(file: bytes) -> FileParts:
    """Return what is to be decoded of a file.

    Raises:
        RefusedError: it is no picture, damaged at its start, or has too many scans.
    """
    kind = format_of(file)
    if kind == "png":
        return _png(file)
    if kind == "jpeg":
        return _jpeg(file)
    if kind == "webp":
        return FileParts(kind, file, _WEBP_BYTES)
    raise RefusedError(DecodingOutcome.NOT_A_PICTURE)


def _png(file: bytes) -> FileParts:
    kept, at, name = [file[:_PNG_SIGNATURE]], _PNG_SIGNATURE, b""
    while at < len(file) and name != _PNG_LAST:
        name, end = file[at + 4 : at + 8], at + 12 + int.from_bytes(file[at : at + 4])
        if name in _PNG_CHUNKS:
            kept.append(file[at:end])
        at = end
    frame = kept[1][8:-4] if len(kept) > 1 else b""
    if len(frame) != _PNG_FRAME_BYTES or kept[1][4:8] != _PNG_FRAME:
        raise RefusedError(DecodingOutcome.DAMAGED)
    depth, colour = frame[8:10]
    shallow = 4 if colour in _PNG_COLOURS else 5
    return FileParts("png", b"".join(kept), shallow if depth <= _PNG_SHALLOW else _PNG_DEEP_BYTES)


def _jpeg(file: bytes) -> FileParts:
    at, scans, frame, components = 2, 0, 0, 0
    while found := _JPEG_MARKER.search(file, at):
        marker, at = found[1][0], found.end()
        if marker == _JPEG_END:
            break
        if marker in _JPEG_ALONE:
            continue
        if marker in _JPEG_FRAMES and not frame:
            frame, components = marker, file[at + 7] if at + 7 < len(file) else 0
        scans += marker == _JPEG_SCAN
        at += int.from_bytes(file[at : at + 2])
    if scans > MOST_SCANS:
        raise RefusedError(DecodingOutcome.TOO_MANY_SCANS)
    if components not in _JPEG_BYTES:
        raise RefusedError(DecodingOutcome.DAMAGED)
    is_in_one_pass = frame in _JPEG_IN_ONE_PASS and scans == 1
    coefficients = 0 if is_in_one_pass else _COEFFICIENT_BYTES * components
    return FileParts("jpeg", file[:at], _JPEG_BYTES[components] + coefficients)


def answer(file: bytes, most_pixels: int = MOST_PIXELS) -> Iterator[bytes | bytearray | memoryview]:
    """Decode a file of at most so many pixels, and return the parts of the answer one by one."""
    try:
        image, turn = _decoded(file, most_pixels)
    except RefusedError as refused:
        yield HEAD.pack(refused.outcome, refused.width, refused.height, refused.most)
        return
    outcome = DecodingOutcome.TRANSPARENT if image.hasAlphaChannel() else DecodingOutcome.OPAQUE
    size = _upright_size(image, turn)
    yield HEAD.pack(outcome, size.width(), size.height(), 0)
    for width, height in level_sizes(image.width(), image.height()):
        if width != image.width():
            image = image.scaled(QSize(width, height), mode=Qt.TransformationMode.SmoothTransformation)
        yield from _upright(image, turn)


def _upright_size(image: QImage, turn: _Turn) -> QSize:
    return image.size().transposed() if turn & _Turn.TransformationRotate90 else image.size()


def _upright(image: QImage, turn: _Turn) -> Iterator[bytes | bytearray | memoryview]:
    """Return the pixels of an image as its file says that it is to be turned: mirrored, then rotated."""
    if turn == _Turn.TransformationNone:
        yield image.constBits()
        return
    turning = QTransform()
    turning.rotate(90 if turn & _Turn.TransformationRotate90 else 0)
    turning.scale(-1 if turn & _Turn.TransformationMirror else 1, -1 if turn & _Turn.TransformationFlip else 1)
    from_upright, _ = QImage.trueMatrix(turning, image.width(), image.height()).inverted()
    size = _upright_size(image, turn)
    for top in range(0, size.height(), _STRIP):
        rows = QRect(0, top, size.width(), min(_STRIP, size.height() - top))
        strip = image.copy(from_upright.mapRect(rows)).transformed(turning)
        yield strip.constBits()


def _decoded(file: bytes, most_pixels: int) -> tuple[QImage, _Turn]:
    """Return the picture, and how it is to be turned; it has four bytes a pixel and no bytes between the rows.

    Raises:
        RefusedError: it is no picture, damaged, or would take too much memory.
    """
    parts = file_parts(file)
    QImageReader.setAllocationLimit(_MOST_BYTES // 2**20)
    buffer = QBuffer()
    buffer.setData(QByteArray(parts.content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(parts.kind.encode()))
    reader.setAutoDetectImageFormat(False)
    size, turn = reader.size(), reader.transformation()
    if size.isEmpty():
        raise RefusedError(DecodingOutcome.DAMAGED)
    most = min(most_pixels, _MOST_BYTES // parts.pixel_bytes)
    if size.width() * size.height() > most:
        raise RefusedError(DecodingOutcome.TOO_MANY_PIXELS, size.width(), size.height(), most)
    image = reader.read()
    del reader, buffer  # their memory is needed for what follows
    if image.isNull():
        raise RefusedError(DecodingOutcome.DAMAGED)
    has_alpha = image.hasAlphaChannel()
    image.convertTo(QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32)
    return image, turn
