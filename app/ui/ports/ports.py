"""What the desk is handed by the composition root: everything it reads and everything it can have done."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple, Protocol
from zoneinfo import ZoneInfo

from app.domain.board.sender_zone import SenderClock
from app.domain.contract.deviations import DeviationRow
from app.domain.contract.outcomes import Outcome
from app.domain.credentials import SecretName
from app.domain.days import Day, DayState, LoadSummary
from app.domain.follow_ups import FollowUpEdit
from app.domain.phones import ReadPhone
from app.domain.reception.alerts import Arrival
from app.domain.reception.listening import FirstHeard, Gap, ReceiverStatus, ReceptionState
from app.domain.reception.probing import Diagnosis
from app.domain.settings import Settings
from app.domain.texts import Say, Text
from app.domain.views.columns import Cell, Table
from app.domain.views.details import ManifestDetail, NotificationDetail, ShipmentDetail, Subject, VisitDetail
from app.domain.views.exports import ExportOrder
from app.domain.views.number_mismatch import NumberMismatch
from app.domain.views.queries import Hit, RowQuery, View
from app.domain.views.report import DayReport, VisitPlace
from app.ui.ports.about import About


class Rows(Protocol):
    """Reads the store. Fast enough for the main thread is what is about single rows and days, and `arrivals`.

    What goes through a day or all of them is not: `row_ids`, `count`, `view_counts`, `declared_value`,
    `unknown_numbers`, `hits`, `report`, `places`, `deviations`, `number_mismatch`, `left_to_derive`,
    `newer_facts`.
    """

    def carriers(self) -> list[str]:
        """Return the carriers of the cached days, the one last asked for first."""

    def day_state(self, day: Day) -> DayState | None:
        """Return what is known of a day; None where it was never asked for."""

    def row_ids(self, query: RowQuery, today: date, limit: int = -1) -> Sequence[int]:
        """Return the ids of the rows that a query means, in its order, `limit` at most; -1 stands for all."""

    def days_before(self, day: date) -> int:
        """Return of how many dates something was last loaded, or was received, before that day of the site."""

    def cells(self, table: Table, ids: Sequence[int], carrier: str = "") -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows in the order of the columns; `carrier` is the desk's, as in `Subject`.

        Behind them five more, in every table: the `State` of the status in the row, when it last changed (UTC), its
        signs, 1 where a visit's news of it were not looked at yet, and 0 where the figures of the day leave it out;
        each may be None.
        """

    def view_counts(self, day: Day, today: date) -> dict[View, int]:
        """Return how many rows of the day each view holds."""

    def declared_value(self, table: Table, ids: Sequence[int]) -> float:
        """Return the sum of the declared values of these rows."""

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of one shipment."""

    def manifest(self, row_id: int) -> ManifestDetail | None:
        """Return all that is known of one manifest."""

    def visit(self, row_id: int, carrier: str = "") -> VisitDetail | None:
        """Return all that is known of one visit; `carrier` is the desk's, as in `Subject`."""

    def failed(self, table: Table, ids: Sequence[int]) -> list[int]:
        """Return those of these shipments or visits that failed, in their order."""

    def notification(self, row_id: int) -> NotificationDetail | None:
        """Return all that is known of one notification."""

    def count(self, query: RowQuery, today: date) -> int:
        """Return how many rows a query means."""

    def unknown_numbers(self, day: Day, numbers: Sequence[str]) -> list[str]:
        """Return those of these numbers that no shipment and no visit of the day has."""

    def hits(self, words: str, limit: int) -> list[Hit]:
        """Return the rows of all cached days and carriers that hold these words, the latest days first."""

    def report(self, day: Day, today: date) -> DayReport:
        """Return a day in figures."""

    def places(self, day: Day) -> list[VisitPlace]:
        """Return the visits of a day as a map shows them, by driver and time."""

    def deviations(self) -> Sequence[DeviationRow]:
        """Return what came beside the contract, the latest first."""

    def last_notification(self) -> int:
        """Return the id of the newest notification; 0 where there is none."""

    def arrivals(self, after: int) -> list[Arrival]:
        """Return what came after a notification and alerts: failed visits and what was quarantined, oldest first."""

    def quarantined_on(self) -> date | None:
        """Return on which day's desk the latest quarantined notification is; None where there is none."""

    def left_to_derive(self) -> int:
        """Return how many days and visits are still to be derived, where all of them are derived anew; else 0."""

    def newer_facts(self) -> int:
        """Return of how much a newer version of the program wrote what this one cannot read."""

    def number_mismatch(self, day: Day) -> NumberMismatch | None:
        """Return how many visits of a day match nothing, where these are most of them; None where they are not."""

    def first_heard(self) -> FirstHeard:
        """Return since when the receiver is in use."""

    def sender_clock(self) -> SenderClock | None:
        """Return what the last notifications say about the zone of their stamps; None where it is as it is read."""

    def gaps(self, limit: int = 50) -> list[Gap]:
        """Return the latest times in which nobody listened, newest first."""


