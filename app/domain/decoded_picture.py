"""A decoded picture, as it is handed from the decoder to the window."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A picture in one size: rows from the top, four bytes a pixel, as a little-endian 0xAARRGGBB."""

    width: int
    height: int
    pixels: memoryview


@dataclass(frozen=True)
class DecodedPicture:
    """A picture, upright, and its halvings down to a small one; colours are multiplied by the alpha."""

    levels: tuple[Level, ...]
    is_opaque: bool
