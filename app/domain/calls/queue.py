"""The queue of calls: failed deliveries grouped by recipient, in the order in which to call them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.domain.calls.reasons import CallReason
from app.domain.column import Cell
from app.domain.folding import fold
from app.domain.follow_ups import AS_IS, FollowUp, FollowUpEdit, NextStep
from app.domain.phones import Phone, ReadPhones
from app.domain.views.columns import whole_address
from app.domain.views.details import Subject

_Key = tuple[str, ...]
_LAST = "~"
"""Stands for no hour, behind every hour."""


class _Person(NamedTuple):
    """What a delivery says about its recipient, folded; empty: nothing."""

    document: str
    name: str

    @property
    def is_known(self) -> bool:
        return bool(self.document or self.name)

    def agrees_with(self, other: "_Person") -> bool:
        """Whether document or name is the same."""
        is_document = bool(self.document) and self.document == other.document
        return is_document or (bool(self.name) and self.name == other.name)

    def differs_from(self, other: "_Person") -> bool:
        """Whether both say who it is, and neither document nor name is the same."""
        can_compare = (self.document and other.document) or (self.name and other.name)
        return bool(can_compare) and not self.agrees_with(other)


class Recipient:
    """The recipient of one delivery, as sent; `numbers` are the phone numbers in their international form."""

    def __init__(self, document: str | None, name: str | None, address: str | None, numbers: AbstractSet[str]) -> None:
        digits = _plain(document)
        # One sign again and again stands for no document: 0, 222222222222.
        self.person = _Person(digits if len(set(digits)) > 1 else "", _plain(name))
        self.address = _plain(address)
        self.numbers = numbers

    @property
    def keys(self) -> list[_Key]:
        """What this recipient has in common with others that may be the same; empty: nothing."""
        document, name = self.person
        if self.numbers:
            parts = [("document", document), ("name", name)]
            return [(number, part, text) for number in self.numbers for part, text in parts if text]
        if document:
            return [("document", document)]
        return [("name", name, self.address)] if name and self.address else []


@dataclass(eq=False)
class _Same:
    """The deliveries of one recipient, by their places."""

    places: list[int] = field(default_factory=list)
    persons: dict[_Person, AbstractSet[str]] = field(default_factory=dict)
    """Who it is by these deliveries, with their numbers; where nothing else is said, those that each of them has."""

    def takes(self, other: Recipient) -> bool:
        """Whether a delivery is this recipient's by every one of these: none is joined through another one alone."""
        if other.person.is_known and other.person in self.persons:
            return True
        return all(
            other.person.agrees_with(person)
            or not (other.person.differs_from(person) or numbers.isdisjoint(other.numbers))
            for person, numbers in self.persons.items()
        )

    def add(self, place: int, one: Recipient) -> None:
        before = self.persons.get(one.person, one.numbers)
        self.places.append(place)
        self.persons[one.person] = before | one.numbers if one.person.is_known else before & one.numbers


def same_recipients(listed: Sequence[Recipient]) -> list[list[int]]:
    """Return the places of the deliveries of each recipient, in the order of the first one of each.

    Deliveries belong together that share a phone number and whose document or name is the same. A number alone says
    too little: a family, a doorkeeper or a shop has one for many, and some senders give the same one for all. So a
    delivery that does not say whose it is joins the one recipient with its number, and stands alone where several
    have it. Those without a number go by document, then by name and address; with none of these they stand alone.
    """
    found: list[_Same] = []
    by_key: dict[_Key, dict[_Same, None]] = {}
    # Those that say the most come first: then all who have a number are known before a delivery with nothing else.
    for place in sorted(range(len(listed)), key=lambda one: _silence(listed[one].person)):
        one = listed[place]
        numbers = [(number,) for number in one.numbers]
        likely = [same for key in one.keys for same in by_key.get(key, ())]
        if one.numbers:
            having = _only_one_with(numbers, by_key)
            likely = [same for same in (*likely, *having) if same.takes(one)]
        if not likely:
            likely = [_Same()]
            found += likely
        same = likely[0]
        same.add(place, one)
        for key in (*one.keys, *numbers):
            by_key.setdefault(key, {})[same] = None
    return sorted((sorted(same.places) for same in found), key=lambda places: places[0])


def _only_one_with(numbers: Iterable[_Key], by_key: Mapping[_Key, Mapping[_Same, None]]) -> list[_Same]:
    """Return the only recipient that has one of the numbers; none if several do."""
    having = [by_key[key] for key in numbers if key in by_key]
    if any(len(one) > 1 for one in having):
        return []
    found = {same for one in having for same in one}
    return [*found] if len(found) == 1 else []


