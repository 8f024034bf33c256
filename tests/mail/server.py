"""A real mail server on loopback, with TLS and logins."""

import ssl
import threading
from base64 import b64decode
from email import message_from_bytes, policy
from email.message import EmailMessage
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any, Self, cast

import trustme

from tests.waiting import wait_until

USER, PASSWORD = "desk", "a-long-password"


class SmtpServer:
    """Listens while its context is entered; keeps the mails that it took.

    Args:
        tls: with which it encrypts; None: it offers none.
        is_implicit: whether it encrypts from the first byte.
        takes: answers to each mail in turn, the last one repeatedly.
        hangs: whether it accepts connections and says nothing.
        knows: the user who may log in.
    """

    def __init__(
        self,
        *,
        tls: ssl.SSLContext | None = None,
        is_implicit: bool = False,
        takes: tuple[str, ...] = ("250 taken",),
        hangs: bool = False,
        knows: str = USER,
    ) -> None:
        self.tls, self.is_implicit, self.hangs, self.knows = tls, is_implicit, hangs, knows
        self.takes = [*takes]
        self.mails: list[EmailMessage] = []
        self.logins: list[tuple[str, str]] = []
        self.seen_in_clear: list[str] = []
        self.connections = 0
        self.released = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Talk, self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def wait_for_mails(self, count: int) -> list[EmailMessage]:
        """Return the mails, once there are so many."""
        wait_until(lambda: len(self.mails) >= count, lambda: f"{len(self.mails)} mails")
        return self.mails


class _Server(ThreadingTCPServer):
    def __init__(self, address: tuple[str, int], talk: type[StreamRequestHandler], owner: SmtpServer) -> None:
        self.owner = owner
        super().__init__(address, talk)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as its base class
        """Say nothing: the client may end a connection when it likes."""


class _Talk(StreamRequestHandler):
    """One connection, as RFC 5321 has it, as far as a client of Python's library asks."""

    def handle(self) -> None:
        self.owner = cast("_Server", self.server).owner
        self.owner.connections += 1
        self.is_encrypted = False
        if self.owner.hangs:
            self.owner.released.wait()
            return
        if self.owner.is_implicit:
            self._encrypt()
        self._say("220 ready")
        while line := self.rfile.readline().decode().strip():
            if not self.is_encrypted:
                self.owner.seen_in_clear.append(line)
            command = line.split()[0].upper()
            if command == "QUIT":
                self._say("221 bye")
                return
            if command == "STARTTLS":
                self._say("220 go on")
                self._encrypt()
            elif command == "EHLO":
                starttls = ["250-STARTTLS"] if self.owner.tls and not self.is_encrypted else []
                self._say("250-here", *starttls, "250 AUTH PLAIN")
            elif command == "AUTH":
                self._log_in(line.split()[2])
            elif command == "DATA":
                self._take()
            else:
                self._say("250 fine")

    def _log_in(self, secret: str) -> None:
        _, user, password = b64decode(secret).decode().split("\0")
        self.owner.logins.append((user, password))
        is_known = (user, password) == (self.owner.knows, PASSWORD)
        self._say("235 welcome" if is_known else "535 who are you")

    def _take(self) -> None:
        self._say("354 go on")
        content = b""
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            content += line.removeprefix(b".")
        answer = self.owner.takes[0] if len(self.owner.takes) == 1 else self.owner.takes.pop(0)
        if answer.startswith("2"):
            self.owner.mails.append(message_from_bytes(content, policy=policy.default))
        self._say(answer)

    def _encrypt(self) -> None:
        assert self.owner.tls is not None
        self.connection = self.owner.tls.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.is_encrypted = True

    def _say(self, *lines: str) -> None:
        self.connection.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def finish(self) -> None:
        """Close the connection as it is now."""
        self.connection.close()


def served_by(authority: trustme.CA, name: str = "127.0.0.1") -> ssl.SSLContext:
    """Return with what a server encrypts, by a certificate of an authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context
