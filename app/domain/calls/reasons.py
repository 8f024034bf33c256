"""The reasons that a site offers for a failed delivery: what each means for the case, and what to write about it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.domain.calls.messages import GENERAL_MESSAGE, MESSAGE_TEXTS, with_placeholders
from app.domain.folding import fold
from app.domain.follow_ups import FAILURE_TEXTS, FailureReason, NextStep
from app.domain.texts import Say

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
    """The reasons of a site in their order, and those that it removed, which older follow-ups may still have."""

    offered: tuple[CallReason, ...] = BUILT_IN
    removed: tuple[CallReason, ...] = ()

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
        return with_placeholders(text or GENERAL_MESSAGE, say)

    def changed_to(self, offered: Iterable[CallReason]) -> "Reasons":
        """Return the reasons with this list offered; those that it lacks are removed."""
        kept = tuple(offered)
        keys = {one.key for one in kept}
        before = {one.key: one for one in (*BUILT_IN, *self.removed, *self.offered)}
        return Reasons(kept, tuple(one for key, one in before.items() if key not in keys))

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
