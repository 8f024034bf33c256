"""Reads why the carrier refuses a request, in the carrier's own words."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from app.carrier.day_request import DayRequest
from app.carrier.encoding import AnswerDecoder
from app.carrier.http_status import gives_reason, refusal
from app.carrier.http_transport import IncomingAnswer
from app.domain.contract.json_text.lenient_json import UnreadableJsonError, read_document
from app.domain.errors import AppError, CarrierError

LONGEST_REASON: Final = 200
"""Characters of a reason that are shown."""
_MOST_BYTES: Final = 1 << 14
_WHAT: Final = ("mensaje", "message", "error", "title", "titulo")
_WHY: Final = ("razon", "razón", "reason", "detail", "detalle", "descripcion", "description")
_MOST_LEVELS: Final = 3


async def refusal_of(incoming: IncomingAnswer, request: DayRequest) -> AppError | None:
    """Return the error for an answer with another status than 200, with the reason in its body; None for 200."""
    reason = await _stated_reason(incoming, request) if gives_reason(incoming.status) else ""
    return refusal(incoming.status, incoming.location, request.url, request.day, reason)


async def _stated_reason(incoming: IncomingAnswer, request: DayRequest) -> str:
    body = b""
    with suppress(CarrierError):  # then what has come is read
        while len(body) < _MOST_BYTES and (piece := await incoming.next_piece()):
            body += piece
    return reason_in(body[:_MOST_BYTES], incoming.charset, request.secrets)


def reason_in(body: bytes, charset: str = "", secrets: Iterable[str] = ()) -> str:
    """Return what failed and why, as the body of an error says it, on one line of limited length; empty if it does not.

    The carrier writes an object, or a list of one, with `Mensaje` and `Razon`; other services of its kind write
    `message`, `error` or `title`, and `detail`.
    """
    try:
        document, _ = read_document(AnswerDecoder(charset).decode(body, is_last=True))
    except UnreadableJsonError:
        return ""
    words = dict.fromkeys(filter(None, (_found(document, names) for names in (_WHAT, _WHY))))
    said = ": ".join(words)
    for secret in filter(None, secrets):
        said = re.sub(re.escape(secret), "…", said, flags=re.IGNORECASE)
    return _plain(said)


def _found(document: object, names: tuple[str, ...], levels: int = _MOST_LEVELS) -> str:
    """Return the first text under one of these names, in any case; also in an object under such a name of an error."""
    if isinstance(document, list) and document and levels:
        return _found(document[0], names, levels - 1)
    if not isinstance(document, Mapping):
        return ""
    folded = {str(name).casefold(): value for name, value in document.items()}
    texts = (folded.get(name) for name in names)
    said = next((text for text in texts if isinstance(text, str) and text.strip()), "")
    inside = folded.get("error")
    return said or (_found(inside, names, levels - 1) if levels and isinstance(inside, (Mapping, list)) else "")


def _plain(text: str) -> str:
    """Return a text on one line, without characters that have no shape or change the direction of others."""
    shown = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text[: 4 * LONGEST_REASON])
    line = " ".join(shown.split())
    return line if len(line) <= LONGEST_REASON else f"{line[: LONGEST_REASON - 1]}…"
