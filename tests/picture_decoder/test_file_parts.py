"""What is taken out of a picture's file, and which files are refused before they are decoded."""

import zlib

import pytest

from app.photos.decoder_protocol import MOST_SCANS
from app.picture_decoder.decoded_file import RefusedError, file_parts
from tests.photos.pictures import PNG_SIGNATURE, chunk, chunks_of, file_of, plain, png, progressive_jpeg, segment

PIXELS = zlib.compress(bytes(1000))
REST = b"<script>alert(1)</script>PK\x03\x04"


def test_only_the_chunks_that_make_the_image_are_passed_on() -> None:
    names = (b"iTXt", b"zTXt", b"tEXt", b"iCCP", b"eXIf", b"acTL", b"fcTL", b"gAMA", b"quIX")
    others = b"".join(chunk(name, b"x" * 100) for name in names)
    file = png(8, 8, 8, 2, PIXELS, before=others + chunk(b"tRNS", bytes(6))) + REST
    assert chunks_of(file_parts(file).content) == [b"IHDR", b"tRNS", b"IDAT", b"IEND"]


def test_what_follows_the_end_of_a_jpeg_is_not_passed_on() -> None:
    file = file_of(plain(16, 16), "jpg")
    assert file_parts(file + REST).content == file


@pytest.mark.parametrize(
    ("file", "pixel_bytes"),
    [
        (png(8, 8, 8, 2, PIXELS), 4),
        (png(8, 8, 8, 6, PIXELS), 4),
        (png(8, 8, 8, 0, PIXELS), 5),
        (png(8, 8, 16, 6, PIXELS), 12),
        (file_of(plain(16, 16), "jpg"), 4),
        (progressive_jpeg(16, 16, 3), 7),
        (file_of(plain(16, 16), "webp"), 12),
    ],
)
def test_memory_for_a_pixel_is_told_from_the_file_s_start(file: bytes, pixel_bytes: int) -> None:
    assert file_parts(file).pixel_bytes == pixel_bytes


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (b"", "NOT_A_PICTURE"),
        (b"GIF89a" + bytes(100), "NOT_A_PICTURE"),
        (b"<html>" + bytes(100), "NOT_A_PICTURE"),
        (PNG_SIGNATURE + bytes(4), "DAMAGED"),
        (PNG_SIGNATURE + chunk(b"IDAT", PIXELS) + chunk(b"IHDR", bytes(13)), "DAMAGED"),
        (PNG_SIGNATURE + chunk(b"IHDR", bytes(12)), "DAMAGED"),
        (b"\xff\xd8" + segment(0xE0, bytes(20)), "DAMAGED"),
        (b"\xff\xd8" + segment(0xE0, bytes(20)) + b"\xff\xc0\x00", "DAMAGED"),
        (progressive_jpeg(16, 16, MOST_SCANS + 1), "TOO_MANY_SCANS"),
    ],
)
def test_a_file_is_refused_for_its_start(file: bytes, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        file_parts(file)


def test_as_many_scans_as_are_allowed_are_passed_on() -> None:
    file = progressive_jpeg(16, 16, MOST_SCANS)
    assert file_parts(file).content == file
