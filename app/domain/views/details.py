"""All that is known of one row: what the pane beside the table shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from app.domain.board.row import Explained, Mention
from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.contract.statuses import State
from app.domain.days import Day, HistoryEntry
from app.domain.follow_ups import FollowUp, FollowUpEntry
from app.domain.views.columns import Cell, Table


@dataclass(frozen=True)
class Subject:
    """The row that a follow-up is about: a shipment, or a visit, which stands for its shipments where it has some.

    `carrier` is the one whose desk a visit is looked at from: of the shipments it stands for that one's alone, for
    another carrier may have given the same number to something else. Empty: those of all carriers.
    """

    table: Table
    row_id: int
    carrier: str = ""


@dataclass(frozen=True)
class NewsLine:
    """One notification of a visit; `timestamp` is the sender's, as it came.

    `is_put_in_order`: the visit's messages stand in another order than that of their stamps.
    """

    id: int
    timestamp: str
    status: str
    state: State
    received_at: datetime
    outcome: Outcome
    repeats: int
    is_put_in_order: bool = False


@dataclass(frozen=True)
class VisitLine:
    """A visit as a shipment sees it. `leads`: it decides what the desk shows as the shipment's status."""

    id: int
    timestamp: str
    status: str
    state: State
    driver: str | None
    check_in_at: str | None
    check_out_at: str | None
    check_in_distance_m: float | None
    dwell_s: int | None
    received_at: datetime
    leads: bool
    mention: Mention | None = None
    """Why it says nothing of the shipment, where that is so."""


@dataclass(frozen=True)
class ShipmentLine:
    """A shipment as a visit sees it. `mention`: why the visit says nothing of it, where that is so."""

    id: int
    day: Day
    number: str
    recipient: str | None
    status: str | None
    state: State
    follow_up: FollowUp | None = None
    mention: Mention | None = None


@dataclass(frozen=True)
class Attempt:
    """What became of a shipment on another day: its row there, and the newest visit of that row, if there is one."""

    row_id: int
    day: Day
    status: str | None
    state: State
    visit_timestamp: str | None
    driver: str | None
    follow_up: FollowUp | None


@dataclass(frozen=True)
class Listed:
    """Where a shipment is listed; `manifest` is the number of its manifest."""

    row_id: int
    day: Day
    manifest: str | None


@dataclass(frozen=True)
class VisitDetail:
    """One visit: its cells by column key, its shipments, all its notifications (oldest first), the newest as JSON text.

    `shipments` are those that it belongs to, `mentioned` those that it says nothing of, each with the reason.
    `news` are in the order in which they were meant, which need not be that of their stamps.
    `check_out_distance_m` is in metres from the address; None where there is nothing to measure by.
    """

    id: int
    cells: Mapping[str, Cell]
    state: State
    check_out_distance_m: float | None
    shipments: tuple[ShipmentLine, ...]
    news: tuple[NewsLine, ...]
    raw: str
    follow_up: FollowUp | None = None
    """The latest of its shipments', or its own."""
    follow_ups: tuple[FollowUpEntry, ...] = ()
    """Oldest first."""
    is_to_attend: bool = False
    """Whether it is, or a shipment of it that is listed for its day."""
    carrier: str = ""
    """The one whose desk it is looked at from; see `Subject`."""
    mentioned: tuple[ShipmentLine, ...] = ()

    @property
    def subject(self) -> Subject:
        """The row that it is of."""
        return Subject(Table.VISITS, self.id, self.carrier)


@dataclass(frozen=True)
class NotificationDetail:
    """One notification, applied or quarantined: its cells by column key, how it came, and its body as text.

    `headers` are without those that hold a secret. `path` is where it came to, if not to the receiver's own path.
    """

    id: int
    cells: Mapping[str, Cell]
    outcome: Outcome
    reason: QuarantineReason | None
    received_at: datetime
    path: str | None
    headers: tuple[tuple[str, str], ...]
    body: str
    visit_date: date | None = None
    """The day on which its visit is shown, which newer news may have moved; None where there is no visit."""


@dataclass(frozen=True)
class ShipmentDetail:
    """One shipment: its cells by column key, its history (oldest first), and what the service sent, as JSON text."""

    id: int
    cells: Mapping[str, Cell]
    history: tuple[HistoryEntry, ...]
    raw: str
    why: Explained
    """What the row says, and why."""
    visits: tuple[VisitLine, ...]
    """The visits of its timeline, oldest first."""
    follow_up: FollowUp | None = None
    follow_ups: tuple[FollowUpEntry, ...] = ()
    """Oldest first."""
    is_to_attend: bool = False
    attempts: tuple[Attempt, ...] = ()
    """The same number on other days, the latest first."""
    leads_to: Listed | None = None
    """The listing that stands in its place, if there is one."""
    carrier: str = ""
    """The one that lists it."""

    @property
    def state(self) -> State:
        """What the row says."""
        return self.why.row.state

    @property
    def subject(self) -> Subject:
        """The row that it is of."""
        return Subject(Table.SHIPMENTS, self.id)


@dataclass(frozen=True)
class ManifestDetail:
    """One manifest: its cells by column key, and what the service sent without its shipments, as JSON text."""

    id: int
    cells: Mapping[str, Cell]
    raw: str
