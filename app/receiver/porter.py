"""From a request to its answer: who is let in, what is read, what is kept."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from urllib.parse import unquote

from aiohttp import StreamReader
from aiohttp.http import RawRequestMessage

from app.domain.errors import AppError
from app.domain.notifications import Keep, Received
from app.domain.probing import PROBE_HEADER, Probe
from app.receiver.answers import (
    ENCODED,
    HEALTHY,
    KEPT,
    NOT_ALLOWED,
    NOT_FOUND,
    SICK,
    TOO_LARGE,
    UNAUTHORIZED,
    UNAVAILABLE,
    Answer,
    RefusedError,
)
from app.receiver.connection import Connection
from app.receiver.counting import Tally
from app.receiver.heads import bearer, coding_of, path_without, without_secrets
from app.receiver.holding import Hold, Share
from app.receiver.limits import Limits
from app.receiver.readiness import Readiness
from app.receiver.tokens import TokenKeeper
from app.receiver.unpacking import Coding, unpacked
from app.receiver.waiting import WaitingRoom

_HEALTH = "/healthz"
_FRESH = 2.0  # seconds since the tokens were read, within which a wrong one is wrong


class Porter:
    """Answers requests, each in its own task of the loop that it is made in. Its arguments are those of the `Door`.

    Args:
        probes: the tests that are expected, by nonce; may change at any time.
        on_token: called with whether the bearer token is right, for each request to the receiver's own path, and for
            a right one to any other path.
    """

    def __init__(
        self,
        path: str,
        *,
        tokens: TokenKeeper,
        keep: Keep,
        is_ready: Callable[[], "Future[None]"],
        now: Callable[[], datetime],
        probes: Mapping[str, Probe],
        tally: Tally,
        limits: Limits,
        on_bug: Callable[[BaseException], None],
        on_token: Callable[[bool], None],
    ) -> None:
        self._on_token = on_token
        self._path = unquote(path)
        self._tokens, self._keep, self._now, self._probes = tokens, keep, now, probes
        self._tally, self._limits = tally, limits
        self._hold = Hold(limits.held_bytes)
        self._waiting_room = WaitingRoom()
        self._readiness = Readiness(is_ready, self._waiting_room, limits, on_bug)

    def say(self, answer: Answer) -> bytes:
        """Return an answer as it is sent, and count it where it is a refusal."""
        if answer.refusal is not None:
            self._tally.count_refused(answer.refusal)
        return answer.response()

    async def serve(self, head: RawRequestMessage, content: StreamReader, connection: Connection) -> Answer:
        """Answer a request. A bug goes on to the connection, which answers it too.

        Raises:
            RefusedError: with the answer.
        """
        path = head.path.partition("?")[0]
        is_own = unquote(path) == self._path
        if head.method != "POST":
            if path != _HEALTH:
                raise RefusedError(NOT_ALLOWED)
            return HEALTHY if await self._could_keep(connection) else SICK
        token = bearer(head)
        probe = self._probes.get(head.headers.get(PROBE_HEADER, ""))
        if probe is not None:
            proof = {"proof": probe.proof, "authorization": token == probe.nonce.encode(), "path": is_own}
            is_fine = await self._could_keep(connection)
            return Answer(200, {"status": "probe", **proof}) if is_fine else Answer(SICK.status, {**SICK.body, **proof})
        if token is None:
            raise RefusedError(UNAUTHORIZED if is_own else NOT_FOUND)
        with self._hold.share() as share:
            await self._let_in(token, is_own=is_own)
            body = await self._read(head, content, connection, share)
            if connection.refused_with is not None:
                raise RefusedError(connection.refused_with)
            headers = without_secrets(head, token)
            other = None if is_own else path_without(path, token)
            return await self._keep_it(Received.read(body, self._now(), headers, other))

    async def _could_keep(self, connection: Connection) -> bool:
        could = self._tokens.has_token and await self._readiness.is_given()
        return could and connection.refused_with is None

    async def _let_in(self, token: bytes, *, is_own: bool) -> None:
        """Compare the token. Before it counts as wrong, those that are accepted are read again."""
        is_right = self._tokens.accepts(token)
        if not is_right:
            with suppress(TimeoutError):
                await self._waiting_room.in_time(self._tokens.refresh(_FRESH), self._limits.wait_s)
            if not self._tokens.has_token:
                raise RefusedError(UNAVAILABLE)
            is_right = self._tokens.accepts(token)
        if is_right or is_own:
            self._on_token(is_right)
        if not is_right:
            raise RefusedError(UNAUTHORIZED)

    async def _read(
        self, head: RawRequestMessage, content: StreamReader, connection: Connection, share: Share
    ) -> bytes:
        coding = coding_of(head)
        if coding is None:
            raise RefusedError(ENCODED)
        if int(head.headers.get("Content-Length", 0)) > self._limits.body_bytes:
            raise RefusedError(TOO_LARGE)
        if head.headers.get("Expect", "").lower() == "100-continue":
            connection.ask_for_body()
        pieces = []
        while piece := await content.readany():  # raises a `RefusedError` where the rest does not come
            pieces.append(piece)
            if not share.grows(len(piece)):
                raise RefusedError(UNAVAILABLE)
            if share.taken > self._limits.body_bytes:
                raise RefusedError(TOO_LARGE)
        body = unpacked(b"".join(pieces), coding, self._limits.body_bytes)
        if body is None:
            raise RefusedError(TOO_LARGE)
        if not share.grows(len(body) if coding is not Coding.IDENTITY else 0):
            raise RefusedError(UNAVAILABLE)
        return body

    async def _keep_it(self, received: Received) -> Answer:
        try:
            outcome = await self._waiting_room.in_time(self._keep(received), self._limits.wait_s)
        except (AppError, TimeoutError) as error:
            raise RefusedError(UNAVAILABLE) from error
        self._tally.count_kept(received.received_at, received.path)
        return KEPT[outcome]
