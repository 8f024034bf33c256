"""What the webhook server has saved and refused since it was started, and which sources send wrong tokens."""

import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Lock

from aiohttp import web

from app.domain.reception.refusals import Refusal, WrongTokenCount
from app.webhook.limits import Limits


class RequestCounters:
    """Counts notifications and refusals, in one thread; any thread may read.

    Attributes:
        since: when it began, UTC.
        kept: notifications that are on disk.
        last_kept_at: when the last of them arrived.
        last_outside_at: when the last of those arrived that another computer sent.
        last_other_path: the last request path other than the receiver's own, of one with the right token.
    """

    def __init__(
        self, since: datetime, on_changed: Callable[[], None], on_bug: Callable[[BaseException], None]
    ) -> None:
        self.since, self._on_changed, self._on_bug = since, on_changed, on_bug
        self.kept = 0
        self.last_kept_at: datetime | None = None
        self.last_outside_at: datetime | None = None
        self.last_other_path: str | None = None
        self.refused = Counter[Refusal]()

    def count_kept(self, at: datetime, other_path: str | None, *, is_from_here: bool) -> None:
        """Count a notification that is on disk; `is_from_here` if this computer sent it."""
        self.kept += 1
        self.last_kept_at, self.last_other_path = at, other_path or self.last_other_path
        self.last_outside_at = self.last_outside_at if is_from_here else at
        self._report()

    def count_refused(self, refusal: Refusal = Refusal.MALFORMED) -> None:
        """Count a request that was refused: as it is, since it could not be parsed or its head did not arrive."""
        self.refused[refusal] += 1
        self._report()

    def _report(self) -> None:
        try:
            self._on_changed()
        except Exception as error:  # noqa: BLE001 - it is reported, and the request is answered all the same
            self._on_bug(error)


_HOURS = 24
_SOURCES = 100  # of an hour; further ones are counted together
_SHOWN = 8
_SLOWED = 256  # sources whose last requests are remembered
_FORWARDED = "X-Forwarded-For"


class WrongTokenSources:
    """Counts by source, in bounded memory, and nothing of it is stored.

    `now` is UTC, `clock` monotonic, in seconds.
    """

    def __init__(
        self, limits: Limits, now: Callable[[], datetime], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits, self._now, self._clock = limits, now, clock
        self._lock = Lock()  # around the following: the server counts, and other threads read
        self._hours: dict[datetime, dict[str, int]] = {}
        self._due: dict[str, float] = {}  # when each source's next answer would be due at its rate, oldest first

    def count(self, source: str) -> float:
        """Count a request, and return the seconds after which it is to be answered."""
        hour = self._now().replace(minute=0, second=0, microsecond=0)
        with self._lock:
            sources = self._hours.setdefault(hour, {})
            if len(self._hours) > _HOURS:
                del self._hours[min(self._hours)]
            counted = source if source in sources or len(sources) < _SOURCES else ""
            sources[counted] = sources.get(counted, 0) + 1
            return self._wait_of(source)

    def counts(self) -> tuple[WrongTokenCount, ...]:
        """Return the counts of the last hours, the latest and greatest first. From any thread."""
        with self._lock:
            found = [
                WrongTokenCount(hour, source, count)
                for hour, sources in self._hours.items()
                for source, count in sources.items()
            ]
        return tuple(sorted(found, key=lambda one: (one.hour, one.count), reverse=True)[:_SHOWN])

    def _wait_of(self, source: str) -> float:
        """Return how long a source waits: not within a burst, then as its rate demands, up to a limit."""
        now, rate = self._clock(), self._limits.wrong_tokens_per_s
        due = max(self._due.pop(source, now), now)
        wait = due - now - self._limits.wrong_tokens_at_once / rate
        if wait < self._limits.longest_hold_s:
            due += 1 / rate
        self._due[source] = due
        if len(self._due) > _SLOWED:
            del self._due[next(iter(self._due))]
        return max(wait, 0.0)


def source_of(request: web.BaseRequest) -> str:
    """Return the address that a request came from; of IPv6 the network, within which a client chooses its address."""
    peer = _peer(request)
    return str(IPv6Network((int(peer), 64), strict=False) if isinstance(peer, IPv6Address) else peer or "localhost")


def is_from_here(request: web.BaseRequest) -> bool:
    """Tell whether this computer itself sent a request, as far as is known."""
    peer = _peer(request)
    return peer is None or peer.is_loopback


def _peer(request: web.BaseRequest) -> IPv4Address | IPv6Address | None:
    """Return the address of who sent a request; None: a Unix socket, and no proxy says more.

    A proxy on this computer names its client last in `X-Forwarded-For`. From elsewhere the header proves nothing.
    """
    peer = _address(request.remote or "")
    if peer is None or peer.is_loopback:
        forwarded = request.headers.getall(_FORWARDED, [""])
        peer = _address(forwarded[-1].rpartition(",")[2].strip()) or peer
    return peer


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
