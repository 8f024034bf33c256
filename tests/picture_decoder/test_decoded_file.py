"""A picture's file as it is decoded, in this process, and whatever is refused."""

import zlib

import pytest
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImage, QImageReader
from pytestqt.logging import _QtMessageCapture

from tests.photos.pictures import decoded_here, file_of, huge_png, picture, plain, png, progressive_jpeg, turned_jpeg

RED, BLUE = 0xFFFF0000, 0xFF0000FF


def pixel(pixels: memoryview, place: int) -> int:
    """Return the pixel at a place in a level."""
    return pixels.cast("I")[place]


def test_pixels_are_four_bytes_from_the_top_left() -> None:
    (level,) = decoded_here(file_of(picture(40, 20))).levels
    assert (level.width, level.height, len(level.pixels)) == (40, 20, 3200)
    assert [pixel(level.pixels, 0), pixel(level.pixels, 39)] == [RED, BLUE]


def test_a_picture_is_halved_down_to_a_small_one() -> None:
    levels = decoded_here(file_of(plain(6000, 3001), "jpg")).levels
    assert [(one.width, one.height) for one in levels] == [(6000, 3001), (3000, 1500), (1500, 750)]


def test_a_picture_is_turned_as_its_file_says() -> None:
    (level,) = decoded_here(turned_jpeg(picture(40, 20))).levels
    assert (level.width, level.height) == (20, 40)
    assert pixel(level.pixels, 0) >> 16 & 0xFF > 200
    assert pixel(level.pixels, 20 * 40 - 1) & 0xFF > 200


@pytest.mark.parametrize("orientation", range(1, 9))
def test_each_orientation_is_the_one_that_qt_makes(orientation: int) -> None:
    drawn = QImage(3, 2, QImage.Format.Format_RGB32)
    for place in range(6):
        drawn.setPixel(place % 3, place // 3, 0xFF000000 | 40 * place << 8)
    file = turned_jpeg(drawn.scaled(150, 70), orientation)
    buffer = QBuffer()
    buffer.setData(QByteArray(file))
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    wanted = reader.read().convertToFormat(QImage.Format.Format_RGB32)
    (level,) = decoded_here(file).levels
    assert (level.width, level.height) == (wanted.width(), wanted.height())
    assert level.pixels == wanted.constBits()


def test_colours_are_multiplied_by_the_alpha() -> None:
    file = png(1, 1, 8, 6, zlib.compress(bytes([0, 255, 255, 255, 0])))
    decoded = decoded_here(file)
    assert not decoded.is_opaque
    assert pixel(decoded.levels[0].pixels, 0) == 0


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        (QImage.Format.Format_RGB32, "jpg"),
        (QImage.Format.Format_Grayscale8, "jpg"),
        (QImage.Format.Format_Grayscale8, "png"),
    ],
)
def test_a_picture_of_forty_megapixels_is_decoded(form: QImage.Format, kind: str) -> None:
    level = decoded_here(file_of(plain(8000, 5000, form), kind)).levels[0]
    assert (level.width, level.height) == (8000, 5000)


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (huge_png(50_000, 50_000), "TOO_MANY_PIXELS"),
        (huge_png(6400, 6300), "TOO_MANY_PIXELS"),
        (png(5000, 4000, 16, 6, zlib.compress(bytes(1000))), "TOO_MANY_PIXELS"),
        (progressive_jpeg(6000, 5000, 3), "TOO_MANY_PIXELS"),
        (huge_png(3000, 3000), "DAMAGED"),
        (file_of(picture(300, 200))[:-200], "DAMAGED"),
        (b"RIFF\x40\x00\x00\x00WEBPVP8 " + bytes(52), "DAMAGED"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "NOT_A_PICTURE"),
    ],
)
def test_what_is_too_large_damaged_or_no_photo_is_refused(file: bytes, reason: str, qtlog: _QtMessageCapture) -> None:
    with qtlog.disabled(), pytest.raises(ValueError, match=reason):
        decoded_here(file)
