"""Facts as desks share them, and what became of those that were taken."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Final

Period = tuple[datetime, datetime]
"""Beginning and end, UTC."""

LONGEST_NAME: Final = 200
"""Characters of the name of a desk, a person or a thing."""


def is_name(text: str) -> bool:
    """Whether a text is one that every desk can show as a name: one line, and not too long."""
    return len(text) <= LONGEST_NAME and text.isprintable()


class FactKind(StrEnum):
    """What a fact is about."""

    NOTIFICATION = "notification"
    FOLLOW_UP = "follow_up"
    GAP = "gap"  # a reception gap that has ended
    LISTENING = "listening"  # a receiver heard from one time to another
    LOAD = "load"  # a carrier's answer for a day


@dataclass(frozen=True)
class SharedFact:
    """A fact that one store wrote, and that each other applies once, whichever way and however often it comes.

    Args:
        identity: the same whenever its store publishes it, and foreseeable by no other desk.
        kind: what it is about; a newer version may send one that is no `FactKind`.
        origin: the identity of the store that wrote it, as `origin_of` makes it.
        made_at: when it was written, UTC, as it is stored.
        body: JSON, the kind's own form with its version.
        desk: the name of the desk whose store wrote it.
        proof: what `origin_of` makes the origin of.
        latest: the latest time at which what it says can have happened, UTC, as stored; empty: that is not known.
    """

    identity: str
    kind: FactKind | str
    origin: str
    made_at: str
    body: bytes
    desk: str = ""
    proof: str = ""
    latest: str = ""

    def possible(self, at: str) -> str:
        """Return a stored time at which something happened; one that was still to come is moved back."""
        return min(at, self.latest) if self.latest else at


def origin_of(desk: str, proof: str) -> str:
    """Return the origin that a desk's store has with a random text: 32 digits that no other desk can claim.

    The relay tells for certain which desk a message is of. Whoever uses another desk's origin cannot have a text from
    which it follows together with their own name.
    """
    return blake2b(f"{desk}\n{proof}".encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Taken:
    """What became of facts.

    Args:
        applied: how many were new.
        known: how many were known already, of this desk's own ones too.
        newer: how many are kept until an update, since only a newer version can read them.
        refused: how many were set aside, as no version of Despacho wrote them, by the name of the desk.
    """

    applied: int = 0
    known: int = 0
    newer: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)


def heard_by(gap: Period, heard: Iterable[Period], missed: Iterable[Period]) -> bool:
    """Whether a receiver heard all of a gap.

    Args:
        gap: of this desk's receiver.
        heard: when the other one listened.
        missed: its own gaps; one that is known later counts against what it said before.
    """
    since, until = gap
    if any(begins < until and ends > since for begins, ends in missed):
        return False
    reached = since
    for begins, ends in sorted(heard):
        if begins <= reached:
            reached = max(reached, ends)
    return reached >= until
