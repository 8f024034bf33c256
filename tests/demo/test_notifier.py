"""A day's notifications with all simulated faults, by a clock that stands still while a request is under way."""

import asyncio
import heapq
from collections import Counter
from datetime import date, datetime, timedelta
from itertools import chain, count

import pytest

from app.demo.day.day import generate
from app.demo.day.day_schedule import Closing, DaySchedule
from app.demo.day.notification import envelopes
from app.demo.sender import Notifier, Report, Sender
from app.demo.world.numbering import random_source_for
from app.demo.world.options import DayOptions, NotifyOptions, SendingFaults
from app.domain.texts import Text
from tests.demo.receiver import DEADLINE, Receiver

OPTIONS = DayOptions(shipments=60, per_minute=20, seed=4)
ONE_OUTAGE = SendingFaults(
    outages=40, outage_seconds=60
)  # with this seed, from about 33 to 100 seconds after the start
NOON = datetime(2026, 6, 15, 12)  # noqa: DTZ001 - the site's time


def expected() -> list[int]:
    """Return the visits that are notified during the day."""
    plan = generate("DEMO", date(2026, 6, 15), OPTIONS)
    turns = range(plan.closed_at_start, plan.closed_when_over)
    found = (envelopes(Closing(plan.closings[turn], turn, NOON)) for turn in turns)
    return [envelope.visit for envelope in chain.from_iterable(found)]


def copies_of(visit: int, faults: SendingFaults) -> int:
    return len(faults.delays(random_source_for(OPTIONS.seed, "faults", visit), 3.0))


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


async def play(receiver: Receiver, faults: SendingFaults, most_under_way: int = 10_000) -> tuple[Report, list[Text]]:
    """Send the notifications of a whole day, until the last attempt ends."""
    options, time = NotifyOptions(receiver.url, "t", "DEMO", faults=faults), SkippedTime()
    schedule = DaySchedule(OPTIONS, time.clock, lambda: NOON + timedelta(seconds=time.seconds))
    sender, reported = Sender(time.clock, time.pause_of_sender), list[Text]()
    notifier = Notifier(schedule, OPTIONS, sender, time.clock, lambda _: time.pause(1))
    notifier._under_way = asyncio.Semaphore(most_under_way)
    notifier.notify(options, options.tls(), reported.append)
    playing = asyncio.create_task(notifier.run())
    wanted = sum(copies_of(visit, faults) for visit in expected())
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
        report, reported = asyncio.run(play(receiver, SendingFaults()))
    assert report == Report(begun=len(expected()), delivered=len(expected()))
    assert sorted(request.visit for request in receiver.arrived) == sorted(expected())
    assert reported == []


def test_with_too_many_pending_the_others_wait_and_none_is_lost() -> None:
    with Receiver() as receiver:
        report, _ = asyncio.run(play(receiver, SendingFaults(duplicates=1), most_under_way=3))
    assert report.delivered == report.begun == len(receiver.arrived) > 2 * len(expected())


def test_copies_are_equal_and_nothing_late_or_out_of_order_is_lost() -> None:
    faults = SendingFaults(duplicates=0.5, late=0.3, shuffled=0.5)
    with Receiver() as receiver:
        report, _ = asyncio.run(play(receiver, faults))
    arrived = Counter(request.visit for request in receiver.arrived)
    assert arrived == {visit: copies_of(visit, faults) for visit in expected()}
    assert len({request.body for request in receiver.arrived}) == len(expected())
    assert report.delivered == arrived.total() > len(expected())
    first_seen = list(dict.fromkeys(request.visit for request in receiver.arrived))
    assert first_seen != expected()


def test_notifications_in_a_long_outage_are_given_up_and_reported_and_the_rest_arrives() -> None:
    with Receiver() as receiver:
        report, reported = asyncio.run(play(receiver, ONE_OUTAGE))
    arrived = [request.visit for request in receiver.arrived]
    given_up = [int(str(text.values["visit"])) for text in reported]
    assert sorted(arrived + given_up) == sorted(expected())
    assert (report.delivered, report.abandoned) == (len(arrived), len(given_up))
    assert len(given_up) > 3
    assert report.retried > 2 * report.abandoned  # some got through at the second or third attempt
    assert report.delivered > report.retried - 2 * report.abandoned  # and some at the first
    assert str(reported[0]) == f"Visit {given_up[0]} was given up after 3 attempts: the receiver cannot be reached."


@pytest.mark.parametrize("status", [500, 404])
def test_a_receiver_that_fails_always_gets_all_attempts_and_no_more(status: int) -> None:
    with Receiver(status) as receiver:
        report, reported = asyncio.run(play(receiver, SendingFaults()))
    count = len(expected())
    assert (report.abandoned, report.refused) == ((count, 0) if status == 500 else (0, count))
    assert len(receiver.arrived) == (3 * count if status == 500 else count)
    assert len(reported) == count
