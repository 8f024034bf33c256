"""What every row must say after a history: written from the page of the rule alone, to judge the product by.

It replays plain lists of events with clarity before speed, and shares nothing with the product. The types are in
`events`, the carrier's side in `listings`, the drivers' side in `visits`; here the two are weighed.

Where the page leaves room, this is how it is read here (each is shown by an example):

- A list without any number lacks the numbers; where no message has one, the last `tracking_id` counts.
- Parcels whose recipients are not known at all are not the same recipient. A document is compared with documents only.
- Who receives a parcel says a listing of its last day that stands, the first one in its carrier's answer, else the one
  that went last.
- A parcel that the visit belongs to by another of its numbers does not get `ambiguo` from the same visit.
- Days that list a parcel are those of all its listings, of any carrier, gone or not.
- A visit without a status that is known belongs to a day by its last message's time.
- Where both sources say the same, the text is the carrier's, and the visit's time says whether it was concluded later.
- Of more than six messages of a visit not all orders are compared: each one that breaks the chain is moved once, and
  where links stay broken the rows get `reloj` too.
- Where the site's clock was set back, "by arrivals" is by the order in which they came; and a load that was asked for
  earlier than one before it does not tell how long the sources have differed: what is `adelantado` by it has `reloj`.
  Nor does one behind a set-back that the program itself has noticed. As the clock may be behind from then on, up to a
  week, the row is decided once more as if it were: what came with a stamp more than 60 s from its arrival was then
  earlier, by the site's clock, than its stamp says. Where that differs the row gets `reloj`.
- A number that is gone from several manifests of a day counts once, on the row that was listed last.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from tests.truth.events import Arrival, Event, Expected, Key, Listed, Load, Site
from tests.truth.listings import DELIVERED, FAILED, OPEN, OTHER, PICKUP, Change, Listing, Seen, replay
from tests.truth.visits import STATES, Parcels, Visit, read_visits, risen

__all__ = ["Arrival", "Event", "Expected", "Key", "Listed", "Load", "Site", "figures", "rows"]

_DOUBTS_OF_DECISION = frozenset({"aviso_perdido", "contradiccion"})
_PLAUSIBLE = timedelta(seconds=60)
_LATE = timedelta(hours=1)


class Decision(NamedTuple):
    """What decides a row: the row of the page's table, the state, its text, its signs, and when that came to be."""

    case: str
    state: str
    text: str
    signs: frozenset[str]
    since: datetime | None
    """T of the visit or the carrier's `not_yet_at`, whichever decides."""


class Judged(NamedTuple):
    """A row with what its figures need beside what it says."""

    listing: Listing
    now: Decision
    that_day: Decision
    differs_after: bool
    """Whether the first observation after the day's end contradicts the outcome."""
    expected: Expected


def rows(site: Site, events: Sequence[Event]) -> dict[Key, Expected]:
    """Return what every listing that there ever was must say, by carrier, day, manifest and number."""
    return {one.listing.key: one.expected for one in _Board(site, events).judged()}


def cases(site: Site, events: Sequence[Event]) -> dict[Key, str]:
    """Return which row of the page's table decides each listing: R1 to R7."""
    return {one.listing.key: one.now.case for one in _Board(site, events).judged()}


def figures(site: Site, events: Sequence[Event], carrier: str, day: date) -> dict[str, int]:
    """Return the figures of a carrier's day by their labels in the first sheet of `export day`, but for the gaps."""
    of_day = [one for one in _Board(site, events).judged() if (one.listing.carrier, one.listing.day) == (carrier, day)]
    counted = [one for one in of_day if one.expected.counts]
    labels = {"Delivered": DELIVERED, "Failed": FAILED, "Ready for pickup": PICKUP, "Open": OPEN, "Other": OTHER}

    def signed(sign: str) -> set[str]:
        return {one.listing.number for one in counted if sign in one.expected.senales}

    return {
        "Parcels": len(counted),
        **{label: sum(one.that_day.state == state for one in counted) for label, state in labels.items()},
        "Delivered later": sum(one.now.state == DELIVERED != one.that_day.state for one in counted),
        "Contradictions": len(signed("contradiccion") | {one.listing.number for one in counted if one.differs_after}),
        "Possibly missed": len(signed("aviso_perdido")),
        "Ambiguous": len(signed("ambiguo")),
        "Not in force": len(
            {
                one.listing.number
                for one in of_day
                if not one.listing.in_force and "trasladado" not in one.expected.senales
            }
            - {one.listing.number for one in counted}
        ),
    }


def day_start(site: Site, day: date) -> datetime:
    """Return when a day begins at the site: its first moment where a clock change skips or repeats midnight."""
    return datetime.combine(day, time(), site.zone).astimezone(UTC)


