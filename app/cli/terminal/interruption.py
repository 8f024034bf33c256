"""Ctrl+C, wherever in a block it comes."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def heeding_interruption() -> Iterator[None]:
    """Have Ctrl+C end a block as the KeyboardInterrupt that it is, also where it comes in a function that SQLite calls.

    SQLite then says no more than that the function raised something, which would look like a bug of ours. A process
    that was started to ignore Ctrl+C goes on doing so.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    came = False

    def note(_signal: int, _frame: FrameType | None) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception as error:
        if came:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
