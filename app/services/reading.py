"""Opening the cache to read it, made or migrated first where that is needed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

from app.domain.settings import Settings
from app.services.workplace import zone_of
from app.store.failures import store_failures
from app.store.generations import newest
from app.store.opening import is_current
from app.store.reader import Reader


def has_cache(database: Path) -> bool:
    """Return whether there is a cache; after a recovery it lives in another file than its own path.

    Raises:
        StoreError: nobody may look.
    """
    with store_failures(database):
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
        _make(database)
    if settings is not None:
        with Reader.opened(database) as reader:
            settled = reader.zone(), reader.far_metres()
        wanted = zone_of(settings()), settings().far_metres
        if wanted != settled:
            _settle(database, *wanted)
    with Reader.opened(database) as reader:
        yield reader


def _make(database: Path) -> None:
    from app.store.writer import Writer  # noqa: PLC0415 - as a rule the cache is there and settled, and only read

    with Writer(database):
        pass


def _settle(database: Path, zone: ZoneInfo, far_metres: int) -> None:
    from app.store.site import settle_site  # noqa: PLC0415 - see above
    from app.store.writer import Writer  # noqa: PLC0415 - see above

    with Writer(database) as writer:
        settle_site(writer, zone, far_metres)
