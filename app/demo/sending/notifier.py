"""Notifies a receiver of closed visits, on request with simulated faults."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable

from app.demo.day.day_schedule import DaySchedule
from app.demo.day.notification import Envelope, envelopes
from app.demo.sending.sender import Destination, Fate, Sender
from app.demo.world.options import DayOptions, NotifyOptions, Outages
from app.demo.world.random_source import random_source_for
from app.domain.texts import Text

ShowMessage = Callable[[Text], None]
"""Receives a sentence about each notification that was given up."""

_TICK = 0.02  # seconds between two checks for closings: not noticeable
_MOST_UNDER_WAY = 10_000  # further closings wait in the schedule


class Notifier:
    """Notifies a receiver of the closings in a schedule. To be used in the schedule's event loop.

    Args:
        schedule: source of the closings.
        options: properties of the days.
        sender: the sender; `run` enters its context.
        clock: a monotonic clock in seconds, for the outages.
        pause: waits for a number of seconds.
    """

    def __init__(
        self,
        schedule: DaySchedule,
        options: DayOptions,
        sender: Sender,
        clock: Callable[[], float],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._schedule, self._options, self._sender = schedule, options, sender
        self._clock, self._pause = clock, pause
        self._begun = asyncio.Event()
        self._under_way = asyncio.Semaphore(_MOST_UNDER_WAY)

    def notify(self, options: NotifyOptions, tls: ssl.SSLContext, show_message: ShowMessage) -> None:
        """Notify this receiver of what closes from now on; pending notifications still go to the previous one.

        Raises:
            SettingsError: the carrier has no visits.
        """
        if not self._begun.is_set():
            self._schedule.forget_closings()
        if options.carrier:
            self._schedule.follow(options.carrier)
        begin = self._clock()
        outages = Outages(options.faults, random_source_for(self._options.seed, "outages"))
        self._to = Destination(options.url, options.token, tls, lambda: outages.cover(self._clock() - begin))
        self._faults, self._show_message = options.faults, show_message
        self._begun.set()

    async def run(self) -> None:
        """Notify until cancelled; pending notifications are then cut off."""
        await self._begun.wait()
        async with self._sender, asyncio.TaskGroup() as sendings:
            while True:
                for closing in await self._schedule.closings():
                    for envelope in envelopes(closing):
                        for delay in self._delays(envelope):
                            await self._under_way.acquire()
                            sending = sendings.create_task(self._send(envelope, self._to, delay, self._show_message))
                            sending.add_done_callback(lambda _: self._under_way.release())
                await self._pause(_TICK)

    def _delays(self, envelope: Envelope) -> list[float]:
        pace = 60 / self._options.per_minute if self._options.per_minute else 0.0
        return self._faults.delays(random_source_for(self._options.seed, "faults", envelope.visit), pace)

    async def _send(self, envelope: Envelope, to: Destination, delay: float, show_message: ShowMessage) -> None:
        delivery = await self._sender.send(envelope.body, to, delay)
        if delivery.fate is Fate.REFUSED:
            text = Text("Demo", "Visit {visit} was refused, and is not notified again: {answer}.")
            show_message(text.filled(visit=envelope.visit, answer=delivery.answer))
        elif delivery.fate is Fate.ABANDONED:
            text = Text("Demo", "Visit {visit} was given up after {attempts} attempts: {answer}.")
            show_message(text.filled(visit=envelope.visit, attempts=delivery.attempts, answer=delivery.answer))
