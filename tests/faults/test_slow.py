"""Slow and silent connections do not keep honest senders out, and are closed after a limit."""

import asyncio
import socket
import time
from contextlib import ExitStack, suppress
from itertools import chain, count, cycle
from pathlib import Path

import pytest

from app.webhook.limits import Limits, available_connections
from tests.faults.figures import Figures, Length, results_folder
from tests.faults.running_receiver import ask, receiving, send_all
from tests.webhook.running_server import request, visit

FAULT = "slow or silent connections"
SLOW = 300
SILENT = 2000
HONEST_AT_ONCE = 5
_GIVEN_UP = 25.0
"""Seconds after which a connection must have been cut: more than any limit, with what a busy machine adds."""

RAW = request(visit())
HEAD = RAW[: RAW.index(b"\r\n\r\n")]
IN_BODY = request(visit(), length=1_000_000)
IN_HEAD = ((b"", False), (b"P", False), (HEAD[:40], False), (HEAD + b"\r\nX: ", True), (b"", True))
BEHIND_IT = ((IN_BODY, False), (IN_BODY, True))
"""What each sends at once, and whether it goes on byte by byte."""


async def dawdle(port: int, start: bytes, pause: float | None) -> float:
    """Be slow until one is cut; return after how many seconds that was."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.monotonic()
    writer.write(start)
    dripping = asyncio.create_task(drip(writer, start, pause)) if pause is not None else None
    with suppress(ConnectionError, TimeoutError):
        await asyncio.wait_for(reader.read(), _GIVEN_UP)
    if dripping is not None:
        dripping.cancel()
    writer.transport.abort()
    return time.monotonic() - began


async def drip(writer: asyncio.StreamWriter, start: bytes, pause: float) -> None:
    """Send one byte after the other, which may all belong to it."""
    for byte in chain(b"" if start else HEAD + b"\r\nX: ", cycle(b"A")):
        writer.write(bytes([byte]))
        await asyncio.sleep(pause)


async def besiege(port: int, limits: Limits, until: float) -> tuple[list[int], list[float], list[float]]:
    """Send honest requests while the slow ones come, each followed by another until that many seconds have passed.

    Returns:
        The statuses of the honest ones; and after how many seconds the slow ones were cut, in the head and behind it.
    """
    ends, kinds = time.monotonic() + until, (*IN_HEAD, *BEHIND_IT)
    in_head, behind_it, statuses = list[float](), list[float](), list[int]()
    numbers, is_over = count(1), asyncio.Event()

    async def slow(number: int) -> None:
        place = number % len(kinds)
        start, is_dripping = kinds[place]
        while True:
            took = await dawdle(port, start, limits.head_s / 20 if is_dripping else None)
            (in_head if place < len(IN_HEAD) else behind_it).append(took)
            if time.monotonic() > ends:
                return

    async def honest() -> None:
        while not is_over.is_set():
            statuses.append(await ask(port, request(visit(next(numbers)))))
            await asyncio.sleep(0.01)

    senders = [asyncio.create_task(honest()) for _ in range(HONEST_AT_ONCE)]
    await asyncio.gather(*(slow(number) for number in range(SLOW)))
    is_over.set()
    await asyncio.gather(*senders)
    return statuses, in_head, behind_it


@pytest.mark.skipif(results_folder() is None, reason="a short run has each kind alone, in tests/webhook")
def test_honest_requests_are_answered_while_three_hundred_are_slow(figures: Figures, tmp_path: Path) -> None:
    limits, late = Limits(), 1.0
    with receiving(tmp_path / "data") as receiver:
        statuses, in_head, behind_it = asyncio.run(besiege(receiver.port, limits, until=60.0))
    figures.at_least("honest requests meanwhile", len(statuses), 1000)
    figures.at_least("honest requests that are answered 200", 100 * statuses.count(200) / len(statuses), 95, "%")
    others = [status for status in statuses if status not in (200, 503)]
    figures.at_most("honest requests that are answered neither 200 nor 503", len(others), 0)
    figures.at_least("slow connections that were cut", len(in_head) + len(behind_it), 5 * SLOW)
    figures.at_most("a slow head is cut after", max(in_head), limits.head_s + late, "s")
    figures.at_most(
        "a slow body is cut after", max(behind_it), limits.head_s + limits.body_s + limits.linger_s + late, "s"
    )
    assert min(in_head) == pytest.approx(limits.head_s, abs=0.2 * limits.head_s + late)
    assert min(behind_it) > limits.head_s


def test_two_thousand_silent_connections_do_not_block_a_sender(
    length: Length, figures: Figures, tmp_path: Path
) -> None:
    available_connections()  # this process needs as many as the receiver
    with receiving(tmp_path / "data") as receiver, ExitStack() as silent:
        for _ in range(SILENT):
            silent.enter_context(socket.create_connection(("127.0.0.1", receiver.port)))
        statuses = send_all(receiver.port, [request(visit(number)) for number in range(200)], HONEST_AT_ONCE)
    right = length.of((200, 503), (200,))  # a machine that is busy otherwise may not save in time
    answered = 100 * sum(status in right for status in statuses) / len(statuses)
    figures.at_least("honest requests beside 2,000 silent connections that are answered 200", answered, 95, "%")
