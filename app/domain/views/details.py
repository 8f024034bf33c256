"""Details of one row, for the pane beside the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from app.domain.board.row import Explained, Mention
from app.domain.column import Cell
from app.domain.contract.outcomes import Outcome, QuarantineReason, Shortened
from app.domain.contract.statuses import State
from app.domain.days import Day, HistoryEntry
from app.domain.follow_ups import FollowUp, FollowUpEntry
from app.domain.views.columns import Table


@dataclass(frozen=True)
class Subject:
    """The row of a follow-up: a shipment, or a visit, which stands for its shipments if it has any.

    `carriers` limits a visit's shipments to those of the carriers that are shown, as another one may use the same
    number for something else. Empty: shipments of all carriers.
    """

    table: Table
    row_id: int
    carriers: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotificationLine:
    """One notification of a visit; `timestamp` is the sender's, as sent.

    `is_put_in_order`: the visit's messages are in another order than their timestamps.
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
    """A visit in a shipment's timeline. `leads`: it decides the shipment's status."""

    id: int
    date: date
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
    """Why it does not decide the shipment; None if it may."""
    route: str | None = None
    evidence: str | None = field(default=None, repr=False)
    identity: str | None = field(default=None, repr=False)
    """The address of a photo, as is the one before it."""


@dataclass(frozen=True)
class ShipmentLine:
    """A shipment of a visit. `mention`: why the visit does not decide it; None if it may."""

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
    """A shipment's row on another day, with the newest visit of that row."""

    row_id: int
    day: Day
    status: str | None
    state: State
    visit_timestamp: str | None
    driver: str | None
    follow_up: FollowUp | None


@dataclass(frozen=True)
class Listed:
    """A listing of a shipment; `manifest` is the number of its manifest."""

    row_id: int
    day: Day
    manifest: str | None


@dataclass(frozen=True)
class VisitDetail:
    """One visit: its cells by column key, its shipments, all its notifications, and the newest one as JSON text.

    `shipments` are those that it belongs to, `mentioned` those whose timeline it is in, each with the reason.
    `news` are the notifications in their intended order, oldest first, which may differ from that of their timestamps.
    `check_out_distance_m` is in metres from the address; None if a position is not known.
    """

    id: int
    cells: Mapping[str, Cell]
    state: State
    check_out_distance_m: float | None
    shipments: tuple[ShipmentLine, ...]
    news: tuple[NotificationLine, ...]
    raw: str
    follow_up: FollowUp | None = None
    """The latest follow-up of its shipments, or its own."""
    follow_ups: tuple[FollowUpEntry, ...] = ()
    """Oldest first."""
    is_to_attend: bool = False
    """Whether it needs attention, or a shipment of it that is listed for its day does."""
    carriers: tuple[str, ...] = ()
    """The carriers that are shown; see `Subject`."""
    mentioned: tuple[ShipmentLine, ...] = ()

    @property
    def subject(self) -> Subject:
        """The visit's row, for a follow-up."""
        return Subject(Table.VISITS, self.id, self.carriers)


@dataclass(frozen=True)
class NotificationDetail:
    """One notification, applied or quarantined: its cells by column key, its request, and its body as text.

    `headers` are without those that hold a secret. `path` is the request path, if it is not the receiver's own.
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
    """The day on which its visit is shown, which a newer notification may have changed; None without a visit."""
    shortened: Shortened | None = None
    """What is known of a body that is not kept whole; `body` ends with a mark that says so."""


@dataclass(frozen=True)
class ShipmentDetail:
    """One shipment: its cells by column key, its history (oldest first), and its JSON text as sent."""

    id: int
    cells: Mapping[str, Cell]
    history: tuple[HistoryEntry, ...]
    raw: str
    why: Explained
    """The decided row with its reasons."""
    visits: tuple[VisitLine, ...]
    """The visits of its timeline, oldest first."""
    follow_up: FollowUp | None = None
    follow_ups: tuple[FollowUpEntry, ...] = ()
    """Oldest first."""
    is_to_attend: bool = False
    attempts: tuple[Attempt, ...] = ()
    """The same number on other days, the latest first."""
    leads_to: Listed | None = None
    """The listing that replaces it, if there is one."""
    carrier: str = ""
    """The carrier that lists it."""

    @property
    def state(self) -> State:
        """The row's state."""
        return self.why.row.state

    @property
    def subject(self) -> Subject:
        """The shipment's row, for a follow-up."""
        return Subject(Table.SHIPMENTS, self.id)


@dataclass(frozen=True)
class ManifestDetail:
    """One manifest: its cells by column key, and its JSON text as sent, without its shipments."""

    id: int
    cells: Mapping[str, Cell]
    raw: str
