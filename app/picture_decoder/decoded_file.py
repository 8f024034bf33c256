"""Decodes a picture's file with Qt's readers."""

from collections.abc import Iterator

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QTransform

from app.photos.decoder_answer import HEAD, MOST_PIXELS, Outcome, level_sizes
from app.picture_decoder.file_parts import RefusedError, file_parts

_MOST_BYTES = 200_000_000
"""Memory for the pixels of a picture while it is decoded."""
_STRIP = 64
"""Rows that are turned at once: the whole picture, turned, would take its memory a second time."""
_Turn = QImageIOHandler.Transformation


def answer(file: bytes, most_pixels: int = MOST_PIXELS) -> Iterator[bytes | bytearray | memoryview]:
    """Decode a file of at most so many pixels, and return the parts of the answer one by one."""
    try:
        image, turn = _decoded(file, most_pixels)
    except RefusedError as refused:
        yield HEAD.pack(refused.outcome, refused.width, refused.height, refused.most)
        return
    outcome = Outcome.TRANSPARENT if image.hasAlphaChannel() else Outcome.OPAQUE
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
        raise RefusedError(Outcome.DAMAGED)
    most = min(most_pixels, _MOST_BYTES // parts.pixel_bytes)
    if size.width() * size.height() > most:
        raise RefusedError(Outcome.TOO_MANY_PIXELS, size.width(), size.height(), most)
    image = reader.read()
    del reader, buffer  # their memory is needed for what follows
    if image.isNull():
        raise RefusedError(Outcome.DAMAGED)
    has_alpha = image.hasAlphaChannel()
    image.convertTo(QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32)
    return image, turn
