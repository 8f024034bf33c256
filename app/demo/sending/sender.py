"""The sender's half of the notification contract: what it asks of a receiver, and how often it tries."""

import asyncio
import ssl
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from types import TracebackType
from typing import Self

import aiohttp

from app.demo.sending.sockets import Sockets
from app.domain.texts import Text

ATTEMPTS = (0.0, 5.0, 25.0)
"""Seconds after the first attempt began. The contract does not show from when it counts; one that took longer than it
is to the next one's time is followed by it at once."""

LIMIT = 15.0
"""Seconds that an attempt may take, from connecting to the answer's status."""

_SUCCESS = (200, 201, 204)
_MOST_AT_ONCE = 64


class Fate(StrEnum):
    """How the sending of one notification ended."""

    DELIVERED = "delivered"  # 200, 201 or 204
    REFUSED = "refused"  # another status that is not tried again
    ABANDONED = "abandoned"  # all attempts failed


@dataclass(frozen=True)
class Delivery:
    """What came of sending one notification; `answer` is what the last attempt got."""

    fate: Fate
    attempts: int
    answer: Text


@dataclass
class Report:
    """Counts of the notifications whose sending has begun, each copy for itself.

    Args:
        begun: all of them.
        retried: attempts after a first one.
    """

    begun: int = 0
    delivered: int = 0
    refused: int = 0
    abandoned: int = 0
    retried: int = 0

    @property
    def unfinished(self) -> int:
        """How many are under way; once the sender has stopped, how many were cut off."""
        return self.begun - self.delivered - self.refused - self.abandoned

    def count(self, delivery: Delivery) -> None:
        """Count one that has ended."""
        self.delivered += delivery.fate is Fate.DELIVERED
        self.refused += delivery.fate is Fate.REFUSED
        self.abandoned += delivery.fate is Fate.ABANDONED


@dataclass(frozen=True)
class Destination:
    """Where notifications go.

    Args:
        tls: what an https receiver's certificate is checked against.
        is_cut_off: tells whether there is no way there now.
    """

    url: str
    token: str = field(repr=False)
    tls: ssl.SSLContext
    is_cut_off: Callable[[], bool] = lambda: False


class _UnansweredError(Exception):
    """An attempt got no status."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Sender:
    """Sends notifications, several at once, while its context is entered. To be used in one event loop.

    Args:
        clock: seconds that only go forward.
        pause: waits so many of them.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.report = Report()
        self._clock, self._pause = clock, pause
        self._sockets = Sockets()
        self._places = asyncio.Semaphore(_MOST_AT_ONCE)

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            # A connection for each attempt: one kept from before may be closed by the receiver in the moment in which
            # it is used again, and that would count as a failure.
            connector=aiohttp.TCPConnector(limit=0, force_close=True, socket_factory=self._sockets.make),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(),  # none of its own: `LIMIT` holds for all of an attempt
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._session.close()
        await self._sockets.end()

    async def send(self, body: bytes, to: Destination, after: float = 0) -> Delivery:
        """Send a notification after so many seconds, and again as the contract says; return what came of it."""
        self.report.begun += 1
        await self._pause(after)
        delivery = await self._deliver(body, to)
        self.report.count(delivery)
        return delivery

    async def _deliver(self, body: bytes, to: Destination) -> Delivery:
        began = None
        for attempt, moment in enumerate(ATTEMPTS, 1):
            if began is not None:
                await self._pause(max(0.0, began + moment - self._clock()))
                self.report.retried += 1
            async with self._places:
                began = self._clock() if began is None else began
                try:
                    status = await self._post(body, to)
                except _UnansweredError as error:  # not shown in the contract; here as good as a 5xx
                    answer = error.text
                    continue
            answer = Text("Demo", "status {status}").filled(status=status)
            if status in _SUCCESS:
                return Delivery(Fate.DELIVERED, attempt, answer)
            if not 500 <= status <= 599:  # noqa: PLR2004 - 4xx; of redirects and others the contract says nothing
                return Delivery(Fate.REFUSED, attempt, answer)
        return Delivery(Fate.ABANDONED, len(ATTEMPTS), answer)

    async def _post(self, body: bytes, to: Destination) -> int:
        """Return the answer's status, which is all of it that counts.

        Raises:
            _UnansweredError: there was none in time.
        """
        if to.is_cut_off():
            raise _UnansweredError(Text("Demo", "no way to the receiver"))
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {to.token}"}
        try:
            async with (
                asyncio.timeout(LIMIT),
                self._session.post(to.url, data=body, headers=headers, ssl=to.tls, allow_redirects=False) as response,
            ):
                return response.status
        except TimeoutError as error:
            text = Text("Demo", "no answer within {seconds} seconds")
            raise _UnansweredError(text.filled(seconds=f"{LIMIT:g}")) from error
        except (aiohttp.ClientError, OSError) as error:
            text = Text("Demo", "no connection ({detail})")
            raise _UnansweredError(text.filled(detail=str(error) or type(error).__name__)) from error
