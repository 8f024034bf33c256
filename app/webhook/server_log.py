"""The logger that aiohttp's server gets: errors are counted or reported, and nothing of a request is written."""

import logging
from collections.abc import Callable
from functools import partial

from aiohttp.http import HttpProcessingError


def server_log(on_malformed: Callable[[], None], on_bug: Callable[[BaseException], None]) -> logging.Logger:
    """Return a logger that is no part of the program's log: what aiohttp says can repeat a head with its token.

    Args:
        on_malformed: called for each request that aiohttp could not parse and answered 400.
        on_bug: called with each error that has another cause.
    """
    log = logging.Logger("webhook")  # noqa: LOG001 - one by `getLogger` would write to the program's log
    log.addFilter(partial(_handle, on_malformed=on_malformed, on_bug=on_bug))
    return log


def _handle(
    record: logging.LogRecord, *, on_malformed: Callable[[], None], on_bug: Callable[[BaseException], None]
) -> bool:
    """Handle a record, and return false, so that no handler gets it."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        error.__traceback__ = None  # it refers to the connection, which refers to the error (aiohttp 3.14)
        on_malformed()
    elif error is not None:
        on_bug(error)
    return False
