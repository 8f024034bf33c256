"""Every answer of the webhook server, in one table."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from aiohttp import web

from app.domain.contract.outcomes import Outcome
from app.domain.reception.listening import Refusal

_HEADERS = {"Content-Type": "application/json; charset=utf-8", "Server": "Despacho", "Cache-Control": "no-store"}
_RETRY = {"Retry-After": "5"}  # seconds


@dataclass(frozen=True)
class Answer:
    """A status and a small JSON object, which tells a client without a token nothing that it could use.

    Args:
        refusal: the kind of refusal that is counted; None where it is none.
        keeps_connection: whether another request may follow on the connection.
    """

    status: int
    body: Mapping[str, object]
    refusal: Refusal | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    keeps_connection: bool = False

    def response(self) -> web.Response:
        """Return the answer as a new response; aiohttp adds `Date` and `Connection`."""
        response = web.Response(status=self.status, body=self._sent, headers={**_HEADERS, **self.headers})
        if not self.keeps_connection:
            response.force_close()
        return response

    @cached_property
    def _sent(self) -> bytes:
        return json.dumps(dict(self.body)).encode()


class RefusedError(Exception):
    """A request is not processed any further; `answer` is what it gets."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


UNAVAILABLE = Answer(503, {"status": "unavailable"}, Refusal.NOT_NOW, _RETRY)
TOO_SLOW = Answer(503, {"status": "too_slow"}, Refusal.MALFORMED, _RETRY)  # not 408: a 4xx is never sent again
MALFORMED = Answer(400, {"status": "malformed"}, Refusal.MALFORMED)
UNAUTHORIZED = Answer(401, {"status": "unauthorized"}, Refusal.TOKEN, {"WWW-Authenticate": "Bearer"})
NOT_FOUND = Answer(404, {"status": "not_found"}, Refusal.PATH)
NOT_ALLOWED = Answer(405, {"status": "method_not_allowed"}, Refusal.METHOD, {"Allow": "POST"})
TOO_LARGE = Answer(413, {"status": "too_large"}, Refusal.TOO_LARGE)
ENCODED = Answer(415, {"status": "encoded"}, Refusal.ENCODED)
HEAD_TOO_LARGE = Answer(431, {"status": "head_too_large"}, Refusal.MALFORMED)

KEPT = {outcome: Answer(200, {"status": outcome.value}, keeps_connection=True) for outcome in Outcome}
"""The answers to a notification that is on disk. Only these keep the connection: their sender has the token."""


def health(*, can_save: bool, **proof: object) -> Answer:
    """Return whether a notification could be saved now, and the proof for a test of the address.

    It is not counted, since no notification was refused.
    """
    if not can_save:
        return Answer(503, {"status": "unavailable", **proof}, None, _RETRY)
    return Answer(200, {"status": "probe" if proof else "ok", **proof})
