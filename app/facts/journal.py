"""The journal of facts: what the board has to derive again, in the order in which it was saved; the rows that changed.

Each entry has a number, which is a cursor and never an order in time. How far a board has come: `board/applied.py`.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from app.domain.contract.deviations import DeviationCounts
from app.domain.days import Day


class Kind(StrEnum):
    """What to derive again; the key tells which one."""

    VISIT = "visit"  # key: its id; a notification of it arrived
    DAY = "day"  # key: carrier, tab, date; it was loaded
    RULES = "rules"  # everything: the site's rules changed
    UNHEARD = "unheard"  # shipments without a notification: the first one ever arrived
    UNSETTLED = "unsettled"  # shipments that a load has yet to settle: the clock was set back


def day_key(day: Day) -> str:
    """Return the key of a day."""
    return f"{day.carrier}\t{day.date.isoformat()}"


def day_of(key: str) -> Day:
    """Return the day of a key."""
    carrier, day = key.split("\t")
    return Day(carrier, date.fromisoformat(day))


def append_entries(db: sqlite3.Connection, kind: Kind, keys: Iterable[str | int] = ("",)) -> int:
    """Append entries to the journal in the transaction that saves their facts; return the last number, 0: no keys."""
    texts = [str(key) for key in keys]
    if not texts:
        return 0
    sql = "INSERT INTO journal (kind, key) SELECT ?, value FROM json_each(?)"
    return db.execute(sql, (kind, json.dumps(texts))).lastrowid or 0


def last_number(db: sqlite3.Connection, facts: str = "main") -> int:
    """Return the number of the last entry ever appended, 0: none; `facts` is their schema's name in the connection."""
    row = db.execute(f"SELECT seq FROM {facts}.sqlite_sequence WHERE name = 'journal'").fetchone()
    return int(row[0]) if row else 0


@dataclass
class ChangedRows:
    """Rows that a transaction changed.

    Attributes:
        visits: ids.
        shipments: ids; of the visits' present and former shipments too.
        affects_all_rows: whether any other row may have changed as well.
        deviations: deviations from the contract that the transaction counts.
        seen_deviations: deviations found while the board was derived, each with its time (UTC); the caller saves them.
    """

    visits: set[int] = field(default_factory=set)
    shipments: set[int] = field(default_factory=set)
    affects_all_rows: bool = False
    deviations: DeviationCounts = field(default_factory=DeviationCounts, compare=False, repr=False)
    seen_deviations: list[tuple[DeviationCounts, datetime]] = field(default_factory=list, compare=False, repr=False)
