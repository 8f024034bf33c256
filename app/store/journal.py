"""In which order facts came from which something is derived, and up to which of them the board follows.

Each such fact has a number, which is a cursor and never an order in time. The board keeps in each transaction up to
which number it follows, and beside that what of older facts is still to be derived.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import NamedTuple

from app.domain.days import Day


class Kind(StrEnum):
    """What is to be derived again because of a fact; the key says of which."""

    VISIT = "visit"  # its id: a notification of it came
    DAY = "day"  # carrier and date, with a tab between: it was loaded
    RULES = "rules"  # everything: what decides of the site is another
    UNHEARD = "unheard"  # what no notification was received of: the first one ever came
    UNSETTLED = "unsettled"  # what a load has still to settle: the clock was set back


class Entry(NamedTuple):
    """One fact; `number` is None of what is pending beside the journal."""

    number: int | None
    kind: Kind
    key: str


def day_key(day: Day) -> str:
    """Return the key of a day."""
    return f"{day.carrier}\t{day.date.isoformat()}"


def enter(db: sqlite3.Connection, kind: Kind, keys: Iterable[str | int] = ("",)) -> int:
    """Enter facts in the journal, in the transaction that keeps them.

    Args:
        db: of the facts, to write.
        kind: what is to be derived again.
        keys: of which.

    Returns:
        The number of the last one; 0 where there is none.
    """
    texts = [str(key) for key in keys]
    if not texts:
        return 0
    sql = "INSERT INTO journal (kind, key) SELECT ?, value FROM json_each(?)"
    return db.execute(sql, (kind, json.dumps(texts))).lastrowid or 0


def last_number(db: sqlite3.Connection, facts: str = "main") -> int:
    """Return the number of the last fact that was ever entered; 0 where none was.

    Args:
        db: to read.
        facts: by which name the connection has them.
    """
    row = db.execute(f"SELECT seq FROM {facts}.sqlite_sequence WHERE name = 'journal'").fetchone()  # noqa: S608 - ours
    return int(row[0]) if row else 0


def last_applied(db: sqlite3.Connection) -> int:
    """Return the number of the last fact that the board follows."""
    return int(db.execute("SELECT number FROM applied").fetchone()[0])


def is_anything_left(db: sqlite3.Connection) -> bool:
    """Whether there are facts that the board does not follow yet."""
    new = "SELECT 1 FROM journal WHERE number > (SELECT number FROM applied)"
    found = db.execute(f"SELECT EXISTS ({new}) OR EXISTS (SELECT 1 FROM pending)")  # noqa: S608 - our own words
    return bool(found.fetchone()[0])


def count_left(db: sqlite3.Connection) -> int:
    """Return of how many facts the board does not follow yet."""
    new = "SELECT count(*) FROM journal WHERE number > (SELECT number FROM applied)"
    found = db.execute(f"SELECT ({new}) + (SELECT count(*) FROM pending)").fetchone()  # noqa: S608 - our own words
    return int(found[0])


def follows(db: sqlite3.Connection, number: int, *, is_all: bool) -> bool:
    """Whether the board follows a fact; with `is_all` also all that is pending beside the journal."""
    found = db.execute(
        "SELECT number >= ? AND NOT (? AND EXISTS (SELECT 1 FROM pending)) FROM applied", (number, is_all)
    )
    return bool(found.fetchone()[0])


def left(db: sqlite3.Connection, limit: int) -> list[Entry]:
    """Return some of the facts that the board does not follow yet: the new ones first, then what is pending.

    Of the new ones they are as many as speak of `limit` things.
    """
    found: list[Entry] = []
    seen: set[tuple[str, str]] = set()
    rows = db.execute(
        "SELECT number, kind, key FROM journal WHERE number > (SELECT number FROM applied) ORDER BY number"
    )
    for number, kind, key in rows:
        if len(seen) == limit and (kind, key) not in seen:
            return found
        seen.add((kind, key))
        found.append(Entry(number, Kind(kind), key))
    rest = db.execute("SELECT kind, key FROM pending ORDER BY rank DESC, kind, key LIMIT ?", (limit - len(seen),))
    for kind, key in rest.fetchall():
        found.append(Entry(None, Kind(kind), key))
        if kind == Kind.DAY:  # which takes long
            break
    return found


def note_applied(db: sqlite3.Connection, entries: Collection[Entry]) -> None:
    """Keep that the board follows these facts, in the transaction that made it do so."""
    things = {(kind, key) for _, kind, key in entries}
    db.executemany("DELETE FROM pending WHERE kind = ? AND key = ?", things)
    last = max((number for number, _, _ in entries if number is not None), default=0)
    db.execute("UPDATE applied SET number = max(number, ?)", (last,))


def shorten(db: sqlite3.Connection) -> None:
    """Forget what the board follows, in a transaction. Call once the board is on the disk with all that it holds."""
    db.execute("DELETE FROM journal WHERE number <= (SELECT number FROM applied)")
