"""Waiting in the event loop for what another thread does, so long and no longer."""

import asyncio
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")


async def in_time(future: "Future[Result]", seconds: float) -> Result:
    """Return what the future ends with, and raise what it ends with.

    Raises:
        TimeoutError: it did not end in time, or was cancelled by its owner. It is cancelled then.
    """
    waiting = asyncio.wrap_future(future)
    try:
        await asyncio.wait({waiting}, timeout=seconds)
    finally:
        future.cancel()
        waiting.cancel()
    if waiting.cancelled():
        raise TimeoutError
    return waiting.result()
