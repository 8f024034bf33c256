"""A store as the last version left it that kept facts and what was derived of them in one file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from app.store.first_layout.later_schema import migrations
from app.store.generations import FIRST_LAYOUT, newest
from tests.database import board_file

_TABLES = (
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
    " AND name NOT LIKE '%_fts%' AND name <> '_sqlite_migrations' AND name <> 'visit_to_derive'"
)
_COLUMNS = """
    SELECT group_concat(name, ', ') FROM pragma_table_info(?, 'main')
    WHERE name IN (SELECT name FROM pragma_table_info(?, ?))
"""


def to_first_layout(path: Path) -> Path:
    """Put one file of the first layout in the place of a store that nobody has open, and return it."""
    old = path.with_name(FIRST_LAYOUT)
    parts = {"facts": newest(path), "board": board_file(path)}
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        migrations.apply(Database(db))
        db.execute("PRAGMA user_version = 3")
        for name, file in parts.items():
            db.execute(f"ATTACH DATABASE ? AS {name}", (str(file),))
            for (table,) in db.execute(_TABLES).fetchall():
                (columns,) = db.execute(_COLUMNS, (table, table, name)).fetchone()
                if columns is not None:
                    db.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM {name}.{table}")
    for part in (*path.parent.glob("facts*"), *path.parent.glob("board-*")):
        part.unlink()
    return old
