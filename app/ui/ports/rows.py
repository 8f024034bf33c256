"""Reads everything that the window shows."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from app.domain.board.visit_time import SenderClock
from app.domain.calls.queue import CallCase, Reminder
from app.domain.column import Cell
from app.domain.contract.deviations import DeviationRow
from app.domain.days import Day, DayState, Scope
from app.domain.pace.day_pace import DayCourse
from app.domain.pace.forecast import PastDay
from app.domain.reception.alerts import Arrival
from app.domain.reception.receiver_status import FirstReception
from app.domain.settings import Settings
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.day_warnings import NumberMismatch
from app.domain.views.details import ManifestDetail, NotificationDetail, ShipmentDetail, VisitDetail
from app.domain.views.queries import Hit, RowQuery, View
from app.domain.views.report import DayReport, KnownPlaces, OpenCase, VisitPlace


class Rows(Protocol):
    """Reads everything that the window shows, of the board and the facts."""

    # Reads rows. Only `cells` is fast enough for the main thread.

    def row_ids(self, query: RowQuery, today: date, limit: int = -1) -> Sequence[int]:
        """Return the ids of the rows of a query in its order, at most `limit` of them; -1 stands for all."""

    def count(self, query: RowQuery, today: date) -> int:
        """Return how many rows a query has."""

    def cells(self, table: Table, ids: Sequence[int], carriers: tuple[str, ...] = ()) -> dict[int, tuple[Cell, ...]]:
        """Return the cells of these rows in the order of the columns; `carriers`: see `Subject`.

        Behind them five more, in every table: the `State` of the status in the row, when it last changed (UTC), its
        signs, 1 if the user has not looked at a visit's change yet, and 0 if the figures of the day leave the row out;
        each may be None.
        """

    def sums(self, table: Table, ids: Sequence[int], keys: Sequence[str]) -> list[float]:
        """Return the sums of these columns over these rows, without values that are texts."""

    def unknown_numbers(self, day: Day | Scope, numbers: Sequence[str]) -> list[str]:
        """Return those of these numbers that no shipment and no visit of the day has."""

    def hits(self, words: str, limit: int) -> list[Hit]:
        """Return the rows of all stored days and carriers that hold these words, the latest days first."""

    # Counts rows; for the query thread.

    def view_counts(self, day: Day | Scope, today: date) -> dict[View, int]:
        """Return how many rows of the day each view holds."""

    def value_counts(self, query: RowQuery, key: str, today: date, most: int) -> list[tuple[Cell, int]]:
        """Return the values of a column in a query's rows, with how many hold each: none, then the most frequent."""

    def nothing_missing(self, day: Day | Scope) -> Text | None:
        """Return why no notification of a day counts as missing; None: they can be missing."""

    # Reads days; fast enough for the main thread.

    def carriers(self) -> list[str]:
        """Return the carriers of the stored days, the one last asked for first."""

    def carriers_of_desk(self, settings: Settings, now: datetime) -> list[str]:
        """Return the codes of the setting `carriers`; without any, the last one used and those of the last 30 days."""

    def day_state(self, day: Day) -> DayState | None:
        """Return what is known of a day; None if it was never asked for."""

    # Reads single rows; fast enough for the main thread.

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of a shipment."""

    def manifest(self, row_id: int) -> ManifestDetail | None:
        """Return all that is known of a manifest."""

    def visit(self, row_id: int, carriers: tuple[str, ...] = ()) -> VisitDetail | None:
        """Return all that is known of a visit; `carriers`: see `Subject`."""

    def notification(self, row_id: int) -> NotificationDetail | None:
        """Return all that is known of a notification."""

    # Reads what is followed up; fast enough for the main thread.

    def failed(self, table: Table, ids: Sequence[int]) -> list[int]:
        """Return those of these shipments or visits that failed, in their order."""

    # Reads whom to call; for the query thread.

    def people(self) -> list[str]:
        """Return who had or saved a case of late, in alphabetical order."""

    def call_cases(self, day: Day | Scope, today: date, views: Sequence[View]) -> list[CallCase]:
        """Return the cases of a day that need attention, each once, in the order of these views."""

    def reminders(self) -> list[Reminder]:
        """Return the calls that are promised and still to be made, of all days and carriers."""

    # Reads what notices are about; fast enough for the main thread.

    def first_reception(self) -> FirstReception:
        """Return since when the receiver is in use."""

    def sender_clock(self) -> SenderClock | None:
        """Return what the last notifications say about the zone of their times; None if it is the one set."""

    # Counts what notices are about; for the query thread.

    def left_to_derive(self) -> int:
        """Return how many days and visits are still to be derived while the board is rebuilt; else 0."""

    def newer_facts(self) -> int:
        """Return how many facts a newer version of the program wrote that this one cannot read."""

    def number_mismatch(self, day: Day | Scope) -> NumberMismatch | None:
        """Return how many visits of a day match nothing, if these are most of them."""

    # Sums up a day; for the query thread.

    def report(self, day: Day | Scope, today: date) -> DayReport:
        """Return a day in figures."""

    def course(self, day: Day | Scope) -> DayCourse:
        """Return how a day went so far."""

    def past_days(self, day: Day | Scope) -> tuple[PastDay, ...]:
        """Return how the days of its kind before it went."""

    # Sums up a shift; for the query thread.

    def open_cases(self, day: Day | Scope, today: date) -> list[OpenCase]:
        """Return the failed deliveries of a day and of its carriers' days before that are still open."""

    # Reads places; for the query thread.

    def places(self, day: Day | Scope) -> list[VisitPlace]:
        """Return the visits of a day as the map shows them, by driver and time."""

    def known_places(self) -> KnownPlaces:
        """Return where the newest visits of all days were."""

    # Reads what the receiver's panel leads to; fast enough for the main thread.

    def quarantined_on(self) -> date | None:
        """Return the date of the latest quarantined notification; None if there is none."""

    def other_receivers(self) -> Sequence[tuple[str, datetime]]:
        """Return the receivers of other desks: each desk, and until when it heard (UTC), the latest first."""

    # Reads what alerts are about; for the query thread.

    def last_notification(self) -> int:
        """Return the id of the newest notification; 0 if there is none."""

    def arrivals(self, after: int) -> list[Arrival]:
        """Return what arrived after a notification and alerts: failed visits and quarantined ones, oldest first."""

    # Counts what would be deleted; for the query thread.

    def days_before(self, day: date) -> int:
        """Return on how many dates before that day of the site something was last loaded, or received."""

    # Reads deviations; for the query thread.

    def deviations(self) -> Sequence[DeviationRow]:
        """Return what came outside the contract, the latest first."""
