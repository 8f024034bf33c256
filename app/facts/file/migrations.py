"""Migrate the file of the facts. Imported only when a migration is due, since sqlite-utils loads slowly."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing

from sqlite_utils import Database

from app.domain.errors import StoreNewerError
from app.domain.texts import Text
from app.facts.file.corruption import DamagedError, find_damage
from app.facts.file.database import connect
from app.facts.file.schema import migrations

_log = logging.getLogger(__name__)


def migrate(connection: sqlite3.Connection, on_migrating: Callable[[str], object]) -> None:
    """Apply the missing migrations; `on_migrating` as in `open_for_writing`.

    Raises:
        StoreNewerError: it has migrations that this version does not know. The file is unchanged.
    """
    database = Database(connection)
    _refuse_newer(database)
    pending = migrations.pending(database)
    if pending and migrations.applied(database):
        on_migrating(pending[0].name)
        _log.info("Migrating the database: %s", ", ".join(one.name for one in pending))
    migrations.apply(database)


def has_all_migrations(connection: sqlite3.Connection) -> bool:
    """Whether the file has exactly the migrations of this version.

    Raises:
        StoreNewerError: it has migrations that this version does not know.
    """
    database = Database(connection)
    _refuse_newer(database)
    return not migrations.pending(database)


def _refuse_newer(database: Database) -> None:
    applied, ours = {migration.name for migration in migrations.applied(database)}, _our_names()
    if applied <= ours:
        return
    found = None if applied >= ours else find_damage(database.conn)  # a newer version normally has all of ours
    if found is not None:
        raise DamagedError(found)
    raise StoreNewerError(
        Text(
            "Error",
            "This data was made by a newer version of Despacho, and this version would damage it. "
            "Install the newer version, or choose another data folder.",
        )
    )


def _our_names() -> set[str]:
    with closing(connect(":memory:")) as empty:
        return {migration.name for migration in migrations.pending(Database(empty))}
