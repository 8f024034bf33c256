"""A stream that reports a failed write later, and ignores further writes."""

from app.export.progress_stream import Sink


class FailOnceStream:
    """Writes to another stream until that fails; then keeps the error, and ignores further writes.

    `ZipFile` writes once more when it is collected after a failed write, where no caller can catch the second error.
    This stream has no `tell`, so that `ZipFile` writes sequentially, to pipes as well as to files.
    """

    def __init__(self, stream: Sink) -> None:
        self._stream: Sink | None = stream
        self._failure: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write the bytes, or ignore them after a failure."""
        if self._stream is not None:
            try:
                self._stream.write(data)
            except OSError as error:
                self._failure = error
                self.shut()
        return len(data)

    def flush(self) -> None:
        """Do nothing: the owner of the stream flushes it, and handles its errors."""

    def shut(self) -> None:
        """Ignore all further writes."""
        self._stream = None

    def raise_failure(self) -> None:
        """Raise the error of a failed write, if there was one."""
        if self._failure is not None:
            raise self._failure
