"""What came of looking at one thing."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.texts import Text


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: its name, whether it works, and what to know or to do about it.

    `is_refused` tells credentials that the carrier does not accept from a carrier that cannot be used; `is_news` what
    works, and yet is to be read.
    """

    name: str
    works: bool
    text: Text
    is_refused: bool = False
    is_news: bool = False


def utc_minute(at: datetime) -> str:
    """Return a time as the texts of checks say it."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
