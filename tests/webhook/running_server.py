"""A real server on loopback, with a fake store and a client that sends raw bytes."""

import json
import select
import socket
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import cycle
from typing import Any, Self, TypedDict, Unpack
from urllib.parse import urlsplit

from app.domain.access.credentials import digest
from app.domain.contract.notifications import Received, Saving
from app.domain.contract.outcomes import Outcome
from app.webhook.limits import Limits
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper
from tests.waiting import wait_until

DEADLINE = 30.0
"""Seconds after which a test gives up waiting for what should come at once, on a machine that is busy otherwise."""

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl"
NEXT = TOKEN[::-1]
NOON = datetime(2026, 6, 15, 12, 0, tzinfo=UTC)


def visit(number: int = 7, **changes: object) -> bytes:
    """Return a notification's body."""
    data = {"visita_id": number, "estado_nuevo": "completada"}
    return json.dumps(
        {"event": "visita_estado_cambio", "timestamp": "2026-06-15T11:59:58.123456", "data": data} | changes
    ).encode()


class Differences(TypedDict, total=False):
    """What may differ from the sender's own request."""

    method: str
    path: str
    token: str | bytes | None
    headers: Mapping[str, str]
    length: int


def request(
    body: bytes = b"",
    *,
    method: str = "POST",
    path: str = "/visitas",
    token: str | bytes | None = TOKEN,
    headers: Mapping[str, str] | None = None,
    length: int | None = None,
) -> bytes:
    """Return a request as the sender would write it; `length` is what is claimed, where that differs from the truth."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if "Transfer-Encoding" not in (headers or {}):
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    head = "\r\n".join(lines).encode()
    if token is not None:
        head += b"\r\nAuthorization: Bearer " + (token if isinstance(token, bytes) else token.encode())
    return head + b"\r\n\r\n" + body


@dataclass
class Reply:
    """One answer, or everything that came back until the connection was closed."""

    raw: bytes

    @property
    def status(self) -> int:
        """0 where nothing came."""
        return int(self.raw.split(b" ", 2)[1]) if self.raw else 0

    @property
    def headers(self) -> dict[str, str]:
        fields = self.raw.partition(b"\r\n\r\n")[0].decode("ascii").split("\r\n")[1:]
        return {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in fields)}

    @property
    def body(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[2]

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))

    @property
    def said(self) -> str:
        return str(self.json["status"])


END = b"\r\n\r\n"


class Client:
    """One connection to a server."""

    def __init__(self, webhook: WebhookServer) -> None:
        parts = urlsplit(webhook.url)
        self.socket = socket.create_connection((parts.hostname or "", parts.port or 0), timeout=DEADLINE)
        self._received = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def end(self) -> None:
        """Say that nothing more will be sent."""
        self.socket.shutdown(socket.SHUT_WR)

    def reply(self) -> Reply:
        """Read one answer; it must come whole, so a connection that is reset meanwhile is an error."""
        while not (head := self._received.partition(END))[1] and self._receive():
            pass
        size = len(head[0] + END) + int(Reply(head[0] + END).headers.get("content-length", 0)) if head[1] else 0
        while len(self._received) < size and self._receive():
            pass
        raw, self._received = self._received[:size], self._received[size:]
        return Reply(raw)

    def rest(self) -> Reply:
        """Read what comes until the connection is closed or reset."""
        with suppress(ConnectionError):
            while self._receive():
                pass
        return Reply(self._received)

    def _receive(self) -> bool:
        piece = self.socket.recv(1 << 16)
        self._received += piece
        return bool(piece)

    def send_until_cut(self, piece: bytes = b" ") -> None:
        """Send over and over until the connection is cut."""
        wait_until(lambda: self._is_cut_at(piece), "the connection is cut")

    def _is_cut_at(self, piece: bytes) -> bool:
        try:
            self.send(piece)
        except ConnectionError:
            return True
        return False

    def drip(self, data: bytes, seconds: float) -> Reply:
        """Send one byte after the other with a pause behind each, over and over, until something comes back."""
        for byte in cycle(data):
            with suppress(ConnectionError):
                self.send(bytes([byte]))
            if select.select([self.socket], [], [], seconds)[0]:
                break
        return self.rest()


@dataclass
class FakeStore:
    """Where things are kept, in threads of its own as the store would. `gate` holds it up while it is closed."""

    threads: ThreadPoolExecutor
    kept: list[Received] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    arrived: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    error: BaseException | None = None
    outcome: Outcome | None = None

    def keep(self, received: Received) -> Saving:
        return Saving(self.threads.submit(self._keep, received), 0)

    def _keep(self, received: Received) -> list[Outcome | Exception]:
        self.arrived.release()
        if not self.gate.wait(DEADLINE):
            raise AssertionError
        if self.error is not None:
            raise self.error
        self.kept.append(received)
        return [self.outcome or (Outcome.QUARANTINED if received.reason else Outcome.STORED)]


@dataclass
class RunningServer:
    """A running server with its tokens and its store."""

    webhook: WebhookServer
    tokens: TokenKeeper
    store: FakeStore
    bugs: list[BaseException]
    changed: threading.Semaphore

    def client(self) -> Client:
        return Client(self.webhook)

    def ask(self, raw: bytes) -> Reply:
        """Send a request on a connection of its own."""
        with self.client() as client:
            client.send(raw)
            return client.reply()

    def post(self, body: bytes | None = None, **more: Unpack[Differences]) -> Reply:
        """Send a notification."""
        return self.ask(request(visit() if body is None else body, **more))

    def get(self, path: str = "/healthz", method: str = "GET") -> Reply:
        return self.ask(request(method=method, path=path, token=None))

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Wait until the server's counters make a condition true."""
        while not is_so():
            assert self.changed.acquire(timeout=DEADLINE)

    def wait_until_closing(self) -> None:
        """Wait until no connection is accepted any more."""
        while True:
            try:
                self.client().socket.close()
            except ConnectionError:
                return


def digests(*tokens: str) -> tuple[str, ...]:
    return tuple(digest(token.encode()) for token in tokens)


class Keyring:
    """What the keeper reads. It counts, fails with `error`, and hangs while `gate` is closed."""

    def __init__(self, *tokens: str) -> None:
        self.held: tuple[str, ...] = digests(*tokens)
        self.error: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.asked = threading.Semaphore(0)
        self.reads = 0

    def read(self) -> tuple[str, ...]:
        self.reads += 1
        self.asked.release()
        if not self.gate.wait(DEADLINE):
            raise AssertionError
        if self.error is not None:
            raise self.error
        return self.held

    def hang(self) -> None:
        self.gate.clear()
        self.asked = threading.Semaphore(0)


def patient(**changes: float) -> Limits:
    """Return limits that a busy machine does not reach, but for those that are given."""
    ages = Limits(head_s=DEADLINE, body_s=DEADLINE, wait_s=DEADLINE, linger_s=0.5)
    return replace(ages, **changes)  # type: ignore[arg-type]  # of either kind
