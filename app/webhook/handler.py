"""From a request to its answer: which tokens are accepted, what is read, what is saved."""

import asyncio
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import unquote

from aiohttp import HttpVersion11, web

from app.domain.contract.notifications import CODINGS, Keep, Received
from app.domain.contract.outcomes import QuarantineReason
from app.domain.errors import AppError
from app.domain.reception.probing import PROBE_HEADER, Probe
from app.domain.reception.refusals import Refusal
from app.webhook.answers import (
    ENCODED,
    KEPT,
    MALFORMED,
    NOT_ALLOWED,
    NOT_FOUND,
    TOO_LARGE,
    TOO_SLOW,
    UNAUTHORIZED,
    UNAVAILABLE,
    RefusedError,
    WebhookAnswer,
    health,
)
from app.webhook.future_bridge import FutureBridge
from app.webhook.limits import Limits, MemoryBudget, Reservation
from app.webhook.request_counters import RequestCounters, WrongTokenSources, is_from_here, source_of
from app.webhook.request_heads import RequestHead, bearers, path_without
from app.webhook.tokens import TokenKeeper

_HEALTH = "/healthz"
_FRESH = 2.0  # seconds since the tokens were read; within them a wrong token is refused without another read


@dataclass(frozen=True, kw_only=True)
class WebhookEndpoint:
    """Where notifications are accepted, by which tokens, and what becomes of them.

    Its functions are called in the server's thread, and those that begin with `on_` return at once.
    """

    path: str
    """The receiver's own; a notification with a right token is accepted on any other path too."""
    tokens: TokenKeeper
    """The accepted ones; its owner starts and stops it."""
    keep: Keep
    """Saves a notification to the disk."""
    is_ready: Callable[[], "Future[None]"]
    """Tells whether something could be saved now: the future ends, or raises an `AppError`."""
    now: Callable[[], datetime]
    """UTC."""
    on_bug: Callable[[BaseException], None]
    """Called with what is no failure of the environment. The server goes on."""
    on_changed: Callable[[], None] = lambda: None
    """Called after the server's `state` has changed."""
    on_token: Callable[[bool], None] = lambda _is_right: None
    """Called with whether the bearer token is right, for each request to the own path, and a right one to any other."""
    on_refused: Callable[[], None] = lambda: None
    """Called after a request with a right token was refused for good: the sender does not repeat it."""
    limits: Limits = field(default_factory=Limits)
    """How long and how much it waits for."""


