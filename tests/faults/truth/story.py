"""The day is played: the sender's tries, the user, the loads, the absences, each at its moment."""

import heapq
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from itertools import count
from pathlib import Path

from tests.faults.truth.carrier import Carrier, Trouble
from tests.faults.truth.desk import Desk
from tests.faults.truth.plan import LOUD, TODAY, TRIES, YESTERDAY, Absence, Away, Notification, Parcel, Plan
from tests.faults.truth.rule import Seen

_LATER = 1.3
"""When all is over, in days: by then the carriers that follow have followed."""


class Story:
    """Plays a plan.

    Attributes:
        loads: how many ended well, and how many did not.
        notes: the numbers and notes that the user wrote down.
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.seen = Seen(plan)
        self.loads = [0, 0]
        self.notes: list[tuple[str, str]] = []
        self.absences_seen: list[tuple[datetime, datetime]] = []
        """Those of 20 s or more, by the desk's clock."""
        self._offsets = [(float("-inf"), 0.0)]
        self._folder = folder
        self._order = count()
        self._events: list[tuple[float, int, Callable[[float], None]]] = []

    def play(self) -> Desk:
        """Play it all; the desk is left open."""
        carrier = Carrier(self.plan, lambda: self.desk.clock.elapsed)
        with carrier.listening() as url:
            self._carrier = carrier
            self.desk = Desk(self._folder, self.plan, url)
            self._write_script()
            self.desk.open()
            self._load(YESTERDAY)
            while self._events:
                at, _, what = heapq.heappop(self._events)
                what(at)
            self._move_on(self.plan.seconds)
            self._leave(self.plan.seconds, Absence(self.plan.seconds, _LATER * self.plan.seconds, Away.CLOSED))
            at, _, come_back = heapq.heappop(self._events)
            come_back(at)
            self._load(YESTERDAY)
        return self.desk

    def offset_at(self, at: float) -> float:
        """Return by how much the desk's clock was ahead."""
        return [offset for since, offset in self._offsets if since <= at][-1]

    def _write_script(self) -> None:
        plan = self.plan
        for one in plan.notifications:
            self._at(one.sent_at, partial(self._try, one, 0))
            for copy in one.copies:
                self._at(copy, partial(self._try, one, len(TRIES)))
        for absence in plan.absences:
            self._at(absence.begins, partial(self._leave, absence=absence))
        for at, fails in plan.loads:
            trouble = plan.dice.choice(list(Trouble)) if fails else None
            self._at(at, partial(self._load_if_there, trouble=trouble))
        for at, seconds in plan.shifts:
            self._at(at, partial(self._set_clock, seconds=seconds))
        for at, parcel in plan.follow_ups:
            self._at(at, partial(self._write_down, parcel=parcel))

    def _at(self, at: float, what: Callable[[float], None]) -> None:
        heapq.heappush(self._events, (at, next(self._order), what))

    def _is_there(self, at: float) -> bool:
        return not any(one.holds(at) for one in self.plan.absences)

    def _move_on(self, at: float) -> None:
        self.desk.flush()
        self.desk.pass_time(at)

    def _try(self, one: Notification, nth: int, at: float) -> None:
        """Let the sender try, and once more later where it got no answer."""
        if self.plan.is_heard(at):
            if one.by_door:
                self._move_on(at)
            self.desk.take(one, at)
        if not self.plan.is_answered(at) and nth + 1 < len(TRIES):
            self._at(one.sent_at + TRIES[nth + 1], partial(self._try, one, nth + 1))

    def _leave(self, at: float, absence: Absence) -> None:
        self._move_on(at)
        if absence.why is Away.KILLED:
            self.desk.kill()
        elif absence.why is Away.CLOSED:
            self.desk.close()
        self._at(absence.ends, partial(self._come_back, absence=absence, since=self.desk.clock.now()))

    def _come_back(self, at: float, absence: Absence, since: datetime) -> None:
        """Let the desk hear again; where it notices that it did not, it loads the day."""
        self.desk.be_away(at, asleep=absence.why is Away.ASLEEP)
        if absence.ends - absence.begins >= LOUD:
            self.absences_seen.append((since, self.desk.clock.now()))
        is_gap = self.desk.beat() if absence.why in (Away.ASLEEP, Away.STOPPED) else self._open()
        if is_gap:
            self._load(TODAY)

    def _open(self) -> bool:
        before = len(self.desk.gaps)
        self.desk.open()
        return len(self.desk.gaps) > before

    def _load_if_there(self, at: float, trouble: Trouble | None) -> None:
        if self._is_there(at):
            self._move_on(at)
            self._carrier.trouble, self.desk.hurries = trouble, trouble is Trouble.HANG
            self._load(TODAY)
            self._carrier.trouble, self.desk.hurries = None, False

    def _load(self, day: date) -> None:
        is_good = self.desk.load(day)
        self.loads[not is_good] += 1
        if is_good:
            self.seen.load(day, self.desk.clock)

    def _set_clock(self, at: float, seconds: float) -> None:
        if self._is_there(at):
            self._move_on(at)
            self.desk.clock.offset += seconds
            self._offsets.append((at, self.desk.clock.offset))

    def _write_down(self, at: float, parcel: Parcel) -> None:
        if self._is_there(at) and parcel.number in self.seen.listed_now:
            self._move_on(at)
            note = f"nota {len(self.notes)}"
            self.desk.write_down(parcel.number, note)
            self.notes.append((parcel.number, note))
