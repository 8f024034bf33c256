"""When the site's clock was set back: how old a visit was at a load is not known then."""

import sqlite3
from datetime import datetime

from app.domain.board.facts import SetBack
from app.facts.file.timestamps import written
from app.facts.journal import Kind, enter

_MOST = 100
_CAME_WITHIN = "SELECT DISTINCT visit_id FROM notification WHERE received_at BETWEEN ? AND ? AND visit_id IS NOT NULL"


def note_set_back(db: sqlite3.Connection, set_back: SetBack) -> None:
    """Keep it, in a transaction; the rows that it puts in doubt are decided again. The latest hundred are kept.

    These rows are those that a load has still to settle, and those with notifications from within the week in which
    the clock may be behind. Most of that week is to come, but what was received before may bear a later time.
    """
    db.execute("INSERT INTO clock_set_back (before, after) VALUES (?, ?)", tuple(at.isoformat() for at in set_back))
    forgotten = db.execute(
        "DELETE FROM clock_set_back WHERE id <= (SELECT max(id) - ? FROM clock_set_back) RETURNING before, after",
        (_MOST,),
    ).fetchall()
    for one in (set_back, *(SetBack(*map(datetime.fromisoformat, row)) for row in forgotten)):
        came = db.execute(_CAME_WITHIN, (written(one.after), written(one.heeded_until)))
        enter(db, Kind.VISIT, [visit for (visit,) in came])
    enter(db, Kind.UNSETTLED)
