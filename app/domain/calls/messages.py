"""Messages to recipients: templates with placeholders."""

import re
from collections.abc import Mapping
from enum import Enum

from app.domain.folding import fold
from app.domain.follow_ups import FailureReason
from app.domain.texts import Say, Text


class Placeholder(Enum):
    """What a template leaves open."""

    RECIPIENT = "recipient"
    NUMBER = "number"
    ADDRESS = "address"
    REASON = "reason"
    TIME = "time"  # of the next call


PLACEHOLDER_TEXTS = {
    Placeholder.RECIPIENT: Text("Placeholder", "recipient"),
    Placeholder.NUMBER: Text("Placeholder", "number"),
    Placeholder.ADDRESS: Text("Placeholder", "address"),
    Placeholder.REASON: Text("Placeholder", "reason"),
    Placeholder.TIME: Text("Placeholder", "time"),
}
_NAMES = {
    "recipient": Placeholder.RECIPIENT,
    "destinatario": Placeholder.RECIPIENT,
    "number": Placeholder.NUMBER,
    "numero": Placeholder.NUMBER,
    "address": Placeholder.ADDRESS,
    "direccion": Placeholder.ADDRESS,
    "reason": Placeholder.REASON,
    "motivo": Placeholder.REASON,
    "time": Placeholder.TIME,
    "hora": Placeholder.TIME,
}
"""Names of every language: a site's template goes on working when its window changes language."""
_WRITTEN = re.compile(r"\{([^{}\n]{1,30})\}")
_FILLED, _EMPTY = "\1", "\0"
"""What stands for a value, and for a missing one, while the template is tidied."""
_TIDIED = (
    (re.compile(rf"[ \t]*\((?:[ \t,;:]*{_EMPTY})+[ \t,;:]*\)"), _EMPTY),  # brackets with nothing else in them
    (re.compile(rf"[ \t]*(?:[,;:][ \t]*)?(?:{_EMPTY}[ \t]*)+(?=[,.;:!?])"), ""),  # one of two stops
    (re.compile(rf"^[ \t]*(?:{_EMPTY}[ \t]*)+", re.MULTILINE), ""),
    (re.compile(rf"(?:[ \t]+{_EMPTY}|{_EMPTY}[ \t])[ \t{_EMPTY}]*"), " "),
    (re.compile(_EMPTY), ""),
)

GENERAL_MESSAGE = Text(
    "Message",
    "Hello {recipient}. We could not deliver your parcel {number} ({address}). When can we bring it to you?",
)
MESSAGE_TEXTS = {
    FailureReason.NO_ANSWER: Text(
        "Message",
        "Hello {recipient}. We called you about your parcel {number} and could not reach you. "
        "When can we call you, or bring it to you?",
    ),
    FailureReason.RESCHEDULED: Text(
        "Message", "Hello {recipient}. As agreed, we will bring you your parcel {number} again ({address})."
    ),
    FailureReason.ABSENT: Text(
        "Message",
        "Hello {recipient}. We came with your parcel {number} ({address}) and found nobody. "
        "When can we bring it to you?",
    ),
    FailureReason.ADDRESS: Text(
        "Message",
        "Hello {recipient}. We could not find the address of your parcel {number}: {address}. "
        "Please send us the complete address or your location.",
    ),
    FailureReason.NO_CASH: Text(
        "Message",
        "Hello {recipient}. Your parcel {number} is paid on delivery. When can we bring it to you with the payment "
        "ready?",
    ),
}


def with_placeholders(text: Text, say: Say) -> str:
    """Return a template in the user's language, with the names of its placeholders in that language."""
    return say(text.filled(**{one.value: f"{{{say(name)}}}" for one, name in PLACEHOLDER_TEXTS.items()}))


def filled(template: str, values: Mapping[Placeholder, str]) -> str:
    """Return a template with its placeholders filled; unknown ones stay as they are, so that the user sees them.

    Values stay as they are, and nothing of them is read as a placeholder. A missing one leaves no double blank, stop or
    empty brackets; elsewhere the template stays as it is written.
    """
    said: list[str] = []

    def mark(match: re.Match[str]) -> str:
        name = _NAMES.get(fold(match[1].strip()))
        value = values.get(name, "").strip() if name is not None else match[0]
        if value:
            said.append(value)
        return _FILLED if value else _EMPTY

    text = _WRITTEN.sub(mark, template.replace(_FILLED, "").replace(_EMPTY, ""))
    for pattern, left in _TIDIED:
        text = pattern.sub(left, text)
    remaining = iter(said)
    return re.sub(_FILLED, lambda _: next(remaining), text.strip())


def unknown_placeholders(template: str) -> list[str]:
    """Return what looks like a placeholder and is none, as it is written."""
    return [match[0] for match in _WRITTEN.finditer(template) if fold(match[1].strip()) not in _NAMES]
