"""A downloaded picture: its size is checked before it is decoded, and it is kept in memory only."""

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from app.domain.errors import PhotoError
from app.domain.texts import Text

MOST_PIXELS = 40_000_000
_MOST_MEGABYTES = 320
"""Memory that decoding may use: 40 megapixels of four 16-bit samples, and some more."""
_KINDS = ("png", "jpeg", "webp")
_SMALLEST = 700
"""Pictures are halved down to about this width or height in pixels."""

_NOT_A_PICTURE = Text(
    "Photo", "What came cannot be read as a PNG, JPEG or WebP picture. Try again; if it stays so, tell the provider."
)
_DAMAGED = Text("Photo", "The photo is damaged and cannot be shown. Try again; if it stays so, tell the provider.")
_TOO_MANY_PIXELS = Text(
    "Photo",
    "The photo has {megapixels} megapixels, more than the {most} that are shown here. Open it in the browser.",
)


@dataclass(frozen=True)
class Picture:
    """A decoded picture, upright. `levels` are the picture and its halvings, down to a small one."""

    levels: tuple[QImage, ...]

    @property
    def size(self) -> QSize:
        """The size of the picture itself."""
        return self.levels[0].size()

    def level(self, scale: float) -> QImage:
        """Return the smallest level that is large enough for this scale."""
        nth = 0
        while nth + 1 < len(self.levels) and scale * 2 ** (nth + 1) <= 1:
            nth += 1
        return self.levels[nth]


def read_picture(file: bytes) -> Picture:
    """Decode a file; of an animation its first frame. Slow: call it in a worker.

    Raises:
        PhotoError: it is none of the three formats, too large, or damaged.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(file))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    QImageReader.setAllocationLimit(_MOST_MEGABYTES)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    if reader.format().toStdString() not in _KINDS:
        raise PhotoError(_NOT_A_PICTURE)
    size = reader.size()
    if size.isEmpty():
        raise PhotoError(_DAMAGED)
    pixels = size.width() * size.height()
    if pixels > MOST_PIXELS:
        megapixels = f"{pixels / 1e6:,.0f}"
        raise PhotoError(_TOO_MANY_PIXELS.filled(megapixels=megapixels, most=round(MOST_PIXELS / 1e6)))
    image = reader.read()
    if image.isNull():
        raise PhotoError(_DAMAGED)
    has_alpha = image.hasAlphaChannel()
    image.convertTo(QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32)
    levels = [image]
    while min(levels[-1].width(), levels[-1].height()) > 2 * _SMALLEST:
        last = levels[-1]
        half = QSize(last.width() // 2, last.height() // 2)
        levels.append(last.scaled(half, mode=Qt.TransformationMode.SmoothTransformation))
    return Picture(tuple(levels))
