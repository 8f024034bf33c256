"""How far this store's facts are published, and those of others taken."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import uuid4

from app.domain.relay.shared_fact import FactKind
from app.facts.journal import Kind, append_entries

_LAST = {
    FactKind.NOTIFICATION: "SELECT coalesce(max(id), 0) FROM notification",
    FactKind.LOAD: "SELECT coalesce(max(id), 0) FROM shared_load",
}
"""Of the tables in which facts of others stand beside own ones."""


class StreamPosition(NamedTuple):
    """A place in a stream.

    Attributes:
        stream: the identity of the stream; one that was deleted and made again has another.
        sequence: the number of the last message taken; 0: none; `ALL_AGAIN`.
    """

    stream: str
    sequence: int


ALL_AGAIN = -1
"""In place of the last message taken: all desks are yet to be asked to publish again what a restored stream lacks."""


def is_shared(db: sqlite3.Connection) -> bool:
    """Whether this store ever shared facts: then its rows follow from what all desks agree on."""
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM relay)").fetchone()[0])


def begin_sharing(db: sqlite3.Connection) -> None:
    """Note once that this store shares facts, in the caller's transaction; everything is derived again."""
    if db.execute("INSERT OR IGNORE INTO relay (id) VALUES (1)").rowcount > 0:
        append_entries(db, Kind.RULES)


def consumed(db: sqlite3.Connection) -> StreamPosition | None:
    """Return the last message that was taken; None: none ever was."""
    row = db.execute("SELECT stream, consumed FROM relay WHERE stream IS NOT NULL").fetchone()
    return None if row is None else StreamPosition(*row)


def save_consumed(db: sqlite3.Connection, position: StreamPosition) -> None:
    """Save the last message taken, in the transaction that saves its fact."""
    db.execute("UPDATE relay SET stream = ?, consumed = ?", position)


def published(db: sqlite3.Connection, kind: FactKind) -> int:
    """Return the id of the last own fact of a kind that is published; 0: none."""
    row = db.execute(f"SELECT {kind} FROM relay").fetchone()
    return int(row[0]) if row else 0


def save_published(db: sqlite3.Connection, kind: FactKind, after: int, last: int) -> None:
    """Save the id of the last own fact of a kind that is published, if it still was `after`."""
    db.execute(f"UPDATE relay SET {kind} = ? WHERE {kind} = ?", (last, after))


@contextmanager
def passing_over(db: sqlite3.Connection) -> Iterator[None]:
    """Where all own facts are published, have what others told within the block not looked through for own ones."""
    last = {kind: int(db.execute(sql).fetchone()[0]) for kind, sql in _LAST.items()}
    yield
    for kind, sql in _LAST.items():
        db.execute(f"UPDATE relay SET {kind} = ({sql}) WHERE {kind} >= ?", (last[kind],))


def forget_published(db: sqlite3.Connection) -> None:
    """Have all own facts published again, in the caller's transaction: the stream no longer holds them."""
    db.execute(f"UPDATE relay SET {', '.join(f'{kind} = 0' for kind in FactKind)}")


def lower_published(db: sqlite3.Connection, kind: FactKind) -> None:
    """After the removal of rows from the table of a kind: have those published that get their ids again."""
    db.execute(f"UPDATE relay SET {kind} = min({kind}, (SELECT coalesce(max(id), 0) FROM {kind}))")


class OlderCopyError(Exception):
    """Another desk tells a fact under this store's identity that this store never wrote.

    The data folder is an older copy of the one that did, or a second one. It needs an identity of its own.
    """


def last_used(db: sqlite3.Connection, table: str) -> int:
    """Return the last id that a table ever used."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    return int(row[0]) if row else 0


def begin_epoch(db: sqlite3.Connection) -> None:
    """Give this store another identity, in the caller's transaction; what it published keeps the one that it has."""
    db.execute(
        "UPDATE follow_up SET origin = (SELECT identity FROM store), origin_id = id"
        " WHERE origin IS NULL AND sets <> '' AND id <= (SELECT follow_up FROM relay)"
    )
    db.execute("UPDATE relay SET gap = 0, listening = 0")  # other desks count them by their origin
    db.execute("UPDATE store SET identity = ?", (uuid4().hex,))
