"""When somebody last listened, and the times in which nobody did."""

import sqlite3
from collections.abc import Callable
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


def beat(
    db: sqlite3.Connection, heartbeat: Heartbeat, gap_after: Callable[[Heartbeat], Gap | None] = lambda _last: None
) -> Gap | None:
    """Keep that somebody listens now, and the time before in which nobody did.

    Args:
        db: in a transaction.
        heartbeat: the one now.
        gap_after: tells whether the time since the last heartbeat is a gap.

    Returns:
        The gap that was kept, if there was one.
    """
    last = last_heartbeat(db)
    db.execute(
        "INSERT INTO heartbeat (id, at, owner) VALUES (1, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET at = excluded.at, owner = excluded.owner",
        (written(heartbeat.at), heartbeat.owner),
    )
    gap = gap_after(last) if last is not None else None
    if gap is not None:
        row = (written(gap.since), written(gap.until), gap.cause)
        db.execute("INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", row)
    return gap


def gaps(db: sqlite3.Connection, limit: int) -> list[Gap]:
    """Return the latest gaps, newest first."""
    rows = db.execute("SELECT since, until, cause FROM gap ORDER BY until DESC, id DESC LIMIT ?", (limit,))
    return [
        Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
        for since, until, cause in rows
    ]
