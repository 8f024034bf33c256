"""The limits of the webhook server: seconds, bytes and numbers."""

import sys
from dataclasses import dataclass, replace
from typing import Self

from app.net.event_loop import MOST_ON_WINDOWS

_WANTED = 8192  # asyncio accepts up to a whole backlog in one turn, before any connection can be closed for another
_OTHERS = 200  # files that the rest of the program may need
_LISTENING = 32  # sockets that the loop watches beside connections: one of its own, and one for each address


@dataclass(frozen=True)
class Limits:
    """What the server waits for and accepts at most; tests use smaller values.

    Args:
        head_s: seconds from the connection to the end of its first request's head.
        body_s: seconds from the end of a head to the end of its body.
        wait_s: seconds for each of: the keyring, the store that saves a notification, the store's readiness.
        ready_s: seconds for which the store's readiness is not asked for again.
        linger_s: seconds in which the rest of a refused body is read and dropped before the connection is closed.
        idle_s: seconds that a connection stays open after an answer. A proxy's idle time-out towards the server must
            be shorter, else it sends requests into connections that are being closed.
        connections: open at once. For one more, the oldest that serves no request is closed. Fewer where the system
            allows the process fewer files, or the event loop fewer sockets: 480 on Windows.
        requests: served at once; any more are answered 503. Where there are fewer connections, at most half of them,
            so that one can always be closed: an event loop that had to watch more sockets than it can would end.
        line_bytes: of the request line, and of each header.
        head_bytes: of request line and headers together.
        fields: number of headers.
        read_bytes: of a body, received ahead of what has been read.
        body_bytes: of a notification, as it is sent and after it is decompressed.
        wrong_tokens_at_once: requests without the right token that a source may send before it is slowed down.
        wrong_tokens_per_s: such requests of one source that are then answered. Right tokens never wait.
        longest_hold_s: seconds for which such an answer is held at most.
        held: such answers at once; any more are answered at once, so that honest requests find a connection.
        budget_bytes: of all bodies that are being read or saved; a request that needs more is answered 503.
    """

    head_s: float = 5.0
    body_s: float = 7.0
    wait_s: float = 2.5
    ready_s: float = 1.0
    linger_s: float = 2.0
    idle_s: float = 75.0
    connections: int = 2500
    requests: int = 500
    line_bytes: int = 8190
    head_bytes: int = 16 * 1024
    fields: int = 100
    read_bytes: int = 16 * 1024
    body_bytes: int = 1024 * 1024
    wrong_tokens_at_once: int = 60
    wrong_tokens_per_s: float = 100.0
    longest_hold_s: float = 2.0
    held: int = 200
    budget_bytes: int = 2 * 1024 * 1024


if sys.platform == "win32":

    def available_connections() -> int:
        """Return how many connections the server may have: the event loop has the lowest limit on Windows."""
        return MOST_ON_WINDOWS - _LISTENING

else:
    import resource

    def available_connections() -> int:
        """Raise the limit of open files as far as the server can use it, and return what it leaves for connections."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        unlimited = resource.RLIM_INFINITY
        if soft != unlimited and soft < _WANTED:
            soft = _WANTED if hard == unlimited else min(_WANTED, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return (_WANTED if soft == unlimited else soft) - _OTHERS


def limited_by_system(limits: Limits, available: int) -> Limits:
    """Return limits with no more connections than are available, and as many requests as these can serve."""
    if available >= limits.connections:
        return limits
    connections = max(available, 1)
    requests, held = min(limits.requests, max(connections // 2, 1)), min(limits.held, connections // 4)
    return replace(limits, connections=connections, requests=requests, held=held)


@dataclass
class MemoryBudget:
    """Bytes that all request bodies share, as far as they are not reserved. For one thread."""

    available: int


class Reservation:
    """The bytes of one request, `size` of them; leaving its context gives them back."""

    def __init__(self, budget: MemoryBudget) -> None:
        self._budget = budget
        self.size = 0

    def __enter__(self) -> Self:
        """Reserve nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give all back."""
        self._budget.available += self.size

    def grow(self, size: int) -> bool:
        """Reserve some bytes more; false, and nothing is reserved, where the budget does not have them."""
        if size > self._budget.available:
            return False
        self._budget.available -= size
        self.size += size
        return True
