"""Errors that nobody caught, in whatever thread."""

import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType


@contextmanager
def unhandled_errors(told: Callable[[BaseException], None], redact: Callable[[str], str] = str) -> Iterator[None]:
    """Have each of them shown much as Python shows it, and then told, in the thread where it happened.

    Standard error may end in somebody's log: what stands there is redacted as the log is.

    Python's `sys.excepthook`, `sys.unraisablehook` and `threading.excepthook` are as before at the end.
    """
    before = sys.excepthook, sys.unraisablehook, threading.excepthook

    def raised(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        show_error(error, redact)
        if not isinstance(error, KeyboardInterrupt):
            told(error)

    def unraisable(found: "sys.UnraisableHookArgs") -> None:
        if found.exc_value is not None:
            show_error(found.exc_value, redact, f"{found.err_msg or 'Exception ignored in'}: {found.object!r}")
            told(found.exc_value)

    def raised_in_thread(found: threading.ExceptHookArgs) -> None:
        if found.exc_value is not None:  # SystemExit too: only the main thread may ask for an end
            show_error(found.exc_value, redact, f"Exception in thread {found.thread.name if found.thread else '?'}:")
            told(found.exc_value)

    sys.excepthook, sys.unraisablehook, threading.excepthook = raised, unraisable, raised_in_thread
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook, threading.excepthook = before


def show_error(error: BaseException, redact: Callable[[str], str], head: str = "") -> None:
    """Write an error with its traceback to standard error, redacted; where that is closed or full, nobody sees it."""
    text = "".join(traceback.format_exception(error))
    if sys.stderr is not None:
        with suppress(OSError):
            print(redact(f"{head}\n{text}".lstrip()), end="", file=sys.stderr, flush=True)  # noqa: T201 - its place
