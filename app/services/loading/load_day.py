"""Loads a day: fetches the carrier's answer and saves it."""

import logging
import time
from collections.abc import Callable
from datetime import datetime

from app.carrier.client import Progress, fetch_manifests
from app.carrier.http_status import no_manifest
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.days import CarrierAnswer, Day, LoadSummary
from app.domain.errors import AppError, LoadCancelledError
from app.facts.loads.day_answer import DayAnswer
from app.store.save_day import save_day
from app.store.writer import Writer

_COUNTED = ("manifests", "shipments", "new", "changed", "gone", "kept")

_log = logging.getLogger(__name__)


def load_day(
    day: Day,
    *,
    endpoint: Endpoint,
    credentials: CarrierCredentials,
    writer: Writer,
    now: Callable[[], datetime],
    progress: Callable[[Progress], None],
    cancellation: Cancellation,
    on_saved: Callable[[], object] = lambda: None,
) -> LoadSummary:
    """Fetch a day from the carrier, and save the complete answer or none of it.

    `on_saved` is called once the answer is kept: from then on it can no longer be cancelled.

    A first 404 or empty list after a good load only marks the day; with a second one in a row all its rows are gone.

    Raises:
        NoManifestError: 404 or an empty list; the day is marked as above.
        AppError: the carrier or the store failed, or it was cancelled; the saved day is unchanged.
    """
    began = time.monotonic()

    try:
        received = DayAnswer(writer.path, day, lambda: cancellation.requested)
        answer, asked_at = fetch_manifests(
            day,
            endpoint=endpoint,
            credentials=credentials,
            sink=received,
            progress=progress,
            cancellation=cancellation,
            now=now,
        )
        summary = save_day(writer, received, asked_at, answer, on_saved=on_saved)
        del received  # a day's texts, before anything else is made: memory above them could not be given back
        if answer is not CarrierAnswer.MANIFESTS:
            raise no_manifest(day)
    except AppError as error:
        level = logging.INFO if isinstance(error, LoadCancelledError) else logging.WARNING
        passed, kind = time.monotonic() - began, type(error).__name__
        _log.log(level, "Load of %s %s: %s after %.1f s: %s", day.carrier, day.date, kind, passed, error)
        raise
    counts = ", ".join(f"{getattr(summary, name)} {name}" for name in _COUNTED)
    passed, unread = time.monotonic() - began, len(summary.skipped)
    _log.info("Load of %s %s: %s, %d unreadable, %.1f s", day.carrier, day.date, counts, unread, passed)
    return summary
