"""Decodes a picture's file with Qt's readers."""

from collections.abc import Iterator

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from app.photos.decoder_answer import HEAD, MOST_PIXELS, PIXEL_BYTES, Outcome, level_sizes
from app.picture_decoder.file_parts import RefusedError, file_parts

_MOST_BYTES = 200_000_000
"""Memory for the pixels of a picture while it is decoded."""
_UPRIGHT = QImageIOHandler.Transformation.TransformationNone


def answer(file: bytes) -> Iterator[bytes | bytearray | memoryview]:
    """Decode a file, and return the parts of the answer one by one."""
    try:
        image = _decoded(file)
    except RefusedError as refused:
        yield HEAD.pack(refused.outcome, refused.width, refused.height, refused.most)
        return
    outcome = Outcome.TRANSPARENT if image.hasAlphaChannel() else Outcome.OPAQUE
    yield HEAD.pack(outcome, image.width(), image.height(), 0)
    for width, height in level_sizes(image.width(), image.height()):
        if width != image.width():
            image = image.scaled(QSize(width, height), mode=Qt.TransformationMode.SmoothTransformation)
        yield image.constBits()


def _decoded(file: bytes) -> QImage:
    """Return the picture, upright, with four bytes a pixel and no bytes between the rows.

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
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isEmpty():
        raise RefusedError(Outcome.DAMAGED)
    turning = 0 if reader.transformation() == _UPRIGHT else PIXEL_BYTES
    most = min(MOST_PIXELS, _MOST_BYTES // (parts.pixel_bytes + turning))
    if size.width() * size.height() > most:
        raise RefusedError(Outcome.TOO_MANY_PIXELS, size.width(), size.height(), most)
    image = reader.read()
    del reader, buffer  # their memory is needed for what follows
    if image.isNull():
        raise RefusedError(Outcome.DAMAGED)
    has_alpha = image.hasAlphaChannel()
    image.convertTo(QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32)
    return image
