"""What the day that is shown, its loads and its clock are handed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from app.domain.calls.reasons import Reasons
from app.domain.days import Day, DayState, LoadSummary
from app.domain.phones import ReadPhone, ReadPhones
from app.domain.settings import Settings
from app.domain.texts import Say, Text


class DayRows(Protocol):
    """Reads days; fast enough for the main thread."""

    def carriers(self) -> list[str]:
        """Return the carriers of the stored days, the one last asked for first."""

    def day_state(self, day: Day) -> DayState | None:
        """Return what is known of a day; None if it was never asked for."""


@dataclass(frozen=True)
class LoadProgress:
    """How far a load is. `fraction` is None if the carrier does not say how much will come."""

    shipments: int
    fraction: float | None
    note: Text | None = None


class Load(Protocol):
    """One load of one day."""

    def run(self, report: Callable[[LoadProgress], None]) -> LoadSummary:
        """Load the day. Worker; raises AppError, and LoadCancelledError if it was cancelled."""

    def cancel(self) -> None:
        """Cancel it at once; may be called from any thread, and repeatedly."""


@dataclass(frozen=True)
class DayPorts:
    """What shows days and loads them."""

    rows: DayRows
    new_load: Callable[[Day], Load]
    settings: Callable[[], Settings]
    save_settings: Callable[[dict[str, object]], Settings]
    fixed: Callable[[], Mapping[str, str]]
    """The settings that cannot be changed in the window, each with what fixes it: a variable, or a file's path."""
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""


@dataclass(frozen=True)
class FormatPorts:
    """What the formats of cells depend on, beside the locale."""

    today: Callable[[], date]
    """At the site."""
    zone: Callable[[], ZoneInfo]
    """The site's."""
    sender_zone: Callable[[], ZoneInfo]
    """Of the times in notifications."""
    far_metres: Callable[[], int]
    """From which distance to the address a visit is far away."""
    say: Say
    read_phone: ReadPhone
    """Reads a telephone number by the site's country, in any thread; the first call takes hundredths of a second."""
    reasons: Callable[[], Reasons]
    """The site's reasons for a failed delivery; read in the main thread."""
    read_phones: ReadPhones
    """Reads the numbers in a field that may hold several, as `read_phone` does."""
    country: str | None
    """The site's ISO 3166 code; None: the zone has none, and none is set."""
