"""What the detail pane and the read marks are handed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.domain.contract.outcomes import Outcome
from app.domain.views.details import ManifestDetail, NotificationDetail, ShipmentDetail, Subject, VisitDetail


class DetailRows(Protocol):
    """Reads single rows; fast enough for the main thread."""

    def shipment(self, row_id: int) -> ShipmentDetail | None:
        """Return all that is known of a shipment."""

    def manifest(self, row_id: int) -> ManifestDetail | None:
        """Return all that is known of a manifest."""

    def visit(self, row_id: int, carrier: str = "") -> VisitDetail | None:
        """Return all that is known of a visit; `carrier` is that of the window, as in `Subject`."""

    def notification(self, row_id: int) -> NotificationDetail | None:
        """Return all that is known of a notification."""


@dataclass(frozen=True)
class DetailPorts:
    """What shows a row and marks it as seen."""

    rows: DetailRows
    apply_again: Callable[[int], Outcome]
    """Worker. Reads a quarantined notification once more; QUARANTINED: it still cannot be applied."""
    mark_seen: Callable[[Sequence[Subject] | None, datetime], None]
    """Worker. Marks the changes of these rows as seen; None: all changes up to a time (UTC)."""
    now: Callable[[], datetime]
    """UTC."""
