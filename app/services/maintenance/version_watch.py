"""Asks once a day whether there is a newer version, if an address for that is set."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event

from app.domain.announced_version import AnnouncedVersion
from app.domain.errors import AppError, LoadCancelledError
from app.domain.settings import Settings
from app.net.cancellation import Cancellation
from app.threads import SupervisedThread

_EVERY = 86400.0  # seconds


class VersionWatch:
    """Asks in a thread of its own: at its start, then daily, and soon after another address is set.

    Args:
        settings: reads them; they name the address.
        on_found: called, in the thread, when another newer version is known than before, or none any more.
        on_bug: called with every error that is no failure of the environment; the thread continues.
        every: seconds between two requests.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        on_found: Callable[[], None],
        on_bug: Callable[[BaseException], None],
        every: float = _EVERY,
    ) -> None:
        self._settings, self._on_found, self._every = settings, on_found, every
        self.newer: AnnouncedVersion | None = None
        """The newer version that the last answer announced."""
        self._asked = ""
        self._cancellation = Cancellation()
        self._stopping, self._woken = Event(), Event()
        self._thread = SupervisedThread("version-watch", self._run, on_bug)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def look_soon(self) -> None:
        """Ask soon if the address was changed; from any thread."""
        self._woken.set()

    def stop(self) -> None:
        """End the thread, and a request at once."""
        self._stopping.set()
        self._cancellation.cancel()
        self._woken.set()
        self._thread.stop()

    def _run(self) -> None:
        is_due = True
        while not self._stopping.is_set():
            with suppress(AppError):  # the settings cannot be read, which the window reports
                self._look(self._settings().version_url, is_due=is_due)
            is_due = not self._woken.wait(self._every)
            self._woken.clear()

    def _look(self, address: str, *, is_due: bool) -> None:
        if not is_due and address == self._asked:
            return
        known = self.newer if address == self._asked else None
        self._asked, found = address, None
        if address:
            from app.updates import newer_version  # noqa: PLC0415 - httpx is a good part of a start

            with suppress(LoadCancelledError):
                found = newer_version(address, self._cancellation, known)
        if found != self.newer and not self._stopping.is_set():
            self.newer = found
            self._on_found()