class LoadProgress(NamedTuple):
    """How far a load is. `fraction` is None where the carrier does not say how much will come."""

    shipments: int
    fraction: float | None
    note: Text | None = None


class Photo(Protocol):
    """One picture that a visit names, on its way."""

    def fetch(self) -> bytes | None:
        """Fetch it. Worker; None where it was cancelled; raises PhotoError."""

    def cancel(self) -> None:
        """Stop it at once; from any thread, as often as one likes."""


class Load(Protocol):
    """One load of one day."""

    def run(self, report: Callable[[LoadProgress], None]) -> LoadSummary:
        """Load the day. Worker; raises AppError, and LoadCancelledError where it was cancelled."""

    def cancel(self) -> None:
        """Stop it at once; from any thread, as often as one likes."""


class Connection(NamedTuple):
    """What "Test connection" found: the status, where there was one, how long it took, and what it means."""

    works: bool
    status: int | None
    milliseconds: int
    meaning: Text


class SecretState(NamedTuple):
    """Whether a secret is there, and where it comes from; never the secret."""

    is_set: bool
    origin: Text
    can_be_forgotten: bool = False
    """Whether it is kept here, and not given by the environment."""


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
    probe: Callable[[str, str | None, str | None, str], Connection]
    """Worker. Address, token, user (None: the one that is kept) and carrier code (empty: the last one) to try."""
    secrets: Callable[[], dict[SecretName, SecretState]]
    """Worker."""
    keep_secret: Callable[[SecretName, str], None]
    """Worker. Raises KeyringUnavailableError where there is no keyring."""
    keep_for_session: Callable[[SecretName, str], None]
    forget_secret: Callable[[SecretName], object]
    """Worker."""
    listening: Callable[[], ReceiverStatus]
    """How it stands with the receiver; the file is asked for the half of it."""
    reception: Callable[[], ReceptionState]
    """The same in a word, which asks nobody."""
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
    follow_up: Callable[[Sequence[Subject], FollowUpEdit, datetime], int]
    """Worker. Saves an edit of these follow-ups, made at a time (UTC); returns by what number it can be taken back."""
    take_back: Callable[[int], int]
    """Worker. Takes an edit back where it is still the latest one of its follow-up; 0: nowhere."""
    mark_seen: Callable[[Sequence[Subject] | None, datetime], None]
    """Worker. Takes note that the news of these rows were looked at; None: all that had come by a time (UTC)."""
    photo: Callable[[str], Photo]
    """The picture behind an address, to be fetched under strict limits and kept nowhere."""
    export: Callable[[ExportOrder, Callable[[int], None]], int]
    """Worker. Returns the number of rows written, and tells meanwhile how many were taken; raises OutputError, and
    ExportCancelledError where the order was cancelled."""
    write_file: Callable[[Path, bytes], None]
    """Worker. Puts a file in its place, whole or not at all; raises OutputError."""
    list_separator: Callable[[], str]
    """What stands between two cells of a csv on this machine."""
    read_phone: ReadPhone
    """Reads a telephone number by the site's country, from any thread; the first one takes hundredths of a second."""
    say: Say
    language: str
    """In which it says them: `es` or `en`."""
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
    about: About
