"""Which cases are being handled at this moment, and at which desk."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Final, NamedTuple

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


class Holder(NamedTuple):
    """Who handles a case at other desks, and since when this desk knows of it (UTC)."""

    name: str
    since: datetime


class _Told(NamedTuple):
    """What a desk told last and when, by a steady clock, and when this desk first heard of each of its cases."""

    handling: Handling
    at: float
    since: Mapping[str, datetime]


def cases_of(handled: ShipmentDetail | VisitDetail | CallGroup | None) -> frozenset[str]:
    """Name what a row or a call is about, the same at every desk: a number of a carrier's day, and visits."""
    match handled:
        case ShipmentDetail():
            day, number = handled.cells["date"], handled.cells["number"]
            return frozenset(
                [case_of_shipment(handled.carrier, day, number), *(_visit(one.id) for one in handled.visits)]
            )
        case VisitDetail():
            return frozenset([_visit(handled.id)])
        case CallGroup():
            return frozenset(
                _visit(one.subject.row_id)
                if one.subject.table is Table.VISITS
                else case_of_shipment(one.carrier, one.day, one.number)
                for one in handled.cases
            )
        case None:
            return frozenset()


def case_of_shipment(carrier: object, day: object, number: object) -> str:
    """Name a shipment the same at every desk."""
    return f"shipment {carrier} {day} {number}"


def _visit(visit_id: int) -> str:
    return f"visit {visit_id}"


class HandledElsewhere:
    """What the other desks told that they handle. Thread-safe; times without a date are seconds of any steady clock."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._told: dict[str, _Told] = {}

    def note(self, handling: Handling, now: float, heard_at: datetime) -> None:
        """Note what a desk handles; nothing: no more."""
        with self._lock:
            fresh = now - LASTS.total_seconds()
            self._told = {desk: told for desk, told in self._told.items() if told.at > fresh}
            before = self._told.pop(handling.desk, None)
            if handling.cases:
                known = before.since if before is not None else {}
                since = {case: known.get(case, heard_at) for case in handling.cases}
                self._told[handling.desk] = _Told(handling, now, since)

    def by(self, cases: Collection[str], now: float) -> Holder | None:
        """Return those who handle one of these cases at other desks, by their names; None if there are none."""
        fresh = now - LASTS.total_seconds()
        with self._lock:
            held = [
                (told.handling.name, told.since[case])
                for told in self._told.values()
                for case in cases
                if told.at > fresh and case in told.since
            ]
        return Holder(", ".join(sorted({name for name, _ in held})), min(at for _, at in held)) if held else None
