"""One fact as it goes from desk to desk over a relay."""

from dataclasses import dataclass
from enum import StrEnum


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
