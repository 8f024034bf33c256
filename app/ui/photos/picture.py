"""A decoded picture as Qt paints it, kept in memory only."""

from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.domain.decoded_picture import DecodedPicture


@dataclass(frozen=True)
class Picture:
    """A picture, upright. `levels` are the picture and its halvings, down to a small one."""

    levels: tuple[QImage, ...]
    decoded: DecodedPicture
    """Holds the memory that the images show."""

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


def picture_of(decoded: DecodedPicture) -> Picture:
    """Return a decoded picture as images, without a copy."""
    form = QImage.Format.Format_RGB32 if decoded.is_opaque else QImage.Format.Format_ARGB32_Premultiplied
    levels = (QImage(one.pixels, one.width, one.height, 4 * one.width, form) for one in decoded.levels)
    return Picture(tuple(levels), decoded)
