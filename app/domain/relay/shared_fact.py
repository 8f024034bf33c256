"""Facts as desks share them, and what became of those that were taken."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

Period = tuple[datetime, datetime]
"""Beginning and end, UTC."""


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
        identity: the same for all copies. Of a notification `<visit_id>_<timestamp>_<digest of arrival and body>`, so
            that a copy of another receiver, perhaps the earlier one, is told too; else `<origin>_<kind>_<its number
            there>`, of a load with `.<part>`.
        kind: what it is about; a newer version may send one that is no `FactKind`.
        carrier: whose; empty where it has none.
        origin: the identity of the store that wrote it.
        made_at: when it was written, UTC, as it is stored.
        body: JSON, the kind's own form with its version.
    """

    identity: str
    kind: FactKind | str
    carrier: str
    origin: str
    made_at: str
    body: bytes


@dataclass(frozen=True)
class Taken:
    """What became of facts.

    Args:
        applied: how many were new.
        known: how many were known already, of this desk's own ones too.
        newer: how many are kept until an update, since only a newer version can read them.
        refused: the identities of those that no version of Despacho wrote, each with the reason.
    """

    applied: int = 0
    known: int = 0
    newer: int = 0
    refused: Sequence[tuple[str, str]] = ()


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
