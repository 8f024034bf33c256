"""What came of looking at one thing."""

from dataclasses import dataclass

from app.domain.texts import Text


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: its name, whether it works, and what to know or to do about it.

    `is_refused` tells credentials that the carrier does not accept from a carrier that cannot be used.
    """

    name: str
    works: bool
    text: Text
    is_refused: bool = False
