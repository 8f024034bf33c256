"""One load of one day, started by the user or automatically."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.bootstrap.process_tuning import COLLECTOR
from app.domain.days import Day, LoadSummary
from app.net.cancellation import Cancellation
from app.services.app_context import AppContext, endpoint_of
from app.services.loading.auto_reload import LoadGate
from app.store.writer import Writer
from app.ui.ports.feature_ports import LoadProgress

if TYPE_CHECKING:  # the window opens without importing HTTP
    from app.carrier.client import Progress

_PROGRESS_SECONDS = 0.05
"""Shortest time between two progress reports: more of them cost the window time and are not visible."""


class DayLoad:
    """One load of one day that reports progress and can be cancelled."""

    def __init__(
        self,
        day: Day,
        app_context: AppContext,
        writer: Writer,
        gate: LoadGate,
        cancellation: Cancellation | None = None,
    ) -> None:
        self._day = day
        self._app_context = app_context
        self._writer = writer
        self._gate = gate
        self._cancellation = cancellation or Cancellation()

    def run(self, report: Callable[[LoadProgress], None]) -> LoadSummary:
        """Load the day at the user's request; called in a worker."""
        reported_at = 0.0

        def report_progress(progress: "Progress") -> None:
            nonlocal reported_at
            now = time.monotonic()
            if progress.pause_seconds is None and now - reported_at < _PROGRESS_SECONDS:
                return
            reported_at = now
            note = progress.text if progress.pause_seconds is not None else None
            report(LoadProgress(progress.shipments, progress.fraction, note))

        with self._gate.asked_for():
            return self._load(report_progress)

    def run_automatically(self) -> LoadSummary:
        """Load the day automatically; the caller holds the gate."""
        return self._load(lambda _progress: None)

    def _load(self, report_progress: "Callable[[Progress], None]") -> LoadSummary:
        from app.services.loading.load_day import load_day  # noqa: PLC0415 - the window opens without importing HTTP

        with COLLECTOR.waiting():
            return load_day(
                self._day,
                endpoint=endpoint_of(self._app_context.settings_file.read()),
                credentials=self._app_context.credentials.carrier_credentials,
                writer=self._writer,
                now=self._app_context.now,
                progress=report_progress,
                cancellation=self._cancellation,
            )

    def cancel(self) -> None:
        """Cancel the load; called from any thread."""
        self._cancellation.cancel()
