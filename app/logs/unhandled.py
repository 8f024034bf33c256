"""Reports uncaught errors of all threads."""

import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType


@contextmanager
def unhandled_errors(report: Callable[[BaseException], None], redact: Callable[[str], str] = str) -> Iterator[None]:
    """Call `report` with each uncaught error within the context, in its thread, then print it much as Python does.

    `report` comes first, since printing may fail. What is printed is redacted, as standard error may be logged.
    `sys.excepthook`, `sys.unraisablehook` and `threading.excepthook` are restored at the end.
    """
    before = sys.excepthook, sys.unraisablehook, threading.excepthook

    def raised(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        if not isinstance(error, KeyboardInterrupt):
            report(error)
        show_error(error, redact)

    def unraisable(found: "sys.UnraisableHookArgs") -> None:
        if found.exc_value is not None:
            report(found.exc_value)
            show_error(found.exc_value, redact, f"{found.err_msg or 'Exception ignored in'}: {_named(found.object)}")

    def raised_in_thread(found: threading.ExceptHookArgs) -> None:
        if found.exc_value is not None:  # SystemExit too: only the main thread may end the program
            report(found.exc_value)
            show_error(found.exc_value, redact, f"Exception in thread {found.thread.name if found.thread else '?'}:")

    sys.excepthook, sys.unraisablehook, threading.excepthook = raised, unraisable, raised_in_thread
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook, threading.excepthook = before


def show_error(error: BaseException, redact: Callable[[str], str], head: str = "") -> None:
    """Print an error with its traceback to standard error, redacted; does nothing where that is closed or full."""
    text = redact("".join([f"{head}\n", *traceback.format_exception(error)]).lstrip())
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(text, end="", file=sys.stderr, flush=True)  # noqa: T201 - to standard error


def _named(thing: object) -> str:
    """Return the `repr` of an object, or its class where that fails: it may be half destroyed."""
    try:
        return repr(thing)
    except Exception:  # noqa: BLE001 - whatever its own code raises
        return f"<{type(thing).__qualname__}>"
