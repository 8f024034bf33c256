"""What the carrier said: the loads, as plain lists for each listing."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from tests.truth.clocks import REACH, day_start
from tests.truth.events import Key, Listed, Load, Site
from tests.truth.spellings import identifier
from tests.truth.statuses import Status, read_status

CarrierDay = tuple[str, date]
Place = tuple[str, str]
"""Manifest and number."""


class Answer(NamedTuple):
    """A good load: when it was asked for, its rows by manifest and number, and its manifests in force."""

    at: datetime
    rows: dict[Place, Listed]
    in_force: dict[str, bool]
    positions: dict[Place, int]


class Observation(NamedTuple):
    """What one load showed of a listing; `nth` of the good loads of its day."""

    nth: int
    at: datetime
    status: Status


class Change(NamedTuple):
    """A state that was first shown by the load at `seen_at`; another state was last shown at `not_yet_at`."""

    state: str
    seen_at: datetime
    not_yet_at: datetime | None


@dataclass(eq=False)
class Listing:
    """One shipment in one manifest of one carrier's day."""

    carrier: str
    day: date
    manifest: str
    number: str
    begins: datetime
    """When its day begins."""
    answers: Sequence[Answer]
    """The good loads of its day, also those that lack it."""
    own: list[Observation]
    carried: list[Observation] = field(default_factory=list)
    """Of the row that moved here."""

    @property
    def key(self) -> Key:
        return self.carrier, self.day, self.manifest, self.number

    @property
    def place(self) -> Place:
        return self.manifest, self.number

    @cached_property
    def observations(self) -> list[Observation]:
        return sorted([*self.carried, *self.own], key=lambda one: one.nth)

    @cached_property
    def loads(self) -> list[datetime]:
        return [one.at for one in self.answers]

    @property
    def last(self) -> Listed:
        """As the last load that lists it shows it."""
        return self.answers[self.own[-1].nth].rows[self.place]

    @property
    def position(self) -> int:
        """Its place in the last answer that lists it."""
        return self.answers[self.own[-1].nth].positions[self.place]

    @property
    def is_listed(self) -> bool:
        """Whether the last load lists it."""
        return self.own[-1].nth == len(self.answers) - 1

    @property
    def in_force(self) -> bool:
        """What counts: "in manifests in force (as of now)": as its entry was last shown, or its manifest since."""
        if self.is_listed:
            return self.last.in_force
        since = [one.in_force[self.manifest] for one in self.answers[self.own[-1].nth + 1 :] if self._is_in(one)]
        return since[-1] if since else self.last.in_force

    def _is_in(self, answer: Answer) -> bool:
        return self.manifest in answer.in_force

    @property
    def stands(self) -> bool:
        """Words, Listing: "A row **stands** where the last load lists it in a manifest in force"."""
        return self.is_listed and self.in_force

    @property
    def gone_at(self) -> datetime | None:
        """When the first load was asked for that did not list it any more."""
        return None if self.is_listed else self.answers[self.own[-1].nth + 1].at

    @property
    def is_gone_before_its_day(self) -> bool:
        """Words, Listing: "unless it was gone before the day began"."""
        return self.gone_at is not None and self.gone_at < self.begins

    @property
    def lists(self) -> bool:
        """Words, Listing: "A day **lists** a parcel from its first observation, also where the row is gone since"."""
        return not self.is_gone_before_its_day

    @property
    def first_in_force(self) -> int | None:
        """The first load that lists it in force."""
        return next((one.nth for one in self.own if self.is_in_force_in(one.nth)), None)

    def is_in_force_in(self, nth: int) -> bool:
        """What counts: "in force (as of now)": what a manifest was before is not kept."""
        return self.in_force and self.place in self.answers[nth].rows


def changes(observations: Iterable[Observation]) -> list[Change]:
    """Words, Observation: a change has `seen_at`, "the load that first showed it", and `not_yet_at`, "the last load
    that showed **another state**; a first observation has none. Absence is no state"."""
    found: list[Change] = []
    previous: Observation | None = None
    for one in observations:
        if previous is None or previous.status.state != one.status.state:
            found.append(Change(one.status.state, one.at, None if previous is None else previous.at))
        previous = one
    return found


