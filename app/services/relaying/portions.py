"""How many facts of others one transaction takes."""

import time
from collections.abc import Iterator, Sequence

from app.relay.messages import StreamMessage

_PORTION = 1024 * 1024
"""Bytes of facts that one transaction takes, or one fact: what a receiver hears meanwhile waits for it."""
_PORTION_SECONDS = 0.1
_MOST_AT_ONCE = 64


class Portions:
    """Divides messages into those that are taken in one transaction: fewer where the ones before took long."""

    def __init__(self) -> None:
        self._most = 1

    def of(self, messages: Sequence[StreamMessage]) -> Iterator[list[StreamMessage]]:
        """Yield messages in their order; the time until the next are asked for is what they took."""
        start = 0
        while start < len(messages):
            some: list[StreamMessage] = []
            size = 0
            for one in messages[start : start + self._most]:
                size += 0 if one.fact is None else len(one.fact.body)
                if some and size > _PORTION:
                    break
                some.append(one)
            began = time.monotonic()
            yield some
            took_long = time.monotonic() - began > _PORTION_SECONDS
            self._most = max(self._most // 2, 1) if took_long else min(2 * self._most, _MOST_AT_ONCE)
            start += len(some)
