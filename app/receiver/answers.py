"""What the door says: every answer but those of the store, in one table."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

from app.domain.listening import Refusal
from app.domain.outcomes import Outcome

_SOON = "5"  # seconds; the sender comes again after as many


@dataclass(frozen=True)
class Answer:
    """A status and a small JSON object, which says nothing that would help whoever has no token.

    Args:
        refusal: as what it is counted; None where it is not.
    """

    status: int
    body: Mapping[str, object]
    refusal: Refusal | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> web.Response:
        """Return it as aiohttp sends it; it is the last on its connection."""
        headers = {"Connection": "close", "Server": "Despacho", "Cache-Control": "no-store", **self.headers}
        if self.status == UNAVAILABLE.status:
            headers["Retry-After"] = _SOON
        text = json.dumps(dict(self.body))
        response = web.Response(status=self.status, text=text, content_type="application/json", headers=headers)
        response.force_close()
        return response


class RefusedError(Exception):
    """A request goes no further; `answer` is what it gets."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


def kept(outcome: Outcome) -> Answer:
    """Return the answer to a notification that is on disk."""
    return Answer(200, {"status": outcome.value})


def _refusal(status: int, said: str, refusal: Refusal, **headers: str) -> Answer:
    return Answer(status, {"status": said}, refusal, {name.replace("_", "-"): text for name, text in headers.items()})


UNAVAILABLE = _refusal(503, "unavailable", Refusal.NOT_NOW)
MALFORMED = _refusal(400, "malformed", Refusal.MALFORMED)
UNAUTHORIZED = _refusal(401, "unauthorized", Refusal.TOKEN, WWW_Authenticate="Bearer")
NOT_FOUND = _refusal(404, "not_found", Refusal.PATH)
NOT_ALLOWED = _refusal(405, "method_not_allowed", Refusal.METHOD, Allow="POST")
TOO_SLOW = _refusal(408, "too_slow", Refusal.MALFORMED)
TOO_LARGE = _refusal(413, "too_large", Refusal.TOO_LARGE)
TARGET_TOO_LONG = _refusal(414, "target_too_long", Refusal.MALFORMED)
ENCODED = _refusal(415, "encoded", Refusal.ENCODED)
HEAD_TOO_LARGE = _refusal(431, "head_too_large", Refusal.MALFORMED)

HEALTHY = Answer(200, {"status": "ok"})
SICK = Answer(503, {"status": "unavailable"})  # not counted: nobody wanted a notification to be kept
