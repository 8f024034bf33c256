"""From a request to its answer: who is let in, what is read, what is kept."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import cast
from urllib.parse import unquote

from aiohttp import http_exceptions, web

from app.domain.errors import StoreError
from app.domain.notifications import Keep, Received
from app.domain.probing import PROBE_HEADER, Probe
from app.receiver.answers import (
    ENCODED,
    HEALTHY,
    MALFORMED,
    NOT_ALLOWED,
    NOT_FOUND,
    SICK,
    TOO_LARGE,
    UNAUTHORIZED,
    UNAVAILABLE,
    Answer,
    RefusedError,
    kept,
    refuse,
)
from app.receiver.connection import Connection
from app.receiver.counting import Tally
from app.receiver.heads import bearer, without_secrets
from app.receiver.limits import Limits
from app.receiver.readiness import Readiness
from app.receiver.tokens import TokenKeeper
from app.receiver.waiting import in_time

_HEALTH = "/healthz"
_FRESH = 2.0  # seconds since the tokens were read, within which a wrong one is wrong


class Porter:
    """Answers requests, each in its own task of one event loop."""

    def __init__(
        self,
        path: str,
        *,
        tokens: TokenKeeper,
        keep: Keep,
        is_ready: Callable[[], "Future[None]"],
        now: Callable[[], datetime],
        tally: Tally,
        probes: dict[str, Probe],
        limits: Limits,
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._path = unquote(path)
        self._tokens, self._keep, self._now = tokens, keep, now
        self._tally, self._probes, self._limits, self._on_bug = tally, probes, limits, on_bug
        self._readiness = Readiness(is_ready, limits, on_bug)
        self.is_leaving = False

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request. A bug is handed on and answered 503, so that the sender tries again."""
        try:
            answer = await self._answer(request, cast("Connection", request.protocol))
        except RefusedError as refused:
            answer = refused.answer
        except Exception as error:  # noqa: BLE001
            self._on_bug(error)
            answer = UNAVAILABLE
        return self.turn_away(answer)
