"""Opens the store for reading; creates or migrates it first where needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.board.board_file import is_board_complete
from app.board.reading.reader import Reader
from app.domain.site import KeptRules
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import is_current
from app.facts.site_rules import read_stored_rules
from app.services.site_settings import SiteChoice
from app.settings import SettingsFile
from app.store.site_settings import save_site_rules

if TYPE_CHECKING:
    from app.store.writer import Writer


def has_store(database: Path) -> bool:
    """Tell whether there is a store; after a recovery it is in another file than `database`.

    Raises:
        StoreError: the folder cannot be read.
    """
    with store_failures(database):
        return newest_file(database).exists()


@contextmanager
def opened_store(database: Path, settings: SettingsFile | None = None) -> Iterator[Reader]:
    """Open the store for reading, with all that is derived brought up to date; with settings, by their rules.

    Raises:
        SettingsError: they cannot be read, or the environment contradicts the saved rules.
        StoreError: it cannot be read, or a newer version wrote it.
    """
    with store_failures(database):
        is_up_to_date = is_current(database) and is_board_complete(database, newest_file(database))
    if not is_up_to_date:
        with _opened_writer(database):
            pass
    if settings is not None:
        choice = SiteChoice.read(settings)
        kept = read_stored_rules(database)
        if kept != KeptRules.of(choice(kept)):
            with _opened_writer(database) as writer:
                save_site_rules(writer, choice)
    with Reader.opened(database) as reader:
        yield reader


def _opened_writer(database: Path) -> "Writer":
    from app.store.writer import Writer  # noqa: PLC0415 - usually the store is up to date, and only read

    return Writer(database)
