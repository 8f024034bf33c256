"""Assigns the visits of one parcel to its listings, and derives the signs that their timestamps cause."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import accumulate, pairwise
from zoneinfo import ZoneInfo

from app.domain.board.facts import Listing, Message, SetBack
from app.domain.board.matching import VisitDay, day_of_visit
from app.domain.board.message_order import Statement, statements
from app.domain.board.row import Bond, BoundVisit, Mention
from app.domain.board.signs import Sign
from app.domain.board.site_days import site_date
from app.domain.board.visit_time import arrived_late, if_site_was_behind, is_suspicious
from app.domain.contract.statuses import State

_MENTIONED = {Bond.AMBIGUOUS: Mention.AMBIGUOUS, Bond.FORMER: Mention.FORMER}


class VisitPlaces:
    """The visits of a parcel, assigned to the listings of their days.

    Args:
        listings: the parcel's listings of all carriers and days, at least one.
        visits: visits that belong to the number, did, or may.
        zone: the site's time zone.
        set_backs: set-backs of the site's clock.

    Attributes:
        belonging: pairs of listing and visit id where the visit belongs to the listing.
        mentions: pairs where the visit is only in the listing's timeline, with the reason.
        signs: the signs of each listing, by its id.
        newest: time, last arrival, arrival rank and id of the newest visit that belongs to a listing, by listing id.
        said: statements with a known status for each day that lists the parcel, oldest first.
        said_by_arrival: the same, with each message dated by its arrival and none before an earlier arrival (the site's
            clock may have been set back in between); None if no timestamp is suspicious.
        said_if_behind: the same under the assumption that the site's clock has been behind since it was set back, once
            for each set-back: arrivals and loads are then later than recorded, timestamps are not.
    """

    def __init__(
        self,
        listings: Sequence[Listing],
        visits: Sequence[BoundVisit],
        zone: ZoneInfo,
        set_backs: Sequence[SetBack] = (),
    ) -> None:
        self._zone = zone
        self._of_day: dict[date, list[Listing]] = {}
        for one in listings:
            self._of_day.setdefault(one.day, []).append(one)
        self._days = _days_that_list(listings)
        self._days_of: dict[datetime, VisitDay] = {}
        self.belonging: set[tuple[int, int]] = set()
        self.mentions: dict[tuple[int, int], Mention] = {}
        self.signs: dict[int, set[Sign]] = {one.id: set() for one in listings}
        self.newest: dict[int, tuple[datetime, datetime, int, int]] = {}
        self.said: dict[date, list[Statement]] = {day: [] for day in self._of_day}
        ordered = sorted(visits, key=_newness)  # of equal times
        for bound in ordered:
            self._place(bound)
        _arrange(self.said)
        self.said_by_arrival: dict[date, list[Statement]] | None = None
        self.said_if_behind: list[dict[date, list[Statement]]] = []
        named = [bound for bound in ordered if bound.bond is not Bond.AMBIGUOUS]
        if any(is_suspicious(one.moment, one.arrival) for bound in named for one in bound.visit.messages):
            self.said_by_arrival = self._placed(_in_order_of_arrival(named), by_arrival=True)
            shifted = (_if_behind(named, one) for one in set_backs)
            self.said_if_behind = [self._placed(one, by_arrival=False) for one in shifted if one != named]

    def _placed(self, visits: Iterable[BoundVisit], *, by_arrival: bool) -> dict[date, list[Statement]]:
        """Return the statements for each day, with the messages dated in another way."""
        of_days: dict[date, list[Statement]] = {day: [] for day in self._of_day}
        for bound in visits:
            said, _ = statements(bound.visit, by_arrival=by_arrival)
            if len(said) > 1 and not _names(bound, said[-1]):
                continue  # the last message names other parcels
            day, is_other_day = self._day_of(_visit_time(said))
            of_days[day] += [] if is_other_day else self._said_of(bound, said, day)
        _arrange(of_days)
        return of_days

    def _place(self, bound: BoundVisit) -> None:
        """Assign a visit by its timestamps, with its statements and signs."""
        visit = bound.visit
        said, is_doubtful = statements(visit, by_arrival=False)
        at = _visit_time(said)
        day, is_other_day = self._day_of(at)
        if bound.bond is not Bond.LINKED:
            self._mention(day, visit.id, _MENTIONED[bound.bond])
            if bound.bond is Bond.AMBIGUOUS:
                self._sign(day, Sign.AMBIGUOUS)
            return
        if is_other_day:
            self._mention(day, visit.id, Mention.OTHER_DAY)
            self._sign(day, Sign.OTHER_DAY)
        else:
            for listing in self._of_day[day]:
                self.belonging.add((listing.id, visit.id))
                newest = at, *_newness(bound)
                self.newest[listing.id] = max(newest, self.newest.get(listing.id, newest))
            self.said[day] += self._said_of(bound, said, day)
        if is_doubtful:
            self._sign(day, Sign.CLOCK)
        if visit.is_odd or any(one.state is State.OTHER for one in visit.messages):
            self._sign(day, Sign.ODD_DATA)
        self._sign_other_days(day, said, visit.id)
        for message in visit.messages:
            self._sign_days_of_stamps(day, message)

    def _said_of(self, bound: BoundVisit, said: Iterable[Statement], day: date) -> list[Statement]:
        """Return a visit's statements with a known status; one with another status only changes the named numbers."""
        known: list[Statement] = []
        for one in said:
            if one.state is not State.OTHER:
                known.append(one)
            if known:
                is_here = _names(bound, one) and self._day_of(known[-1].at) == (day, False)
                known[-1] = known[-1] if is_here is known[-1].is_here else known[-1]._replace(is_here=is_here)
        return known

    def _sign_other_days(self, day: date, said: Sequence[Statement], visit_id: int) -> None:
        """Add signs to the days that the visit belonged to before its newest message."""
        for one in said[:-1]:
            earlier, is_before_all = self._day_of(one.at)
            if one.state is not State.OTHER and earlier != day and not is_before_all:
                self._sign(earlier, Sign.OTHER_DAY)
                self._mention(earlier, visit_id, Mention.OTHER_DAY)

    def _sign_days_of_stamps(self, day: date, message: Message) -> None:
        """Add `CLOCK` to the day on which a message arrived late, and to a day that its timestamp names too early."""
        if arrived_late(message.moment, message.arrival):
            arrived = site_date(message.arrival, self._zone)
            if arrived != day and arrived in self._of_day:
                self._sign(arrived, Sign.CLOCK)
        elif message.moment > message.arrival and is_suspicious(message.moment, message.arrival):
            stamped = site_date(message.moment, self._zone)
            if stamped != day and stamped in self._of_day:
                self._sign(stamped, Sign.CLOCK)
                self._sign(day, Sign.CLOCK)

    def _sign(self, day: date, sign: Sign) -> None:
        for listing in self._of_day[day]:
            self.signs[listing.id].add(sign)

    def _mention(self, day: date, visit_id: int, mention: Mention) -> None:
        for listing in self._of_day[day]:
            self.mentions.setdefault((listing.id, visit_id), mention)

    def _day_of(self, at: datetime) -> VisitDay:
        if at not in self._days_of:  # needed several times for each moment
            self._days_of[at] = day_of_visit(site_date(at, self._zone), self._days)
        return self._days_of[at]