def _silence(person: _Person) -> tuple[int, bool]:
    """Return how little is known, the name counting more."""
    return -bool(person.document) - bool(person.name), not person.name


def _plain(text: str | None) -> str:
    return "".join(filter(str.isalnum, fold(text or "")))


@dataclass(frozen=True)
class CallCase:
    """One failed delivery that needs attention: a shipment, or a visit without a shipment.

    Args:
        subject: its row.
        day: on which it is listed, or of the visit.
        carrier: of the shipment; empty for a visit without one.
        number: of the shipment, or those that the visit names.
        recipient: or the visit's contact.
        document: the recipient's.
        phones: the fields with phone numbers as they were sent, the recipient's first.
        address, complement, district, locality: as sent.
        sender, content, pieces, value: as sent; what the recipient asks about.
        driver: of the failed visit.
        failed_at: when the visit failed, as sent; None: the carrier said so.
        distance: of that visit's check-in from the address, in metres; None: not known.
        follow_up: the latest one.
        last_visit: of the driver, on the day that is shown, by the site's clock; None: not known.
        since: when it failed by the site's clock, or when the carrier said so, as an ISO text; empty: not known.
    """

    subject: Subject
    day: date
    carrier: str
    number: str
    recipient: str | None = None
    document: str | None = None
    phones: tuple[str, ...] = ()
    address: str | None = None
    complement: str | None = None
    district: str | None = None
    locality: str | None = None
    sender: str | None = None
    content: str | None = None
    pieces: Cell = None
    value: Cell = None
    driver: str | None = None
    failed_at: str | None = None
    distance: float | None = None
    follow_up: FollowUp | None = None
    last_visit: datetime | None = None
    since: str = ""

    @property
    def whole_address(self) -> str:
        """The address with its complement; empty: neither was sent."""
        return whole_address(self.address, self.complement)

    @property
    def remind_at(self) -> datetime | None:
        """When to call again; None: not set."""
        return self.follow_up.remind_at if self.follow_up is not None else None

    @property
    def called_at(self) -> datetime | None:
        """When the recipient was last called; None: never."""
        return self.follow_up.called_at if self.follow_up is not None else None


@dataclass(frozen=True)
class CallGroup:
    """The cases of one recipient, for one call: those of the latest day first, by the time of their failure.

    Args:
        cases: one or more.
        phones: the numbers that can be dialled, in the order of the cases.
        written: the fields without such a number, where no case has one.
        having: for each of `phones` the cases that name it; empty: all name every number.
        others: for each of `phones` how many further recipients have it too; empty: none.
    """

    cases: tuple[CallCase, ...]
    phones: tuple[Phone, ...] = ()
    written: tuple[str, ...] = ()
    having: tuple[tuple[CallCase, ...], ...] = ()
    others: tuple[int, ...] = ()

    def others_with(self, phone: Phone) -> int:
        """Return how many further recipients have one of the numbers."""
        return dict(zip(self.phones, self.others, strict=False)).get(phone, 0)

    def cases_with(self, phone: Phone) -> tuple[CallCase, ...]:
        """Return the cases that name one of the numbers: what a message to it may be about."""
        return dict(zip(self.phones, self.having, strict=False)).get(phone, self.cases)

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The rows of the cases."""
        return tuple(one.subject for one in self.cases)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the cases, each once."""
        return tuple(dict.fromkeys(one.number for one in self.cases))

    @property
    def recipients(self) -> tuple[str, ...]:
        """The names of the recipients, each once however it is spelt."""
        names = {" ".join(fold(one.recipient).split()): one.recipient for one in self.cases if one.recipient}
        return tuple(names.values())

    @property
    def remind_at(self) -> datetime | None:
        """The first reminder of its cases; None: none."""
        return min((one.remind_at for one in self.cases if one.remind_at is not None), default=None)

    @property
    def called_at(self) -> datetime | None:
        """When one of its cases was last called about; None: never."""
        return max((one.called_at for one in self.cases if one.called_at is not None), default=None)


class CallQueue(NamedTuple):
    """The recipients to call now, in this order, and those to call later, the first reminder first."""

    ready: tuple[CallGroup, ...]
    later: tuple[CallGroup, ...]


_Numbers = Mapping[str, Phone]
"""The numbers of a case by their international form."""


def grouped(cases: Iterable[CallCase], read_phones: ReadPhones) -> list[CallGroup]:
    """Group cases by recipient (`same_recipients` says who is one), in the order of the first case of each."""
    listed = list(cases)
    numbers = [_phones_of(one, read_phones) for one in listed]
    said = [
        Recipient(one.document, one.recipient, one.address, some.keys())
        for one, some in zip(listed, numbers, strict=True)
    ]
    groups = same_recipients(said)
    owners = Counter(e164 for places in groups for e164 in {e164 for place in places for e164 in numbers[place]})
    return [_group([(listed[place], numbers[place]) for place in places], owners) for places in groups]


