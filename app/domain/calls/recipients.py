"""Who is one recipient: finds which of many failed deliveries are the same person's."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

from app.domain.folding import fold

_Key = tuple[str, ...]


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
    """The recipient of one delivery.

    Args:
        document: as sent.
        name: as sent.
        address: as sent.
        numbers: the phone numbers in their international form.
    """

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
