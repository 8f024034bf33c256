"""The rows that a transaction changed."""

from dataclasses import dataclass, field
from datetime import datetime

from app.domain.contract.deviations import DeviationCounts


@dataclass
class ChangedRows:
    """Rows that a transaction changed.

    Attributes:
        visits: ids.
        shipments: ids; of the visits' present and former shipments too.
        affects_all_rows: whether any other row may have changed as well.
        deviations: deviations from the contract that the transaction counts.
        seen_deviations: deviations found while the board was derived, each with its time (UTC); the caller saves them.
    """

    visits: set[int] = field(default_factory=set)
    shipments: set[int] = field(default_factory=set)
    affects_all_rows: bool = False
    deviations: DeviationCounts = field(default_factory=DeviationCounts, compare=False, repr=False)
    seen_deviations: list[tuple[DeviationCounts, datetime]] = field(default_factory=list, compare=False, repr=False)
