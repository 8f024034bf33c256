"""In which order facts came from which something is derived, and up to which of them the board follows.

Each such fact has a number, which is a cursor and never an order in time. The board keeps in each transaction up to
which number it follows, and beside that what of older facts is still to be derived.

A newer version of the program may write facts that this one does not know. What these say is to be derived stays beside
the rest until a version knows it, and holds nothing up.
"""

import json
import logging
import sqlite3
from collections.abc import Collection, Iterable
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from app.domain.days import Day
from app.facts.loads.load_history import readable_words

_log = logging.getLogger(__name__)


BATCH_SIZE = 100
"""Visits that are derived in one transaction: they take some 25 ms."""


class Kind(StrEnum):
    """What is to be derived again because of a fact; the key says of which."""

    VISIT = "visit"  # its id: a notification of it came
    DAY = "day"  # carrier and date, with a tab between: it was loaded
    RULES = "rules"  # everything: what decides of the site is another
    UNHEARD = "unheard"  # what no notification was received of: the first one ever came
    UNSETTLED = "unsettled"  # what a load has still to settle: the clock was set back


class Entry(NamedTuple):
    """One fact; `number` is None of what is pending beside the journal, `kind` a `Kind` or that of a newer version."""

    number: int | None
    kind: str
    key: str


_NEWER_DAY = "newer load: "
"""Before the word for which a day's loads cannot be read, in the kind by which the day is pending then."""

IS_KNOWN = "kind IN (SELECT value FROM json_each(?))"
"""The condition of what this version can derive; the value is `known_as_json()`."""
_NEW = "FROM journal WHERE number > (SELECT number FROM applied)"


def known_kinds() -> frozenset[str]:
    """Return the kinds of what this version can derive."""
    return frozenset([*Kind, *(f"{_NEWER_DAY}{word}" for word in readable_words())])


def known_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return those of which this version can derive what they say."""
    known = known_kinds()
    return [one for one in entries if one.kind in known]


def known_as_json() -> str:
    """Return them as the value of `IS_KNOWN`."""
    return json.dumps([*known_kinds()])


def is_day(kind: str) -> bool:
    """Whether a day is to be derived, perhaps one that an older version could not read."""
    return kind == Kind.DAY or kind.startswith(_NEWER_DAY)


def day_key(day: Day) -> str:
    """Return the key of a day."""
    return f"{day.carrier}\t{day.date.isoformat()}"


def day_of(key: str) -> Day:
    """Return the day of a key."""
    carrier, day = key.split("\t")
    return Day(carrier, date.fromisoformat(day))


def append_entries(db: sqlite3.Connection, kind: Kind, keys: Iterable[str | int] = ("",)) -> int:
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


def has_unapplied(db: sqlite3.Connection) -> bool:
    """Whether there are facts that the board does not follow yet, and could."""
    sql = f"SELECT EXISTS (SELECT 1 {_NEW}) OR EXISTS (SELECT 1 FROM pending WHERE {IS_KNOWN})"  # noqa: S608 - our own
    return bool(db.execute(sql, (known_as_json(),)).fetchone()[0])


def count_unapplied(db: sqlite3.Connection) -> int:
    """Return of how many facts the board does not follow yet, and could."""
    sql = f"SELECT (SELECT count(*) {_NEW}) + (SELECT count(*) FROM pending WHERE {IS_KNOWN})"  # noqa: S608 - our own
    return int(db.execute(sql, (known_as_json(),)).fetchone()[0])


def count_pending_entries(db: sqlite3.Connection) -> int:
    """Return how much of older facts a board has still to derive, and can."""
    sql = f"SELECT count(*) FROM pending WHERE {IS_KNOWN}"  # noqa: S608 - our own words
    return int(db.execute(sql, (known_as_json(),)).fetchone()[0])


COUNT_NEWER = f"""
    SELECT count(*) FROM (SELECT kind, key FROM pending UNION SELECT kind, key {_NEW}) WHERE NOT {IS_KNOWN}
