"""What the calls are handed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from app.domain.calls.queue import CallCase, Reminder
from app.domain.days import Day
from app.domain.phones import ReadPhones
from app.domain.texts import Say
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.domain.views.queries import View


class CallRows(Protocol):
    """Reads whom to call; for the query thread."""

    def call_cases(self, day: Day, today: date, views: Sequence[View]) -> list[CallCase]:
        """Return the cases of a day that need attention, each once, in the order of these views."""

    def reminders(self) -> list[Reminder]:
        """Return the calls that are promised and still to be made, of all days and carriers."""


class ClosedRows(Protocol):
    """Reads how a case was closed; fast enough for the main thread."""

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of a shipment."""

    def visit(self, row_id: int, carrier: str = "") -> VisitDetail | None:
        """Return all that is known of a visit; `carrier` is that of the window, as in `Subject`."""


@dataclass(frozen=True)
class CallPorts:
    """What a queue of calls needs beside the follow-ups."""

    rows: ClosedRows
    read_phones: ReadPhones
    """By the site's country, in any thread."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    zone: Callable[[], ZoneInfo]
    """The site's."""
