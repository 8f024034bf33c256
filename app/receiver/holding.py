"""How much of what is sent is in memory at once, so that many large bodies cost no more than a few."""

from collections.abc import Iterator
from contextlib import contextmanager


class Hold:
    """Bytes that may be taken, by all together. For one thread.

    Args:
        room: bytes.
    """

    def __init__(self, room: int) -> None:
        self.room = room

    @contextmanager
    def share(self) -> "Iterator[Share]":
        """Take nothing yet, and give all back that was taken."""
        share = Share(self)
        try:
            yield share
        finally:
            self.room += share.taken


class Share:
    """What one request has taken of it; `taken` is in bytes."""

    def __init__(self, hold: Hold) -> None:
        self._hold = hold
        self.taken = 0

    def grows(self, size: int) -> bool:
        """Take some bytes more; false where there is no room for them."""
        if size > self._hold.room:
            return False
        self._hold.room -= size
        self.taken += size
        return True
