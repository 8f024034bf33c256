"""When the receivers of all desks heard, so that a gap of one in which another heard missed nothing."""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache

from app.domain.reception.gaps import GapCause
from app.domain.relay.shared_fact import FactKind, Period, SharedFact, heard_by
from app.facts.journal import Kind, append_entries
from app.facts.sharing.forms import NewerFormError, read, text, time
from app.facts.sharing.relay_state import Author

TOLD_EVERY = timedelta(seconds=30)
_LONG_GAP = timedelta(days=31)
"""Of a longer one the days are not asked for one by one."""
_IS_HEARD = "SELECT EXISTS (SELECT 1 FROM notification WHERE origin IS nullif(?, ''))"
_HAS_HEARD = "SELECT EXISTS (SELECT 1 FROM notification WHERE origin IS nullif(?, '') AND received_at BETWEEN ? AND ?)"
"""A receiver that listens where the provider does not send hears nothing."""

_OWN_GAPS = "SELECT id, since, until, cause FROM gap WHERE id > ? ORDER BY id LIMIT ?"
_OWN_TIMES = """
    SELECT id, since, until FROM receiver_time WHERE id > ? AND origin = '' AND cause IS NULL ORDER BY id LIMIT ?
"""
_LAST_BEAT = "SELECT max(at) FROM heartbeat WHERE refused_since IS NULL"
_LAST_TOLD = """
    SELECT id, since, until FROM receiver_time WHERE origin = '' AND cause IS NULL ORDER BY id DESC LIMIT 1
"""
ALL_GAPS = """
    SELECT since, until, cause, id, '' AS origin, '' AS desk FROM gap
    UNION ALL
    SELECT since, until, cause, id, origin, desk FROM receiver_time WHERE origin <> '' AND cause IS NOT NULL
"""
"""SQL: the ended gaps of this store's receiver and of the others; the origin of its own is empty."""
_LAST_GAP = "SELECT max(until) FROM gap WHERE until > ? AND until <= ? AND since < ?"
_TIMES = """
    SELECT origin, desk, since, until, cause FROM receiver_time WHERE until >= ?1 AND since <= ?2
    UNION ALL SELECT '', '', since, until, cause FROM gap WHERE until >= ?1 AND since <= ?2
    UNION ALL
    SELECT '', '', since, coalesce((SELECT max(at) FROM heartbeat WHERE refused_since IS NULL), until), NULL
    FROM receiver_time WHERE id = (SELECT max(id) FROM receiver_time WHERE origin = '' AND cause IS NULL)
"""
"""This store's receiver has also heard since it last told so."""
_BEAT = timedelta(seconds=10)
"""So long after its last sign of life this store's receiver is not known to have ended."""


def note_listening(db: sqlite3.Connection, *, is_forced: bool = False) -> None:
    """Save up to when this store's receiver heard, in the caller's transaction, if that is news."""
    (beat,) = db.execute(_LAST_BEAT).fetchone()
    if beat is None or not (is_forced or has_listened(db)):
        return
    row_id, since, until = db.execute(_LAST_TOLD).fetchone() or (None, None, "")
    (ended,) = db.execute(_LAST_GAP, (until, beat, beat)).fetchone()
    if row_id is not None and ended is None:
        db.execute("DELETE FROM receiver_time WHERE id = ?", (row_id,))  # it goes on, under an id that is not told yet
    else:
        heard_since = db.execute("SELECT heard_since FROM site").fetchone()
        since = ended or (heard_since and heard_since[0]) or beat
    if since < beat:
        db.execute("INSERT INTO receiver_time (origin, desk, since, until) VALUES ('', '', ?, ?)", (since, beat))


def has_listened(db: sqlite3.Connection) -> bool:
    """Whether there is news for `note_listening`."""
    (beat,) = db.execute(_LAST_BEAT).fetchone()
    _, _, until = db.execute(_LAST_TOLD).fetchone() or (None, None, "")
    return beat is not None and (
        not until or datetime.fromisoformat(beat) - datetime.fromisoformat(until) >= TOLD_EVERY
    )


def own_times(db: sqlite3.Connection, after: int, limit: int, author: Author) -> Iterator[tuple[int, SharedFact]]:
    """Yield when this store's receiver heard, after an id, each with its id."""
    (first,) = db.execute("SELECT max(heard_since) FROM site").fetchone()
    for row_id, since, until in db.execute(_OWN_TIMES, (after, limit)):
        said = {"since": since, "until": until, "first": min(since, first or since)}
        yield row_id, author.fact(FactKind.LISTENING, row_id, until, said)


