"""What a commit changed."""

from dataclasses import dataclass, field

from app.domain.deviations import DeviationCounts


@dataclass
class Kept:
    """What a commit changed: ids of visits, and of the shipments that they belong to or did before.

    `deviations`: what it keeps that came beside the contract.
    """

    visits: set[int] = field(default_factory=set)
    shipments: set[int] = field(default_factory=set)
    deviations: DeviationCounts = field(default_factory=DeviationCounts, compare=False, repr=False)
