"""Loading a day: credentials, the carrier's answer, the cache."""

from collections.abc import Callable
from datetime import datetime

from app.domain.credentials import CarrierCredentials
from app.domain.days import Answer, Day, LoadSummary
from app.domain.errors import NoManifestError
from app.manifest.cancellation import Cancellation
from app.manifest.client import Progress, fetch_manifests
from app.manifest.endpoint import Endpoint
from app.store.days import note_answer, save_day
from app.store.staging import StagedAnswer
from app.store.writer import Writer


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

    An empty list after a good day changes nothing but a mark: the cached day stays (`LoadSummary.kept`).

    Raises:
        NoManifestError: 404; an earlier day of the cache stays, marked.
        AppError: no credentials, no carrier, no store; the cached day is as it was.
    """
    staged = StagedAnswer(writer, lambda: cancellation.requested)
    asked_at = now()  # what the carrier says holds for this moment: a visit that closes during the load is newer
    try:
        answer = fetch_manifests(
            day,
            endpoint=endpoint,
            credentials=credentials(),
            sink=staged,
            progress=progress,
            cancellation=cancellation,
        )
    except NoManifestError:
        note_answer(writer, day, Answer.NOT_FOUND, now())
        raise
    if answer is Answer.EMPTY:
        kept = note_answer(writer, day, Answer.EMPTY, now())
        return LoadSummary(day, 0, 0, 0, 0, 0, kept=kept)
    return save_day(writer, day, staged, asked_at)
