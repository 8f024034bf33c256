"""An event loop with accelerated time, so that a test of a timeout need not wait for it."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_SPEED = 100


class _Selector(selectors.SelectSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(None if timeout is None else timeout / _SPEED)


class _Loop(asyncio.SelectorEventLoop):
    def time(self) -> float:
        return super().time() * _SPEED


def in_lapse(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine with time accelerated a hundredfold; `asyncio.get_running_loop().time()` counts its seconds."""
    with asyncio.Runner(loop_factory=lambda: _Loop(_Selector())) as runner:
        return runner.run(main)