@dataclass
class _Board:
    """All listings and visits of a history, found by number."""

    site: Site
    events: Sequence[Event]
    by_number: dict[str, list[Listing]] = field(init=False)
    parcels: Parcels = field(init=False)
    listening_since: datetime | None = field(init=False)

    def __post_init__(self) -> None:
        arrivals = [one for one in self.events if isinstance(one, Arrival)]
        listings = replay(one for one in self.events if isinstance(one, Load))
        self.parcels = Parcels(listings)
        self.by_number = defaultdict(list)
        for one in listings:
            self.by_number[one.number].append(one)
        first = min((one.received_at for one in arrivals), default=None)
        known = [at for at in (first, self.site.listening_since) if at is not None]
        self.listening_since = min(known) if first is not None else None
        self._stamped, self._ambiguous = self._visits(arrivals)
        self._arrived = self._by_arrival(arrivals)
        self._if_behind = [self._visits(arrivals, one)[0] for one in self.site.set_backs]

    def _visits(
        self, arrivals: Sequence[Arrival], behind: tuple[datetime, datetime] | None = None
    ) -> tuple[dict[str, list[Visit]], dict[str, list[Visit]]]:
        linked: dict[str, list[Visit]] = defaultdict(list)
        ambiguous: dict[str, list[Visit]] = defaultdict(list)
        read = read_visits(arrivals, self.site.sender_zone, by_arrival=False, behind=behind)
        for visit in map(self.parcels.link, read):
            for number in visit.linked:
                linked[number].append(visit)
            for number in visit.ambiguous:
                ambiguous[number].append(visit)
        return linked, ambiguous

    def _by_arrival(self, arrivals: Sequence[Arrival]) -> dict[str, list[Visit]]:
        """Return the visits of each number by arrival: no message is before one that came earlier."""
        naming: dict[str, list[Visit]] = defaultdict(list)
        self._received: dict[int, datetime] = {}
        for visit in read_visits(arrivals, self.site.sender_zone, by_arrival=True):
            self._received |= {message.nth: message.arrival.received_at for message in visit.messages}
            alone = [self.parcels.link(replace(visit, messages=(message,))) for message in visit.messages]
            for number in {number for one in alone for number in one.linked}:
                naming[number].append(visit)
        return defaultdict(
            list,
            {
                number: [one for one in map(self.parcels.link, risen(visits)) if number in one.linked]
                for number, visits in naming.items()
            },
        )

    def judged(self) -> list[Judged]:
        counting = {one.key for same in self.by_number.values() for one in self._counting(same)}
        return [
            self._judge(one, others, counts=one.key in counting) for others in self.by_number.values() for one in others
        ]

    # Which rows count and which stand

    def _counting(self, same: list[Listing]) -> list[Listing]:
        """Return the rows of one number that count: one at most of each carrier's day."""
        of_day: dict[tuple[str, date], list[Listing]] = defaultdict(list)
        for one in same:
            if one.in_force and not _moved(one, same):
                of_day[one.carrier, one.day].append(one)
        return [max(rows, key=_claim) for rows in of_day.values()]

    def _signs_of_listing(self, one: Listing, same: list[Listing], state: str) -> set[str]:
        """Return the signs that say where and how often a number is listed; `state` is what the row says."""
        found = set()
        if self._relisted_on(one, same) is not None:
            found.add("relistado")
        if _moved(one, same):
            found.add("trasladado")
        elif not one.stands:
            found |= {"ya_no_figura"} | ({"contradiccion"} if state in {OPEN, FAILED} else set())
        if not one.in_force:
            found.add("planilla_no_vigente")
        standing = [other for other in same if other.stands and other.day == one.day]
        if one.stands and any(other.carrier != one.carrier for other in standing):
            found.add("en_dos_transportadoras")
        in_force = [other for other in standing if other.in_force and other.carrier == one.carrier]
        if one in in_force and len(in_force) > 1:
            found.add("en_dos_planillas")
        return found

    def _relisted_on(self, one: Listing, same: list[Listing]) -> date | None:
        return min((other.day for other in same if other.stands and other.day > one.day), default=None)

    # Which visits belong to a row

    def _home(self, visit: Visit, number: str) -> tuple[date, bool]:
        return self.parcels.home(number, self._site_date(visit.at))

    def _site_date(self, at: datetime) -> date:
        try:
            return at.astimezone(self.site.zone).date()
        except OverflowError:
            return at.date()

    def _leads(self, visit: Visit, one: Listing) -> bool:
        """Return whether a visit belongs to a row, and not only as one of another day."""
        return one.number in visit.linked and self._home(visit, one.number) == (one.day, False)

    def _is_dated(self, visit: Visit, day: date) -> bool:
        return self._site_date(visit.at) == day

    # What a row says

    def _judge(self, one: Listing, same: list[Listing], *, counts: bool) -> Judged:
        relisted_on = self._relisted_on(one, same)
        seen = one.seen(day_start(self.site, relisted_on) if relisted_on else None)
        end = day_start(self.site, one.day + timedelta(days=1))
        linked = self._stamped[one.number]
        now = self._decide(one, seen, linked, lambda visit: self._leads(visit, one))
        outcome_seen = one.seen(end)
        that_day = self._decide(
            one, outcome_seen, linked, lambda visit: self._leads(visit, one) and self._is_dated(visit, one.day)
        )
        concerned = [visit for visit in linked if self._home(visit, one.number)[0] == one.day]
        belonging = [visit for visit in concerned if self._leads(visit, one)]
        signs = set(now.signs) | self._signs_of_listing(one, same, now.state)
        signs |= self._signs_of_visits(one, concerned, seen)
        if self._is_doubtful(one, seen, concerned, now):
            signs.add("reloj")
        if now.since is not None and now.since >= end:
            signs.add("concluido_despues")
        expected = Expected(
            estado=now.text,
            senales=frozenset(signs),
            visita_id=max(belonging, key=lambda visit: visit.newness).id if belonging else None,
            vigente=one.stands,
            resultado_dia=that_day.state,
            counts=counts,
        )
        return Judged(one, now, that_day, _differs_after(one, that_day, self.site, end), expected)

    def _signs_of_visits(self, one: Listing, concerned: list[Visit], seen: Seen) -> set[str]:
        found = set()
        if any(self._home(visit, one.number)[0] == one.day for visit in self._ambiguous[one.number]):
            found.add("ambiguo")
        if any(not self._leads(visit, one) for visit in concerned) or self._was_here(one):
            found.add("visita_de_otro_dia")
        if seen.status.is_odd or any(visit.is_odd for visit in concerned):
            found.add("dato_raro")
        return found

    def _was_here(self, one: Listing) -> bool:
        """Return whether a visit would belong here by an earlier message of it, and by its last one does not."""
        return any(
            self.parcels.home(one.number, self._site_date(message.at)) == (one.day, False)
            and self._home(visit, one.number)[0] != one.day
            for visit in self._stamped[one.number]
            for message in visit.messages[:-1]
            if message.arrival.status in STATES
        )

    def _is_set_back_between(self, visit: datetime | None, load: datetime) -> bool:
        """Return whether the clock is known to have been set back behind a visit and before a load."""
        return visit is not None and any(visit <= before and after <= load for before, after in self.site.set_backs)

    def _is_doubtful(self, one: Listing, seen: Seen, concerned: list[Visit], now: Decision) -> bool:
        """Return whether the stamps of the row's visits leave in doubt what it says."""
        if any(visit.is_reordered for visit in concerned) or self._arrived_late(one) or self._is_stamped_ahead(one):
            return True
        if "adelantado" in now.signs and (seen.is_set_back or self._is_set_back_between(now.since, seen.last_load)):
            return True
        if any(self._differs(one, seen, visits[one.number], now) for visits in self._if_behind):
            return True
        arrived_here = [visit for visit in self._arrived[one.number] if self._home(visit, one.number)[0] == one.day]
        stamps = [
            (self._received[message.nth], message.stamp)
            for visit in (*concerned, *arrived_here)
            for message in visit.messages
        ]
        if all(abs(arrived - stamp) <= _PLAUSIBLE for arrived, stamp in stamps):
            return False
        return self._differs(one, seen, self._arrived[one.number], now)

    def _differs(self, one: Listing, seen: Seen, visits: list[Visit], now: Decision) -> bool:
        """Return whether the row would say something else, or with other doubts, by the visits in another reading."""
        other = self._decide(one, seen, visits, lambda visit: self._leads(visit, one))
        return now.state != other.state or bool((now.signs ^ other.signs) & _DOUBTS_OF_DECISION)

    def _arrived_late(self, one: Listing) -> bool:
        """Return whether a notification of another day arrived on this one, more than an hour after its stamp."""
        return any(
            message.arrival.received_at - message.stamp > _LATE
            and self._site_date(message.arrival.received_at) == one.day != self._home(visit, one.number)[0]
            for visit in self._stamped[one.number]
            for message in visit.messages
        )

    def _is_stamped_ahead(self, one: Listing) -> bool:
        """Return whether a stamp that is ahead of its arrival names this day, or another one that lists the parcel."""
        for visit in self._stamped[one.number]:
            home = self._home(visit, one.number)[0]
            for message in visit.messages:
                day = self._site_date(message.stamp)
                is_ahead = message.stamp - message.arrival.received_at > _PLAUSIBLE
                if is_ahead and day != home and self.parcels.lists(one.number, day) and one.day in {day, home}:
                    return True
        return False

    def _decide(self, one: Listing, seen: Seen, visits: Iterable[Visit], belongs: Callable[[Visit], bool]) -> Decision:
        """Decide by the page's table: R1 where no visit counts, else by the newest one."""
        candidates = list(visits)
        known = [visit for visit in candidates if visit.state is not None and belongs(visit)]
        carrier = seen.changes[-1]
        if not known:
            signs = {"aviso_perdido"} if carrier.state in {DELIVERED, FAILED} else set()
            return self._carrier("R1", one, seen, signs)
        newest = max(known, key=lambda visit: visit.newness)
        if newest.at <= seen.last_load:
            return self._decide_asked_since(one, seen, newest)
        signs = set(self._doubts_before(one, seen, candidates, newest, belongs))
        if newest.state != carrier.state:
            signs.add("adelantado")
            if carrier.state == DELIVERED and not newest.said_delivered_before:
                signs.add("contradiccion")
        return _visit("R2", newest, signs)

    def _doubts_before(
        self, one: Listing, seen: Seen, visits: list[Visit], newest: Visit, belongs: Callable[[Visit], bool]
    ) -> frozenset[str]:
        """Return the doubts of the row as it was without the last message of its newest visit."""
        before = self.parcels.without_last_message(newest)
        left = [visit for visit in visits if visit is not newest] + ([before] if before else [])
        return self._decide(one, seen, left, belongs).signs & _DOUBTS_OF_DECISION

    def _decide_asked_since(self, one: Listing, seen: Seen, newest: Visit) -> Decision:
        """Decide where the carrier was asked at T or later: R3 to R7."""
        carrier, at = seen.changes[-1], newest.at
        said_otherwise_since = carrier.not_yet_at is not None and carrier.not_yet_at >= at
        seen_after = carrier.seen_at > at
        if newest.state == carrier.state:
            return _visit("R3", newest, set())._replace(text=seen.status.text)
        if newest.state == FAILED and carrier.state == PICKUP and seen_after:
            return self._carrier("R4", one, seen, set())
        if newest.state == FAILED and carrier.state == DELIVERED and seen_after:
            if not newest.said_delivered_before or said_otherwise_since:
                by_pickup = any(earlier.state == PICKUP and earlier.seen_at > at for earlier in seen.changes[:-1])
                return self._carrier("R5", one, seen, set() if by_pickup else {"aviso_perdido"})
        elif said_otherwise_since:
            return self._carrier("R6", one, seen, set() if _sent_out_again(seen.changes, at) else {"contradiccion"})
        still_differs = seen.last_listed - at > timedelta(minutes=self.site.lag_minutes)
        return _visit("R7", newest, {"contradiccion" if still_differs else "adelantado"})

    def _carrier(self, case: str, one: Listing, seen: Seen, signs: set[str]) -> Decision:
        carrier = seen.changes[-1]
        if not self._could_be_received(one, carrier):
            signs = signs - {"aviso_perdido"}
        return Decision(case, carrier.state, seen.status.text, frozenset(signs), carrier.not_yet_at)

    def _could_be_received(self, one: Listing, carrier: Change) -> bool:
        """Return whether a missing notification says anything: a notification was received before, within the day."""
        if self.listening_since is None or carrier.seen_at <= self.listening_since:
            return False
        return day_start(self.site, one.day + timedelta(days=1)) > self.listening_since


