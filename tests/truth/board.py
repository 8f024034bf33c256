"""All listings and visits of a history by one reading of its times, and what decides each row by it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import partial

from tests.truth.clocks import SetBack, day_of, day_start, is_before_day, is_late, moved_forward
from tests.truth.events import Arrival, Key, Load, Site
from tests.truth.listings import Change, Listing, Observation, replay
from tests.truth.messages import read_messages, together
from tests.truth.spellings import look
from tests.truth.statuses import DELIVERED, FAILED, PICKUP, Status
from tests.truth.table import Decision, Sources, decide
from tests.truth.visits import Home, ParcelId, Parcels, Spoken, Visit, home, spoken, visits_of, without_last_message


@dataclass(eq=False)
class Row:
    """A listing with the visits that it shows."""

    listing: Listing
    parcel: ParcelId
    others: list["Row"]
    """The parcel's other rows."""
    visits: list[Visit] = field(default_factory=list)
    """Those that belong to it, oldest to newest."""
    of_other_days: list[Visit] = field(default_factory=list)
    ambiguous: set[int] = field(default_factory=set)
    looks_alike: bool = False
    now: Decision = field(init=False)
    outcome: Decision = field(init=False)
    is_seen_later: bool = False
    """Whether its outcome is the first later observation."""

    @property
    def key(self) -> Key:
        return self.listing.key

    @property
    def day(self) -> date:
        return self.listing.day

    @property
    def leading(self) -> list[Visit]:
        """Words, Visit state: "Any other never leads"."""
        return [one for one in self.visits if one.state is not None]

    @property
    def shown(self) -> list[Visit]:
        return [*self.visits, *self.of_other_days]

    @property
    def listed_again_on(self) -> date | None:
        """Listed again: the first "later day" that "lists the parcel in force"."""
        later = [one.day for one in self.others if one.day > self.day and one.listing.lists and one.listing.in_force]
        return min(later, default=None)

    @property
    def is_listed_earlier(self) -> bool:
        return any(one.day < self.day and one.listing.lists for one in self.others)


