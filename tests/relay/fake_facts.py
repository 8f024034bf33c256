"""A folder's facts in memory, as sharing sees them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from app.domain.errors import StoreBusyError
from app.domain.relay.shared_fact import FactKind, SharedFact, Taken
from app.domain.texts import Text
from app.facts.sharing.exchange import Outgoing, UpTo
from app.facts.sharing.relay_state import StreamPosition


@dataclass
class FakeFacts:
    """Own facts in order, and what was taken from others."""

    name: str
    own: list[SharedFact] = field(default_factory=list)
    taken: dict[str, SharedFact] = field(default_factory=dict)
    position: StreamPosition | None = None
    published_up_to: int = 0
    is_busy: bool = False
    cannot_be_read: bool = False
    asked: int = 0
    forgotten: int = 0
    _lock: Lock = field(default_factory=Lock)

    def note(
        self,
        kind: FactKind = FactKind.FOLLOW_UP,
        body: bytes = b'{"version": 1}',
        carrier: str = "t 1.á",
        made_at: str = "2026-01-02T03:04:05Z",
    ) -> SharedFact:
        """Write a fact of this folder."""
        with self._lock:
            number = len(self.own) + 1
            fact = SharedFact(f"{self.name}_{kind}_{number}", kind, carrier, self.name, made_at, body)
            self.own.append(fact)
        return fact

    def notes(self, count: int) -> None:
        for _ in range(count):
            self.note()

    def identity(self) -> str:
        return self.name

    def consumed(self) -> StreamPosition | None:
        return self.position

    def take(self, facts: Sequence[SharedFact], position: StreamPosition) -> Taken:
        with self._lock:
            new = {one.identity: one for one in facts if one.origin != self.name and one.identity not in self.taken}
            if self.is_busy and new:
                raise StoreBusyError(Text("Error", "busy"))
            self.taken |= new
            self.position = position
            return Taken(len(new))

    def outgoing(self, limit: int) -> Outgoing:
        if self.cannot_be_read:
            raise StoreBusyError(Text("Error", "cannot be read"))
        self.asked += 1
        with self._lock:
            found = self.own[self.published_up_to : self.published_up_to + limit]
            before = self.published_up_to
            return Outgoing(tuple(found), UpTo(FactKind.NOTIFICATION, before, before + len(found)) if found else None)

    def published(self, up_to: UpTo) -> None:
        with self._lock:
            if self.published_up_to == up_to.after:
                self.published_up_to = up_to.last

    def forget_published(self) -> None:
        with self._lock:
            self.published_up_to = 0
            self.forgotten += 1
