"""Loads as desks tell each other what the carrier answered them, each in parts that a message can hold."""

import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.domain.days import CarrierAnswer, Day
from app.domain.relay.shared_fact import LONGEST_NAME, FactKind, SharedFact
from app.facts.file.database import identity, utc_text
from app.facts.sharing.forms import NewerFormError, number, read, text, time
from app.facts.sharing.relay_state import Author, OlderCopyError, last_used

_PART = 12 * 1024
"""Bytes of a part, which a message has room for."""
MOST_AFTER = 50
"""After so many answers that name only differences there is a whole one: who lacks one of them waits no longer."""

Key = tuple[str, int]
"""Origin and number of a load."""

_COLUMNS = "origin, number, part, parts, is_own, desk, carrier, date, asked_at, answer, after, packed"
_MOST_PARTS, _MOST_LOADS = 4096, 1000
"""Of one load; and loads of a day of one desk."""
_MOST_DAYS = timedelta(days=3700)
"""Between a load and its day: what is kept for longer is removed."""
_OF_DESK = "FROM shared_load WHERE carrier = ?1 AND date = ?2 AND desk = ?3"
_IS_TOO_MANY = f"""
    SELECT CASE WHEN EXISTS (SELECT 1 {_OF_DESK} AND origin = ?4 AND number = ?5) THEN 0
    ELSE (SELECT count(*) FROM (SELECT DISTINCT origin, number {_OF_DESK})) >= ?6 END
"""
"""Of a further part of a known load nothing is counted: a desk may send millions of parts."""
_OWN = f"SELECT id, {_COLUMNS} FROM shared_load WHERE id > ? AND is_own ORDER BY id LIMIT ?"
_OF_DAY = """
    SELECT origin, number, count(*), parts, desk, asked_at, answer, after, min(part) FROM shared_load
    WHERE carrier = ? AND date = ? GROUP BY origin, number ORDER BY origin, number
"""
"""With `min`, SQLite takes the other columns of the first part."""


@dataclass(frozen=True)
class SharedLoad:
    """A load that a desk told of.

    Args:
        origin: the identity of its store.
        number: its number there.
        asked_at: when the carrier was asked, as loads are stored.
        answer: the kind of answer.
        after: the number of the load of this desk and day that it differs from; None: it is whole.
        packed: see `WholeAnswer`; empty where there was no manifest; None: `packed_of` reads it.
        desk: whose; empty: this one's.
    """

    origin: str
    number: int
    asked_at: str
    answer: CarrierAnswer
    after: int | None
    packed: bytes | None
    desk: str = ""

    @property
    def key(self) -> Key:
        """What names it."""
        return self.origin, self.number

    @property
    def has_manifests(self) -> bool:
        """Whether the carrier answered with manifests."""
        return self.answer is CarrierAnswer.MANIFESTS


def own_loads(db: sqlite3.Connection, after: int, limit: int, author: Author) -> Iterator[tuple[int, SharedFact]]:
    """Yield the parts of this store's loads after an id, each with its id."""
    for row_id, *row in db.execute(_OWN, (after, limit)):
        origin, nth, part, parts, _, _, carrier, day, asked_at, answer, follows, packed = row
        said = {
            "carrier": carrier, "date": day, "asked_at": asked_at, "answer": answer, "number": nth, "after": follows,
            "part": part, "parts": parts, "packed": b64encode(packed).decode(),
        }  # fmt: skip
        made_at = utc_text(datetime.fromisoformat(asked_at))
        yield row_id, author.fact(FactKind.LOAD, f"{nth}.{part}", made_at, said, origin)