class RequestHandler:
    """Answers requests, each in its own task of the event loop.

    `probes` are the expected tests of the address, by nonce; they may change at any time.
    """

    def __init__(
        self,
        endpoint: WebhookEndpoint,
        probes: Mapping[str, Probe],
        counters: RequestCounters,
        wrong_tokens: WrongTokenSources,
    ) -> None:
        self._path, self._tokens, self._keep = unquote(endpoint.path), endpoint.tokens, endpoint.keep
        self._now, self._limits, self._on_bug = endpoint.now, endpoint.limits, endpoint.on_bug
        self._on_token, self._on_refused = endpoint.on_token, endpoint.on_refused
        self._probes, self._counters, self._wrong_tokens = probes, counters, wrong_tokens
        self._budget = MemoryBudget(self._limits.budget_bytes)
        self._bridge = FutureBridge()
        self._is_ready, self._asked_at = endpoint.is_ready, 0.0
        self._asking: asyncio.Task[bool] | None = None
        self._served = 0  # requests at this moment
        self._deadlines: set[asyncio.Timeout] = set()  # of the bodies that are being read
        self._closing = asyncio.Event()
        self._held = 0  # refusals at this moment

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Return the response to a request. A bug is reported and answered 503, so that the sender tries again."""
        self._served += 1
        try:
            answer = await self._answer(request)
        except RefusedError as refused:
            answer = refused.answer
            refused.__traceback__ = None  # it refers to the body, and to itself by the frames
        except Exception as error:  # noqa: BLE001 - it is reported
            self._on_bug(error)
            answer = UNAVAILABLE
        finally:
            self._served -= 1
        if answer.refusal is not None:
            await self._count(answer, answer.refusal, request)
        return answer.response()

    async def _count(self, answer: WebhookAnswer, refusal: Refusal, request: web.BaseRequest) -> None:
        """Count a refusal, and wait with it where its source sends many wrong tokens."""
        is_right = self._has_right_token(request) if answer.is_final else None
        if is_right:
            self._on_refused()
        is_wrong = refusal is Refusal.TOKEN or is_right is False
        wait = self._wrong_tokens.count(source_of(request)) if is_wrong else 0.0
        self._counters.count_refused(refusal)
        if wait:
            await self._hold(wait)

    def _has_right_token(self, request: web.BaseRequest) -> bool | None:
        """Tell whether a request that is refused, perhaps before its token was compared, bears a right one.

        None: it bears none, or the client has left.
        """
        tokens = bearers(request) if request.transport is not None else []
        return any(map(self._tokens.accepts, tokens)) if tokens else None

    def close(self) -> None:
        """Answer 503 to new requests and to those whose body has not arrived; the others are completed."""
        self._closing.set()
        for deadline in self._deadlines:
            if not deadline.expired():
                deadline.reschedule(0.0)

    async def _hold(self, seconds: float) -> None:
        """Wait with a refusal, unless too many wait already, until the server closes."""
        if self._held >= self._limits.held:
            return
        self._held += 1
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._closing.wait()
        finally:
            self._held -= 1

    async def _answer(self, request: web.BaseRequest) -> WebhookAnswer:
        head = RequestHead(request)
        flaw = head.flaw(self._limits)
        if flaw is not None:
            return flaw
        if self._closing.is_set() or self._served > self._limits.requests:
            return UNAVAILABLE
        if request.method != "POST":
            is_asked = head.path == _HEALTH and request.method in ("GET", "HEAD")
            return health(can_save=await self._could_save()) if is_asked else NOT_ALLOWED
        token, is_own = head.token, unquote(head.path) == self._path
        probe = self._probes.get(request.headers.get(PROBE_HEADER, ""))
        if probe is not None:
            proof = {"proof": probe.proof, "authorization": token == probe.nonce.encode(), "path": is_own}
            return health(can_save=await self._could_save(), **proof)
        if token is None:
            return UNAUTHORIZED if is_own else NOT_FOUND
        if self._tokens.accepts(token):
            self._on_token(True)
        else:
            await self._check_again(token, is_own=is_own)
        with Reservation(self._budget) as reservation:
            body = await self._read_body(request, head, reservation)
            other_path = None if is_own else path_without(head.path, token)
            received = Received.read(body, self._now(), head.public_fields(token), other_path)
            if head.coding not in ("", *CODINGS) and received.reason is QuarantineReason.NOT_JSON:
                raise RefusedError(ENCODED)
            return await self._save(received, is_from_here=is_from_here(request))

    async def _could_save(self) -> bool:
        """Tell whether a notification could be saved, now or not long ago: health checks must not strain the disk."""
        if not self._tokens.has_token:
            return False
        is_old = asyncio.get_running_loop().time() - self._asked_at > self._limits.ready_s
        if self._asking is None or (self._asking.done() and is_old):
            self._asking = asyncio.create_task(self._ask_store())
        return await self._asking and not self._closing.is_set()

    async def _ask_store(self) -> bool:
        try:
            await self._bridge.in_time(self._is_ready(), self._limits.wait_s)
        except (AppError, TimeoutError):
            return False
        except Exception as error:  # noqa: BLE001 - it is reported, and the request is answered all the same
            self._on_bug(error)
            return False
        finally:
            self._asked_at = asyncio.get_running_loop().time()
        return True

    async def _check_again(self, token: bytes, *, is_own: bool) -> None:
        """Compare the token with the accepted ones, read again, before it counts as wrong."""
        is_current = await self._has_current_tokens()
        is_right = self._tokens.accepts(token)
        if not is_right and not (is_current and self._tokens.has_token):
            raise RefusedError(UNAVAILABLE)  # it may be a new one that could not be read
        if is_right or is_own:
            self._on_token(is_right)
        if not is_right:
            raise RefusedError(UNAUTHORIZED)

    async def _has_current_tokens(self) -> bool:
        """Read the tokens again, unless that was just done, and return whether it succeeded in time."""
        try:
            return await self._bridge.in_time(self._tokens.refresh(_FRESH), self._limits.wait_s)
        except TimeoutError:
            return False

    async def _read_body(self, request: web.BaseRequest, head: RequestHead, reservation: Reservation) -> bytes:
        most = self._limits.body_bytes
        if int(head.length) > most:
            raise RefusedError(TOO_LARGE)
        is_whole = request.content.is_eof()  # it came with the head, as nearly all do
        receive = self._receive if is_whole else self._receive_in_time
        try:
            received = await receive(request, reservation)
        except OSError:  # the client left; nothing of a body that is not complete is saved
            raise RefusedError(MALFORMED) from None
        if not head.coding:
            return received
        body = unpacked(received, head.coding, most)
        if body is None:
            raise RefusedError(TOO_LARGE)
        if not reservation.grow(len(body)):
            raise RefusedError(UNAVAILABLE)
        return body

    async def _receive_in_time(self, request: web.BaseRequest, reservation: Reservation) -> bytes:
        if self._closing.is_set():  # its token was still compared when the server closed
            raise RefusedError(UNAVAILABLE)
        deadline = asyncio.timeout(self._limits.body_s)
        try:
            async with deadline:
                self._deadlines.add(deadline)
                if request.headers.get("Expect", "").lower() == "100-continue" and request.version == HttpVersion11:
                    await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                return await self._receive(request, reservation)
        except TimeoutError:
            raise RefusedError(UNAVAILABLE if self._closing.is_set() else TOO_SLOW) from None
        finally:
            self._deadlines.discard(deadline)

    async def _receive(self, request: web.BaseRequest, reservation: Reservation) -> bytes:
        pieces, content = [], request.content
        while piece := content.read_nowait() or (b"" if content.is_eof() else await content.readany()):
            pieces.append(piece)
            if not reservation.grow(len(piece)):
                raise RefusedError(UNAVAILABLE)
            if reservation.size > self._limits.body_bytes:
                raise RefusedError(TOO_LARGE)
        return b"".join(pieces)

    async def _save(self, received: Received, *, is_from_here: bool) -> WebhookAnswer:
        try:
            saving = self._keep(received)
            await self._bridge.in_time(saving.batch, self._limits.wait_s)
            outcome = saving.result()
        except (AppError, TimeoutError):
            return UNAVAILABLE
        self._counters.count_kept(received.received_at, received.path, is_from_here=is_from_here)
        return KEPT[outcome]


_GZIP, _DEFLATE, _BARE = 31, 15, -15  # zlib's names of the frames around what is compressed
_FRAMES = {"gzip": (_GZIP,), "x-gzip": (_GZIP,), "deflate": (_DEFLATE, _BARE)}
"""By the standard `deflate` is within zlib's frame; some send it without one."""


def unpacked(body: bytes, coding: str, most: int) -> bytes | None:
    """Return a body as it was before it was compressed.

    Args:
        body: as it came.
        coding: the value of `Content-Encoding`, in small letters.
        most: bytes that it may have.

    Returns:
        The body as it came where its coding is none that is read, where it is not what its coding says, or is cut off;
        None where it would be too large.
    """
    for frame in _FRAMES.get(coding, ()):
        inflating = zlib.decompressobj(frame)
        try:
            found = inflating.decompress(body, most + 1)
        except zlib.error:
            continue
        if len(found) > most:
            return None
        if inflating.eof and not inflating.unused_data:
            return found
    return body
