"""What brings the day's closings to the receiver: as they happen, or with the troubles that one asked for."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable

from app.demo.day.day_schedule import DaySchedule
from app.demo.day.notification import Envelope, envelopes
from app.demo.sending.sender import Destination, Fate, Sender
from app.demo.world.faults import Outages
from app.demo.world.options import DayOptions, NotifyOptions
from app.demo.world.random_source import random_source_for
from app.domain.texts import Text

Tell = Callable[[Text], None]
"""Is told what was given up, in a sentence."""

_TICK = 0.02  # seconds between two looks at the day: less than one would notice
_MOST_UNDER_WAY = 10_000  # what closes meanwhile waits in the almanac


class Notifier:
    """Notifies a receiver of what closes in an almanac. To be used in the almanac's event loop.

    Args:
        almanac: whose closings are notified.
        options: how its days look.
        sender: not entered yet; it is while `run` runs.
        clock, pause: as the sender's; outages come by them.
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

    def notify(self, options: NotifyOptions, tls: ssl.SSLContext, tell: Tell) -> None:
        """Notify this receiver of what closes from now on; what is under way to one before still goes there.

        Raises:
            SettingsError: the carrier is one that has no visits.
        """
        if not self._begun.is_set():
            self._schedule.forget_closings()
        if options.carrier:
            self._schedule.follow(options.carrier)
        begin = self._clock()
        outages = Outages(options.troubles, random_source_for(self._options.seed, "outages"))
        self._to = Destination(options.url, options.token, tls, lambda: outages.cover(self._clock() - begin))
        self._troubles, self._tell = options.troubles, tell
        self._begun.set()

    async def run(self) -> None:
        """Notify until this is cancelled; what is under way then is cut off."""
        await self._begun.wait()
        async with self._sender, asyncio.TaskGroup() as sendings:
            while True:
                for closing in await self._schedule.closings():
                    for envelope in envelopes(closing):
                        for delay in self._delays(envelope):
                            await self._under_way.acquire()
                            sending = sendings.create_task(self._send(envelope, self._to, delay, self._tell))
                            sending.add_done_callback(lambda _: self._under_way.release())
                await self._pause(_TICK)

    def _delays(self, envelope: Envelope) -> list[float]:
        pace = 60 / self._options.per_minute if self._options.per_minute else 0.0
        return self._troubles.delays(random_source_for(self._options.seed, "troubles", envelope.visit), pace)

    async def _send(self, envelope: Envelope, to: Destination, delay: float, tell: Tell) -> None:
        delivery = await self._sender.send(envelope.body, to, delay)
        if delivery.fate is Fate.REFUSED:
            text = Text("Demo", "Visit {visit} was refused, and is not notified again: {answer}.")
            tell(text.filled(visit=envelope.visit, answer=delivery.answer))
        elif delivery.fate is Fate.ABANDONED:
            text = Text("Demo", "Visit {visit} was given up after {attempts} attempts: {answer}.")
            tell(text.filled(visit=envelope.visit, attempts=delivery.attempts, answer=delivery.answer))
