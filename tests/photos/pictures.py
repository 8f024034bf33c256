"""Files of pictures, made by Qt or byte by byte."""

import struct
import zlib

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from app.domain.decoded_picture import DecodedPicture, Level
from app.photos.decoder_protocol import HEAD, PIXEL_BYTES, DecodingOutcome, level_sizes
from app.picture_decoder.decoded_file import answer

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def file_of(image: QImage, kind: str = "png") -> bytes:
    """Return an image as a file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)  # type: ignore[call-overload]  # the stub is wrong
    return bytes(buffer.data().data())


def plain(width: int, height: int, form: QImage.Format = QImage.Format.Format_RGB32) -> QImage:
    """Return an image of one colour."""
    image = QImage(width, height, form)
    image.fill(QColor("#336699"))
    return image


def picture(width: int, height: int) -> QImage:
    """Return one that is red on the left and blue on the right."""
    image = QImage(2, 1, QImage.Format.Format_RGB32)
    image.setPixelColor(0, 0, QColor("#ff0000"))
    image.setPixelColor(1, 0, QColor("#0000ff"))
    return image.scaled(width, height)


def chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    width: int, height: int, bits: int, kind: int, packed: bytes, *, before: bytes = b"", interlaced: int = 0
) -> bytes:
    """Return a PNG file of this size: so many bits a sample, of colours (2) or colours and how opaque they are (6).

    Args:
        before: chunks between the head and the pixels.
    """
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, interlaced))
    return PNG_SIGNATURE + head + before + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def zeros(megabytes: int) -> bytes:
    """Return so many megabytes of zeros, compressed to a thousandth of that, without compressing them all."""
    packing = zlib.compressobj(9, wbits=-15)
    block = packing.compress(bytes(1_000_000)) + packing.flush(zlib.Z_FULL_FLUSH)
    checksum = megabytes * 1_000_000 % 65_521 << 16 | 1
    return b"\x78\xda" + block * megabytes + b"\x03\x00" + checksum.to_bytes(4)


def huge_png(width: int, height: int) -> bytes:
    """Return the head of a picture of this size, and nothing that would be large."""
    return png(width, height, 8, 2, zlib.compress(bytes(1000)))


def segment(marker: int, content: bytes) -> bytes:
    """Return a segment of a JPEG file."""
    return bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content


def progressive_jpeg(width: int, height: int, scans: int) -> bytes:
    """Return a grey JPEG file of so many scans, each of which goes over all of its blocks.

    The first scan gives each block's mean, the others give one coefficient that is zero in runs of 32,767 blocks.
    """
    blocks = -(-width // 8) * -(-height // 8)
    tables = segment(0xDB, bytes([0, *[1] * 64]))
    frame = segment(0xC2, struct.pack(">BHHB3B", 8, height, width, 1, 1, 0x11, 0))
    means = segment(0xC4, bytes([0x00, 1, *[0] * 15, 0]))
    runs = segment(0xC4, bytes([0x10, 1, *[0] * 15, 0xE0]))
    first = segment(0xDA, bytes([1, 1, 0x00, 0, 0, 0])) + bytes(-(-blocks // 8))
    bits = "".join(f"0{0x3FFF:014b}" for _ in range(-(-blocks // 0x7FFF)))
    padded = bits + "1" * (-len(bits) % 8)
    packed = int(padded, 2).to_bytes(len(padded) // 8).replace(b"\xff", b"\xff\x00")
    later = [segment(0xDA, bytes([1, 1, 0x00, 1 + nth % 63, 1 + nth % 63, 0])) + packed for nth in range(scans - 1)]
    return b"".join([b"\xff\xd8", tables, frame, means, runs, first, *later, b"\xff\xd9"])


def turned_jpeg(image: QImage, orientation: int = 6) -> bytes:
    """Return a JPEG file with an orientation in its EXIF data; by 6 it is to be turned clockwise by 90 degrees."""
    file = file_of(image, "jpg")
    exif = b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    return file[:2] + segment(0xE1, exif) + file[2:]


def chunks_of(file: bytes) -> list[bytes]:
    """Return the names of a PNG file's chunks."""
    names, at = [], len(PNG_SIGNATURE)
    while at < len(file):
        names.append(file[at + 4 : at + 8])
        at += 12 + int.from_bytes(file[at : at + 4])
    return names


def decoded_here(file: bytes) -> DecodedPicture:
    """Decode a file in this process, without limits.

    Raises:
        ValueError: it was refused; the argument is the outcome.
    """
    head, *parts = (bytes(part) for part in answer(file))
    outcome, width, height, _ = HEAD.unpack(head)
    if not parts:
        raise ValueError(DecodingOutcome(outcome).name)
    pixels, levels = memoryview(b"".join(parts)), []
    for size in level_sizes(width, height):
        length = size[0] * size[1] * PIXEL_BYTES
        levels.append(Level(*size, pixels[:length]))
        pixels = pixels[length:]
    assert not pixels
    return DecodedPicture(tuple(levels), is_opaque=outcome == DecodingOutcome.OPAQUE)
