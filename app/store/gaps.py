"""When somebody last listened, and the times in which nobody did."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from app.domain.listening import Gap, GapCause
from app.store.times import written


@dataclass(frozen=True)
class Heartbeat:
    """When somebody last listened (UTC), and who: one id for each start of a process."""

    at: datetime
    owner: str


def last_heartbeat(db: sqlite3.Connection) -> Heartbeat | None:
    """Return the last heartbeat; None where nobody ever listened."""
    row = db.execute("SELECT at, owner FROM heartbeat").fetchone()
    return Heartbeat(datetime.fromisoformat(row[0]), row[1]) if row else None


def beat(db: sqlite3.Connection, heartbeat: Heartbeat) -> None:
    """Keep that somebody listens now."""
    db.execute(
        "INSERT INTO heartbeat (id, at, owner) VALUES (1, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET at = excluded.at, owner = excluded.owner",
        (written(heartbeat.at), heartbeat.owner),
    )


def note_gap(db: sqlite3.Connection, gap: Gap) -> None:
    """Keep a time in which nobody listened."""
    db.execute(
        "INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", (written(gap.since), written(gap.until), gap.cause)
    )


def gaps(db: sqlite3.Connection, limit: int) -> list[Gap]:
    """Return the latest gaps, newest first."""
    rows = db.execute("SELECT since, until, cause FROM gap ORDER BY until DESC, id DESC LIMIT ?", (limit,))
    return [
        Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
        for since, until, cause in rows
    ]
