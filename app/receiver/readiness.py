"""Whether a notification could be kept now, asked at most so often."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future

from app.domain.errors import AppError
from app.receiver.limits import Limits
from app.receiver.waiting import WaitingRoom


class Readiness:
    """Asks the store, and shares what it says: whoever asks for health must not be able to keep the disk busy.

    Args:
        is_ready: the future ends once something could be written, or with an `AppError`.
        on_bug: told of every other error.
    """

    def __init__(
        self,
        is_ready: Callable[[], "Future[None]"],
        waiting_room: WaitingRoom,
        limits: Limits,
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._is_ready, self._waiting_room, self._limits, self._on_bug = is_ready, waiting_room, limits, on_bug
        self._asking: asyncio.Task[bool] | None = None
        self._said_at = 0.0

    async def is_given(self) -> bool:
        """Tell whether the store could keep something: now, or not long ago."""
        is_old = asyncio.get_running_loop().time() - self._said_at > self._limits.ready_s
        if self._asking is None or (self._asking.done() and is_old):
            self._asking = asyncio.create_task(self._ask())
        return await self._asking

    async def _ask(self) -> bool:
        try:
            await self._waiting_room.in_time(self._is_ready(), self._limits.wait_s)
        except (AppError, TimeoutError):
            return False
        except Exception as error:  # noqa: BLE001 - it is handed on, and who asked gets an answer all the same
            self._on_bug(error)
            return False
        else:
            return True
        finally:
            self._said_at = asyncio.get_running_loop().time()