def take_load(db: sqlite3.Connection, fact: SharedFact) -> Day | None:
    """Save a part of another desk's load; return its day, or None if the part is known.

    Raises:
        NewerFormError: only a newer version can read it.
        OlderCopyError: this store never wrote it, though it says so.
        ValueError, LookupError, TypeError: no version of Despacho wrote it.
    """
    said = read(fact.body)
    answer = text(said["answer"])
    if answer not in set(CarrierAnswer):
        raise NewerFormError
    day = Day(text(said["carrier"], LONGEST_NAME), date.fromisoformat(text(said["date"])))
    asked_at = datetime.fromisoformat(fact.possible(time(said["asked_at"]))).isoformat()
    after = None if said["after"] is None else number(said["after"])
    nth, part, parts = number(said["number"]), number(said["part"]), number(said["parts"])
    if not part < parts <= _MOST_PARTS or (after is not None and after >= nth):
        raise ValueError(fact.identity)
    if fact.origin == identity(db):
        if nth > last_used(db, "load"):
            raise OlderCopyError
        return None
    packed = b64decode(text(said["packed"]), validate=True)
    if fact.latest and abs(day.date - date.fromisoformat(fact.latest[:10])) > _MOST_DAYS:
        raise ValueError(day)
    if len(packed) > _PART or bool(packed) != (answer == CarrierAnswer.MANIFESTS):
        raise ValueError(fact.identity)
    if db.execute(_IS_TOO_MANY, (*_key(day), fact.desk, fact.origin, nth, _MOST_LOADS)).fetchone()[0]:
        raise ValueError(_MOST_LOADS)
    row = (fact.origin, nth, part, parts, 0, fact.desk, *_key(day), asked_at, answer, after, packed)
    return day if _insert(db, [row]) else None


def save_own(db: sqlite3.Connection, day: Day, loads: Iterable[SharedLoad]) -> None:
    """Save loads of this store, in the caller's transaction."""
    for one in loads:
        packed = one.packed or b""
        parts = [packed[first : first + _PART] for first in range(0, max(len(packed), 1), _PART)]
        head = one.origin, one.number
        tail = "", *_key(day), one.asked_at, one.answer, one.after
        _insert(db, [(*head, part, len(parts), 1, *tail, packed) for part, packed in enumerate(parts)])


def usable_loads(db: sqlite3.Connection, day: Day, broken: Container[Key]) -> list[SharedLoad]:
    """Return the whole loads of a day whose predecessors are there too, each desk's in their order.

    `broken` loads cannot be read, nor can what differs from them.
    """
    usable: list[SharedLoad] = []
    last: dict[str, int] = {}  # answer with manifests of each desk: the next one tells how it differs from it
    for origin, nth, known, count, desk, asked_at, answer, after, _ in db.execute(_OF_DAY, _key(day)):
        if (origin, nth) in broken or known < count or (after is not None and after != last.get(origin)):
            continue
        load = SharedLoad(origin, nth, asked_at, CarrierAnswer(answer), after, None, desk)
        usable.append(load)
        if load.has_manifests:
            last[origin] = nth
    return usable


def packed_of(db: sqlite3.Connection, load: SharedLoad) -> bytes:
    """Return the answer of a load: only of those that are compared, since a desk may share hundreds of megabytes."""
    if load.packed is not None:
        return load.packed
    sql = "SELECT packed FROM shared_load WHERE origin = ? AND number = ? ORDER BY part"
    return b"".join(packed for (packed,) in db.execute(sql, load.key))


def in_order(loads: Sequence[SharedLoad]) -> list[SharedLoad]:
    """Return loads by the times at which the carrier was asked; those of a desk stay in the order in which it asked."""
    latest: dict[str, str] = {}
    times: dict[Key, str] = {}
    for one in loads:
        times[one.key] = latest[one.origin] = max(latest.get(one.origin, ""), one.asked_at)
    return sorted(loads, key=lambda one: (times[one.key], *one.key))


def _key(day: Day) -> tuple[str, str]:
    return day.carrier, day.date.isoformat()


def _insert(db: sqlite3.Connection, rows: Sequence[Sequence[object]]) -> int:
    sql = f"INSERT OR IGNORE INTO shared_load ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    return sum(db.execute(sql, row).rowcount for row in rows)
