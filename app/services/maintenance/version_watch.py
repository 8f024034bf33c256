"""Asks once a day whether there is a newer version, if an address for that is set."""

from collections.abc import Callable
from contextlib import suppress

from app.domain.announced_version import AnnouncedVersion
from app.domain.cancellation import Cancellation
from app.domain.errors import AppError, LoadCancelledError
from app.domain.settings import Settings
from app.threads import WatchThread

_EVERY = 86400.0  # seconds


class VersionWatch(WatchThread):
    """Asks in a thread of its own: at its start, then daily, and soon after another address is set.

    `on_found` is called in the thread when another newer version is known than before, or none any more.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        on_found: Callable[[], None],
        on_bug: Callable[[BaseException], None],
        every: float = _EVERY,
    ) -> None:
        super().__init__("version-watch", on_bug, every)
        self._settings, self._on_found = settings, on_found
        self.newer: AnnouncedVersion | None = None
        """The newer version that the last answer announced."""
        self._asked = ""
        self._cancellation = Cancellation()

    def stop(self) -> None:
        """End the thread, and a request at once."""
        self._stopping.set()
        self._cancellation.cancel()
        super().stop()

    def _look(self) -> None:
        try:
            address = self._settings().version_url
        except AppError:  # the window reports it
            return
        if not self._is_due and address == self._asked:
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