def _if_behind(visits: Sequence[BoundVisit], set_back: SetBack) -> list[BoundVisit]:
    """Return visits with timestamps as the site's clock would have shown them, had it been behind since a set-back."""
    by = set_back.before - set_back.after

    def shown(message: Message) -> Message:
        if not set_back.after <= message.arrival <= set_back.heeded_until:
            return message
        return message._replace(moment=if_site_was_behind(message.moment, message.arrival, by))

    return [
        bound._replace(visit=bound.visit._replace(messages=[shown(one) for one in bound.visit.messages]))
        for bound in visits
    ]


def _in_order_of_arrival(visits: Sequence[BoundVisit]) -> list[BoundVisit]:
    """Return visits with arrival times made non-decreasing in arrival order, sorted by their last arrival.

    If the arrival times never decrease, the visits are returned unchanged.
    """
    came = sorted((one for bound in visits for one in bound.visit.messages), key=lambda one: one.nth)
    if all(one.arrival <= later.arrival for one, later in pairwise(came)):
        return list(visits)
    risen = dict(zip((one.nth for one in came), accumulate((one.arrival for one in came), max), strict=True))
    return [
        bound._replace(
            visit=bound.visit._replace(
                messages=[
                    one._replace(arrival=risen[one.nth])
                    for one in sorted(bound.visit.messages, key=lambda one: one.nth)
                ]
            )
        )
        for bound in sorted(visits, key=lambda bound: _newness(bound)[1])
    ]


def _names(bound: BoundVisit, said: Statement) -> bool:
    """Return whether the visit named the parcel at the time of this statement."""
    return not bound.names or not bound.names.isdisjoint(said.numbers)


def _newness(bound: BoundVisit) -> tuple[datetime, int, int]:
    """Return the last arrival of a visit's messages, its arrival rank, and the visit's id."""
    messages = bound.visit.messages
    return max(one.arrival for one in messages), max(one.nth for one in messages), bound.visit.id


def _visit_time(said: Sequence[Statement]) -> datetime:
    """Return the time of a visit: of its newest message with a known status, else of its newest message."""
    return next((one.at for one in reversed(said) if one.state is not State.OTHER), said[-1].at)


def _days_that_list(listings: Sequence[Listing]) -> list[date]:
    """Return the days that list a parcel, in order, without days after the last one that still lists it."""
    last = max((one.day for one in listings if one.stands), default=None)
    days = {one.day for one in listings if last is None or one.day <= last}
    return sorted(days)


def _arrange(said: dict[date, list[Statement]]) -> None:
    for found in said.values():
        found.sort(key=lambda one: one.at)
