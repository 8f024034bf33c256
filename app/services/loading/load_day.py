"""Loading a day: credentials, the carrier's answer, the cache."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from app.carrier.client import Progress, fetch_manifests
from app.carrier.endpoint import Endpoint
from app.domain.credentials import CarrierCredentials
from app.domain.days import CarrierAnswer, Day, LoadSummary
from app.domain.errors import AppError, LoadCancelledError, NoManifestError
from app.facts.loads.day_answer import DayAnswer
from app.net.cancellation import Cancellation
from app.store.save_day import save_day
from app.store.writer import Writer

_COUNTED = ("manifests", "shipments", "new", "changed", "gone", "kept")

_log = logging.getLogger(__name__)


def load_day(
    day: Day,
    *,
    endpoint: Endpoint,
    credentials: Callable[[], CarrierCredentials],
    writer: Writer,
    now: Callable[[], datetime],
    progress: Callable[[Progress], None],
    cancellation: Cancellation,
) -> LoadSummary:
    """Ask the carrier for a day and put the answer into the cache, whole or not at all.

    A 404 or an empty list after a good day changes nothing but a mark, unless the answer before it was such a one too:
    then all rows of the day are gone.

    Raises:
        NoManifestError: 404; the day is marked as above.
        AppError: no credentials, no carrier, no store; the cached day is as it was.
    """
    with _logged(day) as log:
        received = DayAnswer(writer.path, day, lambda: cancellation.requested)
        asked_at = now()  # what the carrier says holds for this moment: a visit that closes during the load is newer
        try:
            answer = fetch_manifests(
                day,
                endpoint=endpoint,
                credentials=credentials(),
                sink=received,
                progress=progress,
                cancellation=cancellation,
            )
        except NoManifestError:
            save_day(writer, received, asked_at, CarrierAnswer.NOT_FOUND)
            raise
        return log(save_day(writer, received, asked_at, answer))


@contextmanager
def _logged(day: Day) -> Iterator[Callable[[LoadSummary], LoadSummary]]:
    """Have the log say what came of a load; a good one's summary goes through what is handed out."""
    began = time.monotonic()

    def log(summary: LoadSummary) -> LoadSummary:
        counts = ", ".join(f"{getattr(summary, name)} {name}" for name in _COUNTED)
        passed, unread = time.monotonic() - began, len(summary.skipped)
        _log.info("Load of %s %s: %s, %d unreadable, %.1f s", day.carrier, day.date, counts, unread, passed)
        return summary

    try:
        yield log
    except AppError as error:
        level = logging.INFO if isinstance(error, LoadCancelledError) else logging.WARNING
        passed, kind = time.monotonic() - began, type(error).__name__
        _log.log(level, "Load of %s %s: %s after %.1f s: %s", day.carrier, day.date, kind, passed, error)
        raise
