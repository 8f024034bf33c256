"""The times at which the site's clock was set back: the age of a visit at a load is unknown across them."""

import sqlite3
from datetime import datetime

from app.domain.board.facts import SetBack
from app.facts.file.timestamps import utc_text
from app.facts.journal import Kind, append_entries

_MAX_KEPT = 100
_CAME_WITHIN = "SELECT DISTINCT visit_id FROM notification WHERE received_at BETWEEN ? AND ? AND visit_id IS NOT NULL"


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