class Board:
    """The rows of a history by one reading of its times: by stamps, or by arrivals."""

    def __init__(
        self, site: Site, listings: Sequence[Listing], arrivals: Sequence[Arrival], *, by_arrival: bool = False
    ) -> None:
        self.site = site
        first = min((one.received_at for one in arrivals), default=None)
        known = [at for at in (first, site.listening_since) if at is not None]
        self.heard_since = min(known) if first is not None else None
        self.parcels = Parcels(listings)
        self.rows: dict[Key, Row] = {}
        self.of_parcel: dict[ParcelId, list[Row]] = {}
        for parcel, same in self.parcels.listings.items():
            rows = [Row(one, parcel, []) for one in same]
            for one in rows:
                one.others = [other for other in rows if other is not one]
            self.of_parcel[parcel] = rows
            self.rows |= {one.key: one for one in rows}
        self._statuses: dict[tuple[str, date], list[Status]] = defaultdict(list)
        for listing in listings:
            self._statuses[listing.carrier, listing.day].append(listing.own[-1].status)
        messages = read_messages(site, arrivals, by_arrival=by_arrival)
        self.off = {one.nth for found in messages.values() for one in found if one.is_off}
        self.spoken = {
            visit_id: [spoken(site, self.parcels, part) for part in together(found)]
            for visit_id, found in messages.items()
        }
        self.late: set[Key] = set()
        for visit_id, groups in self.spoken.items():
            for visit in visits_of(visit_id, groups):
                self._show(visit)
            self._show_ambiguous(visit_id, groups)
            self._show_late(groups)
        self._match_nothing()
        self._show_look_alikes()
        for row in self.rows.values():
            row.visits.sort(key=lambda one: one.newness)
        for row in self.rows.values():
            row.now = self.decide_now(row)
            row.outcome, row.is_seen_later = self.decide_outcome(row)

    def statuses(self, row: Row) -> list[Status]:
        """Return the last statuses of all rows of a row's carrier and day."""
        return self._statuses[row.listing.carrier, row.day]

    def home(self, parcel: ParcelId, at: datetime) -> Home | None:
        return home((one.listing for one in self.of_parcel[parcel]), day_of(self.site, at))

    def rows_on(self, parcel: ParcelId, day: date) -> list[Row]:
        """Two carriers: "the visit belongs to both rows". Gone: "A row gone before its day began has no visit"."""
        return [one for one in self.of_parcel[parcel] if one.day == day and one.listing.lists]

    def _show(self, visit: Visit) -> None:
        shown = self.home(visit.parcel, visit.at)
        for row in self.rows_on(visit.parcel, shown.day) if shown else ():
            (row.visits if shown and shown.belongs else row.of_other_days).append(visit)

    def _show_ambiguous(self, visit_id: int, groups: Sequence[Sequence[Spoken]]) -> None:
        """Which visit, 3: "each gets the sign `ambiguo`", but for one that the visit means by another of its
        numbers."""
        everything = [one for group in groups for one in group]
        sure = {parcel for one in everything for parcel in one.means}
        for one in everything:
            for parcel in one.may_mean - sure:
                shown = self.home(parcel, one.message.at)
                for row in self.rows_on(parcel, shown.day) if shown else ():
                    row.ambiguous.add(visit_id)

    def _show_late(self, groups: Sequence[Sequence[Spoken]]) -> None:
        """Stamps are checked: "One that arrives more than an hour after its stamp, on another day, puts `reloj` on
        the parcel's rows of that day too"."""
        for one in (each for group in groups for each in group):
            arrival = one.message.arrival
            arrived_on = day_of(self.site, arrival.received_at)
            if not is_late(one.message.at, arrival) or arrived_on == day_of(self.site, one.message.at):
                continue
            self.late |= {row.key for parcel in one.means for row in self.rows_on(parcel, arrived_on)}

    def _show_look_alikes(self) -> None:
        """Which visit, 6: "a visit without a parcel and a shipment, of the day where it would be shown, whose
        number is the same but for case, accents, leading zeros, blanks, separators and invisible characters"."""
        for visit_id in self.without_parcel:
            if self._last_day_of(visit_id) in self.days_that_match_nothing:
                continue
            for group in self.spoken[visit_id]:  # more than 30 days apart they are two visits
                alike = {parcel: one.message.at for one in group for parcel in self._alike(one)}
                for parcel, at in alike.items():
                    shown = self.home(parcel, at)
                    for row in self.rows_on(parcel, shown.day) if shown else ():
                        row.looks_alike = True

    def _alike(self, one: Spoken) -> set[ParcelId]:
        """Return the parcels in reach whose number is the same as one that a message names but for how it is written;
        a number that is the same in writing too means its parcel, or none in reach."""
        numbers = {(number, name) for name in one.names for number in self.parcels.by_look.get(look(name), ())}
        parcels = [
            (number, same[0].day)
            for number, name in numbers
            if number != name
            for same in self.parcels.by_number[number]
        ]
        return self.parcels.in_reach(parcels, day_of(self.site, one.message.at))

    def _last_day_of(self, visit_id: int) -> date:
        return day_of(self.site, self.spoken[visit_id][-1][-1].message.at)

    def _match_nothing(self) -> None:
        """Which visit, 6: "If, of the visits of a day that has shipments, most match nothing, the window says so"."""
        self.without_parcel = [
            visit_id
            for visit_id, groups in self.spoken.items()
            if not any(one.means or one.may_mean for group in groups for one in group)
        ]
        nothing = set(self.without_parcel)
        of_day: dict[date, list[bool]] = defaultdict(list)
        for visit_id in self.spoken:
            of_day[self._last_day_of(visit_id)].append(visit_id in nothing)
        with_shipments = {one.day for one in self.rows.values()}
        self.days_that_match_nothing = {
            day for day, unmatched in of_day.items() if day in with_shipments and are_most(unmatched)
        }

    def hears(self, row: Row, change: Change) -> bool:
        """Missed: before the receiver was first heard, "and while no notification ever arrived, the signs of missing
        notifications are off": of what was seen before it, and of a day that ended before it."""
        since = self.heard_since
        ends = day_start(self.site, row.day + timedelta(1))
        return since is not None and change.seen_at >= since and ends > since

    def failure_is_older(self, row: Row) -> bool:
        """R1: "an earlier day lists the parcel and no list of it, of any day, was loaded since this day began"."""
        seen = [each.at for one in self.of_parcel[row.parcel] for each in one.listing.own]
        return row.is_listed_earlier and all(is_before_day(self.site, at, row.day) for at in seen)

    def shortened(self, row: Row, visit: Visit) -> Visit | None:
        """R2: the visit "without its last message", if it belonged to the row then."""
        left = without_last_message(visit)
        if left is None:
            return None
        shown = self.home(row.parcel, left.at)
        return left if shown is not None and shown.belongs and shown.day == row.day else None

    def sources(
        self, row: Row, observations: Sequence[Observation], loads: Sequence[datetime], visits: Sequence[Visit]
    ) -> Sources:
        return Sources(
            observations,
            loads,
            visits,
            timedelta(minutes=self.site.lag_minutes),
            partial(self.hears, row),
            self.failure_is_older(row),
            partial(self.shortened, row),
        )

    def known(self, row: Row) -> tuple[list[Observation], list[datetime]]:
        """Listed again: "a listing uses only loads sent before that day began; where none lists it, it has none"."""
        observations, loads = row.listing.observations, row.listing.loads
        again = row.listed_again_on
        if again is not None:
            observations = [one for one in observations if is_before_day(self.site, one.at, again)]
            loads = [one for one in loads if is_before_day(self.site, one, again)]
        return observations, loads

    def decide_now(self, row: Row) -> Decision:
        return decide(self.sources(row, *self.known(row), row.leading))

    def decide_outcome(self, row: Row) -> tuple[Decision, bool]:
        """What counts: "each parcel's **outcome of that day**: the same rule over the visits that belong to the
        listing and are dated that day, and observations made up to its end"; and whether it is the first later
        observation."""
        ends = row.day + timedelta(1)
        observations = [one for one in row.listing.observations if is_before_day(self.site, one.at, ends)]
        loads = [one for one in row.listing.loads if is_before_day(self.site, one, ends)]
        visits = [one for one in row.leading if is_dated(self.site, one, row.day)]
        is_later = not observations and takes_the_first_later(row, visits)
        if is_later:
            observations = row.listing.observations[:1]
            loads = [observations[0].at]
        return decide(self.sources(row, observations, loads, visits)), is_later

    def differs_after(self, row: Row) -> bool:
        """What counts: "If the first observation after the day's end differs from the outcome and its `not_yet_at`
        lies before that end, the outcome stays, the row gets `contradiccion`"."""
        end = day_start(self.site, row.day + timedelta(1))
        observations = row.listing.observations
        first = next((nth for nth, one in enumerate(observations) if one.at >= end), None)
        if first is None:
            return False
        after, outcome = observations[first], row.outcome.state
        not_yet_at = not_yet_of(observations[: first + 1])
        if after.status.state == outcome or not_yet_at is None or not_yet_at >= end:
            return False
        return not (is_expected(row, outcome, after) or self.is_explained(row, end, after))

    def is_explained(self, row: Row, end: datetime, after: Observation) -> bool:
        """What counts: "nor where between the day's end and it a visit of the parcel lies or another listing showed
        a state other than its"."""
        visits = [visit for one in self.of_parcel[row.parcel] for visit in one.shown if visit.state is not None]
        if any(end <= one.at <= after.at for one in visits):
            return True
        elsewhere = [each for one in row.others for each in one.listing.own]
        return any(end <= one.at <= after.at and one.status.state != after.status.state for one in elsewhere)


