"""A carrier's whole answer for a day, and how it is shared: as it differs from the one before of the same desk.

What another desk tells is read as a carrier's own answer is, shipment by shipment: nothing is kept that no carrier
can have said.
"""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.domain.contract.json_text.json_documents import is_too_deep
from app.domain.contract.json_text.lenient_json import JsonReader
from app.domain.contract.manifests import Manifest
from app.domain.contract.shipment_contract import read_shipment
from app.domain.days import Skipped, SkipReason
from app.facts.loads.comparison import Difference, compare
from app.facts.loads.day_answer import Head, Listed
from app.facts.loads.day_facts import StoredDay
from app.facts.loads.load_history import COMPRESSION, ListingKey

Status = tuple[str | None, str | None]

_PIECE: Final = 1024 * 1024
_LONGEST_LINE, _LONGEST_LIST = 8 * _PIECE, 2 * _PIECE  # bytes: a shipment; a manifest's list of 100,000, read in one go
_MOST_TIMES: Final = 64  # that an answer is larger than it is compressed, but for the first 16 MB
_LARGEST: Final = 256 * _PIECE
"""Bytes of an answer: 200,000 shipments."""
_MOST_LISTED, _MOST_MANIFESTS = 500_000, 20_000
_LONGEST_TEXT: Final = 4000  # characters of a number or key
_CONTROL = re.compile(r"[\0-\x1f\ud800-\udfff]")
_READER = JsonReader()
_NO_NUMBER = re.compile(r"#\d{1,9}")


@dataclass
class WholeAnswer:
    """What a carrier answered for a day.

    Attributes:
        heads: the JSON of each manifest without its shipments, by its key, in the order of the answer.
        listed: the number and occurrence of each of its shipments, in their order, by the manifest's key.
        said: JSON and status of each shipment, also of some that it no longer lists.
        skipped: what could not be read.
        unread: the listed shipments that could not be read; here they say what they said before.
        size: bytes of the JSON that was shared for it.
    """

    heads: dict[str, str] = field(default_factory=dict)
    listed: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    said: dict[ListingKey, tuple[str, Status]] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    unread: frozenset[ListingKey] = frozenset()
    size: int = 0

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
        lines: list[object] = [self.skipped]
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
            lines.append([key, None if before.heads.get(key) == head else head, None if is_same else places, len(new)])
            lines += new
        said = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
        return zlib.compress(said.encode(errors="surrogatepass"), COMPRESSION)

    def compared_with(self, stored: StoredDay) -> Difference:
        """Return what it changes in the stored day."""
        heads = {place: Head(key, head) for place, (key, head) in enumerate(self.heads.items())}
        listed = {
            (key, number, nth): Listed(place, *self.said[key, number, nth])
            for place, key in enumerate(self.heads)
            for number, nth in self.listed[key]
        }
        return compare(stored, heads, listed, self.skipped)

    def has_room_for(self, answer: "WholeAnswer") -> bool:
        """Tell whether an answer can be told as it differs from this one, which keeps what it no longer lists."""
        new = (raw for key, (raw, status) in answer.said.items() if self.said.get(key) != (raw, status))
        return self.size + sum(map(len, new)) <= _LARGEST

    def followed_by(self, packed: bytes, *, is_checked: bool = False) -> "WholeAnswer":
        """Return the answer that was packed after this one; `is_checked` if it is of this store, or was read before.

        Raises:
            ValueError, LookupError, TypeError, RecursionError, zlib.error: it is damaged, too large, or says what no
                carrier can have said.
        """
        lines = _lines(packed, is_bounded=not is_checked)
        after = WholeAnswer(said=dict(self.said), skipped=tuple(map(_skipped, json.loads(next(lines)))), size=self.size)
        listed = 0
        for line in lines:
            if len(line) > _LONGEST_LIST and not is_checked:
                raise ValueError(len(line))
            key, head, places, count = json.loads(line)
            if head is not None and not is_checked:
                _check_head(key, head)
            after.heads[key] = self.heads[key] if head is None else head
            after.listed[key] = self.listed[key] if places is None else list(map(_place, places))
            for _ in range(count):
                number, nth, status_id, status, raw = json.loads(next(lines))
                if not is_checked:
                    _check_shipment(_place([number, nth])[0], (status_id, status), raw)
                after.said[key, number, nth] = raw, (status_id, status)
                after.size += len(raw)
            listed += len(after.listed[key])  # also where a line says the same again
            if after.size > _LARGEST or listed > _MOST_LISTED or len(after.heads) > _MOST_MANIFESTS:
                raise ValueError(after.size)
            if any((key, *place) not in after.said for place in after.listed[key]):
                raise ValueError(key)
        return after


def _lines(packed: bytes, *, is_bounded: bool) -> Iterator[bytes]:
    """Yield the lines of a packed answer; `is_bounded` if another desk may have made it to fill the memory.

    Raises:
        ValueError, zlib.error: it is damaged, or too large.
    """
    inflater, line, size = zlib.decompressobj(), b"", 0
    most = min(_MOST_TIMES * len(packed) + 16 * _PIECE, _LARGEST)
    while not inflater.eof:
        piece = inflater.decompress(packed, _PIECE)
        packed, size = inflater.unconsumed_tail, size + len(piece)
        if (is_bounded and size > most) or not (piece or packed):
            raise ValueError(size)
        *whole, line = (line + piece).split(b"\n")
        if is_bounded and len(line) > _LONGEST_LINE:
            raise ValueError(len(line))
        yield from whole
    yield line


def _skipped(row: Sequence[Any]) -> Skipped:
    number, manifest, reason, fields = row
    for text in (number, manifest, fields):
        if text is not None:
            _check_text(text)
    return Skipped(number, manifest, SkipReason(reason), _check_text(fields))


def _place(row: Sequence[Any]) -> tuple[str, int]:
    number, nth = row
    if type(nth) is not int or not 0 < nth <= _MOST_LISTED:
        raise ValueError(nth)
    return _check_text(number), nth


def _check_text(text: object) -> str:
    if not isinstance(text, str) or len(text) > _LONGEST_TEXT or _CONTROL.search(text):
        raise ValueError(type(text))
    return text


def _check_head(key: object, raw: object) -> None:
    number = Manifest.model_validate(_read_object(raw)).number
    if not _NO_NUMBER.fullmatch(_check_text(key)) if number is None else key != str(number):
        raise ValueError(key)


def _check_shipment(number: str, status: Status, raw: object) -> None:
    """Check a shipment. Its status may be an earlier one than that of its text, from before desks shared loads."""
    shipment, _ = read_shipment(_read_object(raw))
    if shipment.number != number:
        raise ValueError(number)
    for text in status:
        if text is not None:
            _check_text(text)


def _read_object(raw: object) -> dict[str, Any]:
    """Return the object of a JSON text, in the form in which what a carrier sends is kept.

    Raises:
        ValueError: it is none.
    """
    found = None
    if isinstance(raw, str) and not _CONTROL.search(raw):
        found = _READER.read_strictly(raw, 0)
    if found is None or not isinstance(found[0], dict) or found[1] != len(raw) or is_too_deep(found[0]):  # type: ignore[arg-type]
        raise ValueError(type(raw))
    return found[0]
