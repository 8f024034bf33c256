"""Whether a notification could be saved now."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future

from app.domain.errors import AppError
from app.webhook.future_bridge import FutureBridge
from app.webhook.limits import Limits


class Readiness:
    """Asks the store and shares its answer for a while, so that health checks cannot keep the disk busy.

    Args:
        is_ready: the future ends once something could be written, or with an `AppError`.
        on_bug: called with every other error.
    """

    def __init__(
        self,
        is_ready: Callable[[], "Future[None]"],
        bridge: FutureBridge,
        limits: Limits,
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._is_ready, self._bridge, self._limits, self._on_bug = is_ready, bridge, limits, on_bug
        self._asking: asyncio.Task[bool] | None = None
        self._asked_at = 0.0

    async def is_given(self) -> bool:
        """Tell whether the store could save something, now or not long ago."""
        is_old = asyncio.get_running_loop().time() - self._asked_at > self._limits.ready_s
        if self._asking is None or (self._asking.done() and is_old):
            self._asking = asyncio.create_task(self._ask())
        return await self._asking

    async def _ask(self) -> bool:
        try:
            await self._bridge.in_time(self._is_ready(), self._limits.wait_s)
        except (AppError, TimeoutError):
            return False
        except Exception as error:  # noqa: BLE001 - it is reported, and the request is answered all the same
            self._on_bug(error)
            return False
        else:
            return True
        finally:
            self._asked_at = asyncio.get_running_loop().time()
