"""A carrier's whole answer for a day, and how it is told: as it differs from the one before of the same desk."""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.domain.days import Skipped, SkipReason
from app.facts.loads.day_answer import Head, Listed
from app.facts.loads.day_facts import StoredDay
from app.facts.loads.load_history import COMPRESSION, ListingKey

Status = tuple[str | None, str | None]


@dataclass
class WholeAnswer:
    """What a carrier answered for a day.

    Attributes:
        heads: the JSON of each manifest without its shipments, by its key, in the order of the answer.
        listed: the number and occurrence of each of its shipments, in their order, by the manifest's key.
        said: JSON and status of each shipment, also of some that it no longer lists.
        skipped: what could not be read.
        unread: the listed shipments that could not be read; here they say what they said before.
    """

    heads: dict[str, str] = field(default_factory=dict)
    listed: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    said: dict[ListingKey, tuple[str, Status]] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    unread: frozenset[ListingKey] = frozenset()

    @classmethod
    def of(cls, day: StoredDay) -> "WholeAnswer":
        """Return the last answer of a stored day."""
        answer = cls(skipped=tuple(day.loads.skipped), unread=frozenset(day.loads.unread))
        positions = day.loads.positions
        for key in sorted(positions, key=positions.__getitem__):
            if key not in day.loads.gone_at:
                answer.heads[key], answer.listed[key] = day.content(key).head, []
        in_order = sorted(day.loads.listings.items(), key=lambda one: one[1].position)
        for (key, number, nth), listing in in_order:
            if listing.gone_at is None and key in answer.heads:
                answer.listed[key].append((number, nth))
                answer.said[key, number, nth] = day.content(key).shipments[number, nth], listing.status
        return answer

    def packed_after(self, before: "WholeAnswer") -> bytes:
        """Return how it differs from the one before; `WholeAnswer()`: all of it.

        A shipment that could not be read is left out, as in the carrier's answer, unless the one before lacks it: else
        another desk would not know of it.
        """
        manifests = []
        left_out = self.unread & before.said.keys()
        for key, head in self.heads.items():
            places = [place for place in self.listed[key] if (key, *place) not in left_out]
            new = [
                [number, nth, *status, raw]
                for number, nth in places
                for raw, status in (self.said[key, number, nth],)
                if before.said.get((key, number, nth)) != (raw, status)
            ]
            is_same = before.listed.get(key) == places
            manifests.append([key, None if before.heads.get(key) == head else head, None if is_same else places, new])
        said = json.dumps([manifests, self.skipped], ensure_ascii=False, separators=(",", ":"))
        return zlib.compress(said.encode(errors="surrogatepass"), COMPRESSION)

    def followed_by(self, packed: bytes) -> "WholeAnswer":
        """Return the answer after this one.

        Raises:
            ValueError, LookupError, TypeError, zlib.error: it is damaged.
        """
        manifests, skipped = json.loads(zlib.decompress(packed).decode(errors="surrogatepass"))
        after = WholeAnswer(said=dict(self.said), skipped=tuple(_skipped(skipped)))
        for key, head, places, new in manifests:
            after.heads[key] = self.heads[key] if head is None else head
            after.listed[key] = self.listed[key] if places is None else [(number, nth) for number, nth in places]
            for number, nth, status_id, status, raw in new:
                after.said[key, number, nth] = raw, (status_id, status)
            if any((key, *place) not in after.said for place in after.listed[key]):
                raise ValueError(key)
        return after


def _skipped(rows: Iterable[Sequence[Any]]) -> Iterator[Skipped]:
    for number, manifest, reason, fields in rows:
        yield Skipped(number, manifest, SkipReason(reason), fields)


class ComparedAnswer:
    """An answer as `compare` takes it.

    Args:
        answer: the answer.
        stored: what the day's loads before it left.
    """

    def __init__(self, answer: WholeAnswer, stored: StoredDay) -> None:
        self.stored = stored
        self.skipped: Sequence[Skipped] = answer.skipped
        self.heads: Mapping[int, Head] = {
            place: Head(key, head) for place, (key, head) in enumerate(answer.heads.items())
        }
        self.listed: Mapping[ListingKey, Listed] = {
            (key, number, nth): Listed(place, *answer.said[key, number, nth])
            for place, key in enumerate(answer.heads)
            for number, nth in answer.listed[key]
        }
