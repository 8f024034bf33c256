"""The sender's side of the notification contract: the request, its timeout and its repetitions."""

import asyncio
import ssl
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

import aiohttp

from app.demo.day.day_schedule import DaySchedule
from app.demo.day.notification import Envelope, envelopes
from app.demo.world.options import NotifyOptions
from app.domain.texts import Text

ATTEMPTS = (0.0, 5.0, 25.0)
"""Start of each attempt in seconds after the start of the first (the contract does not say from when they count). An
attempt that lasts beyond the start of the next is followed by it at once."""

LIMIT = 15.0
"""Timeout of an attempt in seconds, from connecting to the answer's status."""

_SUCCESS = (200, 201, 204)
_MOST_AT_ONCE = 64
ShowMessage = Callable[[Text], None]
"""Receives a sentence about each notification that was given up."""

_TICK = 0.02  # seconds between two checks for closings: not noticeable
_MOST_UNDER_WAY = 10_000  # further closings wait in the schedule


class Fate(StrEnum):
    """How the sending of one notification ended."""

    DELIVERED = "delivered"  # 200, 201 or 204
    REFUSED = "refused"  # another status, after which the sender does not try again
    ABANDONED = "abandoned"  # all attempts failed


@dataclass(frozen=True)
class Delivery:
    """Result of sending one notification; `answer` describes the last attempt's result."""

    fate: Fate
    attempts: int
    answer: Text


@dataclass
class Report:
    """Counts of notifications; each copy counts separately.

    Args:
        begun: notifications whose sending has begun.
        retried: attempts after the first.
    """

    begun: int = 0
    delivered: int = 0
    refused: int = 0
    abandoned: int = 0
    retried: int = 0

    @property
    def unfinished(self) -> int:
        """Number of notifications being sent; after the sender has stopped, of those cut off."""
        return self.begun - self.delivered - self.refused - self.abandoned

    def count(self, delivery: Delivery) -> None:
        """Count a notification whose sending has ended."""
        self.delivered += delivery.fate is Fate.DELIVERED
        self.refused += delivery.fate is Fate.REFUSED
        self.abandoned += delivery.fate is Fate.ABANDONED


class Sender:
    """Sends notifications concurrently while its context is entered. To be used in one event loop.

    `clock` is monotonic, in seconds; `pause` waits for a number of them.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.report = Report()
        self._clock, self._pause = clock, pause
        self._places = asyncio.Semaphore(_MOST_AT_ONCE)

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            # A new connection for each attempt: the receiver may close a kept one at the moment in which it is used
            # again, which would count as a failure.
            connector=aiohttp.TCPConnector(limit=0, force_close=True, ssl=ssl.create_default_context()),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(),  # no timeout of its own: `LIMIT` covers the whole attempt
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def send(self, body: bytes, to: NotifyOptions) -> Delivery:
        """Send a notification, repeat it as the contract says, and return the result."""
        self.report.begun += 1
        delivery = await self._deliver(body, to)
        self.report.count(delivery)
        return delivery

    async def _deliver(self, body: bytes, to: NotifyOptions) -> Delivery:
        began = None
        for attempt, moment in enumerate(ATTEMPTS, 1):
            if began is not None:
                await self._pause(max(0.0, began + moment - self._clock()))
                self.report.retried += 1
            async with self._places:
                began = self._clock() if began is None else began
                status = await self._post(body, to)
            if isinstance(status, Text):  # not in the contract; treated like a 5xx
                answer = status
                continue
            answer = Text("Demo", "status {status}").filled(status=status)
            if status in _SUCCESS:
                return Delivery(Fate.DELIVERED, attempt, answer)
            if status not in range(500, 600):  # 4xx; the contract does not mention redirects and others
                return Delivery(Fate.REFUSED, attempt, answer)
        return Delivery(Fate.ABANDONED, len(ATTEMPTS), answer)

    async def _post(self, body: bytes, to: NotifyOptions) -> int | Text:
        """Send one request and return the answer's status, or why there was none in time."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {to.token}"}
        try:
            async with (
                asyncio.timeout(LIMIT),
                self._session.post(to.url, data=body, headers=headers, allow_redirects=False) as response,
            ):
                return response.status
        except TimeoutError:
            return Text("Demo", "no answer within {seconds} seconds").filled(seconds=f"{LIMIT:g}")
        except (aiohttp.ClientError, OSError) as error:
            return Text("Demo", "no connection ({detail})").filled(detail=str(error) or type(error).__name__)


class Notifier:
    """Notifies a receiver of the closings in a schedule. To be used in the schedule's event loop.

    `run` enters the sender's context; `pause` waits for a number of seconds.
    """

    def __init__(
        self,
        schedule: DaySchedule,
        sender: Sender,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._schedule, self._sender, self._pause = schedule, sender, pause
        self._begun = asyncio.Event()
        self._under_way = asyncio.Semaphore(_MOST_UNDER_WAY)

    def notify(self, options: NotifyOptions, show_message: ShowMessage) -> None:
        """Notify this receiver of what closes from now on; pending notifications still go to the previous one.

        Raises:
            SettingsError: the carrier has no visits.
        """
        if not self._begun.is_set():
            self._schedule.forget_closings()
        if options.carrier:
            self._schedule.follow(options.carrier)
        self._to, self._show_message = options, show_message
        self._begun.set()

    async def run(self) -> None:
        """Notify until cancelled; pending notifications are then cut off."""
        await self._begun.wait()
        async with self._sender, asyncio.TaskGroup() as sendings:
            while True:
                for closing in await self._schedule.closings():
                    for envelope in envelopes(closing):
                        await self._under_way.acquire()
                        sending = sendings.create_task(self._send(envelope, self._to, self._show_message))
                        sending.add_done_callback(lambda _: self._under_way.release())
                await self._pause(_TICK)

    async def _send(self, envelope: Envelope, to: NotifyOptions, show_message: ShowMessage) -> None:
        delivery = await self._sender.send(envelope.body, to)
        if delivery.fate is Fate.REFUSED:
            text = Text("Demo", "Visit {visit} was refused, and is not notified again: {answer}.")
            show_message(text.filled(visit=envelope.visit, answer=delivery.answer))
        elif delivery.fate is Fate.ABANDONED:
            text = Text("Demo", "Visit {visit} was given up after {attempts} attempts: {answer}.")
            show_message(text.filled(visit=envelope.visit, attempts=delivery.attempts, answer=delivery.answer))
