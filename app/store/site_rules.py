"""What the site keeps that decides what rows say."""

import sqlite3
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.domain.board.facts import Site


class Rules(NamedTuple):
    """In which zone the sender writes its stamps, and what else decides of the site."""

    sender_zone: ZoneInfo
    board: Site


def site_zone(db: sqlite3.Connection) -> str | None:
    """Return the name of the site's zone; None where it was never settled, or is not known here.

    What a newer system wrote may be a zone that this one's tzdata lacks: `settle` does it anew.
    """
    row = db.execute("SELECT zone FROM site").fetchone()
    try:
        return ZoneInfo(row[0]).key if row else None
    except (ValueError, LookupError, OSError):  # all that it raises
        return None


def site_rules(db: sqlite3.Connection) -> Rules:
    """Return what decides of the site as it is kept; UTC where no zone was ever settled."""
    zone = ZoneInfo(site_zone(db) or "UTC")
    heard = db.execute(
        "SELECT min(at) FROM (SELECT min(at) AS at FROM heartbeat UNION SELECT min(since) FROM gap"
        " UNION SELECT min(received_at) FROM notification), (SELECT 1 FROM notification LIMIT 1)"
    ).fetchone()
    return Rules(zone, Site(zone, 15, datetime.fromisoformat(heard[0]) if heard and heard[0] else None))
