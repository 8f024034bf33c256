"""Compare a carrier's answer with the stored day, and return the changes."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from app.domain.days import Skipped
from app.facts.loads.day_answer import Head, Listed
from app.facts.loads.day_facts import ManifestContent, StoredDay
from app.facts.loads.load_history import Change, ListingKey

_STEP = 2**8
LONGEST_MANIFEST = 2**32
"""A shipment's position is that of its manifest times this, plus its number within the manifest."""
_LIST = "envios"
"""The list of shipments in a manifest; if it was unreadable, any shipment of the manifest may be in it."""

_encode = json.JSONEncoder(ensure_ascii=False).encode


def positions_within(manifest: int, previous: Sequence[int | None]) -> list[int]:
    """Return the positions of a manifest's shipments.

    Args:
        manifest: the position of the manifest.
        previous: their previous positions, in the answer's order; None: new.
    """
    begin = manifest * LONGEST_MANIFEST
    before = [None if one is None or not 0 <= one - begin < LONGEST_MANIFEST else one - begin for one in previous]
    return [begin + number for number in numbered(before)]


def numbered(previous: Sequence[int | None]) -> list[int]:
    """Return ascending numbers; an item keeps its previous number unless one before it has a greater one."""
    last_known = max((nth for nth, number in enumerate(previous) if number is not None), default=-1)
    numbers: list[int] = []
    last = 0
    for nth, before in enumerate(previous):
        last = before if before is not None and before > last else last + (1 if nth < last_known else _STEP)
        numbers.append(last)
    return numbers


@dataclass
class Difference:
    """What an answer changes in a day.

    Attributes:
        new, changed, gone: numbers of shipments.
        lines: the changes, as JSON lines for `load.changes`.
        contents: the contents of the manifests whose JSON changed, by key.
    """

    new: int = 0
    changed: int = 0
    gone: int = 0
    lines: list[str] = field(default_factory=list)
    contents: dict[str, ManifestContent] = field(default_factory=dict)


def compare(
    stored: StoredDay, heads: Mapping[int, Head], listed: Mapping[ListingKey, Listed], skipped: Sequence[Skipped]
) -> Difference:
    """Return what a whole answer, its manifests and its shipments in their order, changes in the stored day."""
    return _Comparison(stored, heads, listed, skipped).run()


class _Comparison:
    def __init__(
        self,
        stored: StoredDay,
        heads: Mapping[int, Head],
        listed: Mapping[ListingKey, Listed],
        skipped: Sequence[Skipped],
    ) -> None:
        self._stored, self._heads, self._listed, self._skipped = stored, heads, listed, skipped
        self._found = Difference()
        self._rewritten: set[str] = set()  # keys of manifests

    def run(self) -> Difference:
        found, listings, listed = self._found, self._stored.loads.listings, self._listed
        places = self._compare_manifests()
        changes: list[str] = []
        for _, group in groupby(listed.items(), key=lambda one: one[1].manifest):
            shipments = list(group)
            previous = [listings[which].position if which in listings else None for which, _ in shipments]
            positions = positions_within(places[shipments[0][1].manifest], previous)
            for (which, one), position in zip(shipments, positions, strict=True):
                if which in listings:
                    self._compare_listing(which, one, position, changes)
                else:
                    found.new += 1
                    self._rewritten.add(which[0])
                    found.lines.append(_line(Change.LISTED, which, position, *one.status))
        found.lines += changes
        is_unreadable = _unreadable(self._skipped)
        unread: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for which, state in listings.items():
            if which in listed or state.gone_at is not None:
                continue
            if is_unreadable(which):
                unread[which[0]].append(which[1:])
            else:
                found.gone += 1
                found.lines.append(_line(Change.GONE, which))
        self._list_manifests(places, unread)
        self._compare_contents()
        return found

    def _compare_manifests(self) -> dict[int, int]:
        """Assign positions to the manifests, and return them by their places in the answer."""
        previous = [self._stored.loads.positions.get(head.key) for head in self._heads.values()]
        return dict(zip(self._heads, numbered(previous), strict=True))

    def _list_manifests(self, places: Mapping[int, int], unread: Mapping[str, list[tuple[str, int]]]) -> None:
        """Add the lines of the manifests, also of those that may be listed, as some of their shipments may be."""
        before = self._stored.loads.positions
        positions = {key: before[key] for key in unread}
        positions |= {head.key: places[place] for place, head in self._heads.items()}
        for key, position in positions.items():
            more = [unread[key]] if key in unread else []
            self._found.lines.append(_encode([Change.MANIFEST, key, position, *more]))

    def _compare_listing(self, which: ListingKey, one: Listed, position: int, changes: list[str]) -> None:
        state = self._stored.loads.listings[which]
        is_rewritten = one.status != state.status or self._stored.content(which[0]).shipments[which[1:]] != one.raw
        is_again = state.gone_at is not None
        place = position if position != state.position else None
        kinds = []
        if is_again:
            kinds.append(Change.LISTED_AGAIN)
        if is_rewritten and one.status != state.status:
            kinds.append(Change.STATUS)
        if is_rewritten:
            self._rewritten.add(which[0])
            kinds = kinds or [Change.WORDS]
        if not kinds and place is not None:
            kinds = [Change.PLACE]
        changes += [_line(kind, which, place, *one.status) for kind in kinds]
        self._found.changed += is_rewritten or is_again

    def _compare_contents(self) -> None:
        """Pack the contents that changed; shipments not listed, or listed unreadably, keep their last JSON."""
        in_order = sorted(self._heads.values(), key=lambda head: head.is_in_force)  # the one in force counts
        heads = {head.key: head.raw for head in in_order}
        of_key: dict[str, dict[tuple[str, int], str]] = {key: {} for key in heads}
        for (key, number, nth), one in self._listed.items():
            of_key[key][number, nth] = one.raw
        for key, head in heads.items():
            before = self._stored.content(key)
            if key in self._rewritten or key not in self._stored.packed or before.head != head:
                self._found.contents[key] = ManifestContent(head, {**before.shipments, **of_key[key]})


def _line(kind: Change, which: ListingKey, *said: object) -> str:
    return _encode([kind, *which, *said])


def _unreadable(skipped: Sequence[Skipped]) -> Callable[[ListingKey], bool]:
    """Return a function that tells whether a shipment may be listed, but unreadable."""
    numbers = {one.number for one in skipped if one.number is not None}
    unread = [one for one in skipped if one.number is None]
    lists = {one.manifest for one in unread if one.fields == _LIST}
    is_anywhere = any(one.manifest is None for one in unread)
    return lambda which: is_anywhere or which[1] in numbers or which[0] in lists
