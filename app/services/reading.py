"""Opening the cache to read it, made or migrated first where that is needed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.settings import Settings
from app.services.workplace import zone_of
from app.store.failures import store_failures
from app.store.generations import newest
from app.store.opening import is_current
from app.store.reader import Reader
from app.store.site import settle_site
from app.store.writer import Writer


def has_cache(database: Path) -> bool:
    """Return whether there is a cache; after a recovery it lives in another file than its own path."""
    return newest(database).exists()


@contextmanager
def opened_cache(database: Path, settings: Callable[[], Settings] | None = None) -> Iterator[Reader]:
    """Open the cache for reading; with settings, see first that visits were weighed and measured by them.

    Raises:
        StoreError: it cannot be read, or was made by a newer version.
    """
    with store_failures(database):
        current = is_current(database)
    if not current:
        with Writer(database):
            pass
    if settings is not None:
        with Reader.opened(database) as reader:
            settled = reader.zone(), reader.far_metres()
        wanted = zone_of(settings()), settings().far_metres
        if wanted != settled:
            with Writer(database) as writer:
                settle_site(writer, *wanted)
    with Reader.opened(database) as reader:
        yield reader
