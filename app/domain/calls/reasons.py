"""The reasons that a site offers for a failed delivery: what each means for the case, and what to write about it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from app.domain.folding import fold
from app.domain.follow_ups import FAILURE_TEXTS, FailureReason, NextStep
from app.domain.texts import Say, Text
from app.domain.views.columns import whole_address

MOST_REASONS = 20
KEYED = 9
"""How many reasons have a key of their own while calling: 1 to 9."""
LONGEST_NAME = 40
"""Longest name of a reason, in characters."""
LONGEST_MESSAGE = 1000
"""Longest message, in characters: browsers and WhatsApp cut longer addresses."""
LONGEST_WAIT = 7 * 24 * 60
"""Longest time until the next call, in minutes."""

_BUILT_IN_KEYS = frozenset(one.value for one in FailureReason)
_BETWEEN_WORDS = re.compile(r"[\W_]+")


class Placeholder(Enum):
    """What a template leaves open."""

    RECIPIENT = "recipient"
    NUMBER = "number"
    ADDRESS = "address"
    REASON = "reason"
    TIME = "time"  # of the next call
    COMPLEMENT = "complement"
    SENDER = "sender"
    CONTENT = "content"
    PIECES = "pieces"
    VALUE = "value"


PLACEHOLDER_TEXTS = {
    Placeholder.RECIPIENT: Text("Placeholder", "recipient"),
    Placeholder.NUMBER: Text("Placeholder", "number"),
    Placeholder.ADDRESS: Text("Placeholder", "address"),
    Placeholder.REASON: Text("Placeholder", "reason"),
    Placeholder.TIME: Text("Placeholder", "time"),
    Placeholder.COMPLEMENT: Text("Placeholder", "complement"),
    Placeholder.SENDER: Text("Placeholder", "sender"),
    Placeholder.CONTENT: Text("Placeholder", "content"),
    Placeholder.PIECES: Text("Placeholder", "pieces"),
    Placeholder.VALUE: Text("Placeholder", "value"),
}
_SPANISH = (
    "destinatario", "numero", "direccion", "motivo", "hora", "complemento", "remitente", "contenido", "piezas", "valor",
)  # fmt: skip
_NAMES = {name: one for one, spanish in zip(Placeholder, _SPANISH, strict=True) for name in (one.value, spanish)}
"""Names of every language: a site's template goes on working when its window changes language."""
_WRITTEN = re.compile(r"\{([^{}\n]{1,30})\}")
_FILLED, _EMPTY = "\1", "\0"
"""What stands for a value, and for a missing one, while the template is tidied."""
_TIDIED = (  # `(?<![ \t])`: a run of blanks is looked at once, not from each of its blanks on
    (re.compile(rf"(?<![ \t])[ \t]*\((?:[ \t,;:]*{_EMPTY})+[ \t,;:]*\)"), _EMPTY),  # brackets with nothing else
    (re.compile(rf"(?<![ \t])[ \t]*(?:[,;:][ \t]*)?(?:{_EMPTY}[ \t]*)+(?=[,.;:!?])"), ""),  # one of two stops
    (re.compile(rf"^[ \t]*(?:{_EMPTY}[ \t]*)+", re.MULTILINE), ""),
    (re.compile(rf"(?:(?<![ \t])[ \t]+{_EMPTY}|{_EMPTY}[ \t])[ \t{_EMPTY}]*"), " "),
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
    empty brackets; elsewhere the template stays as it is written. An address has its complement behind it, unless the
    template has a place for that.
    """
    said: list[str] = []
    if Placeholder.COMPLEMENT not in {_NAMES.get(fold(match[1].strip())) for match in _WRITTEN.finditer(template)}:
        whole = whole_address(values.get(Placeholder.ADDRESS), values.get(Placeholder.COMPLEMENT))
        values = {**values, Placeholder.ADDRESS: whole}

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
    return re.sub(
        rf"{_FILLED}(\.?)", lambda one: (value := next(remaining)) + one[1] * (not value.endswith(".")), text.strip()
    )  # one stop behind `S.A.S.`


def unknown_placeholders(template: str) -> list[str]:
    """Return what looks like a placeholder and is none, as it is written."""
    return [match[0] for match in _WRITTEN.finditer(template) if fold(match[1].strip()) not in _NAMES]


@dataclass(frozen=True)
class CallReason:
    """One reason.

    Args:
        key: what follow-ups keep; it never changes.
        name: the site's; empty: that of the `FailureReason`, in the user's language.
        message: the site's template; empty: the one that comes with the reason.
        closes: whether a call with this outcome acknowledges the failure.
        again_minutes: how long after a call with this outcome the next one is due, if it closes nothing; 0: not set.
        next_step: what a call with this outcome leads to; None: not said.
    """

    key: str
    name: str = ""
    message: str = ""
    closes: bool = True
    again_minutes: int = 0
    next_step: NextStep | None = None


BUILT_IN = (
    CallReason(FailureReason.NO_ANSWER, closes=False, again_minutes=60),
    CallReason(FailureReason.RESCHEDULED, next_step=NextStep.RETRY),
    CallReason(FailureReason.ABSENT),
    CallReason(FailureReason.ADDRESS),
    CallReason(FailureReason.NO_CASH),
    CallReason(FailureReason.REFUSED, next_step=NextStep.RETURN),
    CallReason(FailureReason.DANGER),
    CallReason(FailureReason.ZONE),
    CallReason(FailureReason.OTHER),
)
"""What a site offers until it changes them, in the order of their keys."""


@dataclass(frozen=True)
class Reasons:
    """The reasons of a site in their order, and those that it removed, which older follow-ups may still have.

    `first_message`: the site's template for the first contact, and for reasons without one; empty: the program's.
    """

    offered: tuple[CallReason, ...] = BUILT_IN
    removed: tuple[CallReason, ...] = ()
    first_message: str = ""

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all known reasons."""
        return frozenset(one.key for one in (*BUILT_IN, *self.removed, *self.offered))

    def find(self, key: str | None) -> CallReason | None:
        """Return a reason, also a removed one; None: unknown."""
        return next((one for one in (*self.offered, *self.removed, *BUILT_IN) if one.key == key), None)

    def name(self, key: str, say: Say) -> str:
        """Return the name of a reason; the key itself where another desk or a newer version has written it."""
        found = self.find(key)
        if found is not None and found.name:
            return found.name
        text = FAILURE_TEXTS[FailureReason(key)] if key in _BUILT_IN_KEYS else None
        return say(text) if text else key

    def names(self, say: Say) -> dict[str, str]:
        """Return the names of the offered reasons by their keys, in their order."""
        return {one.key: self.name(one.key, say) for one in self.offered}

    def all_names(self, say: Say) -> dict[str, str]:
        """Return the names of all known reasons by their keys, the offered ones first and in their order."""
        return {one.key: self.name(one.key, say) for one in (*self.offered, *self.removed, *BUILT_IN)}

    def own_names(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the names that the site itself gave to reasons, by their keys."""
        names = {one.key: one.name for one in (*self.removed, *self.offered)}
        return {key: names[key] for key in sorted(keys) if names.get(key)}

    def template(self, key: str | None, say: Say) -> str:
        """Return the template of the message about a reason; of the first contact if it has none."""
        found = self.find(key)
        if found is not None and found.message:
            return found.message
        text = MESSAGE_TEXTS.get(FailureReason(key)) if key is not None and key in _BUILT_IN_KEYS else None
        if text is None and self.first_message:
            return self.first_message
        return with_placeholders(text or GENERAL_MESSAGE, say)

    def changed_to(self, offered: Iterable[CallReason]) -> "Reasons":
        """Return the reasons with this list offered; those that it lacks are removed."""
        kept = tuple(offered)
        keys = {one.key for one in kept}
        before = {one.key: one for one in (*BUILT_IN, *self.removed, *self.offered)}
        return replace(self, offered=kept, removed=tuple(one for key, one in before.items() if key not in keys))

    def new_reason(self, name: str) -> CallReason:
        """Return a reason of this name; a removed one of the same name comes back with its key.

        The key is made of the name, so that exports and scripts can be read.
        """
        for one in self.removed:
            if one.name and fold(one.name) == fold(name):
                return replace(one, name=name)
        taken = self.keys
        slug = _BETWEEN_WORDS.sub("_", fold(name)).strip("_") or "reason"
        places = (slug if nth == 1 else f"{slug}_{nth}" for nth in range(1, len(taken) + 2))
        return CallReason(next(one for one in places if one not in taken), name)


USUAL_REASONS = Reasons()
"""Those of a site that has changed none."""
