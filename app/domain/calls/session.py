"""The dispatcher's place in the queue of calls, while the board changes underneath."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime

from app.domain.calls.queue import CallCase, CallGroup, CallQueue, queue_of
from app.domain.days import Scope
from app.domain.follow_ups import FollowUp
from app.domain.views.details import Subject


class CallSession:
    """Keeps the recipient that is shown, and who comes next.

    Attributes:
        current: the recipient that is shown; it stays even when its cases were closed elsewhere. None: it is over.
        closed_elsewhere: those of its cases that need no attention any more.
        done: how many calls were made.
    """

    def __init__(self, started_at: datetime, is_held: Callable[[CallGroup], bool] = lambda _group: False) -> None:
        """Begin; `is_held` tells whose case is open at another desk: he is passed over while others are left."""
        self.current: CallGroup | None = None
        self.closed_elsewhere: tuple[CallCase, ...] = ()
        self.done = 0
        self.day: Scope | None = None
        """Whose calls they are."""
        self.with_earlier_days = False
        self._started_at = started_at
        self._is_held = is_held
        self._groups: tuple[CallGroup, ...] = ()
        self._queue = CallQueue((), ())
        self._today = started_at.date()
        self._skipped: list[Subject] = []
        """The first case of each recipient that was skipped, in the order of skipping."""
        self._passed: list[Subject] = []
        """The first case of each recipient that was shown before, also of those that were called."""
        self._saving: dict[Subject, FollowUp | None] = {}
        """The cases of finished calls with the follow-ups they had: the queue that is read next may be older."""

    @property
    def left(self) -> int:
        """How many recipients are to be called now, also those that another desk handles."""
        return len(self._queue.ready)

    @property
    def ready(self) -> Sequence[CallGroup]:
        """The recipients who are to be called now, the next one first, without those that another desk handles."""
        return [one for one in self._queue.ready if not self._is_held(one)]

    @property
    def held(self) -> Sequence[CallGroup]:
        """The recipients who were to be called now, and that another desk handles."""
        return [one for one in self._queue.ready if self._is_held(one)]

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left to do for the recipient that is shown."""
        closed = {one.subject for one in self.closed_elsewhere}
        return self.current is not None and closed.issuperset(self.current.subjects)

    @property
    def later(self) -> Sequence[CallGroup]:
        """The recipients who are to be called later, the first reminder first."""
        return self._queue.later

    @property
    def left_open(self) -> int:
        """How many recipients have failures to attend that this queue does not ask about any more."""
        return len(self._groups) - self.left - len(self.later)

    @property
    def earlier_days(self) -> int:
        """How many recipients have failures of earlier days alone."""
        return sum(self._is_of_earlier_days(one) for one in self._groups)

    @property
    def can_go_back(self) -> bool:
        """Whether somebody who was shown before is still to attend."""
        return any(one in group.subjects for one in self._passed for group in self._groups)

    def take(self, groups: Iterable[CallGroup], today: date, now: datetime) -> None:
        """Use the queue as it was just read. The recipient that is shown stays, with what is new about him."""
        self._groups, self._today = tuple(groups), today
        cases = {case.subject: case.follow_up for group in self._groups for case in group.cases}
        self._saving = {one: before for one, before in self._saving.items() if one in cases and cases[one] == before}
        self.sort(now)

    def sort(self, now: datetime) -> None:
        """Put the queue in order again: reminders become due as time passes."""
        self._queue = queue_of(filter(self._is_wanted, self._groups), self._today, now)
        skipped = {one: place for place, one in enumerate(self._skipped)}
        last = sorted(
            (one for one in self._queue.ready if one.subjects[0] in skipped), key=lambda one: skipped[one.subjects[0]]
        )
        first = [one for one in self._queue.ready if one.subjects[0] not in skipped]
        self._queue = self._queue._replace(ready=(*first, *last))
        if self.current is None:
            self._go_on()
        else:
            self._follow_current()

    def finish(self) -> None:
        """Go on after a call, whose follow-ups are being saved."""
        if self.current is not None:
            self._saving |= {one.subject: one.follow_up for one in self.current.cases}
            self._skipped = [one for one in self._skipped if one not in self.current.subjects]
            self.done += 1
            self._leave()

    def skip(self) -> None:
        """Go on to the next recipient; this one comes last."""
        if self.current is not None:
            first = self.current.subjects[0]
            self._skipped = [one for one in self._skipped if one != first]
            if not self.is_closed:
                self._skipped.append(first)
            self._leave()

    def go_back(self) -> None:
        """Return to whom was shown last and is still to attend."""
        while self._passed:
            subject = self._passed.pop()
            self._skipped = [one for one in self._skipped if one != subject]
            if self.reopen((subject,)):
                return

    def reopen(self, subjects: Sequence[Subject]) -> bool:
        """Show the recipient of these cases again, whose call was undone or not saved; return whether there is one."""
        for one in subjects:
            self._saving.pop(one, None)
        found = next((one for one in self._groups if set(one.subjects) & set(subjects)), None)
        if found is not None:
            self.current, self.closed_elsewhere = found, ()
            self._passed = [one for one in self._passed if one not in found.subjects]
        return found is not None

    def undo(self) -> None:
        """Count a call less, since it was undone."""
        self.done = max(self.done - 1, 0)

    def _leave(self) -> None:
        """Go on to the next one in the queue, as far as it is known."""
        left, ready = self.current, self._queue.ready
        if left is not None:
            self._passed.append(left.subjects[0])
        others = tuple(one for one in ready if one is not left)
        last = tuple(one for one in ready if one is left and one.subjects[0] in self._skipped)
        self._queue = self._queue._replace(ready=(*others, *last))
        self._go_on()

    def _go_on(self) -> None:
        ready = self._queue.ready
        free = (one for one in ready if one.subjects[0] not in self._skipped and not self._is_held(one))
        self.current = next(free, next(iter(ready), None))
        self.closed_elsewhere = ()

    def _follow_current(self) -> None:
        shown = self.current
        if shown is None:
            return
        known = {case.subject for group in self._groups for case in group.cases}
        now = next((one for one in self._groups if set(one.subjects) & set(shown.subjects)), None)
        gone = tuple(one for one in shown.cases if one.subject not in known)
        before = {one.subject: one for one in (*self.closed_elsewhere, *gone) if one.subject not in known}
        self.closed_elsewhere = tuple(before.values())
        if now is not None:
            self.current = now

    def _is_wanted(self, group: CallGroup) -> bool:
        """Whether a group belongs to this queue: not what was just called about, nor unwanted earlier days."""
        if all(one in self._saving for one in group.subjects):
            return False
        called_at = group.called_at
        is_left_open = group.remind_at is None and called_at is not None and called_at >= self._started_at
        is_new = any(one.called_at is None for one in group.cases)  # failed since the call
        if is_left_open and not is_new:
            return False
        return self.with_earlier_days or group.remind_at is not None or not self._is_of_earlier_days(group)

    def _is_of_earlier_days(self, group: CallGroup) -> bool:
        return all(one.day < self._today for one in group.cases)
