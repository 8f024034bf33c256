"""An event loop in which time passes faster, so that a test of a time limit need not wait for it."""

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
    """Run a coroutine whose seconds last a hundredth each; `asyncio.get_running_loop().time()` counts them."""
    with asyncio.Runner(loop_factory=lambda: _Loop(_Selector())) as runner:
        return runner.run(main)
