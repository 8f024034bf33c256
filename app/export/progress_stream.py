"""A stream that tells whenever something is written, so that somebody can stop it."""

from collections.abc import Callable
from typing import Protocol


class Sink(Protocol):
    """What takes bytes."""

    def write(self, data: bytes, /) -> int:
        """Take them."""


class ProgressStream:
    """Passes bytes on, and calls `watch` before; what that raises ends the writing."""

    def __init__(self, sink: Sink, watch: Callable[[], None]) -> None:
        self._sink = sink
        self._watch = watch

    def write(self, data: bytes, /) -> int:
        """Pass the bytes on."""
        self._watch()
        return self._sink.write(data)