def good_answers(loads: Iterable[Load]) -> dict[CarrierDay, list[Answer]]:
    """Return the good loads of each carrier's day, in their order."""
    found: dict[CarrierDay, list[Answer]] = defaultdict(list)
    doubted: dict[CarrierDay, Load] = {}
    for load in loads:
        day = load.carrier, load.day
        waiting = doubted.pop(day, None)
        if load.listed:
            found[day].append(read_answer(load))
        elif not _had_shipments(found[day]):
            found[day].append(nothing(load))
        elif waiting is not None:
            found[day] += confirmed(waiting, load)
        else:
            doubted[day] = load
    return found


def confirmed(first: Load, second: Load) -> list[Answer]:
    """Words, Load: "A 404, or an empty answer where there were shipments, is a good load only if the next one
    agrees"."""
    return [nothing(first), nothing(second)]


def nothing(load: Load) -> Answer:
    return Answer(load.asked_at, {}, {}, {})


def _had_shipments(answers: Sequence[Answer]) -> bool:
    return bool(answers) and bool(answers[-1].rows)


def read_answer(load: Load) -> Answer:
    """Words: "Two entries of one answer with one `idPlanillaReparto` are one manifest; a shipment that both list is
    one row, as the entry in force shows it": where several are in force or none is, as the first one does. The
    manifest is in force where one of its entries is."""
    rows: dict[Place, Listed] = {}
    in_force: dict[str, bool] = {}
    for one in load.listed or ():
        place = one.manifest, identifier(one.number)
        in_force[one.manifest] = in_force.get(one.manifest, False) or one.in_force
        if place not in rows or is_better_entry(one, rows[place]):
            rows[place] = one
    rows = {place: replace(one, in_force=in_force[one.manifest]) for place, one in rows.items()}
    return Answer(load.asked_at, rows, in_force, {place: nth for nth, place in enumerate(rows)})


def is_better_entry(one: Listed, kept: Listed) -> bool:
    return one.in_force and not kept.in_force


def replay(loads: Iterable[Load], site: Site) -> list[Listing]:
    """Return every listing that there ever was."""
    found: list[Listing] = []
    for (carrier, day), answers in good_answers(loads).items():
        places = dict.fromkeys(place for one in answers for place in one.rows)
        seen: dict[Place, list[Observation]] = {place: [] for place in places}
        for nth, answer in enumerate(answers):
            for place, one in answer.rows.items():
                seen[place].append(Observation(nth, answer.at, read_status(one.status_id, one.status)))
        of_day = [Listing(carrier, day, *place, day_start(site, day), answers, seen[place]) for place in places]
        _carry(of_day)
        found += of_day
    return found


def _carry(of_day: list[Listing]) -> None:
    by_number: dict[str, list[Listing]] = defaultdict(list)
    for one in of_day:
        by_number[one.number].append(one)
    for same in by_number.values():
        for one in sorted(same, key=lambda one: -1 if one.first_in_force is None else one.first_in_force):
            moved = moved_from(one, same)
            if moved is not None:
                since = one.first_in_force or 0
                one.carried = [each for each in moved.observations if each.nth < since]


def moved_from(one: Listing, same: list[Listing]) -> Listing | None:
    """Words, manifest: "A row has moved to another manifest in force of its carrier and day where, from the load that
    first shows it there, the old one no longer lists it in force: it takes its observations along"."""
    since = one.first_in_force
    if since is None:
        return None
    left = [other for other in same if other is not one and was_left(other, since)]
    return max(left, key=lambda other: [each.nth for each in other.own if each.nth < since][-1], default=None)


def was_left(other: Listing, since: int) -> bool:
    """Whether it was listed in force before a load, and never from that one on."""
    was = any(one.nth < since for one in other.own)
    return was and not any(other.is_in_force_in(nth) for nth in range(since, len(other.answers)))


def parcels(listings: Iterable[Listing]) -> dict[str, list[list[Listing]]]:
    """Words, Listing: "Listings of a number are one parcel's as long as none is more than 30 days after the one
    before; then it is another parcel's"."""
    by_number: dict[str, list[Listing]] = defaultdict(list)
    for one in listings:
        by_number[one.number].append(one)
    found: dict[str, list[list[Listing]]] = {}
    for number, same in by_number.items():
        same.sort(key=lambda one: one.day)
        found[number] = [[same[0]]]
        for one in same[1:]:
            if is_another_parcel(found[number][-1][-1].day, one.day):
                found[number].append([])
            found[number][-1].append(one)
    return found


def is_another_parcel(before: date, day: date) -> bool:
    return day - before > REACH
