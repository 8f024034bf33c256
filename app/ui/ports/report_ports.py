"""What the day's figures and their printing are handed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo

from app.domain.days import Day
from app.domain.pace.day_pace import DayCourse, PastPace
from app.domain.texts import Say
from app.domain.views.report import DayReport


class ReportRows(Protocol):
    """Sums up a day; for the query thread."""

    def report(self, day: Day, today: date) -> DayReport:
        """Return a day in figures."""

    def course(self, day: Day) -> DayCourse:
        """Return how a day went so far."""

    def past_pace(self, day: Day) -> PastPace:
        """Return what the days before it tell about its pace."""


@dataclass(frozen=True)
class ReportPorts:
    """What shows, prints and saves the day's figures."""

    write_file: Callable[[Path, Callable[[], bytes]], None]
    """Worker. Writes a whole file or nothing; raises OutputError."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    zone: Callable[[], ZoneInfo]
    """The site's."""