def own_gaps(db: sqlite3.Connection, after: int, limit: int, author: Author) -> Iterator[tuple[int, SharedFact]]:
    """Yield the reception gaps of this store that have ended, after an id, each with its id."""
    for row_id, since, until, cause in db.execute(_OWN_GAPS, (after, limit)):
        yield row_id, author.fact(FactKind.GAP, row_id, until, {"since": since, "until": until, "cause": cause})


def take_receiver_time(db: sqlite3.Connection, fact: SharedFact) -> bool:
    """Save when another desk's receiver heard, or a gap of it; return whether it was new.

    Raises:
        NewerFormError: only a newer version can read it.
        ValueError, LookupError, TypeError: no version of Despacho wrote it.
    """
    said = read(fact.body)
    since, until = (fact.possible(time(said[name])) for name in ("since", "until"))
    cause = text(said["cause"]) if fact.kind == FactKind.GAP else None
    if cause is not None and cause not in set(GapCause):
        raise NewerFormError
    same = (fact.origin, since, cause)
    known = db.execute("SELECT until FROM receiver_time WHERE origin = ? AND since = ? AND cause IS ?", same).fetchone()
    if known is not None and known[0] >= until:
        return False
    db.execute("DELETE FROM receiver_time WHERE origin = ? AND since = ? AND cause IS ?", same)
    db.execute(
        "INSERT INTO receiver_time (origin, desk, since, until, cause) VALUES (?, ?, ?, ?, ?)",
        (fact.origin, fact.desk, since, until, cause),
    )
    if cause is None:
        _note_heard_since(db, fact.possible(time(said["first"])))
    return True


def _note_heard_since(db: sqlite3.Connection, since: str) -> None:
    """Have the first receiver of all desks be the first here too, in the caller's transaction."""
    earlier = "UPDATE site SET heard_since = ? WHERE coalesce(heard_since, '~') > ?"
    if db.execute(earlier, (since, since)).rowcount > 0:
        append_entries(db, Kind.UNHEARD)


def receivers(db: sqlite3.Connection) -> list[tuple[str, datetime]]:
    """Return the desk of each other receiver, and until when it is known to have heard (UTC), the latest first."""
    heard = "SELECT desk, max(until) FROM receiver_time WHERE origin <> '' AND cause IS NULL"
    rows = db.execute(f"{heard} GROUP BY origin ORDER BY 2 DESC")
    return [(desk, datetime.fromisoformat(until)) for desk, until in rows]


def receivers_that_heard(db: sqlite3.Connection, gaps: Sequence[tuple[str, str, str]]) -> list[str | None]:
    """Return for each gap the name of the desk whose receiver heard all of it, empty for this one's; None: none did.

    A gap of another receiver to which the provider sends nothing missed nothing either: it counts as heard here. Each
    gap has its beginning, end and origin, as stored.
    """
    span = min((since for since, *_ in gaps), default=""), max((until for _, until, _ in gaps), default="")
    times = db.execute(_TIMES, span).fetchall()
    desks = {origin: desk for origin, desk, *_ in times}
    heard: dict[str, list[Period]] = {origin: [] for origin in desks}
    missed: dict[str, list[Period]] = {origin: [] for origin in desks}
    for origin, _, since, until, cause in times:
        begins, ends = _period(since, until)
        (heard if cause is None else missed)[origin].append((begins, ends if origin or cause else ends + _BEAT))

    @cache  # once for all gaps about a day: it may read all notifications of it
    def has_one(origin: str, first: date, last: date) -> bool:
        ends = first.isoformat(), (last + timedelta(days=1)).isoformat()
        return bool(db.execute(_HAS_HEARD, (origin, *ends)).fetchone()[0])

    @cache  # so that gaps of a desk that never heard read no notifications, however many it tells
    def has_any(origin: str) -> bool:
        return bool(db.execute(_IS_HEARD, (origin,)).fetchone()[0])

    def is_reached(origin: str, gap: Period) -> bool:
        """Whether the provider's notifications come to a receiver: it has one of its days, or of those beside."""
        if not has_any(origin):
            return False
        first, last = gap[0].date() - timedelta(days=1), gap[1].date() + timedelta(days=1)
        if last - first > _LONG_GAP:  # as after a clock that began in 1970
            return has_one(origin, first, last)
        days = [first + timedelta(days=one) for one in range((last - first).days + 1)]
        return any(has_one(origin, one, one) for one in days)

    def by_whom(gap: Period, whose: str) -> str | None:
        if whose and not is_reached(whose, gap):
            return ""
        others = (origin for origin in desks if origin != whose and heard_by(gap, heard[origin], missed[origin]))
        return next((desks[origin] for origin in others if is_reached(origin, gap)), None)

    return [by_whom(_period(since, until), whose) for since, until, whose in gaps]


def _period(since: str, until: str) -> Period:
    return datetime.fromisoformat(since), datetime.fromisoformat(until)
