"""Opening the cache to read it, made or migrated first where that is needed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

from app.store.failures import store_failures
from app.store.opening import is_current
from app.store.reader import Reader
from app.store.site import settle_zone
from app.store.writer import Writer


@contextmanager
def opened_cache(database: Path, zone: Callable[[], ZoneInfo] | None = None) -> Iterator[Reader]:
    """Open the cache for reading; with a zone, see first that visits were weighed by it.

    Raises:
        StoreError: it cannot be read, or was made by a newer version.
    """
    with store_failures(database):
        current = is_current(database)
    if not current:
        with Writer(database):
            pass
    if zone is not None:
        with Reader.opened(database) as reader:
            settled = reader.zone()
        if zone() != settled:
            with Writer(database) as writer:
                settle_zone(writer, zone())
    with Reader.opened(database) as reader:
        yield reader
