"""What taking facts of other desks did."""

from collections.abc import Sequence
from dataclasses import dataclass


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
