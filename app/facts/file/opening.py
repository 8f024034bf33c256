"""Open the file of the facts for reading, without importing what only writing needs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from app.domain.contract.json_text.storable_text import body_text
from app.domain.errors import StoreNewerError
from app.domain.folding import fold
from app.domain.texts import Text
from app.facts.file.corruption import DamagedError, find_damage
from app.facts.file.database import address, connect
from app.facts.file.generations import newest_file

FILE_NAME = "facts.sqlite"

MIGRATIONS: Final = ("create_facts",)
"""The names of all migrations in their order, so that a current file is recognised without sqlite-utils."""
READING_CACHE: Final = "PRAGMA cache_size = -4000"
"""SQL: 4 MB of pages for a connection that reads; more is not faster, and each one holds as much."""


@contextmanager
def opened_for_reading(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a file read-only for a block: the connection neither writes nor checkpoints."""
    with closing(connect(address(file, "ro"))) as connection:
        connection.execute(READING_CACHE)
        connection.create_function("fold", 1, fold_cell, deterministic=True)
        connection.create_function("body_text", 1, body_text, deterministic=True)
        yield connection


def is_current(path: Path) -> bool:
    """Whether the store exists and has exactly the migrations of this version.

    Raises:
        StoreNewerError: it has migrations that this version does not know.
    """
    file = newest_file(path)
    if not file.exists():
        return False
    with opened_for_reading(file) as connection:
        return has_all_migrations(connection)


def has_all_migrations(connection: sqlite3.Connection) -> bool:
    """Whether the file has exactly the migrations of this version.

    Raises:
        StoreNewerError: it has migrations that this version does not know.
    """
    applied, ours = applied_migrations(connection), set(MIGRATIONS)
    if applied <= ours:
        return applied == ours
    found = None if applied >= ours else find_damage(connection)  # a newer version normally has all of ours
    if found is not None:
        raise DamagedError(found)
    raise StoreNewerError(
        Text(
            "Error",
            "This data was made by a newer version of Despacho, and this version would damage it. "
            "Install the newer version, or choose another data folder.",
        )
    )


def fold_cell(value: str | float | None) -> str | float | None:
    """Fold a text, and return any other value as it is: the SQL function `fold`."""
    return fold(value) if isinstance(value, str) else value


def created_at(connection: sqlite3.Connection) -> datetime | None:
    """Return when the file was created (UTC)."""
    row = connection.execute("SELECT min(applied_at) FROM _sqlite_migrations").fetchone()
    return datetime.fromisoformat(row[0]) if row[0] else None


def applied_migrations(connection: sqlite3.Connection) -> set[str]:
    """Return the names of the applied migrations; empty if the file lists none."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return set()
    return {row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'facts'")}
