"""All that is known of one row: what the pane beside the table shows."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.days import HistoryEntry

Cell = str | int | float | None
"""A cell of a row as the store gives it; a flag is 0 or 1."""


@dataclass(frozen=True)
class ShipmentDetail:
    """One shipment: its cells by column key, its history (oldest first), and what the service sent, as JSON text."""

    id: int
    cells: Mapping[str, Cell]
    history: tuple[HistoryEntry, ...]
    raw: str
    copies: int
    """How many rows of the day share its number; more than one: it stands in two manifests."""


@dataclass(frozen=True)
class ManifestDetail:
    """One manifest: its cells by column key, and what the service sent without its shipments, as JSON text."""

    id: int
    cells: Mapping[str, Cell]
    raw: str
