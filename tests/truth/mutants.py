"""The oracle with one sentence of the page broken at a time, to see that the histories would show it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

from tests.truth import board, clocks, listings, messages, oracle, signs, spellings, statuses, table, visits
from tests.truth.board import Board, Row
from tests.truth.events import Event, Site
from tests.truth.listings import Listing
from tests.truth.messages import Message
from tests.truth.statuses import DELIVERED, FAILED
from tests.truth.visits import Home, Parcels, Spoken, Visit

_MODULES = (board, clocks, listings, messages, oracle, signs, spellings, statuses, table, visits)


@dataclass(frozen=True)
class Mutant:
    """What the broken oracle does, in words, and the function or the class's attribute that does it.

    The replacement of a method or a function takes what that takes; of a property, the object.
    """

    name: str
    broken: Callable[..., Any] | tuple[type, str]
    by: Callable[..., Any]

    @contextmanager
    def active(self) -> Iterator[None]:
        """Break the oracle."""
        if isinstance(self.broken, tuple):
            owner, name = self.broken
            is_property = isinstance(owner.__dict__[name], property)
            with patch.object(owner, name, property(self.by) if is_property else self.by):
                yield
            return
        users = [one for one in _MODULES if getattr(one, self.broken.__name__, None) is self.broken]
        assert users, self.name
        for one in users:
            setattr(one, self.broken.__name__, self.by)
        try:
            yield
        finally:
            for one in users:
                setattr(one, self.broken.__name__, self.broken)


def told(site: Site, events: Sequence[Event]) -> object:
    """Return all that a user of the oracle sees."""
    found = oracle.judged(site, events)
    days = {one.key[:2] for one in found}
    return (
        {one.key: (one.expected, one.needs_attention, one.row.is_seen_later) for one in found},
        [oracle.figures_of(found, *day) for day in sorted(days)],
    )


def survivors(site: Site, events: Sequence[Event], mutants: Sequence[Mutant]) -> list[Mutant]:
    """Return the mutants that say of a history what the oracle says."""
    right = told(site, events)
    left = []
    for one in mutants:
        with one.active():
            if told(site, events) == right:
                left.append(one)
    return left


def _never(*_: object) -> bool:
    return False


def _always(*_: object) -> bool:
    return True


def _nothing(*_: object) -> None:
    return None


def _midnight(site: Site, day: date) -> datetime:
    return datetime.combine(day, time(), site.zone).astimezone(UTC)


_read_stamp, _read_status, _best_order, _home = (
    clocks.read_stamp,
    statuses.read_status,
    messages.best_order,
    visits.home,
)
_in_reach = Parcels.in_reach
_decide_outcome, _known, _meant = Board.decide_outcome, Board.known, Parcels.meant
_visits_of, _shown, _claim, _changes = visits.visits_of, signs.newest_shown, oracle.claim, listings.changes
_named, _is_moved = visits.named, signs.is_moved_elsewhere


def _other_state(id_: str, name: str) -> statuses.Status:
    return statuses.Status(id_, "otro", name, contradicts=False, unknown_name=None)


def _odd_name(one: statuses.Status, rows: list[statuses.Status]) -> bool:
    return one.unknown_name is not None and not statuses.is_borne_by_most(one, rows)


_TIMES = (
    Mutant("a day ends at midnight whatever is set", clocks.day_start, _midnight),
    Mutant(
        "a load at the moment when a day begins was sent before it",
        clocks.is_before_day,
        lambda site, at, day: at <= clocks.day_start(site, day),
    ),
    Mutant("a stamp after the arrival counts", clocks.visit_time, lambda stamp, _: stamp),
    Mutant(
        "of a repeated hour the first reading counts",
        clocks.read_stamp,
        lambda one, zone: _read_stamp(replace(one, received_at=clocks.FIRST), zone),
    ),
    Mutant(
        "of a repeated hour the last reading counts",
        clocks.read_stamp,
        lambda one, zone: _read_stamp(replace(one, received_at=clocks.LAST), zone),
    ),
    Mutant("stamps are read in UTC", clocks.read_stamp, lambda one, _: _read_stamp(one, ZoneInfo("UTC"))),
    Mutant("stamps are not checked", clocks.is_off, _never),
    Mutant("every stamp is decided twice", clocks.is_off, _always),
    Mutant("late arrivals are not shown on the day of their arrival", clocks.is_late, _never),
    Mutant("set-backs of the site's clock are not considered", clocks.moved_forward, lambda at, _: at),
    Mutant(
        "a set-back is considered for ever",
        clocks.moved_forward,
        lambda at, backs: at + sum((one[0] - one[1] for one in backs if at >= one[1]), timedelta()),
    ),
    Mutant(
        "the table's signs are not compared",
        signs.what_is_compared,
        lambda row: (row.now.state, row.outcome.state),
    ),
    Mutant("outcomes are not compared", signs.what_is_compared, lambda row: (row.now.state, row.now.signs)),
)

_CARRIER = (
    Mutant(
        "the name decides before the id",
        statuses.read_status,
        lambda id_, name: _read_status("77" if _read_status("77", name).state != "otro" else id_, name),
    ),
    Mutant("another id is always another state", statuses._of_another_id, lambda id_, name, _: _other_state(id_, name)),
    Mutant("a contradicting name is no sign", statuses.is_odd, _odd_name),
    Mutant("an unknown name is no sign", statuses.is_odd, lambda one, _: one.contradicts),
    Mutant("an unknown name that most rows bear is a sign", statuses.is_borne_by_most, _never),
    Mutant("a first 404 is a good load", listings._had_shipments, _never),
    Mutant(
        "of two 404s only the second one is a good load",
        listings.confirmed,
        lambda _, second: [listings.nothing(second)],
    ),
    Mutant("of two entries of a manifest the first one counts", listings.is_better_entry, _never),
    Mutant("a row that moved begins anew", listings.moved_from, _nothing),
    Mutant(
        "a row that is listed elsewhere too has moved",
        listings.was_left,
        lambda other, since: any(other.is_in_force_in(nth) for nth in range(since)),
    ),
    Mutant("a number is one parcel for ever", listings.is_another_parcel, _never),
    Mutant("a number is another parcel after 30 days", listings.is_another_parcel, lambda a, b: b - a >= timedelta(30)),
    Mutant("a day lists what was gone before it", (Listing, "lists"), _always),
    Mutant(
        "a day lists only what is not gone",
        (Listing, "lists"),
        lambda one: one.is_listed,
    ),
    Mutant("a row of a manifest not in force stands", (Listing, "stands"), lambda one: one.is_listed),
    Mutant(
        "a manifest is in force as it first was",
        (Listing, "in_force"),
        lambda one: one.answers[one.own[0].nth].rows[one.place].in_force,
    ),
)


def _all_named(visit_id: int, groups: Sequence[Sequence[Spoken]]) -> list[Visit]:
    """Let a visit mean what its last message names, as in the first edition."""
    last = groups[-1][-1]
    return _visits_of(visit_id, [[one._replace(means=last.means) for one in group] for group in groups])


def _home_in_any_order(listed: Iterable[Listing], on: date) -> Home | None:
    shown = [one for one in listed if one.lists]
    days = {one.day for one in shown}
    before, after = visits.latest_before(days, on), visits.first_after(days, on)
    return Home(before, belongs=True) if before else Home(after, belongs=False) if after else None


_VISITS = (
    Mutant("messages are ordered by T alone", messages.best_order, lambda found: list(range(len(found)))),
    Mutant("T goes back", messages.never_back, lambda at, _: at),
    Mutant("an id is one visit for ever", messages.is_another_visit, _never),
    Mutant("one stamp with two contents is no sign", messages.share_a_stamp, _never),
    Mutant(
        "another status leads as a failure",
        (Message, "state"),
        lambda one: messages.STATES.get(one.arrival.status, FAILED),
    ),
    Mutant(
        "a visit reaches for ever",
        visits.latest_before,
        lambda days, on: max((d for d in days if d <= on), default=None),
    ),
    Mutant(
        "a visit reaches 29 days",
        visits.latest_before,
        lambda days, on: max((one for one in days if timedelta() <= on - one < timedelta(30)), default=None),
    ),
    Mutant("a visit is never shown on a later day", visits.first_after, _nothing),
    Mutant(
        "a visit is shown on any later day",
        visits.first_after,
        lambda days, on: min((one for one in days if one > on), default=None),
    ),
    Mutant("a day not in force is as good as one in force", visits.home, _home_in_any_order),
    Mutant(
        "a visit of another day belongs to the row",
        visits.home,
        lambda found, on: (shown := _home(found, on)) and shown._replace(belongs=True),
    ),
    Mutant(
        "a message without numbers names none", visits.named, lambda found: [visits.own_names(one) for one in found]
    ),
    Mutant("that a later message names others is no sign", visits.others_named, lambda *_: ()),
    Mutant("a later message that names others unlinks the parcel", visits.visits_of, _all_named),
    Mutant("several recipients are one", (Parcels, "is_one_recipient"), _always),
    Mutant("a short document is one", spellings.document, lambda text: spellings.present(text) or None),
    Mutant("an ambiguous visit shows nowhere", (Board, "_show_ambiguous"), _nothing),
    Mutant(
        "a number is also looked for among the identifiers",
        (Parcels, "meant"),
        lambda self, name, on: (
            _meant(self, name, on)[0] | self.in_reach(self._by_identifier.get(name, ()), on),
            set(),
        ),
    ),
    Mutant(
        "an identifier means all parcels of its number",
        (Parcels, "in_reach"),
        lambda self, found, on: _in_reach(
            self, [(number, same[0].day) for number, _ in found for same in self.by_number[number]], on
        ),
    ),
    Mutant("invisible characters count", spellings.identifier, str.strip),
    Mutant("blanks around a number count", spellings.identifier, lambda text: text),
    Mutant("leading zeros are another look", spellings.look, lambda text: spellings.identifier(text).casefold()),
    Mutant("look-alikes are told also where most match nothing", board.are_most, _never),
    Mutant(
        "a doubt ends with no load", signs.is_unconfirmed, lambda _, __, visit: bool(visit.others_named and visit.state)
    ),
    Mutant("an order against the stamps is no sign", signs.is_doubtful_by_order, _never),
)


_TABLE = (
    Mutant("a tie of T and L is not asked since", table.is_not_asked_since, lambda at, loads: at >= loads[-1]),
    Mutant("L is the newest load that lists the row", table.is_not_asked_since, _never),
    Mutant(
        "what was last seen at T is not said after the visit",
        table.says_something_else,
        lambda change, at: change.not_yet_at is not None and change.not_yet_at > at,
    ),
    Mutant(
        "a first observation is not seen after T",
        table.is_seen_after,
        lambda one, at: one.not_yet_at is not None and one.seen_at > at,
    ),
    Mutant(
        "R0: nothing says nothing without a sign",
        table.not_asked,
        lambda visit: (
            table.Decision("R0", "carrier", "abierto", "En Reparto", frozenset(), None)
            if visit is None
            else table.by_visit("R0", visit)
        ),
    ),
    Mutant("R1: every failure may be of a visit that was missed", (Board, "failure_is_older"), _never),
    Mutant("R1: a delivery taken back is no sign", table.was_taken_back, _never),
    Mutant("R1: nothing is missed", (Board, "hears"), _never),
    Mutant("R1: all is missed, from the first day", (Board, "hears"), _always),
    Mutant("R2: doubts end with a visit", table.doubts_before, lambda *_: frozenset()),
    Mutant(
        "R2: the whole visit is left away, not its last message",
        (Board, "shortened"),
        _nothing,
    ),
    Mutant("R2, R3, R5: what the same visit said before is forgotten", (Visit, "said_delivered_before"), _never),
    Mutant(
        "R3: two failures after a delivery are no sign",
        table.agree,
        lambda sources, visit: table.Decision(
            "R3", "both", sources.status.state, sources.status.text, frozenset(), visit.at
        ),
    ),
    Mutant(
        "R4: the carrier's pickup is any other state",
        table.at_pickup,
        lambda sources: table.anything_else(sources, sources.newest),
    ),
    Mutant("R5: the carrier's delivery is any other state", table.delivered_after, table.anything_else),
    Mutant(
        "R5: a parcel picked up was visited unheard",
        table.delivered_after,
        lambda sources, _: table.by_carrier("R5", replace(sources), "aviso_perdido"),
    ),
    Mutant("R6: a change after the visit is any other state", table.changed_since, table.anything_else),
    Mutant("R6: sent out again is a contradiction", table.was_sent_out_again, _never),
    Mutant(
        "R6: any change to open is sent out again",
        table.was_sent_out_again,
        lambda sources, visit: sources.status.state == "abierto" and visit.state == FAILED,
    ),
    Mutant("R6: sent out again though it failed once too often", table.failed_often_enough, _always),
    Mutant("R7: the lag has no end", table.still_differs, _never),
    Mutant(
        "R7: there is no lag",
        table.still_differs,
        lambda sources, visit: any(one.at > visit.at for one in sources.observations),
    ),
    Mutant(
        "R7: a load that lacks the row differs",
        table.still_differs,
        lambda sources, visit: any(at - visit.at > sources.lag for at in sources.loads),
    ),
    Mutant("two visits in contradiction are no sign", table.are_in_contradiction, _never),
    Mutant("two visits contradict each other whatever the carrier delivered", table.delivers_after, _never),
)

_DAYS = (
    Mutant(
        "listed again also where that is not in force",
        (Row, "listed_again_on"),
        lambda row: min((one.day for one in row.others if one.day > row.day and one.listing.lists), default=None),
    ),
    Mutant(
        "listed again only where that still stands",
        (Row, "listed_again_on"),
        lambda row: min((one.day for one in row.others if one.day > row.day and one.listing.stands), default=None),
    ),
    Mutant(
        "listed again uses all loads", (Board, "known"), lambda _, row: (row.listing.observations, row.listing.loads)
    ),
    Mutant("an outcome counts the visits of later days", board.is_dated, _always),
    Mutant("an outcome is never the first later observation", board.takes_the_first_later, _never),
    Mutant(
        "an outcome is the first later observation also of a row listed again",
        board.takes_the_first_later,
        lambda _, found: not found,
    ),
    Mutant("an outcome is not checked", (Board, "differs_after"), _never),
    Mutant("an outcome is checked also where a change is expected", board.is_expected, _never),
    Mutant("an outcome is checked also where it is explained", (Board, "is_explained"), _never),
    Mutant(
        "a gone row leads to no later day",
        signs.leads_from,
        lambda row, other: other.listing.stands and other.day == row.day,
    ),
    Mutant(
        "a gone row that says delivered leads to a later day",
        signs.leads_from,
        lambda row, other: other.listing.stands and other.day >= row.day,
    ),
    Mutant("a gone row that was not delivered is no sign", signs.is_gone_undelivered, _never),
    Mutant(
        "a gone row is a contradiction also where it was delivered",
        signs.is_gone_undelivered,
        lambda row: signs.is_gone(row) and row.listed_again_on is None,
    ),
    Mutant(
        "a gone row is a contradiction also where it is listed again",
        signs.is_gone_undelivered,
        lambda row: signs.is_gone(row) and row.now.state != DELIVERED,
    ),
    Mutant("a row gone before its day has doubts", oracle.without_before_its_day, set),
    Mutant("two rows may say two things", signs.says_two_things, _never),
    Mutant("what is newer elsewhere is no sign", signs.is_newer_elsewhere, _never),
    Mutant("what is newer elsewhere counts beyond the day of the next listing", signs.is_before_listed_again, _always),
    Mutant(
        "a first observation elsewhere is no change",
        signs.changes_elsewhere,
        lambda row: [each for one in row.others for each in _changes(one.listing.observations)[1:]],
    ),
    Mutant("rows that were moved or gone before their day say delivered", signs.says_of_before, _always),
    Mutant("only rows say delivered before, not visits shown on them", signs.newest_shown, _nothing),
    Mutant(
        "the visits of moved rows do not count",
        signs.newest_shown,
        lambda rows: _shown(one for one in rows if not _is_moved(one)),
    ),
    Mutant("delivered before is no sign", signs.contradicts_an_earlier_delivery, _never),
    Mutant(
        "delivered before is a sign also of a row listed again",
        signs.contradicts_an_earlier_delivery,
        lambda row: signs.gets_of_before(row) and row.now.state != DELIVERED and signs.was_delivered_before(row),
    ),
    Mutant("delivered before is a sign also of a row not in force", signs.gets_of_before, signs.says_of_before),
    Mutant("a parcel is delivered twice", signs.deliveries_before, lambda _: []),
    Mutant("delivered again by a visit is no sign on the earlier row", signs.is_delivered_again, _never),
    Mutant("delivered before and missed", signs.is_not_missed, _never),
    Mutant("nothing is concluded later", signs.is_concluded_later, _never),
    Mutant(
        "two carriers list a parcel also where one dropped it",
        signs.is_with_two_carriers,
        lambda row: any(one.day == row.day and one.listing.carrier != row.listing.carrier for one in row.others),
    ),
    Mutant(
        "two manifests list a parcel also where one is not in force",
        signs.is_in_two_manifests,
        lambda row: (
            row.listing.is_listed
            and any(
                one.day == row.day and one.listing.is_listed and one.listing.carrier == row.listing.carrier
                for one in row.others
            )
        ),
    ),
    Mutant(
        "manifests not in force count",
        oracle.may_count,
        lambda row: row.listing.lists and not _is_moved(row) and not signs.was_already_delivered(row),
    ),
    Mutant(
        "a moved row counts",
        oracle.may_count,
        lambda row: row.listing.in_force and row.listing.lists and not signs.was_already_delivered(row),
    ),
    Mutant(
        "a row gone before its day counts",
        oracle.may_count,
        lambda row: row.listing.in_force and not _is_moved(row) and not signs.was_already_delivered(row),
    ),
    Mutant("the first row of a number counts", oracle.claim, lambda row: (row.listing.stands, -row.listing.position)),
    Mutant("the row of the newest change counts, gone or not", oracle.claim, lambda row: _claim(row)[2:]),
    Mutant("an outcome is delivered twice", oracle.delivered_once, list),
    Mutant("the failure of a list not loaded since is that day's", oracle.was_not_loaded_since, _never),
)

MUTANTS = (*_TIMES, *_CARRIER, *_VISITS, *_TABLE, *_DAYS)
