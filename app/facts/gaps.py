"""Heartbeats of receivers, and reception gaps.

The sender posts to one public address, and which of several receivers of a data folder it reaches is unknown. So each
port has its own heartbeat, and a port without one has a gap even while another port listens. The heartbeat of a port
is dropped once its process listens at another port, or after a week of heartbeats of others.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import NamedTuple

from app.domain.board.facts import SetBack
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.probing import Outage
from app.domain.reception.refusals import WrongTokens
from app.facts.file.database import utc_text
from app.facts.journal import Kind, append_entries
from app.facts.sharing.receiver_times import ALL_GAPS, receivers_that_heard

_MAX_KEPT = 100
_CAME_WITHIN = "SELECT DISTINCT visit_id FROM notification WHERE received_at BETWEEN ? AND ? AND visit_id IS NOT NULL"
_KIND = "outage"  # beside the times of maintenance


def save_set_back(db: sqlite3.Connection, set_back: SetBack) -> None:
    """Save it in the caller's transaction, and have the rows that it puts in doubt decided again.

    The last 100 are kept. Rows in doubt are those that a load has still to settle, and those with notifications from
    within the week in which the clock may be behind. Most of that week is to come, but what was received before may
    bear a later time.
    """
    db.execute("INSERT INTO clock_set_back (before, after) VALUES (?, ?)", tuple(at.isoformat() for at in set_back))
    forgotten = db.execute(
        "DELETE FROM clock_set_back WHERE id <= (SELECT max(id) - ? FROM clock_set_back) RETURNING before, after",
        (_MAX_KEPT,),
    ).fetchall()
    for one in (set_back, *(SetBack(*map(datetime.fromisoformat, row)) for row in forgotten)):
        came = db.execute(_CAME_WITHIN, (utc_text(one.after), utc_text(one.heeded_until)))
        append_entries(db, Kind.VISIT, [visit for (visit,) in came])
    append_entries(db, Kind.UNSETTLED)


class Heartbeat(NamedTuple):
    """A receiver's sign of life.

    Attributes:
        at: UTC.
        owner: a new id for each start of a process.
        port: at which it listens.
        wrong_tokens: while they say that notifications are refused, the time since then is an open gap.
    """

    at: datetime
    owner: str
    port: int = 0
    wrong_tokens: WrongTokens = WrongTokens()


OPEN_GAPS = (
    f"SELECT refused_since, max(at, wrong_tokens), '{GapCause.TOKEN_REFUSED}'"
    " FROM heartbeat WHERE refused_since IS NOT NULL"
)
"""SQL: the open gaps in the columns of the table `gap`; each reaches to the latest time that the clock showed."""

_COVERING = "SELECT id, since, until FROM gap WHERE since <= ? AND until >= ?"
_REFUSALS_APART = timedelta(minutes=10)
_HEARTBEAT_EXPIRY = timedelta(days=7)
GAP_TOLERANCE = timedelta(seconds=10)
"""By how much two processes may differ on the beginning and end of one gap: each beats every five seconds."""


def last_heartbeat(db: sqlite3.Connection, port: int | None = None, owner: str = "") -> Heartbeat | None:
    """Return the last heartbeat of a process, else of a port, else of any; None: no receiver ever listened."""
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
    """Save a heartbeat and the gap before it, in the caller's transaction.

    Args:
        db: of the facts.
        heartbeat: the new one.
        gap_after: given the last heartbeat, returns the gap since then, if there is one.
        refused: ended gaps in which notifications were refused for their token.
        set_back_after: given the last heartbeat, returns the clock's set-back since then, if there is one.

    Returns:
        The gap of `gap_after`; it is not saved twice where another process has saved it.
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
    if gap is not None and (
        wrong.refused_since is None or gap.since < wrong.refused_since
    ):  # else that gap contains it
        save_gap(db, gap)
    return gap  # also if known: after a set-back of the clock an earlier gap has the same time


def inherit_wrong_tokens(db: sqlite3.Connection, port: int, silent_since: datetime) -> WrongTokens:
    """Return the wrong tokens that the previous process saw at this port, in the caller's transaction.

    For a port without a heartbeat (the user changed it, or the system chose it), those of the last process at another
    port count, unless it still listens.

    Args:
        db: of the facts.
        port: at which this process listens.
        silent_since: UTC; a process without a heartbeat since then has ended.
    """
    last = last_heartbeat(db, port)
    if last is None or (last.port != port and last.at >= silent_since):
        return WrongTokens()
    if last.wrong_tokens:
        db.execute("UPDATE heartbeat SET port = ? WHERE port = ?", (port, last.port))
    return last.wrong_tokens


