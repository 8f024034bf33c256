"""A folder's facts in memory, as sharing sees them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from types import MappingProxyType

from app.domain.errors import StoreBusyError
from app.domain.relay.shared_fact import FactKind, SharedFact, Taken, origin_of
from app.domain.texts import Text
from app.facts.sharing.relay_state import StreamPosition
from app.relay.messages import StreamName, stream_of
from app.store.exchange import Outgoing, UpTo


@dataclass
class FakeFacts:
    """Own facts in order, and what was taken from others."""

    name: str
    own: list[SharedFact] = field(default_factory=list)
    taken: dict[str, SharedFact] = field(default_factory=dict)
    positions: dict[str, StreamPosition] = field(default_factory=dict)
    published_of: Counter[StreamName] = field(default_factory=Counter)
    is_busy: bool = False
    cannot_be_read: bool = False
    asked: int = 0
    forgotten: int = 0
    proof: str = "0" * 32
    unread: dict[str, int] = field(default_factory=dict)
    taken_at_once: int = 0  # bytes of facts, at most
    _lock: Lock = field(default_factory=Lock)

    @property
    def published_up_to(self) -> int:
        return self.published_of.total()

    @property
    def position(self) -> StreamPosition | None:
        return self.positions.get(StreamName.FACTS)

    @position.setter
    def position(self, position: StreamPosition) -> None:
        self.positions[StreamName.FACTS] = position

    def note(
        self,
        kind: FactKind = FactKind.FOLLOW_UP,
        body: bytes = b'{"version": 1}',
        made_at: str = "2026-01-02T03:04:05.000000Z",
    ) -> SharedFact:
        """Write a fact of this folder."""
        with self._lock:
            number = len(self.own) + 1
            name = f"{self.name}_{kind}_{number}"
            fact = SharedFact(name, kind, self.identity(), made_at, body, self.name, self.proof)
            self.own.append(fact)
        return fact

    def notes(self, count: int) -> None:
        for _ in range(count):
            self.note()

    def begin(self) -> None:
        pass

    def merge(self) -> None:
        pass

    def identity(self) -> str:
        return origin_of(self.name, self.proof)

    def consumed(self, stream: str) -> StreamPosition | None:
        return self.positions.get(stream)

    def take(
        self,
        facts: Sequence[SharedFact],
        stream: str,
        position: StreamPosition,
        unread: Mapping[str, int] = MappingProxyType({}),
    ) -> Taken:
        with self._lock:
            others = [replace(one, latest="") for one in facts if one.origin != self.identity()]
            new = {one.identity: one for one in others if one.identity not in self.taken}
            if self.is_busy and new:
                raise StoreBusyError(Text("Error", "busy"))
            self.taken |= new
            self.taken_at_once = max(self.taken_at_once, sum(len(one.body) for one in facts))
            self.positions[stream] = position
            self.unread |= {desk: self.unread.get(desk, 0) + count for desk, count in unread.items()}
            return Taken(len(new))

    def outgoing(self, limit: int, kinds: Collection[str]) -> Outgoing:
        if self.cannot_be_read:
            raise StoreBusyError(Text("Error", "cannot be read"))
        self.asked += 1
        with self._lock:
            own = [one for one in self.own if one.kind in kinds]
            before = self.published_of[stream_of(next(iter(kinds)))]
            found = own[before : before + limit]
            return Outgoing(tuple(found), UpTo(FactKind(found[0].kind), before, before + len(found)) if found else None)

    def published(self, up_to: UpTo) -> None:
        with self._lock:
            stream = stream_of(up_to.kind)
            if self.published_of[stream] == up_to.after:
                self.published_of[stream] = up_to.last

    def forget_published(self, *, new_first: bool = False) -> None:  # noqa: ARG002 - it publishes in order
        with self._lock:
            self.published_of.clear()
            self.forgotten += 1
