"""What a commit changed."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the window opens without what reads notifications: its import takes long
    from app.domain.notifications import Notification

from app.domain.deviations import DeviationCounts


@dataclass
class Kept:
    """What a commit changed: ids of visits, and of the shipments that they belong to or did before.

    `read` has the notifications that the commit itself read, by their id: none is read twice.
    `deviations`: what it keeps that came beside the contract.
    """

    visits: set[int] = field(default_factory=set)
    shipments: set[int] = field(default_factory=set)
    read: "dict[int, Notification]" = field(default_factory=dict, compare=False, repr=False)
    deviations: DeviationCounts = field(default_factory=DeviationCounts, compare=False, repr=False)
