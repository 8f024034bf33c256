"""What the door says: every answer but those of the store, in one table."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import cached_property, lru_cache
from http import HTTPStatus

from app.domain.listening import Refusal
from app.domain.outcomes import Outcome

_SOON = "5"  # seconds; the sender comes again after as many
_ALWAYS = {"Connection": "close", "Server": "Despacho", "Cache-Control": "no-store"}


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

    def response(self) -> bytes:
        """Return it as it is sent; it is the last on its connection."""
        return b"%sDate: %s\r\n%s" % (self._start, _date(int(time.time())), self._rest)

    @cached_property
    def _start(self) -> bytes:
        return f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}\r\n".encode()

    @cached_property
    def _rest(self) -> bytes:
        content = json.dumps(dict(self.body)).encode()
        own = {"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(content))}
        if self.status == HTTPStatus.SERVICE_UNAVAILABLE:
            own["Retry-After"] = _SOON
        fields = {**_ALWAYS, **own, **self.headers}
        return "".join(f"{name}: {text}\r\n" for name, text in fields.items()).encode() + b"\r\n" + content


class RefusedError(Exception):
    """A request goes no further; `answer` is what it gets."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


@lru_cache(maxsize=1)
def _date(second: int) -> bytes:
    return formatdate(second, usegmt=True).encode()


def _refusal(status: int, said: str, refusal: Refusal, **headers: str) -> Answer:
    return Answer(status, {"status": said}, refusal, {name.replace("_", "-"): text for name, text in headers.items()})


UNAVAILABLE = _refusal(503, "unavailable", Refusal.NOT_NOW)
MALFORMED = _refusal(400, "malformed", Refusal.MALFORMED)
UNAUTHORIZED = _refusal(401, "unauthorized", Refusal.TOKEN, WWW_Authenticate="Bearer")
NOT_FOUND = _refusal(404, "not_found", Refusal.PATH)
NOT_ALLOWED = _refusal(405, "method_not_allowed", Refusal.METHOD, Allow="POST")
TOO_SLOW = _refusal(503, "too_slow", Refusal.MALFORMED)  # not 408: what is answered 4xx never comes again
TOO_LARGE = _refusal(413, "too_large", Refusal.TOO_LARGE)
TARGET_TOO_LONG = _refusal(414, "target_too_long", Refusal.MALFORMED)
ENCODED = _refusal(415, "encoded", Refusal.ENCODED)
HEAD_TOO_LARGE = _refusal(431, "head_too_large", Refusal.MALFORMED)

KEPT = {outcome: Answer(200, {"status": outcome.value}) for outcome in Outcome}
"""The answers to a notification that is on disk."""

HEALTHY = Answer(200, {"status": "ok"})
SICK = Answer(503, {"status": "unavailable"})  # not counted: nobody wanted a notification to be kept
