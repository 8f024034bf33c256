"""Reliable handling of Ctrl+C."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def keyboard_interrupt_kept() -> Iterator[None]:
    """End a block with KeyboardInterrupt after Ctrl+C, also during a function that SQLite calls.

    SQLite reports only that the function raised an exception, which would look like a bug of the program. A process
    that was started to ignore Ctrl+C still ignores it.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    was_interrupted = False

    def note(_signal: int, _frame: FrameType | None) -> None:
        nonlocal was_interrupted
        was_interrupted = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception as error:
        if was_interrupted:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
