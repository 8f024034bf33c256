"""One load of one day, for the window and for automatic loads."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.domain.days import Day, LoadSummary
from app.net.cancellation import Cancellation
from app.services.app_context import AppContext, endpoint_of
from app.services.loading.auto_reload import LoadGate
from app.store.writer import Writer
from app.ui.ports.day_ports import LoadProgress

if TYPE_CHECKING:  # HTTP, for which no start waits
    from app.carrier.client import Progress

_PACE = 0.05
"""Seconds between two progress reports: more would cost the window more than the eye sees."""


class DayLoad:
    """One load of one day."""

    def __init__(
        self, day: Day, place: AppContext, writer: Writer, gate: LoadGate, cancellation: Cancellation | None = None
    ) -> None:
        self._day = day
        self._place = place
        self._writer = writer
        self._gate = gate
        self._cancellation = cancellation or Cancellation()

    def run(self, report: Callable[[LoadProgress], None]) -> LoadSummary:
        """Load the day at the user's request; called in a worker."""
        told = 0.0

        def tell(progress: "Progress") -> None:
            nonlocal told
            now = time.monotonic()
            if progress.pause_seconds is None and now - told < _PACE:
                return
            told = now
            note = progress.text if progress.pause_seconds is not None else None
            report(LoadProgress(progress.shipments, progress.fraction, note))

        with self._gate.asked_for():
            return self._load(tell)

    def run_by_itself(self) -> LoadSummary:
        """Load the day automatically; the caller holds the gate."""
        return self._load(lambda _progress: None)

    def _load(self, tell: "Callable[[Progress], None]") -> LoadSummary:
        from app.services.loading.load_day import load_day  # noqa: PLC0415 - see above

        return load_day(
            self._day,
            endpoint=endpoint_of(self._place.settings_file.read()),
            credentials=self._place.credentials.carrier_credentials,
            writer=self._writer,
            now=self._place.now,
            progress=tell,
            cancellation=self._cancellation,
        )

    def cancel(self) -> None:
        """Cancel the load at once; from any thread."""
        self._cancellation.cancel()
