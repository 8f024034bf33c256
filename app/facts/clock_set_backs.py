"""The times at which the site's clock was set back: the age of a visit at a load is unknown across them."""

import sqlite3

from app.domain.board.facts import SetBack
from app.facts.journal import Kind, append_entries

_MAX_KEPT = 100


def save_set_back(db: sqlite3.Connection, set_back: SetBack) -> None:
    """Save it in the caller's transaction, and have rows that wait for a load decided again. The last 100 are kept."""
    db.execute("INSERT INTO clock_set_back (before, after) VALUES (?, ?)", tuple(at.isoformat() for at in set_back))
    db.execute("DELETE FROM clock_set_back WHERE id <= (SELECT max(id) - ? FROM clock_set_back)", (_MAX_KEPT,))
    append_entries(db, Kind.UNSETTLED)
