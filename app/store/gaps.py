"""When somebody last listened, and the times in which nobody did.

The sender posts to one public address, and nobody here knows to which of several receivers on one data folder that
leads. So each port has a heartbeat of its own, and its silence is a gap whoever listens elsewhere meanwhile. A port is
given up where its process listens at another one, or after a week in which others were heard.
"""

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from app.domain.listening import Gap, GapCause
from app.store.times import written


class Heartbeat(NamedTuple):
    """When somebody last listened (UTC), who (one id for each start of a process), and at which port.

    Port 0 is that of a heartbeat from before each port had its own.
    """

    at: datetime
    owner: str
    port: int = 0


_GIVEN_UP = timedelta(days=7)
SAME = timedelta(seconds=10)
"""By how much the beginnings and ends of a gap may differ that two processes saw: both beat every five seconds."""


def last_heartbeat(db: sqlite3.Connection, port: int | None = None, owner: str = "") -> Heartbeat | None:
    """Return the last heartbeat of a process, else of a port, else of anybody; None where nobody ever listened."""
    row = db.execute(
        "SELECT at, owner, port FROM heartbeat ORDER BY owner = ? DESC, port IS ? DESC, at DESC LIMIT 1", (owner, port)
    ).fetchone()
    return Heartbeat(datetime.fromisoformat(row[0]), *row[1:]) if row else None


def beat(
    db: sqlite3.Connection, heartbeat: Heartbeat, gap_after: Callable[[Heartbeat], Gap | None] = lambda _last: None
) -> Gap | None:
    """Keep that somebody listens now, and the time before in which nobody did at that port.

    Args:
        db: in a transaction.
        heartbeat: the one now.
        gap_after: tells whether the time since the last heartbeat is a gap.

    Returns:
        The gap, if there was one. One that another process has kept already is not kept twice.
    """
    last = last_heartbeat(db, heartbeat.port, heartbeat.owner)
    db.execute(
        "INSERT INTO heartbeat (port, at, owner) VALUES (?, ?, ?)"
        " ON CONFLICT (port) DO UPDATE SET at = excluded.at, owner = excluded.owner",
        (heartbeat.port, written(heartbeat.at), heartbeat.owner),
    )
    db.execute(
        "DELETE FROM heartbeat WHERE port <> ? AND (owner = ? OR at < ?)",
        (heartbeat.port, heartbeat.owner, written(heartbeat.at - _GIVEN_UP)),
    )
    gap = gap_after(last) if last is not None else None
    if gap is not None:
        keep_gap(db, gap)
    return gap  # kept before or not: where the clock was set back, an earlier one stands at the same time


def keep_gap(db: sqlite3.Connection, gap: Gap) -> None:
    """Keep a gap, in a transaction.

    One that begins and ends with it or beyond, but for what is too short for a gap, makes room for it.
    """
    length = gap.until - gap.since
    same = min(SAME, length / 2)  # less than all of it, so that one which ended as this began is another
    row = (written(gap.since + same), written(gap.until - same))
    kept = db.execute("SELECT id FROM gap WHERE since <= ? AND until >= ?", row).fetchone() if length else None
    since, until = written(gap.since), written(gap.until)
    if kept is None:
        db.execute("INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", (since, until, gap.cause))
    else:
        db.execute("UPDATE gap SET since = min(since, ?), until = max(until, ?) WHERE id = ?", (since, until, kept[0]))


def gaps(db: sqlite3.Connection, limit: int) -> list[Gap]:
    """Return the latest gaps, newest first."""
    rows = db.execute("SELECT since, until, cause FROM gap ORDER BY until DESC, id DESC LIMIT ?", (limit,))
    return [
        Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
        for since, until, cause in rows
    ]
