"""Assigns the visits of one number to the days that list it, and derives the signs that their timestamps cause."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import NamedTuple

from app.domain.board.facts import Listing, Message
from app.domain.board.matching import NumberParcels, VisitDay
from app.domain.board.message_order import Statement, Told, told
from app.domain.board.row import Bond, BoundVisit, Mention
from app.domain.board.signs import Sign
from app.domain.board.visit_time import arrived_late
from app.domain.contract.statuses import State
from app.domain.site import SiteDays

_MENTIONED = {Bond.AMBIGUOUS: Mention.AMBIGUOUS, Bond.LOOK_ALIKE: Mention.LOOK_ALIKE}
_SIGNED = {Bond.AMBIGUOUS: Sign.AMBIGUOUS, Bond.LOOK_ALIKE: Sign.ODD_DATA}


class ShownVisit(NamedTuple):
    """A visit on a day that lists the parcel.

    Args:
        told: what it says of the parcel.
        belongs: whether it belongs to the day; else it is only shown there.
    """

    told: Told
    belongs: bool


class VisitPlaces:
    """The visits of a number, assigned to the days that list it.

    Args:
        listings: of all carriers and days.
        void: ids of those that were gone before their day began.
        visits: visits that belong to the number, or may.
        site_days: when days begin.

    Attributes:
        belonging: pairs of listing and visit id where the visit belongs to the listing.
        mentions: pairs where the visit is only in the listing's timeline, with the reason.
        signs: the signs of each day.
        looks_alike: the days on which a visit without a parcel names a number that looks like this one.
        shown: the visits of each day, oldest first, without ambiguous ones.
        said: statements with a known status for each day that lists the parcel, oldest first.
    """

    def __init__(
        self, listings: Sequence[Listing], void: Collection[int], visits: Sequence[BoundVisit], site_days: SiteDays
    ) -> None:
        self._site_days = site_days
        self._of_day: dict[date, list[Listing]] = {}
        days: dict[date, bool | None] = {}
        for one in listings:
            if one.id in void:
                days.setdefault(one.day, None)
            else:
                days[one.day] = days.get(one.day) or one.is_in_force
                self._of_day.setdefault(one.day, []).append(one)
        self._parcels = NumberParcels(days)
        self._first_days = self._parcels.first_days
        self._named: dict[str, set[date]] = {}
        """If the number was used again: the parcels that each identifier means, by their first days."""
        for one in listings if self._parcels.are_several else ():
            for name in filter(None, one.names):
                self._named.setdefault(name, set()).add(self._first_days[one.day])
        self._days_of: dict[tuple[datetime, frozenset[date] | None], VisitDay | None] = {}
        self.belonging: set[tuple[int, int]] = set()
        self.mentions: dict[tuple[int, int], Mention] = {}
        self.signs: dict[date, set[Sign]] = {day: set() for day in self._of_day}
        self.looks_alike: set[date] = set()
        self.shown: dict[date, list[ShownVisit]] = {day: [] for day in self._of_day}
        self.said: dict[date, list[Statement]] = {day: [] for day in self._of_day}
        linked = [one for one in visits if one.bond is Bond.LINKED]
        parts = [(bound, part) for bound in linked for part in told(bound.visit, bound.names, self._meant)]
        for bound, part in sorted(parts, key=lambda one: (one[1].at, one[1].arrived)):
            self._place(bound, part)
        for bound in visits:
            if bound.bond is not Bond.LINKED:
                self._mention_uncertain(bound)
        for said in self.said.values():
            said.sort(key=lambda one: one.at)

    def newest(self, day: date) -> int | None:
        """Return the id of the newest visit that belongs to a day, first of those with a known status."""
        belonging = [one.told for one in self.shown[day] if one.belongs]
        newest = [one for one in belonging if one.newest is not None] or belonging
        return newest[-1].visit_id if newest else None

    def _place(self, bound: BoundVisit, part: Told) -> None:
        """Assign a visit, with its statements and signs."""
        visit, place = bound.visit, self._day_of(part.at, part.parcel)
        if place is None:
            return
        day = place.day
        self.shown[day].append(ShownVisit(part, not place.is_other))
        if place.is_other:
            self._mention(day, visit.id, Mention.OTHER_DAY)
            self.signs[day].add(Sign.OTHER_DAY)
        else:
            self.belonging |= {(listing.id, visit.id) for listing in self._of_day[day]}
            known = (one for one in part.said if one.state is not State.OTHER)
            self.said[day] += (one._replace(is_here=self._day_of(one.at, part.parcel) == place) for one in known)
        if part.is_doubtful:
            self.signs[day].add(Sign.CLOCK)
        if part.is_odd:
            self.signs[day].add(Sign.ODD_DATA)
        for message in part.messages:
            self._sign_day_of_arrival(message)

    def _mention_uncertain(self, bound: BoundVisit) -> None:
        """Mention a visit on the days where it would be shown, unless it belongs to the parcel by another number."""
        known = [day for day, shown in self.shown.items() if any(one.told.visit_id == bound.visit.id for one in shown)]
        spoken = [
            (one.at, part.parcel)
            for part in told(bound.visit, bound.names, self._meant)
            for one in (part.said[-1:] if bound.bond is Bond.LOOK_ALIKE else part.said)
        ]
        for at, parcel in spoken:
            place = self._day_of(at, parcel)
            if place is None or any(self._first_days[place.day] == self._first_days[day] for day in known):
                continue
            self._mention(place.day, bound.visit.id, _MENTIONED[bound.bond])
            self.signs[place.day].add(_SIGNED[bound.bond])
            if bound.bond is Bond.LOOK_ALIKE:
                self.looks_alike.add(place.day)

    def _meant(self, at: datetime, names: Collection[str]) -> set[date]:
        """Return the parcels, by their first days, that a message of this time means by these names."""
        found = [self._nearest(at, self._named.get(name)) for name in names or ("",)]
        return {self._first_days[place.day] for place in found if place is not None}

    def _sign_day_of_arrival(self, message: Message) -> None:
        """Add `CLOCK` to the day on which a message arrived late."""
        if arrived_late(message.moment, message.arrival):
            arrived = self._site_days.day_of(message.arrival)
            if arrived in self._of_day and arrived != self._site_days.day_of(message.moment):
                self.signs[arrived].add(Sign.CLOCK)

    def _mention(self, day: date, visit_id: int, mention: Mention) -> None:
        for listing in self._of_day[day]:
            self.mentions.setdefault((listing.id, visit_id), mention)

    def _day_of(self, at: datetime, parcel: date | None) -> VisitDay | None:
        """Return the day of this parcel that a visit of this time belongs to."""
        return self._nearest(at, None if parcel is None or not self._named else {parcel})

    def _nearest(self, at: datetime, parcels: Collection[date] | None) -> VisitDay | None:
        asked = at, None if parcels is None else frozenset(parcels)
        if asked not in self._days_of:  # needed several times for each moment
            self._days_of[asked] = self._parcels.day_of(self._site_days.day_of(at), asked[1])
        return self._days_of[asked]
