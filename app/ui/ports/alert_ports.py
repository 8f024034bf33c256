"""What the alerts are handed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from app.domain.reception.alerts import Arrival
from app.domain.settings import Settings
from app.domain.site import SiteDays
from app.domain.texts import Say
from app.domain.views.queries import RowQuery


class AlertRows(Protocol):
    """Reads what alerts are about; for the query thread."""

    def last_notification(self) -> int:
        """Return the id of the newest notification; 0 if there is none."""

    def arrivals(self, after: int) -> list[Arrival]:
        """Return what arrived after a notification and alerts: failed visits and quarantined ones, oldest first."""

    def row_ids(self, query: RowQuery, today: date, limit: int = -1) -> Sequence[int]:
        """Return the ids of the rows of a query in its order, at most `limit` of them; -1 stands for all."""


@dataclass(frozen=True)
class AlertPorts:
    """What words and times alerts."""

    settings: Callable[[], Settings]
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    days: Callable[[], SiteDays]
    """The site's."""
