"""An outage of the receiver's public address."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Outage:
    """A time in which the public address did not lead here.

    Attributes:
        since: when a test last succeeded, UTC, else when the first one failed.
        until: when one last failed, UTC.
        address: the public address.
    """

    since: datetime
    until: datetime
    address: str
