"""What the receiver reports to the process that it is part of."""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.domain.reception.gaps import Gap
from app.threads import OnceReporter


@dataclass(frozen=True, kw_only=True)
class ReceiverEvents:
    """Functions that are called in any thread; each returns at once."""

    on_bug: Callable[[BaseException], None]
    """Called with every error that is no failure of the environment."""
    on_changed: Callable[[], None] = lambda: None
    """Called when the status would read otherwise."""
    on_gap: Callable[[Gap], None] = lambda _gap: None
    """Called with a reception gap, once it is saved; not with one that the stop ends. With a gap in which notifications
    are refused for their token also when that starts, as far as it then reaches."""
    reporter: OnceReporter = field(default_factory=OnceReporter)
    """Reports what prevents checks of the public address, such as unreadable settings."""
