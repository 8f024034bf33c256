"""When the site's clock was set back: how old a visit was at a load is not known then."""

import sqlite3

from app.domain.board.facts import SetBack
from app.facts.journal import Kind, append_entries

_MAX_KEPT = 100


def save_set_back(db: sqlite3.Connection, set_back: SetBack) -> None:
    """Keep it, in a transaction; what a load has still to settle is decided again. The latest hundred are kept."""
    db.execute("INSERT INTO clock_set_back (before, after) VALUES (?, ?)", tuple(at.isoformat() for at in set_back))
    db.execute("DELETE FROM clock_set_back WHERE id <= (SELECT max(id) - ? FROM clock_set_back)", (_MAX_KEPT,))
    append_entries(db, Kind.UNSETTLED)
