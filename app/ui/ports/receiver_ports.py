"""What the receiver's chip, panel and notices are handed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from app.domain.reception.listening import ReceiverStatus
from app.domain.reception.probing import Diagnosis
from app.domain.relay.relay_status import RelayStatus
from app.domain.settings import Settings
from app.domain.site import SiteDays
from app.domain.texts import Say


class ReceiverRows(Protocol):
    """Reads what the receiver's panel leads to; fast enough for the main thread."""

    def quarantined_on(self) -> date | None:
        """Return the date of the latest quarantined notification; None if there is none."""

    def other_receivers(self) -> Sequence[tuple[str, datetime]]:
        """Return the receivers of other desks: each desk, and until when it heard (UTC), the latest first."""


@dataclass(frozen=True)
class ProbePorts:
    """What tests the receiver."""

    test_here: Callable[[], Diagnosis]
    """Worker. Sends a test to the receiver's own address on this machine."""
    test_public_url: Callable[[], Diagnosis]
    """Worker. Sends a test through `public_url`."""
    say: Say


@dataclass(frozen=True)
class ReceiverPorts:
    """What shows and controls the receiver."""

    rows: ReceiverRows
    settings: Callable[[], Settings]
    listening: Callable[[], ReceiverStatus]
    """The receiver's state; half of it is read from the store."""
    sharing: Callable[[], RelayStatus | None]
    """How sharing facts with other desks goes; None where nothing is shared."""
    restart: Callable[[], None]
    """Worker. Starts the receiver, or restarts it with the settings in force; the outcome is in `listening`."""
    stop: Callable[[], None]
    """Worker."""
    now: Callable[[], datetime]
    """The current time, UTC."""
    days: Callable[[], SiteDays]
    probes: ProbePorts
    say: Say
    is_demo: bool
