"""What a commit changed."""

from dataclasses import dataclass, field


@dataclass
class Kept:
    """What a commit changed: ids of visits, and of the shipments that they belong to or did before."""

    visits: set[int] = field(default_factory=set)
    shipments: set[int] = field(default_factory=set)
