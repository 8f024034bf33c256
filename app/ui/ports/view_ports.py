"""What the views and filters are handed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from app.domain.days import Day
from app.domain.phones import ReadPhone
from app.domain.texts import Say, Text
from app.domain.views.queries import View


class ViewRows(Protocol):
    """Counts rows; for the query thread."""

    def view_counts(self, day: Day, today: date) -> dict[View, int]:
        """Return how many rows of the day each view holds."""

    def nothing_missing(self, day: date, carrier: str | None) -> Text | None:
        """Return why no notification of a date counts as missing; None: they can be missing."""


@dataclass(frozen=True)
class ViewPorts:
    """What the views and the reasons for empty tables need."""

    say: Say
    today: Callable[[], date]
    """At the site."""
    read_phone: ReadPhone
    can_start_demo: bool