"""  # noqa: S608 - our own words
"""Of how much a newer version wrote what is to be derived, and this one cannot: the value is `known_as_json()`."""


def has_applied(db: sqlite3.Connection, number: int, day: str = "", *, is_all: bool) -> bool:
    """Whether the board follows a fact and the day of this key; with `is_all` all that is pending, too."""
    pending = f"SELECT 1 FROM pending WHERE {IS_KNOWN} AND (? OR key = ?)"  # noqa: S608 - our own words
    sql = f"SELECT number >= ? AND NOT EXISTS ({pending}) FROM applied"  # noqa: S608 - likewise
    return bool(db.execute(sql, (number, known_as_json(), is_all, day)).fetchone()[0])


def next_entries(db: sqlite3.Connection) -> list[Entry]:
    """Return some of the facts that the board does not follow yet: the new ones first, then what is pending.

    Of the new ones they are as many as speak of `BATCH_SIZE` things. However many come, one that is pending is among
    them.
    """
    found: list[Entry] = []
    seen: set[tuple[str, str]] = set()
    for number, kind, key in db.execute(f"SELECT number, kind, key {_NEW} ORDER BY number"):
        if len(seen) == BATCH_SIZE and (kind, key) not in seen:
            break
        seen.add((kind, key))
        found.append(Entry(number, kind, key))
    for entry in next_pending(db, max(BATCH_SIZE - len(seen), 1)):
        found.append(entry)
        if is_day(entry.kind):  # which takes long
            break
    return found


def next_pending(db: sqlite3.Connection, limit: int) -> list[Entry]:
    """Return some of what is pending and can be derived, in the order in which it is to be."""
    sql = f"SELECT kind, key FROM pending WHERE +{IS_KNOWN} ORDER BY rank DESC, kind, key LIMIT ?"  # noqa: S608 - our own
    return [Entry(None, kind, key) for kind, key in db.execute(sql, (known_as_json(), limit))]


def _defer_newer(db: sqlite3.Connection, kind: str, key: str) -> None:
    """Have something stay pending, whatever else is derived, until a version knows its kind; log the first one."""
    if not db.execute("SELECT EXISTS (SELECT 1 FROM pending WHERE kind = ?)", (kind,)).fetchone()[0]:
        _log.warning("A newer version wrote what this one cannot read, and keeps until an update: %s", kind)
    db.execute("INSERT OR IGNORE INTO pending VALUES (?, ?, '')", (kind, key))


def defer_newer_day(db: sqlite3.Connection, key: str, word: str | None) -> None:
    """Have a day stay pending until a version knows a word of its loads; None where all are known."""
    db.execute(
        "DELETE FROM pending WHERE key = ? AND kind > ? AND kind < ?", (key, _NEWER_DAY, f"{_NEWER_DAY}\U0010ffff")
    )
    if word is not None:
        _defer_newer(db, f"{_NEWER_DAY}{word}", key)


def mark_applied(db: sqlite3.Connection, entries: Collection[Entry]) -> None:
    """Keep that the board follows these facts, in the transaction that made it do so.

    What this version does not know of them stays pending until a version knows it.
    """
    distinct = {(one.kind, one.key) for one in entries}
    known = {(one.kind, one.key) for one in known_entries(entries)}
    db.executemany("DELETE FROM pending WHERE kind = ? AND key = ?", known)
    for kind, key in sorted(distinct - known):
        _defer_newer(db, kind, key)
    last = max((number for number, _, _ in entries if number is not None), default=0)
    db.execute("UPDATE applied SET number = max(number, ?)", (last,))


def defer_day(db: sqlite3.Connection, day: Day) -> None:
    """Have a day stay pending, in the transaction by which the board follows the fact that it was loaded."""
    db.execute("INSERT OR IGNORE INTO pending VALUES (?, ?, ? || ' 2')", (Kind.DAY, day_key(day), day.date.isoformat()))


def trim_journal(db: sqlite3.Connection) -> None:
    """Forget what the board follows, in a transaction. Call once the board is on the disk with all that it holds.

    What a newer version wrote stays, for a board that is derived anew.
    """
    sql = f"DELETE FROM journal WHERE number <= (SELECT number FROM applied) AND {IS_KNOWN}"  # noqa: S608 - our own words
    db.execute(sql, (known_as_json(),))
