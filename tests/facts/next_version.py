"""A migration that a version to come adds to the facts."""

from collections.abc import Callable

from sqlite_utils import Database, Migrations

from app.facts.file import opening, schema
from app.facts.file.schema import create_facts

KEEP_MORE = "keep_more"


def keep_more(db: Database) -> None:
    """Keep something more."""
    db.execute("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT")


def be_next_version(change: Callable[[object, str, object], object] = setattr) -> None:
    """Give this process the migration; `change` sets an attribute of a module."""
    later = Migrations("facts")
    for migration in (create_facts, keep_more):
        later()(migration)
    change(schema, "migrations", later)
    change(opening, "MIGRATIONS", (*opening.MIGRATIONS, KEEP_MORE))