def refused_since(db: sqlite3.Connection) -> datetime | None:
    """Return since when a listening receiver refuses notifications for their token (UTC); None: none does."""
    last = last_heartbeat(db)
    if last is None:
        return None
    (since,) = db.execute(
        "SELECT min(refused_since) FROM heartbeat WHERE at > ?", (utc_text(last.at - GAP_TOLERANCE),)
    ).fetchone()
    return datetime.fromisoformat(since) if since else None


def save_gap(db: sqlite3.Connection, gap: Gap) -> None:
    """Save a gap in the caller's transaction; a stored gap that covers it, within `GAP_TOLERANCE`, is extended.

    Refused requests within ten minutes are one gap.
    """
    if gap.cause is GapCause.REFUSED:
        _save_refused(db, gap)
        return
    length = gap.until - gap.since
    same = min(GAP_TOLERANCE, length / 2)  # less than its length: a gap that ended as this one began is another
    row = (utc_text(gap.since + same), utc_text(gap.until - same))
    existing = db.execute(f"{_COVERING} AND cause <> '{GapCause.REFUSED}'", row).fetchone() if length else None
    since, until = utc_text(gap.since), utc_text(gap.until)
    if existing is None:
        db.execute("INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", (since, until, gap.cause))
    else:
        db.execute(
            "UPDATE gap SET since = min(since, ?), until = max(until, ?) WHERE id = ?", (since, until, existing[0])
        )


def _save_refused(db: sqlite3.Connection, gap: Gap) -> None:
    near = (utc_text(gap.until + _REFUSALS_APART), utc_text(gap.since - _REFUSALS_APART))
    since, until = utc_text(gap.since), utc_text(gap.until)
    joined = db.execute(f"{_COVERING} AND cause = '{GapCause.REFUSED}' ORDER BY id DESC LIMIT 1", near).fetchone()
    if joined is not None:
        since, until = min(since, joined[1]), max(until, joined[2])
        db.execute("DELETE FROM gap WHERE id = ?", joined[:1])  # other desks are told of new ones
    db.execute("INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)", (since, until, gap.cause))


def gaps(db: sqlite3.Connection, limit: int) -> list[Gap]:
    """Return the latest ended gaps, newest first; of other desks' receivers those in which no receiver heard."""
    return list(islice(_missed(db, limit), limit))


def _missed(db: sqlite3.Connection, many: int) -> Iterator[Gap]:
    """Yield the ended gaps in which something may have been missed, newest first.

    So many are read at first, and then more at a time: each time, all times of receivers are read.
    """
    rows = db.execute(f"SELECT since, until, cause, origin, desk FROM ({ALL_GAPS}) ORDER BY until DESC, id DESC")
    while some := rows.fetchmany(many):
        heard_by = receivers_that_heard(db, [(since, until, origin) for since, until, _, origin, _ in some])
        for (since, until, cause, origin, desk), heard in zip(some, heard_by, strict=True):
            desk_that_heard = None if cause == GapCause.REFUSED else heard  # what one refused is sent to no other
            if desk_that_heard is None or not origin:
                times = datetime.fromisoformat(since), datetime.fromisoformat(until)
                yield Gap(*times, GapCause(cause), desk_that_heard or "", desk)
        many *= 2


def running_outage(db: sqlite3.Connection) -> Outage | None:
    """Return the outage that was going on when it was last looked at; None: there was none."""
    row = db.execute("SELECT at, result FROM care WHERE kind = ?", (_KIND,)).fetchone()
    if row is None:
        return None
    until, _, address = row[1].partition(" ")
    return Outage(datetime.fromisoformat(row[0]), datetime.fromisoformat(until), address)


def save_running_outage(db: sqlite3.Connection, outage: Outage | None) -> None:
    """Replace the outage that goes on; None: it has ended."""
    db.execute("DELETE FROM care WHERE kind = ?", (_KIND,))
    if outage is not None:
        result = f"{utc_text(outage.until)} {outage.address}"
        db.execute("INSERT INTO care (kind, at, result) VALUES (?, ?, ?)", (_KIND, utc_text(outage.since), result))
