"""What sharing needs of the store."""

from collections.abc import Sequence
from typing import Protocol

from app.domain.relay.shared_fact import SharedFact
from app.domain.relay.taken import Taken
from app.facts.sharing.outbox import Outgoing, UpTo
from app.facts.sharing.relay_state import StreamPosition


class SharedFacts(Protocol):
    """The facts of a data folder, as `SharedFactStore` shares them; one call at a time."""

    def identity(self) -> str:
        """Return the identity of the store, which is the origin of its facts."""

    def consumed(self) -> StreamPosition | None:
        """Return up to where the stream was read; None: none was yet."""

    def take(self, facts: Sequence[SharedFact], position: StreamPosition) -> Taken:
        """Save what is not known of these facts, together with the position after them."""

    def outgoing(self, limit: int) -> Outgoing:
        """Return the next facts of this folder that are not published, of one kind."""

    def published(self, up_to: UpTo) -> None:
        """Note that the stream has acknowledged these."""

    def forget_published(self) -> None:
        """Note that all facts are to be published again."""
