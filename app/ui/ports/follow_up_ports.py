"""What the follow-ups are handed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.domain.follow_ups import FollowUpEdit
from app.domain.texts import Say
from app.domain.views.columns import Table
from app.domain.views.details import ShipmentDetail, Subject, VisitDetail


class FollowUpRows(Protocol):
    """Reads what is followed up; fast enough for the main thread."""

    def failed(self, table: Table, ids: Sequence[int]) -> list[int]:
        """Return those of these shipments or visits that failed, in their order."""

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of a shipment."""

    def visit(self, row_id: int, carrier: str = "") -> VisitDetail | None:
        """Return all that is known of a visit; `carrier` is that of the window, as in `Subject`."""


@dataclass(frozen=True)
class OtherDesks:
    """What tells the other desks of the site what is handled here, and knows what is handled there; at once."""

    tell: Callable[[frozenset[str]], None]
    """These cases are handled here from now on, and no others."""
    handled_by: Callable[[frozenset[str]], str]
    """Returns who handles one of these cases at another desk; empty: nobody."""


@dataclass(frozen=True)
class FollowUpPorts:
    """What saves follow-ups."""

    rows: FollowUpRows
    save: Callable[[Sequence[Subject], FollowUpEdit, datetime], int]
    """Worker. Saves an edit of these follow-ups, made at a time (UTC); returns the number by which it is undone."""
    undo: Callable[[int], int]
    """Worker. Undoes an edit where it is still the latest one of its follow-up; returns of how many, perhaps 0."""
    say: Say
    now: Callable[[], datetime]
    """UTC."""
    others: OtherDesks | None = None
    """None: nothing is shared with other desks."""
