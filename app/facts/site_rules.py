"""Read the site's rules, which decide what rows say."""

import sqlite3
from contextlib import suppress
from datetime import datetime, time
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.domain.board.facts import SetBack, Site
from app.domain.reception.receiver_status import FirstReception
from app.domain.site import KeptRules, SiteDays
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import opened_for_reading

FAR_METRES = "coalesce((SELECT far_metres FROM site), 100)"
"""SQL: the distance in metres from which a visit is far from its address."""

_DEFAULT_LAG = 15  # minutes
_RULES = """
    SELECT zone, sender_zone, lag_minutes, (SELECT group_concat(before || ' ' || after, char(10)) FROM clock_set_back),
           day_ends_at, heard_since, first_kept_at FROM site
"""


class Rules(NamedTuple):
    """The zone of the sender's timestamps, and the site's facts for the rule."""

    sender_zone: ZoneInfo
    board: Site


def site_rules(db: sqlite3.Connection) -> Rules:
    """Return the stored rules; while none is set, the zone is UTC, and days begin at midnight."""
    row = db.execute(_RULES).fetchone()
    zone, sender, lag, set_back_lines, ends_at, *first = row or (None,) * 7
    own = _zone(zone) or ZoneInfo("UTC")
    missing_since = _first_reception(*first).missing_since
    set_backs = [SetBack(*map(datetime.fromisoformat, one.split())) for one in (set_back_lines or "").splitlines()]
    days = SiteDays(own, time.fromisoformat(ends_at) if ends_at else time())
    return Rules(_zone(sender) or own, Site(days, _DEFAULT_LAG if lag is None else lag, missing_since, set_backs))


def first_reception(db: sqlite3.Connection) -> FirstReception:
    """Return when a receiver first listened and when the first notification arrived; retention keeps both."""
    row = db.execute("SELECT heard_since, first_kept_at FROM site").fetchone() or (None, None)
    return _first_reception(*row)


def last_received_at(db: sqlite3.Connection) -> datetime | None:
    """Return when the last notification arrived, UTC; None: none."""
    row = db.execute("SELECT max(received_at) FROM notification").fetchone()
    return datetime.fromisoformat(row[0]) if row[0] else None


def stored_rules(db: sqlite3.Connection) -> KeptRules:
    """Return the stored rules; None for each that is not set, as in files of older versions.

    A zone that this system's tzdata lacks counts as not set.
    """
    columns = [row[1] for row in db.execute("PRAGMA table_info(site)")]
    row = db.execute("SELECT * FROM site").fetchone() if columns else None
    if row is None:
        return KeptRules()
    stored = dict(zip(columns, row, strict=True))
    zone, sender = stored["zone"], stored.get("sender_zone")
    return KeptRules(
        zone if _zone(zone) else None,
        sender if not sender or _zone(sender) else None,
        stored.get("lag_minutes"),
        stored.get("day_ends_at"),
        stored.get("far_metres"),
    )


def read_stored_rules(path: Path) -> KeptRules:
    """Return the stored rules of a store, without creating it where it does not exist.

    Raises:
        StoreError: it cannot be read.
    """
    with store_failures(path):
        file = newest_file(path)
        if not file.exists():
            return KeptRules()
        with opened_for_reading(file) as db:
            return stored_rules(db)


def last_stamps(db: sqlite3.Connection, count: int) -> list[tuple[datetime, datetime]]:
    """Return timestamp and arrival of the last notifications with a timestamp, the oldest arrival first.

    A timestamp is naive, or in UTC where the notification has an offset. Invalid times of a damaged file are left out,
    so that the receiver's check of the sender's clock goes on.
    """
    rows = db.execute(
        "SELECT coalesce(moment, at), received_at FROM notification WHERE at IS NOT NULL ORDER BY id DESC LIMIT ?",
        (count,),
    ).fetchall()
    stamps = []
    for times in reversed(rows):
        with suppress(ValueError, TypeError):
            at, received_at = map(datetime.fromisoformat, times)
            stamps.append((at, received_at))
    return stamps


def _zone(name: str | None) -> ZoneInfo | None:
    """Return a zone by its name; None: no name, or unknown to this system."""
    with suppress(ValueError, LookupError, OSError):  # everything that ZoneInfo raises
        return ZoneInfo(name) if name else None
    return None


def _first_reception(*times: str | None) -> FirstReception:
    return FirstReception(*(datetime.fromisoformat(one) if one else None for one in times))
