"""Caches results for texts that a sender chooses, with a limit on their length."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

LONGEST_TEXT = 200
"""Characters of a text in a cache. A notification may hold a text of 1 MB, and a cache thousands of them."""

T = TypeVar("T")


def cached_if_short(size: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Return a decorator that caches results as `lru_cache` does, except for arguments with a long text."""

    def decorate(function: Callable[..., T]) -> Callable[..., T]:
        cached = lru_cache(size)(function)

        @wraps(function)
        def call(*arguments: object) -> T:
            for one in arguments:
                if isinstance(one, str) and len(one) > LONGEST_TEXT:
                    return function(*arguments)
            return cached(*arguments)

        return call

    return decorate
