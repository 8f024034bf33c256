"""The site's rules as the store keeps them, and what is derived again where they change."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from app.domain.board.visit_time import sender_moment, visit_time
from app.domain.errors import StoreUnusableError
from app.domain.site import KeptRules, SiteRules
from app.store.failures import store_failures
from app.store.generations import newest
from app.store.opening import opened_for_reading
from app.store.visits import decide

if TYPE_CHECKING:  # it keeps visits too, when it restores them, and they are read in the sender's zone
    from app.store.writer import Writer

FAR_METRES = "coalesce((SELECT far_metres FROM site), 100)"

Choose = Callable[[KeptRules], SiteRules]
"""Decides the rules by what is kept; may raise an AppError, and then nothing is changed."""


def settle_site(writer: "Writer", rules: SiteRules | Choose) -> SiteRules:
    """Have the store keep the site's rules, and derive again what they decide; return those kept then.

    Raises:
        AppError: the store cannot be written, or `rules` raises it.
    """
    try:
        return _settle_site(writer, rules)
    except StoreUnusableError:  # the writer has restored by then what was damaged
        return _settle_site(writer, rules)


def _settle_site(writer: "Writer", rules: SiteRules | Choose) -> SiteRules:
    kept = writer.look(kept_rules).result()
    chosen = _chosen(rules, kept)
    return chosen if kept == KeptRules.of(chosen) else writer.write(partial(settle, rules=rules))[0]


def _chosen(rules: SiteRules | Choose, kept: KeptRules) -> SiteRules:
    return rules if isinstance(rules, SiteRules) else rules(kept)


def settle(db: sqlite3.Connection, rules: SiteRules | Choose) -> tuple[SiteRules, bool]:
    """Do so in a transaction.

    Returns:
        The rules kept now, and whether anything was changed.
    """
    before = kept_rules(db)
    chosen = _chosen(rules, before)
    wanted = KeptRules.of(chosen)
    if before == wanted:
        return chosen, False
    db.execute(
        "INSERT INTO site (id, zone, sender_zone, lag_minutes, far_metres) VALUES (1, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET zone = excluded.zone, sender_zone = excluded.sender_zone,"
        " lag_minutes = excluded.lag_minutes, far_metres = excluded.far_metres",
        wanted,
    )
    if before[:3] != wanted[:3]:
        rederive(db, chosen)
    return chosen, True


def rederive(db: sqlite3.Connection, rules: SiteRules) -> None:
    """Derive again what the rules decide: when each visit took place, and what each shipment's row says."""
    visits = db.execute("SELECT at, received_at, id FROM visit").fetchall()
    zone = rules.stamp_zone
    db.executemany(
        "UPDATE visit SET closed_at = ? WHERE id = ?",
        [(closed_at(at, zone, datetime.fromisoformat(received_at)), one) for at, received_at, one in visits],
    )
    decide(db, [row[0] for row in db.execute("SELECT id FROM shipment WHERE visit_id IS NOT NULL")])


def closed_at(at: str, zone: ZoneInfo, arrival: datetime) -> str:
    """Return the time of a visit by its padded stamp, written as the times of loads are."""
    moment = sender_moment(datetime.fromisoformat(at), zone, arrival)
    return visit_time(moment, arrival).isoformat(timespec="microseconds")


def kept_rules(db: sqlite3.Connection) -> KeptRules:
    """Return what is kept of the site's rules; a file that an older version made may lack some.

    What a newer system wrote may be a zone that this one's tzdata lacks: it counts as not decided.
    """
    columns = [row[1] for row in db.execute("PRAGMA table_info(site)")]
    row = db.execute("SELECT * FROM site").fetchone() if columns else None
    if row is None:
        return KeptRules()
    kept = dict(zip(columns, row, strict=True))
    zone, sender = kept["zone"], kept.get("sender_zone")
    return KeptRules(
        zone if zone and _is_known(zone) else None,
        sender if not sender or _is_known(sender) else None,
        kept.get("lag_minutes"),
        kept.get("far_metres"),
    )


def read_kept_rules(path: Path) -> KeptRules:
    """Return the same of a store that may not be there, without making it.

    Raises:
        StoreError: it cannot be read.
    """
    with store_failures(path):
        file = newest(path)
        if not file.exists():
            return KeptRules()
        with opened_for_reading(file) as db:
            return kept_rules(db)


def last_stamps(db: sqlite3.Connection, count: int) -> list[tuple[datetime, datetime]]:
    """Return the naive stamp and the arrival of the last notifications that have a stamp, the oldest arrival first."""
    rows = db.execute(
        "SELECT at, received_at FROM notification WHERE at IS NOT NULL ORDER BY id DESC LIMIT ?", (count,)
    ).fetchall()
    return [(datetime.fromisoformat(at), datetime.fromisoformat(received_at)) for at, received_at in reversed(rows)]


def site_zone(db: sqlite3.Connection) -> str | None:
    """Return the name of the site's zone; None where it was never settled, or is not known here."""
    return _named(db, "SELECT zone FROM site")


def stamp_zone(db: sqlite3.Connection) -> ZoneInfo:
    """Return the zone in which stamps are read; UTC where none was ever settled."""
    return ZoneInfo(_named(db, "SELECT sender_zone FROM site") or site_zone(db) or "UTC")


def _named(db: sqlite3.Connection, sql: str) -> str | None:
    row: tuple[str | None] | None = db.execute(sql).fetchone()
    return row[0] if row is not None and row[0] and _is_known(row[0]) else None


def _is_known(zone: str) -> bool:
    with suppress(ValueError, LookupError, OSError):  # all that it raises
        ZoneInfo(zone)
        return True
    return False
