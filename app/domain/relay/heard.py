"""Whether another desk's receiver heard in a time in which this one did not."""

from collections.abc import Iterable
from datetime import datetime

Period = tuple[datetime, datetime]
"""Beginning and end, UTC."""


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