def _visit(case: str, visit: Visit, signs: set[str]) -> Decision:
    return Decision(case, visit.state or "", visit.text, frozenset(signs), visit.at)


def _sent_out_again(changes: list[Change], at: datetime) -> bool:
    if len(changes) < 2:
        return False
    failed, carrier = changes[-2:]
    return carrier.state == OPEN and failed.state == FAILED and failed.seen_at > at


def _moved(one: Listing, same: list[Listing]) -> bool:
    """Return whether a listing is gone and another one of its number, of the same or a later day, stands."""
    return not one.stands and any(other.stands and other.day >= one.day for other in same)


def _claim(one: Listing) -> tuple[bool, datetime, datetime, int]:
    """Order the rows of a number on one carrier's day by which of them counts."""
    changed_at = one.seen().changes[-1].seen_at
    return one.stands, changed_at if one.stands else one.observations[-1].at, changed_at, -one.place


def _differs_after(one: Listing, outcome: Decision, site: Site, end: datetime) -> bool:
    """Return whether the first observation after the day's end contradicts the outcome, seen other within the day."""
    later = next((shown for shown in one.observations if shown.at >= end), None)
    if later is None or later.status.state == outcome.state:
        return False
    change = one.seen(later.at + timedelta.resolution).changes[-1]
    return change.seen_at >= end and change.not_yet_at is not None and change.not_yet_at >= day_start(site, one.day)
