"""The announcement of a newer version, which an administrator publishes at an address."""

import re
from dataclasses import dataclass

from app.domain.access.addresses import origin_of

LARGEST_ANNOUNCEMENT = 4096
"""Bytes; a larger answer is no announcement."""

_VERSION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){0,3}")
_ADDRESS = re.compile(r"https://[!-~]{1,200}")


@dataclass(frozen=True)
class AnnouncedVersion:
    """A version that is newer than this program, and the https address of the page to get it from; empty if none."""

    version: str
    address: str = ""


def read_announcement(body: bytes, own: str) -> AnnouncedVersion | None:
    """Return the newer version that an announcement names; None if there is none, or the bytes are no announcement.

    Args:
        body: UTF-8: the newest version in the first line, such as `1.2.0`, and in the second, if there is one, the
            https address of a page to get it from.
        own: the version of this program.
    """
    if len(body) > LARGEST_ANNOUNCEMENT:
        return None
    try:
        version, address, *_ = [*map(str.strip, body.decode("utf-8-sig").splitlines()), "", ""]
    except UnicodeDecodeError:
        return None
    newest, running = _numbers(version), _numbers(own)
    if not newest or not running or newest <= running:
        return None
    is_page = _ADDRESS.fullmatch(address) and origin_of(address)
    return AnnouncedVersion(version, address if is_page else "")


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version without zeros at the end, as 1.0 is 1.0.0; none if it is no version."""
    if not _VERSION.fullmatch(version):
        return ()
    numbers = [int(one) for one in version.split(".")]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
