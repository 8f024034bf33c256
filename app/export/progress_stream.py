"""A stream that calls a function before each write, which can cancel it."""

from collections.abc import Callable
from typing import Protocol


class Sink(Protocol):
    """A stream for bytes."""

    def write(self, data: bytes, /) -> int:
        """Write the bytes."""


class ProgressStream:
    """Calls `watch` before each write; an exception of it cancels the export."""

    def __init__(self, sink: Sink, watch: Callable[[], None]) -> None:
        self._sink = sink
        self._watch = watch

    def write(self, data: bytes, /) -> int:
        """Call `watch`, and write the bytes."""
        self._watch()
        return self._sink.write(data)
