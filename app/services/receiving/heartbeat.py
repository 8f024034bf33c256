"""Saves heartbeats while the receiver listens; a silence between two of them is a reception gap."""

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import uuid4

from app.domain.board.facts import SetBack
from app.domain.errors import StoreBusyError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.refusals import WrongTokens
from app.domain.texts import Text
from app.facts.gaps import Heartbeat, inherit_wrong_tokens, save_heartbeat
from app.store.writer import Writer

KNOWS_SLEEP = sys.platform in ("linux", "darwin")
"""Whether `time.monotonic` leaves the machine's sleep out, and another clock counts it."""
BEAT_SECONDS = 5.0
SHORTEST_GAP = timedelta(seconds=20)
"""The sender retries for about half a minute, so a shorter silence loses nothing."""

FRESH = timedelta(seconds=3 * BEAT_SECONDS)
"""A heartbeat younger than this means that a process listens now."""
_SUSPICIOUS = timedelta(seconds=60)
_CLOCK_TOLERANCE = 2.0  # seconds by which the two clocks may differ without sleep
_NONE = WrongTokens()
_LATE = Text("Listening", "saving takes too long.")


@dataclass(frozen=True)
class Reading:
    """Seconds since some moment, with and without the machine's sleep."""

    elapsed: float
    awake: float


def read_clocks() -> Reading:
    """Return the seconds since the machine was started. Without `KNOWS_SLEEP` the two readings are equal."""
    awake = time.monotonic()
    if sys.platform == "linux":
        return Reading(time.clock_gettime(time.CLOCK_BOOTTIME), awake)
    if sys.platform == "darwin":
        return Reading(time.clock_gettime(time.CLOCK_MONOTONIC_RAW), awake)
    return Reading(awake, awake)


class HeartbeatWriter:
    """Saves the heartbeats of one process; for its supervisor's thread only.

    A silence shorter than `shortest_gap` is no gap; `now` is UTC.
    """

    def __init__(
        self,
        writer: Writer,
        now: Callable[[], datetime],
        read_clocks: Callable[[], Reading],
        shortest_gap: timedelta = SHORTEST_GAP,
    ) -> None:
        self._shortest_gap = shortest_gap
        self._writer = writer
        self._now = now
        self._read_clocks = read_clocks
        self._owner = uuid4().hex
        self._began = now()
        self._last = read_clocks()

    def beat(
        self, cause: GapCause | None, port: int = 0, wrong: WrongTokens = _NONE, refused: Sequence[Gap] = ()
    ) -> Gap | None:
        """Save a heartbeat, and return the gap that it ended.

        Args:
            cause: of a gap since the last one, if it is known.
            port: at which the receiver listens.
            wrong: the wrong tokens received there.
            refused: past gaps in which notifications were refused for their token, saved with the heartbeat.

        Raises:
            StoreError: it could not be saved.
        """
        here, now = self._read_clocks(), self._now()
        work = partial(
            save_heartbeat,
            heartbeat=Heartbeat(now, self._owner, port, wrong),
            gap_after=lambda last: self._gap_since(last, now, here, cause),
            refused=refused,
            set_back_after=lambda last: self._set_back_since(last, now, here),
        )
        beating = self._writer.submit(work)
        wait([beating], timeout=2 * BEAT_SECONDS)
        if beating.cancel():
            raise StoreBusyError(_LATE)
        gap = beating.result()
        self._last = here  # not the time now: the machine may have slept since
        return gap

    def inherit_wrong_tokens(self, port: int) -> WrongTokens:
        """Return the wrong tokens that the process before has seen; see there.

        Raises:
            StoreError: they are not known.
        """
        return self._writer.write(partial(inherit_wrong_tokens, port=port, silent_since=self._now() - FRESH))

    def is_anothers(self, last: Heartbeat | None, port: int) -> bool:
        """Tell by the last heartbeat whether another process listens at a port now."""
        return is_fresh(last, port, self._now()) and last is not None and last.owner != self._owner

    def _gap_since(self, last: Heartbeat, now: datetime, here: Reading, cause: GapCause | None) -> Gap | None:
        """Return the time since the last heartbeat as a gap, if it is one.

        Between two heartbeats of this process its monotonic clocks count, as the wall clock may have been set.
        """
        elapsed, awake = here.elapsed - self._last.elapsed, here.awake - self._last.awake
        is_own = last.owner == self._owner
        # Before it, where the clock was set back.
        silence = timedelta(seconds=elapsed) if is_own else abs(now - last.at)
        if silence < self._shortest_gap:
            return None
        if not is_own and self._began - last.at >= now - self._began:
            cause = GapCause.CLOSED  # for most of the time
        elif cause is None and is_own:
            cause = GapCause.ASLEEP if elapsed - awake > _CLOCK_TOLERANCE or not KNOWS_SLEEP else GapCause.STALLED
        since = now - silence if is_own else min(last.at, now)
        return Gap(since, now, cause or GapCause.CLOSED)

    def _set_back_since(self, last: Heartbeat, now: datetime, here: Reading) -> SetBack | None:
        """Return how far the clock was set back since the last heartbeat, if by more than usual corrections."""
        passed = timedelta(seconds=here.elapsed - self._last.elapsed) if last.owner == self._owner else timedelta()
        before = last.at + passed
        return SetBack(before, now) if before - now > _SUSPICIOUS else None


def is_fresh(last: Heartbeat | None, port: int, now: datetime) -> bool:
    """Tell by a heartbeat whether a process listens at a port now."""
    return last is not None and last.port == port and now - last.at < FRESH
