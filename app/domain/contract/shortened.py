"""What is known of a quarantined body that is not kept whole, because too much was quarantined within an hour."""

from dataclasses import dataclass
from hashlib import sha256

KEPT_BYTES = 4096
"""Of a shortened body, from its beginning."""


@dataclass(frozen=True)
class Shortened:
    """The body as it came.

    Args:
        size: its bytes; of several bodies that are only counted, their sum.
        digest: SHA-256, hexadecimal; None for bodies that are only counted.
        bodies: how many are counted.
    """

    size: int
    digest: str | None
    bodies: int = 1

    @classmethod
    def of(cls, body: bytes) -> "Shortened":
        """Return what is kept of a body besides its beginning."""
        return cls(len(body), sha256(body).hexdigest())

    @classmethod
    def stored(cls, size: int | None, digest: str | None, repeats: int) -> "Shortened | None":
        """Return what the columns of a notification say; None: its body is whole."""
        return None if size is None else cls(size, digest, 1 if digest is not None else repeats + 1)


def marked(text: str, shortened: Shortened | None) -> str:
    """Return a body's text with a mark where it is not whole, for exports and copies."""
    if shortened is None:
        return text
    if shortened.digest is None:
        return f"[only counted: {shortened.bodies} bodies of {shortened.size} bytes in all]"
    kept = KEPT_BYTES if text else 0
    return f"{text}[shortened: the first {kept} of {shortened.size} bytes, SHA-256 {shortened.digest}]"
