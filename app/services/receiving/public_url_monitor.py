"""Tests periodically whether the receiver's public address still leads here: a tunnel may break unnoticed."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from app.domain.cancellation import Cancellation
from app.domain.errors import AppError, StoreError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.probing import Cause, Diagnosis, Outage, Probe
from app.domain.texts import Text
from app.services.receiving.receiver_log import ReceiverEvents
from app.services.receiving.restarted_server import RestartedServer
from app.threads import WatchThread

_FOUND_WITHIN = 60.0  # seconds, without the duration of the tests
_AGAIN = 15.0
_EVERY = _FOUND_WITHIN - _AGAIN
_INCONCLUSIVE = (Cause.PROXY_NEEDED, Cause.STOPPED)
_MAY_BE_THIS_NETWORK = (Cause.REFUSED, Cause.NO_ANSWER, Cause.HUNG_UP, Cause.SLOW, Cause.NOT_PUBLIC, Cause.NO_TLS)
"""Some networks do not let their computers reach their public address; where it worked once, it is another cause."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProbedAddress:
    """The public address, and how it is tested."""

    url: Callable[[], str]
    """Returns the one in force; empty where there is none."""
    test: Callable[[], Diagnosis]
    """Sends a test through it."""
    is_listening: Callable[[], bool]
    """Whether the receiver listens; else there is nothing to test."""


@dataclass(frozen=True)
class RunningOutage:
    """Where an outage is kept that goes on, also beyond the end of this process."""

    read: Callable[[], Outage | None]
    """Returns the outage that the process before this one left."""
    save: Callable[[Outage | None], None]
    """Saves it, at each failed test; None: it has ended."""


