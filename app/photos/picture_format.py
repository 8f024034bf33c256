"""The formats of pictures that are accepted, told by the first bytes of a file."""

_PNG, _JPEG, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"WEBP"
SIGNATURE_BYTES = 12
"""Bytes at the start of a file that tell its format."""


def format_of(file: bytes | bytearray) -> str:
    """Return `png`, `jpeg` or `webp`; empty for every other file."""
    if len(file) < SIGNATURE_BYTES:
        return ""
    if file.startswith(_PNG):
        return "png"
    if file.startswith(_JPEG):
        return "jpeg"
    return "webp" if file[:4] == _RIFF and file[8:SIGNATURE_BYTES] == _WEBP else ""
