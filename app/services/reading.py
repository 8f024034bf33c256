"""Opening the cache to read it, made or migrated first where that is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.store.failures import store_failures
from app.store.opening import is_current
from app.store.reader import Reader
from app.store.writer import Writer


@contextmanager
def opened_cache(database: Path) -> Iterator[Reader]:
    """Open the cache for reading.

    Raises:
        StoreError: it cannot be read, or was made by a newer version.
    """
    with store_failures(database):
        current = is_current(database)
    if not current:
        with Writer(database):
            pass
    with Reader.opened(database) as reader:
        yield reader
