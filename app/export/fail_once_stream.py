"""A stream that fails once and is then out of the way."""

from app.export.progress_stream import Sink


class FailOnceStream:
    """Passes bytes on until that fails; keeps the failure and swallows whatever is written after it.

    Made for ZipFile, which the standard library leaves half open where a write fails: it writes once more when it is
    collected, and what goes wrong then can be caught by nobody. It cannot be told its position, so that a zip is
    written straight on, to a pipe as to a file.
    """

    def __init__(self, stream: Sink) -> None:
        self._stream: Sink | None = stream
        self._failure: OSError | None = None

    def write(self, data: bytes) -> int:
        """Pass the bytes on, or swallow them."""
        if self._stream is not None:
            try:
                self._stream.write(data)
            except OSError as error:
                self._failure = error
                self.shut()
        return len(data)

    def flush(self) -> None:
        """Do nothing: whoever owns the stream flushes it, and learns what comes of it."""

    def shut(self) -> None:
        """Let nothing more through."""
        self._stream = None

    def raise_failure(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._failure is not None:
            raise self._failure
