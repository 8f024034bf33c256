"""How much of what is sent is in memory at once, so that many large bodies cost no more than a few."""

from typing import Self


class Hold:
    """Bytes that may be taken, by all together. For one thread.

    Args:
        room: bytes.
    """

    def __init__(self, room: int) -> None:
        self.room = room

    def share(self) -> "Share":
        """Take nothing yet."""
        return Share(self)


class Share:
    """What one request has taken of it, `taken` in bytes; all is given back when its context is left."""

    def __init__(self, hold: Hold) -> None:
        self._hold = hold
        self.taken = 0

    def __enter__(self) -> Self:
        """Take nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give all back."""
        self._hold.room += self.taken

    def grows(self, size: int) -> bool:
        """Take some bytes more; false where there is no room for them."""
        if size > self._hold.room:
            return False
        self._hold.room -= size
        self.taken += size
        return True