def _phones_of(case: CallCase, read_phones: ReadPhones) -> _Numbers:
    return {phone.e164: phone for field in case.phones for phone in read_phones(field)}


def _group(cases: Iterable[tuple[CallCase, _Numbers]], owners: Mapping[str, int]) -> CallGroup:
    by_time = sorted(cases, key=lambda one: (-one[0].day.toordinal(), one[0].since or _LAST))
    phones = {e164: phone for _, numbers in by_time for e164, phone in numbers.items()}
    written = dict.fromkeys(text for one, _ in by_time for text in one.phones) if not phones else ()
    return CallGroup(
        tuple(one for one, _ in by_time),
        tuple(phones.values()),
        tuple(written),
        tuple(tuple(one for one, numbers in by_time if e164 in numbers) for e164 in phones),
        tuple(owners[e164] - 1 for e164 in phones),
    )


def queue_of(groups: Iterable[CallGroup], today: date, now: datetime) -> CallQueue:
    """Return the groups in the order of their calls.

    First the reminders that are due; then those not called yet, today's failures by their time, or by that at which the
    carrier said so, and then the latest earlier day; last those that were called and left open. A reminder that is not
    due yet keeps a group for later.
    """
    listed = list(groups)
    later = [one for one in listed if one.remind_at is not None and one.remind_at > now]
    ready = [one for one in listed if one.remind_at is None or one.remind_at <= now]
    return CallQueue(
        tuple(sorted(ready, key=lambda one: _rank(one, today))),
        tuple(sorted(later, key=lambda one: _moment(one.remind_at))),
    )


def _rank(group: CallGroup, today: date) -> tuple[int, float, int, str]:
    latest = max(one.day for one in group.cases)
    since = min((one.since or _LAST for one in group.cases if one.day == latest), default="")
    if group.remind_at is not None:
        return 0, _moment(group.remind_at), 0, ""
    return 1 if group.called_at is None else 2, 0.0, (today - latest).days, since


def _moment(at: datetime | None) -> float:
    return at.timestamp() if at is not None else 0.0


def next_moment(clock: time, now: datetime, zone: ZoneInfo) -> datetime:
    """Return when a wall clock of the site next shows a time, in UTC: today, or tomorrow if it is past.

    An hour that comes twice in a night counts twice; for a time that the clocks skip it is as much later.
    """
    today = now.astimezone(zone).date()
    moments = [one for day in range(2) for one in _moments(clock, today + timedelta(days=day), zone)]
    return next(one for one in moments if one > now)


def _moments(clock: time, day: date, zone: ZoneInfo) -> list[datetime]:
    at = datetime.combine(day, clock, zone)
    # In UTC: two times of one zone are compared as their clocks show them, so that the second 23:30 equals the first.
    first, second = (at.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return [first, second] if second > first else [first]


def edit_of_call(
    group: CallGroup,
    reason: CallReason,
    remind_at: datetime | None,
    note: str | None,
    now: datetime,
    own_name: str = "",
) -> FollowUpEdit:
    """Return what a call changes in the follow-ups of its cases.

    Without a time `remind_at` the reason says when to call again, and without a note the notes stay. The caller takes
    the cases, unless somebody has one of them. `now` is UTC.
    """
    is_somebodys = any(one.follow_up is not None and one.follow_up.assigned_to for one in group.cases)
    if remind_at is None and not reason.closes and reason.again_minutes:
        remind_at = now + timedelta(minutes=reason.again_minutes)
    said_again = any(one.follow_up is not None and one.follow_up.next_step is NextStep.CALL for one in group.cases)
    step = reason.next_step if remind_at is None else NextStep.CALL
    closes = remind_at is None and reason.closes
    return FollowUpEdit(
        reason=reason.key,
        note=AS_IS if note is None else note,
        is_called=True,
        next_step=step if step is not None or said_again else AS_IS,
        is_acknowledged=True if closes else AS_IS,
        remind_at=remind_at,
        assigned_to=AS_IS if is_somebodys or not own_name else own_name,
    )


@dataclass(frozen=True)
class Reminder:
    """A call that was promised for a time and is still to be made."""

    at: datetime
    day: date
    carrier: str
    subject: Subject
    number: str
    recipient: str | None = None


def due_reminders(reminders: Iterable[Reminder], now: datetime) -> list[Reminder]:
    """Return the reminders whose time has come, the first one first.

    It compares times, and so also finds those that became due while the computer slept or the program was closed.
    """
    return sorted((one for one in reminders if one.at <= now), key=lambda one: one.at)
