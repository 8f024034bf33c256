"""Fuzzes a real server, with a real file behind it, with requests and malformed requests."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Self
from unittest.mock import Mock
from zoneinfo import ZoneInfo

from aiohttp import web
from aiohttp.http import HttpProcessingError, HttpRequestParser

from app.domain.contract.outcomes import Outcome
from app.domain.site import SiteRules
from app.facts.file.opening import FILE_NAME
from app.facts.recovery.corruption_check import integrity_problem
from app.store.notification_ingest import NotificationIngest
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from app.webhook.handler import WebhookEndpoint
from app.webhook.limits import Limits
from app.webhook.request_heads import RequestHead
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper
from tests.faults.fuzzing.notifications import NOON
from tests.webhook.running_server import DEADLINE, TOKEN, Client, digests, patient, request, visit

STATUSES = frozenset({200, 400, 401, 404, 405, 413, 415, 431, 503})
KEPT = frozenset(one.value for one in Outcome)
_ANSWER = re.compile(
    rb"HTTP/\d\.\d (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*?Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n", re.ASCII
)
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_LIMITS = Limits()
_SAID = re.compile(rb'\{"status": "([a-z_]+)"')

FIELDS: tuple[bytes, ...] = (
    b"Content-Length: 0", b"Content-Length: 5", b"Content-Length: 99999999999999999999", b"Content-Length: -1", b"Content-Length: 1e1",
    b"Content-Length: \xd9\xa1", b"Content-Length: 0x5", b"Content-Length:", b"Transfer-Encoding: chunked", b"Transfer-Encoding: Chunked",
    b"Transfer-Encoding: gzip", b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding:", b"Content-Encoding: gzip",
    b"Content-Encoding: identity", b"Content-Encoding:", b"Expect: 100-continue", b"Expect: 200-ok", b"Connection: keep-alive",
    b"Connection: close, upgrade", b"Upgrade: h2c", b"Upgrade: websocket", b"Host:", b"Host: a, b", b"Host: [::1", b"Authorization: Bearer",
    b"Authorization: Basic eDp5", b"Authorization: bearer " + TOKEN.encode(), b"Authorization: Bearer \xff", b"Authorization: Bearer " + b"A" * 8000,
    b"Despacho-Probe: x", b"X: " + b"y" * 20000, b"X\x00: y", b"X : y", b": y", b" folded", b"\tfolded", b"X: \x7f\x01", b"X", b"Cookie: \xff\xfe",
    b"X-Forwarded-For: 127.0.0.1", b"Content-Type: text/plain; charset=utf-16", b"Trailer: X", b"TE: trailers", b"Proxy-Connection: x",
)  # fmt: skip
LINES: tuple[bytes, ...] = (
    b"POST /visitas HTTP/1.1", b"POST /visitas HTTP/1.0", b"POST /visitas HTTP/2.0", b"POST /visitas", b"GET /healthz HTTP/1.1",
    b"HEAD /healthz HTTP/1.1", b"GET / HTTP/1.1", b"PUT /visitas HTTP/1.1", b"OPTIONS * HTTP/1.1", b"CONNECT a:1 HTTP/1.1", b"TRACE / HTTP/1.1",
    b"POST http://a/visitas HTTP/1.1", b"POST //visitas HTTP/1.1", b"POST /%76isitas HTTP/1.1", b"POST /visitas?x=1#y HTTP/1.1",
    b"POST /vi\x00sitas HTTP/1.1", b"POST /" + b"a" * 9000 + b" HTTP/1.1", b"PRI * HTTP/2.0", b"post /visitas HTTP/1.1", b"", b"POST /%ff%00%2e%2e HTTP/1.1",
    b"POST /\xc3\xb1 HTTP/1.1", b"POST  /visitas HTTP/1.1", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"A" * 17000,
)  # fmt: skip
BODIES: tuple[bytes, ...] = (
    b"", b"{}", visit(1), visit(2)[:-1], b"5\r\nhello\r\n0\r\n\r\n", b"%x\r\n%s\r\n0\r\n\r\n" % (len(visit(3)), visit(3)), b"0\r\n\r\n", b"0\r\nX: y\r\n\r\n",
    b"ffffffffffffffff\r\n", b"-1\r\n", b"5;x=y\r\nhello\r\n0\r\n\r\n", b"5\nhello\n0\n\n", b"5\r\nhelloX\r\n0\r\n\r\n", request(visit(4)), b"\0" * 300, b"\x1f\x8b\x08",
)  # fmt: skip


def requests(seed: int) -> Iterator[bytes]:
    """Return raw requests without end, most of them changed; the same for the same seed."""
    random, number = Random(seed), count(1000)
    while True:
        yield _request(random, next(number))


def _request(random: Random, number: int) -> bytes:
    body = random.choice(BODIES) if random.random() < 0.5 else visit(number)
    lines = [b"POST /visitas HTTP/1.1", b"Host: localhost", b"Authorization: Bearer " + TOKEN.encode()]
    lines.append(b"Content-Length: %d" % (len(body) + random.choice((0, 0, 0, 0, -1, 1))))
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        kind = random.random()
        place = random.randrange(len(lines) + 1)
        if kind < 0.25:
            lines[0] = random.choice(LINES)
        elif kind < 0.65:
            lines.insert(max(1, place), random.choice(FIELDS))
        elif kind < 0.75 and len(lines) > 1:
            del lines[random.randrange(1, len(lines))]
        elif kind < 0.85:
            lines.insert(place, random.choice(lines))
        else:
            random.shuffle(lines)
    end = random.choice((b"\r\n",) * 12 + (b"\n", b"\r", b"\r\n "))
    raw = end.join([*lines, b"", body])
    if random.random() < 0.25:
        place = random.randrange(len(raw) + 1)
        raw = raw[:place] + random.randbytes(random.randrange(4)) + raw[place + random.randrange(6) :]
    if random.random() < 0.05:
        raw = raw[: random.randrange(len(raw) + 1)]
    return raw if random.random() < 0.97 else random.randbytes(random.randrange(400))


class FuzzedServer:
    """A server on loopback with a real store."""

    def __init__(self, webhook: WebhookServer, writer: Writer, bugs: list[BaseException]) -> None:
        self.webhook = webhook
        self.bugs = bugs
        self.said: Counter[str] = Counter()
        self.unheard = 0  # requests that were sent, perhaps, and not answered
        self._writer = writer

    @classmethod
    @contextmanager
    def started(cls, folder: Path, limits: Limits | None = None) -> Iterator[Self]:
        """Open one; at the end the file must be whole and hold what was answered, and no bug may have been reported."""
        path = folder / FILE_NAME
        bugs: list[BaseException] = []
        with ExitStack() as running:
            writer = running.enter_context(Writer(path))
            save_site_rules(writer, SiteRules(ZoneInfo("America/Bogota")))
            intake = NotificationIngest(writer)
            tokens = TokenKeeper(lambda: digests(TOKEN), on_bug=bugs.append)
            tokens.start()
            running.callback(tokens.stop)
            webhook = WebhookServer("127.0.0.1", 0, WebhookEndpoint(path="/visitas", tokens=tokens, keep=intake.save, is_ready=intake.check, now=lambda: NOON,
                on_bug=bugs.append, limits=limits or patient()))  # fmt: skip
            webhook.start()
            running.callback(webhook.stop)
            tokens.refresh().result(DEADLINE)
            server = cls(webhook, writer, bugs)
            yield server
            server._compare()
        assert bugs == []
        assert integrity_problem(path) is None

    def ask(self, data: bytes, pieces: Sequence[int] = ()) -> list[tuple[int, str]]:
        """Send bytes cut at these places; return statuses and words of what comes until the server closes."""
        with Client(self.webhook) as client:
            with suppress(OSError):  # it has its answer already, or was cut
                for start, end in zip((0, *pieces), (*pieces, len(data)), strict=True):
                    client.send(data[start:end])
            raw = client.rest().raw.replace(_CONTINUE, b"")
        answers = list(self._judged(raw))
        if any(said in KEPT for _, said in answers):
            assert TOKEN.encode() in data
        self._count(answers)
        self.unheard += max(0, data.count(b" HTTP/1.") - len(answers))
        return answers

    def ask_once(self, data: bytes) -> tuple[int, str]:
        """Send one request; return status and word of its answer."""
        with Client(self.webhook) as client:
            client.send(data)
            (answer,) = self._judged(client.reply().raw)
        self._count([answer])
        return answer

    @staticmethod
    def _judged(raw: bytes) -> Iterator[tuple[int, str]]:
        """Give the answers in some bytes: each is one of the table, and only one that keeps has another behind it."""
        while raw:
            answer = _ANSWER.match(raw)
            assert answer is not None, raw
            status, body = int(answer[1]), raw[answer.end() : answer.end() + int(answer[2])]
            said = _SAID.match(body)
            assert status in STATUSES, raw
            assert said is not None or status == 400 or not body, raw  # aiohttp has its own words for 400
            assert (status == 200) >= (said is not None and said[1].decode() in KEPT), raw
            raw = raw[answer.end() + len(body) :]
            assert not raw or (status == 200 and said is not None and said[1].decode() in KEPT), raw
            yield status, said[1].decode() if said else ""

    def _count(self, answers: Sequence[tuple[int, str]]) -> None:
        self.said.update(said for _, said in answers)

    def _compare(self) -> None:
        """See that nothing is in the file but what was said to be kept."""
        rows = self._writer.read(
            lambda db: dict(db.execute("SELECT reason = 'other_content', count(*) FROM notification GROUP BY 1"))
        ).result()
        others = rows.pop(1, 0)
        kept = sum(self.said[one] for one in KEPT - {Outcome.DUPLICATE})
        assert others <= self.said[Outcome.DUPLICATE] + self.unheard
        assert kept <= sum(rows.values()) <= kept + self.unheard


def fuzz_head(data: bytes) -> None:
    """Judge a head that aiohttp lets through: there is nothing wrong with it, or an answer of the table."""
    try:
        messages, _, _ = HttpRequestParser(Mock(), Mock(), 1 << 16, auto_decompress=False).feed_data(data)
    except HttpProcessingError:
        return
    for message, content in messages:
        request = web.BaseRequest(message, content, Mock(), Mock(), Mock(), Mock())
        head = RequestHead(request)
        flaw = head.flaw(_LIMITS)
        assert flaw is None or flaw.status in STATUSES
        if flaw is None:
            token = head.token or b""
            assert (
                all(token.decode("utf-8", "replace") not in value for _, value in head.public_fields(token))
                or len(token) < 12
            )
