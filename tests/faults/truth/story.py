"""Plays a simulated world: the sender's attempts, the user, loads and absences, each at its time."""

import heapq
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from itertools import count
from typing import Protocol

from tests.faults.truth.carrier import SAYS_NOTHING, Trouble
from tests.faults.truth.outages import LOUD, TRIES, Absence, Away
from tests.faults.truth.paper import MONITORED, Clock
from tests.faults.truth.parcels import CARRIERS, STATUSES, Entry, Message, Parcel, State
from tests.faults.truth.plan import Plan
from tests.truth.events import Arrival, Event, Listed, Load

_FAILS = 0.05
"""The share of loads at which the carrier fails, on a day with faults."""


class Player(Protocol):
    """What a story plays: a desk with the real parts, or one on paper."""

    clock: Clock

    def open(self) -> None: ...
    def close(self) -> None: ...
    def kill(self) -> None: ...
    def pass_time(self, until: float) -> None: ...
    def be_away(self, until: float, *, asleep: bool) -> None: ...
    def take(self, message: Message, at: float, /) -> None: ...
    def refuse(self, message: Message, /) -> None: ...
    def load(self, carrier: str, day: date, trouble: Trouble | None, /) -> bool: ...
    def write_down(self, number: str, note: str, /) -> bool: ...


