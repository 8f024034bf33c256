"""What the notices under the top bar are handed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from app.domain.announced_version import AnnouncedVersion
from app.domain.board.visit_time import SenderClock
from app.domain.days import Day
from app.domain.reception.listening import FirstReception
from app.domain.settings import Settings
from app.domain.site import SiteDays
from app.domain.texts import Say, Text
from app.domain.views.day_warnings import NumberMismatch


class NoticeRows(Protocol):
    """Reads what notices are about; fast enough for the main thread."""

    def carriers(self) -> list[str]:
        """Return the carriers of the stored days, the one last asked for first."""

    def first_reception(self) -> FirstReception:
        """Return since when the receiver is in use."""

    def sender_clock(self) -> SenderClock | None:
        """Return what the last notifications say about the zone of their times; None if it is the one set."""


class CountedNoticeRows(Protocol):
    """Counts what notices are about; for the query thread."""

    def left_to_derive(self) -> int:
        """Return how many days and visits are still to be derived while the board is rebuilt; else 0."""

    def newer_facts(self) -> int:
        """Return how many facts a newer version of the program wrote that this one cannot read."""

    def number_mismatch(self, day: Day) -> NumberMismatch | None:
        """Return how many visits of a day match nothing, if these are most of them."""


@dataclass(frozen=True)
class NoticePorts:
    """What decides about notices, and what their buttons do."""

    rows: NoticeRows
    save_settings: Callable[[dict[str, object]], Settings]
    fixed: Callable[[], Mapping[str, str]]
    """The settings that cannot be changed in the window, each with what fixes it: a variable, or a file's path."""
    data_folder: Path
    log_folder: Path
    mode_for_others: Callable[[], int]
    """Return what other users may do in the data folder, as the bits of a mode; 0: nothing."""
    folder_risk: Callable[[], Text | None]
    """Return how the data may be damaged where its folder is, and what to do; None: it is not at risk."""
    deny_others: Callable[[], None]
    """Deny other users the data folder. Raises AppError."""
    newer_version: Callable[[], AnnouncedVersion | None]
    """Return the newer version that is known; does not ask for it."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    days: Callable[[], SiteDays]
    """The site's."""
