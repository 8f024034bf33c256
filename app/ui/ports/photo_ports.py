"""What the photos are handed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.domain.decoded_picture import DecodedPicture
from app.domain.texts import Say


class Photo(Protocol):
    """One photo of a visit that is being fetched and decoded."""

    def read(self) -> DecodedPicture | None:
        """Fetch and decode it. Worker; None if it was cancelled; raises PhotoError, or one of its kinds."""

    def cancel(self) -> None:
        """Cancel it at once; may be called from any thread, and repeatedly."""


@dataclass(frozen=True)
class PhotoPorts:
    """What fetches photos."""

    photo: Callable[[str], Photo]
    """The photo at an address, to be fetched and decoded under strict limits, and stored nowhere."""
    say: Say
