"""Fuzzes the image decoder with files that begin as images do, in this process."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from PySide6.QtGui import QColor, QImage

from app.photos.decoder_protocol import MOST_PIXELS
from tests.photos.pictures import decoded_here, file_of

_KINDS = ("PNG", "JPEG", "WEBP")


def pictures(random: Random) -> Iterator[bytes]:
    """Return files without end: small pictures of each kind with some of their bytes changed."""
    seeds = [_drawn(kind, random) for kind in _KINDS]
    while True:
        file = bytearray(random.choice(seeds))
        for _ in range(random.choice((0, 1, 1, 2, 4, 30))):
            place = random.choice((random.randrange(len(file)), random.randrange(min(64, len(file)))))
            file[place] = random.choice((0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)))
        yield bytes(file[: random.randrange(len(file))] if random.random() < 0.1 else file)


def fuzz_picture(data: bytes) -> None:
    """Decode a file, or say why not."""
    with suppress(ValueError):
        picture = decoded_here(data)
        assert 0 < picture.levels[0].width * picture.levels[0].height <= MOST_PIXELS


def _drawn(kind: str, random: Random) -> bytes:
    image = QImage(24, 16, QImage.Format.Format_RGB32)
    for x in range(image.width()):
        for y in range(image.height()):
            image.setPixelColor(x, y, QColor(random.randrange(256), 10 * y, 10 * x))
    return file_of(image, kind)
