"""A day's notifications, by a clock that stands still while a request is under way."""

import asyncio
import heapq
from datetime import date, datetime, timedelta
from itertools import chain, count

import pytest

from app.demo.day.day import generate
from app.demo.day.day_schedule import Closing, DaySchedule
from app.demo.day.notification import envelopes
from app.demo.sender import Notifier, Report, Sender
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.texts import Text
from tests.demo.receiver import DEADLINE, Receiver

OPTIONS = DayOptions(shipments=60, per_minute=20, seed=4)
NOON = datetime(2026, 6, 15, 12)  # noqa: DTZ001 - the site's time


def expected() -> list[int]:
    """Return the visits that are notified during the day."""
    plan = generate("DEMO", date(2026, 6, 15), OPTIONS)
    turns = range(plan.closed_at_start, plan.closed_when_over)
    found = (envelopes(Closing(plan.closings[turn], turn, NOON)) for turn in turns)
    return [envelope.visit for envelope in chain.from_iterable(found)]


class SkippedTime:
    """A clock that goes on to the end of the shortest pause, whenever a test says so.

    Attributes:
        sending: number of the sender's pauses that have not ended.
    """

    def __init__(self) -> None:
        self.seconds, self.sending = 0.0, 0
        self._numbers = count()
        self._pauses: list[tuple[float, int, asyncio.Event]] = []

    def clock(self) -> float:
        return self.seconds

    async def pause(self, seconds: float) -> None:
        ended = asyncio.Event()
        heapq.heappush(self._pauses, (self.seconds + seconds, next(self._numbers), ended))
        await ended.wait()

    async def pause_of_sender(self, seconds: float) -> None:
        self.sending += 1
        await self.pause(seconds)
        self.sending -= 1

    def go_on(self) -> None:
        self.seconds, _, ended = heapq.heappop(self._pauses)
        ended.set()


async def play(receiver: Receiver, most_under_way: int = 10_000) -> tuple[Report, list[Text]]:
    """Send the notifications of a whole day, until the last attempt ends."""
    options, time = NotifyOptions(receiver.url, "t", "DEMO"), SkippedTime()
    schedule = DaySchedule(OPTIONS, time.clock, lambda: NOON + timedelta(seconds=time.seconds))
    sender, reported = Sender(time.clock, time.pause_of_sender), list[Text]()
    notifier = Notifier(schedule, sender, lambda _: time.pause(1))
    notifier._under_way = asyncio.Semaphore(most_under_way)
    notifier.notify(options, reported.append)
    playing = asyncio.create_task(notifier.run())
    wanted = len(expected())
    async with asyncio.timeout(DEADLINE):
        while sender.report.begun < wanted or sender.report.unfinished:
            await asyncio.sleep(0)
            if time._pauses and sender.report.unfinished == time.sending:
                time.go_on()
            assert not playing.done()
    playing.cancel()
    await asyncio.wait([playing])
    return sender.report, reported


def test_without_faults_each_arrives_once() -> None:
    with Receiver() as receiver:
        report, reported = asyncio.run(play(receiver))
    assert report == Report(begun=len(expected()), delivered=len(expected()))
    assert sorted(request.visit for request in receiver.arrived) == sorted(expected())
    assert reported == []


def test_with_too_many_pending_the_others_wait_and_none_is_lost() -> None:
    with Receiver() as receiver:
        report, _ = asyncio.run(play(receiver, most_under_way=3))
    assert report.delivered == report.begun == len(receiver.arrived) == len(expected())


@pytest.mark.parametrize("status", [500, 404])
def test_a_receiver_that_fails_always_gets_all_attempts_and_no_more(status: int) -> None:
    with Receiver(status) as receiver:
        report, reported = asyncio.run(play(receiver))
    count = len(expected())
    assert (report.abandoned, report.refused) == ((count, 0) if status == 500 else (0, count))
    assert len(receiver.arrived) == (3 * count if status == 500 else count)
    assert len(reported) == count
