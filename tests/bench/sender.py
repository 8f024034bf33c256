"""Sends notifications at a steady rate, in a process of its own, and says when each was sent and answered.

It reads what to do from standard input, a JSON object of `Order`'s fields, and prints a list of `Sent`.
"""

import asyncio
import json
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.bench.notices import request, words


@dataclass(frozen=True)
class Order:
    """What to send.

    Args:
        url: of the receiver.
        numbers: of shipments, each of which has a visit.
        rate: notifications a second.
        count: of all of them.
        begin: how many were sent before.
        certificate: which to trust, where it is https.
    """

    url: str
    numbers: Sequence[str]
    rate: float
    count: int
    begin: int = 0
    certificate: str = ""


class Sent(NamedTuple):
    """One notification: visit, timestamp, and when it was begun and answered by the clock of `time.perf_counter`."""

    visit: int
    word: str
    began: float
    ended: float

    @property
    def took(self) -> float:
        """Seconds."""
        return self.ended - self.began


class Line(asyncio.Protocol):
    """A connection, kept as long as the receiver keeps it; one request at a time."""

    def __init__(self, free: "list[Line]") -> None:
        self._free = free
        self._got = b""
        self._answered: asyncio.Future[bytes]
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """Be free no longer."""
        if self in self._free:
            self._free.remove(self)

    def data_received(self, data: bytes) -> None:
        """Take the answer, and let go of the connection or keep it as the receiver wants it."""
        self._got += data
        head, end, body = self._got.lower().partition(b"\r\n\r\n")
        if end and len(body) >= int(head.partition(b"content-length:")[2].split(b"\r\n")[0]):
            if b"connection: close" in head:
                self._transport.close()
            else:
                self._free.append(self)
            self._answered.set_result(self._got)

    async def ask(self, raw: bytes) -> bytes:
        """Send a request, and return the answer."""
        self._got, self._answered = b"", asyncio.get_running_loop().create_future()
        self._transport.write(raw)
        return await self._answered


async def send(order: Order) -> list[Sent]:
    """Send each at its time, whether those before are answered or not; all must be answered by 200."""
    at, loop = urlsplit(order.url), asyncio.get_running_loop()
    trust = ssl.create_default_context(cadata=order.certificate) if order.certificate else None
    free: list[Line] = []
    sent: list[Sent] = []

    async def connected() -> Line:
        return (await loop.create_connection(lambda: Line(free), at.hostname or "", at.port or 443, ssl=trust))[1]

    async def one(visit: int, word: str, raw: bytes) -> None:
        began = time.perf_counter()
        answer = await (free.pop() if free else await connected()).ask(raw)
        assert answer.startswith(b"HTTP/1.1 200 "), answer
        sent.append(Sent(visit, word, began, time.perf_counter()))

    new = words(order.numbers, order.count, order.begin)
    requests = [(visit, word, request(body, at.netloc)) for visit, word, body in new]
    start = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for nth, one_of_them in enumerate(requests):
            await asyncio.sleep(max(0.0, start + nth / order.rate - time.perf_counter()))
            group.create_task(one(*one_of_them))
    return sorted(sent, key=lambda each: each.word)


@contextmanager
def sending(order: Order) -> Iterator[tuple[Callable[[], bool], Callable[[], list[Sent]]]]:
    """Have it sent by another process; yield what tells whether it is done, and what then returns what was sent."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as told:  # more than a pipe holds
        asked.write(json.dumps(asdict(order)).encode())
        asked.seek(0)
        with subprocess.Popen([sys.executable, "-m", "tests.bench.sender"], stdin=asked, stdout=told) as process:

            def found() -> list[Sent]:
                assert process.wait() == 0
                told.seek(0)
                return [Sent(*one) for one in json.loads(told.read())]

            yield lambda: process.poll() is not None, found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(send(Order(**json.load(sys.stdin))))))  # noqa: T201 - the result
