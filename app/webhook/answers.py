"""Every answer of the webhook server, in one table."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from aiohttp import web
from multidict import CIMultiDict

from app.domain.contract.outcomes import Outcome
from app.domain.reception.refusals import Refusal

_HEADERS = {"Content-Type": "application/json; charset=utf-8", "Server": "Despacho", "Cache-Control": "no-store"}
_RETRY = {"Retry-After": "5"}  # seconds

_CLIENT_ERRORS = range(400, 500)


@dataclass(frozen=True)
class WebhookAnswer:
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

    @property
    def is_final(self) -> bool:
        """Whether the sender never repeats the request though its token may be right."""
        return self.status in _CLIENT_ERRORS and self not in _OF_NO_TOKEN

    def response(self) -> web.Response:
        """Return the answer as a new response; aiohttp adds `Date` and `Connection`."""
        response = web.Response(status=self.status, body=self._sent[0], headers=self._sent[1])
        if not self.keeps_connection:
            response.force_close()
        return response

    @cached_property
    def _sent(self) -> tuple[bytes, CIMultiDict[str]]:
        return json.dumps(dict(self.body)).encode(), CIMultiDict({**_HEADERS, **self.headers})


class RefusedError(Exception):
    """A request is not processed any further; `answer` is what it gets."""

    def __init__(self, answer: WebhookAnswer) -> None:
        super().__init__(answer.status)
        self.answer = answer


UNAVAILABLE = WebhookAnswer(503, {"status": "unavailable"}, Refusal.NOT_NOW, _RETRY)
TOO_SLOW = WebhookAnswer(503, {"status": "too_slow"}, Refusal.MALFORMED, _RETRY)  # not 408: a 4xx is never sent again
MALFORMED = WebhookAnswer(400, {"status": "malformed"}, Refusal.MALFORMED)
UNAUTHORIZED = WebhookAnswer(401, {"status": "unauthorized"}, Refusal.TOKEN, {"WWW-Authenticate": "Bearer"})
NOT_FOUND = WebhookAnswer(404, {"status": "not_found"}, Refusal.PATH)
NOT_ALLOWED = WebhookAnswer(405, {"status": "method_not_allowed"}, Refusal.METHOD, {"Allow": "POST"})
TOO_LARGE = WebhookAnswer(413, {"status": "too_large"}, Refusal.TOO_LARGE)
ENCODED = WebhookAnswer(415, {"status": "encoded"}, Refusal.ENCODED)
HEAD_TOO_LARGE = WebhookAnswer(431, {"status": "head_too_large"}, Refusal.MALFORMED)
_OF_NO_TOKEN = (UNAUTHORIZED, NOT_FOUND)

KEPT = {outcome: WebhookAnswer(200, {"status": outcome.value}, keeps_connection=True) for outcome in Outcome}
"""The answers to a notification that is on disk. Only these keep the connection: their sender has the token."""


def health(*, can_save: bool, **proof: object) -> WebhookAnswer:
    """Return whether a notification could be saved now, and the proof for a test of the address.

    It is not counted, since no notification was refused.
    """
    if not can_save:
        return WebhookAnswer(503, {"status": "unavailable", **proof}, None, _RETRY)
    return WebhookAnswer(200, {"status": "probe" if proof else "ok", **proof})