class Story:
    """Plays a plan with a desk.

    Args:
        on_look: called whenever the rows are to be judged.

    Attributes:
        events: what reached the desk, for the oracle.
        kept: the messages among them, with when they came; seconds after the start.
        good: the loads that brought a day: when, carrier, day.
        refused: when messages were refused for their token.
        notes: what the user wrote down.
        absences_seen: those that must be gaps, by the desk's clock.
    """

    def __init__(self, plan: Plan, desk: Player, on_look: Callable[["Story"], None]) -> None:
        self.plan, self.desk, self._on_look = plan, desk, on_look
        self.events: list[Event] = []
        self.kept: list[tuple[Message, float]] = []
        self.good: list[tuple[float, str, date]] = []
        self.failed_loads = 0
        self.refused: list[float] = []
        self._received_until = -1.0
        self.notes: list[str] = []
        self.absences_seen: list[tuple[datetime, datetime]] = []
        self._offsets = [(float("-inf"), 0.0)]
        self._listed: dict[tuple[Entry, State], Listed] = {}
        self._known_days: set[date] = set()
        self._order = count()
        self._due: list[tuple[float, int, Callable[[float], None]]] = []

    def play(self) -> None:
        """Play it all; the desk is left open."""
        self._write_script()
        self.desk.open()
        while self._due:
            at, _, what = heapq.heappop(self._due)
            what(at)
        self._move_on(self.plan.ends)
        self._on_look(self)

    def wall(self, at: float) -> datetime:
        """Return what the desk's clock showed at a moment."""
        offset = [offset for since, offset in self._offsets if since <= at][-1]
        return self.plan.calendar.utc(at + offset)

    def _write_script(self) -> None:
        plan = self.plan
        for one in plan.messages:
            self._at(one.sent_at, partial(self._try, one, 0))
            for copy in one.copies:
                self._at(copy, partial(self._try, one, len(TRIES)))
        for absence in plan.outages.absences:
            self._at(absence.begins, partial(self._leave, absence=absence))
        for at, day in plan.loads:
            self._at(at, partial(self._load_if_there, day=day))
        for tunnel in plan.outages.tunnels:
            self._at(tunnel.ends + 2 * MONITORED, partial(self._load_after_gap, begins=tunnel.begins))
        for at, seconds in plan.outages.shifts:
            self._at(at, partial(self._set_clock, seconds=seconds))
        for at, parcel in plan.follow_ups:
            self._at(at, partial(self._write_down, parcel=parcel))
        for at in plan.looks:
            self._at(at, self._look)

    def _at(self, at: float, what: Callable[[float], None]) -> None:
        if at < self.plan.ends:
            heapq.heappush(self._due, (at, next(self._order), what))

    def _move_on(self, at: float) -> None:
        self.desk.pass_time(at)

    def _look(self, at: float) -> None:
        if not self.plan.outages.is_there(at):
            self._at(at + 60, self._look)
            return
        self._move_on(at)
        self._on_look(self)

    def _try(self, one: Message, nth: int, at: float) -> None:
        """Let the sender try, and once more later where it got no answer."""
        outages = self.plan.outages
        if outages.is_receiving(at):
            self._move_on(at)
            if outages.is_refused(at):
                self.desk.refuse(one)
                self.refused.append(at)
                if outages.is_answered(at):
                    return  # a 401 is never sent again
            else:
                self._keep(one, at)
        if not outages.is_answered(at) and nth + 1 < len(TRIES):
            self._at(one.sent_at + TRIES[nth + 1], partial(self._try, one, nth + 1))

    def _keep(self, one: Message, at: float) -> None:
        self.desk.take(one, at)
        self.kept.append((one, at))
        self.events.append(
            Arrival(self.wall(at), one.visit, one.timestamp, one.status, one.previous, one.numbers, one.tracking_id)
        )
        if (
            self.refused
            and self.refused[-1] > self._received_until
            and any(rotation.ends <= at for rotation in self.plan.outages.rotations)
        ):
            self._load_after_gap(at, begins=self.refused[0])
        self._received_until = at

    def _leave(self, at: float, absence: Absence) -> None:
        self._move_on(at)
        if absence.why is Away.KILLED:
            self.desk.kill()
        elif absence.why in (Away.CLOSED, Away.NIGHT):
            self.desk.close()
        self._at(absence.ends, partial(self._come_back, absence=absence, since=self.desk.clock.now()))

    def _come_back(self, at: float, absence: Absence, since: datetime) -> None:
        """Let the desk listen again; after a long gap it loads the days."""
        self.desk.be_away(at, asleep=absence.why is Away.ASLEEP)
        if absence.why not in (Away.ASLEEP, Away.STOPPED):
            self.desk.open()
        if absence.ends - absence.begins >= LOUD:
            self.absences_seen.append((since, self.desk.clock.now()))
            self._load_after_gap(at, begins=absence.begins)

    def _load_after_gap(self, at: float, begins: float) -> None:
        """Load the days again that a gap touches, and that were loaded or are the present one."""
        plan = self.plan
        if not plan.reloads_after_gaps or not plan.outages.is_there(at):
            return
        self._move_on(at)
        first, today = (plan.calendar.day_of(one) for one in (begins, at))
        for day in sorted({*self._known_days, today}):
            if first <= day <= today:
                self._load(day, None)

    def _load_if_there(self, at: float, day: date) -> None:
        if not self.plan.outages.is_there(at):
            return
        self._move_on(at)
        is_failing = bool(self.plan.outages.breaks) and self.plan.rng.chance(_FAILS)
        self._load(day, self.plan.rng.choice(list(Trouble)) if is_failing else None)
        if is_failing and len(self.plan.loads) <= len(CARRIERS) + 1:
            self._at(at + 600, partial(self._load_if_there, day=day))

    def _load(self, day: date, trouble: Trouble | None) -> None:
        for carrier in CARRIERS:
            asked_at, answer = self.desk.clock.now(), self._answer(carrier, day)
            is_good = self.desk.load(carrier, day, trouble)
            self.failed_loads += trouble is not None
            self._known_days.add(day)
            if is_good:
                self.good.append((self.desk.clock.elapsed, carrier, day))
                self.events.append(Load(carrier, day, asked_at, answer))
            elif trouble is None or trouble in SAYS_NOTHING:
                assert trouble is not None or not answer
                self.events.append(Load(carrier, day, asked_at, None if trouble is Trouble.NOT_FOUND else ()))

    def _answer(self, carrier: str, day: date) -> tuple[Listed, ...]:
        now = self.desk.clock.elapsed
        return tuple(self._as_listed(one, one.said(now)) for one in self.plan.listed(carrier, day, now))

    def _as_listed(self, entry: Entry, state: State) -> Listed:
        key = entry, state
        if key not in self._listed:
            parcel = entry.parcel
            others = tuple(value for name, value in parcel.identifiers.items() if name != "numero")
            self._listed[key] = Listed(
                str(entry.manifest),
                entry.in_force,
                parcel.number,
                *STATUSES[state],
                others,
                parcel.recipient,
                entry.nth,
            )
        return self._listed[key]

    def _set_clock(self, at: float, seconds: float) -> None:
        if self.plan.outages.is_there(at):
            self._move_on(at)
            self.desk.clock.offset += seconds
            self._offsets.append((at, self.desk.clock.offset))

    def _write_down(self, at: float, parcel: Parcel) -> None:
        if self.plan.outages.is_there(at):
            self._move_on(at)
            note = f"nota {len(self.notes)}"
            self.notes += [note] if self.desk.write_down(parcel.number, note) else []