def are_most(unmatched: Sequence[bool]) -> bool:
    return 2 * sum(unmatched) > len(unmatched)


def is_dated(site: Site, visit: Visit, day: date) -> bool:
    return day_of(site, visit.at) == day


def takes_the_first_later(row: Row, visits: Sequence[Visit]) -> bool:
    """What counts: "the first later one only where there is none, no visit is dated that day and no later day lists
    the parcel in force"."""
    return not visits and row.listed_again_on is None


def not_yet_of(observations: Sequence[Observation]) -> datetime | None:
    """Return `not_yet_at` of the last state: the last load that showed another one before."""
    state = observations[-1].status.state
    return next((one.at for one in reversed(observations) if one.status.state != state), None)


def is_expected(row: Row, outcome: str, after: Observation) -> bool:
    """What counts: "not if the outcome is pickup, or failed and it is not delivered, or it is delivered and a later
    day lists the parcel in force"."""
    is_delivered = after.status.state == DELIVERED
    return (
        outcome == PICKUP
        or (outcome == FAILED and not is_delivered)
        or (is_delivered and row.listed_again_on is not None)
    )


def shifted(site: Site, loads: Sequence[Load], arrivals: Sequence[Arrival], backs: Sequence[SetBack]) -> "Board":
    """Return the board with loads and arrivals since set-backs of the site's clock moved forward by them."""
    return Board(
        site,
        replay((replace(one, asked_at=moved_forward(one.asked_at, backs)) for one in loads), site),
        [replace(one, received_at=moved_forward(one.received_at, backs)) for one in arrivals],
    )
