"""What a transaction kept, or made the board say otherwise."""

from dataclasses import dataclass, field
from datetime import datetime

from app.domain.contract.deviations import DeviationCounts


@dataclass
class ChangedRows:
    """What a transaction changed: ids of visits, and of the shipments that they belong to or did before.

    Attributes:
        is_wide: whether rows of other visits and shipments may look otherwise as well.
        deviations: what it keeps that came beside the contract.
        noticed: what of that was seen only on the board, with the time at which it came, UTC; it is still to be kept.
    """

    visits: set[int] = field(default_factory=set)
    shipments: set[int] = field(default_factory=set)
    affects_all_rows: bool = False
    deviations: DeviationCounts = field(default_factory=DeviationCounts, compare=False, repr=False)
    seen_deviations: list[tuple[DeviationCounts, datetime]] = field(default_factory=list, compare=False, repr=False)
