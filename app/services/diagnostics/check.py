"""The result of one check."""

from dataclasses import dataclass
from datetime import datetime

from app.domain.texts import Text


@dataclass(frozen=True)
class Check:
    """The result of one check.

    Attributes:
        name: of what was checked.
        works: whether it is in order.
        text: the result as a sentence, with what to do.
        is_refused: whether the carrier refused the credentials, rather than failed.
        is_news: whether the user should read it although it works.
    """

    name: str
    works: bool
    text: Text
    is_refused: bool = False
    is_news: bool = False


def utc_minute(at: datetime) -> str:
    """Return a time as the texts of checks show it."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
