"""Generates nearly valid inputs: good documents with changed parts."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tests.faults.fuzzing.hostile import KEYS, VALUES, WRAPPINGS

_SPACE = re.compile(rb"[ \t\r\n]*")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(rb"[^\s,\]}]+")
_ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig")

Span = tuple[int, int]


@dataclass(frozen=True)
class Seed:
    """A good document, and where its values, its members and its members' names stand."""

    text: bytes
    values: Sequence[Span]
    members: Sequence[Span]
    names: Sequence[Span]

    @classmethod
    def of(cls, document: object) -> "Seed":
        """Write a document and find its parts."""
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        parts = _Parts(text)
        parts.value(0)
        return cls(text, parts.values, parts.members, parts.names)


class _Parts:
    def __init__(self, text: bytes) -> None:
        self.text = text
        self.values: list[Span] = []
        self.members: list[Span] = []
        self.names: list[Span] = []

    def value(self, start: int) -> int:
        first = self.text[start : start + 1]
        if first == b"{":
            end = self._inside(start + 1, b"}", self._member)
        elif first == b"[":
            end = self._inside(start + 1, b"]", self.value)
        else:
            found = (_STRING if first == b'"' else _SCALAR).match(self.text, start)
            assert found is not None
            end = found.end()
        self.values.append((start, end))
        return end

    def _inside(self, place: int, closing: bytes, part: Callable[[int], int]) -> int:
        while self.text[place : place + 1] != closing:
            place = part(place)
            place += self.text[place : place + 1] == b","
        return place + 1

    def _member(self, start: int) -> int:
        name = _STRING.match(self.text, start)
        assert name is not None
        self.names.append(name.span())
        end = self.value(name.end() + 1)
        self.members.append((start, end))
        return end


class Mutator:
    """Gives changed documents, the same ones for the same random numbers.

    Args:
        seeds: good documents.
        random: decides.
        values: what may stand for any value.
    """

    def __init__(self, seeds: Sequence[Seed], random: Random, values: Sequence[bytes] = VALUES) -> None:
        self._seeds, self._random, self._values = seeds, random, values

    def body(self) -> bytes:
        """Return one."""
        random = self._random
        seed = random.choice(self._seeds)
        body = self._changed(seed, random.choice((0, 1, 1, 1, 2, 2, 3, 5)))
        if random.random() < 0.08:
            before, behind = random.choice(WRAPPINGS)
            body = before + body + behind
        if random.random() < 0.15:
            body = self._damaged(body)
        return body

    def _changed(self, seed: Seed, changes: int) -> bytes:
        cuts: list[tuple[int, int, bytes]] = []
        for _ in range(changes):
            start, end, new = self._change(seed)
            if all(end <= other[0] or start >= other[1] for other in cuts):
                cuts.append((start, end, new))
        body = seed.text
        for start, end, new in sorted(cuts, reverse=True):
            body = body[:start] + new + body[end:]
        return body

    def _change(self, seed: Seed) -> tuple[int, int, bytes]:
        random = self._random
        kind = random.random()
        if kind < 0.6:
            return (*random.choice(seed.values), random.choice(self._values))
        if kind < 0.75:  # a value from elsewhere in a good document
            other = random.choice(self._seeds)
            start, end = random.choice(other.values)
            return (*random.choice(seed.values), other.text[start:end])
        start, end = random.choice(seed.members)
        member = seed.text[start:end]
        if kind < 0.85:
            return start, end, b'"x":null'
        if kind < 0.92:
            return start, end, member + b"," + member
        if kind < 0.96:
            return start, end, random.choice(KEYS) + b":" + random.choice(self._values) + b"," + member
        return (*random.choice(seed.names), random.choice(KEYS))

    def _damaged(self, body: bytes) -> bytes:
        random = self._random
        place = random.randrange(len(body) + 1)
        before, behind = body[:place], body[place:]
        makers: tuple[Callable[[], bytes], ...] = (
            lambda: before,
            lambda: before + random.randbytes(random.randrange(1, 9)) + behind,
            lambda: before + random.randbytes(1) + behind[1:],
            lambda: before + behind[random.randrange(1, 60) :],
            lambda: before + random.choice(self._values) + behind,
            lambda: body.decode(errors="replace").encode(random.choice(_ENCODINGS)),
            lambda: body.decode(errors="replace").encode("latin-1", errors="replace"),
            lambda: random.randbytes(random.randrange(60)),
        )
        return random.choice(makers)()
