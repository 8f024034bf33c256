"""Reads how far a folder's facts are shared, while other processes may share them."""

from pathlib import Path

from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import opened_for_reading
from app.facts.sharing.outbox import unpublished
from app.facts.sharing.relay_state import StreamPosition, consumed
from app.services.open_reader import has_cache

_MOST = 1000
"""More are not counted."""


def relay_progress(database: Path) -> tuple[StreamPosition | None, int]:
    """Return up to where the stream was read, and how many facts are to be published: of the first kind that has any.

    Raises:
        StoreError: the facts cannot be read.
    """
    if not has_cache(database):
        return None, 0
    with store_failures(database), opened_for_reading(newest_file(database)) as db:
        return consumed(db), len(unpublished(db, _MOST).facts)
