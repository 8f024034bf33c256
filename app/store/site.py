"""The site: its time zone, by which visits are weighed against the carrier's word, and what it calls far away."""

import sqlite3
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from app.domain.errors import StoreUnusableError
from app.store.visits import decide

if TYPE_CHECKING:  # it keeps visits too, when it restores them, and they are read in the site's zone
    from app.store.writer import Writer

FAR_METRES = "coalesce((SELECT far_metres FROM site), 100)"


def settle_site(writer: "Writer", zone: ZoneInfo, far_metres: int) -> None:
    """See that visits are read in the site's zone, and that what is far from an address is what the site calls so."""
    try:
        _settle_site(writer, zone, far_metres)
    except StoreUnusableError:  # the writer has restored by then what was damaged
        _settle_site(writer, zone, far_metres)


def _settle_site(writer: "Writer", zone: ZoneInfo, far_metres: int) -> None:
    if writer.look(_settled).result() != (zone.key, far_metres):
        writer.write(partial(settle, zone=zone, far_metres=far_metres))


def settle(db: sqlite3.Connection, zone: ZoneInfo, far_metres: int) -> bool:
    """Do so in a transaction; where the zone is another one, weigh the visits anew against the carrier.

    Returns:
        Whether anything was changed.
    """
    before, wanted = _settled(db), (zone.key, far_metres)
    if before is None or before[0] != zone.key:
        visits = db.execute("SELECT id, at FROM visit").fetchall()
        db.executemany("UPDATE visit SET closed_at = ? WHERE id = ?", [(in_utc(at, zone), one) for one, at in visits])
        decide(db, [row[0] for row in db.execute("SELECT id FROM shipment WHERE visit_id IS NOT NULL")])
    if before != wanted:
        db.execute(
            "INSERT INTO site (id, zone, far_metres) VALUES (1, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET zone = excluded.zone, far_metres = excluded.far_metres",
            wanted,
        )
    return before != wanted


def _settled(db: sqlite3.Connection) -> tuple[str, int] | None:
    row: tuple[str, int] | None = db.execute("SELECT zone, far_metres FROM site").fetchone()
    return row


def site_zone(db: sqlite3.Connection) -> str | None:
    """Return the name of the zone that visits are read in; None where it was never settled, or is not known here.

    What a newer system wrote may be a zone that this one's tzdata lacks: `settle` does it anew.
    """
    settled = _settled(db)
    try:
        return ZoneInfo(settled[0]).key if settled else None
    except (ValueError, LookupError, OSError):  # all that it raises
        return None


def in_utc(at: str, zone: ZoneInfo) -> str:
    """Return a site's time in UTC, written as the times of loads are."""
    local = datetime.fromisoformat(at)
    try:
        return local.replace(tzinfo=zone).astimezone(UTC).isoformat(timespec="microseconds")
    except OverflowError:  # the first and the last day that there is
        return local.replace(tzinfo=UTC).isoformat(timespec="microseconds")
