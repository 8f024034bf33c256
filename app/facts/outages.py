"""The outage of the public address that goes on, so that neither a kill nor a restart loses it."""

import sqlite3
from datetime import datetime

from app.domain.reception.outage import Outage
from app.facts.file.timestamps import utc_text

_KIND = "outage"  # beside the times of maintenance


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
