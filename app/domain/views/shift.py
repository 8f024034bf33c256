"""What is open at the end of a shift, as its message says it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from app.domain.days import Day
from app.domain.follow_ups import FollowUp, NextStep


@dataclass(frozen=True)
class OpenCase:
    """A failed delivery: a shipment that still stands, or a visit without one.

    `is_to_attend`: its failure is not acknowledged. `is_news`: its follow-up was written since the day before.
    """

    day: Day
    number: str
    recipient: str | None
    phone: str | None
    is_to_attend: bool
    follow_up: FollowUp | None = None
    is_news: bool = True


@dataclass(frozen=True)
class ShiftCases:
    """The open cases of a shift, each in one list.

    Args:
        to_call: whoever is to be called: that is the next step, or nobody has called and nothing else was decided.
        promised: something else is to be done next.
        others: they need attention.
    """

    to_call: tuple[OpenCase, ...] = ()
    promised: tuple[OpenCase, ...] = ()
    others: tuple[OpenCase, ...] = ()

    @classmethod
    def of(cls, cases: Iterable[OpenCase]) -> Self:
        """Sort cases into the lists, in their order; those done, or acknowledged long ago, are in none."""
        to_call, promised, others = [], [], []
        for case in cases:
            done = case.follow_up or FollowUp()
            if not (case.is_to_attend or case.is_news):
                continue
            if done.next_step is NextStep.CALL:
                to_call.append(case)
            elif done.next_step not in (None, NextStep.NOTHING):
                promised.append(case)
            elif case.is_to_attend and done.called_at is None and done.next_step is None:
                to_call.append(case)
            elif case.is_to_attend:
                others.append(case)
        return cls(tuple(to_call), tuple(promised), tuple(others))

    @property
    def all(self) -> Sequence[OpenCase]:
        """The cases of all lists."""
        return (*self.to_call, *self.promised, *self.others)
