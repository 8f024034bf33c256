"""What a desk knows of the others with which it shares, and whether it still gets what they receive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.domain.relay.relay_status import RelayPhase, RelayStatus
from app.domain.texts import Text

_BRIEFLY = timedelta(seconds=45)
"""A relay that starts anew, or a network that changes, is no alarm."""
_SILENT = timedelta(minutes=3)
"""A receiver reports every 30 s, by a clock that may differ by two minutes."""
_NO_REPORT = Text(
    "Relay",
    "The receiver on “{desk}” does not report. Look there whether Despacho runs and what it says, and load the day "
    "until it does.",
)


@dataclass(frozen=True)
class OtherDesks:
    """The state of sharing at a moment.

    Args:
        status: of the relay.
        receivers: those of other desks: each desk, and until when it is known to have heard (UTC), the latest first.
        at: the moment, UTC.
        awake_since: since when this computer could have heard of them, UTC: it may just have woken.
    """

    status: RelayStatus
    receivers: Sequence[tuple[str, datetime]]
    at: datetime
    awake_since: datetime

    @property
    def is_away(self) -> bool:
        """Whether nothing comes from the other desks, for longer than it takes to connect again."""
        since = self.status.away_since
        return self.status.is_away and (since is None or self.at - since > _BRIEFLY)

    @property
    def is_held_up(self) -> bool:
        """Whether all that is known is that nothing of this desk reaches the others."""
        return self.status.is_connected and self.status.problem is None and self.is_away

    @property
    def is_silent(self) -> bool:
        """Whether none of the other receivers reports, although the relay is there."""
        if self.status.is_away or self.status.phase is not RelayPhase.SHARING or not self.receivers:
            return False
        could_report_since = max(self.awake_since, self.status.there_since or self.awake_since)
        return self.at - max(self.receivers[0][1], could_report_since) > _SILENT

    @property
    def since(self) -> datetime | None:
        """Since when the others are away or silent (UTC); None: they are not, or that is not known."""
        if self.is_away:
            return self.status.away_since
        return self.receivers[0][1] if self.is_silent else None

    @property
    def problem(self) -> Text | None:
        """Why nothing comes; None: it does."""
        if self.is_away:
            return self.status.problem or self.status.held_up or self.status.text
        return _NO_REPORT.filled(desk=self.receivers[0][0]) if self.is_silent else None
