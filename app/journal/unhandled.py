"""Errors that nobody caught, in whatever thread."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType


@contextmanager
def unhandled_errors(told: Callable[[BaseException], None]) -> Iterator[None]:
    """Have each of them shown as Python shows it, and then told, in the thread where it happened.

    Python's `sys.excepthook`, `sys.unraisablehook` and `threading.excepthook` are as before at the end.
    """
    before = sys.excepthook, sys.unraisablehook, threading.excepthook

    def raised(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if not isinstance(error, KeyboardInterrupt):
            told(error)

    def unraisable(found: "sys.UnraisableHookArgs") -> None:
        sys.__unraisablehook__(found)
        if found.exc_value is not None:
            told(found.exc_value)

    def raised_in_thread(found: threading.ExceptHookArgs) -> None:
        threading.__excepthook__(found)
        if isinstance(
            found.exc_value, SystemExit
        ):  # which Python does not show: only the main thread may ask for an end
            sys.__excepthook__(found.exc_type, found.exc_value, found.exc_traceback)
        if found.exc_value is not None:
            told(found.exc_value)

    sys.excepthook, sys.unraisablehook, threading.excepthook = raised, unraisable, raised_in_thread
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook, threading.excepthook = before
