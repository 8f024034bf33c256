"""Standard error, which a program without a console does not have."""

import sys
from contextlib import suppress


def print_error(text: str, end: str = "\n") -> None:
    """Write to standard error at once; nothing where that is closed or full."""
    if sys.stderr is None:  # `print` would use standard output instead
        return
    try:
        with suppress(ValueError):  # it is closed
            print(text, end=end, file=sys.stderr, flush=True)  # noqa: T201 - the one place
    except OSError:
        sys.stderr = None  # flushing its buffer at exit would fail again, and change the exit code
