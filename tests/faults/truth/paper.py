"""A desk without storage, to apply the rule alone to a simulated world."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from app.services.receiving.heartbeat import Reading
from tests.faults.truth.carrier import Trouble
from tests.faults.truth.outages import LOUD, rotated_since
from tests.faults.truth.parcels import Message
from tests.faults.truth.plan import Plan

MONITORED = 60.0
"""Seconds between two looks at the public address."""


@dataclass
class Clock:
    """The machine's clocks, and the one on its wall."""

    start: datetime
    elapsed: float = 0.0
    awake: float = 0.0
    offset: float = 0.0

    def read(self) -> Reading:
        return Reading(self.elapsed, self.awake)

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.elapsed + self.offset)


@dataclass
class PaperDesk:
    """Notes the gaps that a desk has to note, and takes all the rest as kept."""

    plan: Plan
    clock: Clock = field(init=False)
    gaps: list[tuple[datetime, datetime]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = Clock(self.plan.calendar.start)
        self._refused: list[tuple[float, datetime]] = []
        self._away_since = self.clock.now()
        self._is_unreachable_since: datetime | None = None

    def open(self) -> None:
        """Start the program."""

    def close(self) -> None:
        """End the program in good order."""
        self._away_since = self.clock.now()

    kill = close

    def pass_time(self, until: float) -> None:
        """Let the time pass in which it listens."""
        tunnels = self.plan.outages.tunnels
        for one in tunnels:
            begins = one.begins - one.begins % MONITORED
            if self.clock.elapsed <= one.begins < until:
                self._is_unreachable_since = self.clock.now() + timedelta(seconds=begins - self.clock.elapsed)
            if self.clock.elapsed <= one.ends < until and self._is_unreachable_since is not None:
                ended = self.clock.now() + timedelta(seconds=one.ends + MONITORED - self.clock.elapsed)
                self.gaps.append((self._is_unreachable_since, ended))
                self._is_unreachable_since = None
        self.clock.awake += max(until - self.clock.elapsed, 0.0)
        self.clock.elapsed = max(until, self.clock.elapsed)

    def be_away(self, until: float, *, asleep: bool) -> None:
        """Let the time pass in which it does not run."""
        since, away = self.clock.now(), until - self.clock.elapsed
        self.clock.elapsed = until
        self.clock.awake += 0.0 if asleep else away
        if away >= LOUD:
            self.gaps.append((since, self.clock.now()))

    def take(self, _message: Message, _at: float) -> None:
        """Have a notification come."""
        since = rotated_since([one for one, _ in self._refused])
        if since is not None:
            self.gaps.append((self._refused_from(since), max(self.clock.now(), *(shown for _, shown in self._refused))))
        self._refused = []

    def refuse(self, _message: Message) -> None:
        """Have a notification come that bears another token."""
        self._refused.append((self.clock.elapsed, self.clock.now()))

    def load(self, _carrier: str, _day: date, trouble: Trouble | None) -> bool:
        """Load a day; return whether that went well."""
        return trouble is None

    def write_down(self, _number: str, _note: str) -> bool:
        """Keep no note."""
        return False

    def noted(self) -> list[tuple[datetime, datetime]]:
        """Return the gaps, also those that have not ended."""
        since = rotated_since([one for one, _ in self._refused])
        open_gaps = [] if since is None else [(self._refused_from(since), self.clock.now())]
        if self._is_unreachable_since is not None:
            open_gaps.append((self._is_unreachable_since, self.clock.now()))
        return [*self.gaps, *open_gaps]

    def _refused_from(self, since: float) -> datetime:
        """Return the earliest time that the clock showed at a refusal; it may have been set back meanwhile."""
        return min(wall for at, wall in self._refused if at >= since)
