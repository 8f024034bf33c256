"""When somebody last listened, and the times in which nobody did.

The sender posts to one public address, and nobody here knows to which of several receivers on one data folder that
leads. So each port has a heartbeat of its own, and its silence is a gap whoever listens elsewhere meanwhile. A port is
given up where its process listens at another one, or after a week in which others were heard.
"""

import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.domain.board.facts import SetBack
from app.domain.reception.listening import Gap, GapCause
from app.domain.reception.token_refusals import WrongTokens
from app.facts.clock_set_backs import save_set_back
from app.facts.file.timestamps import utc_text


class Heartbeat(NamedTuple):
    """When somebody last listened (UTC), who (one id for each start of a process), and at which port.

    Port 0 is that of a heartbeat from before each port had its own. While `wrong_tokens` says that notifications are
    refused, the time from then until the heartbeat is a gap that has not ended.
    """

    at: datetime
    owner: str
    port: int = 0
    wrong_tokens: WrongTokens = WrongTokens()


OPEN_GAPS = (
    f"SELECT refused_since, max(at, wrong_tokens), '{GapCause.TOKEN_REFUSED}'"  # noqa: S608 - our own words
    " FROM heartbeat WHERE refused_since IS NOT NULL"
)
"""The gaps that have not ended, as the table `gap` would hold them: until the latest time that the clock showed."""

_HEARTBEAT_EXPIRY = timedelta(days=7)
GAP_TOLERANCE = timedelta(seconds=10)
"""By how much the beginnings and ends of a gap may differ that two processes saw: both beat every five seconds."""


def last_heartbeat(db: sqlite3.Connection, port: int | None = None, owner: str = "") -> Heartbeat | None:
    """Return the last heartbeat of a process, else of a port, else of anybody; None where nobody ever listened."""
    row = db.execute(
        "SELECT at, owner, port, wrong_tokens, refused_since FROM heartbeat"
        " ORDER BY owner = ? DESC, port IS ? DESC, at DESC LIMIT 1",
        (owner, port),
    ).fetchone()
    if row is None:
        return None
    times = tuple(map(datetime.fromisoformat, row[3].split()))
    wrong = WrongTokens(times, datetime.fromisoformat(row[4]) if row[4] else None)
    return Heartbeat(datetime.fromisoformat(row[0]), row[1], row[2], wrong)


def save_heartbeat(
    db: sqlite3.Connection,
    heartbeat: Heartbeat,
    gap_after: Callable[[Heartbeat], Gap | None] = lambda _last: None,
    refused: Sequence[Gap] = (),
    set_back_after: Callable[[Heartbeat], SetBack | None] = lambda _last: None,
) -> Gap | None:
    """Keep that somebody listens now, and the time before in which nobody did at that port.

    Args:
        db: in a transaction.
        heartbeat: the one now.
        gap_after: tells whether the time since the last heartbeat is a gap.
        refused: times that have ended in which notifications were refused for their token.
        set_back_after: tells whether the clock was set back since the last heartbeat.

    Returns:
        The gap, if there was one. One that another process has kept already is not kept twice.
    """
    last = last_heartbeat(db, heartbeat.port, heartbeat.owner)
    wrong = heartbeat.wrong_tokens
    refused_since = utc_text(wrong.refused_since) if wrong.refused_since else None
    db.execute(
        "INSERT INTO heartbeat (port, at, owner, wrong_tokens, refused_since) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (port) DO UPDATE SET at = excluded.at, owner = excluded.owner,"
        " wrong_tokens = excluded.wrong_tokens, refused_since = excluded.refused_since",
        (
            heartbeat.port,
            utc_text(heartbeat.at),
            heartbeat.owner,
            " ".join(map(utc_text, wrong.times)),
            refused_since,
        ),
    )
    expired = (heartbeat.port, heartbeat.owner, utc_text(heartbeat.at - _HEARTBEAT_EXPIRY))
    db.execute(f"INSERT INTO gap (since, until, cause) {OPEN_GAPS} AND port <> ? AND owner <> ? AND at < ?", expired)
    db.execute("DELETE FROM heartbeat WHERE port <> ? AND (owner = ? OR at < ?)", expired)
    db.execute("UPDATE site SET heard_since = ? WHERE heard_since IS NULL", (utc_text(heartbeat.at),))
    for one in refused:
        save_gap(db, one)
    set_back = set_back_after(last) if last is not None else None
    if set_back is not None:
        save_set_back(db, set_back)
    gap = gap_after(last) if last is not None else None
    if gap is not None and (wrong.refused_since is None or gap.since < wrong.refused_since):  # else it is part of that
        save_gap(db, gap)
    return gap  # kept before or not: where the clock was set back, an earlier one stands at the same time


def inherit_wrong_tokens(db: sqlite3.Connection, port: int, silent_since: datetime) -> WrongTokens:
    """Return the wrong tokens that the process before has seen at this port.

    Where none has listened at it, those count of the process that listened last elsewhere, unless that still does:
    the port was changed, or is a free one.

    Args:
        db: in a transaction.
        port: at which this process listens.
        gone_since: UTC; a process without a heartbeat since then does not listen any more.
    """
    last = last_heartbeat(db, port)
    if last is None or (last.port != port and last.at >= silent_since):
        return WrongTokens()
    if last.wrong_tokens:
        db.execute("UPDATE heartbeat SET port = ? WHERE port = ?", (port, last.port))
    return last.wrong_tokens


def refused_since(db: sqlite3.Connection) -> datetime | None:
    """Return since when notifications are refused for their token, at any port that was listened at until last."""
    last = last_heartbeat(db)
    if last is None:
        return None
    (since,) = db.execute(
        "SELECT min(refused_since) FROM heartbeat WHERE at > ?", (utc_text(last.at - GAP_TOLERANCE),)
    ).fetchone()
    return datetime.fromisoformat(since) if since else None


def save_gap(db: sqlite3.Connection, gap: Gap) -> None:
    """Keep a gap, in a transaction.

    One that begins and ends with it or beyond, but for what is too short for a gap, makes room for it.
    """
    length = gap.until - gap.since
    same = min(GAP_TOLERANCE, length / 2)  # less than all of it, so that one which ended as this began is another
    row = (utc_text(gap.since + same), utc_text(gap.until - same))
    kept = db.execute("SELECT id FROM gap WHERE since <= ? AND until >= ?", row).fetchone() if length else None
    since, until = utc_text(gap.since), utc_text(gap.until)
    if kept is None:
        db.execute("INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", (since, until, gap.cause))
    else:
        db.execute("UPDATE gap SET since = min(since, ?), until = max(until, ?) WHERE id = ?", (since, until, kept[0]))


def gaps(db: sqlite3.Connection, limit: int) -> list[Gap]:
    """Return the latest gaps that have ended, newest first."""
    rows = db.execute("SELECT since, until, cause FROM gap ORDER BY until DESC, id DESC LIMIT ?", (limit,))
    return [
        Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
        for since, until, cause in rows
    ]
