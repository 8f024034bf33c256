"""Failures of a carrier, and the expected reactions."""

import gzip
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from pathlib import Path

import trustme

from tests.carrier.scripted_carrier import Conversation, Script, ScriptedCarrier, in_pieces, raw, says, says_nothing
from tests.cli.wire import good_day

SHORT_PATIENCE = 1.5  # in which a request reaches the carrier, also where the machine is busy otherwise
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n"
_GZIP = {"Content-Encoding": "gzip"}


class Way(Enum):
    """What the carrier's address leads to."""

    HTTP = auto()
    UNKNOWN_AUTHORITY = auto()
    OTHER_NAME = auto()
    EXPIRED = auto()
    NO_TLS = auto()
    REFUSED = auto()
    NO_NAME = auto()


@dataclass(frozen=True)
class Case:
    """One failure.

    Args:
        name: name of the case.
        scripts: the answers, in order; the last one is repeated.
        code: the command's exit code.
        words: words of its message; `{carrier}` and `{date}` stand for those of the day.
        asked: number of requests that the server must receive.
        patience: `timeout_seconds`; None: the default.
        in_desk: words of the window's message, if they differ.
        way: what the address leads to.
    """

    name: str
    scripts: tuple[Script, ...]
    code: int
    words: tuple[str, ...]
    asked: int
    patience: float | None = None
    in_desk: tuple[str, ...] = ()
    way: Way = Way.HTTP

    @property
    def lists_nothing(self) -> bool:
        """Whether it is an empty answer; two in a row count as a load."""
        return bool(self.in_desk)

    @contextmanager
    def standing(self, authority: trustme.CA) -> Iterator[tuple[str, Callable[[], int]]]:
        """Yield the address, and a function that counts its requests.

        Args:
            authority: the certificate authority that the program trusts.
        """
        if self.way is Way.REFUSED:
            with socket.socket() as taken:  # bound, not listening: the port is reserved, and refuses connections
                taken.bind(("127.0.0.1", 0))
                yield f"http://127.0.0.1:{taken.getsockname()[1]}", lambda: 0
        elif self.way is Way.NO_NAME:
            yield "https://carrier.invalid", lambda: 0
        elif self.way is Way.NO_TLS:
            with ScriptedCarrier(greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as carrier:
                yield carrier.url.replace("http:", "https:"), lambda: len(carrier.requests)
        else:
            with ScriptedCarrier(*self.scripts, tls=self._context(authority)) as carrier:
                yield carrier.url, lambda: len(carrier.requests)

    def _context(self, authority: trustme.CA) -> ssl.SSLContext | None:
        issued = {
            Way.UNKNOWN_AUTHORITY: lambda: trustme.CA().issue_cert("127.0.0.1"),
            Way.OTHER_NAME: lambda: authority.issue_cert("elsewhere.example"),
            Way.EXPIRED: lambda: authority.issue_cert("127.0.0.1", not_after=datetime.now(UTC) - timedelta(days=1)),
        }
        if self.way not in issued:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        issued[self.way]().configure_cert(context)
        return context


def trusting(folder: Path) -> tuple[trustme.CA, Path]:
    """Return a certificate authority, and the file that makes OpenSSL trust it."""
    authority, file = trustme.CA(), folder / "trust.pem"
    authority.cert_pem.write_to_path(str(file))
    return authority, file


def bomb(megabytes: int, layers: int = 1) -> bytes:
    """Return a gzipped list with one shipment with a huge text; it expands a thousandfold."""
    packed = b'[{"envios": [{"numero": "1", "x": "' + b"a" * (megabytes << 20) + b'"}]}]'
    for _ in range(layers):
        packed = gzip.compress(packed, 9)
    return packed


def objects_bomb(megabytes: int) -> bytes:
    """Return a gzipped list with millions of empty shipments; each takes a multiple of its bytes in memory."""
    return gzip.compress(b'[{"envios": [' + b"{}," * ((megabytes << 20) // 3) + b"{}]}]", 9)


async def _hangs_after_head(conversation: Conversation) -> None:
    await conversation.send(_HEAD)
    await conversation.until_gone()


async def _hangs_in_body(conversation: Conversation) -> None:
    await conversation.send(_HEAD + good_day()[:200])
    await conversation.until_gone()


async def _drips_head(conversation: Conversation) -> None:
    await conversation.drip(_HEAD * 20, 0.02)


async def _drips_body(conversation: Conversation) -> None:
    await conversation.send(_HEAD)
    await conversation.drip(good_day(), 0.02)


def cases() -> tuple[Case, ...]:
    """Return all cases: first those of every run, then more of the same kinds (see `OFTEN`)."""
    good = good_day()
    time_out = ("did not answer", f"{SHORT_PATIENCE:g} s", "Give up after")
    nothing_now = ("now lists nothing",)
    return (
        Case("500", (says(500, b"<html>"),), 5, ("status 500", "Retry"), 4),
        Case("502, then good", (says(502), says(200, good)), 0, (), 2),
        Case("hang before the head", (says_nothing,), 5, time_out, 1, SHORT_PATIENCE),
        Case("hang after the head", (_hangs_after_head,), 5, time_out, 1, SHORT_PATIENCE),
        Case("slow drip", (_drips_body,), 5, time_out, 1, SHORT_PATIENCE),
        Case("cut body", (says(200, good[:-40], length=len(good)),), 5, ("was lost", "Check the network"), 4),
        Case("length too small", (says(200, good, length=len(good) - 40),), 5, ("cut short",), 1),
        Case(
            "a page",
            (says(200, b"<!doctype html><title>Sign in</title>"),),
            5,
            ("a web page", "the address of the carrier's service"),
            1,
        ),
        Case("gzip bomb", (says(200, bomb(12), _GZIP),), 5, ("larger than a day", "Tell the carrier"), 1),
        Case("many objects", (says(200, objects_bomb(12), _GZIP),), 5, ("larger than a day",), 1),
        Case(
            "bomb in a bomb",
            (says(200, bomb(12, layers=2), {"Content-Encoding": "gzip, gzip"}),),
            5,
            ("compressed", "tell the carrier"),
            1,
        ),
        Case(
            "empty list",
            (says(200, b"[]"),),
            3,
            ("no manifest for carrier {carrier}", "{date}"),
            1,
            in_desk=nothing_now,
        ),
        Case("401", (says(401, b"{}"),), 4, ("status 401", "Enter both again"), 1),
        Case("403", (says(403),), 4, ("status 403", "permission for carrier {carrier}"), 1),
        Case("404", (says(404),), 3, ("no manifest for carrier {carrier}", "{date}"), 1, in_desk=nothing_now),
        Case("unknown authority", (says(200, good),), 5, ("does not trust",), 0, way=Way.UNKNOWN_AUTHORITY),
        Case(
            "refused", (), 5, ("No connection to 127.0.0.1", "the address of the carrier's service"), 0, way=Way.REFUSED
        ),
        Case(
            "no such name",
            (),
            5,
            ("carrier.invalid cannot be found", "the address of the carrier's service"),
            0,
            way=Way.NO_NAME,
        ),
        Case("400", (says(400, b"{}"),), 5, ("status 400", "{carrier}", "{date}"), 1),
        Case("418", (says(418),), 5, ("status 418", "Check the address"), 1),
        Case("429", (says(429),), 5, ("status 429", "Wait some minutes"), 1),
        Case("502", (says(502),), 5, ("status 502",), 4),
        Case("503", (says(503),), 5, ("status 503",), 4),
        Case("504", (says(504),), 5, ("status 504",), 4),
        Case("505", (says(505),), 5, ("status 505",), 1),
        Case("503, then 400", (says(503), says(400)), 5, ("status 400",), 2),
        Case("three failures, then good", (says(500), raw(b""), says(504), says(200, good)), 0, (), 4),
        Case("204", (says(204),), 5, ("status 204",), 1),
        Case("hang in the body", (_hangs_in_body,), 5, time_out, 1, SHORT_PATIENCE),
        Case("dripping head", (_drips_head,), 5, time_out, 1, SHORT_PATIENCE),
        Case("cut, without a length", (says(200, good[:-40]),), 5, ("cut short",), 1),
        Case("hangs up at once", (raw(b""),), 5, ("127.0.0.1",), 4),
        Case("another protocol", (raw(b"SSH-2.0-OpenSSH_9.2\r\n"),), 5, ("127.0.0.1",), 4),
        Case("an object", (says(200, b'{"error": "none"}'),), 5, ("object instead of a list",), 1),
        Case("errors in a list", (says(200, b'[{"error": "none"}]'),), 5, ("nothing in it is a manifest",), 1),
        Case("nothing at all", (says(200, b""),), 5, ("empty", "Retry"), 1),
        Case("no JSON", (in_pieces(good[:300], b"\x00\xff"),), 5, ("not valid JSON",), 1),
        Case("no gzip", (says(200, good, _GZIP),), 5, ("compressed",), 1),
        Case("not asked for", (says(200, b"\x1b\x2f\x00\x04\x24", {"Content-Encoding": "br"}),), 5, ("compressed",), 1),
        Case("another name", (says(200, good),), 5, ("does not trust",), 0, way=Way.OTHER_NAME),
        Case("expired", (says(200, good),), 5, ("is not valid", "Set the clock"), 0, way=Way.EXPIRED),
        Case("no TLS there", (), 5, ("No secure connection", "https"), 0, way=Way.NO_TLS),
    )


OFTEN = 18
"""Number of cases that are tested in short runs too."""
