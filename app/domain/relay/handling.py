"""Which cases are being handled at this moment, and at which desk."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from threading import Lock
from typing import Final

from app.domain.calls.queue import CallGroup
from app.domain.views.columns import Table
from app.domain.views.details import ShipmentDetail, VisitDetail

TELL_EVERY: Final = timedelta(seconds=15)
"""How often a desk repeats what it handles, for those that were not connected."""
LASTS: Final = timedelta(seconds=40)
"""After this time without a repetition a case is no longer handled there: that desk is gone."""


@dataclass(frozen=True)
class Handling:
    """What is handled at a desk."""

    desk: str
    user: str
    cases: frozenset[str]

    @property
    def name(self) -> str:
        """The user with the desk, as other desks show it."""
        return f"{self.user} ({self.desk})" if self.user else self.desk


def cases_of(handled: ShipmentDetail | VisitDetail | CallGroup | None) -> frozenset[str]:
    """Name what a row or a call is about, the same at every desk: a number of a carrier's day, and visits."""
    match handled:
        case ShipmentDetail():
            day, number = handled.cells["date"], handled.cells["number"]
            return frozenset([_shipment(handled.carrier, day, number), *(_visit(one.id) for one in handled.visits)])
        case VisitDetail():
            return frozenset([_visit(handled.id)])
        case CallGroup():
            return frozenset(
                _visit(one.subject.row_id)
                if one.subject.table is Table.VISITS
                else _shipment(one.carrier, one.day, one.number)
                for one in handled.cases
            )
        case None:
            return frozenset()


def _shipment(carrier: str, day: object, number: object) -> str:
    return f"shipment {carrier} {day} {number}"


def _visit(visit_id: int) -> str:
    return f"visit {visit_id}"


class HandledElsewhere:
    """What the other desks told that they handle. Thread-safe; times are seconds of any steady clock."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._told: dict[str, tuple[Handling, float]] = {}

    def note(self, handling: Handling, now: float) -> None:
        """Note what a desk handles; nothing: no more."""
        with self._lock:
            fresh = now - LASTS.total_seconds()
            self._told = {one: told for one, told in self._told.items() if told[1] > fresh and one != handling.desk}
            if handling.cases:
                self._told[handling.desk] = handling, now

    def by(self, cases: Collection[str], now: float) -> str:
        """Return the names of those who handle one of these cases at other desks; empty if there are none."""
        with self._lock:
            told = list(self._told.values())
        fresh = now - LASTS.total_seconds()
        return ", ".join(sorted({one.name for one, at in told if at > fresh and not one.cases.isdisjoint(cases)}))
