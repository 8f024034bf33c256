"""A client of the relay that sends any bytes: an attacker's."""

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, NoReturn

from app.domain.access.credentials import RelayCredentials

_SECONDS = 20.0


class RawClient:
    """A connection on which every byte is the caller's."""

    def __init__(self, connection: socket.socket, inbox: str) -> None:
        self._connection, self._inbox = connection, f"{inbox}.{token_hex(4)}"
        self._buffer = b""

    def send(self, raw: bytes) -> None:
        self._connection.sendall(raw)

    def publish(self, subject: bytes, data: bytes = b"", headers: bytes | None = None, reply: bytes = b"") -> None:
        """Send a message; headers are the bytes of the whole block."""
        words = b" ".join(one for one in (subject, reply) if one)
        if headers is None:
            self.send(b"PUB %s %d\r\n%s\r\n" % (words, len(data), data))
        else:
            sizes = len(headers), len(headers) + len(data)
            self.send(b"HPUB %s %d %d\r\n%s%s\r\n" % (words, *sizes, headers, data))

    def flush(self) -> list[str]:
        """Wait until the server has read all, and return the errors that it named."""
        self.send(b"PING\r\n")
        errors = []
        while (line := self._line()) != b"PONG":
            if line.startswith(b"-ERR"):
                errors.append(line.decode(errors="replace"))
        return errors

    def flush_for_ever(self) -> NoReturn:
        while True:
            self.flush()

    def ask(self, subject: str, data: bytes = b"", headers: bytes | None = None) -> dict[str, Any] | None:
        """Ask JetStream, or publish; None: that is not permitted."""
        self.send(f"SUB {self._inbox} 1\r\n".encode())
        self.publish(subject.encode(), data, headers, self._inbox.encode())
        while True:
            line = self._line()
            if line.startswith(b"-ERR"):
                return None
            if line.startswith((b"MSG", b"HMSG")):
                size = int(line.split()[-1])
                while len(self._buffer) < size + 2:
                    self._receive()
                raw, self._buffer = self._buffer[:size], self._buffer[size + 2 :]
                found: dict[str, Any] = json.loads(raw) if raw.startswith(b"{") else {"status": raw.decode()}
                return found

    def _line(self) -> bytes:
        while b"\r\n" not in self._buffer:
            self._receive()
        line, _, self._buffer = self._buffer.partition(b"\r\n")
        if line == b"PING":
            self.send(b"PONG\r\n")
        return line

    def _receive(self) -> None:
        received = self._connection.recv(65536)
        if not received:
            raise ConnectionResetError
        self._buffer += received


@contextmanager
def raw_client(port: int, authority: Path, credentials: RelayCredentials, desk: str) -> Iterator[RawClient]:
    """Connect as a desk."""
    trust = ssl.create_default_context(cafile=str(authority))
    with socket.create_connection(("localhost", port), _SECONDS) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        greeting = b""
        while not greeting.endswith(b"\r\n"):
            greeting += plain.recv(1)
        with trust.wrap_socket(plain, server_hostname="localhost") as connection:
            client = RawClient(connection, f"_INBOX.{desk}")
            about = {"user": credentials.user, "pass": credentials.password, "headers": True, "no_responders": True}
            client.send(b"CONNECT %s\r\n" % json.dumps(about | {"verbose": False, "pedantic": False}).encode())
            yield client