class PublicUrlMonitor(WatchThread):
    """Tests in a thread of its own, more than once a minute; a failed test is repeated once before it counts.

    Args:
        tested: what it tests.
        running: the outage that may go on.
        events: a change is one of `problem` or `reached_at`; a gap is an outage of the address, once it has ended or
            the monitor stops, and comes again after a StoreError.
        now: the time, UTC.
        again: seconds until a failed test is repeated.
    """

    def __init__(
        self,
        tested: ProbedAddress,
        running: RunningOutage,
        events: ReceiverEvents,
        now: Callable[[], datetime],
        *,
        again: float = _AGAIN,
    ) -> None:
        super().__init__("public-url-monitor", events.on_bug, _EVERY)
        self._tested, self._running, self._events = tested, running, events
        self._act = self.resume
        self._looked_at: str | None = None  # the address of the last test
        self.changed_at: datetime | None = None
        """When the address was last seen to be another one; None: it was not yet."""
        self._now = now
        self._is_kept = False  # whether an outage is saved that a later process would go on with
        self._noting = Lock()  # around what follows, as a manual test is noted in another thread
        self._last_fine: datetime | None = None  # when a test last succeeded, else when the first one failed
        self._last_failed: datetime | None = None  # the latest time seen, as the clock may be set back
        self._unreported: list[Gap] = []
        self._again = again
        self._has_worked = False
        self.problem: Text | None = None
        """Why the address does not lead here; None where no reason is known."""
        self.reached_at: datetime | None = None
        """When a test of this address last succeeded; None if none did yet, or if it fails now."""

    def stop(self) -> None:
        """End the thread, and report the outage so far; the caller cancels a running test before.

        The next process goes on with it, if the address is the same.
        """
        super().stop()
        with self._noting:
            self._report_outage(self._now())
            self._last_fine = None

    @property
    def has_address(self) -> bool:
        """Whether there was an address to test when it was last looked for."""
        return bool(self._looked_at)

    @property
    def unreachable_since(self) -> datetime | None:
        """When a test last succeeded, else when the first one failed; None while the address leads here."""
        return self._last_fine if self.problem is not None else None

    def look(self) -> None:
        """Test the address, and repeat a failed test once."""
        if not self.follow_address() or not self._tested.is_listening():
            return
        found = self._tested.test()
        if self._counts(found) and not self._stopping.wait(self._again):
            found = self._tested.test()
        self.note(found)

    def follow_address(self) -> str:
        """Return the address in force; what was found for another one does not count for it."""
        address, before = self._tested.url(), self._looked_at
        self._looked_at = address
        is_other = before not in (None, address)
        if is_other or not address:
            with self._noting:
                if is_other:
                    self.changed_at = self._now()
                self._end_outage(self._now())
                self._last_fine = None
                self._set_found(None, None)
        return address

    def note(self, found: Diagnosis) -> None:
        """Take the result of a test through the public address, also of a manual one."""
        with self._noting:
            now = self._now()
            if found.works:
                self._end_outage(now)
                self._has_worked, self._last_fine = True, now
                self._set_found(None, now)
            elif self._counts(found):
                self._last_fine = min(self._last_fine or now, now)
                self._last_failed = max(self._last_failed or now, now)
                self._set_found(found.text, None)
                self._keep(Outage(self._last_fine, self._last_failed, self._looked_at or ""))

    def resume(self) -> None:
        """Report the outage that the process before left; it goes on if the address still does not lead here."""
        try:
            left = self._running.read()
        except StoreError as error:
            _log.warning("An outage before the start is not known: %s", error)
            return
        if left is None or self._is_kept:
            return
        is_same = left.address == self.follow_address()
        with self._noting:
            self._is_kept = True
            if left.since < left.until:
                self._unreported.append(Gap(left.since, left.until, GapCause.UNREACHABLE))
            if is_same:
                self._has_worked, self._last_fine = True, left.until
                self._report_outage(self._now())
            else:
                self._end_outage(self._now())

    def _keep(self, outage: Outage | None) -> None:
        try:
            self._running.save(outage)
            self._is_kept = outage is not None
        except StoreError as error:
            _log.warning("An outage that goes on could not be saved: %s", error)

    def _end_outage(self, now: datetime) -> None:
        """Report the outage until now, if there is one, and have no later process go on with it."""
        self._report_outage(now)
        if self._is_kept and not self._unreported:
            self._keep(None)

    def _report_outage(self, now: datetime) -> None:
        """Report the outage until now, if there is one, and those that could not be saved before."""
        if self.problem is not None and self._last_fine is not None:
            until = max(self._last_failed or now, now)
            self._unreported.append(Gap(min(self._last_fine, now), until, GapCause.UNREACHABLE))
        self._last_failed = None
        while self._unreported:
            try:
                self._events.on_gap(self._unreported[0])
            except StoreError as error:
                _log.warning("An outage could not be saved: %s", error)
                return
            del self._unreported[0]

    def _counts(self, found: Diagnosis) -> bool:
        may_be_wrong = found.cause in _MAY_BE_THIS_NETWORK and not self._has_worked
        return not found.works and not may_be_wrong and found.cause not in _INCONCLUSIVE

    def _set_found(self, problem: Text | None, reached_at: datetime | None) -> None:
        """Record why the address does not lead here, or when it last did; with neither, nothing is known."""
        before = self.problem, self.reached_at is None
        self.problem, self.reached_at = problem, reached_at
        if (problem, reached_at is None) != before:
            self._events.on_changed()

    def _look(self) -> None:
        try:
            self._act()
        except AppError as error:  # the settings cannot be read now
            self._events.reporter.report("outside", error)
        self._act = self.look


class AddressTester:
    """Sends tests to the addresses of one receiver; from any thread.

    `public_address` raises `SettingsError` where that cannot be read.
    """

    def __init__(self, server: RestartedServer, public_address: Callable[[], str]) -> None:
        self._server, self._public_address = server, public_address
        self._cancellation = Cancellation()

    def test_inside(self) -> Diagnosis:
        """Send a test to the receiver's own address."""
        server = self._server.current
        return self._test(server.url if server is not None else "", is_public=False)

    def test_outside(self) -> Diagnosis:
        """Send a test through the public address, as the sender would.

        Raises:
            SettingsError: the address cannot be read.
        """
        return self._test(self._public_address(), is_public=True)

    def cancel(self) -> None:
        """End the tests under way, and all later ones."""
        self._cancellation.cancel()

    def _test(self, url: str, *, is_public: bool) -> Diagnosis:
        from app.url_check.check import check  # noqa: PLC0415 - the window shows before HTTP is loaded

        probe, server = Probe.new(), self._server.current
        if server is not None:
            server.expect(probe)
        try:
            return check(url, probe, is_public=is_public, cancellation=self._cancellation)
        finally:
            if server is not None:
                server.forget(probe)
