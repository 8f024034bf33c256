"""What the desk is handed by the composition root: everything it reads and everything it can have done."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo

from app.domain.columns import Column, Table
from app.domain.credentials import SecretName
from app.domain.days import Day, DayState, LoadSummary
from app.domain.details import Cell, ManifestDetail, NotificationDetail, ShipmentDetail, VisitDetail
from app.domain.listening import Gap, Listening
from app.domain.notifications import Outcome
from app.domain.probing import Diagnosis
from app.domain.queries import RowQuery, View
from app.domain.settings import Settings
from app.domain.texts import Say, Text


class Rows(Protocol):
    """Reads the store. Fast enough for the main thread, but for `row_ids`, `view_counts` and `declared_value`."""

    def carriers(self) -> list[str]:
        """Return the carriers of the cached days, the one last asked for first."""

    def day_state(self, day: Day) -> DayState | None:
        """Return what is known of a day; None where it was never asked for."""

    def row_ids(self, query: RowQuery, today: date) -> Sequence[int]:
        """Return the ids of the rows that a query means, in its order."""

    def cells(self, table: Table, ids: Sequence[int]) -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows in the order of the columns.

        Behind them three more, in every table: the `State` of the status in the row, when it last changed (UTC), and
        its `Mark`; each may be None.
        """

    def view_counts(self, day: Day, today: date) -> dict[View, int]:
        """Return how many rows of the day each view holds."""

    def declared_value(self, table: Table, ids: Sequence[int]) -> float:
        """Return the sum of the declared values of these rows."""

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of one shipment."""

    def manifest(self, row_id: int) -> ManifestDetail | None:
        """Return all that is known of one manifest."""

    def visit(self, row_id: int) -> VisitDetail | None:
        """Return all that is known of one visit."""

    def notification(self, row_id: int) -> NotificationDetail | None:
        """Return all that is known of one notification."""

    def gaps(self, limit: int = 50) -> list[Gap]:
        """Return the latest times in which nobody listened, newest first."""


@dataclass(frozen=True)
class LoadProgress:
    """How far a load is. `fraction` is None where the carrier does not say how much will come."""

    shipments: int
    fraction: float | None
    note: Text | None = None


class Load(Protocol):
    """One load of one day."""

    def run(self, report: Callable[[LoadProgress], None]) -> LoadSummary:
        """Load the day. Worker; raises AppError, and LoadCancelledError where it was cancelled."""

    def cancel(self) -> None:
        """Stop it at once; from any thread, as often as one likes."""


@dataclass(frozen=True)
class Connection:
    """What "Test connection" found: the status, where there was one, how long it took, and what it means."""

    works: bool
    status: int | None
    milliseconds: int
    meaning: Text


@dataclass(frozen=True)
class SecretState:
    """Whether a secret is there, and where it comes from; never the secret."""

    is_set: bool
    origin: Text


@dataclass(frozen=True)
class ExportOrder:
    """What to export and where to: these columns of these rows, in this order."""

    table: Table
    columns: tuple[Column, ...]
    ids: Sequence[int]
    path: Path


@dataclass(frozen=True)
class Ports:
    """The desk's way to the rest of the program. What says "worker" is slow: call it off the main thread."""

    rows: Rows
    open_rows: Callable[[], AbstractContextManager[Rows]]
    """A reader for another thread."""
    settings: Callable[[], Settings]
    save_settings: Callable[[dict[str, object]], Settings]
    overridden: Callable[[], frozenset[str]]
    """The settings that the environment fixes: they cannot be changed in the window."""
    new_load: Callable[[Day], Load]
    probe: Callable[[str, str | None, str | None], Connection]
    """Worker. Address, token and user to try; None: the one that is kept."""
    secrets: Callable[[], dict[SecretName, SecretState]]
    """Worker."""
    keep_secret: Callable[[SecretName, str], None]
    """Worker. Raises KeyringUnavailableError where there is no keyring."""
    keep_for_session: Callable[[SecretName, str], None]
    listening: Callable[[], Listening]
    """How it stands with the receiver."""
    restart_receiver: Callable[[], None]
    """Worker. Starts it, or starts it anew by the settings in force; how it went is in `listening`."""
    stop_receiver: Callable[[], None]
    """Worker."""
    test_inside: Callable[[], Diagnosis]
    """Worker. Sends a test to the receiver's own address on this machine."""
    test_outside: Callable[[], Diagnosis]
    """Worker. Sends a test through `public_url`."""
    apply_again: Callable[[int], Outcome]
    """Worker. Reads a quarantined notification once more; QUARANTINED: it still cannot be applied."""
    export: Callable[[ExportOrder], int]
    """Worker. Returns the number of rows written; raises OutputError."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    today: Callable[[], date]
    """At the site."""
    zone: Callable[[], ZoneInfo]
    """The site's."""
    is_demo: bool
    start_demo: Callable[[], None] | None
    """Opens the demo beside this window; None where there is no way to."""
    state_file: Path
    """Where the window keeps its own state: geometry, columns, the carriers last used."""
    version: str
