"""Sends notifications at a steady rate, in a process of its own, and records when each was sent and answered.

It reads an `Order` as a line of JSON from standard input, and prints a list of `Sent`. It ends early when its standard
input is closed.
"""

import asyncio
import json
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.bench.notification_bodies import request, words

_PAUSE = 0.05  # seconds before it is sent again


@dataclass(frozen=True)
class Order:
    """What to send.

    Args:
        url: of the receiver.
        numbers: of shipments; each has a visit.
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
        self._answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """Be free no longer; a receiver that has no room even to say so hangs up without an answer."""
        if self in self._free:
            self._free.remove(self)
        if not self._answered.done():
            self._answered.set_result(b"")

    def data_received(self, data: bytes) -> None:
        """Take the answer, and let go of the connection or keep it as the receiver wants it."""
        self._got += data
        head, end, body = self._got.lower().partition(b"\r\n\r\n")
        if end and len(body) >= int(head.partition(b"content-length:")[2].split(b"\r\n")[0]):
            if b"connection: close" in head:
                self._transport.close()
            else:
                self._free.append(self)
            if not self._answered.done():
                self._answered.set_result(self._got)

    async def ask(self, raw: bytes) -> bytes:
        """Send a request, and return the answer."""
        self._got, self._answered = b"", asyncio.get_running_loop().create_future()
        self._transport.write(raw)
        return await self._answered


async def send(order: Order, has_ended: threading.Event) -> list[Sent]:
    """Send each at its time, whether those before are answered or not, and again while the receiver has no room."""
    at, loop = urlsplit(order.url), asyncio.get_running_loop()
    trust = ssl.create_default_context(cadata=order.certificate) if order.certificate else None
    free: list[Line] = []
    sent: list[Sent] = []

    async def connected() -> Line:
        return (await loop.create_connection(lambda: Line(free), at.hostname or "", at.port or 443, ssl=trust))[1]

    async def have_kept(raw: bytes) -> None:
        answer = await (free.pop() if free else await connected()).ask(raw)
        if not answer or b" 503 " in answer.partition(b"\r\n")[0]:
            await asyncio.sleep(_PAUSE)
            await have_kept(raw)
        else:
            assert answer.startswith(b"HTTP/1.1 200 "), answer

    async def one(visit: int, word: str, raw: bytes) -> None:
        began = time.perf_counter()
        await have_kept(raw)
        sent.append(Sent(visit, word, began, time.perf_counter()))

    new = words(order.numbers, order.count, order.begin)
    requests = [(visit, word, request(body, at.netloc)) for visit, word, body in new]
    start = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for nth, one_of_them in enumerate(requests):
            await asyncio.sleep(max(0.0, start + nth / order.rate - time.perf_counter()))
            if has_ended.is_set():
                break
            group.create_task(one(*one_of_them))
    return sorted(sent, key=lambda each: each.word)


@contextmanager
def sending(order: Order) -> Iterator[tuple[Callable[[], bool], Callable[[], list[Sent]]]]:
    """Have it sent by another process; yield what tells whether it is done, and what ends it and returns what was."""
    with tempfile.TemporaryFile() as reported:  # more than a pipe holds
        command = [sys.executable, "-m", "tests.bench.sender"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=reported, text=True) as process:
            assert process.stdin is not None
            print(json.dumps(asdict(order)), file=process.stdin, flush=True)

            def found() -> list[Sent]:
                process.communicate()
                assert process.returncode == 0
                reported.seek(0)
                return [Sent(*one) for one in json.loads(reported.read())]

            yield lambda: process.poll() is not None, found


def main() -> None:
    """Send as asked."""
    order, has_ended = Order(**json.loads(sys.stdin.readline())), threading.Event()
    threading.Thread(target=_wait_for_end, args=[has_ended], daemon=True).start()
    print(json.dumps(asyncio.run(send(order, has_ended))))  # noqa: T201 - the result


def _wait_for_end(has_ended: threading.Event) -> None:
    sys.stdin.read()
    has_ended.set()


if __name__ == "__main__":
    main()
