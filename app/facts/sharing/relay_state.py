"""As whom this store shares facts, how far its own are published, and those of others taken."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple, Self
from uuid import uuid4

from app.domain.relay.shared_fact import FactKind, SharedFact, origin_of
from app.facts.file.database import identity
from app.facts.journal import Kind, append_entries
from app.facts.sharing.forms import one_line, written

_LAST = {
    FactKind.NOTIFICATION: "SELECT coalesce(max(id), 0) FROM notification",
    FactKind.LOAD: "SELECT coalesce(max(id), 0) FROM shared_load",
}
"""Of the tables in which facts of others stand beside own ones."""


_NOTE_SET_ASIDE = """
    INSERT INTO other_desk (desk, set_aside, reason) VALUES (?1, ?2, ?3) ON CONFLICT (desk) DO UPDATE
    SET set_aside = set_aside + ?2, reason = ?3
"""
_LONGEST_REASON = 200


class StreamPosition(NamedTuple):
    """A place in a stream.

    Attributes:
        stream: the identity of the stream; one that was deleted and made again has another.
        sequence: the number of the last message taken; 0: none; `ALL_AGAIN`.
        at: when the relay stored it, as the relay writes it.
    """

    stream: str
    sequence: int
    at: str = ""


ALL_AGAIN = -1
"""In place of the last message taken: all desks are yet to be asked to publish again what a restored stream lacks."""


def is_shared(db: sqlite3.Connection) -> bool:
    """Whether this store ever shared facts: then its rows follow from what all desks agree on."""
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM relay)").fetchone()[0])


def begin_sharing(db: sqlite3.Connection) -> None:
    """Note once that this store shares facts, in the caller's transaction; everything is derived again."""
    if db.execute("INSERT OR IGNORE INTO relay (id) VALUES (1)").rowcount > 0:
        append_entries(db, Kind.RULES)


def all_consumed(db: sqlite3.Connection) -> dict[str, StreamPosition]:
    """Return the last message that was taken of each stream."""
    rows = db.execute("SELECT name, identity, consumed, at FROM relay_stream")
    return {name: StreamPosition(*position) for name, *position in rows}


def save_consumed(db: sqlite3.Connection, name: str, position: StreamPosition) -> None:
    """Save the last message taken of a stream, in the transaction that saves its fact."""
    db.execute(
        "INSERT OR REPLACE INTO relay_stream (name, identity, consumed, at) VALUES (?, ?, ?, ?)", (name, *position)
    )


@dataclass(frozen=True)
class Author:
    """As whom a store writes facts.

    Args:
        desk: its name.
        origin: the identity of the store.
        proofs: what this origin and former ones are made of.
        secret: from which others cannot foresee the identities of its facts.
    """

    desk: str
    origin: str
    proofs: Mapping[str, str]
    secret: str = field(repr=False)

    @classmethod
    def read(cls, db: sqlite3.Connection, desk: str) -> Self:
        """Read it; of a store that shares nothing yet no other desk would take anything."""
        (secret,) = db.execute("SELECT secret FROM relay").fetchone() or ("",)
        return cls(desk, identity(db), dict(db.execute("SELECT origin, proof FROM own_origin")), secret)

    @property
    def is_proven(self) -> bool:
        """Whether others take what it writes under its name."""
        return origin_of(self.desk, self.proofs.get(self.origin, "")) == self.origin

    def fact(
        self, kind: FactKind, number: object, made_at: str, said: Mapping[str, object], origin: str = ""
    ) -> SharedFact:
        """Return a fact; `origin`: a former one of this store, under which it was told before."""
        whose = origin or self.origin
        body = written(said)
        about = f"{whose} {kind} {number}\n".encode()
        name = blake2b(about + body, key=self.secret.encode(), digest_size=16).hexdigest()
        return SharedFact(name, kind, whose, made_at, body, self.desk, self.proofs.get(whose, ""))


def published(db: sqlite3.Connection, kind: FactKind) -> int:
    """Return the id of the last own fact of a kind that is published; 0: none."""
    row = db.execute(f"SELECT {kind} FROM relay").fetchone()
    return int(row[0]) if row else 0


def save_published(db: sqlite3.Connection, kind: FactKind, after: int, last: int) -> None:
    """Save the id of the last own fact of a kind that is published, unless all are to be published again meanwhile."""
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


def note_set_aside(db: sqlite3.Connection, desk: str, count: int, reason: str) -> None:
    """Count what a desk sent that no version of Despacho writes, in the caller's transaction."""
    db.execute(_NOTE_SET_ASIDE, (desk, count, one_line(reason)[:_LONGEST_REASON]))


def set_aside(db: sqlite3.Connection) -> dict[str, int]:
    """Return how much was set aside of each desk that sent what no version of Despacho writes."""
    return dict(db.execute("SELECT desk, set_aside FROM other_desk WHERE set_aside > 0 ORDER BY set_aside DESC"))


class OlderCopyError(Exception):
    """Another desk tells a fact under this store's identity that this store never wrote.

    The data folder is an older copy of the one that did, or a second one. It needs an identity of its own.
    """


def last_used(db: sqlite3.Connection, table: str) -> int:
    """Return the last id that a table ever used."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    return int(row[0]) if row else 0


def begin_epoch(db: sqlite3.Connection, desk: str | None = None) -> None:
    """Give this store another identity, in the caller's transaction; what it published keeps the one that it has.

    `desk` is the name under which it shares its facts; None: that is not known, and it cannot yet.
    """
    db.execute(
        "UPDATE follow_up SET origin = (SELECT identity FROM store), origin_id = id"
        " WHERE origin IS NULL AND sets <> '' AND id <= (SELECT follow_up FROM relay)"
    )
    db.execute("UPDATE relay SET gap = 0, listening = 0")  # other desks count them by their origin
    proof = uuid4().hex
    origin = origin_of(desk, proof) if desk is not None else uuid4().hex
    db.execute("UPDATE store SET identity = ?", (origin,))
    if desk is not None:
        db.execute("INSERT INTO own_origin (origin, proof) VALUES (?, ?)", (origin, proof))
